// Which bundles an owner lists, and which of them it shows in its group.
//
// A bundle is listed while it has a timer that may be looked at. Of the default bid and of each tier an owner
// has one bundle, which is shown. Of the bids of its own, those that its timers state and those that its
// agent answered are a set each; a set of few bundles shows all of them. A large set keeps all of them in a
// tree, and shows its best one and some that were its best before, so that a lane base fee that comes back
// finds them there.
#include "lane/auction/order.hpp"

#include <algorithm>
#include <utility>

namespace lariat::lane {

using timers::TieBreak;

bool AuctionOrder::is_void(const Bundle& bundle) const
{
    return bundle.source.kind == BidSource::ANSWERED && bundle.generation != owners_[bundle.owner].generation;
}

AuctionOrder::BidSet* AuctionOrder::set_of(Owner& owner, u8 kind) const
{
    if (kind == BidSource::OWN) return &owner.own;
    return kind == BidSource::ANSWERED ? &owner.answered : nullptr;
}

/// The timer that stands first in a bundle, which has one; void answers are parts of the default bundle.
u32 AuctionOrder::first_timer(const Bundle& bundle) const
{
    const u32 voided = bundle.source.kind == 0 ? owners_[bundle.owner].void_answers : NONE;
    if (voided == NONE) return bundle.timers.top();
    const u32 other = bundles_[voided].timers.top();
    if (bundle.timers.empty()) return other;
    const u32 own = bundle.timers.top();
    return tie_of(entries_[own]) < tie_of(entries_[other]) ? own : other;
}

void AuctionOrder::place(u32 number)
{
    Bundle& bundle = bundles_[number];
    if (is_void(bundle)) {
        place_void(number);
        const u32 owner = bundle.owner, whole = bundle_for(owner, {});
        place(whole);
        release_empty_default(owners_[owner]);
        return;
    }
    const bool has_parts = bundle.source.kind == 0 && owners_[bundle.owner].void_answers != NONE;
    if (bundle.timers.empty() && !has_parts) {
        if (bundle.listed) unlist(number);
    } else if (!bundle.listed) {
        list(number);
    } else if (const Tie first = tie_of(entries_[first_timer(bundle)]); first != bundle.first) {
        move_first(number, first);
    }
}

/// Among the parts of the default bundle.
void AuctionOrder::place_void(u32 number)
{
    Bundle& bundle = bundles_[number];
    Owner& owner = owners_[bundle.owner];
    ++steps_;
    if (bundle.listed) owner.void_answers = heaps_.erase(owner.void_answers, number);
    bundle.listed = !bundle.timers.empty();
    if (!bundle.listed) return;
    bundle.first = tie_of(entries_[bundle.timers.top()]);
    owner.void_answers = heaps_.push(owner.void_answers, number);
}

void AuctionOrder::list(u32 number)
{
    Bundle& bundle = bundles_[number];
    Owner& owner = owners_[bundle.owner];
    bundle.first = tie_of(entries_[first_timer(bundle)]);
    bundle.listed = true;
    BidSet* const set = set_of(owner, bundle.source.kind);
    if (set == nullptr) return enroll(number);
    if (set == &owner.answered) owner.answers = heaps_.push(owner.answers, number);
    if (++set->count > BidSet::SHOWN && set->large == NONE) make_large(*set, bundle.owner);
    if (set->large == NONE) return show(*set, number);
    ++steps_;
    Large& large = larges_[set->large];
    forest_.insert(large.tree, number);
    note_change(large);
}

void AuctionOrder::unlist(u32 number)
{
    Bundle& bundle = bundles_[number];
    Owner& owner = owners_[bundle.owner];
    bundle.listed = false;
    BidSet* const set = set_of(owner, bundle.source.kind);
    if (set == nullptr) return withdraw(number);
    if (set == &owner.answered) owner.answers = heaps_.erase(owner.answers, number);
    if (bundle.enrolled) hide(*set, number);
    --set->count;
    if (set->large == NONE) return;
    ++steps_;
    Large& large = larges_[set->large];
    forest_.erase(large.tree, number);
    note_change(large);
    // Half as many, so that a set which one bundle joins and leaves again does not change its form each time.
    if (set->count > BidSet::SHOWN / 2) return;
    std::vector<u32> hidden;
    forest_.for_each(large.tree, [&](u32 n) {
        if (!bundles_[n].enrolled) hidden.push_back(n);
    });
    make_small(*set);
    for (const u32 n : hidden) show(*set, n);
}

/// Another of its timers is the first one now.
void AuctionOrder::move_first(u32 number, const Tie& first)
{
    Bundle& bundle = bundles_[number];
    Owner& owner = owners_[bundle.owner];
    ++steps_;
    bundle.first = first;
    BidSet* const set = set_of(owner, bundle.source.kind);
    if (set == &owner.answered) owner.answers = heaps_.push(heaps_.erase(owner.answers, number), number);
    if (set != nullptr && set->large != NONE) {
        forest_.first_moved(larges_[set->large].tree, number);
        note_change(larges_[set->large]);
    }
    if (!bundle.enrolled) return;
    Group& group = groups_.find(owner.group)->second;
    if (set == nullptr)
        group.by_kind[bundle.source.kind].moved(number, BundlesOfKind{*this});
    else
        forest_.first_moved(group.own, number);
    touch(owner.group);
}

void AuctionOrder::enroll(u32 number)
{
    Bundle& bundle = bundles_[number];
    LARIAT_ASSERT(!bundle.enrolled);
    ++steps_;
    const Owner& owner = owners_[bundle.owner];
    Group& group = groups_[owner.group];
    ++group.bundles;
    bundle.outcome_rank = tie_break_ == TieBreak::outcome ? U64_MAX - owner.outcome : 0;
    bundle.enrolled = true;
    if (bundle.source.kind < BidSource::OWN)
        group.by_kind[bundle.source.kind].push(number, BundlesOfKind{*this});
    else
        forest_.insert(group.own, number);
    touch(owner.group);
}

void AuctionOrder::withdraw(u32 number)
{
    Bundle& bundle = bundles_[number];
    LARIAT_ASSERT(bundle.enrolled);
    ++steps_;
    const auto it = groups_.find(owners_[bundle.owner].group);
    Group& group = it->second;
    if (bundle.source.kind < BidSource::OWN)
        group.by_kind[bundle.source.kind].erase(number, BundlesOfKind{*this});
    else
        forest_.erase(group.own, number);
    bundle.enrolled = false;
    touch(it->first);
    if (--group.bundles == 0) groups_.erase(it);
}

void AuctionOrder::show(BidSet& set, u32 number)
{
    LARIAT_ASSERT(set.shown_count < BidSet::SHOWN);
    set.shown[set.shown_count++] = number;
    enroll(number);
}

void AuctionOrder::hide(BidSet& set, u32 number)
{
    const auto end = set.shown.begin() + set.shown_count;
    const auto at = std::find(set.shown.begin(), end, number);
    LARIAT_ASSERT(at != end);
    std::copy(at + 1, end, at);
    --set.shown_count;
    withdraw(number);
}

/// Its bundles, all of which are shown, go into a tree of their own too.
void AuctionOrder::make_large(BidSet& set, u32 owner)
{
    set.large = larges_.take();
    Large& large = larges_[set.large];
    large.owner = owner;
    by_low_.push(set.large, ByLow{larges_});
    by_high_.push(set.large, ByHigh{larges_});
    for (u32 i = 0; i < set.shown_count; ++i) forest_.insert(large.tree, set.shown[i]);
    steps_ += set.shown_count;
}

void AuctionOrder::make_small(BidSet& set)
{
    Large& large = larges_[set.large];
    by_low_.erase(set.large, ByLow{larges_});
    by_high_.erase(set.large, ByHigh{larges_});
    forest_.drop(large.tree);
    large = {};
    larges_.give_back(set.large);
    set.large = NONE;
}

void AuctionOrder::note_change(Large& large)
{
    large.changed = true;
    unsettle(large.owner);
}

void AuctionOrder::unsettle(u32 owner)
{
    if (std::exchange(owners_[owner].unsettled, true)) return;
    unsettled_.push_back(owner);
}

void AuctionOrder::settle_all()
{
    while (!unsettled_.empty()) {
        const u32 owner = unsettled_.back();
        unsettled_.pop_back();
        if (owners_[owner].unsettled) settle(owner);
    }
}

/// Brings its bundles into the group that it belongs to now, and shows the best of its large sets.
void AuctionOrder::settle(u32 number)
{
    Owner& owner = owners_[number];
    ++steps_;
    owner.unsettled = false;
    if (owner.group != owner.recent)
        move_to_group(owner);
    else if (owner.ranks_anew)
        rank_anew(owner);
    owner.ranks_anew = false;
    find_best(owner.own);
    find_best(owner.answered);
}

template <class Visit>
void AuctionOrder::for_each_enrolled(Owner& owner, const Visit& visit)
{
    for (const u32 bundle : owner.of_kind)
        if (bundle != NONE && bundles_[bundle].enrolled) visit(bundle);
    for (const BidSet* const set : {&owner.own, &owner.answered})
        for (u32 i = 0; i < set->shown_count; ++i) visit(set->shown[i]);
}

void AuctionOrder::move_to_group(Owner& owner)
{
    std::array<u32, BidSource::OWN + 2 * BidSet::SHOWN> moved;
    std::size_t count = 0;
    for (BidSet* const set : {&owner.own, &owner.answered}) {
        if (set->large == NONE) continue;
        while (set->shown_count > 0) hide(*set, set->shown[set->shown_count - 1]);
        larges_[set->large].changed = true;
    }
    for_each_enrolled(owner, [&](u32 bundle) { moved[count++] = bundle; });
    for (std::size_t i = 0; i < count; ++i) withdraw(moved[i]);
    owner.group = owner.recent;
    for (std::size_t i = 0; i < count; ++i) enroll(moved[i]);
}

/// The outcome of the owner, which decides ties within its group, is another one.
void AuctionOrder::rank_anew(Owner& owner)
{
    for_each_enrolled(owner, [&](u32 number) {
        ++steps_;
        Bundle& bundle = bundles_[number];
        Group& group = groups_.find(owner.group)->second;
        bundle.outcome_rank = U64_MAX - owner.outcome;
        if (bundle.source.kind < BidSource::OWN)
            group.by_kind[bundle.source.kind].moved(number, BundlesOfKind{*this});
        else
            forest_.first_moved(group.own, number);
        touch(owner.group);
    });
}

void AuctionOrder::find_best(BidSet& set)
{
    if (set.large == NONE) return;
    Large& large = larges_[set.large];
    const u128 lane_basefee = terms_->lane_basefee;
    if (!large.changed && large.low <= lane_basefee && lane_basefee <= large.high) return;
    ++steps_;
    const BidForest::Best best = forest_.best(large.tree, lane_basefee);
    bool keeps_others = !large.changed;
    if (best.bundle && !bundles_[*best.bundle].enrolled) {
        if (set.shown_count == BidSet::SHOWN) {
            hide(set, set.shown[0]);
            keeps_others = false;
        }
        show(set, *best.bundle);
    }
    large.changed = false;
    const auto above = [](u128 fee) { return fee == U128_MAX ? fee : fee + 1; };
    const bool adjoins = best.low <= above(large.high) && large.low <= above(best.high);
    if (keeps_others && adjoins) {
        large.low = std::min(large.low, best.low);
        large.high = std::max(large.high, best.high);
    } else {
        large.low = best.low;
        large.high = best.high;
    }
    by_low_.moved(set.large, ByLow{larges_});
    by_high_.moved(set.large, ByHigh{larges_});
}

void AuctionOrder::keep_outcome(const Address& address)
{
    const u32 number = owners_.number_of(address);
    if (number == NONE || owners_[number].in_with_outcome != NumberHeap::NOWHERE) return;
    owners_[number].in_with_outcome = static_cast<u32>(with_outcome_.size());
    with_outcome_.push_back(number);
}

void AuctionOrder::drop_outcome(u32 number)
{
    u32& place = owners_[number].in_with_outcome;
    if (place == NumberHeap::NOWHERE) return;
    const u32 last = with_outcome_.back();
    with_outcome_[place] = last;
    owners_[last].in_with_outcome = place;
    with_outcome_.pop_back();
    place = NumberHeap::NOWHERE;
}

void AuctionOrder::set_outcomes(const OutcomeOf& outcome_of)
{
    for (std::size_t i = with_outcome_.size(); i-- > 0;) {
        const u32 number = with_outcome_[i];
        Owner& owner = owners_[number];
        const auto outcome = outcome_of(owners_.key(number));
        if (!outcome) drop_outcome(number);
        const u64 now = outcome.value_or(Outcomes::ONE);
        ++steps_;
        if (std::exchange(owner.outcome, now) == now) continue;
        owner.ranks_anew = true;
        unsettle(number);
    }
}

}  // namespace lariat::lane
