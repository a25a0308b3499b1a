// Keeping the order: what waits, in bundles, bundles in groups. Looking at it is in order_best.cpp.
#include "lane/auction/order.hpp"

#include "lariat/assert.hpp"

namespace lariat::lane {

using timers::TieBreak;
using timers::TimerId;

Tie AuctionOrder::tie_of(const TimerId& id, const Waiting& timer) const
{
    return {0, tie_break_ == TieBreak::fair ? timer.due_height : 0, id};
}

Tie AuctionOrder::first_of(const Bundle& bundle) const
{
    Tie first = bundle.timers.begin()->first;
    if (tie_break_ == TieBreak::outcome) first.outcome = U64_MAX - bundle.owner->outcome;
    return first;
}

void AuctionOrder::index(Bundle& bundle)
{
    LARIAT_ASSERT(!bundle.indexed);
    if (bundle.timers.empty()) return;
    ++steps_;
    Group& group = groups_[bundle.owner->recent];
    group.recent = bundle.owner->recent;
    ++group.bundles;
    bundle.first = first_of(bundle);
    bundle.indexed = true;
    if (bundle.source.kind == BidSource::OWN)
        group.own.insert(bundle);
    else
        bundle.place = group.by_kind[bundle.source.kind].emplace(bundle.first, &bundle).first;
    touch(group.recent);
}

void AuctionOrder::unindex(Bundle& bundle)
{
    if (!bundle.indexed) return;
    ++steps_;
    const auto it = groups_.find(bundle.owner->recent);
    Group& group = it->second;
    if (bundle.source.kind == BidSource::OWN)
        group.own.erase(bundle);
    else
        group.by_kind[bundle.source.kind].erase(bundle.place);
    bundle.indexed = false;
    touch(group.recent);
    if (--group.bundles == 0) groups_.erase(it);
}

/// Its first timer may be another one now.
void AuctionOrder::reindex(Bundle& bundle)
{
    if (bundle.indexed && !bundle.timers.empty() && first_of(bundle) == bundle.first) return;
    unindex(bundle);
    index(bundle);
}

void AuctionOrder::touch(u64 recent)
{
    if (terms_) touched_.insert(recent);
}

void AuctionOrder::put_in_bundle(const TimerId& id, const Waiting& timer, Owner& owner)
{
    Bundle& bundle = owner.bundles[timer.source];
    bundle.owner = &owner;
    bundle.source = timer.source;
    bundle.bid = timer.source.own;
    bundle.timers.emplace(tie_of(id, timer), timer.expires_at);
    ++steps_;
    reindex(bundle);
}

void AuctionOrder::take_from_bundle(const TimerId& id, const Waiting& timer)
{
    const auto owner = owners_.find(timer.owner);
    const auto it = owner->second.bundles.find(timer.source);
    ++steps_;
    if (it != owner->second.bundles.end()) {  // else it was dropped with the last of its bundle
        Bundle& bundle = it->second;
        bundle.timers.erase(tie_of(id, timer));
        reindex(bundle);
        if (bundle.timers.empty()) owner->second.bundles.erase(it);
    }
}

void AuctionOrder::add(const TimerId& id, const Waiting& timer, u64 recent, u64 outcome)
{
    const bool added = waiting_.emplace(id, timer).second;
    LARIAT_ASSERT(added);
    const auto [owner, made] = owners_.try_emplace(timer.owner);
    if (made) {
        owner->second.address = timer.owner;
        owner->second.recent = recent;
        owner->second.outcome = outcome;
    }
    ++owner->second.timers;
    if (timer.aside)
        aside_.insert(id);
    else
        put_in_bundle(id, timer, owner->second);
}

void AuctionOrder::remove(const TimerId& id)
{
    const auto it = waiting_.find(id);
    LARIAT_ASSERT(it != waiting_.end());
    const auto owner = owners_.find(it->second.owner);
    if (it->second.aside)
        aside_.erase(id);
    else
        take_from_bundle(id, it->second);
    waiting_.erase(it);
    if (--owner->second.timers == 0) owners_.erase(owner);
}

const AuctionOrder::Waiting* AuctionOrder::find(const TimerId& id) const
{
    const auto it = waiting_.find(id);
    return it == waiting_.end() ? nullptr : &it->second;
}

void AuctionOrder::change(const TimerId& id, const std::function<void(Waiting&)>& edit)
{
    const auto it = waiting_.find(id);
    LARIAT_ASSERT(it != waiting_.end());
    if (it->second.aside) {
        edit(it->second);
        return;
    }
    take_from_bundle(id, it->second);
    edit(it->second);
    put_in_bundle(id, it->second, owners_.at(it->second.owner));
}

void AuctionOrder::set_expiry(const TimerId& id, u64 expires_at)
{
    change(id, [&](Waiting& timer) { timer.expires_at = expires_at; });
}

void AuctionOrder::set_source(const TimerId& id, const BidSource& source)
{
    change(id, [&](Waiting& timer) { timer.source = source; });
}

/// Its bundles leave their group, and join the one that it belongs to after `edit`.
void AuctionOrder::move(Owner& owner, const std::function<void(Owner&)>& edit)
{
    for (auto& [source, bundle] : owner.bundles) unindex(bundle);
    edit(owner);
    for (auto& [source, bundle] : owner.bundles) index(bundle);
}

void AuctionOrder::set_recent(const Address& owner, u64 recent)
{
    const auto it = owners_.find(owner);
    if (it == owners_.end() || it->second.recent == recent) return;
    move(it->second, [&](Owner& o) { o.recent = recent; });
}

void AuctionOrder::set_outcome(const Address& owner, u64 outcome)
{
    const auto it = owners_.find(owner);
    if (it == owners_.end() || it->second.outcome == outcome) return;
    move(it->second, [&](Owner& o) { o.outcome = outcome; });
}

void AuctionOrder::clear()
{
    LARIAT_ASSERT(!terms_);
    waiting_.clear();
    owners_.clear();
    groups_.clear();
}

void AuctionOrder::set_tie_break(TieBreak tie_break)
{
    if (tie_break == tie_break_) return;
    LARIAT_ASSERT(!terms_);
    for (auto& [address, owner] : owners_) {
        for (auto& [source, bundle] : owner.bundles) unindex(bundle);
        owner.bundles.clear();
    }
    tie_break_ = tie_break;
    for (const auto& [id, timer] : waiting_) put_in_bundle(id, timer, owners_.at(timer.owner));
}

}  // namespace lariat::lane
