// Properties of modified keys that are kept for later blocks: no watch is missed, memory is bounded,
// one actor's backlog does not delay another's watches, and a block's work does not grow with the lists that
// wait.
#include <algorithm>
#include <random>
#include <set>

#include "support/short_form.hpp"
#include "world.hpp"

namespace lariat::chain::kept_keys_test {
namespace {

using namespace world;

const Json ROOMY = {{"user_lane", 40'000'000}, {"cell_capacity", 20'000'000}, {"cycle_capacity", 60'000'000}};
const Json LARGE = {{"cycles_limit", 35'000'000}, {"cells_limit", 10'000'000}};

Json set(const std::string& key, const std::string& value)
{
    return {{"set", list({key, value})}};
}
Json watch(const Json& keys, const std::string& label)
{
    Json call = {{"target", at(X)}, {"keys", keys}, {"gas_limit", 200}};
    if (!label.empty()) call["label"] = label;
    return {{"watch", call}};
}
Json watch(u8 of, const std::string& prefix, const std::string& label)
{
    return watch(list({list({at(of), prefix})}), label);
}
Json idle_actors(u8 count)
{
    Json actors = Json::array();
    for (u8 n = 0; n < count; ++n)
        actors.push_back(actor(static_cast<u8>(X + n), RICH, {{"handle_timer", Json::array()}}));
    return actors;
}

struct Watched {
    std::string label;
    u64 created = 0;
    std::vector<std::pair<u8, std::string>> prefixes;
    std::set<Bytes> owed{};  ///< keys modified since its last fire that listed them
};

Bytes placed(u8 of, const std::string& key)
{
    Bytes out = to_bytes(view(address(of)));
    out.insert(out.end(), key.begin(), key.end());
    return out;
}

/// A random history of a few actors, and what each watch is owed.
class History {
public:
    explicit History(u64 seed)
        : random_(seed),
          cap_(1 + below(4)),
          chain_(genesis(idle_actors(ACTORS), {{"max_watch_hits_per_block", 2 + below(5)},
                                               {"max_watch_hits_per_actor", 1 + below(2)},
                                               {"max_modified_keys_per_block", 2 + below(12)},
                                               {"max_kept_keys_per_actor", cap_},
                                               {"max_matched_keys", 1 + below(6)}}))
    {
    }

    void block()
    {
        Json txs = Json::array();
        const u64 height = chain_.chain().state().height + 1;
        std::vector<std::pair<u8, std::string>> modified;
        for (u64 n = below(4); n > 0; --n) {
            const u8 who = some_actor();
            Json steps = Json::array();
            for (u64 m = below(9); m > 0; --m) {
                const std::string key = KEYS[below(std::size(KEYS))];
                steps.push_back(set(key, std::to_string(++value_)));
                modified.emplace_back(who, key);
            }
            if (below(4) == 0 && watches_.size() < 10) steps.push_back(new_watch(height));
            txs.push_back(as(who, steps));
        }
        const BlockResult result = chain_.block(txs);
        ASSERT_EQ(TestChain::receipts(result).find("revert"), std::string::npos);
        for (const auto& [who, key] : modified)
            for (Watched& w : watches_)
                if (w.created < height && matches(w, who, key)) w.owed.insert(placed(who, key));
        fires(result);
        largest = std::max(largest, chain_.chain().watches().kept().count());
        ASSERT_LE(chain_.chain().watches().kept().count(), ACTORS * std::max<u64>(cap_, 2));
        ASSERT_TRUE(chain_.chain().memory_equals_state());
        if (below(6) == 0) chain_.restart();
    }

    void run_dry()
    {
        for (int n = 0; n < 200; ++n) {
            const BlockResult result = chain_.block();
            fires(result);
            const bool is_dry = chain_.chain().watches().kept().count() == 0;
            if (is_dry && result.used.hits == 0 && result.fired.empty()) break;
        }
        EXPECT_EQ(chain_.chain().watches().kept().count(), 0u);
        for (const Watched& w : watches_) EXPECT_TRUE(w.owed.empty()) << w.label << " was missed";
    }

    u64 largest = 0, blurred_fires = 0;

private:
    static constexpr u8 ACTORS = 4;
    static constexpr const char* KEYS[] = {"", "k", "ka", "kb", "kc", "l", "la", "m", "n", "o"};

    u64 below(u64 n) { return random_() % n; }
    u8 some_actor() { return static_cast<u8>(X + below(ACTORS)); }

    Json new_watch(u64 height)
    {
        static constexpr const char* PREFIXES[] = {"", "k", "l", "ka", "m"};
        Watched w{"w" + std::to_string(watches_.size()), height, {}};
        Json keys = Json::array();
        for (u64 n = 1 + below(2); n > 0; --n) {
            const u8 who = some_actor();  // before the other draw, whatever the compiler
            w.prefixes.emplace_back(who, PREFIXES[below(std::size(PREFIXES))]);
            keys.push_back(list({at(w.prefixes.back().first), w.prefixes.back().second}));
        }
        watches_.push_back(w);
        return watch(keys, w.label);
    }

    static bool matches(const Watched& w, u8 who, const std::string& key)
    {
        return std::ranges::any_of(
            w.prefixes, [&](const auto& p) { return p.first == who && key.starts_with(p.second); });
    }

    void fires(const BlockResult& result)
    {
        for (const lane::Fired& fired : result.fired) {
            const std::string label = chain_.label_of(*fired.id);
            const auto w = std::ranges::find(watches_, label, &Watched::label);
            ASSERT_NE(w, watches_.end());
            const auto& keys = *fired.matched;
            if (std::ranges::find(keys, Bytes{}) != keys.end()) {
                w->owed.clear();
                ++blurred_fires;
            }
            for (const Bytes& key : keys) w->owed.erase(key);
        }
    }

    std::mt19937_64 random_;
    u64 cap_;
    TestChain chain_;
    std::vector<Watched> watches_;
    u64 value_ = 0;
};

TEST(KeptKeysOfAChain, R39_WAT6_NoWatchIsMissedAndMemoryIsBoundedByActorsTimesTheLimit)
{
    const u64 seeds = support::how_much(150, 30);
    u64 largest = 0, blurred = 0;
    for (u64 seed = 0; seed < seeds; ++seed) {
        History history(seed);
        for (int n = 0; n < 30; ++n)
            ASSERT_NO_FATAL_FAILURE(history.block()) << "seed " << seed << " block " << n;
        history.run_dry();
        ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
        largest = std::max(largest, history.largest);
        blurred += history.blurred_fires;
    }
    EXPECT_GE(largest, 10u);
    EXPECT_GT(blurred, 5 * seeds);
}

/// The heights of the fires of "honest", whose key is modified in block 12; `attackers` watch themselves and
/// write 700 keys in each of the blocks 3 to 20.
std::vector<u64> honest_fires(u8 attackers, u64 seed)
{
    constexpr u8 HONEST = Z + 20, WATCHED = Z + 21;
    std::mt19937_64 random(seed);
    TestChain chain(genesis(idle_actors(22 + 3), Json::object(), ROOMY));
    Json watches = list({as(HONEST, list({watch(WATCHED, "price", "honest")}))});
    for (u8 n = 0; n < attackers; ++n)
        watches.push_back(as(static_cast<u8>(X + n), list({watch(static_cast<u8>(X + n), "", "")})));
    chain.block(watches);
    std::vector<u64> out;
    u64 value = 0;
    for (u64 height = 2; height < 40; ++height) {
        Json txs = Json::array();
        for (u8 n = 0; n < attackers && height >= 3 && height <= 20; ++n) {
            Json steps = Json::array();
            const u64 offset = random() % 3 == 0 ? 0 : ++value * 1'000;  // old keys again, or new ones
            for (u64 i = 0; i < 700; ++i)
                steps.push_back(set(std::to_string(offset + i), std::to_string(++value)));
            txs.push_back(as(static_cast<u8>(X + n), steps, LARGE));
        }
        if (height == 12) txs.push_back(as(WATCHED, list({set("price", "1")})));
        const BlockResult result = chain.block(txs);
        EXPECT_EQ(TestChain::receipts(result).find("invalid"), std::string::npos);
        EXPECT_EQ(TestChain::receipts(result).find("full"), std::string::npos);
        for (const lane::Fired& fired : result.fired)
            if (chain.label_of(*fired.id) == "honest") out.push_back(height);
    }
    return out;
}

TEST(KeptKeysOfAChain, WAT6_R39_AnHonestWatchIsHitAtMostTwoBlocksLaterThanWithoutTheAttack)
{
    EXPECT_EQ(honest_fires(0, 1), (std::vector<u64>{12}));
    const bool is_short = support::is_short();
    const std::vector<u64> seeds = is_short ? std::vector<u64>{1} : std::vector<u64>{1, 2, 3};
    // As many attackers as leave a share of the hits: 4,096 / 512 - 1.
    for (const u8 attackers : is_short ? std::vector<u8>{1, 7} : std::vector<u8>{1, 4, 7})
        for (const u64 seed : seeds) {
            const std::vector<u64> fires = honest_fires(attackers, seed);
            ASSERT_EQ(fires.size(), 1u) << int{attackers} << " attackers, seed " << seed;
            EXPECT_LE(fires[0], 14u) << int{attackers} << " attackers, seed " << seed;
        }
}

TEST(KeptKeysOfAChain, BLK8_ABlockDoesNotVisitTheActorsWhoseKeysWaitForHits)
{
    // X uses up the only hit of each block; everybody else keeps a key for which no hit is left.
    constexpr u8 OTHERS = 30;
    TestChain chain(genesis(idle_actors(OTHERS + 1),
                            {{"max_watch_hits_per_block", 1}, {"max_timers_per_actor", 5'000}}, ROOMY));
    Json watches = Json::array();
    for (int n = 0; n < 200; ++n) watches.push_back(watch(X, "k", ""));
    Json txs = list({as(X, watches, LARGE)});
    for (u8 n = 1; n <= OTHERS; ++n)
        txs.push_back(
            as(static_cast<u8>(X + n), list({watch(static_cast<u8>(X + n), "", "w" + std::to_string(n))})));
    chain.block(txs);
    txs = list({as(X, list({set("k", "1")}))});
    for (u8 n = 1; n <= OTHERS; ++n) txs.push_back(as(static_cast<u8>(X + n), list({set("k", "1")})));
    chain.block(txs);
    const auto visits = [&] { return chain.chain().watches().kept().visits(); };
    EXPECT_EQ(chain.chain().watches().kept().count(), 1u + OTHERS);
    for (int n = 0; n < 5; ++n) {
        const u64 before = visits();
        EXPECT_EQ(chain.block().used.hits, 1u);
        EXPECT_EQ(visits() - before, 1u) << "X alone";
    }
    // A watch that is cancelled: its key has no watch left and is done with, though no hit is left.
    const u64 before = visits();
    chain.block(list({as(static_cast<u8>(X + 7), list({cancel("w7")})),
                      as(static_cast<u8>(X + 9), list({extend("w9", "+500")}))}));
    EXPECT_EQ(chain.chain().watches().kept().count(), OTHERS);
    EXPECT_EQ(visits() - before, 3u) << "X, the one without a watch, and the one whose watch has changed";
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(KeptKeysOfAChain, BLK6_TMR7_R39_MarksAndKeptKeysSurviveARestartAndARollback)
{
    const Json config = {{"max_watch_hits_per_block", 1}, {"max_kept_keys_per_actor", 2}};
    const auto run = [&](bool disturbed) {
        TestChain chain(genesis(idle_actors(3), config));
        std::string out;
        chain.block(list({as(X, list({watch(X, "", "a"), watch(X, "k", "b"), watch(Y, "", "c")}))}));
        for (u64 n = 0; n < 12; ++n) {
            Json txs = Json::array();
            if (n == 0) txs = list({as(X, list({set("k1", "1"), set("k2", "1"), set("k3", "1")}))});
            if (n == 2) txs = list({as(Y, list({set("y", "1")})), as(X, list({set("k4", "1")}))});
            if (n == 4) txs = list({as(X, list({set("k1", "2"), set("k2", "2"), set("k5", "2")}))});
            if (disturbed && n > 0 && n % 2 == 0) {
                chain.block(list({as(X, list({set("other", std::to_string(n))})),
                                  as(Y, list({set("y", std::to_string(n))}))}));
                chain.block();
                chain.rollback(2);
                EXPECT_TRUE(chain.chain().memory_equals_state());
            }
            if (disturbed && n % 3 == 0) chain.restart();
            const BlockResult result = chain.block(txs);
            out += chain.line(result) + "\n";
            EXPECT_TRUE(chain.chain().memory_equals_state());
        }
        return out;
    };
    EXPECT_EQ(run(true), run(false));
}

TEST(KeptKeysOfAChain, WAT1_R41_AWatchOfManyKeysIsHitWithoutReadingThem)
{
    Json keys = list({list({at(Y), ""})});
    for (int n = 0; n < 255; ++n)
        keys.push_back(list({at(Z), "prefix " + std::string(100, 'p') + std::to_string(n)}));
    TestChain chain(genesis(idle_actors(3), {{"max_watch_keys", 256}}, ROOMY));
    const BlockResult result = chain.block(list({as(X, list({watch(keys, "many")}), LARGE)}));
    ASSERT_EQ(TestChain::receipts(result), "ok");
    const auto record_bytes = [&] {
        std::size_t longest = 0;
        chain.store().for_each([&](BytesView key, BytesView value) {
            if (key[0] == 't') longest = std::max(longest, value.size());
        });
        return longest;
    };
    EXPECT_LE(record_bytes(), 400u);
    EXPECT_EQ(chain.timer("many")->watch_keys.size(), 256u);
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("k", "1")}))}))), "many ok");
    EXPECT_EQ(
        chain.fires(chain.block(list({as(Z, list({set("prefix " + std::string(100, 'p') + "254!", "1")}))}))),
        "many ok");
    EXPECT_EQ(chain.fires(chain.block(list({as(Z, list({set("prefix", "1")}))}))), "");
    EXPECT_TRUE(chain.chain().memory_equals_state());
    chain.block(list({as(X, list({cancel("many")}))}));
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("k", "2")}))}))), "");
    bool left = false;
    chain.store().for_each([&](BytesView key, BytesView) { left = left || key[0] == 'W' || key[0] == 't'; });
    EXPECT_FALSE(left) << "nothing of the watch is left in the state";
    chain.block(list({as(X, list({watch(keys, "again")}), LARGE)}));
    chain.restart();
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("k", "3")}))}))), "again ok");
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

}  // namespace
}  // namespace lariat::chain::kept_keys_test
