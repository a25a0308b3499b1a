// Tests of the state check: sound after every block of random histories, and every kind of damage is found.
#include "chain/state_check.hpp"

#include <map>

#include "base/codec.hpp"
#include "random_history.hpp"
#include "state/log_store.hpp"

namespace lariat::chain {
namespace {

using world::RandomHistory;
using world::TestChain;

class Copied final : public state::Readable {
public:
    explicit Copied(const state::Readable& from)
    {
        from.for_each([this](BytesView key, BytesView value) { pairs[to_bytes(key)] = to_bytes(value); });
    }
    std::optional<Bytes> get(BytesView key) const override
    {
        const auto found = pairs.find(to_bytes(key));
        return found == pairs.end() ? std::nullopt : std::optional(found->second);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        for (const auto& [key, value] : pairs) visit(key, value);
    }
    std::map<Bytes, Bytes> pairs;
};

std::string broken(const state::Readable& state)
{
    std::string out;
    for (const std::string& one : broken_invariants(state)) out += one + "\n";
    return out;
}

TEST(StateCheck, TMR7_LIF1_BLK7_ARandomHistoryIsSoundAfterEveryBlock)
{
    for (u64 seed = 0; seed < 6; ++seed) {
        RandomHistory random(seed);
        TestChain chain(RandomHistory::genesis_of_history());
        for (int i = 0; i < 40; ++i) {
            chain.block(random.block());
            ASSERT_EQ(broken(chain.store()), "") << "seed " << seed << " block " << i;
        }
    }
}

/// Pending at a height with chunks, waiting, dead and parked ones, a long payload.
Copied some_state()
{
    using namespace world;
    TestChain chain(
        genesis(list({actor(X, "1000000000", {{"handle_timer", list({})}})}),
                {{"lane_timer_cycles", 1'000}, {"max_cycles_per_fire", 600}, {"gc_cycles_per_block", 200}}));
    Json steps = Json::array();
    for (int i = 0; i < 40; ++i) steps.push_back(schedule(90, ""));
    steps.push_back(schedule(91, "", {{"payload", "0x" + std::string(400, 'a')}}));
    for (int i = 0; i < 6; ++i)
        steps.push_back(schedule(2, "", {{"expires_at", 2 + i % 2}, {"gas_limit", 500}}));
    chain.block(list({as(X, steps)}));
    chain.blocks_to(4);
    return Copied(chain.store());
}

TEST(StateCheck, TMR7_EveryLostOrChangedValueOfATimerIsNoticed)
{
    const Copied sound = some_state();
    ASSERT_EQ(broken(sound), "");
    u64 tried = 0;
    for (const auto& [key, value] : sound.pairs) {
        if (std::string_view("tphoka").find(static_cast<char>(key[0])) == std::string_view::npos) continue;
        ++tried;
        Copied lost = sound;
        lost.pairs.erase(key);
        EXPECT_NE(broken(lost), "") << "lost: " << to_hex(key);
        if (key[0] != 't' && key[0] != 'h' && key[0] != 'o') continue;
        Copied moved = sound;  // the same value under another key
        Bytes elsewhere = key;
        elsewhere[elsewhere.size() - 1] ^= 1;
        moved.pairs[elsewhere] = value;
        moved.pairs.erase(key);
        EXPECT_NE(broken(moved), "") << "moved: " << to_hex(key);
    }
    EXPECT_GT(tried, 50U);
}

TEST(StateCheck, TMR7_LIF1_EachCounterAndEachLoadIsComparedWithWhatItCounts)
{
    const Copied sound = some_state();
    const auto changed_at = [&](BytesView key, std::size_t at) {
        Copied changed = sound;
        changed.pairs[to_bytes(key)][at] ^= 1;
        return broken(changed);
    };
    const Bytes counters = to_bytes(std::string_view("k"));
    for (std::size_t field = 0; field < 7; ++field)
        EXPECT_NE(changed_at(counters, 8 * field + 7), "") << "field " << field << " of the counters";
    for (const auto& [key, value] : sound.pairs) {
        if (key[0] == 'h' && key.size() == 33) {  // the gas and the marks of a height
            for (const std::size_t at : {23, 31}) EXPECT_NE(changed_at(key, at), "") << to_hex(key);
        }
        if (key[0] == 'a') {
            EXPECT_NE(changed_at(key, 15), "") << "the balance of an account";
        }
    }
}

TEST(StateCheck, R39_TMR7_LostKeptKeysAndWatchKeysAreNoticed)
{
    using namespace world;
    TestChain chain(
        genesis(list({actor(X, RICH, {{"handle_timer", list({})}}), actor(Y, RICH, Json::object())}),
                {{"max_watch_hits_per_block", 1}}));
    Json long_keys = Json::array();
    for (int n = 0; n < 9; ++n) long_keys.push_back(list({at(X), "prefix " + std::to_string(n)}));
    const auto watch = [](const Json& keys) { return Json{{"watch", {{"target", at(X)}, {"keys", keys}}}}; };
    const auto set = [](const char* key) { return Json{{"set", list({key, "1"})}}; };
    chain.block(list({as(X, list({watch(list({list({at(X), "k"})})), watch(long_keys)}))}));
    chain.block(list({as(X, list({set("k1"), set("k2"), set("k3"), set("k4")}))}));
    const Copied sound(chain.store());
    ASSERT_EQ(broken(sound), "");
    u64 kept = 0, watch_keys = 0;
    for (const auto& [key, value] : sound.pairs) {
        Copied lost = sound;
        lost.pairs.erase(key);
        watch_keys += key[0] == 'W';
        if (key[0] == 'W') {
            EXPECT_NE(broken(lost), "") << "lost: " << to_hex(key);
        }
        if (key[0] != 'K') continue;
        ++kept;
        const bool is_inside = key.back() == 2;
        if (is_inside) {
            EXPECT_NE(broken(lost), "") << "lost: " << to_hex(key);
        }
        Copied other = sound;
        other.pairs[key].resize(12);
        EXPECT_NE(broken(other), "") << "cut: " << to_hex(key);
    }
    EXPECT_EQ(kept, 3u);
    EXPECT_EQ(watch_keys, 1u);
}

TEST(StateCheck, AStateWithoutAChainBreaksNothing)
{
    const auto empty = state::LogStore::open_in_memory().value();
    EXPECT_TRUE(broken_invariants(*empty).empty());
}

}  // namespace
}  // namespace lariat::chain
