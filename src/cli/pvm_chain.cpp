// The chain in memory: calls of the host, blocks of timers and messages.
#include "cli/pvm_chain.hpp"

#include <algorithm>
#include <tuple>

#include "base/hash.hpp"
#include "chain/host.hpp"
#include "chain/host_prices.hpp"
#include "timers/argument_checks.hpp"

namespace lariat::cli {

namespace {

constexpr u64 BLOCK_MS = 1000;

Hash32 numbered(std::string_view what, u64 n)
{
    return keccak256({view(what), view(std::to_string(n))});
}

}  // namespace

Address test_account()
{
    Address a;
    a.bytes.fill(0xad);
    return a;
}

Address TestChain::place(std::shared_ptr<const pvm::Program> program, std::string file, std::string source,
                         const Address& deployer)
{
    Address address;
    const Hash32 id = numbered("actor", ++made_);
    std::copy(id.bytes.begin(), id.bytes.begin() + 20, address.bytes.begin());
    world.actors[address] = {std::move(program), std::move(file), std::move(source), deployer, {}};
    return address;
}

pvm::Outcome TestChain::run_in(const Address& actor, const Address& sender, Meter& meter,
                               const std::function<pvm::Outcome()>& what)
{
    const pvm::Context outer = context_;
    Meter* const outer_meter = meter_;
    context_ = {};
    context_.block_height = height;
    context_.timestamp_ms = height * BLOCK_MS;
    context_.block_hash = numbered("block", height);
    context_.sender = sender;
    context_.actor = actor;
    meter_ = &meter;
    pvm::Outcome out = what();
    context_ = outer;
    meter_ = outer_meter;
    return out;
}

TestOutcome TestChain::call(const Address& actor, std::string_view handler, BytesView payload,
                            const Address& sender, u64 cycles, pvm::Watch* watch)
{
    const World before = world;
    Meter meter{cycles, CELLS_MAX};
    const std::shared_ptr<const pvm::Program> program = world.actors[actor].program;
    pvm::Call what{handler, payload, actor, world.actors[actor].deployer};
    what.want_traceback = true;
    what.watch = watch;
    TestOutcome outcome;
    outcome.out = run_in(actor, sender, meter, [&] {
        pvm::Outcome out;
        out.status = pvm::ExitStatus::out_of_cycles;
        if (!meter.take_cycles(10)) return out;
        out.status = pvm::ExitStatus::no_handler;  // `_…` is for nobody outside, as in the chain
        return handler.starts_with('_') ? out : pvm::run(*program, what, *this, meter, pvm::Limits{});
    });
    if (outcome.out.status != pvm::ExitStatus::ok) world = before;
    outcome.cycles = cycles - meter.cycles_left;
    outcome.cells = CELLS_MAX - meter.cells_left;
    return outcome;
}

std::vector<std::string> TestChain::next_block()
{
    std::vector<std::string> failed;
    ++height;
    const auto run = [&](const Address& target, std::string_view handler, const Bytes& payload,
                         const Address& sender, u64 cycles) {
        if (!world.actors.contains(target)) {
            failed.push_back(std::string(handler) + ": no such actor");
            return;
        }
        const TestOutcome outcome = call(target, handler, payload, sender, cycles);
        if (outcome.out.status == pvm::ExitStatus::no_handler)
            failed.push_back(std::string(handler) + ": no such handler");
        else if (outcome.out.status != pvm::ExitStatus::ok)
            failed.push_back(
                std::string(handler) + ": " +
                (outcome.out.error.empty() ? "out of cycles, cells or memory" : outcome.out.error));
    };
    std::vector<TestTimer> due, later;
    for (TestTimer& t : world.timers) (t.height > height ? later : due).push_back(std::move(t));
    world.timers = std::move(later);
    std::sort(due.begin(), due.end(), [](const TestTimer& a, const TestTimer& b) {
        return std::tie(a.height, a.id) < std::tie(b.height, b.id);
    });
    for (const TestTimer& t : due) run(t.target, "handle_timer", t.payload, t.owner, t.gas_limit);
    for (u32 n = 0; !world.messages.empty() && n < 10'000; ++n) {
        const TestMessage m = world.messages.front();
        world.messages.erase(world.messages.begin());
        run(m.to, "handle_message", m.payload, m.from, m.gas);
    }
    return failed;
}

Status TestChain::charge(u64 cycles, u64 cells)
{
    if (!meter_->take_cycles(cycles)) return Error{ErrorCode::OutOfCycles, "out of cycles"};
    if (!meter_->take_cells(cells)) return Error{ErrorCode::OutOfCells, "out of cells"};
    return {};
}

Result<std::optional<Bytes>> TestChain::get_state(const Arg<BytesView>& key)
{
    if (const Status s = charge(chain::READ_CYCLES + chain::key_cycles(key.value)); !s) return s.error();
    if (!key.given()) return wrong_argument("key", key);
    const auto& state = world.actors[context_.actor].state;
    const auto at = state.find(to_bytes(key.value));
    if (at == state.end()) return std::optional<Bytes>{};
    if (const Status s = charge(chain::value_cycles(at->second.size())); !s) return s.error();
    return std::optional{at->second};
}

Status TestChain::set_state(const Arg<BytesView>& key, const Arg<BytesView>& value)
{
    if (const Status s = charge(chain::WRITE_CYCLES); !s) return s;
    if (!key.given()) return wrong_argument("key", key);
    if (!value.given()) return wrong_argument("value", value);
    if (const Status s = charge(0, key.value.size() + value.value.size()); !s) return s;
    world.actors[context_.actor].state[to_bytes(key.value)] = to_bytes(value.value);
    return {};
}

Status TestChain::delete_state(const Arg<BytesView>& key)
{
    if (const Status s = charge(chain::WRITE_CYCLES + chain::key_cycles(key.value)); !s) return s;
    if (!key.given()) return wrong_argument("key", key);
    world.actors[context_.actor].state.erase(to_bytes(key.value));
    return {};
}

Status TestChain::emit_event(const Arg<std::string_view>& topic, const Arg<BytesView>& data)
{
    if (const Status s = charge(chain::EVENT_CYCLES); !s) return s;
    if (!topic.given()) return wrong_argument("topic", topic);
    if (!data.given()) return wrong_argument("data", data);
    if (const Status s = charge(0, topic.value.size() + data.value.size()); !s) return s;
    world.events.push_back({context_.actor, std::string(topic.value), to_bytes(data.value)});
    return {};
}

Status TestChain::charge_gas(const Arg<u64>& cycles)
{
    if (!cycles.given()) return wrong_argument("cycles", cycles);
    return charge(cycles.value);
}

Result<Hash32> TestChain::randomness(const Arg<BytesView>& domain)
{
    if (const Status s = charge(chain::randomness_cycles(domain.value)); !s) return s.error();
    if (!domain.given()) return wrong_argument("domain", domain);
    return keccak256({domain.value, view(context_.block_hash), view(context_.actor)});
}

Status TestChain::send_message(const pvm::SendArgs& args)
{
    if (const Status s = charge(chain::SEND_CYCLES); !s) return s;
    if (!args.to.given()) return wrong_argument("target", args.to);
    if (args.payload.is_wrong()) return wrong_argument("payload", args.payload);
    if (args.gas.is_wrong()) return wrong_argument("gas", args.gas);
    if (args.cells.is_wrong()) return wrong_argument("cells", args.cells);
    const u64 gas = args.gas.given() ? args.gas.value : chain::DEFAULT_MESSAGE_GAS;
    const u64 cells = args.cells.given() ? args.cells.value : chain::DEFAULT_MESSAGE_CELLS;
    if (const Status s = charge(gas, cells + args.payload.value.size()); !s) return s;
    world.messages.push_back({context_.actor, args.to.value, args.payload.value, gas, cells});
    return {};
}

Status TestChain::transfer(const Arg<Address>& to, const Arg<u128>& amount)
{
    if (const Status s = charge(chain::TRANSFER_CYCLES); !s) return s;
    if (!to.given()) return wrong_argument("to", to);
    if (!amount.given()) return wrong_argument("amount", amount);
    u128& own = world.balances[context_.actor];
    if (own < amount.value)
        return Error{ErrorCode::InsufficientBalance,
                     "transfer of " + to_decimal(amount.value) + ", balance " + to_decimal(own)};
    if (const Status s = charge(0, chain::TRANSFER_CELLS); !s) return s;
    own -= amount.value;
    world.balances[to.value] += amount.value;
    return {};
}

Result<u128> TestChain::balance(const Arg<Address>& of)
{
    if (const Status s = charge(chain::READ_CYCLES); !s) return s.error();
    if (!of.given()) return wrong_argument("address", of);
    const auto at = world.balances.find(of.value);
    return at == world.balances.end() ? u128{0} : at->second;
}

std::vector<std::pair<std::string, pvm::ConfigValue>> TestChain::runtime_config()
{
    return {{"max_cycles_per_fire", pvm::ConfigValue{u128{FIRE_CYCLES_MAX}}}};
}

Result<Hash32> TestChain::add_timer(const Arg<u64>& due, const Address& target, const Arg<Bytes>& payload,
                                    const Arg<u64>& gas_limit)
{
    if (!due.given()) return wrong_argument("height", due);
    if (payload.is_wrong()) return wrong_argument("payload", payload);
    if (gas_limit.is_wrong()) return wrong_argument("gas_limit", gas_limit);
    if (due.value <= height)
        return Error{
            ErrorCode::HeightNotInFuture,
            "height " + std::to_string(due.value) + " is not above the block's, " + std::to_string(height)};
    TestTimer t{numbered("timer", ++made_),
                context_.actor,
                target,
                due.value,
                payload.value,
                gas_limit.given() ? gas_limit.value : FIRE_CYCLES_MAX};
    if (t.gas_limit > FIRE_CYCLES_MAX)
        return Error{ErrorCode::GasLimitTooHigh, "gas_limit " + std::to_string(t.gas_limit) + " is above " +
                                                     std::to_string(FIRE_CYCLES_MAX)};
    if (const Status s = charge(0, payload.value.size() + timers::INDEX_CELLS); !s) return s.error();
    world.timers.push_back(t);
    return t.id;
}

Result<Hash32> TestChain::schedule_timer(const ScheduleArgs& args)
{
    if (const Status s = charge(chain::TIMER_CYCLES); !s) return s.error();
    return add_timer(args.height, context_.actor, args.payload, args.gas_limit);
}

std::optional<std::size_t> TestChain::find_timer(const Arg<Bytes>& id, const Address* target) const
{
    for (std::size_t i = 0; i < world.timers.size(); ++i) {
        const TestTimer& t = world.timers[i];
        if (id.value == to_bytes(view(t.id)) && (target == nullptr || t.target == *target)) return i;
    }
    return {};
}

Status TestChain::extend_timer(const Arg<Bytes>& timer_id, const Arg<u64>& new_expires_at)
{
    if (const Status s = charge(chain::TIMER_CYCLES); !s) return s;
    if (!new_expires_at.given()) return wrong_argument("new_expires_at", new_expires_at);
    if (!find_timer(timer_id, nullptr)) return Error{ErrorCode::TimerNotFound, "no such timer"};
    return {};
}

Status TestChain::cancel_timer(const Arg<Bytes>& timer_id)
{
    if (const Status s = charge(chain::TIMER_CYCLES); !s) return s;
    const auto at = find_timer(timer_id, nullptr);
    if (!at) return Error{ErrorCode::TimerNotFound, "no such timer"};
    if (world.timers[*at].owner != context_.actor)
        return Error{ErrorCode::Unauthorized, "the timer belongs to another actor"};
    world.timers.erase(world.timers.begin() + static_cast<std::ptrdiff_t>(*at));
    return {};
}

Result<Hash32> TestChain::set_timeout(const TimeoutArgs& args)
{
    if (const Status s = charge(chain::TIMER_CYCLES); !s) return s.error();
    if (!args.target.given()) return wrong_argument("target", args.target);
    return add_timer(args.due_height, args.target.value, args.payload, args.gas_limit);
}

Result<bool> TestChain::cancel_timer_of(const Arg<Address>& target, const Arg<Bytes>& timer_id)
{
    if (const Status s = charge(chain::TIMER_CYCLES); !s) return s.error();
    if (!target.given()) return wrong_argument("target", target);
    const auto at = find_timer(timer_id, &target.value);
    if (!at) return false;
    if (world.timers[*at].owner != context_.actor)
        return Error{ErrorCode::Unauthorized, "the timer belongs to another actor"};
    world.timers.erase(world.timers.begin() + static_cast<std::ptrdiff_t>(*at));
    return true;
}

// What needs the real scheduler is refused, not imitated.
Status TestChain::not_here(std::string_view call)
{
    if (const Status s = charge(chain::TIMER_CYCLES); !s) return s;
    return Error{ErrorCode::UnsupportedTimerType,
                 std::string(call) + " is not there in a test: try it with lariat replay"};
}
Result<Hash32> TestChain::set_state_watch(const WatchArgs&)
{
    return not_here("set_state_watch").error();
}
Status TestChain::set_gba(const Arg<Address>&)
{
    return not_here("set_gba");
}
Result<pvm::TimerEstimate> TestChain::estimate_timer(const ScheduleArgs&)
{
    return not_here("estimate_timer").error();
}
Result<Hash32> TestChain::schedule_at(const pvm::ScheduleAtArgs&)
{
    return not_here("schedule_at").error();
}
Result<std::vector<Hash32>> TestChain::scheduled_until(const Arg<u64>&)
{
    return not_here("scheduled_until").error();
}
Status TestChain::drop(const Arg<Bytes>&)
{
    return not_here("drop");
}

}  // namespace lariat::cli
