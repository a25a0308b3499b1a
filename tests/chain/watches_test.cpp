// Tests of state watches over whole blocks (WAT): which keys hit, when, how often, and at what cost.
#include "world.hpp"

namespace lariat::chain::watches_test {
namespace {

using namespace world;

Json watch(const std::string& label, u8 of, const std::string& prefix, const Json& more = Json::object())
{
    return {{"watch",
             with({{"target", at(X)}, {"keys", list({list({at(of), prefix})})}, {"label", label}}, more)}};
}
Json set(const std::string& key, const std::string& value)
{
    return {{"set", list({key, value})}};
}
Json actors(const Json& handler_of_x = Json::array(), const Json& handler_of_y = Json::array())
{
    return list({actor(X, RICH, {{"handle_timer", handler_of_x}}),
                 actor(Y, RICH, {{"handle_timer", handler_of_y}}), actor(Z, RICH, Json::object())});
}
/// The keys of a fire as text, without the actor; the mark is "…".
std::string keys(const lane::Fired& fired)
{
    std::string out;
    for (const Bytes& key : fired.matched.value()) {
        if (!out.empty()) out += ' ';
        out += key.empty() ? "…" : std::string(text(BytesView(key).subspan(20)));
    }
    return out;
}

TEST(Watches, WAT2_FiresOnceForAllKeysThatACommittedTransactionChangedInTheBlock)
{
    TestChain chain(genesis(actors()));
    chain.block(list({as(X, list({watch("w", Y, "price/")}))}));
    const auto result = chain.block(list({as(Y, list({set("price/b", "1"), set("other", "1")})),
                                          as(Y, list({set("price/a", "1"), set("price/b", "2")}))}));
    ASSERT_EQ(chain.fires(result), "w ok");
    EXPECT_EQ(keys(result.fired[0]), "price/a price/b") << "in order of the keys";
    EXPECT_EQ(result.used.hits, 2u);
    EXPECT_EQ(result.fired[0].kind, lane::FireKind::watch);
    EXPECT_EQ(chain.fires(chain.block()), "");
}

TEST(Watches, WAT2_WhatARevertedTransactionWroteOrWroteBackIsNoModification)
{
    TestChain chain(genesis(actors()));
    chain.block(list({as(X, list({watch("w", Y, "")})), as(Y, list({set("k", "1")}))}));
    const auto result =
        chain.block(list({as(Y, list({set("k", "2"), fail()})), as(Y, list({set("k", "2"), set("k", "1")})),
                          as(Y, list({{{"delete", "absent"}}})), as(Y, list({set("k", "1")}))}));
    EXPECT_EQ(chain.fires(result), "");
    EXPECT_EQ(result.used.hits, 0u);
}

TEST(Watches, R29_AKeyThatTwoTransactionsChangeAndChangeBackWasModified)
{
    TestChain chain(genesis(actors()));
    chain.block(list({as(X, list({watch("w", Y, "")})), as(Y, list({set("k", "1")}))}));
    const auto result = chain.block(list({as(Y, list({set("k", "2")})), as(Y, list({set("k", "1")}))}));
    EXPECT_EQ(chain.fires(result), "w ok");
}

TEST(Watches, WAT2_DeletingAKeyAndAnEmptyValueAreModifications)
{
    TestChain chain(genesis(actors()));
    chain.block(list({as(X, list({watch("w", Y, "k")})), as(Y, list({set("k", "1")}))}));
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({{{"delete", "k"}}}))}))), "w ok");
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("k", "")}))}))), "w ok");
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("k", "")}))}))), "");
}

TEST(Watches, WAT1_APrefixIsOfOneActorAndMayBeEmptyOrLongerThanAnyKey)
{
    TestChain chain(genesis(actors()));
    chain.block(list({as(X, list({watch("all", Y, ""), watch("longer", Y, "keys"), watch("of_z", Z, "k"),
                                  watch("exact", Y, "key")}))}));
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("key", "1")}))}))), "all ok, exact ok");
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("", "1")}))}))), "all ok");
    EXPECT_EQ(chain.fires(chain.block(list({as(Z, list({set("k", "1")}))}))), "of_z ok");
}

TEST(Watches, LIF3_AWatchSetInTheBlockOfTheWriteIsNotHitByItInEitherOrder)
{
    TestChain chain(genesis(actors()));
    const auto result = chain.block(list(
        {as(Y, list({set("k", "1")})), as(X, list({watch("w", Y, "k")})), as(Y, list({set("k", "2")}))}));
    EXPECT_EQ(result.used.hits, 0u);
    EXPECT_EQ(chain.fires(chain.block()), "");
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("k", "3")}))}))), "w ok");
}

TEST(Watches, LIF3_AWatchSetAndItsKeyWrittenInOneTransactionInEitherOrderIsNotHitByIt)
{
    TestChain chain(genesis(actors()));
    const auto result = chain.block(list({as(Y, list({set("k", "1"), watch("after", Y, "k")})),
                                          as(Z, list({watch("before", Z, "k"), set("k", "1")}))}));
    ASSERT_EQ(TestChain::receipts(result), "ok, ok");
    EXPECT_EQ(result.used.hits, 0u);
    EXPECT_EQ(chain.fires(chain.block()), "");
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("k", "2")})), as(Z, list({set("k", "2")}))}))),
              "after ok, before ok");
}

TEST(Watches, WAT3_WAT5_AWatchOnItsOwnActorThatWritesInItsHandlerFiresOnceABlock)
{
    TestChain chain(
        genesis(list({actor(X, RICH,
                            {{"handle_timer", list({{{"if_nth", list({1, list({set("k", "1")})})}},
                                                    {{"if_nth", list({2, list({set("k", "2")})})}},
                                                    {{"if_nth", list({3, list({set("k", "3")})})}}})}})})));
    chain.block(list({as(X, list({watch("w", X, "k")}))}));
    EXPECT_EQ(chain.fires(chain.block(list({as(X, list({set("k", "0")}))}))), "w ok");
    for (u32 seq = 1; seq <= 3; ++seq) {
        const auto result = chain.block();
        ASSERT_EQ(chain.fires(result), "w ok") << "the write of the last block's handler, and no other";
        EXPECT_EQ(result.fired[0].fire_seq, seq);
        EXPECT_TRUE(result.exits.empty()) << "a fire is no exit";
        EXPECT_TRUE(chain.chain().memory_equals_state());
    }
    EXPECT_EQ(chain.fires(chain.block()), "") << "the fourth wrote nothing";
    EXPECT_EQ(chain.timer("w")->fire_seq, 4u);
    EXPECT_EQ(chain.timer("w")->last_fire_height, 5u);
}

TEST(Watches, WAT5_TwoActorsThatWatchEachOtherTakeTurns)
{
    const auto writes = [](const char* key) {
        return list(
            {{{"if_nth", list({1, list({set(key, "1")})})}}, {{"if_nth", list({2, list({set(key, "2")})})}}});
    };
    TestChain chain(genesis(actors(writes("x"), writes("y"))));
    chain.block(list(
        {as(X, list({watch("of_x", Y, "y")})), as(Y, list({watch("of_y", X, "x", {{"target", at(Y)}})}))}));
    EXPECT_EQ(chain.fires(chain.block(list({as(X, list({set("x", "0")}))}))), "of_y ok");
    EXPECT_EQ(chain.fires(chain.block()), "of_x ok");
    EXPECT_EQ(chain.fires(chain.block()), "of_y ok");
    EXPECT_EQ(chain.fires(chain.block()), "of_x ok");
    EXPECT_EQ(chain.fires(chain.block()), "of_y ok") << "which writes nothing any more";
    EXPECT_EQ(chain.fires(chain.block()), "");
}

TEST(Watches, WAT4_WAT8_WhileAFireWaitsFurtherMatchesJoinItUnderEveryDiscipline)
{
    for (const Json& config : {Json{{"discipline", "fifo"}}, Json{{"discipline", "globalbox"}},
                               Json{{"auction_activation_height", 1}}}) {
        TestChain chain(genesis(actors(), config));
        chain.block(list({as(X, list({watch("w", Y, "")})), set_config({{"timers_paused", true}})}));
        EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("b", "1")}))}))), "");
        chain.restart();
        const auto paused = chain.block(
            list({as(Y, list({set("a", "1"), set("b", "2")})), set_config({{"timers_paused", false}})}));
        EXPECT_EQ(paused.used.hits, 2u) << "also of keys that have joined";
        EXPECT_EQ(paused.due_waiting, 1u);
        ASSERT_TRUE(chain.chain().memory_equals_state()) << config.dump();
        const auto result = chain.block(list({as(Y, list({set("c", "1")}))}));
        ASSERT_EQ(chain.fires(result), "w ok") << config.dump();
        EXPECT_EQ(keys(result.fired[0]), "b a c") << "in the order they joined";
        EXPECT_EQ(chain.fires(chain.block()), "");
    }
}

TEST(Watches, WAT6_HitsBeyondTheBudgetAreCarriedOverAndNoneIsDropped)
{
    TestChain chain(genesis(actors(), {{"max_watch_hits_per_block", 3}, {"max_timers_per_actor", 5000}}));
    Json watches = Json::array();
    for (int i = 0; i < 8; ++i) watches.push_back(watch("w" + std::to_string(i), Y, "k"));
    chain.block(list({as(X, watches)}));
    auto result = chain.block(list({as(Y, list({set("k1", "1"), set("other", "1")}))}));
    EXPECT_EQ(chain.fires(result), "w0 ok, w1 ok, w2 ok");
    chain.restart();
    EXPECT_TRUE(chain.chain().memory_equals_state());
    result = chain.block(list({as(X, list({watch("late", Y, "k")}))}));
    EXPECT_EQ(chain.fires(result), "w3 ok, w4 ok, w5 ok");
    result = chain.block();
    EXPECT_EQ(chain.fires(result), "w6 ok, w7 ok") << "not the one set after the key was modified";
}

TEST(Watches, WAT6_KeysBeyondTheBudgetKeepTheirOrder)
{
    TestChain chain(genesis(actors(), {{"max_modified_keys_per_block", 2}}));
    chain.block(list({as(X, list({watch("w", Y, "")}))}));
    auto result =
        chain.block(list({as(Y, list({set("d", "1"), set("c", "1"), set("b", "1"), set("a", "1")}))}));
    EXPECT_EQ(keys(result.fired.at(0)), "a b");
    result = chain.block(list({as(Y, list({set("a", "2")}))}));
    EXPECT_EQ(keys(result.fired.at(0)), "c d");
    result = chain.block();
    EXPECT_EQ(keys(result.fired.at(0)), "a");
}

TEST(Watches, WAT2_TheListOfMatchedKeysIsCutWithAMark)
{
    TestChain chain(genesis(actors(), {{"max_matched_keys", 2}}));
    chain.block(list({as(X, list({watch("w", Y, "")}))}));
    auto result = chain.block(list({as(Y, list({set("a", "1"), set("b", "1")}))}));
    EXPECT_EQ(keys(result.fired.at(0)), "a b");
    result = chain.block(list({as(Y, list({set("a", "2"), set("b", "2"), set("c", "2")}))}));
    EXPECT_EQ(keys(result.fired.at(0)), "a b …");
    EXPECT_EQ(result.used.hits, 3u);
}

TEST(Watches, BLK8_AKeyOfAKilobyteHitsButTheMarkStandsForIt)
{
    TestChain chain(genesis(actors()));
    chain.block(list({as(X, list({watch("w", Y, "k")}))}));
    const auto result = chain.block(
        list({as(Y, list({set("k" + std::string(256, 'x'), "1"), set("k" + std::string(255, 'x'), "1")}))}));
    EXPECT_EQ(keys(result.fired.at(0)), "k" + std::string(255, 'x') + " …");
}

TEST(Watches, BLK8_ALongPayloadIsPaidForAtEachFireBeforeItIsRead)
{
    const auto fire = [](u64 bytes, u64 gas_limit) {
        TestChain chain(genesis(actors()));
        chain.block(list({as(
            X,
            list({watch("w", Y, "k", {{"payload", std::string(bytes, 'p')}, {"gas_limit", gas_limit}})}))}));
        u64 cycles = 0;
        for (const char* value : {"1", "2"}) {
            const auto result = chain.block(list({as(Y, list({set("k", value)}))}));
            cycles += result.fired.at(0).cycles;
            EXPECT_EQ(result.fired[0].status, ExecutionStatus::ok) << bytes;
            EXPECT_EQ(result.fired[0].cells, 0u);
        }
        return cycles / 2;
    };
    EXPECT_EQ(fire(0, 5'000), 10u);
    EXPECT_EQ(fire(4'096, 5'000), 10u);
    EXPECT_EQ(fire(6'400, 5'000), 10u + 100);
    EXPECT_EQ(fire(19'200, 5'000), 10u + 300);

    TestChain chain(genesis(actors(list({{{"emit", list({"t", "d"})}}}))));
    chain.block(list(
        {as(X, list({watch("w", Y, "k", {{"payload", std::string(19'200, 'p')}, {"gas_limit", 299}})}))}));
    const auto result = chain.block(list({as(Y, list({set("k", "1")}))}));
    EXPECT_EQ(chain.fires(result), "w out_of_cycles");
    EXPECT_EQ(result.fired.at(0).cycles, 299u);
    EXPECT_EQ(chain.fires(chain.block()), "") << "it stays, and waits for the next hit";
}

TEST(Watches, WAT6_TheArgumentsAreCheckedInTheirOrder)
{
    TestChain chain(genesis(actors(), {{"max_watch_keys", 2}, {"max_payload_size", 4}, {"max_bid", "9"}}));
    const Json one = list({at(Y), "k"});
    const auto call = [&](const Json& more) {
        return with({{"target", at(X)}, {"keys", list({one})}}, more);
    };
    const auto refuse = [&](const Json& more, const char* error) {
        const auto result = chain.block(list({as(X, list({refused({{"watch", call(more)}}, error)}))}));
        EXPECT_EQ(TestChain::receipts(result), "ok") << error << ' ' << more.dump();
        EXPECT_EQ(result.receipts[0].cycles, 10u + 1 + 200) << error;
    };
    refuse({{"target", at(ALICE)}, {"keys", Json::array()}}, "TargetNotFound");
    refuse({{"keys", Json::array()}, {"payload", "12345"}}, "InvalidInput");
    refuse({{"keys", list({one, one, one})}, {"payload", "12345"}}, "TooManyWatchKeys");
    refuse({{"keys", list({list({at(Y), std::string(129, 'p')})})}, {"payload", "12345"}}, "InvalidInput");
    refuse({{"payload", "12345"}, {"gas_limit", 1}}, "PayloadTooLarge");
    refuse({{"gas_limit", 199}, {"bid", "10"}}, "GasLimitTooLow");
    refuse({{"gas_limit", 550001}, {"bid", "10"}}, "GasLimitTooHigh");
    refuse({{"bid", "10"}, {"expires_at", 1}}, "BidOutOfRange");
    refuse({{"expires_at", 1}}, "ExpiresAtInPast");
    refuse({{"expires_at", 3'000'000}}, "ExpiresAtTooFar");
    const auto result = chain.block(
        list({as(X, list({{{"watch", call({{"keys", list({one, one})}, {"payload", "1234"}})}}}))}));
    EXPECT_EQ(result.receipts[0].cells, 4u + 96 + 2 * 32) << "the same key twice is paid twice";
}

TEST(Watches, WAT3_LIF1_AWatchEndsByCancelExpiryGovernanceOrInsufficientFunds)
{
    TestChain chain(genesis(list({actor(X, RICH, Json::object()), actor(Y, "1000", Json::object())})));
    chain.block(list(
        {as(X, list({watch("cancelled", Y, "k"), watch("expired", Y, "k", {{"expires_at", 3}}),
                     watch("governed", Y, "k"), watch("idle_expired", X, "never", {{"expires_at", 3}})})),
         as(Y, list({watch("poor", X, "x", {{"target", at(Y)}})}))}));
    auto result = chain.block(list(
        {as(X, list({cancel("cancelled"), set("x", "1")})), governance({{"cancel_timer", "governed"}})}));
    EXPECT_EQ(chain.exits(result), "cancelled cancelled, governed governance, poor insufficient_funds");
    chain.block();
    result = chain.block(list({as(Y, list({set("k", "1")}))}));
    EXPECT_EQ(chain.exits(result), "expired expired, idle_expired expired") << "in order of creation";
    EXPECT_EQ(chain.fires(result), "") << "expiry comes before hits";
    EXPECT_EQ(chain.chain().watches().count(), 0u);
    EXPECT_EQ(result.live, 0u);
}

TEST(Watches, BLK8_WatchesThatDieWhereTheDisciplineChangesArePassedOverOnce)
{
    // In block 4 the auction begins; what it makes stand was judged one block before. One dead a block is
    // removed.
    TestChain chain(genesis(
        actors(list({burn(800)})),
        {{"auction_activation_height", 4}, {"gc_cycles_per_block", 200}, {"lane_timer_cycles", 1000}}));
    Json set_up = Json::array();
    for (int n = 0; n < 6; ++n) set_up.push_back(schedule(3, "t" + std::to_string(n), {{"gas_limit", 900}}));
    for (int n = 0; n < 40; ++n)
        set_up.push_back(watch("w" + std::to_string(n), Y, "k", {{"expires_at", n < 30 ? 3 : 9}}));
    chain.block(list({as(X, set_up)}));
    chain.block();
    chain.block();
    EXPECT_EQ(chain.chain().watches().count(), 40u);
    const BlockResult result = chain.block(list({as(Y, list({set("k", "2"), set("k2", "2")}))}));
    EXPECT_EQ(result.used.hits, 20u) << "two keys hit the ten that live";
    EXPECT_EQ(chain.chain().watches().count(), 39u) << "one of the dead is removed";
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(Watches, LIF10_AnIdleWatchIsExtendedUntilItIsDead)
{
    TestChain chain(genesis(actors()));
    chain.block(list({as(X, list({watch("w", Y, "k", {{"expires_at", 2}})}))}));
    chain.block();
    EXPECT_EQ(TestChain::receipts(chain.block(list({as(X, list({extend("w", 9)}))}))), "ok");
    EXPECT_EQ(chain.fires(chain.block(list({as(Y, list({set("k", "1")}))}))), "w ok");
    chain.block(list({set_config({{"gc_cycles_per_block", 200}})}));
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(Watches, R26_InItsOwnFireAWatchCancelsOrExtendsItself)
{
    TestChain chain(
        genesis(list({actor(X, RICH, {{"handle_timer", list({extend("w", 50), cancel("w")})}})})));
    chain.block(list({as(X, list({watch("w", X, "k")}))}));
    const auto result = chain.block(list({as(X, list({set("k", "1")}))}));
    EXPECT_EQ(chain.fires(result), "w ok");
    EXPECT_EQ(chain.exits(result), "w cancelled");
    EXPECT_EQ(result.live, 0u);
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(Watches, BLK4_WhatARevertedTransactionDidToWatchesIsUndone)
{
    TestChain chain(genesis(actors()));
    chain.block(list({as(X, list({watch("w", Y, "k"), watch("v", Y, "kk", {{"expires_at", 5}})}))}));
    const auto result = chain.block(
        list({as(X, list({cancel("w"), extend("v", 90), cancel("v"), watch("new", Y, "k"), fail()})),
              as(Y, list({set("kk", "1")}))}));
    EXPECT_EQ(chain.fires(result), "w ok, v ok");
    EXPECT_TRUE(chain.chain().memory_equals_state());
    EXPECT_EQ(chain.chain().watches().count(), 2u);
}

TEST(Watches, WAT2_TheKeysOfTheConfigAreWatchedLikeOthers)
{
    TestChain chain(genesis(actors()));
    const std::string config_actor = "0x" + std::string(38, '0') + "09";
    chain.block(list({as(X, list({{{"watch",
                                    {{"target", at(X)},
                                     {"keys", list({list({config_actor, "system:timer_config"})})},
                                     {"label", "w"}}}}}))}));
    EXPECT_EQ(chain.fires(chain.block(list({set_config({{"max_misfits", 7}})}))), "w ok");
    EXPECT_EQ(chain.fires(chain.block(list({set_config({{"max_misfits", 7}})}))), "") << "the same value";
}

TEST(Watches, BLK6_RollbackAndRestartGiveTheSameBlocksAgain)
{
    const Json config = {{"max_watch_hits_per_block", 2}, {"max_modified_keys_per_block", 3}};
    const auto txs = [](u64 n) {
        Json steps = Json::array();
        for (u64 i = 0; i < 4; ++i)
            steps.push_back(set("k" + std::to_string((n * 7 + i) % 5), std::to_string(n)));
        Json out = list({as(Y, steps)});
        if (n % 3 == 0) out.push_back(as(X, list({watch("w" + std::to_string(n), Y, n % 2 ? "k" : "k1")})));
        return out;
    };
    TestChain chain(genesis(actors(list({set("k", "x")})), config));
    std::vector<std::string> lines;
    for (u64 n = 0; n < 30; ++n) {
        if (n % 7 == 5) chain.restart();
        lines.push_back(chain.line(chain.block(txs(n))));
        ASSERT_TRUE(chain.chain().memory_equals_state()) << n;
    }
    chain.rollback(20);
    for (u64 n = 10; n < 30; ++n) ASSERT_EQ(chain.line(chain.block(txs(n))), lines[n]) << n;
}

}  // namespace
}  // namespace lariat::chain::watches_test
