// A small language for worlds in tests: genesis, transactions and steps as trace.md writes them, a
// chain in this process that takes them, and its results in words.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/hex.hpp"
#include "chain/chain.hpp"
#include "state/log_store.hpp"
#include "trace/input.hpp"
#include "trace/output.hpp"

namespace lariat::chain::world {

using Json = nlohmann::json;

/// A JSON list. (Braces alone would mean the element itself when there is one.)
inline Json list(std::initializer_list<Json> items)
{
    return Json(Json::array_t(items));
}

// Who there is. Actors have numbers from 0xa0 on, people from 0xc0 on.
inline Address address(u8 number)
{
    Address a;
    a.bytes.front() = 0x77;
    a.bytes.back() = number;
    return a;
}
inline std::string at(u8 number)
{
    return to_hex(address(number));
}
inline constexpr u8 X = 0xa1, Y = 0xa2, Z = 0xa3;
inline constexpr u8 ALICE = 0xc1, BOB = 0xc2, GOVERNOR = 0xc9;

// Genesis.
inline Json person(u8 number, const std::string& balance)
{
    return {{"address", at(number)}, {"balance", balance}};
}
inline Json actor(u8 number, const std::string& balance, const Json& handlers, u8 owner = ALICE)
{
    return {{"address", at(number)}, {"balance", balance}, {"owner", at(owner)}, {"handlers", handlers}};
}
inline constexpr const char* RICH = "1000000000000000000000000";
/// Alice and Bob are rich, the governor may send system instructions.
inline Json genesis(const Json& actors, const Json& config = Json::object(),
                    const Json& fees = Json::object())
{
    return {{"accounts", list({person(ALICE, RICH), person(BOB, RICH), person(GOVERNOR, RICH)})},
            {"system_deployers", list({at(GOVERNOR)})},
            {"actors", actors},
            {"config", config},
            {"fees", fees}};
}

// Steps. `more` adds keys, or replaces them.
inline Json with(Json object, const Json& more)
{
    object.update(more);
    return object;
}
inline Json schedule(const Json& height, const std::string& label, const Json& more = Json::object())
{
    return {{"schedule", with({{"height", height}, {"label", label}}, more)}};
}
inline Json cancel(const std::string& id)
{
    return {{"cancel", id}};
}
inline Json extend(const std::string& id, const Json& height)
{
    return {{"extend", list({id, height})}};
}
inline Json schedule_at(const Json& timestamp_ms, const std::string& label, const Json& more = Json::object())
{
    return {{"schedule_at", with({{"timestamp_ms", timestamp_ms}, {"label", label}}, more)}};
}
inline Json drop(const std::string& id)
{
    return {{"drop", id}};
}
inline Json pay(u8 to, const std::string& amount)
{
    return {{"transfer", list({at(to), amount})}};
}

inline Json fail(const std::string& message = "no")
{
    return {{"fail", message}};
}
inline Json loop()
{
    return {{"loop", true}};
}
inline Json burn(u64 cycles)
{
    return {{"burn", cycles}};
}
/// The step must fail with this error, and the handler goes on.
inline Json refused(Json step, const std::string& error)
{
    return with(std::move(step), {{"error", error}});
}

// Transactions.
inline Json as(u8 actor, const Json& steps, const Json& more = Json::object())
{
    return with({{"from", at(ALICE)}, {"as", at(actor)}, {"steps", steps}}, more);
}
inline Json call(u8 actor, const std::string& handler, const Json& more = Json::object())
{
    return with({{"from", at(ALICE)}, {"call", {{"actor", at(actor)}, {"handler", handler}}}}, more);
}
inline Json governance(const Json& instruction)
{
    return {{"from", at(GOVERNOR)}, {"system", instruction}};
}
inline Json set_config(const Json& patch)
{
    return governance({{"update_config", patch}});
}

template <class T>
T parsed(const Json& line)
{
    auto read = trace::parse_line(line.dump());
    if (!read) {
        ADD_FAILURE() << read.error().message << " in " << line.dump();
        std::abort();  // the test itself is wrong
    }
    return std::get<T>(std::move(read).value());
}

/// A chain in memory and the labels of its timers.
class TestChain {
public:
    explicit TestChain(const Json& genesis, u64 rollback_depth_max = 256)
    {
        auto store = state::LogStore::open_in_memory({.keep_versions = rollback_depth_max}).value();
        store_ = store.get();
        auto made = Chain::create(parsed<Genesis>({{"genesis", genesis}}), std::move(store));
        if (!made) ADD_FAILURE() << made.error().message;
        chain_ = std::move(made).value();
    }

    /// The next block, a second later unless a time is given; the chain must take it.
    BlockResult block(const Json& txs = Json::array(), std::optional<u64> timestamp_ms = std::nullopt)
    {
        const auto line = parsed<trace::BlockLine>({{"block", {{"txs", txs}}}});
        Block b;
        b.height = chain_->state().height + 1;
        b.timestamp_ms = timestamp_ms.value_or(chain_->state().timestamp_ms + 1'000);
        b.proposer = line.proposer;
        b.txs = line.txs;
        labels_.begin_block();
        auto result = chain_->apply(b, labels_);
        if (!result) ADD_FAILURE() << result.error().message;
        return std::move(result).value();
    }
    /// Empty blocks up to this height; the last one's result.
    BlockResult blocks_to(u64 height)
    {
        while (chain_->state().height + 1 < height) block();
        return block();
    }
    void rollback(u64 blocks)
    {
        ASSERT_TRUE(chain_->rollback(blocks));
        labels_.roll_back(blocks);
    }
    void restart() { chain_ = std::move(Chain::restart(std::move(chain_))).value(); }

    Chain& chain() { return *chain_; }
    const state::Store& store() const { return *store_; }
    const Scaffold& labels() const { return labels_; }
    u128 balance(u8 of) const { return chain_->account(address(of)).value_or(Account{}).balance; }
    std::optional<timers::Timer> timer(const std::string& label) const
    {
        const auto id = labels_.find(label);
        return id ? chain_->timer(*id) : std::nullopt;
    }

    // What a block did, in words: "a fired, b expired".
    std::string label_of(const Hash32& id) const
    {
        const std::string* label = labels_.label_of(id);
        return label ? *label : to_hex(id);
    }
    std::string exits(const BlockResult& result) const
    {
        return list(result.exits,
                    [&](const auto& e) { return label_of(e.id) + ' ' + std::string(name(e.kind)); });
    }
    std::string fires(const BlockResult& result) const
    {
        return list(result.fired, [&](const lane::Fired& f) {
            return (f.id ? label_of(*f.id) : "message") + ' ' + std::string(name(f.status)) +
                   (f.error.empty() ? "" : " " + f.error);
        });
    }
    static std::string receipts(const BlockResult& result)
    {
        return list(result.receipts, [](const Receipt& r) {
            return std::string(name(r.status)) + (r.status == TxStatus::revert ? " " + r.error : "");
        });
    }
    /// The result line of trace.md: everything that a block tells.
    std::string line(const BlockResult& result) const { return trace::to_json(result, labels_).dump(); }

private:
    template <class Rows, class Show>
    static std::string list(const Rows& rows, const Show& show)
    {
        std::string out;
        for (const auto& row : rows) out += (out.empty() ? "" : ", ") + show(row);
        return out;
    }

    state::Store* store_;
    std::unique_ptr<Chain> chain_;
    Scaffold labels_;
};

}  // namespace lariat::chain::world
