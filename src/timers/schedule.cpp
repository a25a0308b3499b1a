// Implements schedule_timer: checks in the order of the arguments, then caps, then base fee.
#include <algorithm>

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "base/utf8.hpp"
#include "timers/argument_checks.hpp"
#include "timers/envelope.hpp"
#include "timers/lifecycle/transitions.hpp"

namespace lariat::timers {

namespace {

constexpr std::size_t HANDLER_BYTES_MAX = 256;
constexpr std::string_view DEFAULT_HANDLER = "handle_timer";
const u128 EXPLICIT_FEE_MAX = parse_decimal("1000000000000000000000000000").value();  // 10^27

Error refuse(ErrorCode code, const std::string& what)
{
    return {code, what};
}

template <class T>
std::string number(T value)
{
    return to_decimal(static_cast<u128>(value));
}

/// 0x00…00 to 0x00…0f: the burn address and the system actors.
bool is_reserved(const Address& a) noexcept
{
    for (std::size_t i = 0; i + 1 < a.bytes.size(); ++i)
        if (a.bytes[i] != 0) return false;
    return a.bytes.back() <= 0x0f;
}

/// One call of schedule_timer on its way to a record.
class Scheduling {
public:
    Scheduling(const BlockRules& rules, TimerState& state, const Caller& caller, const ScheduleArgs& args)
        : rules_(rules), config_(*rules.config), state_(state), caller_(caller), args_(args)
    {
    }

    Status check()
    {
        const std::vector<Error> refused = all_refusals(1);
        return refused.empty() ? Status{} : Status{refused.front()};
    }

    /// The checks that fail, in their order; at most `limit`.
    std::vector<Error> all_refusals(std::size_t limit)
    {
        std::vector<Error> refused;
        timer_.owner = timer_.target = caller_.actor;
        timer_.schedule_block = rules_.height;
        for (const auto step :
             {&Scheduling::height, &Scheduling::payload, &Scheduling::handler, &Scheduling::fee_payer,
              &Scheduling::gas_limit, &Scheduling::expires_at, &Scheduling::fee_caps, &Scheduling::tier,
              &Scheduling::bid, &Scheduling::actor_cap, &Scheduling::basefee})
            if (const Status s = (this->*step)(); !s) {
                refused.push_back(s.error());
                if (refused.size() == limit) break;
            }
        return refused;
    }

    /// What it could cost at most, at current base fees (API-16).
    u128 worst_cost(u128 cycle_basefee, u128 cell_basefee) const
    {
        const u128 lane = rules_.lane_basefee;
        u128 per_cycle = cycle_basefee * config_.timer_lane_fee_multiplier / 1000;
        if (rules_.discipline == Discipline::auction) {
            const u128 max_fee = args_.max_fee_per_cycle.given() ? args_.max_fee_per_cycle.value : 2 * lane;
            u128 priority = rules_.median_priority;
            if (args_.max_priority_fee_per_cycle.given())
                priority = args_.max_priority_fee_per_cycle.value;
            else if (args_.max_fee_per_cycle.absent() && timer_.tier)
                priority = mul_div(priority, tier_thousandths(*timer_.tier, config_), 1000);
            per_cycle = saturating_add(
                per_cycle, saturating_add(lane, max_fee < lane ? 0 : std::min(priority, max_fee - lane)));
        }
        const auto cycles = checked_mul<u128>(per_cycle, gas());
        const auto cells = checked_mul<u128>(cell_basefee, config_.max_cells_per_fire);
        return cycles && cells ? saturating_add(*cycles, *cells) : U128_MAX;
    }

    std::optional<u64> first_height_with_room() const
    {
        if (!args_.height.given()) return std::nullopt;
        return state_.store.calendar().first_height_with_room(
            args_.height.value, u64{config_.estimate_horizon} + 1, gas(), config_.lane_timer_cycles,
            gas_cap(config_, rules_.discipline));
    }

    u64 cells() const { return args_.payload.value.size() + INDEX_CELLS; }

    TimerId keep()
    {
        take_payload();
        const u64 nonce = state_.store.take_nonce(caller_.actor) + caller_.operations;
        const TimerId id = height_timer_id(caller_.actor, timer_.height, args_.payload.value, nonce);
        timer_.id = id;
        create_timer(state_, std::move(timer_), ScheduledKind::timer);
        if (clamped_) state_.report.emit(PriorityClampedEvent{id, clamped_->stated, clamped_->clamped});
        if (!args_.bid.absent()) state_.report.emit(ArgIgnoredEvent{id, "bid"});
        return id;
    }

private:
    u64 gas() const
    {
        return args_.gas_limit.given() ? args_.gas_limit.value : gas_cap(config_, rules_.discipline);
    }

    Status height()
    {
        timer_.height = args_.height.value;
        return check_height(args_.height, "height", rules_);
    }

    Status payload() { return check_payload(args_.payload, config_); }

    Status handler()
    {
        if (args_.handler.is_wrong()) return wrong_argument("handler", args_.handler);
        timer_.handler = args_.handler.given() ? args_.handler.value : DEFAULT_HANDLER;
        if (timer_.handler.empty())
            return refuse(ErrorCode::InvalidInput,
                          "handler is empty, wanted a name of 1 to " + number(HANDLER_BYTES_MAX) + " bytes");
        if (timer_.handler.size() > HANDLER_BYTES_MAX)
            return refuse(ErrorCode::HandlerNameTooLong, "handler of " + number(timer_.handler.size()) +
                                                             " bytes, at most " + number(HANDLER_BYTES_MAX));
        return {};
    }

    /// Only once its cells are paid: a refused call must not read a megabyte for 200 cycles. The handler
    /// that an envelope names is never refused.
    void take_payload()
    {
        auto envelope = args_.handler.given() ? std::nullopt : parse_envelope(args_.payload.value);
        if (envelope) {
            timer_.handler = std::move(envelope->handler);
            timer_.payload = std::move(envelope->payload);
        } else {
            timer_.payload = args_.payload.value;
        }
    }

    Status fee_payer()
    {
        if (args_.fee_payer.is_wrong()) return wrong_argument("fee_payer", args_.fee_payer);
        timer_.fee_payer = args_.fee_payer.given() ? args_.fee_payer.value : caller_.actor;
        if (args_.fee_payer.absent()) return {};
        if (is_reserved(timer_.fee_payer))
            return refuse(ErrorCode::InvalidInput,
                          "fee_payer " + to_hex(timer_.fee_payer) + " is a reserved address");
        if (timer_.fee_payer == caller_.actor) return {};
        if (caller_.paying_sender && timer_.fee_payer == *caller_.paying_sender) return {};
        return refuse(ErrorCode::InvalidInput,
                      "fee_payer " + to_hex(timer_.fee_payer) +
                          " is neither the executing actor nor the sender of a transaction that calls it "
                          "directly");
    }

    Status gas_limit()
    {
        if (args_.gas_limit.given()) timer_.gas_limit = args_.gas_limit.value;
        return check_gas_limit(args_.gas_limit, rules_);
    }

    Status expires_at()
    {
        const auto expires_at = checked_expiry(args_.expires_at, rules_);
        if (!expires_at) return expires_at.error();
        timer_.expires_at = expires_at.value();
        return {};
    }

    Status fee_caps()
    {
        for (const auto& [name, arg] :
             {std::pair{"max_fee_per_cycle", &args_.max_fee_per_cycle},
              std::pair{"max_priority_fee_per_cycle", &args_.max_priority_fee_per_cycle}}) {
            if (arg->is_wrong()) return wrong_argument(name, *arg);
            if (arg->value > EXPLICIT_FEE_MAX)
                return refuse(ErrorCode::InvalidInput, std::string(name) + " " + number(arg->value) +
                                                           " is above " + number(EXPLICIT_FEE_MAX));
        }
        return {};
    }

    Status tier()
    {
        if (args_.priority_tier_hint.is_wrong())
            return wrong_argument("priority_tier_hint", args_.priority_tier_hint);
        if (args_.priority_tier_hint.absent()) return {};
        timer_.tier = tier_from_name(args_.priority_tier_hint.value);
        if (!timer_.tier)
            return refuse(ErrorCode::InvalidInput,
                          "priority_tier_hint must be economy, standard, fast or urgent, got " +
                              std::string(utf8::head(args_.priority_tier_hint.value, 32)));
        if (args_.max_fee_per_cycle.given() && args_.max_priority_fee_per_cycle.given())
            return refuse(
                ErrorCode::InvalidInput,
                "priority_tier_hint and max_priority_fee_per_cycle both name the priority: give one");
        return {};
    }

    Status bid()
    {
        if (args_.bid.absent()) return {};
        if (rules_.discipline == Discipline::auction)
            return refuse(ErrorCode::TimerArgDeprecated, "bid is withdrawn; use max_priority_fee_per_cycle");
        if (args_.bid.is_wrong()) return wrong_argument("bid", args_.bid);
        return {};
    }

    Status actor_cap() { return check_actor_cap(state_, caller_.actor, config_); }

    /// API-12, API-13. One cap without the other is completed by the default bid (GBA-1), then cut.
    Status basefee()
    {
        if (args_.max_fee_per_cycle.absent() && args_.max_priority_fee_per_cycle.absent()) return {};
        const u128 lane = rules_.lane_basefee;
        const u128 max_fee = args_.max_fee_per_cycle.given() ? args_.max_fee_per_cycle.value : 2 * lane;
        const u128 priority = args_.max_priority_fee_per_cycle.given()
                                  ? args_.max_priority_fee_per_cycle.value
                                  : rules_.median_priority;
        if (max_fee < lane)
            return refuse(
                ErrorCode::TimerRejectedBelowBasefee,
                "max_fee_per_cycle " + number(max_fee) + " is below the lane base fee " + number(lane));
        timer_.max_fee_per_cycle = max_fee;
        timer_.max_priority_fee_per_cycle = priority;
        if (priority > max_fee - lane) {
            clamped_ = Clamped{priority, max_fee - lane};
            timer_.max_priority_fee_per_cycle = max_fee - lane;
        }
        return {};
    }

    const BlockRules& rules_;
    const TimerConfig& config_;
    TimerState& state_;
    const Caller& caller_;
    const ScheduleArgs& args_;
    Timer timer_;
    struct Clamped {
        u128 stated, clamped;
    };
    std::optional<Clamped> clamped_;
};

}  // namespace

Result<TimerId> schedule(const BlockRules& rules, TimerState& state, const Caller& caller,
                         const ScheduleArgs& args, Meter& meter)
{
    Scheduling call(rules, state, caller, args);
    if (const Status s = call.check(); !s) return s.error();
    if (!meter.take_cells(call.cells()))
        return Error{ErrorCode::OutOfCells, "scheduling takes " + number(call.cells()) + " cells, " +
                                                number(meter.cells_left) + " left"};
    return call.keep();
}

Estimate estimate(const BlockRules& rules, TimerState& state, const Caller& caller, const ScheduleArgs& args,
                  u128 cycle_basefee, u128 cell_basefee)
{
    Scheduling call(rules, state, caller, args);
    Estimate out;
    for (const Error& refused : call.all_refusals(SIZE_MAX)) out.refused.push_back(refused.code);
    out.cost = call.worst_cost(cycle_basefee, cell_basefee);
    out.height = call.first_height_with_room();
    return out;
}

}  // namespace lariat::timers
