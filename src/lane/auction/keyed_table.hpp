// A table of objects by address or by timer id. Each has a number of 32 bits too. Objects lie in pages that
// never move, so references stay good while others come and go. Growing the table costs no block more than a
// 256th of it (slot_table.hpp).
#pragma once

#include "base/slots.hpp"
#include "lane/auction/slot_table.hpp"
#include "state/index/key_hash.hpp"

namespace lariat::lane {

template <class Key, class T>
class KeyedTable {
public:
    static constexpr u32 NONE = SlotTable::NONE;
    static_assert(NONE == Slots<T>::NONE);

    /// NONE: nothing is known of it.
    u32 number_of(const Key& key) const
    {
        return numbers_.find(hash_(view(key)), [&](u32 n) { return items_[n].key == key; });
    }
    /// Of a key that is not there yet: what a T begins as.
    u32 add(const Key& key)
    {
        const u32 number = items_.take();
        items_[number] = {key, true, T{}};
        numbers_.insert(hash_(view(key)), number);
        ++size_;
        return number;
    }
    void erase(u32 number)
    {
        numbers_.erase(hash_(view(items_[number].key)), number);
        items_[number] = {};
        items_.give_back(number);
        --size_;
    }

    T& operator[](u32 number) { return items_[number].value; }
    const T& operator[](u32 number) const { return items_[number].value; }
    const Key& key(u32 number) const { return items_[number].key; }

    /// Null where nothing is known.
    T* find(const Key& key)
    {
        const u32 number = number_of(key);
        return number == NONE ? nullptr : &items_[number].value;
    }
    const T* find(const Key& key) const
    {
        const u32 number = number_of(key);
        return number == NONE ? nullptr : &items_[number].value;
    }
    /// One that is there.
    T& at(const Key& key)
    {
        T* const found = find(key);
        LARIAT_ASSERT(found != nullptr);
        return *found;
    }
    T& find_or_add(const Key& key)
    {
        const u32 number = number_of(key);
        return items_[number == NONE ? add(key) : number].value;
    }

    u64 size() const noexcept { return size_; }
    /// All numbers are below it.
    u32 end() const noexcept { return items_.end(); }
    void clear()
    {
        items_.clear();
        numbers_.clear();
        size_ = 0;
    }
    /// As Slots::destroy_page().
    bool destroy_page() { return items_.destroy_page(); }
    /// visit(number): all of them, in an order that follows from history and must not reach a result. The one
    /// that is visited may be erased.
    template <class Visit>
    void for_each(const Visit& visit) const
    {
        for (u32 number = 0; number < items_.end(); ++number)
            if (items_[number].is_there) visit(number);
    }

private:
    struct Item {
        Key key;
        bool is_there = false;
        T value;
    };
    state::KeyHash hash_{random_secret()};
    Slots<Item> items_;
    SlotTable numbers_;
    u64 size_ = 0;
};

template <class T>
using AddressTable = KeyedTable<Address, T>;

}  // namespace lariat::lane
