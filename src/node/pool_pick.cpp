// The order in which a producer tries what waits in the pool.
#include "lariat/assert.hpp"
#include "node/pool.hpp"

namespace lariat::node {

bool Pool::Picker::Candidate::operator<(const Candidate& other) const
{
    if (overdue != other.overdue) return overdue;
    if (!overdue && tip != other.tip) return tip > other.tip;
    return arrival < other.arrival;
}

void Pool::Picker::offer(const Queue& queue, u64 nonce)
{
    const auto found = queue.find(nonce);
    if (found == queue.end() || !found->second->is_ready()) return;
    const Pooled& tx = *found->second;
    best_.insert({tx.passed_over >= PASSED_OVER_MAX, effective_tip(tx.tx, cycle_basefee_), tx.arrival, &tx});
}

const Pooled* Pool::Picker::next()
{
    LARIAT_REQUIRE(last_ == nullptr, "Picker::next: took() was not called");
    if (best_.empty()) return nullptr;
    last_ = best_.begin()->tx;
    best_.erase(best_.begin());
    return last_;
}

void Pool::Picker::took(bool into_block)
{
    LARIAT_REQUIRE(last_ != nullptr, "Picker::took: there is no candidate");
    if (into_block) offer(pool_->senders_.at(last_->tx.from), last_->nonce() + 1);
    last_ = nullptr;
}

Pool::Picker Pool::pick(const PoolHead& head) const
{
    Picker picker;
    picker.cycle_basefee_ = head.cycle_basefee;
    picker.pool_ = this;
    for (const auto& [sender, queue] : senders_) picker.offer(queue, queue.begin()->first);
    return picker;
}

}  // namespace lariat::node
