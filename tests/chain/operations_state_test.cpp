// Tests of the memory refund (SCH-7, BLK-6, BLK-7): after an operation the state has the size that it had
// before, for every exit and over random histories with rollbacks and restarts.
#include <random>

#include "base/checked.hpp"
#include "state_scan.hpp"

namespace lariat::chain {
namespace {

using namespace world;

const Json HANDLERS = {{"good", Json::array()},
                       {"bad", list({fail()})},
                       {"endless", list({loop()})},
                       {"cells", list({{{"burn_cells", 10'000'000}}})},
                       {"sends", list({{{"send", {{"to", at(Y)}, {"gas", 100}, {"cells", 10}}}}})},
                       {"again", list({schedule_at("+1500", "", {{"handler", "good"}, {"gas_limit", 300}})})},
                       {"handle_message", Json::array()}};

u64 bytes_in(const state::Store& store)
{
    u64 bytes = 0;
    store.for_each([&](BytesView key, BytesView value) { bytes += key.size() + value.size(); });
    return bytes;
}

/// Of a chain in which cycles have been used once: from then on the lane's own numbers are there.
u64 size_once_used(TestChain& chain)
{
    chain.block(list({as(X, Json::array())}));
    chain.block();
    return bytes_in(chain.store());
}

/// The deposits of the records add up to what is locked, for each account and in all.
void expect_deposits_locked(TestChain& chain)
{
    std::map<Address, u128> deposits, locked;
    u128 sum = 0;
    u64 records = 0;
    chain.store().for_each([&](BytesView key, BytesView value) {
        if (key[0] == 'T') {
            const auto operation = timers::decode_operation(value);
            ASSERT_TRUE(operation.ok());
            deposits[operation.value().account] += operation.value().deposit;
            sum += operation.value().deposit;
            ++records;
        }
        if (key[0] == 'a') {
            Address of;
            std::copy(key.begin() + 1, key.end(), of.bytes.begin());
            if (const u128 amount = chain.chain().account(of)->locked; amount > 0) locked[of] = amount;
        }
    });
    EXPECT_EQ(deposits, locked);
    EXPECT_EQ(sum, chain.chain().state().locked);
    EXPECT_EQ(records, chain.chain().operations().count());
}

struct WayOut {
    const char* handler;
    u8 target;
    const char* exit;
};

class WaysOut : public testing::TestWithParam<WayOut> {};

TEST_P(WaysOut, SCH7_TheStateIsAsLargeAsBeforeTheFirstOperationOfAnAccount)
{
    const WayOut& way = GetParam();
    const std::string exit = way.exit;
    TestChain chain(genesis(list({actor(X, RICH, HANDLERS), actor(Y, RICH, HANDLERS)})));
    const u64 before = size_once_used(chain);
    const Json more = {{"handler", way.handler}, {"payload", std::string(700, 'p')}, {"gas_limit", 5'000}};
    const Json tx = {
        {"from", at(BOB)},
        {"schedule_at", with({{"timestamp_ms", "+2000"}, {"actor", at(way.target)}, {"label", "o"}}, more)}};
    chain.block(list({tx}));
    EXPECT_GT(bytes_in(chain.store()), before + 700);
    expect_deposits_locked(chain);
    Json end = Json::array();
    if (exit == "dropped") end = list({{{"from", at(BOB)}, {"drop", "o"}}});
    if (exit == "blocked") end = list({{{"from", at(BOB)}, {"transfer_control", true}}});
    if (exit == "removed") end = list({{{"from", at(ALICE)}, {"remove_actor", at(way.target)}}});
    if (exit == "poor") {
        const std::string all = to_decimal(chain.balance(BOB) - 5'500 - 5'000);
        end = list({{{"from", at(BOB)},
                     {"transfer", {{"to", at(ALICE)}, {"amount", all}}},
                     {"cycles_limit", 5'000},
                     {"cells_limit", 500}}});
    }
    std::string exits = chain.exits(chain.block(end));
    for (int i = 0; i < 4; ++i) exits += chain.exits(chain.block());
    EXPECT_EQ(exits, exit == "dropped" || exit == "blocked" ? "o " + exit : "o executed");
    EXPECT_EQ(bytes_in(chain.store()), before);
    EXPECT_EQ(chain.chain().state().locked, 0u);
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

INSTANTIATE_TEST_SUITE_P(OfAnOperation, WaysOut,
                         testing::Values(WayOut{"good", X, "success"}, WayOut{"bad", X, "failure"},
                                         WayOut{"endless", X, "out of cycles"},
                                         WayOut{"cells", X, "out of cells"}, WayOut{"lost", X, "no handler"},
                                         WayOut{"good", Z, "no actor"}, WayOut{"sends", X, "messages"},
                                         WayOut{"good", X, "dropped"}, WayOut{"good", X, "blocked"},
                                         WayOut{"good", X, "removed"}, WayOut{"endless", X, "poor"}));

TEST(OperationsInTheState, SCH7_TheOperationsOfARemovedActorGiveItsDepositBackAndLeaveNothing)
{
    TestChain chain(genesis(list({actor(X, RICH, HANDLERS)})));
    const u64 before = size_once_used(chain);
    chain.block(list({as(X, list({schedule_at("+2000", "o", {{"handler", "good"}, {"gas_limit", 500}})}))}));
    chain.block(list({{{"from", at(ALICE)}, {"remove_actor", at(X)}}}));
    ASSERT_EQ(chain.balance(X), 0u);
    const BlockResult due = chain.block();
    EXPECT_EQ(chain.fires(due), "o out_of_cycles");
    EXPECT_EQ(chain.balance(X), 64u + 4u);
    EXPECT_EQ(bytes_in(chain.store()), before);
}

/// Blocks of random calls: what they schedule ends on its own within a few seconds.
class RandomOperations {
public:
    explicit RandomOperations(u64 seed) : random_(seed) {}

    Json block()
    {
        Json txs = Json::array();
        for (u64 n = below(4); n > 0; --n) txs.push_back(transaction());
        return txs;
    }
    u64 below(u64 n) { return random_() % n; }

private:
    Json call()
    {
        static const char* const NAMES[] = {"good", "bad", "endless", "cells", "sends", "again", "lost"};
        return {{"handler", NAMES[below(7)]},
                {"gas_limit", 200 + below(2'000)},
                {"payload", std::string(below(3) == 0 ? 200 : below(20), 'x')}};
    }
    Json when() { return "+" + std::to_string(below(5'000)); }
    std::string label() { return "l" + std::to_string(below(12)); }

    Json transaction()
    {
        const u8 who = below(2) == 0 ? ALICE : BOB, actor = below(2) == 0 ? X : Y;
        switch (below(5)) {
            case 0:
                return {{"from", at(who)},
                        {"schedule_at",
                         with({{"timestamp_ms", when()}, {"actor", at(X)}, {"label", label()}}, call())}};
            case 1:
                return {{"from", at(who)}, {"transfer_control", true}};
            default: {
                Json steps = Json::array();
                for (u64 n = 1 + below(4); n > 0; --n)
                    steps.push_back(below(4) == 0 ? drop(label()) : schedule_at(when(), label(), call()));
                return as(actor, steps);
            }
        }
    }

    std::mt19937_64 random_;
};

class RandomHistories : public testing::TestWithParam<u64> {};

TEST_P(RandomHistories, SCH7_BLK6_TMR7_NothingStaysAndRollbackAndRestartGiveTheSame)
{
    RandomOperations random(GetParam());
    TestChain chain(genesis(list({actor(X, RICH, HANDLERS), actor(Y, "3000000", HANDLERS)}),
                            {{"sch_cycles_per_second", 9'000}, {"sch_cycles_per_block", 10'000}}));
    const u64 before = size_once_used(chain);
    std::vector<std::pair<Json, u64>> since;  // blocks that can be played again
    std::vector<std::string> lines;
    const auto play = [&](const Json& txs, u64 time) { return chain.line(chain.block(txs, time)); };
    u64 time = chain.chain().state().timestamp_ms;
    for (int i = 0; i < 60; ++i) {
        time += 1 + random.below(1'500);
        since.emplace_back(random.block(), time);
        lines.push_back(play(since.back().first, time));
        expect_deposits_locked(chain);
        ASSERT_TRUE(chain.chain().memory_equals_state());
        if (i % 13 == 12) {
            const u64 back = 1 + random.below(10);
            chain.rollback(back);
            ASSERT_TRUE(chain.chain().memory_equals_state());
            for (std::size_t n = since.size() - back; n < since.size(); ++n)
                ASSERT_EQ(play(since[n].first, since[n].second), lines[n]);
        }
    }
    EXPECT_GT(chain.chain().operations().count(), 0u);
    for (int i = 0; i < 40; ++i) chain.block();
    EXPECT_EQ(chain.chain().operations().count(), 0u);
    EXPECT_EQ(bytes_in(chain.store()), before);
    expect_deposits_locked(chain);
}

INSTANTIATE_TEST_SUITE_P(OfOperations, RandomHistories, testing::Range<u64>(1, 9));

TEST(OperationsInTheState, TMR7_SCH10_ARestartKeepsOrderRoomAndWhatHasBeenSpentOfThisSecond)
{
    TestChain chain(genesis(list({actor(X, RICH, HANDLERS)}),
                            {{"sch_cycles_per_second", 1'000}, {"min_gas_limit_per_timer", 100}}));
    const auto at_ms = [](u64 ms, u64 gas) {
        return schedule_at(1'000'000 + ms, "o" + std::to_string(ms),
                           {{"handler", "good"}, {"gas_limit", gas}});
    };
    chain.block(list({as(X, list({at_ms(5'100, 600), at_ms(5'900, 300), at_ms(5'101, 100)}))}));
    chain.restart();
    EXPECT_EQ(chain.exits(chain.block(Json::array(), 1'005'500)), "o5100 executed, o5101 executed");
    chain.restart();
    const BlockResult full =
        chain.block(list({as(X, list({refused(at_ms(5'950, 200), "ScheduleFull"), drop("o5900"),
                                      at_ms(5'950, 300), refused(at_ms(5'951, 200), "ScheduleFull")}))}),
                    1'005'600);
    EXPECT_EQ(chain.receipts(full), "ok");
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

}  // namespace
}  // namespace lariat::chain
