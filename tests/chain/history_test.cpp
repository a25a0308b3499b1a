// Tests of the invariants that hold after every block of a random history.
#include "random_history.hpp"
#include "state_scan.hpp"

namespace lariat::chain {
namespace {

using namespace world;

constexpr u64 BLOCKS = 45;

class History : public testing::TestWithParam<u64> {
protected:
    std::vector<Json> blocks(u64 seed, u64 n = BLOCKS)
    {
        RandomHistory random(seed);
        std::vector<Json> out;
        for (u64 i = 0; i < n; ++i) out.push_back(random.block());
        return out;
    }

    static std::vector<std::string> apply(TestChain& chain, const std::vector<Json>& blocks,
                                          std::size_t from = 0)
    {
        std::vector<std::string> lines;
        for (std::size_t i = from; i < blocks.size(); ++i)
            lines.push_back(chain.line(chain.block(blocks[i])));
        return lines;
    }

    static void expect_same(const std::vector<std::string>& a, const std::vector<std::string>& b)
    {
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i], b[i]) << "line " << i;
    }
};

TEST_P(History, BLK7_LIF1_TMR7_HoldAfterEveryBlock)
{
    TestChain chain(RandomHistory::genesis_of_history());
    for (const Json& txs : blocks(GetParam())) {
        const bool paused = chain.chain().config().timers_paused;
        const BlockResult result = chain.block(txs);
        expect_sound(chain, result, paused);
        ASSERT_FALSE(HasFailure()) << "block " << result.height << ": " << txs.dump();
    }
}

TEST_P(History, BLK8_LANE1_LANE3_CAL9_EveryBudgetIsKeptInEveryBlock)
{
    TestChain chain(RandomHistory::genesis_of_history());
    for (const Json& txs : blocks(GetParam())) {
        const timers::TimerConfig config = chain.chain().config();  // in force in the next block
        const BlockResult r = chain.block(txs);
        EXPECT_LE(r.used.lane, config.lane_timer_cycles);
        EXPECT_LT(r.used.lane_cells, config.lane_timer_cells + config.max_cells_per_fire);
        EXPECT_LE(r.used.gc, config.gc_cycles_per_block);
        EXPECT_LE(r.used.looks, config.max_looks_per_block);
        EXPECT_LE(r.used.intake, 2u * config.due_intake_per_block);
        u64 previous = 0;
        for (const lane::Fired& f : r.fired) {
            EXPECT_GT(f.deliver_seq, previous) << "deliver_seq order";
            previous = f.deliver_seq;
        }
    }
}

/// Of a fire: its own pre-charge. Of a payer that does nothing else: all its fires' together.
TEST_P(History, FEE2_FEE10_NoPayerIsDebitedBeyondItsPreCharges)
{
    TestChain chain(RandomHistory::genesis_of_history());
    for (const Json& txs : blocks(GetParam())) {
        const timers::TimerConfig config = chain.chain().config();
        const ChainState before = chain.chain().state();
        const u128 price = before.cycle_basefee * config.timer_lane_fee_multiplier / 1'000;
        std::map<Hash32, timers::Timer> live = scan(chain.store()).records;
        const u128 alice = chain.balance(ALICE);
        const BlockResult r = chain.block(txs);
        u128 alice_may_pay = 0;
        for (const lane::Fired& f : r.fired) {
            if (!f.id) continue;
            ASSERT_TRUE(live.contains(*f.id)) << "LIF-3: fired in the block that created it";
            const u64 gas = live.at(*f.id).gas_limit.value_or(config.max_cycles_per_fire);
            const u128 pre_charge = gas * price + config.max_cells_per_fire * before.cell_basefee;
            EXPECT_LE(f.charged, pre_charge);
            EXPECT_LE(f.cycles, gas);
            EXPECT_LE(f.cells, config.max_cells_per_fire);
            EXPECT_EQ(f.tip, u128{0});
            EXPECT_EQ(f.payer, live.at(*f.id).fee_payer);
            live.erase(*f.id);  // LIF-2: not twice
            if (f.payer == address(ALICE)) alice_may_pay += pre_charge;
        }
        bool alice_sent = false;
        for (const Json& tx : txs) alice_sent = alice_sent || tx.at("from") == at(ALICE);
        if (!alice_sent) {
            EXPECT_GE(chain.balance(ALICE) + alice_may_pay, alice);
        }
    }
}

TEST_P(History, BLK6_RollingBackAndReplayingGivesTheSameLines)
{
    std::mt19937_64 random(GetParam());
    const std::vector<Json> history = blocks(GetParam());
    TestChain chain(RandomHistory::genesis_of_history());
    std::vector<std::string> lines;
    while (lines.size() < history.size()) {
        lines.push_back(chain.line(chain.block(history[lines.size()])));
        if (random() % 4 != 0) continue;
        const std::size_t back = 1 + random() % lines.size();
        const Hash32 root = chain.chain().root();
        chain.rollback(back);
        for (std::size_t i = lines.size() - back; i < lines.size(); ++i)
            ASSERT_EQ(chain.line(chain.block(history[i])), lines[i]) << "block " << i + 1 << " again";
        ASSERT_EQ(chain.chain().root(), root);
        ASSERT_TRUE(chain.chain().memory_equals_state());
    }
}

TEST_P(History, BLK6_OtherBlocksGiveWhatAChainWithoutTheOldBranchGives)
{
    std::vector<Json> old_branch = blocks(GetParam()), new_branch = blocks(GetParam() + 1'000);
    const std::size_t common = 10 + GetParam() % 20;
    std::copy_n(old_branch.begin(), common, new_branch.begin());
    TestChain turned(RandomHistory::genesis_of_history()), straight(RandomHistory::genesis_of_history());
    apply(turned, old_branch);
    turned.rollback(BLOCKS - common);
    const std::vector<std::string> expected = apply(straight, new_branch);
    expect_same(apply(turned, new_branch, common),
                {expected.begin() + static_cast<std::ptrdiff_t>(common), expected.end()});
}

TEST_P(History, TMR7_ARestartBetweenAnyTwoBlocksChangesNothing)
{
    const std::vector<Json> history = blocks(GetParam());
    TestChain steady(RandomHistory::genesis_of_history()), restarted(RandomHistory::genesis_of_history());
    for (const Json& txs : history) {
        restarted.restart();
        ASSERT_EQ(restarted.line(restarted.block(txs)), steady.line(steady.block(txs)));
    }
    restarted.rollback(BLOCKS / 2);
    restarted.restart();
    steady.rollback(BLOCKS / 2);
    expect_same(apply(restarted, history, BLOCKS - BLOCKS / 2), apply(steady, history, BLOCKS - BLOCKS / 2));
}

INSTANTIATE_TEST_SUITE_P(Seeds, History, testing::Range<u64>(1, 31));

/// The histories above are worth something only if they meet what they are about.
TEST(HistoryGenerator, MeetsEveryExitStatusAndBudget)
{
    std::map<std::string, u64> met;
    for (u64 seed = 1; seed <= 30; ++seed) {
        RandomHistory random(seed);
        TestChain chain(RandomHistory::genesis_of_history());
        for (u64 i = 0; i < BLOCKS; ++i) {
            const u32 looks = chain.chain().config().max_looks_per_block;
            const BlockResult r = chain.block(random.block());
            for (const auto& e : r.exits) ++met["exit " + std::string(name(e.kind))];
            for (const auto& f : r.fired)
                ++met["fire " + std::string(f.id ? status_name(f.status) : "message")];
            for (const auto& e : r.events)
                met["unfittable"] += std::holds_alternative<timers::UnfittableEvent>(e.body);
            for (const auto& receipt : r.receipts) ++met["tx " + std::string(status_name(receipt))];
            met["dead left over"] += r.dead > 0;
            met["waiting left over"] += r.due_waiting > 3;
            met["looks used up"] += r.used.looks == looks;
        }
    }
    for (const char* wanted :
         {"exit fired", "exit insufficient_funds", "exit expired", "exit cancelled", "fire ok", "fire revert",
          "fire out_of_cycles", "fire no_handler", "fire no_actor", "fire message", "unfittable", "tx ok",
          "tx revert", "tx out_of_cycles", "tx out_of_cells", "tx invalid", "dead left over",
          "waiting left over", "looks used up"})
        EXPECT_GT(met[wanted], 3u) << wanted;
}

}  // namespace
}  // namespace lariat::chain
