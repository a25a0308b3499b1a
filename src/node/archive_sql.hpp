// The archive's database: statements, and the connection with what is prepared on it. Used by the archive's
// own files.
#pragma once

#include <algorithm>
#include <array>
#include <map>

#include <sqlite3.h>

#include "base/codec.hpp"
#include "base/keyed_map.hpp"
#include "lariat/assert.hpp"
#include "node/archive.hpp"
#include "node/block_text.hpp"
#include "node/block_values.hpp"

namespace lariat::node {

/// Those of Archive::Table come first, in its order.
constexpr std::array<const char*, 9> TABLES = {"block", "tx",     "fire", "exit",        "event",
                                               "state", "origin", "gone", "block_values"};
/// So many of them have their rows in the order in which they came, by an id: what is new stands at the end
/// of the table, what is forgotten at its beginning. An index has the ids too. The others have a column
/// `height`.
constexpr std::size_t TABLES_BY_ID = 6;

/// The id of a row: its height, and its place among the rows of the height. The columns `height` and `idx` of
/// the schema have these bits as numbers.
constexpr unsigned ROW_BITS = 28;
constexpr u64 HIGHEST_INDEX = (u64{1} << ROW_BITS) - 1;
constexpr u64 row_id(u64 height, u64 index)
{
    LARIAT_ASSERT(height < u64{1} << (63 - ROW_BITS) && index <= HIGHEST_INDEX);
    return height << ROW_BITS | index;
}
constexpr u64 height_of_id(u64 id)
{
    return id >> ROW_BITS;
}
constexpr u64 index_of_id(u64 id)
{
    return id & HIGHEST_INDEX;
}
/// Bounds of a request as ids: what is above every row stays so.
constexpr u64 HIGHEST_HEIGHT = (u64{1} << (63 - ROW_BITS)) - 2;
constexpr u64 first_id_of(u64 height)
{
    return row_id(std::min(height, HIGHEST_HEIGHT + 1), 0);
}

/// The 63 bits by which a hash is found, as a number that every SQLite can hold. Beside it the hash is asked
/// for too.
inline u64 hash_begin(const Hash32& hash)
{
    return Reader(view(hash)).get_u64() >> 1;
}
constexpr const char* BLOCK_BY_HASH = "SELECT height FROM block WHERE hash_begin = ? AND hash = ? AND id < ?";

/// The index of hashes has parts of so many transactions, each for those that came one after the other:
/// hashes are spread evenly, so that a block of new ones would touch as many pages as it has transactions if
/// the index were one. Who looks for a hash looks into each part, the newest first.
constexpr u64 TXS_IN_PART = 65'536;
constexpr const char* TX_BY_HASH = R"sql(
WITH RECURSIVE parts (part) AS (
    SELECT max(part) FROM tx
    UNION ALL SELECT (SELECT max(part) FROM tx WHERE part < parts.part) FROM parts WHERE part IS NOT NULL)
SELECT height, idx, json FROM parts CROSS JOIN tx ON tx.part = parts.part
WHERE hash_begin = ? AND hash = ? AND id < ? LIMIT 1
)sql";

/// Ends a call of the archive; caught in its members and nowhere else.
struct Failed {
    ArchiveError why;
    int code = SQLITE_ERROR;  ///< SQLite's
};

class Statement {
public:
    Statement(sqlite3* db, const std::string& path, const std::string& sql) : path_(path)
    {
        if (sqlite3_prepare_v3(db, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr) !=
            SQLITE_OK)
            throw Failed{{path + ": " + sqlite3_errmsg(db)}, sqlite3_errcode(db)};
    }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement() { sqlite3_finalize(statement_); }

    // Binding, by position from 1 on.
    Statement& number(u64 value)
    {
        LARIAT_ASSERT(value <= static_cast<u64>(INT64_MAX));
        sqlite3_bind_int64(statement_, ++bound_, static_cast<i64>(value));
        return *this;
    }
    Statement& bytes(BytesView value) { return bind(value, SQLITE_TRANSIENT); }
    Statement& words(std::string_view value) { return bind(value, SQLITE_TRANSIENT); }
    // Without a copy: the value must be there until the statement is reset.
    Statement& lent(BytesView value) { return bind(value, SQLITE_STATIC); }
    Statement& lent_words(std::string_view value) { return bind(value, SQLITE_STATIC); }
    Statement& nothing()
    {
        sqlite3_bind_null(statement_, ++bound_);
        return *this;
    }

    /// Is there a row? When there is none the statement is ready to be bound again.
    bool step()
    {
        const int code = sqlite3_step(statement_);
        if (code == SQLITE_ROW) return true;
        const std::string why = sqlite3_errmsg(sqlite3_db_handle(statement_));
        reset();
        if (code != SQLITE_DONE) throw Failed{{path_ + ": " + why}, code};
        return false;
    }
    void run()
    {
        while (step()) {}
    }
    void reset()
    {
        sqlite3_reset(statement_);
        sqlite3_clear_bindings(statement_);
        bound_ = 0;
    }

    int columns() { return sqlite3_column_count(statement_); }
    /// Of any kind, so that equal ones give equal text.
    std::string value_at(int column)
    {
        const std::string kind = std::to_string(sqlite3_column_type(statement_, column)) + ":";
        const auto number = std::to_string(sqlite3_column_int64(statement_, column));
        return kind + (kind[0] == '0' + SQLITE_INTEGER ? number : text_at(column));
    }
    u64 number_at(int column) { return static_cast<u64>(sqlite3_column_int64(statement_, column)); }
    bool is_null_at(int column) { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
    std::string text_at(int column) { return std::string(text(bytes_at(column))); }
    BytesView bytes_at(int column)
    {
        const auto* data = static_cast<const u8*>(sqlite3_column_blob(statement_, column));
        return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
    }

private:
    // A null pointer would bind NULL instead of an empty value.
    Statement& bind(BytesView value, sqlite3_destructor_type whose)
    {
        sqlite3_bind_blob64(statement_, ++bound_,
                            value.empty() ? "" : reinterpret_cast<const char*>(value.data()), value.size(),
                            whose);
        return *this;
    }
    Statement& bind(std::string_view value, sqlite3_destructor_type whose)
    {
        sqlite3_bind_text64(statement_, ++bound_, value.data() ? value.data() : "", value.size(), whose,
                            SQLITE_UTF8);
        return *this;
    }

    std::string path_;
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
};

/// Ready for the next use whichever way a scope ends.
class Use {
public:
    explicit Use(Statement& statement) : statement_(statement) {}
    ~Use() { statement_.reset(); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    Statement* operator->() { return &statement_; }
    Statement& operator*() { return statement_; }

private:
    Statement& statement_;
};

class Archive::Impl {
public:
    explicit Impl(std::string path) : path_(std::move(path)) {}
    ~Impl()
    {
        if (db_) (void)guarded([&] { write_all(); });  // what is lost is taken from the log again
        statements_.clear();
        sqlite3_close(db_);
    }

    void open(const std::string& file);
    void check();
    u64 states_from() { return number_of("SELECT value FROM meta WHERE name = 'states_from'"); }
    void raise_states_from(u64 height)
    {
        Use s(statement("UPDATE meta SET value = max(value, ?) WHERE name = 'states_from'"));
        s->number(height).run();
    }

    // Writing, in archive_write.cpp.
    std::optional<u64> head() const
    {
        return waiting_.empty() ? file_head_ : std::optional(waiting_.back().height);
    }
    /// A height as statements may use it: rows above the file's head are cut off.
    u64 shown(u64 height) const { return std::min(height, file_head_.value_or(0)); }
    /// The id above all rows up to a height that count.
    u64 end_of(u64 height) const { return row_id(shown(height) + 1, 0); }
    void wait(ArchivedBlock block);
    void forget_waiting()
    {
        keep_spare_texts();
        waiting_txs_.clear();
        waiting_.clear();
        waiting_rows_ = 0;
    }
    /// Keeps the memory of written texts for new ones: the allocator would look for it anew for each block.
    void keep_spare_texts();
    /// Are there so many blocks or rows in memory that they should go to the file?
    bool waits_for_long() const;
    std::size_t blocks_that_wait_at_most() const;
    void write(const ArchivedBlock& block);
    void write_waiting();
    /// The part of the index of hashes for one more transaction.
    u64 next_tx_part();
    std::optional<Bytes> state_value(u64 id);
    Statement& state_insert()
    {
        return statement("INSERT INTO state VALUES (?1, ?2, ?3, row_sum(?1, ?2, ?3))");
    }
    /// `insert` is state_insert(), looked up once for all rows of a block.
    static void put_state(Statement& insert, u64 id, BytesView key, std::optional<BytesView> value);
    std::optional<Bytes> next_key(BytesView begin, BytesView end);
    std::optional<Bytes> newest_value(BytesView key, u64 below);
    /// The text `shown` of one row.
    std::string row_json(const std::string& table, const std::string& shown, u64 id);
    /// As after the last block up to `height` that has some.
    BlockValues values_at(u64 height);
    void put_values(u64 height, const BlockValues& values);
    /// Of the versions of the heights after `before` up to `last`, and of those that they replaced, the last
    /// one of each key stays; of a deleted key not even that.
    void forget_replaced(u64 before, u64 last);
    void forget_blocks_below(u64 height);
    void put_head(u64 height);
    void revert_to(u64 height);
    void remove_heights(u64 from, u64 to);
    /// Removes what is cut off, at most so many heights of it.
    void remove_cut(u64 heights);
    /// Nothing waits after it, and nothing is cut off.
    void finish();

    [[noreturn]] void fail()
    {
        throw Failed{{path_ + ": " + (db_ ? sqlite3_errmsg(db_) : "out of memory")},
                     db_ ? sqlite3_errcode(db_) : SQLITE_NOMEM};
    }
    void run(const std::string& sql)
    {
        if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
    }
    u64 number_of(const std::string& sql)
    {
        Use found(statement(sql));
        return found->step() ? found->number_at(0) : 0;
    }
    /// Prepared once; the texts are few: they depend on which filters are given, not on their values.
    Statement& statement(const std::string& sql)
    {
        auto& kept = statements_[sql];
        if (!kept) kept = std::make_unique<Statement>(db_, path_, sql);
        return *kept;
    }
    bool is_in_memory() const noexcept { return path_.empty(); }
    /// All of it or nothing, after what waits. The lock is held. In memory there is one transaction from the
    /// start on, which nothing ends: SQLite's commit there looks at every page that was ever written.
    template <class F>
    void transact(const F& work)
    {
        try {
            if (!is_in_memory()) run("BEGIN IMMEDIATE");
            write_waiting();
            work();
            if (!is_in_memory()) run("COMMIT");
        } catch (...) {  // also where memory is short
            if (!is_in_memory()) sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
            last_values_.reset();
            throw;
        }
        if (waiting_.empty()) return;
        file_head_ = waiting_.back().height;
        if (cut_to_ <= *file_head_) cut_to_ = 0;
        forget_waiting();
    }
    /// For a read of what is in the file.
    void write_all()
    {
        if (!waiting_.empty()) transact([] {});
    }
    /// With the lock; a failure is a value.
    template <class F>
    StatusOf<ArchiveError> guarded(const F& work)
    {
        const std::lock_guard lock(mutex_);
        try {
            work();
            return {};
        } catch (const Failed& failed) {
            return failed.why;
        }
    }
    template <class F>
    StatusOf<ArchiveError> in_transaction(const F& work)
    {
        return guarded([&] { transact(work); });
    }

    std::string path_;
    BlockText block_text_;
    sqlite3* db_ = nullptr;
    std::map<std::string, std::unique_ptr<Statement>> statements_;
    std::optional<u64> file_head_;  ///< the last block in the file; rows above it are cut off
    u64 cut_to_ = 0;                ///< the highest block that is cut off; 0: none
    u64 tx_part_ = 0;               ///< the part of the index of hashes that new transactions come into
    u64 in_tx_part_ = 0;            ///< how many came into it, those that are gone again too
    std::vector<ArchivedBlock> waiting_;
    /// By hash: which of the blocks, which of it. The hashes are those of the waiting blocks.
    KeyedMap<std::string_view, std::pair<std::size_t, std::size_t>> waiting_txs_;
    u64 waiting_rows_ = 0;
    std::optional<BlockValues> last_values_;  ///< of the file's head, once they were looked up
    u64 blocks_from_ = 0;                     ///< nothing is left of the blocks below
    mutable std::mutex mutex_;
    std::optional<ArchiveError> failed_read_;  ///< the first one
    std::vector<std::string> spare_texts_;
    std::mutex spare_mutex_;
};

}  // namespace lariat::node
