// Tests of the Globalbox over whole blocks (GBX): frozen order, quotas, snapshots, materialisation.
#include <algorithm>
#include <cstdlib>

#include "world.hpp"

namespace lariat::chain {
namespace {

using namespace world;

Json timeout(u8 target, const Json& due, const std::string& label, const Json& more = Json::object())
{
    return {{"set_timeout", with({{"target", at(target)}, {"due_height", due}, {"label", label}}, more)}};
}
Json cancel_for(u8 target, const std::string& id)
{
    return {{"cancel", list({at(target), id})}};
}
Json box(const Json& config = Json::object())
{
    return with({{"discipline", "globalbox"}}, config);
}
Json three_actors(const Json& handlers = {{"handle_timer", Json::array()}})
{
    return list({actor(X, RICH, handlers), actor(Y, RICH, handlers), actor(Z, RICH, handlers)});
}
const std::string ONE = "79228162514264337593543950336";  // a bid of one unit for each cycle: 2^96

std::string order(const TestChain& chain, const BlockResult& result)
{
    std::string out;
    for (const lane::Fired& f : result.fired) out += chain.label_of(*f.id);
    return out;
}

TEST(Globalbox, GBX4_ABidOutweighsAsManyBlocksOfAgeAsTheWeightsSay)
{
    TestChain chain(genesis(three_actors(), box({{"max_fires_per_block", 1}})));
    chain.block(list({as(X, list({timeout(Y, 2, "a"), timeout(Y, 2, "b"), timeout(Y, 3, "c", {{"bid", ONE}}),
                                  timeout(Y, 4, "d", {{"bid", "237684487542793012780631851008"}})}))}));
    // Scores at enqueueing, in units of w_age: a, b: 0 at clock 2; c: 1 at clock 3; d: 3 at clock 4.
    std::string fired;
    for (int i = 0; i < 4; ++i) fired += order(chain, chain.block());
    EXPECT_TRUE(fired == "acdb" || fired == "bcda")
        << fired << ": c ties with what is left of a and b, and its bucket wins";
}

TEST(Globalbox, GBX8_DeliverySequencesRiseWithoutGapsAndSurviveARollback)
{
    TestChain chain(genesis(three_actors(), box()));
    chain.block(list({as(X, list({timeout(Y, 2, "a"), timeout(Z, 2, "b"), timeout(X, 3, "c")}))}));
    const auto second = chain.block();
    EXPECT_EQ(second.fired.at(0).deliver_seq, 1u);
    EXPECT_EQ(second.fired.at(1).deliver_seq, 2u);
    const auto third = chain.block();
    EXPECT_EQ(third.fired.at(0).deliver_seq, 3u);
    chain.rollback(2);
    const auto again = chain.block();
    EXPECT_EQ(chain.line(again), chain.line(second));
    EXPECT_EQ(again.fired[0].deliver_id, second.fired[0].deliver_id);
}

TEST(Globalbox, GBX3_AnUpdateReachesOnlyFiresThatAreNotQueuedYet)
{
    TestChain chain(genesis(three_actors({{"handle_timer", list({{{"log", "gas_left"}}})}}),
                            box({{"max_fires_per_block", 1}, {"lane_timer_cycles", 100000}})));
    chain.block(list({as(X, list({timeout(Y, 2, "a", {{"bid", ONE}}),
                                  timeout(Y, 2, "b", {{"client_nonce", 5}, {"gas_limit", 1000}}),
                                  timeout(Y, 3, "c", {{"client_nonce", 6}, {"gas_limit", 1000}})}))}));
    const auto id = chain.timer("b")->id;
    EXPECT_EQ(order(chain, chain.block()), "a");
    const auto result =
        chain.block(list({as(X, list({timeout(Y, 9, "b", {{"client_nonce", 5}, {"gas_limit", 2000}}),
                                      timeout(Y, 9, "c", {{"client_nonce", 6}, {"gas_limit", 2000}})}))}));
    EXPECT_EQ(chain.labels().find("b"), id) << "GBX-2: the same id";
    EXPECT_EQ(result.totals.scheduled, 3u);
    ASSERT_EQ(order(chain, result), "b");
    EXPECT_EQ(result.events.size(), 1u);
    EXPECT_EQ(text(std::get<timers::ActorEvent>(result.events[0].body).data), "989") << "queued with 1,000";
    const auto last = chain.block();
    EXPECT_EQ(text(std::get<timers::ActorEvent>(last.events.at(0).body).data), "1989")
        << "updated before it was queued";
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(Globalbox, GBX2_AClientNonceIsFreeAgainAfterTheExit)
{
    TestChain chain(genesis(three_actors(), box()));
    chain.block(list(
        {as(X, list({timeout(Y, 2, "a", {{"client_nonce", 1}}), timeout(Z, 2, "b", {{"client_nonce", 1}})})),
         as(Y, list({timeout(Y, 2, "c", {{"client_nonce", 1}})}))}));
    const auto first = chain.timer("a")->id;
    EXPECT_EQ(chain.block().fired.size(), 3u) << "another target or owner is another timer";
    chain.block(list({as(X, list({timeout(Y, "+1", "d", {{"client_nonce", 1}}), cancel("d"),
                                  timeout(Y, "+1", "e", {{"client_nonce", 1}})}))}));
    EXPECT_NE(chain.timer("e")->id, first);
    EXPECT_FALSE(chain.timer("d"));
}

TEST(Globalbox, GBX3_WhatIsMaterialisedCannotBeCancelledAndWhatIsQueuedCan)
{
    TestChain chain(
        genesis(list({actor(X, RICH,
                            {{"cancels", list({refused(cancel("b"), "TimerNotFound"), cancel_for(X, "b"),
                                               cancel("c"), cancel_for(X, "gone")})},
                             {"handle_timer", Json::array()}})}),
                box({{"max_fires_per_block", 2}})));
    chain.block(list(
        {as(X, list({schedule(2, "a", {{"handler", "cancels"}}), timeout(X, 2, "b"), timeout(X, 2, "c")}))}));
    chain.block(list({as(X, list({timeout(X, 9, "gone"), cancel("gone")}))}));
    // a comes first or not, by its id: look at what happened.
    const auto rest = chain.block();
    EXPECT_EQ(rest.live, 0u);
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(Globalbox, GBX1_CancelWithATargetTellsAndRefusesOthers)
{
    TestChain chain(genesis(three_actors(), box()));
    chain.block(list({as(X, list({timeout(Y, 9, "a")}))}));
    const auto result = chain.block(list({as(Y, list({refused(cancel_for(Y, "a"), "Unauthorized")})),
                                          as(X, list({cancel_for(Z, "a"), cancel_for(Y, "nobody")})),
                                          as(X, list({cancel_for(Y, "a"), cancel_for(Y, "a")}))}));
    EXPECT_EQ(TestChain::receipts(result), "ok, ok, ok");
    EXPECT_EQ(chain.exits(result), "a cancelled");
}

TEST(Globalbox, GBX12_CapsOfOwnersAndTargetsAndATargetIsNeverLockedOut)
{
    TestChain chain(
        genesis(three_actors(), box({{"max_timers_per_target", 2}, {"max_timers_per_actor", 3}})));
    const auto result = chain.block(list(
        {as(X, list({timeout(Y, 9, "a"), timeout(Y, 9, "b"), refused(timeout(Y, 9, "c"), "QuotaExceeded")})),
         as(Z, list({refused(timeout(Y, 9, "d"), "QuotaExceeded"), timeout(X, 9, "e")})),
         as(Y, list({timeout(Y, 9, "own"), schedule(9, "too"), timeout(Y, 9, "third"),
                     refused(timeout(X, 9, "f"), "QuotaExceeded")})),
         as(X, list({cancel("a")})), as(Z, list({timeout(Y, 9, "g")}))}));
    EXPECT_EQ(TestChain::receipts(result), "ok, ok, ok, ok, ok");
}

TEST(Globalbox, GBX1_TheArgumentsAreCheckedInTheirOrder)
{
    TestChain chain(
        genesis(three_actors(), box({{"max_payload_size", 4}, {"max_bid", "9"}, {"min_bid", "3"}})));
    const auto refuse = [&](Json step, const char* error) {
        const auto result = chain.block(list({as(X, list({refused(std::move(step), error)}))}));
        EXPECT_EQ(TestChain::receipts(result), "ok") << error;
        EXPECT_EQ(result.receipts[0].cycles, 10u + 1 + 200) << error;
        EXPECT_EQ(result.receipts[0].cells, 0u);
    };
    refuse(timeout(ALICE, 0, "a", {{"payload", "12345"}}), "TargetNotFound");
    refuse(timeout(Y, "+0", "a", {{"payload", "12345"}}), "HeightNotInFuture");
    refuse(timeout(Y, "+18446744073709551615", "a"), "InvalidInput");
    refuse(timeout(Y, "+1", "a", {{"payload", "12345"}, {"gas_limit", 1}}), "PayloadTooLarge");
    refuse(timeout(Y, "+1", "a", {{"gas_limit", 1}, {"bid", "10"}}), "GasLimitTooLow");
    refuse(timeout(Y, "+1", "a", {{"bid", "10"}}), "BidOutOfRange");
    refuse(timeout(Y, "+1", "a", {{"bid", "2"}}), "BidOutOfRange");
    const auto result = chain.block(list({as(X, list({timeout(Y, "+1", "a", {{"payload", "1234"}})}))}));
    EXPECT_EQ(result.receipts[0].cells, 100u) << "without a bid it is 0, whatever min_bid";
}

TEST(Globalbox, LANE2_TheFirstThatDoesNotFitEndsTheBlockAndBidsArePaidAndGoToTheProposer)
{
    TestChain chain(
        genesis(three_actors({{"handle_timer", list({burn(600)})}}), box({{"lane_timer_cycles", 1000}})));
    chain.block(
        list({as(X, list({timeout(Y, 2, "a", {{"gas_limit", 700}, {"bid", "158456325028528675187087900672"}}),
                          timeout(Y, 2, "b", {{"gas_limit", 900}, {"bid", ONE}}),
                          timeout(Y, 2, "c", {{"gas_limit", 200}})}))}));
    const auto result = chain.block();
    EXPECT_EQ(order(chain, result), "a");
    EXPECT_EQ(result.fired[0].tip, 2u * 611);
    EXPECT_EQ(result.tips, 2u * 611);
    EXPECT_EQ(result.due_waiting, 2u);
    EXPECT_EQ(order(chain, chain.block()), "bc") << "c in the round after b, which left 389";
}

TEST(Globalbox, GOV4_SwitchingDisciplinesKeepsEveryLiveTimer)
{
    const Json config = {
        {"max_fires_per_block", 2}, {"lane_timer_cycles", 1000}, {"due_intake_per_block", 3}};
    TestChain chain(genesis(three_actors({{"handle_timer", list({burn(300)})}}), box(config)));
    Json steps = Json::array();
    for (int i = 0; i < 12; ++i)
        steps.push_back(timeout(i % 2 ? Y : Z, 2 + i % 3, "t" + std::to_string(i), {{"gas_limit", 400 + i}}));
    chain.block(list({as(X, steps)}));
    std::size_t fired = 0;
    const char* disciplines[] = {"fifo", "globalbox"};
    for (u64 n = 0; n < 40; ++n) {
        const bool auction = n % 5 == 3;
        Json patch = {{"discipline", disciplines[n % 2]}, {"auction_activation_height", auction ? 1 : 0}};
        if (n % 4 == 1) chain.restart();
        const auto result = chain.block(list({set_config(patch)}));
        fired += result.fired.size();
        ASSERT_EQ(result.live + fired, 12u);
        ASSERT_TRUE(chain.chain().memory_equals_state()) << n;
    }
    EXPECT_EQ(fired, 12u);
}

/// One fire of the exhaustive worlds: what it is queued with, and when.
struct Queued {
    u64 due;
    u64 bid;  ///< in units of 2^95
    u8 target;
    std::string label;
    timers::TimerId id{};
};

/// The comparator of GBX-4 without a clock: at each block's end the scores of all, aged to
/// it.
bool stands_before(const Queued& a, const Queued& b, const std::map<std::string, u32>& cursors)
{
    // Key = score - V(h); both aged to the same block: 2 × blocks since due + bid, in units of 2^95.
    const i64 score_a = static_cast<i64>(a.bid) - 2 * static_cast<i64>(a.due);
    const i64 score_b = static_cast<i64>(b.bid) - 2 * static_cast<i64>(b.due);
    if (score_a != score_b) return score_a > score_b;
    const auto bucket = [](u64 bid) { return bid / 2 == 0 ? 0 : bid / 2 == 1 ? 1 : 2; };
    if (bucket(a.bid) != bucket(b.bid)) return bucket(a.bid) > bucket(b.bid);
    if (cursors.at(a.label) != cursors.at(b.label)) return cursors.at(a.label) < cursors.at(b.label);
    if (a.due != b.due) return a.due < b.due;
    if (a.target != b.target) return a.target < b.target;
    return a.id < b.id;
}

/// How many candidates of the same target stand before each among those that arrive with it.
std::map<std::string, u32> cursors_of(std::vector<Queued> fires)
{
    std::sort(fires.begin(), fires.end(), [](const Queued& a, const Queued& b) {
        if (a.bid != b.bid) return a.bid > b.bid;  // same block: same age
        return a.id < b.id;
    });
    std::map<std::string, u32> out;
    std::map<std::pair<u64, u8>, u32> count;
    for (const Queued& f : fires) out[f.label] = count[{f.due, f.target}]++;
    return out;
}

TEST(Globalbox, GBX4_GBX5_AllSmallWorldsFireInTheOrderOfABruteForceComparator)
{
    // Five fires, each of one of two bids, two targets, three due heights: a world for each number of five
    // digits in base 12, every 197th of 248,832 or all of them, with a pause so that the whole order shows.
    const u64 step = std::getenv("LARIAT_EXHAUSTIVE") != nullptr ? 1 : 197;
    std::size_t worlds = 0;
    for (u64 code = 0; code < 248'832; code += step) {
        TestChain chain(genesis(three_actors(), box({{"timers_paused", true}})));
        std::vector<Queued> fires;
        Json steps = Json::array();
        u64 rest = code;
        for (int i = 0; i < 5; ++i, rest /= 12) {
            Queued f{2 + rest % 3, rest / 3 % 2 * 3, rest / 6 % 2 ? Z : Y,
                     std::string(1, static_cast<char>('a' + i))};
            steps.push_back(timeout(f.target, f.due, f.label,
                                    {{"bid", to_decimal(u128{f.bid} << 95)}, {"payload", f.label}}));
            fires.push_back(f);
        }
        chain.block(list({as(X, steps)}));
        for (Queued& f : fires) f.id = chain.timer(f.label)->id;
        chain.block();
        chain.block();
        chain.restart();
        chain.block(list({set_config({{"timers_paused", false}, {"w_age", "7"}, {"w_bid", 9}})}));
        const auto result = chain.block();
        const auto cursors = cursors_of(fires);
        std::sort(fires.begin(), fires.end(),
                  [&](const Queued& a, const Queued& b) { return stands_before(a, b, cursors); });
        std::string expected;
        for (const Queued& f : fires) expected += f.label;
        ASSERT_EQ(order(chain, result), expected) << code;
        ++worlds;
    }
    EXPECT_GT(worlds, 1'000u);
}

}  // namespace
}  // namespace lariat::chain
