// Pins of the chain's own encodings (DET-2). A changed hash is a change of consensus: it needs a decision, a
// new codec version and a change of docs/state-layout.md. The first two agree with encodings written by hand
// from that page.
#include "base/hash.hpp"
#include "world.hpp"

namespace lariat::chain {
namespace {

ChainParams pinned_params()
{
    ChainParams p;
    p.chain_id = "lariat";
    p.fees = {.cycle_basefee = 1,
              .cell_basefee = 2,
              .min_basefee = 3,
              .cycle_capacity = 4,
              .cell_capacity = 5,
              .cycle_target = 6,
              .cell_target = 7,
              .user_lane = 8,
              .system_lane = 9};
    p.system_deployers = {world::address(1), world::address(2)};
    return p;
}

ChainState pinned_state()
{
    return {.height = 1,
            .timestamp_ms = 2,
            .cycle_basefee = 3,
            .cell_basefee = 4,
            .burned = {.cycle = 5, .cell = 6, .lane = 7},
            .genesis_supply = 8,
            .balances = 9,
            .locked = 10};
}

TEST(GoldenEncoding, DET2_TheParametersThatGenesisFixed)
{
    EXPECT_EQ(to_hex(sha256(encode(pinned_params()))),
              "0x8d78a9f8db5923906613122835cafccaa6ad9968a72129148cf5354cc6367864");
}

TEST(GoldenEncoding, DET2_TheStateThatEveryBlockMovesOn)
{
    EXPECT_EQ(to_hex(sha256(encode(pinned_state()))),
              "0x38efa2df125813230d16e6542574a517cc6413b86359032b8f69b93f54c19b07");
}

/// Every codec and key that a FIFO chain uses meets in this root.
TEST(GoldenEncoding, DET2_TheRootOfAShortChainThatUsesEverything)
{
    using namespace world;
    const Json handlers = {
        {"tick", list({{{"set", list({"k", "v"})}}, schedule("+1", "next", {{"handler", "tick"}})})},
        {"loop", list({loop()})}};
    TestChain chain(genesis(list({actor(X, "10000000", handlers), actor(Y, "0", handlers)})));
    chain.block(
        list({as(X, list({schedule(2, "a", {{"handler", "tick"}}), schedule(9, "b", {{"payload", "later"}}),
                          schedule(9, "c", {{"payload", std::string(300, 'p')}, {"gas_limit", 5'000}})})),
              as(Y, list({schedule(2, "d")})), set_config({{"gc_cycles_per_block", 200}})}));
    chain.block(list({as(X, list({cancel("b"), {{"emit", list({"topic", "data"})}}}))}));
    const BlockResult last = chain.block();
    EXPECT_EQ(to_hex(last.state_root), "0x0ee8f1ffb9ac28d7e88cf33bc60f0d25abe0492404dbeb940557cc40486d0cfe");
}

TEST(GoldenEncoding, BothAreReadBackAsTheyWereWritten)
{
    EXPECT_EQ(decode_params(encode(pinned_params())), pinned_params());
    EXPECT_EQ(decode_state(encode(pinned_state())), pinned_state());
}

template <class Decode>
void expect_strict(const Bytes& bytes, const Decode& decode)
{
    for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_FALSE(decode(BytesView(bytes).first(n))) << n;
    Bytes changed = bytes;
    changed.push_back(0);
    EXPECT_FALSE(decode(changed)) << "a trailing byte";
    changed = bytes;
    changed[0] = 0xfe;
    EXPECT_FALSE(decode(changed)) << "another version";
}

TEST(GoldenEncoding, TMR2_AnotherVersionTruncationAndTrailingBytesAreRefused)
{
    expect_strict(encode(pinned_params()), [](BytesView b) { return decode_params(b).has_value(); });
    expect_strict(encode(pinned_state()), [](BytesView b) { return decode_state(b).has_value(); });
}

}  // namespace
}  // namespace lariat::chain
