// What a receipt says beside its status: the reason of a refusal, the address of a deployment.
#include "chain/transactions.hpp"
#include "world.hpp"

namespace lariat::chain {

namespace {

using namespace world;

Json reasons_of(TestChain& chain, const BlockResult& result)
{
    Json out = Json::array();
    const Json line = Json::parse(chain.line(result));
    for (const Json& receipt : line.at("receipts"))
        out.push_back(receipt.contains("reason") ? receipt["reason"] : receipt["status"]);
    return out;
}

Json transfer(const Json& more)
{
    return with({{"from", at(ALICE)}, {"transfer", {{"to", at(BOB)}, {"amount", "1"}}}}, more);
}

}  // namespace

TEST(Receipts, BLK2_EachRefusalHasItsReasonAndAMessageForPeople)
{
    constexpr u8 STRANGER = 0xc3;
    TestChain chain(genesis(Json::array(), Json::object(),
                            {{"cycle_basefee", "2"}, {"cell_basefee", "3"}, {"user_lane", 600'000}}));
    const BlockResult result = chain.block(list({
        transfer({{"from", at(STRANGER)}}),
        transfer({{"cycles_limit", 20'000'001}}),
        transfer({{"cells_limit", 1'000'001}}),
        transfer({{"max_fee_per_cycle", "1"}}),
        transfer({{"max_fee_per_cell", "2"}}),
        transfer({{"tip_per_cycle", RICH}}),
        transfer({{"cycles_limit", 600'001}}),
        transfer({{"cycles_limit", 600'000}, {"cells_limit", 1'000'000}}),
        transfer({{"cycles_limit", 0}, {"cells_limit", 1'000'000}}),
    }));
    EXPECT_EQ(reasons_of(chain, result),
              list({"sender_unknown", "limit_too_high", "limit_too_high", "fee_too_low", "fee_too_low",
                    "insufficient_balance", "lane_full", "ok", "cells_full"}));
    EXPECT_EQ(result.receipts[3].message, "max_fee_per_cycle 1 is below the base fee 2");
    EXPECT_EQ(result.receipts[6].message, "cycles limit 600001 is above the rest of the lane 600000");
    EXPECT_EQ(Json::parse(chain.line(result))["receipts"][7].contains("reason"), false);
}

TEST(Receipts, BLK2_ANonceThatIsNotTheNextIsTooLowOrLeavesAGap)
{
    TestChain chain(genesis(Json::array()));
    Block block{.height = 1, .timestamp_ms = 2'000'000, .proposer = {}, .txs = {}};
    for (const u64 nonce : {1, 0, 0, 1})
        block.txs.push_back(
            {.from = address(ALICE), .limits = {}, .nonce = nonce, .body = TransferTx{address(BOB), 1}});
    scripted::Engine scripts;
    const auto result = chain.chain().apply(block, scripts);
    ASSERT_TRUE(result);
    EXPECT_EQ(reasons_of(chain, result.value()), list({"nonce_gap", "ok", "nonce_too_low", "ok"}));
    EXPECT_EQ(result.value().receipts[0].message, "nonce 1, expected 0");
}

TEST(Receipts, BLK2_ADeploymentHasTheAddressOfItsActorAndAFailedOneHasNone)
{
    TestChain chain(genesis(Json::array()));
    const std::string good = "def go(payload): pass\n", bad = "def deploy(): 1 // 0\ndef go(payload): pass\n";
    const auto deploy = [](const std::string& source) {
        return Json{{"from", at(ALICE)}, {"deploy", {{"python", source}}}, {"salt", "s"}};
    };
    const BlockResult result = chain.block(
        list({deploy(good), deploy(bad), deploy("import os\n"), deploy(good), transfer(Json::object())}));
    const Json receipts = Json::parse(chain.line(result))["receipts"];
    const Address there = deployed_address(address(ALICE), view(std::string_view("s")), good);
    EXPECT_EQ(receipts[0]["address"], to_hex(there));
    EXPECT_EQ(TestChain::receipts(chain.block(
                  list({{{"from", at(BOB)}, {"call", {{"actor", to_hex(there)}, {"handler", "go"}}}}}))),
              "ok");
    for (const std::size_t other : {1, 2, 3, 4}) EXPECT_FALSE(receipts[other].contains("address")) << other;
}

}  // namespace lariat::chain
