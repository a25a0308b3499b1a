// Timers of one owner that bid alike: they always have the same effective priority, and stand in their bundle
// by tie-break alone. And a heap, which serves both for the timers of a bundle and for the bundles of a kind.
#pragma once

#include <vector>

#include "base/slots.hpp"
#include "lane/auction/pricing.hpp"

namespace lariat::lane {

/// How equal effective priorities are told apart, lowest first.
struct Tie {
    u64 outcome = 0;     ///< tie_break outcome: 2^64 - 1 - O of the owner, else 0
    u64 due_height = 0;  ///< tie_break fair, else 0
    timers::TimerId id;
    auto operator<=>(const Tie&) const = default;
};

/// A binary heap of numbers whose objects know their place in it. A key beside each number decides most
/// comparisons, so that few objects are read.
///
/// `order` says of a number: its `key`; whether one comes `before` another of the same key; where its `place`
/// is kept.
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
    /// It stands before others than it did.
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

/// How a bundle's bid comes about: the default bid, a tier's, or one of its own.
struct BidSource {
    u8 kind = 0;  ///< 0 default, 1 + tier, OWN
    Bid own;
    static constexpr u8 OWN = 5;
    auto operator<=>(const BidSource&) const = default;
};

struct alignas(64) Bundle {
    BidSource source;
    Tie first;          ///< of its timers, while it is indexed
    NumberHeap timers;  ///< that may be looked at
    u32 held = 0;       ///< timers, those put aside or dropped included
    u32 owner = 0;
    u32 in_owner = 0;      ///< its place among the owner's bundles
    u32 in_group = 0;      ///< its place in the group, unless its bid is its own
    bool indexed = false;  ///< stands in its group

    u128 slack() const noexcept { return source.own.max_fee - source.own.max_priority; }
};
using Bundles = Slots<Bundle>;

}  // namespace lariat::lane
