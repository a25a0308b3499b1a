// Implements the auction from block to block: begin, continue, end, and the timers that wait in it.
#include "lane/auction/auction.hpp"

#include <utility>

#include "lariat/assert.hpp"

namespace lariat::lane {

using timers::TieBreak;
using timers::Timer;

Auction::Auction(state::Overlay& state)
    : state_(state), window_(state), outcomes_(state, lane_), agents_(state, lane_)
{
    agents_.set_listener({.answered =
                              [this](const timers::TimerId& id, const std::optional<Bid>& bid) {
                                  order_->set_source(
                                      id, bid ? BidSource{BidSource::ANSWERED, *bid} : BidSource{});
                              },
                          .voided = [this](const Address& owner) { order_->forget_answers(owner); }});
}

u128 Auction::lane_basefee(timers::Discipline discipline, u128 cycle_basefee) const noexcept
{
    return discipline == timers::Discipline::auction && lane_.since != 0 ? lane_.lane_basefee : cycle_basefee;
}

void Auction::keep()
{
    if (lane_ == kept_) return;
    state_.put(view(LANE_STATE_KEY), encode(lane_));
    kept_ = lane_;
}

FairnessWindow::Changed Auction::moves_owner()
{
    return [this](const Address& owner, u64 recent) { order_->set_recent(owner, recent); };
}

/// Owners that have nothing waiting need no visit: their outcomes are computed when they are asked for.
void Auction::end_epoch()
{
    outcomes_.end_epoch();
    order_->set_outcomes([this](const Address& owner) { return outcomes_.of(owner); });
}

/// Deletes and frees a portion of what no longer counts.
void Auction::tidy()
{
    constexpr u64 LISTS = 2, OUTCOMES = 16, OUTCOMES_FOR_EACH_FIRE = 2, NODES = 4'096, PAGES = 8;
    window_.delete_past(LISTS);
    outcomes_.delete_old(OUTCOMES + OUTCOMES_FOR_EACH_FIRE * fires_);
    agents_.free_ended(NODES);
    if (!ended_.empty() && ended_.back()->give_back(PAGES)) ended_.pop_back();
}

void Auction::begin_block(const timers::BlockRules& rules, u128 cycle_basefee)
{
    const timers::TimerConfig& config = *rules.config;
    const u64 height = rules.height;
    height_ = height;
    fired_.clear();
    fires_ = 0;
    const bool is_on = rules.discipline == timers::Discipline::auction;
    if (!is_on) {
        if (lane_.since != 0) end();
        return;
    }
    if (lane_.since == 0) begin(rules, cycle_basefee);
    window_.slide(height > config.fairness_window_blocks ? height - config.fairness_window_blocks : 0,
                  moves_owner());
    counts_outcomes_ = config.tie_break == TieBreak::outcome;
    if (!counts_outcomes_) {
        outcomes_.clear();
    } else if (height % config.epoch_blocks == 0) {
        end_epoch();
    }
    order_->set_tie_break(config.tie_break);
}

void Auction::begin(const timers::BlockRules& rules, u128 cycle_basefee)
{
    lane_.since = rules.height;
    lane_.lane_basefee = cycle_basefee;
    lane_.median_priority = 0;
}

void Auction::end()
{
    lane_.since = 0;
    lane_.lane_basefee = 0;
    // The median stays: it is of the last block's fires, whatever discipline follows.
    agents_.end_auction();
    ended_.push_back(std::exchange(order_, std::make_unique<AuctionOrder>()));
    window_.clear();
    outcomes_.clear();
    counts_outcomes_ = false;
}

void Auction::note_fire(const Timer& timer, const Fired& fired)
{
    fired_.push_back(timer.owner);
    ++fires_;
    if (!counts_outcomes_) return;
    outcomes_.record(timer.owner, height_ - due_height(timer), fired.cycles);
    order_->keep_outcome(timer.owner);
}

void Auction::end_block(const timers::BlockRules& rules, const timers::Used& used,
                        const std::vector<Fired>& fired)
{
    if (rules.discipline != timers::Discipline::auction) {
        lane_.median_priority = 0;
        return;
    }
    std::vector<u128> priorities;
    for (const Fired& f : fired)
        if (f.terms) priorities.push_back(f.terms->priority);
    lane_.median_priority = lower_median(std::move(priorities));
    if (!rules.config->timers_paused)
        lane_.lane_basefee = next_lane_basefee(lane_.lane_basefee, used.lane, *rules.config);
    if (policy_) {
        lane_.median_priority = policy_->median_priority(lane_.median_priority, fired);
        lane_.lane_basefee = policy_->lane_basefee(lane_.lane_basefee);
    }
    window_.record(rules.height, std::exchange(fired_, {}), moves_owner());
}

void Auction::note_cycles(u64 cycles)
{
    lane_.last_cycles = cycles;
    tidy();
    keep();
}

u64 Auction::weight(u64 recent, const timers::TimerConfig& config) const noexcept
{
    if (policy_) return policy_->weight(recent, window_.median(), config);
    return weight_of(recent, window_.median(), config);
}

Auction::Fairness Auction::fairness(const Address& owner, u64 height, const timers::TimerConfig& config) const
{
    if (timers::discipline_at(config, height) != timers::Discipline::auction || lane_.since == 0)
        return {0, 0, weight_of(0, 0, config)};
    const auto [recent, median] = window_.as_of(
        owner, height > config.fairness_window_blocks ? height - config.fairness_window_blocks : 0);
    return {recent, median, weight_of(recent, median, config)};
}

/// Of one about which no agent was asked yet.
AuctionOrder::Waiting Auction::joining(const Timer& timer)
{
    AuctionOrder::Waiting w{timer.owner, due_height(timer), timer.expires_at, {}, false};
    if (timer.max_fee_per_cycle)
        w.source = {BidSource::OWN, {*timer.max_fee_per_cycle, *timer.max_priority_fee_per_cycle}};
    else if (timer.tier)
        w.source.kind = static_cast<u8>(1 + static_cast<u8>(*timer.tier));
    return w;
}

AuctionOrder::Waiting Auction::waiting_of(const Timer& timer) const
{
    AuctionOrder::Waiting w = joining(timer);
    if (const auto answer = agents_.answer_to(timer)) w.source = {BidSource::ANSWERED, *answer};
    return w;
}

void Auction::joined(const Timer& timer, u64 judged)
{
    if (lane_.since == 0) return;
    agents_.join(timer, height_, judged);
    put_in_order(timer.id, joining(timer));
}

void Auction::put_in_order(const timers::TimerId& id, const AuctionOrder::Waiting& timer)
{
    order_->add(id, timer, window_.recent(timer.owner), outcomes_.of(timer.owner));
}

void Auction::left(const Timer& timer)
{
    if (const auto before = order_->remove(timer.id))
        state_.on_revert([this, id = timer.id, was = *before] { put_in_order(id, was); });
    agents_.leave(timer);
}

void Auction::expiry_changed(const Timer& timer, u64 expires_at)
{
    const auto found = order_->find(timer.id);
    if (!found) return;
    const u64 before = found->expires_at;
    order_->set_expiry(timer.id, expires_at);
    state_.on_revert([this, id = timer.id, before] { order_->set_expiry(id, before); });
    agents_.set_expiry(timer, expires_at);
}

void Auction::rebuild(state::Walk& walk)
{
    if (const auto stored = walk.state().get(view(LANE_STATE_KEY))) {
        const auto decoded = decode_lane_state(*stored);
        if (!decoded) return walk.refuse(view(LANE_STATE_KEY), "the numbers of the auction are malformed");
        lane_ = kept_ = *decoded;
    }
    window_.rebuild(walk, lane_.since);
    outcomes_.rebuild(walk);
    agents_.rebuild(walk);
    walk.then([this]() -> state::Walk::Status {
        agents_.end_rebuild();
        return {};
    });
}

void Auction::joined_before(const Timer& timer)
{
    if (lane_.since == 0) return;
    agents_.rebuild_timer(timer);
    put_in_order(timer.id, waiting_of(timer));
}

bool Auction::same_as(const Auction& other, u64 judged) const
{
    const auto live = [&](const Auction& auction) {
        auto all = auction.order_->all();
        std::erase_if(all, [&](const auto& entry) { return entry.second.expires_at < judged; });
        return all;
    };
    return lane_ == other.lane_ && window_.same_as(other.window_) && outcomes_.same_as(other.outcomes_) &&
           agents_.same_as(other.agents_, judged) && live(*this) == live(other);
}

}  // namespace lariat::lane
