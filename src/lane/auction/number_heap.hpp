// A binary heap of object numbers in which each object knows its place, so that any of them can be removed or
// moved.
#pragma once

#include <vector>

#include "lariat/types.hpp"

namespace lariat::lane {

/// The first number is at the top. A 64-bit key is stored beside each number and decides most comparisons, so
/// that few objects are read.
///
/// `Order` supplies three functions: `key(n)`, `before(a, b)` for numbers with equal keys, and `place(n)`, a
/// reference to the field in which the object keeps its place.
class NumberHeap {
public:
    static constexpr u32 NOWHERE = UINT32_MAX;

    bool empty() const noexcept { return items_.empty(); }
    std::size_t size() const noexcept { return items_.size(); }
    u32 operator[](std::size_t at) const { return items_[at].number; }
    u32 top() const { return items_.front().number; }
    void clear() { items_.clear(); }

    template <class Order>
    void push(u32 number, const Order& order)
    {
        items_.push_back({order.key(number), number});
        rise(items_.size() - 1, order);
    }
    template <class Order>
    void erase(u32 number, const Order& order)
    {
        const std::size_t at = order.place(number);
        order.place(number) = NOWHERE;
        const Item last = items_.back();
        items_.pop_back();
        if (last.number == number) return;
        items_[at] = last;
        order.place(last.number) = static_cast<u32>(at);
        settle(at, order);
    }
    /// Its key, or its order among equal keys, has changed.
    template <class Order>
    void moved(u32 number, const Order& order)
    {
        const std::size_t at = order.place(number);
        items_[at].key = order.key(number);
        settle(at, order);
    }

private:
    struct Item {
        u64 key = 0;
        u32 number = 0;
    };

    template <class Order>
    static bool before(const Item& a, const Item& b, const Order& order)
    {
        return a.key != b.key ? a.key < b.key : order.before(a.number, b.number);
    }
    template <class Order>
    void put(std::size_t at, const Item& item, const Order& order)
    {
        items_[at] = item;
        order.place(item.number) = static_cast<u32>(at);
    }
    template <class Order>
    void settle(std::size_t at, const Order& order)
    {
        if (at > 0 && before(items_[at], items_[(at - 1) / 2], order))
            rise(at, order);
        else
            sink(at, order);
    }
    template <class Order>
    void rise(std::size_t at, const Order& order)
    {
        const Item item = items_[at];
        for (; at > 0 && before(item, items_[(at - 1) / 2], order); at = (at - 1) / 2)
            put(at, items_[(at - 1) / 2], order);
        put(at, item, order);
    }
    template <class Order>
    void sink(std::size_t at, const Order& order)
    {
        const Item item = items_[at];
        for (std::size_t child = 2 * at + 1; child < items_.size(); child = 2 * at + 1) {
            if (child + 1 < items_.size() && before(items_[child + 1], items_[child], order)) ++child;
            if (!before(items_[child], item, order)) break;
            put(at, items_[child], order);
            at = child;
        }
        put(at, item, order);
    }

    std::vector<Item> items_;
};

}  // namespace lariat::lane
