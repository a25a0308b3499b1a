// Finds the best bundle of each group, and the best of all.
#include "lane/auction/order.hpp"
#include "lariat/assert.hpp"

namespace lariat::lane {

using timers::TieBreak;
using timers::TimerId;

bool AuctionOrder::HeadOrder::operator()(const Head& a, const Head& b) const
{
    if (a.effective != b.effective) return a.effective > b.effective;
    if (oldest_first && a.tie.due_height != b.tie.due_height) return a.tie.due_height < b.tie.due_height;
    if (tie_break == TieBreak::fair && a.weight != b.weight) return a.weight > b.weight;
    if (a.outcome_rank != b.outcome_rank) return a.outcome_rank < b.outcome_rank;
    return a.tie < b.tie;
}

void AuctionOrder::open(const Terms& terms)
{
    LARIAT_ASSERT(!terms_);
    terms_ = terms;
    heads_ = std::set<Head, HeadOrder>(HeadOrder{tie_break_, terms.oldest_first});
    settle_all();
    while (!by_high_.empty() && larges_[by_high_.top()].high < terms.lane_basefee)
        settle(larges_[by_high_.top()].owner);
    while (!by_low_.empty() && larges_[by_low_.top()].low > terms.lane_basefee)
        settle(larges_[by_low_.top()].owner);
    for (auto& [recent, group] : groups_) touched_.insert(recent);
}

std::optional<AuctionOrder::Candidate> AuctionOrder::best()
{
    LARIAT_ASSERT(terms_);
    settle_all();
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

void AuctionOrder::touch(u64 group)
{
    if (terms_) touched_.insert(group);
}

/// Drops the expired timers at the front of a bundle. True when there were some: it has another first timer,
/// or none.
bool AuctionOrder::drop_expired(u32 number)
{
    Bundle& bundle = bundles_[number];
    bool dropped = false;
    while (!bundle.timers.empty() ||
           (bundle.source.kind == 0 && owners_[bundle.owner].void_answers != NONE)) {
        const u32 timer = first_timer(bundle);
        if (entries_[timer].expires_at >= terms_->height) break;
        const u32 of = entries_[timer].bundle;
        bundles_[of].timers.erase(timer, TimersOfBundle{*this});
        if (of != number) place_void(of);
        ++steps_;
        dropped = true;
    }
    if (dropped) place(number);
    return dropped;
}

std::optional<AuctionOrder::Head> AuctionOrder::head_of(u64 recent)
{
    const u64 weight = terms_->weight(recent);
    std::optional<Head> best;
    const auto offer = [&](const Bundle& bundle, u128 priority) {
        const Head head{priority * weight,        weight, bundle.outcome_rank, bundle.first, recent, priority,
                        owners_.key(bundle.owner)};
        if (!best || HeadOrder{tie_break_, terms_->oldest_first}(head, *best)) best = head;
    };
    for (u8 kind = 0; kind < BidSource::OWN; ++kind) {
        for (;;) {
            const auto group = groups_.find(recent);
            if (group == groups_.end() || group->second.by_kind[kind].empty()) break;
            ++steps_;
            const u32 bundle = group->second.by_kind[kind].top();
            if (drop_expired(bundle)) continue;
            offer(bundles_[bundle], terms_->priority_of_kind[kind]);
            break;
        }
    }
    for (;;) {
        const auto group = groups_.find(recent);
        if (group == groups_.end()) break;
        ++steps_;
        const auto bundle = forest_.best(group->second.own, terms_->lane_basefee).bundle;
        if (!bundle) break;
        if (drop_expired(*bundle)) {
            settle_all();  // the owner may have another bid to show
            continue;
        }
        offer(bundles_[*bundle], *priority_of(bundles_[*bundle].source.own, terms_->lane_basefee));
        break;
    }
    return best;
}

void AuctionOrder::put_aside(const TimerId& id)
{
    const u32 number = entry_of(id);
    LARIAT_ASSERT(number != NONE && !entries_[number].aside);
    pull(number);
    entries_[number].aside = true;
    aside_.insert(id);
}

void AuctionOrder::close()
{
    terms_.reset();
    touched_.clear();
    heads_.clear();
    head_of_group_.clear();
    for (const TimerId& id : aside_) {
        const u32 number = entry_of(id);
        entries_[number].aside = false;
        push(number);
    }
    aside_.clear();
}

}  // namespace lariat::lane
