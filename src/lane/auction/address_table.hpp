// A table of objects by address. Each has a number of 32 bits too. Objects lie in pages that never move, so
// references stay good while others come and go. Growing the table costs no block more than a 256th of it
// (slot_table.hpp).
#pragma once

#include "base/slots.hpp"
#include "lane/auction/slot_table.hpp"
#include "state/index/key_hash.hpp"

namespace lariat::lane {

template <class T>
class AddressTable {
public:
    static constexpr u32 NONE = SlotTable::NONE;
    static_assert(NONE == Slots<T>::NONE);

    /// NONE: nothing is known of it.
    u32 number_of(const Address& address) const
    {
        return numbers_.find(hash_(view(address)), [&](u32 n) { return items_[n].address == address; });
    }
    /// Of an address that is not there yet: what a T begins as.
    u32 add(const Address& address)
    {
        const u32 number = items_.take();
        items_[number] = {address, true, T{}};
        numbers_.insert(hash_(view(address)), number);
        ++size_;
        return number;
    }
    void erase(u32 number)
    {
        numbers_.erase(hash_(view(items_[number].address)), number);
        items_[number] = {};
        items_.give_back(number);
        --size_;
    }

    T& operator[](u32 number) { return items_[number].value; }
    const T& operator[](u32 number) const { return items_[number].value; }
    const Address& address(u32 number) const { return items_[number].address; }

    /// Null where nothing is known.
    T* find(const Address& address)
    {
        const u32 number = number_of(address);
        return number == NONE ? nullptr : &items_[number].value;
    }
    const T* find(const Address& address) const
    {
        const u32 number = number_of(address);
        return number == NONE ? nullptr : &items_[number].value;
    }
    /// One that is there.
    T& at(const Address& address)
    {
        T* const found = find(address);
        LARIAT_ASSERT(found != nullptr);
        return *found;
    }
    T& find_or_add(const Address& address)
    {
        const u32 number = number_of(address);
        return items_[number == NONE ? add(address) : number].value;
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
        Address address;
        bool is_there = false;
        T value;
    };
    state::KeyHash hash_{random_secret()};
    Slots<Item> items_;
    SlotTable numbers_;
    u64 size_ = 0;
};

}  // namespace lariat::lane
