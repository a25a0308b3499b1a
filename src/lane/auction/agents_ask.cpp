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
constexpr u64 TURN_CYCLES = 200, TURNS_AS_USED = 512;

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

/// The agents that set_gba has named since the last asking come into force, and all that those before them
/// have answered is void.
void Agents::apply_changes(u64 height)
{
    while (!session_->changed.empty()) {
        const Address address = *session_->changed.begin();
        Owner& owner = owner_of(address);
        ++steps_;
        owner.in_force = owner.named;
        owner.answers_from = owner.named ? height : 0;
        if (!owner.named) set_place(address, owner, 0);
        listener_.voided(address);
        keep(address, owner);
        settle(address);
    }
}

void Agents::let_join(u64 judged, bool only_in_force)
{
    std::map<u64, Address> by_oldest;
    const auto look_at = [&](const std::set<Address>& joining) {
        for (const Address& address : std::set<Address>(joining)) {
            if (has_alive(address, judged))
                by_oldest.emplace(oldest_alive(session_->timers.at(address), judged), address);
            else
                settle(address);
        }
    };
    look_at(session_->joining);
    if (!only_in_force) look_at(session_->joining_with_named);
    for (const auto& [arrival, address] : by_oldest) {
        Owner& owner = owner_of(address);
        set_place(address, owner, lane_.next_place++);
        keep(address, owner);
        settle(address);
    }
}

void Agents::ask(Dispatcher& dispatcher)
{
    apply_changes(dispatcher.height());
    let_join(dispatcher.height(), false);
    std::set<Address> moved;
    take_turns(dispatcher, moved);
    for (const Address& address : moved) keep(address, owner_of(address));
}

/// Until the budget has no room for another turn, or nobody is left to ask about. `moved`: the owners whose
/// places have changed.
void Agents::take_turns(Dispatcher& dispatcher, std::set<Address>& moved)
{
    const timers::TimerConfig& config = dispatcher.config();
    const u64 height = dispatcher.height();
    u64& used = dispatcher.block().timers.report.used.gba;
    std::map<u64, Address>& queue = session_->queue;
    turns_ = 0;
    for (auto at = queue.begin(); at != queue.end();) {
        if (u128{used} + config.gba_cycles_per_call > config.gba_cycles_per_block) return;
        const Address address = at->second;
        Owner& owner = owner_of(address);
        if (!has_alive(address, height)) {  // it has left
            at = std::next(at);
            set_place(address, owner, 0);
            moved.erase(address);
            keep(address, owner);
            settle(address);
            continue;
        }
        const Askables& timers = session_->timers.at(address);
        if (timers.by_place.begin()->first.asked == height) {  // all, in this block
            ++at;
            continue;
        }
        take_turn(dispatcher, address, owner);
        const auto next = std::next(at);
        if (next == queue.end()) {  // its own new place is behind itself
            set_place(address, owner, lane_.next_place++);
            at = queue.find(owner.place);
        } else {
            set_place(address, owner, lane_.next_place++);
            at = next;
        }
        moved.insert(address);
    }
}

/// Asks about the owner's timer that was asked longest ago.
void Agents::take_turn(Dispatcher& dispatcher, const Address& address, const Owner& owner)
{
    Askables& timers = session_->timers.at(address);
    const u64 height = dispatcher.height();
    auto node = timers.by_place.extract(timers.by_place.begin());
    const Place before = node.key();
    node.key().asked = node.mapped().asked = height;
    const Askable timer = node.mapped();
    ++turns_;
    ++steps_;
    // Arrivals rise from turn to turn, so its new place is most often the last.
    const auto at = timers.by_place.insert(timers.by_place.end(), std::move(node));
    auto& asked = timers.asked_by_arrival;
    if (before.asked == 0) asked.emplace_hint(asked.end(), before.arrival, &at->second);
    u32 number = session_->askings.number_of(timer.id);
    if (number == session_->askings.NONE) {
        number = session_->askings.add(timer.id);
        ++lane_.askings;
    }
    Asking& asking = session_->askings[number];
    const std::optional<Bid> answered = asking.height >= owner.answers_from ? asking.bid : std::nullopt;
    asking = {height, call(dispatcher, address, owner, timer)};
    keep(timer.id, asking);
    if (asking.bid != answered) listener_.answered(timer.id, asking.bid);
}

/// The bid for a timer, if there is an acceptable one.
std::optional<Bid> Agents::call(Dispatcher& dispatcher, const Address& address, const Owner& owner,
                                const Askable& asked)
{
    EndOfBlock& block = dispatcher.block();
    const timers::TimerConfig& config = dispatcher.config();
    u64& used = block.timers.report.used.gba;
    const auto whole = checked_mul<u128>(config.gba_cycles_per_call, block.cycle_basefee);
    const u128 balance = block.ledger.balance(address);
    if (!whole || balance < *whole) {
        used += TURN_CYCLES;
        return std::nullopt;
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
    state_.settle();
    used += turns_ > TURNS_AS_USED ? std::max(answer.cycles, TURN_CYCLES) : answer.cycles;
    block.ledger.debit(address, answer.cycles * block.cycle_basefee);
    block.ledger.burn(Ledger::Burn::cycle, answer.cycles * block.cycle_basefee);

    std::optional<GbaFailure> failure = refuse(answer);
    const Bid bid{answer.max_fee, answer.max_priority};
    if (!failure) {
        const timers::Timer timer = block.timers.store.find_existing(asked.id);
        if (is_too_poor(dispatcher, timer, bid)) failure = GbaFailure::payer_too_poor;
    }
    if (!failure) return bid;
    block.timers.report.emit(timers::GbaFailedEvent{address, asked.id, *failure});
    return std::nullopt;
}

}  // namespace lariat::lane
