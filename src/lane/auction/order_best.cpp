// Looking at the order: the best of each group, and the best of those.
#include "lane/auction/order.hpp"
#include "lariat/assert.hpp"

namespace lariat::lane {

using timers::TieBreak;
using timers::TimerId;

bool AuctionOrder::HeadOrder::operator()(const Head& a, const Head& b) const
{
    if (a.effective != b.effective) return a.effective > b.effective;
    if (tie_break == TieBreak::fair && a.weight != b.weight) return a.weight > b.weight;
    return a.tie < b.tie;
}

void AuctionOrder::open(const Terms& terms)
{
    LARIAT_ASSERT(!terms_);
    terms_ = terms;
    heads_ = std::set<Head, HeadOrder>(HeadOrder{tie_break_});
    for (auto& [recent, group] : groups_) touched_.insert(recent);
}

std::optional<AuctionOrder::Candidate> AuctionOrder::best()
{
    LARIAT_ASSERT(terms_);
    while (!touched_.empty()) {
        const u64 recent = *touched_.begin();
        touched_.erase(touched_.begin());
        if (const auto old = head_of_group_.find(recent); old != head_of_group_.end()) {
            heads_.erase(old->second);
            head_of_group_.erase(old);
        }
        const auto group = groups_.find(recent);
        if (group == groups_.end()) continue;
        if (const auto head = head_of(recent)) head_of_group_.emplace(recent, heads_.insert(*head).first);
        touched_.erase(recent);  // dropping the expired changed it, and it has been looked at
    }
    if (heads_.empty()) return std::nullopt;
    const Head& head = *heads_.begin();
    return Candidate{head.tie.id, head.owner, head.priority, head.weight};
}

/// Drops what expired from the front of a bundle; true when that changed its place, or took it away.
bool AuctionOrder::drop_expired(Bundle& bundle)
{
    if (bundle.timers.begin()->second >= terms_->height) return false;
    while (!bundle.timers.empty() && bundle.timers.begin()->second < terms_->height) {
        bundle.timers.erase(bundle.timers.begin());
        ++steps_;
    }
    reindex(bundle);
    if (bundle.timers.empty()) {
        auto& bundles = bundle.owner->bundles;
        const BidSource source = bundle.source;
        bundles.erase(source);
    }
    return true;
}

std::optional<AuctionOrder::Head> AuctionOrder::head_of(u64 recent)
{
    const u64 weight = terms_->weight(recent);
    std::optional<Head> best;
    const auto offer = [&](const Bundle& bundle, u128 priority) {
        const Head head{priority * weight, weight, bundle.first, recent, priority, bundle.owner->address};
        if (!best || HeadOrder{tie_break_}(head, *best)) best = head;
    };
    for (u8 kind = 0; kind < BidSource::OWN; ++kind) {
        for (;;) {
            const auto group = groups_.find(recent);
            if (group == groups_.end() || group->second.by_kind[kind].empty()) break;
            ++steps_;
            Bundle& bundle = *group->second.by_kind[kind].begin()->second;
            if (drop_expired(bundle)) continue;
            offer(bundle, terms_->priority_of_kind[kind]);
            break;
        }
    }
    for (;;) {
        const auto group = groups_.find(recent);
        if (group == groups_.end()) break;
        ++steps_;
        const BundleNode* node = group->second.own.best(terms_->lane_basefee);
        if (!node) break;
        Bundle& bundle = *const_cast<Bundle*>(static_cast<const Bundle*>(node));
        if (drop_expired(bundle)) continue;
        offer(bundle, *priority_of(bundle.bid, terms_->lane_basefee));
        break;
    }
    return best;
}

void AuctionOrder::put_aside(const TimerId& id)
{
    Waiting& timer = waiting_.at(id);
    LARIAT_ASSERT(!timer.aside);
    take_from_bundle(id, timer);
    timer.aside = true;
    aside_.insert(id);
}

void AuctionOrder::close()
{
    terms_.reset();
    touched_.clear();
    heads_.clear();
    head_of_group_.clear();
    for (const TimerId& id : aside_) {
        Waiting& timer = waiting_.at(id);
        timer.aside = false;
        put_in_bundle(id, timer, owners_.at(timer.owner));
    }
    aside_.clear();
}

}  // namespace lariat::lane
