// A chain over a state that no chain left: opened, checked and run, it names the key and asserts nothing.
#include <map>
#include <random>

#include "chain/chain_numbers.hpp"
#include "chain/state_check.hpp"
#include "chain/state_tables.hpp"
#include "random_history.hpp"
#include "state/damage.hpp"
#include "state/log_store.hpp"

namespace lariat::chain {
namespace {

using namespace world;
using Pairs = std::map<Bytes, Bytes>;

struct Damaged {
    std::string message;
};

class ForeignChain : public testing::Test {
protected:
    ForeignChain()
    {
        state::set_damage_handler([](const state::StoreError& error) { throw Damaged{error.message}; });
        TestChain chain(
            genesis(list({actor(X, RICH, {{"handle_timer", list({})}})}), {{"timers_paused", true}}));
        Json steps = Json::array();
        for (int i = 0; i < 20; ++i) steps.push_back(schedule(90, ""));
        for (int i = 0; i < 6; ++i)
            steps.push_back(schedule(2, "", {{"expires_at", 2 + i % 2}, {"gas_limit", 500}}));
        for (int i = 0; i < 3; ++i) steps.push_back(schedule(3, "", {{"gas_limit", 500}}));
        steps.push_back({{"watch", {{"target", at(X)}, {"keys", list({list({at(X), "k"})})}}}});
        steps.push_back({{"schedule_at", {{"timestamp_ms", "+90000"}, {"gas_limit", 700}}}});
        chain.block(list({as(X, steps)}));
        chain.blocks_to(3);
        version_ = chain.store().version();
        chain.store().for_each(
            [&](BytesView key, BytesView value) { good_[to_bytes(key)] = to_bytes(value); });
    }
    ~ForeignChain() override { state::set_damage_handler({}); }

    static std::unique_ptr<state::Store> store_of(const Pairs& pairs, u64 version)
    {
        auto store = std::move(state::LogStore::open_in_memory()).value();
        while (store->version() + 1 < version) EXPECT_TRUE(store->commit(std::vector<state::Write>{}).ok());
        std::vector<state::Write> batch;
        for (const auto& [key, value] : pairs) batch.push_back({key, value});
        EXPECT_TRUE(store->commit(batch).ok());
        return store;
    }

    /// Why a chain with this state is not opened, or what its next blocks find.
    std::string opening_of(const Pairs& pairs) const
    {
        try {
            auto opened = Chain::open(store_of(pairs, version_), CodeFiles::in_memory());
            if (!opened) return opened.error().message;
            for (int blocks = 0; blocks < 3; ++blocks) {
                scripted::Engine scripts;
                scripts.begin_block();
                const ChainState& last = opened.value()->state();
                const Block block{.height = last.height + 1,
                                  .timestamp_ms = last.timestamp_ms + 1'000,
                                  .proposer = {},
                                  .txs = {}};
                const auto applied = opened.value()->apply(block, scripts);
                if (!applied) return applied.error().message;
            }
            return "";
        } catch (const Damaged& damaged) {
            return damaged.message;
        }
    }

    std::string checking_of(const Pairs& pairs) const
    {
        std::string out;
        try {
            for (const std::string& one : broken_invariants(*store_of(pairs, version_), version_))
                out += one + "\n";
        } catch (const Damaged& damaged) {
            out += damaged.message;
        }
        return out;
    }

    std::vector<Bytes> keys(char table) const
    {
        std::vector<Bytes> out;
        for (const auto& [key, value] : good_)
            if (key[0] == static_cast<u8>(table)) out.push_back(key);
        return out;
    }

    Pairs good_;
    u64 version_ = 0;
};

TEST_F(ForeignChain, AStateThatWasNotChangedOpensAndIsSound)
{
    EXPECT_EQ(opening_of(good_), "");
    EXPECT_EQ(checking_of(good_), "");
}

TEST_F(ForeignChain, EachValueCutByAByteIsNamedByItsKeyByTheCheck)
{
    for (const auto& [key, value] : good_) {
        const bool may_be_any = key[0] == 'C' || key[0] == 's' || value.empty();
        if (may_be_any) continue;
        Pairs pairs = good_;
        pairs[key].pop_back();
        EXPECT_NE(checking_of(pairs).find("key " + state::shown_key(key)), std::string::npos)
            << state::shown_key(key) << ": " << checking_of(pairs);
        EXPECT_NO_FATAL_FAILURE(opening_of(pairs));
    }
}

TEST_F(ForeignChain, EachValueThatIsLostIsNoticedByTheCheck)
{
    for (const auto& [key, value] : good_) {
        const bool may_be_absent =
            key[0] == 'H' || key[0] == 's' || key[0] == 'l' || (key[0] == 'q' && key.size() == 1);
        if (may_be_absent) continue;
        Pairs pairs = good_;
        pairs.erase(key);
        EXPECT_NE(checking_of(pairs), "") << state::shown_key(key);
        EXPECT_NO_FATAL_FAILURE(opening_of(pairs));
    }
}

TEST_F(ForeignChain, TwoTimersWithOneArrivalAreRefusedWithTheKey)
{
    std::vector<Bytes> waiting;
    for (const Bytes& key : keys('t'))
        if (good_.at(key)[1] == 1) waiting.push_back(key);
    ASSERT_GT(waiting.size(), 1u);
    Pairs pairs = good_;
    timers::Timer other = timers::decode_timer(pairs[waiting[1]]).value();
    other.place.arrival = timers::decode_timer(pairs[waiting[0]]).value().place.arrival;
    pairs[waiting[1]] = timers::encode(other);
    EXPECT_NE(opening_of(pairs).find("another timer has the arrival"), std::string::npos)
        << opening_of(pairs);
    EXPECT_NE(opening_of(pairs).find("key 0x74"), std::string::npos) << opening_of(pairs);
    EXPECT_NE(checking_of(pairs).find("another timer has the arrival"), std::string::npos);
}

TEST_F(ForeignChain, TheSameRecordUnderTwoKeysIsRefused)
{
    Pairs pairs = good_;
    for (const Bytes& key : keys('t')) {
        Bytes other = key;
        other.back() ^= 1;
        pairs[other] = good_.at(key);
    }
    EXPECT_NE(opening_of(pairs).find("the record is that of another timer"), std::string::npos);
}

TEST_F(ForeignChain, AStoreOfAnotherVersionThanTheHeightSaysIsRefused)
{
    const auto opened = Chain::open(store_of(good_, version_ + 7), CodeFiles::in_memory());
    ASSERT_FALSE(opened.ok());
    EXPECT_NE(opened.error().message.find("the files say " + std::to_string(version_ + 7)), std::string::npos)
        << opened.error().message;
    EXPECT_FALSE(broken_invariants(*store_of(good_, version_ + 7), version_ + 7).empty());
}

TEST_F(ForeignChain, AConfigThatNoRuleAllowsIsRefused)
{
    const Bytes key = [&] {
        for (const Bytes& k : keys('s'))
            if (text(k).ends_with("system:timer_config")) return k;
        return Bytes{};
    }();
    for (std::size_t at = 1; at + 4 <= good_.at(key).size(); at += 4) {
        Pairs pairs = good_;
        std::fill_n(pairs[key].begin() + static_cast<std::ptrdiff_t>(at), 4, u8{0});
        EXPECT_NO_FATAL_FAILURE(opening_of(pairs));
        std::fill_n(pairs[key].begin() + static_cast<std::ptrdiff_t>(at), 4, u8{0xff});
        EXPECT_NO_FATAL_FAILURE(opening_of(pairs));
    }
    Pairs pairs = good_;
    std::fill(pairs[key].begin() + 1, pairs[key].end(), u8{0});
    EXPECT_NE(opening_of(pairs).find("key " + state::shown_key(key)), std::string::npos) << opening_of(pairs);
}

TEST_F(ForeignChain, AKeyOfNoTableIsNamedByTheCheck)
{
    for (const std::string key : {"", "Z", "gg", "z12345678", "a123"}) {
        Pairs pairs = good_;
        pairs[to_bytes(key)] = to_bytes("value");
        EXPECT_NE(checking_of(pairs).find("no table of a chain has such a key"), std::string::npos) << key;
    }
    for (const StateTable& table : state_tables())
        for (const std::size_t bytes : {table.key_bytes_min, table.key_bytes_max})
            EXPECT_TRUE(is_key_of_a_table(Bytes(bytes, table.letter)));
}

/// A change of one value; what it is follows from the numbers of `random`.
void change(Pairs& pairs, std::mt19937_64& random)
{
    auto at = pairs.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random() % pairs.size()));
    const auto place = [&](std::size_t size) { return static_cast<std::ptrdiff_t>(random() % size); };
    Bytes& value = at->second;
    switch (random() % 7) {
        case 0:
            pairs.erase(at);
            return;
        case 1:
            if (!value.empty()) value[random() % value.size()] ^= static_cast<u8>(1 + random() % 255);
            return;
        case 2:
            if (!value.empty()) value.resize(random() % value.size());
            return;
        case 3:
            value.resize(value.size() + 1 + random() % 40, static_cast<u8>(random()));
            return;
        case 4: {
            const auto other = std::next(at);
            if (other != pairs.end()) value = other->second;
            return;
        }
        case 5: {
            Bytes elsewhere = at->first;
            elsewhere[random() % elsewhere.size()] ^= static_cast<u8>(1 + random() % 255);
            pairs[elsewhere] = value;
            return;
        }
        default: {
            if (value.size() < 8) return;
            const auto number = value.begin() + place(value.size() - 7);
            std::fill_n(number, 8, random() % 2 == 0 ? u8{0} : u8{0xff});
        }
    }
}

TEST_F(ForeignChain, RandomChangesAreRefusedWithWordsOrWork)
{
    constexpr int CHANGED_STATES = 60;
    const auto seed = static_cast<u64>(testing::UnitTest::GetInstance()->random_seed());
    for (const char* discipline : {"fifo", "globalbox", "auction"}) {
        Json genesis = RandomHistory::genesis_of_history();
        if (discipline == std::string("auction"))
            genesis["config"]["auction_activation_height"] = 3;
        else
            genesis["config"]["discipline"] = discipline;
        RandomHistory history(seed);
        TestChain chain(genesis);
        for (int i = 0; i < 12; ++i) chain.block(history.block());
        good_.clear();
        version_ = chain.store().version();
        chain.store().for_each(
            [&](BytesView key, BytesView value) { good_[to_bytes(key)] = to_bytes(value); });
        ASSERT_EQ(checking_of(good_), "");
        ASSERT_EQ(opening_of(good_), "");
        std::mt19937_64 random(seed);
        u64 noticed = 0;
        for (int n = 0; n < CHANGED_STATES; ++n) {
            Pairs pairs = good_;
            for (u64 changes = 1 + random() % 3; changes > 0; --changes) change(pairs, random);
            noticed += !checking_of(pairs).empty();
            static_cast<void>(opening_of(pairs));
        }
        EXPECT_GT(noticed, CHANGED_STATES / 2) << discipline;
    }
}

}  // namespace
}  // namespace lariat::chain
