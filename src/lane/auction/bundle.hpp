// A bundle: timers of one owner with the same bid. They always have the same effective priority, so inside
// the bundle only the tie-break orders them.
#pragma once

#include "base/slots.hpp"
#include "lane/auction/number_heap.hpp"
#include "lane/auction/pricing.hpp"

namespace lariat::lane {

/// Orders timers with equal effective priorities; the lowest comes first. The owner's outcome, which the
/// tie-break `outcome` compares before it, is kept apart (Bundle::outcome_rank): it is equal for all timers
/// of an owner.
struct Tie {
    u64 due_height = 0;  ///< under tie_break fair, else 0
    timers::TimerId id;
    auto operator<=>(const Tie&) const = default;
};

/// Where a timer's bid comes from.
struct BidSource {
    u8 kind = 0;  ///< 0: the default bid; 1 + tier; OWN: stated by the timer; ANSWERED: by its owner's agent
    Bid own;      ///< only with OWN and ANSWERED
    static constexpr u8 OWN = 5, ANSWERED = 6;
    auto operator<=>(const BidSource&) const = default;
};

struct alignas(64) Bundle {
    static constexpr u32 NONE = UINT32_MAX;

    BidSource source;
    Tie first;          ///< of its timers, while it is listed
    NumberHeap timers;  ///< those that may be looked at
    u64 outcome_rank =
        0;         ///< 2^64 - 1 - O of the owner under tie_break outcome, else 0; while it is enrolled
    u32 held = 0;  ///< all its timers, including those put aside and those dropped because they expired
    u32 owner = 0;
    u32 generation = 0;  ///< with ANSWERED: of the owner's answers
    u32 in_group = 0;    ///< its place in the group's heap, unless it is OWN or ANSWERED
    u32 up = NONE, left = NONE, right = NONE;  ///< in a BundleHeap
    u32 rank = 0;                              ///< in a BundleHeap
    bool listed = false;    ///< it has a timer that may be looked at, and its owner knows of it
    bool enrolled = false;  ///< it stands in the group of its owner

    u128 slack() const noexcept { return source.own.max_fee - source.own.max_priority; }
};
using Bundles = Slots<Bundle>;
static_assert(Bundle::NONE == Bundles::NONE);

}  // namespace lariat::lane
