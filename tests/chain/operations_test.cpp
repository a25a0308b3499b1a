// Tests of operations at a timestamp in a whole chain (SCH): order, transfer of control, and limits of time
// and load.
#include "base/checked.hpp"
#include "state_scan.hpp"
#include "support/short_form.hpp"

namespace lariat::chain::operations_test {
namespace {

using namespace world;

constexpr u64 GENESIS_MS = 1'000'000;

const Json HANDLERS = {{"o", list({{{"set", list({"last", "ran"})}}})}, {"none", Json::array()}};

Json with_repeat(u64 times, const Json& step)
{
    return {{"repeat", list({times, list({step})})}};
}

/// A transaction of Alice's that schedules for her own account.
Json scheduled_by(u8 who, u8 actor, const Json& timestamp_ms, const std::string& label,
                  const Json& more = Json::object())
{
    return {
        {"from", at(who)},
        {"schedule_at",
         with({{"timestamp_ms", timestamp_ms}, {"actor", at(actor)}, {"handler", "none"}, {"label", label}},
              more)}};
}

TEST(OperationsAtATimestamp, SCH9_NothingThatASellerScheduledRunsAndTheBuyersDo)
{
    TestChain chain(genesis(list({actor(X, RICH, HANDLERS)})));
    chain.block(list({scheduled_by(ALICE, X, "+5000", "sellers"), scheduled_by(BOB, X, "+5000", "others")}));
    const u128 locked = chain.chain().account(address(ALICE))->locked;
    EXPECT_EQ(locked, 64u + 4u);
    chain.block(list({{{"from", at(ALICE)}, {"transfer_control", true}}}));
    chain.block(list({scheduled_by(ALICE, X, "+1000", "buyers")}));
    EXPECT_EQ(chain.exits(chain.block()), "buyers executed");
    const u128 before = chain.balance(ALICE);
    const BlockResult due = chain.block(Json::array(), GENESIS_MS + 5'999);
    EXPECT_EQ(chain.exits(due), "");
    const BlockResult then = chain.block();
    EXPECT_EQ(chain.exits(then), "sellers blocked, others executed");
    EXPECT_EQ(chain.fires(then), "others ok");
    EXPECT_EQ(chain.balance(ALICE), before + locked);
    EXPECT_EQ(chain.chain().account(address(ALICE))->locked, 0u);
    EXPECT_EQ(then.used.sch, 200u + 200u);
}

TEST(OperationsAtATimestamp, SCH1_BLK8_OneThatSchedulesAnotherForNowRunsOnceABlock)
{
    const Json again = {{"o", list({schedule_at(0, "next", {{"handler", "o"}, {"gas_limit", 5'000}})})}};
    TestChain chain(genesis(list({actor(X, RICH, again)})));
    chain.block(list({as(X, list({schedule_at(0, "next", {{"handler", "o"}, {"gas_limit", 5'000}})}))}));
    for (int i = 0; i < 20; ++i) {
        const BlockResult result = chain.block(Json::array(), chain.chain().state().timestamp_ms + 1);
        ASSERT_EQ(result.fired.size(), 1u);
        ASSERT_EQ(result.operations, 1u);
    }
}

TEST(OperationsAtATimestamp, SCH2_SCH3_AThousandBlocksAMillisecondApartRunEachAtItsTime)
{
    TestChain chain(genesis(list({actor(X, RICH, HANDLERS)})));
    Json steps = Json::array();
    for (u64 i = 0; i < 1'000; ++i)  // the latest first
        steps.push_back(schedule_at(GENESIS_MS + 2'000 - i, std::to_string(2'000 - i),
                                    {{"handler", "none"}, {"gas_limit", 200}}));
    chain.block(list({as(X, steps, {{"cycles_limit", 1'000'000}, {"cells_limit", 200'000}})}),
                GENESIS_MS + 1'000);
    for (u64 ms = 1'001; ms <= 2'000; ++ms) {
        const BlockResult result = chain.block(Json::array(), GENESIS_MS + ms);
        ASSERT_EQ(chain.exits(result), std::to_string(ms) + " executed");
    }
    EXPECT_EQ(chain.chain().operations().count(), 0u);
}

TEST(OperationsAtATimestamp, SCH10_AfterAnOutageOfAnHourTheBacklogDrainsOldestFirstBeforeTransactions)
{
    TestChain chain(genesis(list({actor(X, RICH, HANDLERS)}),
                            {{"sch_cycles_per_second", 1'000}, {"sch_cycles_per_block", 1'000}}));
    Json steps = Json::array();
    for (u64 second = 0; second < 3'600; second += 36)
        for (u64 i = 0; i < 5; ++i)
            steps.push_back(schedule_at(GENESIS_MS + 1'001 + second * 1'000 + i, "",
                                        {{"handler", "o"}, {"gas_limit", 200}}));
    chain.block(list({as(X, steps, {{"cycles_limit", 400'000}, {"cells_limit", 100'000}})}));
    const Json overwrite = as(X, list({{{"set", list({"last", "transaction"})}}}));
    u64 time = GENESIS_MS + 3'602'000, blocks = 0, ran = 0;
    timers::OperationPlace last;
    for (; chain.chain().operations().count() > 0; ++blocks, time += 1'000) {
        const auto head = chain.chain().operations().head();
        ASSERT_LE(last, head->first) << "oldest first";
        const BlockResult result = chain.block(list({overwrite}), time);
        EXPECT_LE(result.used.sch, 1'000u);
        EXPECT_FALSE(result.fired.empty());
        ran += result.fired.size();
        last = head->first;
        EXPECT_EQ(chain.chain().storage(address(X), view("last")), to_bytes("transaction"));
    }
    EXPECT_EQ(ran, 500u);
    EXPECT_EQ(blocks, 100u) << "each uses its limit of 200: five a block";
}

TEST(OperationsAtATimestamp, SCH1_SCH2_TheLastMillisecondOfTimeIsOneLikeAnyOther)
{
    const u64 end = U64_MAX;
    Json start = genesis(list({actor(X, RICH, HANDLERS)}));
    start["timestamp_ms"] = std::to_string(end - 3);
    TestChain chain(start);
    chain.block(list({scheduled_by(ALICE, X, std::to_string(end), "last"), scheduled_by(ALICE, X, 0, "soon"),
                      as(X, list({refused(schedule_at("+3", "", {{"handler", "o"}}), "InvalidInput")}))}),
                end - 2);
    EXPECT_EQ(chain.exits(chain.block(Json::array(), end - 1)), "soon executed");
    const BlockResult last = chain.block(
        list({as(X, list({refused(schedule_at(0, "", {{"handler", "o"}}), "InvalidInput")}))}), end);
    EXPECT_EQ(chain.exits(last), "last executed");
    EXPECT_EQ(chain.receipts(last), "ok");
}

TEST(OperationsAtATimestamp, SCH10_SCH11_OfAMillionRequestsForOneSecondThoseThatFitAreTakenTheRestRefused)
{
    constexpr u64 FIT = 10'000, IN_ONE = 200'000;
    const u64 requests = support::how_much(1'000'000, FIT + IN_ONE);
    TestChain chain(
        genesis(list({actor(X, RICH, HANDLERS)}), Json::object(),
                {{"cycle_capacity", 100'000'000}, {"user_lane", 100'000'000}, {"cell_capacity", 2'000'000}}));
    const Json request = schedule_at(GENESIS_MS + 60'000, "", {{"handler", "none"}, {"gas_limit", 200}});
    const auto limits = [](u64 cycles) { return Json{{"cycles_limit", cycles}, {"cells_limit", 1'500'000}}; };
    EXPECT_EQ(
        chain.receipts(chain.block(list({as(X, list({with_repeat(FIT, request)}), limits(3'000'000))}))),
        "ok");
    const Json full =
        as(X, list({with_repeat(IN_ONE, refused(request, "ScheduleFull"))}), limits(50'000'000));
    for (u64 sent = FIT; sent < requests; sent += IN_ONE)
        ASSERT_EQ(chain.receipts(chain.block(list({full}))), "ok");
    EXPECT_EQ(chain.chain().operations().count(), FIT);
    EXPECT_TRUE(chain.chain().memory_equals_state());
    const BlockResult due = chain.block(Json::array(), GENESIS_MS + 60'000);
    EXPECT_EQ(due.fired.size(), FIT);
    EXPECT_EQ(due.used.sch, FIT * 200) << "each uses 10 and counts 200";
    EXPECT_EQ(due.used.cycles, FIT * 10);
}

/// Schedules `n` operations at each of these milliseconds, with the least gas limit and an empty handler.
void schedule_many(TestChain& chain, u64 n, std::initializer_list<u64> milliseconds)
{
    Json steps = Json::array();
    for (const u64 ms : milliseconds)
        steps.push_back(
            with_repeat(n, schedule_at(GENESIS_MS + ms, "", {{"handler", "none"}, {"gas_limit", 200}})));
    ASSERT_EQ(chain.receipts(chain.block(
                  list({as(X, steps, {{"cycles_limit", 3'000'000}, {"cells_limit", 1'500'000}})}))),
              "ok");
}

TEST(OperationsAtATimestamp, SCH11_BLK8_R40_OperationsThatUseNothingAreBoundedByTheBudget)
{
    constexpr u64 SECOND = 5'000;
    for (const bool penniless : {false, true}) {  // a deposit that comes back buys no cycle at this base fee
        TestChain chain(
            genesis(list({actor(X, "10000000000000000", HANDLERS)}),
                    {{"sch_cycles_per_second", SECOND * 200}, {"sch_cycles_per_block", SECOND * 200}},
                    {{"cell_capacity", 2'000'000}, {"cycle_basefee", penniless ? "100000000" : "1"}}));
        schedule_many(chain, SECOND, {10'000, 11'000});
        if (penniless) chain.block(list({as(X, list({pay(BOB, to_decimal(chain.balance(X)))}))}));
        const BlockResult first = chain.block(Json::array(), GENESIS_MS + 3'600'000);
        EXPECT_EQ(first.fired.size(), SECOND) << "as many as blocks in time would have run";
        EXPECT_EQ(first.used.sch, SECOND * 200);
        EXPECT_EQ(first.used.cycles, penniless ? 0 : SECOND * 10);
        EXPECT_EQ(chain.block().fired.size(), SECOND);
        EXPECT_EQ(chain.chain().state().locked, 0u);
    }
}

TEST(OperationsAtATimestamp, SCH8_TheHostTellsAPythonActorWhereThereIsRoomAndWhatIsScheduled)
{
    const std::string source = R"(
from cowboy_sdk import actor
import pvm_host

@actor
class Alarm:
    def plan(self, payload: bytes) -> bytes:
        a = pvm_host.schedule_at(5000000, "ring", b"a", gas_limit=6000)
        b = pvm_host.schedule_at(5000999, "ring", b"b", gas_limit=4000)
        c = pvm_host.schedule_at(5001000, "ring", b"c", 10000)
        try:
            pvm_host.schedule_at(5000500, "ring", b"d", 2000)
        except pvm_host.HostError as e:
            pvm_host.emit_event("full", e.name.encode() + b": " + str(e).encode())
        assert pvm_host.scheduled_until(5000998) == [a]
        assert pvm_host.scheduled_until(5001000) == [a, b, c]
        pvm_host.drop(b)
        assert pvm_host.scheduled_until(9000000) == [a, c]
        try:
            pvm_host.drop(b)
        except pvm_host.HostError as e:
            assert e.name == "TimerNotFound"
        pvm_host.drop(c)

    def ring(self, payload: bytes) -> bytes:
        c = pvm_host.context()
        assert c["trigger"] == {"kind": "timestamp"}
        assert "fire_seq" not in c and len(c["timer_id"]) == 32
        assert c["sender"] == self.address
        pvm_host.emit_event("rang", payload)
)";
    Json python = {{"address", at(X)}, {"balance", RICH}, {"python", source}};
    TestChain chain(genesis(list({python}), {{"sch_cycles_per_second", 10'000}}));
    const BlockResult planned = chain.block(list({call(X, "plan")}));
    ASSERT_EQ(chain.receipts(planned), "ok");
    ASSERT_EQ(planned.events.size(), 1u);
    const std::string told(text(std::get<timers::ActorEvent>(planned.events[0].body).data));
    EXPECT_NE(told.find("ScheduleFull: "), std::string::npos) << told;
    EXPECT_NE(
        told.find("gas_limit 2000 does not fit second 5000, of whose 10000 cycles 10000 are taken; the next "
                  "with room begins at 5002000 ms"),
        std::string::npos)
        << told;
    const BlockResult rung = chain.block(Json::array(), 5'000'000);
    EXPECT_EQ(rung.fired.size(), 1u);
    EXPECT_EQ(rung.operations, 0u);
    ASSERT_EQ(rung.events.size(), 1u) << chain.line(rung);
    EXPECT_EQ(text(std::get<timers::ActorEvent>(rung.events[0].body).data), "a");
}

}  // namespace
}  // namespace lariat::chain::operations_test
