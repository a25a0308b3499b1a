// The order in which a producer tries what waits in the pool.
#include <algorithm>

#include "lariat/assert.hpp"
#include "node/pool.hpp"

namespace lariat::node {

bool Pool::Candidate::operator<(const Candidate& other) const
{
    if (overdue != other.overdue) return overdue;
    if (!overdue && tip != other.tip) return tip > other.tip;
    return arrival < other.arrival;
}

Pool::Candidate Pool::candidate_of(const Pooled& tx, u128 cycle_basefee)
{
    return {tx.passed_over >= PASSED_OVER_MAX, tip_that_counts(tx.tx, cycle_basefee), tx.arrival, &tx};
}

void Pool::Picker::offer(const Queue& queue, u64 nonce)
{
    const auto found = queue.find(nonce);
    if (found == queue.end() || !found->second->is_ready()) return;
    best_.insert(candidate_of(*found->second, cycle_basefee_));
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

const Pooled* Pool::PickerApart::next()
{
    LARIAT_REQUIRE(!last_, "PickerApart::next: took() was not called");
    if (best_.empty()) return nullptr;
    const auto best = best_.begin();
    last_ = best->second;
    const Pooled* tx = best->first.tx;
    best_.erase(best);
    return tx;
}

void Pool::PickerApart::took(bool into_block)
{
    LARIAT_REQUIRE(last_.has_value(), "PickerApart::took: there is no candidate");
    std::vector<Ready>& queue = senders_[*last_];
    queue.pop_back();
    if (into_block && !queue.empty()) best_.emplace(queue.back().candidate, *last_);
    last_.reset();
}

Pool::PickerApart Pool::pick_apart(const PoolHead& head) const
{
    PickerApart picker;
    for (const auto& [sender, queue] : senders_) {
        std::vector<PickerApart::Ready> ready;
        for (const auto& [nonce, tx] : queue) {
            if (!tx->is_ready() || nonce != queue.begin()->first + ready.size()) break;
            ready.push_back({candidate_of(*tx, head.cycle_basefee), tx});
        }
        if (ready.empty()) continue;
        std::reverse(ready.begin(), ready.end());
        picker.best_.emplace(ready.back().candidate, picker.senders_.size());
        picker.senders_.push_back(std::move(ready));
    }
    return picker;
}

}  // namespace lariat::node
