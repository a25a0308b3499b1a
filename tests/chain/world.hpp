// A small test language for chains: genesis, transactions and steps in the form of traces, a chain in this
// process, and its results as text.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/hex.hpp"
#include "chain/chain.hpp"
#include "scripted/engine.hpp"

namespace lariat::chain::world {

using Json = nlohmann::json;

/// A JSON list. (Braces alone would mean the element itself when there is one.)
Json list(std::initializer_list<Json> items);

// Who there is. Actors have numbers from 0xa0 on, people from 0xc0 on.
Address address(u8 number);
std::string at(u8 number);
inline constexpr u8 X = 0xa1, Y = 0xa2, Z = 0xa3;
inline constexpr u8 ALICE = 0xc1, BOB = 0xc2, GOVERNOR = 0xc9;

// Genesis.
Json person(u8 number, const std::string& balance);
Json actor(u8 number, const std::string& balance, const Json& handlers, u8 owner = ALICE);
inline constexpr const char* RICH = "1000000000000000000000000";
/// Alice and Bob are rich, the governor may send system instructions.
Json genesis(const Json& actors, const Json& config = Json::object(), const Json& fees = Json::object());

// Steps. `more` adds keys, or replaces them.
Json with(Json object, const Json& more);
Json schedule(const Json& height, const std::string& label, const Json& more = Json::object());
Json cancel(const std::string& id);
Json extend(const std::string& id, const Json& height);
Json schedule_at(const Json& timestamp_ms, const std::string& label, const Json& more = Json::object());
Json drop(const std::string& id);
Json pay(u8 to, const std::string& amount);

Json fail(const std::string& message = "no");
Json loop();
Json burn(u64 cycles);
/// The step must fail with this error, and the handler goes on.
Json refused(Json step, const std::string& error);

// Transactions.
Json as(u8 actor, const Json& steps, const Json& more = Json::object());
Json call(u8 actor, const std::string& handler, const Json& more = Json::object());
Json governance(const Json& instruction);
Json set_config(const Json& patch);

/// A chain in memory and the labels of its timers.
class TestChain {
public:
    explicit TestChain(const Json& genesis, u64 rollback_depth_max = 256);
    TestChain(const Json& genesis, std::unique_ptr<state::Store> store,
              CodeFiles code = CodeFiles::in_memory());

    /// The next block, a second later unless a time is given; the chain must take it.
    BlockResult block(const Json& txs = Json::array(), std::optional<u64> timestamp_ms = std::nullopt);
    /// The same block, its transactions tried one by one, after a block with other transactions was begun on
    /// the same parent, ended and dropped. `ends_first`: whether that block was ended before it was dropped.
    BlockResult block_after_a_drop(const Json& txs, const Json& dropped, bool ends_first);
    /// Empty blocks up to this height; the last one's result.
    BlockResult blocks_to(u64 height);
    void rollback(u64 blocks);
    void restart();

    ExecutionObserver* observer = nullptr;  ///< of the blocks from now on

    Chain& chain() { return *chain_; }
    const state::Store& store() const { return *store_; }
    const scripted::Scaffold& labels() const { return scripts_.labels(); }
    u128 balance(u8 of) const;
    std::optional<timers::Timer> timer(const std::string& label) const;

    // What a block did, in words: "a fired, b expired".
    std::string label_of(const Hash32& id) const;
    std::string exits(const BlockResult& result) const;
    std::string fires(const BlockResult& result) const;
    static std::string receipts(const BlockResult& result);
    /// The result line of trace.md: everything that a block tells.
    std::string line(const BlockResult& result) const;

private:
    state::Store* store_;
    std::unique_ptr<Chain> chain_;
    scripted::Engine scripts_;
};

}  // namespace lariat::chain::world
