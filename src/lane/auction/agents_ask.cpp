// A block's askings: from the head of the queue, while the budget has room for a whole call.
#include <algorithm>

#include "base/checked.hpp"
#include "lane/auction/agents.hpp"
#include "lane/settlement.hpp"

namespace lariat::lane {

using timers::GbaFailure;

namespace {

/// What a turn writes, in cycles. One of an owner that cannot pay counts as these, and so does one whose
/// agent used less, once a block has had so many that they would take longer than their cycles say (BLK-8).
constexpr u64 TURN_CYCLES = 200, TURNS_AS_USED = 4'096;

/// What is wrong with a bid in itself.
std::optional<GbaFailure> refuse(const BidAnswer& answer)
{
    if (answer.failure) return answer.failure;
    if (answer.max_fee > BID_MAX || answer.max_priority > BID_MAX) return GbaFailure::fee_too_high;
    if (answer.max_priority > answer.max_fee) return GbaFailure::priority_above_fee;
    return std::nullopt;
}

/// Could the payer cover the timer at this bid? Asked only of a bid that makes it a candidate.
bool is_too_poor(Dispatcher& dispatcher, const timers::Timer& timer, const Bid& bid)
{
    const EndOfBlock& block = dispatcher.block();
    const auto priority = priority_of(bid, block.rules.lane_basefee);
    if (!priority) return false;
    Price price = dispatcher.base_price();
    price.lane_base = block.rules.lane_basefee;
    price.cycle_tip = *priority;
    const u64 gas_limit = timer.gas_limit.value_or(gas_cap(dispatcher.config(), block.rules.discipline));
    const auto cost = max_cost(price, gas_limit, dispatcher.config().max_cells_per_fire);
    return !cost || block.ledger.balance(timer.fee_payer) < *cost;
}

}  // namespace

void Agents::set_answer(const timers::TimerId& id, const std::optional<Bid>& bid)
{
    const auto it = askings_.find(id);
    if (it == askings_.end() || it->second.bid == bid) return;
    it->second.bid = bid;
    keep(id, it->second);
    answered_(id, bid);
}

/// Those of the dead stay: which of them are still known here depends on when this was rebuilt.
void Agents::forget_answers(const Owner& owner, u64 judged)
{
    for (const auto& [place, timer] : owner.timers)
        if (timer.expires_at >= judged) set_answer(timer.id, std::nullopt);
}

/// What set_gba has named since the last asking comes into force.
void Agents::apply_changes(u64 judged)
{
    while (!changed_.empty()) {
        const Address address = *changed_.begin();
        Owner& owner = owners_.at(address);
        forget_answers(owner, judged);
        owner.in_force = owner.named;
        if (!owner.named) set_place(address, owner, 0);
        keep(address, owner);
        settle(address);
    }
}

void Agents::let_join(u64 judged, bool only_in_force)
{
    std::map<u64, Address> by_oldest;
    for (const Address& address : std::set<Address>(joining_)) {
        Owner& owner = owners_.at(address);
        if (only_in_force && !owner.in_force) continue;
        if (!has_alive(owner, judged)) {
            settle(address);
            continue;
        }
        u64 oldest = U64_MAX;  // dead ones are not the oldest
        for (const auto& [place, timer] : owner.timers)
            if (timer.expires_at >= judged) oldest = std::min(oldest, place.arrival);
        by_oldest.emplace(oldest, address);
    }
    for (const auto& [arrival, address] : by_oldest) {
        Owner& owner = owners_.at(address);
        set_place(address, owner, lane_.next_place++);
        keep(address, owner);
        settle(address);
    }
}

void Agents::ask(Dispatcher& dispatcher)
{
    const timers::TimerConfig& config = dispatcher.config();
    const u64 height = dispatcher.height();
    apply_changes(height);
    let_join(height, false);
    u64& used = dispatcher.block().timers.report.used.gba;
    turns_ = 0;
    for (auto at = queue_.begin(); at != queue_.end();) {
        if (u128{used} + config.gba_cycles_per_call > config.gba_cycles_per_block) return;
        const Address address = at->second;
        Owner& owner = owners_.at(address);
        if (!has_alive(owner, height)) {  // it has left
            at = std::next(at);
            set_place(address, owner, 0);
            keep(address, owner);
            settle(address);
            continue;
        }
        if (owner.timers.begin()->first.asked == height) {  // all were asked in this block
            ++at;
            continue;
        }
        take_turn(dispatcher, address, owner);
        const auto next = std::next(at);
        if (next == queue_.end()) {  // its own new place is behind itself
            set_place(address, owner, lane_.next_place++);
            at = queue_.find(owner.place);
        } else {
            set_place(address, owner, lane_.next_place++);
            at = next;
        }
        keep(address, owner);
    }
}

/// Asks about the owner's timer that was asked longest ago.
void Agents::take_turn(Dispatcher& dispatcher, const Address& address, Owner& owner)
{
    const auto first = owner.timers.begin();
    const Askable timer = first->second;
    const Place place{dispatcher.height(), first->first.arrival};
    ++turns_;
    owner.timers.erase(first);
    owner.timers.emplace(place, timer);
    const auto [it, made] = askings_.try_emplace(timer.id);
    if (made) ++lane_.askings;
    Asking& asking = it->second;
    asking.height = place.asked;
    keep(timer.id, asking);
    call(dispatcher, address, owner, timer);
}

void Agents::call(Dispatcher& dispatcher, const Address& address, const Owner& owner, const Askable& asked)
{
    EndOfBlock& block = dispatcher.block();
    const timers::TimerConfig& config = dispatcher.config();
    u64& used = block.timers.report.used.gba;
    const auto whole = checked_mul<u128>(config.gba_cycles_per_call, block.cycle_basefee);
    const u128 balance = block.ledger.balance(address);
    if (!whole || balance < *whole) {
        used += TURN_CYCLES;
        set_answer(asked.id, std::nullopt);
        return;
    }
    const BidAnswer answer = block.agents->ask({.agent = *owner.in_force,
                                                .owner = address,
                                                .trigger_height = asked.due_height,
                                                .current_height = block.rules.height,
                                                .cycle_basefee = block.cycle_basefee,
                                                .cell_basefee = block.cell_basefee,
                                                .lane_basefee = block.rules.lane_basefee,
                                                .last_block_cycles = lane_.last_cycles,
                                                .median_priority = block.rules.median_priority,
                                                .owner_balance = balance,
                                                .cycles_limit = config.gba_cycles_per_call,
                                                .cells_limit = U64_MAX});  // it keeps nothing
    used += turns_ > TURNS_AS_USED ? std::max(answer.cycles, TURN_CYCLES) : answer.cycles;
    block.ledger.debit(address, answer.cycles * block.cycle_basefee);
    block.ledger.burn(Ledger::Burn::cycle, answer.cycles * block.cycle_basefee);

    std::optional<GbaFailure> failure = refuse(answer);
    const Bid bid{answer.max_fee, answer.max_priority};
    if (!failure) {
        const auto timer = block.timers.store.find(asked.id);
        LARIAT_ASSERT(timer);
        if (is_too_poor(dispatcher, *timer, bid)) failure = GbaFailure::payer_too_poor;
    }
    set_answer(asked.id, failure ? std::nullopt : std::optional{bid});
    if (failure) block.timers.report.events.emplace_back(timers::GbaFailedEvent{address, asked.id, *failure});
}

}  // namespace lariat::lane
