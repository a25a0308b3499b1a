// A finished block as clients see it: its hash, BLOCK, and the rows of history (section 5 of the node's
// specification).
#pragma once

#include "chain/block.hpp"
#include "node/archive.hpp"
#include "node/tx_json.hpp"
#include "timers/operations/record.hpp"

namespace lariat::node {

/// A transaction of a block. It has its hash.
struct BlockTx {
    chain::Transaction tx;
    bool impersonated = false;
};
using BlockTxs = std::vector<BlockTx>;

/// keccak256 of the hashes of a block's transactions, one after the other.
Hash32 hash_of_txs(const BlockTxs& txs);

struct SealedHeader {
    u64 height = 0;
    u64 timestamp_ms = 0;
    Address proposer;
    Hash32 parent_hash;
    Hash32 txs_hash;
    Hash32 state_root;
};
Hash32 hash_of_block(const SealedHeader& header);

/// The result line of a block with causes as clients see them: the hash of a transaction instead of its
/// number.
OrderedJson result_json(const chain::BlockResult& result, const BlockTxs& txs);

/// The result line of a block in parts: the text of each row, and what the archive's columns need of it.
struct BlockRows {
    /// The cause of a row: a transaction, or an execution by its `seq`. Neither: the block itself.
    struct Cause {
        std::optional<Hash32> tx;
        std::optional<u64> seq;
    };
    struct Receipt {
        std::string text;
        std::optional<Address> deployed;
    };
    struct Fired {
        std::string text;
        u64 seq = 0;
        ArchivedBlock::Fire columns;  ///< without `json`
    };
    struct Exit {
        std::string text;
        Cause cause;
        Hash32 id;
        std::string exit;
    };
    struct Event {
        std::string text;
        Cause cause;
        ArchivedBlock::Event columns;  ///< without `json`
    };
    struct Scheduled {
        std::string text;
        Cause cause;
        std::string cause_text;  ///< as JSON
        Hash32 id;
    };
    std::string members;   ///< of the line, without height, time, lists and balances
    std::string balances;  ///< as an object
    std::vector<Receipt> receipts = {};
    std::vector<Fired> fired = {};
    std::vector<Exit> exits = {};
    std::vector<Event> events = {};
    std::vector<Scheduled> scheduled = {};
};
BlockRows rows_of(const chain::BlockResult& result, const BlockTxs& txs);
/// The same of a result_json, or of a whole BLOCK, that was read.
BlockRows rows_of(const OrderedJson& line);

/// Makes every row that the archive keeps of a block, the state's writes excepted. `context_hash` is what the
/// programs of the block saw. `buffer` is memory for the text.
ArchivedBlock seal(const SealedHeader& header, const Hash32& context_hash, const BlockTxs& txs,
                   const BlockRows& rows, std::string buffer = {});

/// The hash that the text of a BLOCK has as this member; nothing: it has none.
std::optional<Hash32> hash_member(std::string_view block, std::string_view member);

/// Fills in whose timer or operation each exit is, once `gone` says what they were.
void name_owners(ArchivedBlock& block);

/// What a TIMER of the API says and its record does not, as JSON.
struct TimerContext {
    std::string cause = "null", why = "null";
};
/// TIMER and OPERATION of the API as the state has them; their exits are null, and of the operation `cause`.
std::string timer_text(const timers::Timer& timer, std::string_view state, bool brief,
                       const TimerContext& context = {});
OrderedJson operation_json(const timers::Operation& operation, std::string_view state, bool brief);

/// In place of a text its length in bytes, under another name: the text itself, or bytes as hex.
enum class Shortened : u8 { text, hex };
void shorten(OrderedJson& at, const char* key, const char* length_key, Shortened kind);

/// A row of a list without the long parts of a transaction; their lengths stand for them.
OrderedJson brief_tx(OrderedJson tx);

}  // namespace lariat::node
