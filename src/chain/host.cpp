// Implements pvm::Host. Every call charges its base cycles, validates its arguments, charges cells, then
// applies its effect. The prices are in host_prices.hpp.
#include "chain/host.hpp"

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/host_prices.hpp"
#include "chain/operations.hpp"
#include "timers/envelope.hpp"
#include "timers/target_calls.hpp"

namespace lariat::chain {

namespace {

constexpr std::string_view DEFAULT_MESSAGE_HANDLER = "handle_message";
constexpr std::size_t HANDLER_BYTES_MAX = 256;

Status check_storage_key(const Arg<BytesView>& key)
{
    if (!key.given()) return wrong_argument("key", key);
    if (key.value.size() <= STORAGE_KEY_BYTES_MAX) return {};
    return Error{ErrorCode::InvalidInput, "a storage key of " + std::to_string(key.value.size()) +
                                              " bytes, at most " + std::to_string(STORAGE_KEY_BYTES_MAX)};
}

}  // namespace

timers::Caller ExecutionHost::caller() const
{
    const auto account = block_.world.account(execution_.actor);
    return {execution_.actor, execution_.paying_sender, account ? account->operations : 0};
}

Status ExecutionHost::take_cycles(u64 n)
{
    if (execution_.meter.take_cycles(n)) return {};
    return Error{ErrorCode::OutOfCycles, std::to_string(n) + " cycles wanted, " +
                                             std::to_string(execution_.meter.cycles_left) + " left"};
}

/// Takes the base cycles of a call with an effect, then refuses it where nothing may be changed.
Status ExecutionHost::take_effect_cycles(u64 n)
{
    if (const Status s = take_cycles(n); !s) return s;
    if (execution_.read_only)
        return Error{ErrorCode::ReadOnly, "a bidding agent may read, and change nothing"};
    return {};
}

Status ExecutionHost::take_cells(u64 n)
{
    if (execution_.meter.take_cells(n)) return {};
    return Error{ErrorCode::OutOfCells, std::to_string(n) + " cells wanted, " +
                                            std::to_string(execution_.meter.cells_left) + " left"};
}

Result<std::optional<Bytes>> ExecutionHost::get_state(const Arg<BytesView>& key)
{
    if (const Status s = take_cycles(READ_CYCLES); !s) return s.error();
    if (const Status s = check_storage_key(key); !s) return s.error();
    if (const Status s = take_cycles(key_cycles(key.value)); !s) return s.error();
    const state::Overlay& overlay = block_.world.overlay();
    const auto at = block_.world.storage_at(execution_.actor, key.value);
    const auto size = at ? overlay.size_of(*at) : std::nullopt;
    if (!size) return std::optional<Bytes>{};
    if (const Status s = take_cycles(value_cycles(*size)); !s) return s.error();
    return overlay.get(*at);
}

Status ExecutionHost::set_state(const Arg<BytesView>& key, const Arg<BytesView>& value)
{
    if (const Status s = take_effect_cycles(WRITE_CYCLES); !s) return s;
    if (const Status s = check_storage_key(key); !s) return s;
    if (!value.given()) return wrong_argument("value", value);
    if (const Status s = take_cells(key.value.size() + value.value.size()); !s) return s;
    block_.world.set_storage(execution_.actor, key.value, value.value);
    return {};
}

Status ExecutionHost::delete_state(const Arg<BytesView>& key)
{
    if (const Status s = take_effect_cycles(WRITE_CYCLES); !s) return s;
    if (const Status s = check_storage_key(key); !s) return s;
    if (const Status s = take_cycles(key_cycles(key.value)); !s) return s;
    block_.world.erase_storage(execution_.actor, key.value);
    return {};
}

Status ExecutionHost::emit_event(const Arg<std::string_view>& topic, const Arg<BytesView>& data)
{
    if (const Status s = take_effect_cycles(EVENT_CYCLES); !s) return s;
    if (!topic.given()) return wrong_argument("topic", topic);
    if (!data.given()) return wrong_argument("data", data);
    if (const Status s = take_cells(topic.value.size() + data.value.size()); !s) return s;
    block_.timers.report.emit(
        timers::ActorEvent{execution_.actor, std::string(topic.value), to_bytes(data.value)});
    return {};
}

Status ExecutionHost::charge_gas(const Arg<u64>& cycles)
{
    if (!cycles.given()) return wrong_argument("cycles", cycles);
    return take_cycles(cycles.value);
}

Result<Hash32> ExecutionHost::randomness(const Arg<BytesView>& domain)
{
    if (const Status s = take_cycles(randomness_cycles(domain.value)); !s) return s.error();
    if (!domain.given()) return wrong_argument("domain", domain);
    Writer height;
    height.put_u64(block_.block.height);
    return keccak256({view(block_.parent_root), height.bytes(), view(execution_.actor), domain.value});
}

Status ExecutionHost::send_message(const pvm::SendArgs& args)
{
    if (const Status s = take_effect_cycles(SEND_CYCLES); !s) return s;
    if (!args.to.given()) return wrong_argument("target", args.to);
    if (args.handler.is_wrong()) return wrong_argument("handler", args.handler);
    if (args.payload.is_wrong()) return wrong_argument("payload", args.payload);
    if (args.gas.is_wrong()) return wrong_argument("gas", args.gas);
    if (args.cells.is_wrong()) return wrong_argument("cells", args.cells);

    lane::Delivery m;
    m.kind = lane::FireKind::message;
    m.target = args.to.value;
    m.payload = args.payload.value;
    m.handler = args.handler.given() ? args.handler.value : DEFAULT_MESSAGE_HANDLER;
    if (m.handler.empty())
        return Error{ErrorCode::InvalidInput, "handler is empty, wanted a name of 1 to " +
                                                  std::to_string(HANDLER_BYTES_MAX) + " bytes"};
    if (m.handler.size() > HANDLER_BYTES_MAX)
        return Error{ErrorCode::HandlerNameTooLong, "handler of " + std::to_string(m.handler.size()) +
                                                        " bytes, at most " +
                                                        std::to_string(HANDLER_BYTES_MAX)};
    m.paid = {.payer = execution_.paid.payer, .price = execution_.paid.price};
    m.paid.cycles = args.gas.given() ? args.gas.value : DEFAULT_MESSAGE_GAS;
    m.paid.cells = args.cells.given() ? args.cells.value : DEFAULT_MESSAGE_CELLS;
    if (const Status s = take_cells(m.payload.size()); !s) return s;
    // Each is set aside as it is taken: where the cells do not fit, the gas was not used either.
    if (const Status s = take_cycles(m.paid.cycles); !s) return s;
    execution_.aside_cycles += m.paid.cycles;
    if (const Status s = take_cells(m.paid.cells); !s) return s;
    execution_.aside_cells += m.paid.cells;

    if (!args.handler.given()) {
        if (auto envelope = timers::parse_envelope(args.payload.value)) {
            m.handler = std::move(envelope->handler);
            m.payload = std::move(envelope->payload);
        }
    }
    Writer index;
    index.put_u32(static_cast<u32>(execution_.sent.size()));
    m.deliver_id = keccak256({view(execution_.origin), index.bytes()});
    m.owner = execution_.actor;
    m.cause = block_.timers.report.now;
    execution_.sent.push_back(std::move(m));
    return {};
}

Status ExecutionHost::transfer(const Arg<Address>& to, const Arg<u128>& amount)
{
    if (const Status s = take_effect_cycles(TRANSFER_CYCLES); !s) return s;
    if (!to.given()) return wrong_argument("to", to);
    if (!amount.given()) return wrong_argument("amount", amount);
    const u128 balance = block_.world.balance(execution_.actor);
    if (balance < amount.value)
        return Error{ErrorCode::InsufficientBalance,
                     "transfer of " + to_decimal(amount.value) + ", balance " + to_decimal(balance)};
    if (const Status s = take_cells(TRANSFER_CELLS); !s) return s;
    return move_money(block_.world, execution_.actor, to.value, amount.value);
}

Status move_money(World& world, const Address& from, const Address& to, u128 amount)
{
    const u128 balance = world.balance(from);
    if (balance < amount)
        return Error{ErrorCode::InsufficientBalance,
                     "transfer of " + to_decimal(amount) + ", balance " + to_decimal(balance)};
    world.debit(from, amount);
    world.credit(to, amount);
    return {};
}

Result<u128> ExecutionHost::balance(const Arg<Address>& of)
{
    if (const Status s = take_cycles(READ_CYCLES); !s) return s.error();
    if (!of.given()) return wrong_argument("address", of);
    return block_.world.balance(of.value);
}

std::vector<std::pair<std::string, pvm::ConfigValue>> ExecutionHost::runtime_config()
{
    return timers::all_fields(*block_.rules.config);
}

Result<Hash32> ExecutionHost::schedule_timer(const ScheduleArgs& args)
{
    if (const Status s = take_effect_cycles(TIMER_CYCLES); !s) return s.error();
    return timers::schedule(block_.rules, block_.timers, caller(), args, execution_.meter);
}

Status ExecutionHost::extend_timer(const Arg<Bytes>& timer_id, const Arg<u64>& new_expires_at)
{
    if (const Status s = take_effect_cycles(TIMER_CYCLES); !s) return s;
    return timers::extend_by_owner(block_.rules, block_.timers, execution_.actor, timer_id, new_expires_at);
}

Status ExecutionHost::cancel_timer(const Arg<Bytes>& timer_id)
{
    if (const Status s = take_effect_cycles(TIMER_CYCLES); !s) return s;
    return timers::cancel_by_owner(block_.timers, execution_.actor, timer_id);
}

bool ExecutionHost::is_actor(const Arg<Address>& target) const
{
    return target.given() && block_.world.live_actor(target.value);
}

Result<Hash32> ExecutionHost::set_timeout(const TimeoutArgs& args)
{
    if (const Status s = take_effect_cycles(TIMER_CYCLES); !s) return s.error();
    return timers::set_timeout(block_.rules, block_.timers, caller(), args, is_actor(args.target),
                               execution_.meter);
}

Result<Hash32> ExecutionHost::set_state_watch(const WatchArgs& args)
{
    if (const Status s = take_effect_cycles(TIMER_CYCLES); !s) return s.error();
    return timers::set_state_watch(block_.rules, block_.timers, caller(), args, is_actor(args.target),
                                   execution_.meter);
}

Result<bool> ExecutionHost::cancel_timer_of(const Arg<Address>& target, const Arg<Bytes>& timer_id)
{
    if (const Status s = take_effect_cycles(TIMER_CYCLES); !s) return s.error();
    return timers::cancel_for_target(block_.timers, execution_.actor, target, timer_id);
}

Result<Hash32> ExecutionHost::schedule_at(const pvm::ScheduleAtArgs& args)
{
    if (const Status s = take_effect_cycles(TIMER_CYCLES); !s) return s.error();
    return schedule_operation(block_, {execution_.actor, execution_.actor}, args, execution_.meter);
}

Result<std::vector<Hash32>> ExecutionHost::scheduled_until(const Arg<u64>& timestamp_ms)
{
    if (const Status s = take_cycles(TIMER_CYCLES); !s) return s.error();
    return operations_until(block_, execution_.actor, timestamp_ms, execution_.meter);
}

Status ExecutionHost::drop(const Arg<Bytes>& operation_id)
{
    if (const Status s = take_effect_cycles(TIMER_CYCLES); !s) return s;
    return drop_operation(block_, execution_.actor, operation_id);
}

void ExecutionHost::print(std::string_view text)
{
    if (block_.observer) block_.observer->printed(block_, execution_, text);
}

Status ExecutionHost::set_gba(const Arg<Address>& agent)
{
    if (const Status s = take_effect_cycles(TIMER_CYCLES); !s) return s;
    if (agent.is_wrong()) return wrong_argument("agent", agent);
    if (agent.given() && !block_.world.live_actor(agent.value))
        return Error{ErrorCode::ActorNotFound, "no actor at " + to_hex(agent.value)};
    block_.engine.set_agent(execution_.actor, agent.given() ? std::optional{agent.value} : std::nullopt);
    return {};
}

Result<pvm::TimerEstimate> ExecutionHost::estimate_timer(const ScheduleArgs& args)
{
    if (const Status s = take_cycles(TIMER_CYCLES); !s) return s.error();
    const timers::Estimate e = timers::estimate(block_.rules, block_.timers, caller(), args,
                                                block_.chain.cycle_basefee, block_.chain.cell_basefee);
    return pvm::TimerEstimate{e.height, e.cost, e.refused};
}

}  // namespace lariat::chain
