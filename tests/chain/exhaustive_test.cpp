// Exhaustive test of tiny worlds: a lane that fits two or three timers, two actors, up to four timers, every
// outcome of their handlers and every order of cancel, extend, drain and expire, compared with the oracle
// after every block.
#include "fifo_oracle.hpp"
#include "support/short_form.hpp"
#include "world.hpp"

namespace lariat::chain::exhaustive_test {
namespace {

using namespace world;
using oracle::Oracle;

constexpr u64 GAS = 6'000, CELLS = 600, COST = GAS + CELLS;
constexpr u8 ACTORS[] = {X, Y};
const std::vector<std::string> LABELS{"a", "b", "c", "d"};

enum class Do { nothing, cancel, extend, drain };
struct Op {
    Do what = Do::nothing;
    std::size_t timer = 0;  ///< whose timer, or whose actor is drained
};

struct Plan {
    std::vector<oracle::Timer> timers;     ///< scheduled in block 1, in this order
    std::map<u64, std::vector<Op>> ops{};  ///< transactions of a block, in this order
    u64 last_block = 6;
};

std::string shown(const Plan& plan)
{
    std::string out;
    for (const oracle::Timer& t : plan.timers)
        out += t.label + " of " + "XY"[t.actor] + " at " + std::to_string(t.height) + " until " +
               std::to_string(t.expires_at) + " gas " + std::to_string(t.gas) + " " + t.handler + "; ";
    for (const auto& [height, ops] : plan.ops)
        for (const Op& op : ops)
            out += "block " + std::to_string(height) + ": " +
                   (op.what == Do::nothing  ? "nothing"
                    : op.what == Do::cancel ? "cancel "
                    : op.what == Do::extend ? "extend "
                                            : "drain ") +
                   LABELS[op.timer] + "; ";
    return out;
}

Json handlers()
{
    const Json ok_again = {{"handler", "ok"}, {"gas_limit", GAS}};
    Json out = {{"ok", Json::array()},
                {"fail", list({fail()})},
                {"loop", list({loop()})},
                {"drain", list({pay(ALICE, "4000")})}};
    for (const std::string& l : LABELS) {
        out["cancel_" + l] = list({cancel(l)});
        out["cancel_then_fail_" + l] = list({cancel(l), fail()});
        out["extend_" + l] = list({extend(l, "+2")});
        out["again_" + l] = list({schedule("+1", "again-" + l, ok_again)});
    }
    return out;
}

/// What the handlers above do, as docs/trace.md prices them.
oracle::Run run_of(Oracle& world, const oracle::Timer& t)
{
    constexpr u64 ENTER = 10, STEP = 1, CALL = 200;
    const std::string target = t.handler.substr(t.handler.size() - 1);
    if (t.handler == "ok") return {"ok", ENTER, 0};
    if (t.handler == "fail") return {"revert", ENTER + STEP, 0};
    if (t.handler == "loop") return {"out_of_cycles", t.gas, 0};
    if (t.handler == "drain") {
        const bool can = world.balance[t.actor] >= 4'000;
        return {can ? "ok" : "revert", ENTER + STEP + 5'000, can ? u64{500} : 0,
                [&world, &t] { world.balance[t.actor] -= 4'000; }};
    }
    if (t.handler.starts_with("again_"))
        return {"ok", ENTER + STEP + CALL, 96, [&world, &t] {
                    world.schedule({"again-" + t.label, t.actor, world.height + 1, U64_MAX, GAS, "ok"});
                }};
    const oracle::Timer* other = world.find(target);
    bool may = other && other->actor == t.actor;
    if (t.handler.starts_with("extend_")) {
        may = may && other->stands != oracle::Stands::dead &&
              !(other->stands == oracle::Stands::waiting && world.height > other->expires_at);
        return {may ? "ok" : "revert", ENTER + STEP + CALL, 0,
                [&world, target, &t] { world.extend(target, t.actor, world.height + 2); }};
    }
    if (t.handler.starts_with("cancel_then_fail_"))
        return {"revert", ENTER + STEP + CALL + (may ? STEP : 0), 0};
    return {may ? "ok" : "revert", ENTER + STEP + CALL, 0,
            [&world, target, &t] { world.cancel(target, t.actor); }};
}

/// A chain that is rolled back to its genesis after each plan (BLK-6), and the oracle's config.
class TinyWorld {
public:
    TinyWorld(u64 lane_fits, u64 start_balance, const Json& more_config = Json::object())
        : start_(start_balance),
          chain_(genesis(list({actor(X, std::to_string(start_balance), handlers()),
                               actor(Y, std::to_string(start_balance), handlers())}),
                         world::with({{"lane_timer_cycles", lane_fits * GAS},
                                      {"max_cells_per_fire", CELLS},
                                      {"min_gas_limit_per_timer", 200}},
                                     more_config)))
    {
        config.lane = lane_fits * GAS;
        config.cells_per_fire = CELLS;
    }

    oracle::Config config;

    /// False, and a failure, when a block differs from what the oracle says.
    bool agrees(const Plan& plan)
    {
        const Hash32 before = chain_.chain().root();
        const bool good = play(plan);
        chain_.rollback(chain_.chain().state().height);
        EXPECT_EQ(chain_.chain().root(), before) << "rolled back";
        return good && chain_.chain().root() == before;
    }

private:
    bool play(const Plan& plan)
    {
        Oracle world(config);
        world.handler = [&](const oracle::Timer& t) { return run_of(world, t); };
        for (const int a : {0, 1}) world.balance[a] = start_;
        for (u64 height = 1; height <= plan.last_block; ++height) {
            world.begin_block();
            Json txs = Json::array();
            if (height == 1)
                for (const oracle::Timer& t : plan.timers) txs.push_back(scheduled(world, t));
            if (plan.ops.contains(height))
                for (const Op& op : plan.ops.at(height)) add(txs, world, plan, op);
            const BlockResult got = chain_.block(txs);
            if (!same(got, world.end_block(), world, plan)) return false;
        }
        return true;
    }

    static Json scheduled(Oracle& world, const oracle::Timer& t)
    {
        world.schedule(t);
        return as(
            ACTORS[t.actor],
            list({schedule(t.height, t.label,
                           {{"handler", t.handler}, {"gas_limit", t.gas}, {"expires_at", t.expires_at}})}));
    }

    static void add(Json& txs, Oracle& world, const Plan& plan, const Op& op)
    {
        if (op.what == Do::nothing) return;
        const oracle::Timer& t = plan.timers.at(op.timer);
        const u8 a = ACTORS[t.actor];
        switch (op.what) {
            case Do::nothing:
                return;
            case Do::cancel:
                world.cancel(t.label, t.actor);
                return txs.push_back(as(a, list({cancel(t.label)})));
            case Do::extend:
                world.extend(t.label, t.actor, world.height + 1);
                return txs.push_back(as(a, list({extend(t.label, "+1")})));
            case Do::drain: {
                u64& left = world.balance[t.actor];
                if (left < COST) return;
                txs.push_back(as(a, list({pay(ALICE, std::to_string(left - (COST - 1)))})));
                left = COST - 1;
                return;
            }
        }
    }

    bool same(const BlockResult& got, const oracle::Block& expected, Oracle& world, const Plan& plan)
    {
        oracle::Block ours;
        for (const lane::Fired& f : got.fired)
            ours.fires.push_back(chain_.label_of(*f.id) + " " + std::string(status_name(f.status)) + " " +
                                 std::to_string(f.cycles) + " " +
                                 std::to_string(static_cast<u64>(f.charged)));
        for (const timers::Exit& e : got.exits)
            ours.exits.push_back(chain_.label_of(e.id) + " " + std::string(name(e.kind)));
        EXPECT_EQ(ours.fires, expected.fires);
        EXPECT_EQ(ours.exits, expected.exits);
        const std::vector<u64> counts{got.live,
                                      got.due_waiting,
                                      got.dead,
                                      got.used.looks,
                                      got.used.gc,
                                      got.used.intake,
                                      got.used.lane,
                                      static_cast<u64>(chain_.balance(X)),
                                      static_cast<u64>(chain_.balance(Y))};
        const std::vector<u64> wanted{expected.live,  expected.waiting, expected.dead,
                                      expected.looks, expected.gc,      expected.intake,
                                      expected.lane,  world.balance[0], world.balance[1]};
        EXPECT_EQ(counts, wanted) << "live, waiting, dead, looks, gc, intake, lane, balance of X, of Y";
        const bool memory = got.height % 3 != 0 || chain_.chain().memory_equals_state();
        EXPECT_TRUE(memory) << "TMR-7";
        const bool good =
            memory && ours.fires == expected.fires && ours.exits == expected.exits && counts == wanted;
        EXPECT_TRUE(good) << "in block " << got.height << " of: " << shown(plan);
        return good;
    }

    u64 start_;
    TestChain chain_;
};

/// Every way, or with LARIAT_SHORT every fifth: five divides no number of choices, so each value is met in
/// each place.
const std::size_t STRIDE = support::how_much(1, 5);

/// Calls `visit` with every way to pick `n` of `choices` values in order.
void each_pick(std::size_t n, std::size_t choices,
               const std::function<bool(const std::vector<std::size_t>&)>& visit)
{
    ASSERT_TRUE(STRIDE == 1 || choices % STRIDE != 0);
    std::vector<std::size_t> pick(n, 0);
    for (std::size_t number = 0;; ++number) {
        if (number % STRIDE == 0 && !visit(pick)) return;
        std::size_t i = 0;
        while (i < n && ++pick[i] == choices) pick[i++] = 0;
        if (i == n) return;
    }
}

oracle::Timer timer(std::size_t i, int actor, u64 height, u64 expires_at, const std::string& handler,
                    u64 gas = GAS)
{
    return {LABELS[i], actor, height, expires_at, gas, handler};
}

TEST(Exhaustive, LIF6_LANE2_EveryActorHeightAndOutcomeOfThreeTimers)
{
    const char* const outcomes[] = {"ok", "fail", "loop"};
    for (const u64 fits : {2, 3}) {
        TinyWorld world(fits, 2 * COST);
        each_pick(3, 18, [&](const std::vector<std::size_t>& pick) {
            if (pick[0] % 2 != 0) return true;  // X and Y are alike
            Plan plan;
            for (std::size_t i = 0; i < 3; ++i)
                plan.timers.push_back(
                    timer(i, static_cast<int>(pick[i] % 2), 2 + pick[i] / 2 % 3, 100, outcomes[pick[i] / 6]));
            plan.last_block = 5;
            return world.agrees(plan);
        });
    }
}

TEST(Exhaustive, LIF1_LIF4_LIF5_EveryOrderOfCancelExtendAndDrainOverTwoBlocks)
{
    const Op ops[] = {{},
                      {Do::cancel, 0},
                      {Do::cancel, 1},
                      {Do::cancel, 2},
                      {Do::extend, 1},
                      {Do::extend, 2},
                      {Do::drain, 0},
                      {Do::drain, 1}};
    const u64 heights[][3] = {{2, 2, 2}, {2, 3, 3}};
    for (const u64 fits : {1, 2})
        for (const auto& due : heights) {
            TinyWorld world(fits, 3 * COST);
            each_pick(4, std::size(ops), [&](const std::vector<std::size_t>& pick) {
                Plan plan;
                plan.timers = {timer(0, 0, due[0], 50, "loop"), timer(1, 1, due[1], 2, "loop"),
                               timer(2, 0, due[2], 3, "loop")};
                plan.ops[2] = {ops[pick[0]], ops[pick[1]]};
                plan.ops[3] = {ops[pick[2]], ops[pick[3]]};
                plan.last_block = 5;
                return world.agrees(plan);
            });
        }
}

TEST(Exhaustive, LIF7_R26_EveryHandlerThatCancelsExtendsDrainsOrSchedulesInABatch)
{
    const char* const handlers[] = {"ok",       "loop",     "drain",    "cancel_a",
                                    "cancel_c", "cancel_d", "extend_c", "cancel_then_fail_c",
                                    "again_"};
    for (const u64 fits : {2, 3}) {
        TinyWorld world(fits, 3 * COST - 1);
        each_pick(3, std::size(handlers), [&](const std::vector<std::size_t>& pick) {
            for (const unsigned owners : {0u, 2u, 5u}) {  // a bit for each of a, c, d: is it Y's?
                Plan plan;
                for (std::size_t i = 0; i < 4; ++i) {
                    std::string handler = i == 1 ? "fail" : handlers[pick[i == 0 ? 0 : i - 1]];
                    if (handler == "again_") handler += LABELS[i];
                    const unsigned bit = i == 0 ? 0 : static_cast<unsigned>(i) - 1;
                    plan.timers.push_back(timer(i, i == 1 ? 0 : static_cast<int>(owners >> bit & 1), 2,
                                                i == 2 ? 2 : 9, handler, i == 3 ? GAS * 3 / 2 : GAS));
                }
                plan.last_block = 4;
                if (!world.agrees(plan)) return false;
            }
            return true;
        });
    }
}

TEST(Exhaustive, CAL9_LANE4_EveryExpiryUnderBudgetsOfOne)
{
    TinyWorld world(1, 4 * COST,
                    {{"due_intake_per_block", 1}, {"gc_cycles_per_block", 200}, {"max_looks_per_block", 2}});
    world.config.intake = 1;
    world.config.gc_cycles = 200;
    world.config.max_looks = 2;
    each_pick(4, 8, [&](const std::vector<std::size_t>& pick) {
        Plan plan;
        for (std::size_t i = 0; i < 4; ++i)
            plan.timers.push_back(
                timer(i, static_cast<int>(i % 2), 2 + pick[i] % 2, 2 + pick[i] / 2, i % 3 ? "loop" : "ok"));
        plan.last_block = 8;
        return world.agrees(plan);
    });
}

TEST(Exhaustive, LANE2_EveryMixOfGasLimitsUnderOneMisfit)
{
    for (const u64 misfits : {1, 2}) {
        TinyWorld world(2, 6 * COST, {{"max_misfits", misfits}});
        world.config.max_misfits = misfits;
        const u64 gas[] = {1'000, 6'000, 7'000, 12'000};
        each_pick(4, 8, [&](const std::vector<std::size_t>& pick) {
            Plan plan;
            for (std::size_t i = 0; i < 4; ++i)
                plan.timers.push_back(
                    timer(i, static_cast<int>(i % 2), 2, 9, pick[i] / 4 ? "loop" : "ok", gas[pick[i] % 4]));
            plan.last_block = 5;
            return world.agrees(plan);
        });
    }
}

}  // namespace
}  // namespace lariat::chain::exhaustive_test
