// What is said of the coming block holds in it: the reason of each timer, the order, whether anything is due.
#include "chain/coming.hpp"

#include <algorithm>
#include <set>

#include "random_history.hpp"
#include "reactive_history.hpp"

namespace lariat::chain {
namespace {

using namespace world;
using lane::Why;
using timers::TimerId;
using Reason = Why::Reason;

std::vector<TimerId> live_timers(const Chain& chain)
{
    std::vector<TimerId> out;
    for (const u8 owner : {X, Y, Z}) {
        const auto of_owner = chain.timers_of(address(owner));
        out.insert(out.end(), of_owner.begin(), of_owner.end());
    }
    return out;
}

/// Timers that were looked at in a block and that the look or the fire moved, by what is seen from outside.
struct Looked {
    std::vector<TimerId> fired;
    std::set<TimerId> others;  ///< parked, or dead for want of funds
    bool has_cancelled = false;
};

Looked looked_at(const Chain& chain, const BlockResult& result, const std::set<TimerId>& dead_before)
{
    Looked out;
    for (const lane::Fired& fire : result.fired)
        if (fire.kind == lane::FireKind::height || fire.kind == lane::FireKind::watch)
            out.fired.push_back(*fire.id);
    for (const auto& event : result.events)
        if (const auto* parked = std::get_if<timers::UnfittableEvent>(&event.body))
            out.others.insert(parked->id);
    for (const auto& exit : result.exits) {
        out.has_cancelled = out.has_cancelled || exit.kind == timers::ExitKind::cancelled;
        if (exit.kind == timers::ExitKind::insufficient_funds && !dead_before.contains(exit.id))
            out.others.insert(exit.id);
    }
    for (const TimerId& id : live_timers(chain)) {
        const auto timer = chain.timer(id);
        if (timer->place.where == timers::Place::Where::dead && !dead_before.contains(id) &&
            timer->place.death.cause == timers::Death::Cause::insufficient_funds)
            out.others.insert(id);
    }
    return out;
}

/// Asks before each of its blocks, in which nothing comes in, and holds the block against the answers.
class Foreteller {
public:
    void check_next_block(TestChain& chain)
    {
        std::map<TimerId, Why> reasons;
        std::set<TimerId> dead;
        std::vector<TimerId> order;
        bool is_due = false;
        targets_.clear();
        const timers::TimerConfig config = chain.chain().config();
        {
            const ComingBlock coming(chain.chain());
            for (const TimerId& id : live_timers(chain.chain())) {
                const auto why = coming.why(id);
                ASSERT_TRUE(why);
                reasons.emplace(id, *why);
                targets_.emplace(id, chain.chain().timer(id)->target);
                if (why->reason == Reason::dead) dead.insert(id);
            }
            order = coming.first(1'000);
            const auto few = coming.first(2);
            ASSERT_TRUE(few.size() <= 2 && std::equal(few.begin(), few.end(), order.begin()));
            is_due = coming.is_anything_due(chain.chain().state().timestamp_ms + 1'000);
        }
        ASSERT_TRUE(chain.chain().memory_equals_state()) << "asking changed something";
        const BlockResult result = chain.block();
        const Looked looked = looked_at(chain.chain(), result, dead);
        check_reasons(reasons, looked, result);
        check_order(order, looked, result, config.max_fires_per_target);
        EXPECT_TRUE(is_due || (result.fired.empty() && result.exits.empty() && result.used.intake == 0));
    }

    void expect_enough(u64 fires, u64 looks)
    {
        EXPECT_GT(fired_as_said, fires);
        EXPECT_GT(fired_as_said, 20 * prevented);
        using timers::Discipline;
        for (const auto discipline : {Discipline::fifo, Discipline::globalbox, Discipline::auction})
            EXPECT_GT(looks_compared[discipline], looks) << name(discipline);
    }

    std::map<Reason, u64> seen;
    u64 fired_as_said = 0, prevented = 0;
    std::map<timers::Discipline, u64> looks_compared;

private:
    std::map<TimerId, Address> targets_;

    void check_reasons(const std::map<TimerId, Why>& reasons, const Looked& looked, const BlockResult& result)
    {
        for (const auto& [id, why] : reasons) {
            ++seen[why.reason];
            const bool has_fired = std::ranges::count(looked.fired, id) > 0;
            if (why.reason == Reason::next) {
                has_fired ? ++fired_as_said : ++prevented;
                EXPECT_TRUE(has_fired || !result.fired.empty()) << "nothing was there to prevent it";
            } else if (why.reason != Reason::behind) {
                EXPECT_FALSE(has_fired) << name(why.reason) << " at height " << result.height;
            }
        }
    }

    /// Where every look moved another timer, those are the first of the order, and the fires came in it. The
    /// Globalbox passes over a target that has had its quota (GBX-7).
    void check_order(const std::vector<TimerId>& order, const Looked& looked, const BlockResult& result,
                     u64 quota)
    {
        const std::size_t moved = looked.fired.size() + looked.others.size();
        if (moved != result.used.looks || looked.has_cancelled) return;
        looks_compared[result.discipline] += result.used.looks;
        const bool has_quota = result.discipline == timers::Discipline::globalbox;
        std::map<Address, u64> of_target;
        std::vector<TimerId> fires;
        std::size_t passed = 0;
        for (const TimerId& id : order) {
            if (passed == moved) break;
            u64& fired = of_target[targets_.at(id)];
            if (has_quota && fired == quota) continue;
            ++passed;
            if (looked.others.contains(id)) continue;
            fires.push_back(id);
            ++fired;
        }
        ASSERT_EQ(passed, moved) << "the order is too short";
        EXPECT_EQ(fires, looked.fired) << name(result.discipline) << " at height " << result.height;
    }
};

TEST(ComingBlock, NODE33_OfRandomHistoriesTheReasonsAndTheOrderHold)
{
    Foreteller foreteller;
    for (u64 seed = 1; seed <= 60; ++seed) {
        ReactiveHistory random(seed);
        const auto handler = [&] { return Json{{"handle_timer", random.some_steps(3)}}; };
        const Json world = genesis(
            list({actor(X, RICH, handler()), actor(Y, "3000000", handler()), actor(Z, RICH, handler())}),
            {{"discipline", seed % 2 ? "globalbox" : "fifo"},
             {"max_fires_per_block", 4},
             {"lane_timer_cycles", 4'000},
             {"max_cells_per_fire", 2'000},
             {"max_matched_keys", 2},
             {"max_timers_per_actor", 12},
             {"max_timers_per_target", 6}});
        TestChain chain(world), other(world);
        Json first = Json::array();
        for (int i = 0; i < 8; ++i)
            first.push_back(schedule(90, "t" + std::to_string(i), {{"gas_limit", 300}}));
        chain.block(list({as(X, first)}));
        other.block(list({as(X, first)}));
        for (u64 n = 0; n < 60; ++n) {
            const Json txs = random.block_txs();
            chain.block(txs);
            other.block(txs);
            ASSERT_NO_FATAL_FAILURE(foreteller.check_next_block(chain)) << "seed " << seed << ", block " << n;
            other.block();
            ASSERT_EQ(chain.chain().root(), other.chain().root()) << "asking changed the chain";
        }
    }
    for (const Reason reason : {Reason::dead, Reason::not_due, Reason::idle, Reason::paused,
                                Reason::will_expire, Reason::intake_backlog, Reason::parked, Reason::behind})
        EXPECT_GT(foreteller.seen[reason], 20u) << name(reason);
    foreteller.expect_enough(600, 200);
}

TEST(ComingBlock, NODE33_OfPoorPayersAndMovingPricesToo)
{
    Foreteller foreteller;
    for (u64 seed = 1; seed <= 60; ++seed) {
        RandomHistory random(seed);
        Json world = RandomHistory::genesis_of_history();
        if (seed % 3 == 1) world["config"]["auction_activation_height"] = 1;
        if (seed % 3 == 2) world["config"]["discipline"] = "globalbox";
        TestChain chain(world);
        Json first = Json::array();
        for (int i = 1; i < 9; ++i) first.push_back(schedule(90, "t" + std::to_string(i)));
        chain.block(list({as(X, first)}));
        for (u64 n = 0; n < 40; ++n) {
            chain.block(random.block());
            ASSERT_NO_FATAL_FAILURE(foreteller.check_next_block(chain)) << "seed " << seed << ", block " << n;
        }
    }
    EXPECT_GT(foreteller.seen[Reason::payer_short], 5u);
    foreteller.expect_enough(2'000, 400);
}

// Each reason, brought about.

class Asked {
public:
    Asked(const Asked&) = delete;
    explicit Asked(const Json& config = Json::object(), const Json& fees = Json::object())
        : chain(genesis(
              list({actor(X, RICH, handlers()), actor(Y, "1000", handlers()), actor(Z, RICH, handlers())}),
              config, fees))
    {
    }
    static Json handlers() { return {{"handle_timer", list({burn(10)})}}; }

    Why why(const std::string& label)
    {
        const auto timer = chain.timer(label);
        EXPECT_TRUE(timer) << label;
        return *ComingBlock(chain.chain()).why(timer->id);
    }
    std::string reason(const std::string& label) { return std::string(name(why(label).reason)); }
    std::string first(u64 most)
    {
        std::string out;
        for (const TimerId& id : ComingBlock(chain.chain()).first(most)) out += chain.label_of(id);
        return out;
    }
    bool is_due()
    {
        return ComingBlock(chain.chain()).is_anything_due(chain.chain().state().timestamp_ms + 1'000);
    }

    TestChain chain;
};

Json watch(u8 actor, const std::string& key, const std::string& label)
{
    return {{"watch", {{"target", at(X)}, {"keys", list({list({at(actor), key})})}, {"label", label}}}};
}

TEST(ComingBlock, NODE33_NotDueThenNext)
{
    Asked asked;
    asked.chain.block(list({as(X, list({schedule(4, "a")}))}));
    EXPECT_EQ(asked.why("a").reason, Reason::not_due);
    EXPECT_EQ(asked.why("a").height, 4u);
    EXPECT_EQ(ComingBlock(asked.chain.chain()).lowest_due_height(), 4u);
    EXPECT_EQ(asked.first(9), "");
    asked.chain.blocks_to(3);
    EXPECT_EQ(asked.reason("a"), "next");
    EXPECT_EQ(asked.first(9), "a");
    EXPECT_EQ(asked.chain.fires(asked.chain.block()), "a ok");
    EXPECT_FALSE(ComingBlock(asked.chain.chain()).lowest_due_height());
}

TEST(ComingBlock, NODE33_AWatchIsIdleUntilAKeyThatIsLeftOverHitsIt)
{
    Asked asked(Json{{"max_watch_hits_per_block", 1}});
    asked.chain.block(list({as(X, list({watch(Z, "k", "a"), watch(Z, "k", "b"), watch(Z, "other", "c")}))}));
    for (const char* label : {"a", "b", "c"}) EXPECT_EQ(asked.reason(label), "idle");
    EXPECT_FALSE(asked.is_due());
    asked.chain.block(list({as(Z, list({Json{{"set", list({"k", "v"})}}}))}));
    EXPECT_EQ(asked.reason("b"), "next") << "a was hit in that block, b is hit in the coming one";
    EXPECT_EQ(asked.reason("c"), "idle");
    EXPECT_TRUE(asked.is_due());
    EXPECT_EQ(asked.first(9), "b");
    asked.chain.block();
    EXPECT_EQ(asked.reason("b"), "idle");
    EXPECT_FALSE(asked.is_due());
}

TEST(ComingBlock, NODE33_PausedThenWillExpireThenDead)
{
    Asked asked(Json{{"gc_cycles_per_block", 200}});
    Json steps = Json::array();
    for (const char* label : {"a", "b", "c"}) steps.push_back(schedule(2, label, {{"expires_at", 3}}));
    asked.chain.block(list({as(X, steps), set_config({{"timers_paused", true}})}));
    EXPECT_EQ(asked.reason("a"), "paused");
    EXPECT_EQ(asked.first(9), "");
    asked.chain.blocks_to(3);
    asked.chain.block(list({set_config({{"timers_paused", false}})}));
    EXPECT_EQ(asked.why("a").reason, Reason::will_expire);
    EXPECT_EQ(asked.why("a").expires_at, 3u);
    EXPECT_TRUE(asked.is_due());
    asked.chain.block();
    ASSERT_EQ(asked.why("c").reason, Reason::dead);
    EXPECT_EQ(asked.why("c").death->cause, timers::Death::Cause::expired);
    EXPECT_TRUE(asked.is_due());
    asked.chain.blocks_to(7);
    EXPECT_FALSE(asked.is_due()) << "all of them are removed";
}

TEST(ComingBlock, NODE33_IntakeTakesNoMoreThanItsBudget)
{
    Asked asked(Json{{"due_intake_per_block", 1}});
    asked.chain.block(list({as(X, list({schedule(2, "a"), schedule(2, "b"), schedule(2, "c")}))}));
    EXPECT_EQ(asked.reason("a"), "next");
    EXPECT_EQ(asked.why("b").reason, Reason::intake_backlog);
    EXPECT_EQ(asked.why("b").ahead, 1u);
    EXPECT_EQ(asked.why("c").ahead, 2u);
    EXPECT_EQ(asked.first(9), "a");
}

TEST(ComingBlock, NODE33_AGasLimitAboveALoweredCapParks)
{
    Asked asked(Json{{"max_cycles_per_fire", 9'000}});
    asked.chain.block(list({as(X, list({schedule(2, "a", {{"gas_limit", 9'000}})})),
                            set_config({{"max_cycles_per_fire", 3'000}})}));
    for (int i = 0; i < 2; ++i, asked.chain.block()) {
        ASSERT_EQ(asked.why("a").reason, Reason::parked) << "before it is looked at, and after";
        EXPECT_EQ(asked.why("a").gas_limit, 9'000u);
        EXPECT_EQ(asked.why("a").cap, 3'000u);
    }
    EXPECT_FALSE(asked.is_due());
    asked.chain.block(list({set_config({{"max_cycles_per_fire", 9'000}})}));
    EXPECT_EQ(asked.reason("a"), "next") << "it stands again";
    EXPECT_TRUE(asked.is_due());
}

TEST(ComingBlock, NODE33_ABidBelowTheLaneBaseFeeIsNoCandidate)
{
    Asked asked(Json{{"auction_activation_height", 8}}, Json{{"cycle_target", 1}});
    const u128 fee = asked.chain.chain().state().cycle_basefee;
    const Json most = {{"max_fee_per_cycle", to_decimal(fee)}};
    asked.chain.block(list({as(X, list({schedule(8, "a", most), schedule(8, "b")}))}));
    while (asked.chain.chain().state().height < 7) asked.chain.block(list({as(Z, list({burn(900)}))}));
    ASSERT_EQ(asked.why("a").reason, Reason::below_lane_basefee);
    EXPECT_EQ(asked.why("a").max_fee, fee);
    EXPECT_GT(asked.why("a").lane_basefee, fee);
    EXPECT_EQ(asked.reason("b"), "next");
    EXPECT_EQ(asked.first(9), "b");
}

TEST(ComingBlock, NODE33_APayerThatCannotPayIsNamed)
{
    Asked asked;
    asked.chain.block(list({as(Y, list({schedule(2, "a")}))}));
    const Why why = asked.why("a");
    ASSERT_EQ(why.reason, Reason::payer_short);
    EXPECT_EQ(why.payer, address(Y));
    EXPECT_EQ(why.death->available, asked.chain.balance(Y));
    EXPECT_GT(why.death->required, why.death->available);
    EXPECT_EQ(asked.chain.exits(asked.chain.block()), "a insufficient_funds");
}

TEST(ComingBlock, NODE33_BehindNamesTheFirstLimit)
{
    const Json three =
        list({schedule(2, "a", {{"gas_limit", 3'000}}), schedule(2, "b", {{"gas_limit", 3'000}}),
              schedule(2, "c", {{"gas_limit", 3'000}})});
    const auto limit_of = [&](const Json& config) {
        Asked asked(config);
        asked.chain.block(list({as(X, three)}));
        const auto order = ComingBlock(asked.chain.chain()).first(3);
        EXPECT_EQ(order.size(), 3u);
        const Why why = *ComingBlock(asked.chain.chain()).why(order.back());
        EXPECT_EQ(why.reason, Reason::behind);
        EXPECT_EQ(why.ahead, 2u);
        EXPECT_EQ(ComingBlock(asked.chain.chain()).why(order.front())->reason, Reason::next);
        return std::string(name(why.limit));
    };
    EXPECT_EQ(limit_of({{"max_looks_per_block", 2}}), "looks");
    EXPECT_EQ(limit_of({{"lane_timer_cycles", 8'000}, {"max_cycles_per_fire", 3'000}}), "lane");
    EXPECT_EQ(limit_of({{"discipline", "globalbox"}, {"max_fires_per_block", 2}}), "fires");
    EXPECT_EQ(limit_of({{"discipline", "globalbox"}, {"max_fires_per_target", 2}}), "target");
    EXPECT_EQ(limit_of({{"auction_activation_height", 1}, {"max_looks_per_block", 2}}), "looks");
}

TEST(ComingBlock, NODE12_AHeightTimerKeepsBlocksComingWithin3600HeightsAndAnOperationAtItsTime)
{
    Asked asked;
    EXPECT_FALSE(asked.is_due());
    asked.chain.block(list({as(X, list({schedule(1 + 3'601, "a")}))}));
    EXPECT_FALSE(asked.is_due());
    asked.chain.block();
    EXPECT_TRUE(asked.is_due());
    Asked timed;
    const u64 time = timed.chain.chain().state().timestamp_ms;
    timed.chain.block(list({as(X, list({schedule_at(time + 5'000, "o")}))}));
    EXPECT_FALSE(ComingBlock(timed.chain.chain()).is_anything_due(time + 4'999));
    EXPECT_TRUE(ComingBlock(timed.chain.chain()).is_anything_due(time + 5'000));
}

}  // namespace
}  // namespace lariat::chain
