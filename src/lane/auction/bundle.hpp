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

/// A binary heap of numbers whose objects know their place in it. `before(a, b)`: a is nearer to the top;
/// `place(a)`: where a's place is kept.
class NumberHeap {
public:
    static constexpr u32 NOWHERE = UINT32_MAX;

    bool empty() const noexcept { return numbers_.empty(); }
    u32 top() const { return numbers_.front(); }
    const std::vector<u32>& all() const noexcept { return numbers_; }
    void clear() { numbers_.clear(); }

    template <class Before, class Place>
    void push(u32 number, const Before& before, const Place& place)
    {
        numbers_.push_back(number);
        rise(static_cast<u32>(numbers_.size()) - 1, before, place);
    }
    template <class Before, class Place>
    void erase(u32 number, const Before& before, const Place& place)
    {
        const u32 at = place(number);
        place(number) = NOWHERE;
        const u32 last = numbers_.back();
        numbers_.pop_back();
        if (last == number) return;
        numbers_[at] = last;
        place(last) = at;
        moved(last, before, place);
    }
    /// It stands before others than it did.
    template <class Before, class Place>
    void moved(u32 number, const Before& before, const Place& place)
    {
        const u32 at = place(number);
        rise(at, before, place);
        if (place(number) == at) sink(at, before, place);
    }

private:
    template <class Before, class Place>
    void rise(u32 at, const Before& before, const Place& place)
    {
        const u32 number = numbers_[at];
        for (u32 up = 0; at > 0; at = up) {
            up = (at - 1) / 2;
            if (!before(number, numbers_[up])) break;
            numbers_[at] = numbers_[up];
            place(numbers_[at]) = at;
        }
        numbers_[at] = number;
        place(number) = at;
    }
    template <class Before, class Place>
    void sink(u32 at, const Before& before, const Place& place)
    {
        const u32 number = numbers_[at];
        for (;;) {
            std::size_t child = 2 * std::size_t{at} + 1;
            if (child >= numbers_.size()) break;
            if (child + 1 < numbers_.size() && before(numbers_[child + 1], numbers_[child])) ++child;
            if (!before(numbers_[child], number)) break;
            numbers_[at] = numbers_[child];
            place(numbers_[at]) = at;
            at = static_cast<u32>(child);
        }
        numbers_[at] = number;
        place(number) = at;
    }

    std::vector<u32> numbers_;
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
