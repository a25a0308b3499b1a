// What a block writes and tells: a constant for each timer and each execution, whatever else the state holds
// (BLK-8).
#include "world.hpp"

namespace lariat::chain {
namespace {

using namespace world;

using Pairs = std::map<Bytes, Bytes>;

Pairs pairs_of(const TestChain& chain)
{
    Pairs out;
    chain.store().for_each(
        [&](BytesView key, BytesView value) { out.emplace(to_bytes(key), to_bytes(value)); });
    return out;
}
/// Keys that were added, removed or given another value. The store keeps a record of no other write.
u64 changed_pairs(const Pairs& before, const Pairs& after)
{
    u64 changed = 0;
    for (const auto& [key, value] : before) {
        const auto found = after.find(key);
        changed += found == after.end() || found->second != value;
    }
    for (const auto& [key, value] : after) changed += !before.contains(key);
    return changed;
}

Json roomy_world()
{
    const Json idle = {{"handle_timer", Json::array()}};
    return genesis(
        list({actor(X, RICH, idle), actor(Y, RICH, idle)}),
        {{"max_timers_per_actor", 100'000}, {"max_looks_per_block", 100'000}},
        {{"cell_capacity", 1'000'000'000}, {"cycle_capacity", 1'000'000'000}, {"user_lane", 1'000'000'000}});
}

struct Writes {
    u64 scheduled = 0, taken_in = 0, fired = 0, expired = 0;
};

/// What `n` timers write that are scheduled in one block, taken in paused in another and fired in a third,
/// and `n` more of which each expires.
Writes writes_of(u64 n, u64 others)
{
    TestChain chain(roomy_world());
    const Json limits = {{"cycles_limit", 100'000'000}, {"cells_limit", 100'000'000}};
    const auto schedule_all = [&](u8 owner, u64 count, u64 height, const Json& more) {
        return as(owner,
                  list({{{"repeat",
                          list({count, list({schedule(height, "", with({{"gas_limit", 200}}, more))})})}}}),
                  limits);
    };
    Pairs before = pairs_of(chain);
    const auto written = [&] {
        Pairs now = pairs_of(chain);
        const u64 changed = changed_pairs(before, now);
        before = std::move(now);
        return changed;
    };
    if (others > 0) chain.block(list({schedule_all(Y, others, 1'000, Json::object())}));
    chain.blocks_to(2);
    written();
    Writes out;
    chain.block(list({schedule_all(X, n, 6, Json::object())}));
    out.scheduled = written();
    chain.block(list({set_config({{"timers_paused", true}})}));
    chain.block();
    written();
    chain.block();
    out.taken_in = written();
    chain.block(list({set_config({{"timers_paused", false}})}));
    written();
    const BlockResult fires = chain.block();
    EXPECT_EQ(fires.fired.size(), n);
    out.fired = written();
    chain.block(list({schedule_all(X, n, 12, {{"expires_at", 11}})}));
    chain.blocks_to(11);
    written();
    const BlockResult deaths = chain.block();
    EXPECT_EQ(deaths.used.gc, n * 200);
    out.expired = written();
    EXPECT_TRUE(chain.chain().memory_equals_state());
    return out;
}

TEST(BlockWrites, BLK8_EachTimerWritesAFewPairsHoweverManyThereAre)
{
    const Writes few = writes_of(100, 0), many = writes_of(1'000, 0), beside = writes_of(1'000, 20'000);
    // Its record, and a sixteenth of a chunk of its owner's list and of its height's.
    const auto limit = [](u64 n, u64 of_each) { return n * of_each + n / 4 + 30; };
    for (const auto& [writes, n] : {std::pair{few, u64{100}}, {many, u64{1'000}}, {beside, u64{1'000}}}) {
        EXPECT_GE(writes.scheduled, n);
        EXPECT_LE(writes.scheduled, limit(n, 1));
        EXPECT_LE(writes.taken_in, limit(n, 1));
        EXPECT_LE(writes.fired, limit(n, 1));
        EXPECT_LE(writes.expired, limit(n, 1));
    }
    EXPECT_EQ(many.scheduled, beside.scheduled);
    EXPECT_EQ(many.taken_in, beside.taken_in);
    EXPECT_EQ(many.fired, beside.fired);
    EXPECT_EQ(many.expired, beside.expired);
}

/// What the fire of a watch writes that `keys` keys have hit, a third of them in one block and the
/// others in another.
u64 written_by_fire(u64 keys)
{
    TestChain chain(roomy_world());
    const Json limits = {{"cycles_limit", 1'000'000}, {"cells_limit", 1'000'000}};
    chain.block(list({as(X, list({{{"watch",
                                    {{"target", at(X)},
                                     {"keys", list({list({at(X), "k"})})},
                                     {"gas_limit", 200},
                                     {"label", "w"}}}}}))}));
    chain.block(list({set_config({{"timers_paused", true}})}));
    std::vector<Bytes> wanted;
    for (const u64 later : {u64{0}, u64{1}}) {
        Json steps = Json::array();
        for (u64 n = later * (keys / 3); n < (later == 0 ? keys / 3 : keys); ++n) {
            const std::string name = "k" + std::to_string(1'000 + n);
            steps.push_back({{"set", {name, "v"}}});
            wanted.push_back(to_bytes(view(address(X))));
            wanted.back().insert(wanted.back().end(), name.begin(), name.end());
        }
        chain.block(list({as(X, steps, limits), as(X, list({cancel("w"), fail()}), limits)}));
    }
    chain.block(list({set_config({{"timers_paused", false}})}));
    EXPECT_TRUE(chain.chain().memory_equals_state());
    const Pairs before = pairs_of(chain);
    const BlockResult fires = chain.block();
    EXPECT_EQ(fires.fired.size(), 1u);
    EXPECT_EQ(fires.fired.at(0).matched, wanted);
    return changed_pairs(before, pairs_of(chain));
}

TEST(BlockWrites, WAT2_BLK8_AFireDeletesAFewValuesHoweverManyKeysHaveHitItsWatch)
{
    EXPECT_LE(written_by_fire(64), written_by_fire(2) + 64 / 16);
}

TEST(BlockWrites, BLK8_ABlockTellsTheBalancesThatItChangedAndNoOther)
{
    Json world = roomy_world();
    for (u64 n = 0; n < 5'000; ++n) {
        std::string hex = std::to_string(n + 10'000);
        world["accounts"].push_back(
            {{"address", "0x" + std::string(40 - hex.size(), '0') + hex}, {"balance", "1"}});
    }
    TestChain chain(world);
    EXPECT_EQ(chain.block().balances.size(), 0u);
    EXPECT_EQ(chain.block(list({as(X, list({pay(BOB, "1")}))})).balances.size(), 3u)
        << "the sender, the actor and who is paid";
}

}  // namespace
}  // namespace lariat::chain
