// The archive: history by its filters, and the state by key and height, in SQLite. It is no part of
// consensus: it is made anew from the block log when it is lost.
//
// Rows are kept as the JSON that the API shows; columns beside it serve filters. The last blocks may be in
// memory alone: they go to the file some at a time. What a revert cuts off is hidden at once and removed from
// the file later. Neither shows in what is read. Threads: any, one at a time (a lock inside).
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "lariat/error.hpp"

namespace lariat::node {

struct [[nodiscard]] ArchiveError {
    std::string message;  ///< names the file
    /// The system gave no room, memory or descriptor, or the disk failed: it says nothing about the file.
    bool is_of_system = false;
};

/// A row of a list: its place in history and its JSON.
struct ArchivedRow {
    u64 height = 0;
    u64 index = 0;
    std::string json;
};

/// All that the archive keeps of a block.
struct ArchivedBlock {
    u64 height = 0;
    Hash32 hash;
    std::string json;   ///< BLOCK
    std::string lists;  ///< its lists and balances, as members of an object

    /// BLOCK with lists and balances.
    std::string full() const;

    struct Tx {
        Hash32 hash;
        Address sender;
        std::string json;
    };
    struct Fire {
        Hash32 timer;
        Address owner, actor;
        std::string kind, status, json;
    };
    struct Exit {
        Hash32 timer;
        std::optional<Address> owner;
        std::string exit, json;
    };
    struct Event {
        std::string name;
        std::optional<Address> actor;
        std::optional<std::string> topic;
        std::optional<Hash32> timer;
        std::string json;
    };
    struct Write {
        Bytes key;
        std::optional<Bytes> value;
    };
    /// Of a timer or an operation: where it came from and where it went.
    struct Origin {
        Hash32 id;
        std::string cause;  ///< as JSON
    };
    struct Gone {
        Hash32 id;
        std::string exit;
        std::string json;  ///< as it was when it was last seen; empty if it came and went in this block
    };
    std::vector<Tx> txs;
    std::vector<Origin> origins;
    std::vector<Gone> gone;
    std::vector<Fire> fires;
    std::vector<Exit> exits;
    std::vector<Event> events;
    std::vector<Write> writes;  ///< what the block changed in the state
};

/// How many rows the archive has of a block, its text apart.
u64 row_count(const ArchivedBlock& block);

/// Which part of a history to list. Bounds include; `after` is the place of the last row of the page before.
struct HistoryPage {
    u64 from_height = 0;
    u64 to_height = U64_MAX;
    bool ascending = false;
    std::optional<std::pair<u64, u64>> after;  ///< (height, index)
    u64 limit = 100;
    u64 bytes_max = u64{4} << 20;  ///< a page ends early here
};

/// Filters: a column and the bytes or text that it must have.
using ArchiveFilters = std::vector<std::pair<std::string, std::string>>;

class Archive {
public:
    enum class Table : u8 { blocks, txs, fires, exits, events };

    /// Opens or makes the file; an empty path: in memory. A file that is damaged, or of another version, is
    /// an error; the caller may remove it and begin anew.
    static Result<std::unique_ptr<Archive>, ArchiveError> open(const std::string& path);
    /// One without a name, which goes to the disk when it is large and is gone when it is closed.
    static Result<std::unique_ptr<Archive>, ArchiveError> open_temporary();
    ~Archive();

    /// Who writes a block with many rows into the file: add(), or whoever calls settle() next.
    enum class Write : u8 { soon, later };
    /// Adds a block as the new head. Not durable by itself: after a loss the log has more.
    StatusOf<ArchiveError> add(ArchivedBlock block, Write write = Write::soon);
    /// Memory of the text of a block that was written, for that of a new one. Any thread may ask at any time.
    std::string spare_text();
    /// Removes all blocks above this height, with the state that they wrote.
    StatusOf<ArchiveError> revert_to(u64 height);
    /// Some of the work that add() and revert_to() left for later: some milliseconds of it.
    StatusOf<ArchiveError> settle();
    bool is_settled() const;
    /// Says that the state of the block at this height, whose writes are all of it, is the first one here.
    StatusOf<ArchiveError> begin_states_at(u64 height);
    /// Forgets all states; that of this height, which `each` gives, is the first one.
    using PutEntry = std::function<void(BytesView key, BytesView value)>;
    StatusOf<ArchiveError> begin_states_anew(u64 height, const std::function<void(const PutEntry&)>& each);
    /// Removes history below `blocks_from` and versions of the state that no height from `states_from` on
    /// needs.
    StatusOf<ArchiveError> forget(u64 blocks_from, u64 states_from);
    StatusOf<ArchiveError> clear();

    std::optional<u64> head() const;    ///< nothing: no block yet
    std::optional<u64> oldest() const;  ///< the oldest block that is kept
    u64 states_from() const;            ///< of which block on states are kept

    std::optional<std::string> block_json(u64 height, bool full) const;
    struct RootAndSenders {
        Hash32 state_root;
        std::vector<Address> senders;  ///< of its transactions
    };
    /// Of the blocks of these heights, both included, in their order; it ends where one is missing.
    std::vector<RootAndSenders> roots_and_senders(u64 from, u64 to) const;
    std::optional<u64> height_of(const Hash32& block) const;
    std::optional<ArchivedRow> tx(const Hash32& hash) const;
    /// The life of a timer or operation: of the last one that had the id up to a block.
    struct Life {
        std::string cause = "null";
        std::optional<u64> exit_height;  ///< nothing: it lives as after that block
        std::string exit, json;
    };
    std::optional<Life> life(const Hash32& id, u64 height) const;
    /// Life::cause alone.
    std::string cause(const Hash32& id, u64 height) const;
    /// A page of a history. Columns for filters: txs sender; fires timer, owner, actor, kind, status; exits
    /// timer, owner, exit; events name, actor, topic, timer. Addresses and ids as their bytes.
    struct Rows {
        std::vector<ArchivedRow> rows;
        /// The page ended at this place, though it is not full: with two filters most rows may be passed
        /// over, and it had looked at as many as one may. There may be more behind it.
        std::optional<std::pair<u64, u64>> looked_to;
    };
    Rows list(Table table, const ArchiveFilters& filters, const HistoryPage& page) const;
    /// A read that has failed: what it should have found was answered as missing, so the node must not go on.
    std::optional<ArchiveError> failed_read() const;

    /// The hash of the chain's first block, which outlives the block here.
    std::optional<Hash32> first_hash() const;
    StatusOf<ArchiveError> keep_first_hash(const Hash32& hash);

    /// The value of a key as after block `height`.
    std::optional<Bytes> state_at(BytesView key, u64 height) const;
    struct States {
        std::vector<std::pair<Bytes, Bytes>> pairs;
        /// It ended at this key, though it is not full: of keys that are deleted it looks at a bounded
        /// number.
        std::optional<Bytes> looked_to;
    };
    /// Keys that begin with `prefix` and their values, ascending, from the first key above `after` on.
    States state_with_prefix(BytesView prefix, u64 height, BytesView after, u64 limit, u64 bytes_max) const;
    /// How this archive is not as one that was made anew from the same blocks; nothing: it is. For people:
    /// the table and the row. States are compared from `states_from` on. `knows_causes`: `made` knows where
    /// timers came from that were set before its first block.
    Result<std::optional<std::string>, ArchiveError> difference(
        const Archive& made, u64 states_from, bool knows_causes,
        const std::function<void(const std::string& table, u64 row)>& progress) const;

    /// Everything as after block `height`, by key.
    void each_state(u64 height, const std::function<void(BytesView key, BytesView value)>& visit) const;

private:
    class Impl;
    explicit Archive(std::unique_ptr<Impl> impl);
    static Result<std::unique_ptr<Archive>, ArchiveError> open(std::unique_ptr<Impl> impl,
                                                               const std::string& file);
    template <class T, class F>
    T read_or(T otherwise, const F& read) const;

    std::unique_ptr<Impl> impl_;
};

}  // namespace lariat::node
