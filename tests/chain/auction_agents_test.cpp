// Tests of hostile bidding agents (GBA-6): one event, the default bid, and an unchanged order of all others.
#include "world.hpp"

namespace lariat::chain {
namespace {

using namespace world;

Json set_gba(u8 agent)
{
    return {{"set_gba", at(agent)}};
}
Json bid(const Json& max_fee, const Json& max_priority)
{
    return {{"return_bid", {{"max_fee", max_fee}, {"max_priority", max_priority}}}};
}
Json scripted_agent(const Json& steps)
{
    return actor(Z, "0", {{"getGasBid", steps}});
}
Json python_agent(const std::string& body)
{
    return {{"address", at(Z)},
            {"owner", at(ALICE)},
            {"python",
             "import pvm_host\nfrom cowboy_sdk import TxFeeParams\n\ndef getGasBid(context):\n" + body}};
}

/// X has the agent Z and one timer; Y has two timers with caps, one above and one equal to the default bid.
struct Outcome {
    std::string fires;
    std::string reasons;
    u64 gba = 0;
    u128 x_paid = 0;
};
Outcome with_agent(const Json& agent, const Json& config = Json::object(),
                   const std::string& x_balance = RICH)
{
    const Json actors = list({actor(X, x_balance, {{"handle_timer", Json::array()}}),
                              actor(Y, RICH, {{"handle_timer", Json::array()}}), agent});
    TestChain chain(genesis(actors, with({{"auction_activation_height", 1}}, config)));
    chain.block(list(
        {as(X, list({set_gba(Z), schedule(2, "x", {{"fee_payer", at(ALICE)}})})),
         as(Y,
            list({schedule(2, "high", {{"max_fee_per_cycle", "9"}, {"max_priority_fee_per_cycle", "3"}}),
                  schedule(2, "low", {{"max_fee_per_cycle", "1"}, {"max_priority_fee_per_cycle", "0"}})}))}));
    const u128 before = chain.balance(X);
    const BlockResult result = chain.block();
    EXPECT_TRUE(chain.chain().memory_equals_state());
    Outcome out;
    out.fires = chain.fires(result);
    for (const timers::Event& e : result.events)
        if (const auto* failed = std::get_if<timers::GbaFailedEvent>(&e.body)) {
            out.reasons += (out.reasons.empty() ? "" : ", ") + std::string(name(failed->reason));
            EXPECT_EQ(failed->actor, address(X));
        } else {
            out.reasons += " and an event that an agent must not cause";
        }
    for (const lane::Fired& f : result.fired)
        if (chain.label_of(*f.id) == "x" && !out.reasons.empty()) {
            EXPECT_EQ(f.terms->priority, 0u);
        }
    out.gba = result.used.gba;
    out.x_paid = before - chain.balance(X);
    return out;
}

TEST(Agents, GBA3_GBA6_EveryAttemptToChangeSomethingFailsAndTheDefaultServes)
{
    const Json attempts = list({{{"set", {"k", "v"}}},
                                {{"delete", "k"}},
                                schedule("+1", "n"),
                                cancel("x"),
                                extend("x", 50),
                                pay(BOB, "1"),
                                {{"emit", {"t", "d"}}},
                                {{"send", {{"to", at(Y)}}}},
                                {{"set_gba", nullptr}},
                                {{"log", "balance"}}});
    for (const Json& attempt : attempts) {
        const Outcome out = with_agent(scripted_agent(list({attempt, bid("9", "8")})));
        EXPECT_EQ(out.reasons, "error") << attempt;
        EXPECT_TRUE(out.fires.starts_with("high ok, ")) << attempt << out.fires;
        const Outcome caught =
            with_agent(scripted_agent(list({refused(attempt, "ReadOnly"), bid("9", "8")})));
        EXPECT_EQ(caught.reasons, "") << attempt;
        EXPECT_TRUE(caught.fires.starts_with("x ok, high ok, ")) << attempt << caught.fires;
    }
}

TEST(Agents, GBA6_ScriptedAgentsThatFailHaveOneEventWithTheReason)
{
    const std::vector<std::pair<Json, std::string>> cases{
        {list({loop()}), "out_of_cycles"},
        {list({burn(25'000)}), "out_of_cycles"},
        {list({fail()}), "error"},
        {Json::array(), "bad_type"},
        {list({{{"return", "0x01"}}}), "bad_type"},
        {list({bid("1000000000000000000000000001", "0")}), "fee_too_high"},
        {list({bid(list({"340282366920938463463374607431768211455", 1, "owner_actor_balance"}), "0")}),
         "fee_too_high"},
        {list({bid("7", "8")}), "priority_above_fee"},
        {list({bid("1000000000000000000000000000", "1000000000000000000000000000")}), "payer_too_poor"},
    };
    for (const auto& [steps, reason] : cases) {
        const Outcome out = with_agent(scripted_agent(steps));
        EXPECT_EQ(out.reasons, reason) << steps;
        EXPECT_TRUE(out.fires.starts_with("high ok, ")) << steps << out.fires;
        EXPECT_EQ(out.x_paid, out.gba) << "the owner pays what the agent used, at the base fee of 1";
    }
    EXPECT_EQ(with_agent(actor(Z, "0", {{"handle_timer", Json::array()}})).reasons, "no_handler");
}

TEST(Agents, GBA6_PythonAgentsThatFailHaveOneEventWithTheReason)
{
    const std::vector<std::pair<std::string, std::string>> cases{
        {"    while True: pass\n", "out_of_cycles"},
        {"    return getGasBid(context)\n", "error"},
        {"    x = 'a'\n    while True: x = x + x\n", "out_of_cycles"},
        {"    return None\n", "bad_type"},
        {"    return 5\n", "bad_type"},
        {"    return b'1'\n", "bad_type"},
        {"    return {'max_fee_per_cycle': 9, 'max_priority_fee_per_cycle': 1}\n", "bad_type"},
        {"    return TxFeeParams(-1, 0)\n", "bad_type"},
        {"    return TxFeeParams(9, -1)\n", "bad_type"},
        {"    return TxFeeParams('9', 1)\n", "bad_type"},
        {"    return TxFeeParams(True, 0)\n", "bad_type"},
        {"    return TxFeeParams(9, 1, None, 0)\n", "bad_type"},
        {"    return TxFeeParams(9)\n", "error"},
        {"    return TxFeeParams(2**4000, 0)\n", "fee_too_high"},
        {"    return TxFeeParams(9, 10)\n", "priority_above_fee"},
        {"    raise ValueError('no')\n", "error"},
        {"    pvm_host.set_state(b'k', b'v')\n    return TxFeeParams(9, 8)\n", "error"},
    };
    for (const auto& [body, reason] : cases) {
        const Outcome out = with_agent(python_agent(body));
        EXPECT_EQ(out.reasons, reason) << body;
        EXPECT_TRUE(out.fires.starts_with("high ok, ")) << body << out.fires;
    }
    const Outcome memory =
        with_agent(python_agent("    x = [0]\n    while True: x = x * 2\n"),
                   {{"gba_cycles_per_call", 900'000'000}, {"gba_cycles_per_block", 900'000'000}});
    EXPECT_EQ(memory.reasons, "out_of_memory");
}

TEST(Agents, GBA4_APythonAgentSeesAllEightValues)
{
    const Outcome out = with_agent(python_agent(
        "    c = context\n"
        "    good = (c.trigger_block_height == 2 and c.current_block_height == 2 and c.basefee_cycle == 1 "
        "and\n"
        "            c.basefee_cell == 1 and c.basefee_lane_timer == 1 and c.last_block_cycle_usage > 0 and\n"
        "            c.previous_block_p50_priority_tip_per_cycle == 0 and c.owner_actor_balance == 10**24)\n"
        "    return TxFeeParams(9, 8, c.basefee_cell, 0) if good else None\n"));
    EXPECT_EQ(out.reasons, "");
    EXPECT_TRUE(out.fires.starts_with("x ok, high ok")) << out.fires;
}

TEST(Agents, GBA5_WhatAnAgentDidToTheClassOfItsContextDoesNotRunWhenTheContextIsMade)
{
    const Json agent{{"address", at(Z)},
                     {"owner", at(ALICE)},
                     {"python",
                      "from cowboy_sdk import GBAContext, TxFeeParams\n\n"
                      "def refuse(self, value):\n    raise ValueError('nobody pays for this')\n\n"
                      "GBAContext.basefee_cycle = property(lambda self: 7, refuse)\n\n"
                      "def getGasBid(context):\n"
                      "    return TxFeeParams(context.basefee_cycle, 0)\n"}};
    const Outcome out = with_agent(agent);
    EXPECT_EQ(out.reasons, "");
    EXPECT_EQ(out.fires, with_agent(python_agent("    return TxFeeParams(7, 0)\n")).fires);
}

TEST(Agents, GBA1_TheDefaultAgentOfCip1DeployedAsOnesOwnBidsWhatTheBuiltInOneDoes)
{
    const std::string source =
        "from cowboy_sdk import TxFeeParams, GBAContext, actor\n\n@actor\nclass Agent:\n"
        "    def getGasBid(self, context: GBAContext) -> TxFeeParams:\n"
        "        return TxFeeParams(\n"
        "            max_fee_per_cycle           = 2 * context.basefee_lane_timer,\n"
        "            max_priority_fee_per_cycle  = context.previous_block_p50_priority_tip_per_cycle,\n"
        "            max_fee_per_cell            = context.basefee_cell,\n"
        "            max_priority_fee_per_cell   = 0,\n"
        "        )\n";
    const Json heartbeat = list({schedule("+1", "", {{"gas_limit", 1000}})});
    const Json paying = list({schedule(
        "+1", "",
        {{"gas_limit", 900}, {"max_fee_per_cycle", "1000000"}, {"max_priority_fee_per_cycle", "5"}})});
    std::string bids[2];
    for (const bool own : {false, true}) {
        const Json actors = list({actor(X, RICH, {{"handle_timer", heartbeat}}),
                                  actor(Y, RICH, {{"handle_timer", paying}}),
                                  {{"address", at(Z)}, {"python", source}}});
        TestChain chain(genesis(
            actors,
            {{"auction_activation_height", 1}, {"lane_timer_cycles", 4000}, {"max_cells_per_fire", 500}},
            {{"cycle_basefee", "100"}}));
        Json first = heartbeat;
        if (own) first.push_back(set_gba(Z));
        chain.block(list({as(X, first), as(Y, paying), as(Y, paying)}));
        for (int i = 0; i < 15; ++i) {
            const BlockResult result = chain.block();
            for (const lane::Fired& f : result.fired)
                if (f.owner == address(X))
                    bids[own] += to_decimal(f.terms->priority) + "/" + to_decimal(f.charged) + " ";
            EXPECT_EQ(result.used.gba > 0, own);
        }
    }
    EXPECT_EQ(bids[0], bids[1]);
    EXPECT_NE(bids[0].find("5/"), std::string::npos) << "the median counted: " << bids[0];
}

// Y's timer arrived before X's, and both owners join in block 5: X, whose agent was in force before, is no
// earlier for it. The budget has room for one whole call.
TEST(Agents, GBA5_OwnersThatJoinInOneBlockStandByTheirOldestTimerWhateverTheAgeOfTheirAgents)
{
    const Json idle = {{"handle_timer", Json::array()}};
    TestChain chain(genesis(
        list({actor(X, RICH, idle), actor(Y, RICH, idle), scripted_agent(list({bid("9", "4")}))}),
        {{"auction_activation_height", 1}, {"gba_cycles_per_call", 50}, {"gba_cycles_per_block", 50}}));
    chain.block(list({as(X, list({set_gba(Z), schedule(2, "before")}))}));
    EXPECT_EQ(chain.block().fired.at(0).terms->priority, 4u);
    chain.block(list({as(Y, list({schedule(5, "y")})), as(X, list({schedule(5, "x")}))}));
    chain.block();
    const BlockResult result = chain.block(list({as(Y, list({set_gba(Z)}))}));
    ASSERT_EQ(chain.fires(result), "y ok, x ok");
    EXPECT_EQ(result.fired[0].terms->priority, 4u);
    EXPECT_LT(result.fired[1].terms->priority, 4u) << "not asked";
}

TEST(Agents, GBA5_AnOwnerWithoutMoneyForAWholeCallGetsTheDefaultWithoutEvent)
{
    const Outcome out = with_agent(scripted_agent(list({bid("9", "8")})), Json::object(), "24999");
    EXPECT_EQ(out.reasons, "");
    EXPECT_EQ(out.gba, 200u);
    EXPECT_EQ(out.x_paid, 0u);
    EXPECT_TRUE(out.fires.starts_with("high ok, ")) << out.fires;
}

TEST(Agents, API17_GBA6_AnAgentThatIsItsOwnAndOneRemovedBetweenBlocks)
{
    const Json actors =
        list({actor(X, RICH, {{"handle_timer", Json::array()}, {"getGasBid", list({bid("9", "4")})}}),
              actor(Z, "0", {{"getGasBid", list({bid("9", "4")})}})});
    TestChain chain(genesis(actors, {{"auction_activation_height", 1}}));
    chain.block(list({as(X, list({set_gba(X), schedule(2, "a"), schedule(3, "b"),
                                  refused({{"set_gba", at(BOB)}}, "ActorNotFound")}))}));
    EXPECT_EQ(chain.block().fired.at(0).terms->priority, 4u);
    chain.block(list({as(X, list({set_gba(Z), schedule(5, "c")}))}));
    const BlockResult removed = chain.block(list({{{"from", at(ALICE)}, {"remove_actor", at(Z)}}}));
    EXPECT_EQ(TestChain::receipts(removed), "ok");
    const BlockResult result = chain.block();
    ASSERT_EQ(result.events.size(), 1u);
    EXPECT_EQ(std::get<timers::GbaFailedEvent>(result.events[0].body).reason, timers::GbaFailure::no_actor);
    EXPECT_EQ(result.fired.at(0).terms->priority, 0u);
}

}  // namespace
}  // namespace lariat::chain
