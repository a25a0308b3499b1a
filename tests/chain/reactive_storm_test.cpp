// Tests of storms against watches and the Globalbox (WAT-6, GBX-7, BLK-8): a hundred thousand of everything,
// held to the budgets and counted. With LARIAT_SHORT a tenth.
#include <algorithm>
#include <set>

#include "support/short_form.hpp"
#include "world.hpp"

namespace lariat::chain::reactive_storm_test {
namespace {

using namespace world;

const u64 STORM = support::how_much(100'000, 10'000);
constexpr u64 IN_ONE_BLOCK = 10'000;  // of those that are set up

const Json ROOMY = {{"user_lane", 40'000'000}, {"cell_capacity", 20'000'000}, {"cycle_capacity", 60'000'000}};
const Json LARGE = {{"cycles_limit", 35'000'000}, {"cells_limit", 10'000'000}};

Json idle_actors()
{
    const Json idle = {{"handle_timer", Json::array()}};
    return list({actor(X, RICH, idle), actor(Y, RICH, idle), actor(Z, RICH, idle)});
}
Json set(const std::string& key, const std::string& value)
{
    return {{"set", list({key, value})}};
}
Json watch(u8 of, const std::string& prefix, const Json& more = Json::object())
{
    return {{"watch",
             with({{"target", at(X)}, {"keys", list({list({at(of), prefix})})}, {"gas_limit", 200}}, more)}};
}

TEST(ReactiveStorm, WAT6_BLK8_AHundredThousandWatchesOnOneKeyAreEachHitOnceWithinTheBudget)
{
    TestChain chain(genesis(idle_actors(), {{"max_timers_per_actor", 1'000'000}}, ROOMY));
    for (u64 n = 0; n < STORM; n += IN_ONE_BLOCK)
        chain.block(list({as(X, Json::array_t(IN_ONE_BLOCK, watch(Y, "key")), LARGE)}));
    chain.block(list({as(X, list({watch(Z, "", {{"label", "another"}})}))}));

    const u64 hits_max = chain.chain().config().max_watch_hits_per_block;
    std::set<Hash32> fired;
    std::string others;
    u64 blocks = 0, hits = 0;
    for (Json txs = list({as(Y, list({set("key", "1")})), as(Z, list({set("k", "1")}))});;
         txs = Json::array(), ++blocks) {
        const BlockResult result = chain.block(txs);
        ASSERT_LE(result.used.hits, hits_max);
        if (result.used.hits == 0) break;
        hits += result.used.hits;
        for (const lane::Fired& f : result.fired)
            ASSERT_TRUE(fired.insert(*f.id).second) << "a watch that was hit once fires once";
    }
    EXPECT_EQ(hits, STORM + 1);
    EXPECT_EQ(blocks, (STORM + 1 + hits_max - 1) / hits_max);
    EXPECT_EQ(fired.size(), STORM + 1);
    EXPECT_EQ(chain.chain().watches().count(), STORM + 1) << "they stay";
}

TEST(ReactiveStorm, WAT6_WAT2_APrefixUnderWhichAHundredThousandKeysAreWrittenHitsForEachAndFiresOnceABlock)
{
    TestChain chain(
        genesis(idle_actors(),
                {{"max_watch_hits_per_block", STORM / 5 * 2}, {"max_kept_keys_per_actor", 65'536}}, ROOMY));
    chain.block(list({as(X, list({watch(Y, "key/", {{"gas_limit", 20'000}})}))}));
    Json writes = Json::array();
    for (u64 n = 0; n < STORM; ++n) writes.push_back(set("key/" + std::to_string(n), "1"));
    u64 hits = 0;
    std::vector<u64> of_block;
    for (Json txs = list({as(Y, writes, LARGE)});; txs = Json::array()) {
        const BlockResult result = chain.block(txs);
        if (result.used.hits == 0) break;
        if (of_block.empty()) {
            ASSERT_EQ(TestChain::receipts(result), "ok");
        }
        hits += result.used.hits;
        of_block.push_back(result.used.hits);
        ASSERT_EQ(result.fired.size(), 1u);
        ASSERT_EQ(result.fired[0].matched->size(), 65u) << "64 keys and the mark";
        EXPECT_TRUE(result.fired[0].matched->back().empty());
    }
    EXPECT_EQ(hits, STORM) << "none is dropped";
    EXPECT_EQ(of_block, (std::vector<u64>{STORM / 5 * 2, STORM / 5 * 2, STORM / 5}));
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(ReactiveStorm, WAT6_KeysThatNobodyWatchesPassByTheirOwnBudget)
{
    TestChain chain(genesis(
        idle_actors(), {{"max_modified_keys_per_block", STORM / 10 * 4}, {"max_kept_keys_per_actor", 65'536}},
        ROOMY));
    chain.block(list({as(X, list({watch(Y, "zz")}))}));
    Json writes = Json::array();
    for (u64 n = 0; n < STORM; ++n) writes.push_back(set("key/" + std::to_string(n), "1"));
    writes.push_back(set("zz", "1"));
    // One key more than ten tenths, by four tenths: the last in their order is served in the third block.
    EXPECT_EQ(chain.block(list({as(Y, writes, LARGE)})).fired.size(), 0u);
    EXPECT_EQ(chain.block().fired.size(), 0u);
    EXPECT_EQ(chain.block().fired.size(), 1u);
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(ReactiveStorm, GBX7_BLK8_ATargetFloodedByAHundredThousandFiresDoesNotSlowOthers)
{
    constexpr u64 SHARE = 4;
    TestChain chain(genesis(idle_actors(),
                            {{"discipline", "globalbox"},
                             {"max_fires_per_target", SHARE},
                             {"max_timers_per_actor", 1'000'000},
                             {"max_timers_per_target", 1'000'000},
                             {"due_intake_per_block", 1'000'000}},
                            ROOMY));
    const auto timeout = [](u8 target, const std::string& bid, const std::string& label) {
        Json step = {{"target", at(target)}, {"due_height", 20}, {"gas_limit", 1'000}, {"bid", bid}};
        if (!label.empty()) step["label"] = label;
        return Json{{"set_timeout", step}};
    };
    const std::string one = "79228162514264337593543950336";  // 2^96: a unit for each cycle
    for (u64 n = 0; n < STORM; n += IN_ONE_BLOCK)
        chain.block(list({as(X, Json::array_t(IN_ONE_BLOCK, timeout(X, one, "")), LARGE)}));
    Json others = Json::array();
    for (int i = 0; i < 6; ++i) others.push_back(timeout(Y, "0", "other " + std::to_string(i)));
    chain.block(list({as(Y, others)}));
    const BlockResult first = chain.blocks_to(20);
    EXPECT_EQ(first.used.intake, STORM + 6);

    // Each block: four for the flooded target, four for the other until it has had all of its own.
    std::size_t of_others = 0;
    for (u64 height = 20; height < 24; ++height) {
        const u64 before = chain.chain().globalbox().queue().steps();
        const BlockResult result = height == 20 ? first : chain.block();
        const u64 expected = height == 20 ? 4 : height == 21 ? 2 : 0;
        const auto is_other = [](const lane::Fired& f) { return f.target == address(Y); };
        const auto found = std::count_if(result.fired.begin(), result.fired.end(), is_other);
        EXPECT_EQ(static_cast<u64>(found), expected) << height;
        EXPECT_EQ(result.fired.size(), SHARE + expected) << height;
        EXPECT_LE(result.used.looks, 2 * SHARE) << "full targets are passed over without a look";
        if (height > 20) {
            EXPECT_LE(chain.chain().globalbox().queue().steps() - before, 4 * SHARE)
                << "the hundred thousand are not touched";
        }
        of_others += expected;
    }
    EXPECT_EQ(of_others, 6u);
}

}  // namespace
}  // namespace lariat::chain::reactive_storm_test
