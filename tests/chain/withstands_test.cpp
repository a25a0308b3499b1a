// Tests of hostile input to a chain: each ends in a clear error or a metered failure, and nothing is lost.
#include "state/log_store.hpp"
#include "state_scan.hpp"

namespace lariat::chain {
namespace {

using namespace world;

constexpr const char* WEALTH = "100000000";
const std::string LARGEST = "18446744073709551615";

TEST(Withstands, FEE6_AnEndlessLoopUsesItsWholeLimitAndTheBlockGoesOn)
{
    TestChain chain(genesis(list({actor(X, WEALTH, {{"spin", list({loop()})}, {"ok", Json::array()}})})));
    BlockResult r = chain.block(list(
        {call(X, "spin", {{"cycles_limit", 400'000}}), call(X, "ok"),
         as(X, list({schedule(2, "a", {{"handler", "spin"}}), schedule(2, "b", {{"handler", "ok"}})}))}));
    EXPECT_EQ(TestChain::receipts(r), "out_of_cycles, ok, ok");
    EXPECT_EQ(r.receipts[0].cycles, 400'000u);
    r = chain.block();
    EXPECT_EQ(chain.fires(r), "a out_of_cycles, b ok");
    EXPECT_EQ(r.fired[0].cycles, 550'000u);
    expect_sound(chain, r, false);
}

TEST(Withstands, FEE6_ARepeatOfTheLargestNumberEndsWithItsCycles)
{
    const Json forever = list({{{"repeat", list({LARGEST, list({burn(0)})})}}});
    const Json nothing = list({{{"repeat", list({LARGEST, Json::array()})}}});
    const Json inner = list({{{"repeat", list({LARGEST, nothing})}}});
    TestChain chain(genesis(list({actor(X, WEALTH, Json::object())})));
    const BlockResult r =
        chain.block(list({as(X, forever), as(X, nothing), as(X, inner), as(X, list({burn(5)}))}));
    EXPECT_EQ(TestChain::receipts(r), "out_of_cycles, ok, out_of_cycles, ok");
}

/// A failure in front of, between and behind every kind of effect leaves nothing of them.
TEST(Withstands, BLK4_LIF6_AHandlerThatRaisesInEveryPositionLeavesNothing)
{
    const Json effects = list({{{"set", list({"k", "v"})}},
                               schedule("+5", "s"),
                               cancel("kept"),
                               {{"delete", "old"}},
                               pay(BOB, "70"),
                               {{"emit", list({"t", "d"})}},
                               extend("kept2", "+9"),
                               {{"send", {{"to", at(Y)}, {"handler", "never"}}}}});
    for (std::size_t position = 0; position <= effects.size(); ++position) {
        for (const Json& end : {fail(), loop(), Json{{"burn_cells", 999'999}}, cancel("no such label")}) {
            Json steps = Json::array();
            for (std::size_t i = 0; i < effects.size(); ++i) {
                if (i == position) steps.push_back(end);
                steps.push_back(effects[i]);
            }
            if (position == effects.size()) steps.push_back(end);
            TestChain chain(
                genesis(list({actor(X, WEALTH, {{"h", steps}}),
                              actor(Y, WEALTH, {{"never", list({{{"set", list({"reached", "yes"})}}})}})})));
            chain.block(list({as(X, list({{{"set", list({"old", "here"})}},
                                          schedule(3, "fire", {{"handler", "h"}}),
                                          schedule(9, "kept"),
                                          schedule(9, "kept2", {{"expires_at", 20}})})),
                              call(X, "h", {{"cycles_limit", 300'000}})}));
            ASSERT_TRUE(chain.timer("kept"));
            const u128 bob = chain.balance(BOB);
            chain.block();
            const BlockResult r = chain.block();
            ASSERT_EQ(r.fired.size(), 1u);
            EXPECT_NE(r.fired[0].status, ExecutionStatus::ok);
            EXPECT_TRUE(r.events.empty());
            EXPECT_FALSE(chain.chain().storage(address(X), view("k")));
            EXPECT_TRUE(chain.chain().storage(address(X), view("old")));
            EXPECT_FALSE(chain.chain().storage(address(Y), view("reached")));
            EXPECT_FALSE(chain.timer("s"));
            EXPECT_TRUE(chain.timer("kept"));
            EXPECT_EQ(chain.timer("kept2")->expires_at, 20u);
            EXPECT_EQ(chain.balance(BOB), bob);
            EXPECT_EQ(r.live, 2u);
            EXPECT_EQ(r.totals.scheduled, 3u);
            expect_sound(chain, r, false);
            ASSERT_FALSE(testing::Test::HasFailure()) << "position " << position << ", " << end.dump();
        }
    }
}

TEST(Withstands, LIF11_ATimerWhoseActorWasRemovedExitsAsFiredWithAFailedReceipt)
{
    TestChain chain(genesis(
        list({actor(X, WEALTH, {{"ok", Json::array()}}), actor(Y, WEALTH, {{"ok", Json::array()}})})));
    chain.block(list({as(X, list({schedule(3, "own", {{"handler", "ok"}}),
                                  schedule(3, "paid", {{"handler", "ok"}, {"fee_payer", at(ALICE)}})})),
                      as(Y, list({schedule(3, "other", {{"handler", "ok"}})}))}));
    chain.block(list({{{"from", at(ALICE)}, {"remove_actor", at(X)}}}));
    EXPECT_EQ(chain.balance(X), u128{0});
    const BlockResult r = chain.block();
    EXPECT_EQ(chain.fires(r), "paid no_actor, other ok");
    EXPECT_EQ(chain.exits(r), "paid fired, other fired, own insufficient_funds");
    EXPECT_EQ(r.fired[0].cycles, 10u);
    EXPECT_EQ(r.fired[0].charged, u128{10});
    expect_sound(chain, r, false);
}

TEST(Withstands, FEE2_APayerDrainedBetweenTwoFiresOfOneBatchHasPaidForBothAlready)
{
    // The lane fits both; what the pre-charges leave is what the first can send away.
    const u64 cost = 100'000 + 550'000;
    const Json handlers = {{"drain", list({pay(BOB, "5000")})}, {"ok", Json::array()}};
    TestChain chain(genesis(list({actor(X, std::to_string(2 * cost + 5'000), handlers)})));
    const auto gas = [](const char* handler) { return Json{{"handler", handler}, {"gas_limit", 100'000}}; };
    chain.block(list({as(X, list({schedule(2, "first", gas("drain")), schedule(2, "second", gas("ok")),
                                  schedule(2, "third", gas("ok"))}))}));
    const BlockResult r = chain.block();
    EXPECT_EQ(chain.fires(r), "first ok, second ok");
    EXPECT_EQ(chain.exits(r), "first fired, second fired, third insufficient_funds");
    EXPECT_EQ(chain.balance(X), 2 * cost - 5'011 - 500 - 10);
    expect_sound(chain, r, false);
}

TEST(Withstands, CAL7_HeightsUpToTheLargestAreKeptAndNeverComeTooSoon)
{
    TestChain chain(genesis(list({actor(X, WEALTH, Json::object())})));
    const std::string after_one = "18446744073709551614";
    BlockResult r = chain.block(
        list({as(X, list({schedule(LARGEST, "last"), schedule("+" + after_one, "same"),
                          refused(schedule("+" + LARGEST, "wraps"), "InvalidInput"),
                          refused(schedule(3, "ttl", {{"expires_at", LARGEST}}), "ExpiresAtTooFar"),
                          extend("last", LARGEST)}))}));
    EXPECT_EQ(TestChain::receipts(r), "ok");
    EXPECT_EQ(chain.timer("last")->height, U64_MAX);
    EXPECT_EQ(chain.timer("last")->expires_at, 1 + 2'592'000u) << "clamped";
    EXPECT_EQ(chain.chain().timers_at(U64_MAX).size(), 2u);
    r = chain.blocks_to(9);
    EXPECT_EQ(r.live, 2u);
    EXPECT_EQ(r.used.looks, 0u);
    r = chain.block(list({as(X, list({cancel("last"), cancel("same")}))}));
    EXPECT_EQ(chain.exits(r), "last cancelled, same cancelled");
    expect_sound(chain, r, false);
}

TEST(Withstands, FEE1_FeesThatNobodyCouldPayAreRefusedOrFailOnFunds)
{
    const Json ceiling = {{"cycle_basefee", "1000000000000000000000000"},
                          {"cell_basefee", "1000000000000000000000000"},
                          {"min_basefee", "1000000000000000000000000"}};
    const std::string everything = "340282366920938463463374607431768211455";
    Json start = genesis(list({actor(X, everything, Json::object())}),
                         {{"timer_lane_fee_multiplier", 10'000}}, ceiling);
    start["accounts"] = list({person(ALICE, "0")});
    TestChain chain(start);
    const BlockResult r = chain.block(list({as(X, list({schedule(2, "a")}))}));
    EXPECT_EQ(TestChain::receipts(r), "invalid") << "not even the largest supply pays for a whole limit";
    expect_sound(chain, r, false);
}

TEST(Withstands, FEE1_AMaxCostBeyond128BitsIsInsufficientFunds)
{
    // At ten times the ceiling a fire of 10^14 cycles would cost 10^39.
    const Json fees = {{"cycle_basefee", "1000000000000000000000000"},
                       {"cycle_capacity", 100'000'000'000'000}};
    const Json config = {{"lane_timer_cycles", 100'000'000'000'000},
                         {"timer_lane_fee_multiplier", 10'000},
                         {"max_cycles_per_fire", 100'000'000'000'000}};
    Json start = genesis(list({actor(X, "1", {{"ok", Json::array()}})}), config, fees);
    start["accounts"] = list({person(ALICE, "300000000000000000000000000000000000000")});
    TestChain chain(start);
    BlockResult r =
        chain.block(list({as(X, list({schedule(2, "a", {{"fee_payer", at(ALICE)}, {"handler", "ok"}})}))}));
    ASSERT_EQ(TestChain::receipts(r), "ok");
    r = chain.block();
    ASSERT_EQ(chain.exits(r), "a insufficient_funds") << "required does not fit 128 bits";
    EXPECT_TRUE(r.fired.empty());
    expect_sound(chain, r, false);
}

TEST(Withstands, R32_APayloadOfAMegabyteWhereTheCapacityAllowsIt)
{
    const std::string payload(1'048'576, 'p');
    TestChain chain(genesis(list({actor(X, WEALTH, {{"handle_timer", Json::array()}})}), Json::object(),
                            {{"cell_capacity", 10'000'000}}));
    const Json more = {{"cells_limit", 5'000'000}};
    BlockResult r =
        chain.block(list({as(X,
                             list({schedule(3, "a", {{"payload", payload}}),
                                   refused(schedule(3, "b", {{"payload", payload + "p"}}), "PayloadTooLarge"),
                                   schedule(3, "c", {{"payload", payload}}), extend("a", "+9")}),
                             more)}));
    ASSERT_EQ(TestChain::receipts(r), "ok");
    EXPECT_EQ(r.receipts[0].cells, 2u * (1'048'576 + 96));
    EXPECT_EQ(chain.timer("a")->payload.size(), payload.size());
    expect_sound(chain, r, false);
    r = chain.block(list({as(X, list({cancel("c")}))}));
    r = chain.block();
    EXPECT_EQ(chain.fires(r), "a ok");
    EXPECT_EQ(scan(chain.store()).long_payloads, 0u) << "it leaves with its timer";
    expect_sound(chain, r, false);
}

TEST(Withstands, R32_APayloadThatTheCellsDoNotPayForIsOutOfCells)
{
    TestChain chain(genesis(list({actor(X, WEALTH, Json::object())})));
    const BlockResult r =
        chain.block(list({as(X, list({schedule(3, "a", {{"payload", std::string(1'048'576, 'p')}})}),
                             {{"cells_limit", 900'000}})}));
    EXPECT_EQ(TestChain::receipts(r), "out_of_cells");
    EXPECT_EQ(r.live, 0u);
    EXPECT_EQ(r.receipts[0].cells, 900'000u);
}

TEST(Withstands, API9_APayloadOfTenThousandNestedListsGoesWholeToHandleTimer)
{
    const std::string deep = std::string(10'000, '[') + std::string(10'000, ']');
    std::string objects;
    for (int i = 0; i < 10'000; ++i) objects += "{\"_handler\":";
    TestChain chain(genesis(list({actor(X, WEALTH, {{"handle_timer", Json::array()}})})));
    chain.block(list(
        {as(X, list({schedule(2, "a", {{"payload", deep}})})),
         as(X, list({schedule(2, "b", {{"payload", "{\"_handler\":\"x\",\"_payload\":" + deep + "}"}})})),
         as(X, list({schedule(2, "c", {{"payload", objects}})}), {{"cells_limit", 200'000}})}));
    const BlockResult r = chain.block();
    EXPECT_EQ(chain.fires(r), "a ok, b ok, c ok");
    for (const lane::Fired& f : r.fired) EXPECT_EQ(f.handler, "handle_timer");
}

TEST(Withstands, BLK6_ARollbackDeeperThanKeptIsRefusedAndChangesNothing)
{
    TestChain chain(genesis(list({actor(X, WEALTH, Json::object())})), 4);
    chain.blocks_to(10);
    const Hash32 root = chain.chain().root();
    EXPECT_EQ(chain.chain().rollback_depth(), 4u);
    for (const u64 blocks : {u64{5}, u64{10}, u64{11}, U64_MAX})
        EXPECT_FALSE(chain.chain().rollback(blocks).ok()) << blocks;
    EXPECT_EQ(chain.chain().root(), root);
    EXPECT_EQ(chain.chain().state().height, 10u);
    chain.rollback(4);
    EXPECT_EQ(chain.chain().state().height, 6u);
    EXPECT_FALSE(chain.chain().rollback(1).ok()) << "what was given up is gone";
    EXPECT_EQ(chain.block().height, 7u);
}

TEST(Withstands, BLK6_GenesisIsNeverRolledBack)
{
    TestChain chain(genesis(Json::array()));
    EXPECT_FALSE(chain.chain().rollback(1).ok());
    chain.blocks_to(3);
    EXPECT_FALSE(chain.chain().rollback(4).ok());
    chain.rollback(3);
    EXPECT_EQ(chain.chain().state().height, 0u);
}

TEST(Withstands, BlockThatDoesNotFollowIsRefusedAndTheNextOneTaken)
{
    TestChain chain(genesis(Json::array()));
    scripted::Engine scripts;
    scripts.begin_block();
    for (const auto& [height, time] :
         {std::pair<u64, u64>{2, 1'002'000}, {0, 1'002'000}, {U64_MAX, 1'002'000}, {1, 1'000'000}, {1, 0}}) {
        Block b;
        b.height = height;
        b.timestamp_ms = time;
        EXPECT_FALSE(chain.chain().apply(b, scripts).ok()) << height << ' ' << time;
    }
    EXPECT_EQ(chain.block().height, 1u);
}

TEST(Withstands, API3_ARefusalThatShowsABeginningOfATextShowsWholeCharacters)
{
    const std::string source = R"(
import pvm_host

def go(payload):
    for length in range(26, 40):
        for wide in ("\u00e9", "\u20ac", "\U0001f600"):
            try:
                pvm_host.schedule_timer(pvm_host.block_height() + 10, b"", priority_tier_hint="x" * length + wide * 3)
                raise AssertionError(length)
            except pvm_host.HostError as e:
                said = str(e)
                assert said.encode().decode() == "".join([c for c in said]), length
                assert [c for c in said if c > "~"] == [wide] * said.count(wide), length
)";
    const Json python = {{"address", at(X)}, {"balance", WEALTH}, {"python", source}};
    TestChain chain(genesis(list({python})));
    const BlockResult r = chain.block(list({call(X, "go", {{"cycles_limit", 2'000'000}})}));
    EXPECT_EQ(TestChain::receipts(r), "ok") << chain.line(r);
}

TEST(Withstands, AStoreThatHoldsNoChainIsRefused)
{
    EXPECT_FALSE(Chain::open(state::LogStore::open_in_memory().value()).ok());
    for (const char* key : {"g", "m", "k"}) {
        auto store = state::LogStore::open_in_memory().value();
        std::vector<state::Write> batch;
        for (const char* k : {"g", "k", "m"})
            batch.push_back({to_bytes(k), std::string_view(k) == key ? Bytes{} : Bytes{1}});
        ASSERT_TRUE(store->commit(batch));
        EXPECT_FALSE(Chain::open(std::move(store)).ok()) << "damaged";
    }
}

TEST(Withstands, LIF2_MessagesThatSendMessagesEndWithWhatTheFirstSetAside)
{
    const Json handlers = {
        {"ping", list({{{"send", {{"to", at(X)}, {"handler", "ping"}, {"gas", 20'000}, {"cells", 0}}}}})},
        {"grow", list({{{"send", {{"to", at(X)}, {"handler", "grow"}, {"gas", LARGEST}}}}})}};
    TestChain chain(genesis(list({actor(X, WEALTH, handlers)})));
    const BlockResult r = chain.block(list({call(X, "ping"), call(X, "grow")}));
    EXPECT_EQ(TestChain::receipts(r), "ok, out_of_cycles");
    EXPECT_EQ(chain.fires(r), "message out_of_cycles") << "it wants to set aside more than it was given";
    expect_sound(chain, r, false);
}

}  // namespace
}  // namespace lariat::chain
