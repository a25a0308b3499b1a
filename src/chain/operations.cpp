// Implements the host calls of operations: checks in the order of the arguments, then room, money, cells,
// effect.
#include "chain/operations.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "timers/argument_checks.hpp"

namespace lariat::chain {

namespace {

using timers::Operation;
using timers::OperationId;
using timers::Seconds;

constexpr u64 RECORD_BYTES = 64;  // what the deposit counts beside payload and handler
constexpr u64 CYCLES_PER_FOUND = 10;
constexpr std::size_t OPERATION_HANDLER_BYTES_MAX = 256;
constexpr std::string_view DEFAULT_HANDLER = "handle_timer";

std::string number(u128 value)
{
    return to_decimal(value);
}

Error not_found(BytesView id)
{
    if (id.size() != OperationId{}.bytes.size())
        return {ErrorCode::TimerNotFound, "an operation id has " + number(OperationId{}.bytes.size()) +
                                              " bytes, got " + number(id.size())};
    return {ErrorCode::TimerNotFound, "no operation has the id " + to_hex(id)};
}

/// One call of schedule_at on its way to a record.
class Scheduling {
public:
    Scheduling(BlockContext& block, const OperationParties& parties, const pvm::ScheduleAtArgs& args)
        : block_(block), config_(*block.rules.config), args_(args)
    {
        operation_.account = parties.account;
        operation_.target = parties.target;
    }

    Status check()
    {
        for (const auto step : {&Scheduling::timestamp, &Scheduling::handler, &Scheduling::payload,
                                &Scheduling::gas_limit, &Scheduling::room, &Scheduling::money})
            if (const Status s = (this->*step)(); !s) return s;
        return {};
    }

    u64 bytes() const { return args_.payload.value.size() + operation_.handler.size(); }

    OperationId keep()
    {
        World& world = block_.world;
        const Address account = operation_.account;
        world.debit(account, initiation_);
        world.burn(lane::Ledger::Burn::cycle, initiation_);
        world.lock(account, operation_.deposit);
        // The operations' part of it stays in the account, where it takes no room of its own.
        const u64 nonce = block_.timers.store.nonce(account) + world.count_operation(account);
        const OperationId id = timers::operation_id(account, operation_.place.timestamp_ms, nonce);
        operation_.id = id;
        operation_.payload = args_.payload.value;
        block_.operations.insert(std::move(operation_));
        block_.timers.report.was_scheduled(id, timers::ScheduledKind::operation);
        return id;
    }

private:
    /// SCH-1: at the earliest a millisecond after this block's.
    Status timestamp()
    {
        if (!args_.timestamp_ms.given()) return wrong_argument("timestamp_ms", args_.timestamp_ms);
        const auto earliest = checked_add<u64>(block_.block.timestamp_ms, 1);
        if (!earliest) return Error{ErrorCode::InvalidInput, "no timestamp is above this block's"};
        operation_.place.timestamp_ms = std::max(args_.timestamp_ms.value, *earliest);
        return {};
    }

    Status handler()
    {
        if (args_.handler.is_wrong()) return wrong_argument("handler", args_.handler);
        operation_.handler = args_.handler.given() ? args_.handler.value : DEFAULT_HANDLER;
        if (operation_.handler.empty())
            return Error{ErrorCode::InvalidInput, "handler is empty, wanted a name of 1 to " +
                                                      number(OPERATION_HANDLER_BYTES_MAX) + " bytes"};
        if (operation_.handler.size() > OPERATION_HANDLER_BYTES_MAX)
            return Error{ErrorCode::HandlerNameTooLong, "handler of " + number(operation_.handler.size()) +
                                                            " bytes, at most " +
                                                            number(OPERATION_HANDLER_BYTES_MAX)};
        return {};
    }

    Status payload()
    {
        if (args_.payload.is_wrong()) return wrong_argument("payload", args_.payload);
        if (args_.payload.value.size() > config_.max_payload_size)
            return Error{ErrorCode::PayloadTooLarge, "payload of " + number(args_.payload.value.size()) +
                                                         " bytes, at most " +
                                                         number(config_.max_payload_size)};
        return {};
    }

    Status gas_limit()
    {
        if (args_.gas_limit.is_wrong()) return wrong_argument("gas_limit", args_.gas_limit);
        const u64 limit = args_.gas_limit.given() ? args_.gas_limit.value : u64{config_.max_cycles_per_fire};
        if (limit > config_.max_cycles_per_fire)
            return Error{ErrorCode::GasLimitTooHigh, "gas_limit " + number(limit) +
                                                         " is above the cap of a fire " +
                                                         number(config_.max_cycles_per_fire)};
        if (limit < config_.min_gas_limit_per_timer)
            return Error{ErrorCode::GasLimitTooLow, "gas_limit " + number(limit) + " is below the floor " +
                                                        number(config_.min_gas_limit_per_timer)};
        operation_.gas_limit = limit;
        return {};
    }

    /// SCH-10. What is refused is told where there is room.
    Status room()
    {
        const u64 second = operation_.place.timestamp_ms / Seconds::MS, gas = operation_.gas_limit;
        const u64 cap = config_.sch_cycles_per_second, taken = block_.operations.taken(second);
        if (gas <= cap && taken <= cap - gas) return {};
        const auto next = block_.operations.second_with_room(second, gas, cap);
        return Error{ErrorCode::ScheduleFull,
                     "gas_limit " + number(gas) + " does not fit second " + number(second) + ", of whose " +
                         number(cap) + " cycles " + number(taken) + " are taken; " +
                         (next ? "the next with room begins at " + number(*next * Seconds::MS) + " ms"
                               : std::string("no later one has room"))};
    }

    Status money()
    {
        const u128 cell_fee = block_.chain.cell_basefee, cycle_fee = block_.chain.cycle_basefee;
        const auto initiation = checked_mul<u128>(config_.sch_initiation_cycles, cycle_fee);
        const auto deposit = checked_mul<u128>(bytes() + RECORD_BYTES, cell_fee);
        const auto both = initiation && deposit ? checked_add(*initiation, *deposit) : std::nullopt;
        const u128 balance = block_.world.balance(operation_.account);
        if (!both || *both > balance)
            return Error{ErrorCode::InsufficientBalance, "initiation fee and deposit are " +
                                                             (both ? number(*both) : "more than 2^128 - 1") +
                                                             ", balance " + number(balance)};
        initiation_ = *initiation;
        operation_.deposit = *deposit;
        return {};
    }

    BlockContext& block_;
    const timers::TimerConfig& config_;
    const pvm::ScheduleAtArgs& args_;
    Operation operation_;
    u128 initiation_ = 0;
};

}  // namespace

Arg<u64> resolve(const Moment& moment, u64 now)
{
    if (!moment.relative) return moment.value;
    const auto sum = checked_add(now, moment.value);
    return sum ? Arg<u64>(*sum)
               : Arg<u64>::wrong("must be at most 2^64 - 1, got +" + to_decimal(moment.value));
}

pvm::ScheduleAtArgs schedule_at_args(const ScheduleAtCall& step, u64 timestamp_ms)
{
    pvm::ScheduleAtArgs args;
    args.timestamp_ms = resolve(step.timestamp_ms, timestamp_ms);
    if (step.handler) args.handler = *step.handler;
    args.payload = step.payload;
    if (step.gas_limit) args.gas_limit = *step.gas_limit;
    return args;
}

Result<OperationId> schedule_operation(BlockContext& block, const OperationParties& parties,
                                       const pvm::ScheduleAtArgs& args, Meter& meter)
{
    Scheduling call(block, parties, args);
    if (const Status s = call.check(); !s) return s.error();
    const u64 cells = call.bytes() + timers::INDEX_CELLS;
    if (!meter.take_cells(cells))
        return Error{ErrorCode::OutOfCells,
                     "scheduling takes " + number(cells) + " cells, " + number(meter.cells_left) + " left"};
    return call.keep();
}

Status drop_operation(BlockContext& block, const Address& account, const Arg<Bytes>& id)
{
    if (!id.given()) return wrong_argument("operation_id", id);
    OperationId wanted;
    std::optional<Operation> found;
    if (id.value.size() == wanted.bytes.size()) {
        std::copy(id.value.begin(), id.value.end(), wanted.bytes.begin());
        found = block.operations.find(wanted);
    }
    if (!found) return not_found(id.value);
    if (found->account != account)
        return Error{ErrorCode::Unauthorized, "the operation belongs to " + to_hex(found->account)};
    block.operations.drop(*found);
    block.world.unlock(account, found->deposit);
    block.timers.report.left(wanted, timers::ExitKind::dropped);
    return {};
}

Result<std::vector<OperationId>> operations_until(const BlockContext& block, const Address& account,
                                                  const Arg<u64>& timestamp_ms, Meter& meter)
{
    if (!timestamp_ms.given()) return wrong_argument("timestamp_ms", timestamp_ms);
    auto found = block.operations.until(account, timestamp_ms.value,
                                        [&] { return meter.take_cycles(CYCLES_PER_FOUND); });
    if (meter.out == Meter::Out::cycles)
        return Error{ErrorCode::OutOfCycles, "an operation found takes " + number(CYCLES_PER_FOUND) +
                                                 " cycles, " + number(meter.cycles_left) + " left"};
    return found;
}

void transfer_control(BlockContext& block, const Address& account)
{
    block.world.set_barrier(account, block.operations.next_sequence());
}

}  // namespace lariat::chain
