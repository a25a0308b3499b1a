// Genesis and transactions of the chain that benchmarks use.
#include "scenario.hpp"

#include "measure.hpp"
#include "state/log_store.hpp"

namespace lariat::bench {

namespace {

constexpr u64 ROOM = 4'000'000'000;
constexpr u64 FAR_AWAY = 1'000'000;  // heights above the current one

Address address(u8 last)
{
    Address a;
    a.bytes.front() = 0xbe;
    a.bytes.back() = last;
    return a;
}

constexpr u128 RICH = u128{1} << 100;

chain::Genesis roomy_genesis()
{
    chain::Genesis g;
    g.params.chain_id = "bench";
    g.params.fees.cycle_capacity = g.params.fees.cell_capacity = ROOM;
    g.params.fees.cycle_target = g.params.fees.cell_target = ROOM / 2;
    g.params.fees.user_lane = ROOM;
    g.config = {{"lane_timer_cycles", u128{ROOM}},
                {"lane_timer_cells", u128{ROOM}},
                {"max_timers_per_actor", u128{100'000'000}},
                {"max_looks_per_block", u128{1'000'000}}};
    g.accounts = {{address(1), RICH}};
    return g;
}

}  // namespace

Scenario::Scenario(const chain::Genesis& genesis)
{
    auto store = state::LogStore::open_in_memory();
    require(store.ok(), "a store in memory opens");
    auto made = chain::Chain::create(genesis, std::move(store).value());
    require(made.ok(), made.ok() ? "" : "genesis is taken: " + made.error().message);
    chain_ = std::move(made).value();
}

Scenario Scenario::scripted(const std::string& handlers_json)
{
    return of_many(chain::CodeKind::script, handlers_json, 1, {});
}
Scenario Scenario::python(const std::string& source)
{
    return of_many(chain::CodeKind::python, source, 1, {});
}
Scenario Scenario::of_many(chain::CodeKind kind, const std::string& source, u64 actors,
                           const timers::ConfigPatch& config, u128 cycle_basefee)
{
    chain::Genesis g = roomy_genesis();
    g.params.fees.cycle_basefee = g.params.fees.min_basefee = cycle_basefee;
    g.config.insert(g.config.end(), config.begin(), config.end());
    for (u64 n = 0; n < actors; ++n) g.actors.push_back({actor(n), RICH, address(1), kind, source});
    return Scenario(g);
}

Address Scenario::actor(u64 number)
{
    Address a = address(2);
    for (std::size_t i = 1; i <= 8; ++i) a.bytes[i] = static_cast<u8>(number >> (8 * (i - 1)));
    return a;
}

chain::BlockResult Scenario::apply(std::vector<chain::Transaction> txs)
{
    chain::Block block;
    block.height = height() + 1;
    block.timestamp_ms = chain_->state().timestamp_ms + 1'000;
    block.proposer = address(3);
    block.txs = std::move(txs);
    scripts_.begin_block();
    auto result = chain_->apply(block, scripts_);
    require(result.ok(), result.ok() ? "" : "the block is applied: " + result.error().message);
    for (const chain::Receipt& r : result.value().receipts)
        require(r.status == ExecutionStatus::ok, "each transaction is ok");
    return std::move(result).value();
}

chain::Transaction Scenario::schedule(const std::vector<u64>& heights) const
{
    scripted::Steps steps;
    for (const u64 at : heights) {
        scripted::ScheduleStep step;
        step.height = chain::Moment{at, false};
        step.rest.payload = to_bytes(std::string_view("sixteen bytes xx"));
        steps.push_back({.op = std::move(step), .expected_error = std::nullopt});
    }
    return steps_of(0, std::move(steps), 201 * heights.size(), 112 * heights.size());
}

chain::Transaction Scenario::steps_of(u64 number, scripted::Steps steps, u64 cycles, u64 cells) const
{
    chain::Transaction tx;
    tx.from = address(1);
    tx.limits.cycles = 1'000 + cycles;
    tx.limits.cells = 1'000 + cells;
    tx.body =
        chain::AsTx{actor(number), std::make_shared<const scripted::BroughtSteps>(std::move(steps)), "steps"};
    return tx;
}

void Scenario::add_background(u64 timers)
{
    std::vector<u64> heights;
    for (u64 i = 0; i < timers; ++i) heights.push_back(height() + FAR_AWAY + i % 1'000);
    for (const auto& portion : in_portions(heights)) apply({schedule(portion)});
}

void Scenario::fill_heights(u64 first, u64 count, u64 each)
{
    std::vector<u64> heights;
    for (u64 at = first; at < first + count; ++at) heights.insert(heights.end(), each, at);
    for (const auto& portion : in_portions(heights)) {
        require(height() + 1 < first, "all timers are scheduled before the first is due");
        apply({schedule(portion)});
    }
}

std::vector<std::vector<u64>> in_portions(const std::vector<u64>& heights)
{
    std::vector<std::vector<u64>> out;
    for (std::size_t i = 0; i < heights.size(); i += TIMERS_PER_BLOCK)
        out.emplace_back(
            heights.begin() + static_cast<std::ptrdiff_t>(i),
            heights.begin() + static_cast<std::ptrdiff_t>(std::min(heights.size(), i + TIMERS_PER_BLOCK)));
    return out;
}

}  // namespace lariat::bench
