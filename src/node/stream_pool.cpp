// Changes of the pool, and the pool as it was at the beginning of a subscription.
#include "node/stream_pool.hpp"

#include <algorithm>

namespace lariat::node {

namespace {

constexpr std::size_t PAGE_CHANGES = 200, PAGE_TXS = 100;
constexpr u64 POOL_PAGE_BYTES = 256 * 1'024;

}  // namespace

void PoolFeed::add(PoolChange change)
{
    change.number = ++latest_;
    bytes_ += change.tx.size();
    changes_.push_back(std::move(change));
    while (bytes_ > BYTES_MAX && changes_.size() > 1) {
        bytes_ -= changes_.front().tx.size();
        changes_.pop_front();
    }
}

void PoolFeed::clear()
{
    changes_.clear();
    bytes_ = 0;
}

const PoolChange* PoolFeed::find(u64 number) const
{
    if (changes_.empty() || number < changes_.front().number || number > latest_) return nullptr;
    return &changes_[number - changes_.front().number];
}

PoolSubscription::PoolSubscription(const SubscribeMessage& wanted, const Core& core, const PoolFeed& feed)
    : id_(wanted.id), seen_(feed.latest())
{
    for (const auto& [column, value] : wanted.topic.filters) {
        Address sender;
        std::copy(value.begin(), value.end(), sender.bytes.begin());
        sender_ = sender;
    }
    const std::vector<const Pooled*> all = core.pool().all();
    if (!all.empty()) given_to_ = all.back()->arrival;
}

PoolSubscription::Step PoolSubscription::step(const Core& core, const PoolFeed& feed, StreamQueue& queue,
                                              bool with_pool)
{
    if (seen_ < feed.latest()) {
        u64 bytes = 0;
        for (std::size_t i = 0; i < PAGE_CHANGES && seen_ < feed.latest() && bytes < POOL_PAGE_BYTES; ++i) {
            const PoolChange* change = feed.find(seen_ + 1);
            if (!change) return Step::lost_its_place;
            ++seen_;
            // What is still to be given with the pool will be given as it is then.
            const bool to_be_given = change->arrival > given_ && change->arrival <= given_to_;
            if (to_be_given || !is_wanted(change->sender)) continue;
            queue.push(item_message(id_, change->height, change->tx));
            bytes += change->tx.size();
        }
        return Step::went_on;
    }
    if (!with_pool || given_ >= given_to_) return Step::nothing_left;
    std::vector<const Pooled*> all = sender_ ? core.pool().of_sender(*sender_) : core.pool().all();
    std::sort(all.begin(), all.end(),
              [](const Pooled* a, const Pooled* b) { return a->arrival < b->arrival; });
    std::size_t count = 0;
    u64 bytes = 0;
    for (const Pooled* tx : all) {
        if (tx->arrival <= given_ || tx->arrival > given_to_) continue;
        if (count++ == PAGE_TXS || bytes >= POOL_PAGE_BYTES) return Step::went_on;
        const std::string json = core.pooled_json(*tx, false).dump();
        queue.push(item_message(id_, core.head().height, json));
        bytes += json.size();
        given_ = tx->arrival;
    }
    given_ = given_to_;
    return Step::went_on;
}

}  // namespace lariat::node
