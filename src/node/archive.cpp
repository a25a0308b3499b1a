// The archive's tables and statements.
#include "node/archive.hpp"

#include <array>
#include <map>

#include <sqlite3.h>

#include "lariat/assert.hpp"

namespace lariat::node {

namespace {

constexpr int SCHEMA_VERSION = 1;

constexpr const char* SCHEMA = R"sql(
CREATE TABLE block (height INTEGER PRIMARY KEY, idx INTEGER NOT NULL DEFAULT 0, hash BLOB NOT NULL, json TEXT NOT NULL,
                    full TEXT NOT NULL);
CREATE INDEX block_hash ON block (hash);
CREATE TABLE tx (height INTEGER, idx INTEGER, hash BLOB NOT NULL, sender BLOB NOT NULL, json TEXT NOT NULL,
                 PRIMARY KEY (height, idx));
CREATE INDEX tx_hash ON tx (hash);
CREATE INDEX tx_sender ON tx (sender, height, idx);
CREATE TABLE fire (height INTEGER, idx INTEGER, timer BLOB NOT NULL, owner BLOB NOT NULL, actor BLOB NOT NULL,
                   kind TEXT NOT NULL, status TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (height, idx));
CREATE INDEX fire_timer ON fire (timer, height, idx);
CREATE INDEX fire_owner ON fire (owner, height, idx);
CREATE INDEX fire_actor ON fire (actor, height, idx);
CREATE TABLE exit (height INTEGER, idx INTEGER, timer BLOB NOT NULL, owner BLOB, exit TEXT NOT NULL, json TEXT NOT NULL,
                   PRIMARY KEY (height, idx));
CREATE INDEX exit_timer ON exit (timer, height, idx);
CREATE INDEX exit_owner ON exit (owner, height, idx);
CREATE TABLE event (height INTEGER, idx INTEGER, name TEXT NOT NULL, actor BLOB, topic TEXT, timer BLOB,
                    json TEXT NOT NULL, PRIMARY KEY (height, idx));
CREATE INDEX event_name ON event (name, height, idx);
CREATE INDEX event_actor ON event (actor, height, idx);
CREATE INDEX event_topic ON event (topic, height, idx);
CREATE INDEX event_timer ON event (timer, height, idx);
CREATE TABLE life (id BLOB PRIMARY KEY, height INTEGER NOT NULL, cause TEXT NOT NULL, exit_height INTEGER, exit TEXT,
                   json TEXT) WITHOUT ROWID;
CREATE INDEX life_height ON life (height);
CREATE INDEX life_exit ON life (exit_height);
CREATE TABLE state (key BLOB, height INTEGER, value BLOB, PRIMARY KEY (key, height)) WITHOUT ROWID;
CREATE INDEX state_height ON state (height);
)sql";

constexpr std::array<const char*, 7> TABLES = {"block", "tx", "fire", "exit", "event", "life", "state"};

const char* table_name(Archive::Table table)
{
    return TABLES[static_cast<u8>(table)];
}

/// Ends a call of the archive; caught in its members and nowhere else.
struct Failed {
    ArchiveError why;
};

class Statement {
public:
    Statement(sqlite3* db, const std::string& path, const std::string& sql) : path_(path)
    {
        if (sqlite3_prepare_v3(db, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr) !=
            SQLITE_OK)
            throw Failed{{path + ": " + sqlite3_errmsg(db)}};
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
    Statement& bytes(BytesView value)
    {
        // A null pointer would bind NULL instead of an empty value.
        sqlite3_bind_blob64(statement_, ++bound_,
                            value.empty() ? "" : reinterpret_cast<const char*>(value.data()), value.size(),
                            SQLITE_TRANSIENT);
        return *this;
    }
    Statement& words(std::string_view value)
    {
        sqlite3_bind_text64(statement_, ++bound_, value.data() ? value.data() : "", value.size(),
                            SQLITE_TRANSIENT, SQLITE_UTF8);
        return *this;
    }
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
        if (code != SQLITE_DONE) throw Failed{{path_ + ": " + why}};
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

    u64 number_at(int column) { return static_cast<u64>(sqlite3_column_int64(statement_, column)); }
    bool is_null_at(int column) { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
    std::string text_at(int column) { return std::string(text(bytes_at(column))); }
    BytesView bytes_at(int column)
    {
        const auto* data = static_cast<const u8*>(sqlite3_column_blob(statement_, column));
        return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
    }

private:
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

private:
    Statement& statement_;
};

/// The key after all keys with this prefix; nothing if there is none.
std::optional<Bytes> end_of_prefix(BytesView prefix)
{
    Bytes end = to_bytes(prefix);
    while (!end.empty() && end.back() == 0xff) end.pop_back();
    if (end.empty()) return std::nullopt;
    ++end.back();
    return end;
}

}  // namespace

class Archive::Impl {
public:
    explicit Impl(std::string path) : path_(std::move(path)) {}
    ~Impl()
    {
        statements_.clear();
        sqlite3_close(db_);
    }

    void open()
    {
        const std::string file = path_.empty() ? ":memory:" : path_;
        const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
        if (sqlite3_open_v2(file.c_str(), &db_, flags, nullptr) != SQLITE_OK) fail();
        run("PRAGMA journal_mode=WAL");
        // What a crash loses is read from the block log again.
        run("PRAGMA synchronous=OFF");
        run("PRAGMA temp_store=MEMORY");
        run("PRAGMA cache_size=-16384");
        const u64 version = number_of("PRAGMA user_version");
        if (version == 0) {
            run("BEGIN");
            run(SCHEMA);
            run("PRAGMA user_version=" + std::to_string(SCHEMA_VERSION));
            run("COMMIT");
        } else if (version != SCHEMA_VERSION) {
            throw Failed{{path_ + ": an archive of version " + std::to_string(version) +
                          ", this program writes " + std::to_string(SCHEMA_VERSION)}};
        }
        Use any(statement("SELECT max(height) FROM block"));
        if (any->step() && !any->is_null_at(0)) head_ = any->number_at(0);
    }

    [[noreturn]] void fail() { throw Failed{{path_ + ": " + (db_ ? sqlite3_errmsg(db_) : "out of memory")}}; }
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
    /// All of it or nothing.
    template <class F>
    StatusOf<ArchiveError> in_transaction(const F& work)
    {
        const std::lock_guard lock(mutex_);
        try {
            run("BEGIN IMMEDIATE");
            work();
            run("COMMIT");
            return {};
        } catch (const Failed& failed) {
            sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
            return failed.why;
        }
    }

    std::string path_;
    sqlite3* db_ = nullptr;
    std::map<std::string, std::unique_ptr<Statement>> statements_;
    std::optional<u64> head_;
    mutable std::mutex mutex_;
};

Archive::Archive(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Archive::~Archive() = default;

Result<std::unique_ptr<Archive>, ArchiveError> Archive::open(const std::string& path)
{
    auto impl = std::make_unique<Impl>(path);
    try {
        impl->open();
    } catch (const Failed& failed) {
        return failed.why;
    }
    return std::unique_ptr<Archive>(new Archive(std::move(impl)));
}

// Writing.

namespace {

template <class Row>
using Put = std::function<void(Statement&, const Row&)>;

void put_optional(Statement& s, const std::optional<Address>& address)
{
    address ? s.bytes(view(*address)) : s.nothing();
}
void put_optional(Statement& s, const std::optional<Hash32>& hash)
{
    hash ? s.bytes(view(*hash)) : s.nothing();
}

}  // namespace

StatusOf<ArchiveError> Archive::add(const ArchivedBlock& block)
{
    const auto done = impl_->in_transaction([&] {
        {
            Use s(impl_->statement("INSERT INTO block (height, hash, json, full) VALUES (?, ?, ?, ?)"));
            s->number(block.height).bytes(view(block.hash)).words(block.json).words(block.full).run();
        }
        const auto each = [&](const char* sql, const auto& rows, const auto& put) {
            Statement& s = impl_->statement(sql);
            u64 index = 0;
            for (const auto& row : rows) {
                Use use(s);
                s.number(block.height).number(index++);
                put(s, row);
                s.run();
            }
        };
        each("INSERT INTO tx VALUES (?, ?, ?, ?, ?)", block.txs,
             [](Statement& s, const ArchivedBlock::Tx& tx) {
                 s.bytes(view(tx.hash)).bytes(view(tx.sender)).words(tx.json);
             });
        each("INSERT INTO fire VALUES (?, ?, ?, ?, ?, ?, ?, ?)", block.fires,
             [](Statement& s, const ArchivedBlock::Fire& fire) {
                 s.bytes(view(fire.timer)).bytes(view(fire.owner)).bytes(view(fire.actor));
                 s.words(fire.kind).words(fire.status).words(fire.json);
             });
        each("INSERT INTO exit VALUES (?, ?, ?, ?, ?, ?)", block.exits,
             [](Statement& s, const ArchivedBlock::Exit& exit) {
                 s.bytes(view(exit.timer));
                 put_optional(s, exit.owner);
                 s.words(exit.exit).words(exit.json);
             });
        each("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", block.events,
             [](Statement& s, const ArchivedBlock::Event& event) {
                 s.words(event.name);
                 put_optional(s, event.actor);
                 event.topic ? s.words(*event.topic) : s.nothing();
                 put_optional(s, event.timer);
                 s.words(event.json);
             });
        // A watch that is updated by its client nonce, say, has its id for a second time.
        Statement& begun =
            impl_->statement("INSERT INTO life (id, height, cause) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
        for (const ArchivedBlock::Origin& origin : block.origins) {
            Use use(begun);
            begun.bytes(view(origin.id)).number(block.height).words(origin.cause).run();
        }
        Statement& ended = impl_->statement(
            "INSERT INTO life VALUES (?1, ?2, 'null', ?2, ?3, ?4) ON CONFLICT DO UPDATE SET exit_height = "
            "?2, exit = ?3, "
            "json = ?4");
        for (const ArchivedBlock::Gone& gone : block.gone) {
            Use use(ended);
            ended.bytes(view(gone.id)).number(block.height).words(gone.exit).words(gone.json).run();
        }
        Statement& put = impl_->statement("INSERT INTO state VALUES (?, ?, ?)");
        for (const ArchivedBlock::Write& write : block.writes) {
            Use use(put);
            put.bytes(write.key).number(block.height);
            write.value ? put.bytes(*write.value) : put.nothing();
            put.run();
        }
    });
    if (done) impl_->head_ = block.height;
    return done;
}

StatusOf<ArchiveError> Archive::revert_to(u64 height)
{
    const auto done = impl_->in_transaction([&] {
        for (const char* table : TABLES) {
            Use s(impl_->statement("DELETE FROM " + std::string(table) + " WHERE height > ?"));
            s->number(height).run();
        }
        Use again(impl_->statement(
            "UPDATE life SET exit_height = NULL, exit = NULL, json = NULL WHERE exit_height > ?"));
        again->number(height).run();
    });
    if (done && impl_->head_) impl_->head_ = std::min(*impl_->head_, height);
    return done;
}

StatusOf<ArchiveError> Archive::forget(u64 blocks_from, u64 states_from)
{
    return impl_->in_transaction([&] {
        for (const char* table : {"block", "tx", "fire", "exit", "event"}) {
            Use s(impl_->statement("DELETE FROM " + std::string(table) + " WHERE height < ?"));
            s->number(blocks_from).run();
        }
        Use lives(impl_->statement("DELETE FROM life WHERE exit_height < ?"));
        lives->number(blocks_from).run();
        // Of the versions up to states_from the last one counts; of a deleted key not even that.
        Use newer(impl_->statement(
            "DELETE FROM state WHERE height < ?1 AND EXISTS (SELECT 1 FROM state AS later WHERE "
            "later.key = state.key AND later.height > state.height AND later.height <= ?1)"));
        newer->number(states_from).run();
        Use gone(impl_->statement("DELETE FROM state WHERE height <= ? AND value IS NULL"));
        gone->number(states_from).run();
    });
}

StatusOf<ArchiveError> Archive::clear()
{
    const auto done = impl_->in_transaction([&] {
        for (const char* table : TABLES) impl_->run("DELETE FROM " + std::string(table));
    });
    if (done) impl_->head_.reset();
    return done;
}

// Reading. A failed read of a file that was opened well means that somebody damaged it meanwhile: it gives
// nothing, and the next write reports the file.

namespace {

template <class T, class F>
T read_or(std::mutex& mutex, T otherwise, const F& read)
{
    const std::lock_guard lock(mutex);
    try {
        return read();
    } catch (const Failed&) {
        return otherwise;
    }
}

}  // namespace

std::optional<u64> Archive::head() const
{
    const std::lock_guard lock(impl_->mutex_);
    return impl_->head_;
}

std::optional<u64> Archive::oldest() const
{
    return read_or(impl_->mutex_, std::optional<u64>{}, [&]() -> std::optional<u64> {
        Use s(impl_->statement("SELECT min(height) FROM block"));
        if (!s->step() || s->is_null_at(0)) return std::nullopt;
        return s->number_at(0);
    });
}

std::optional<std::string> Archive::block_json(u64 height, bool full) const
{
    if (height > static_cast<u64>(INT64_MAX)) return std::nullopt;
    return read_or(impl_->mutex_, std::optional<std::string>{}, [&]() -> std::optional<std::string> {
        Use s(impl_->statement(full ? "SELECT full FROM block WHERE height = ?"
                                    : "SELECT json FROM block WHERE height = ?"));
        s->number(height);
        if (!s->step()) return std::nullopt;
        return s->text_at(0);
    });
}

std::optional<u64> Archive::height_of(const Hash32& block) const
{
    return read_or(impl_->mutex_, std::optional<u64>{}, [&]() -> std::optional<u64> {
        Use s(impl_->statement("SELECT height FROM block WHERE hash = ?"));
        s->bytes(view(block));
        if (!s->step()) return std::nullopt;
        return s->number_at(0);
    });
}

std::optional<ArchivedRow> Archive::tx(const Hash32& hash) const
{
    return read_or(impl_->mutex_, std::optional<ArchivedRow>{}, [&]() -> std::optional<ArchivedRow> {
        Use s(impl_->statement("SELECT height, idx, json FROM tx WHERE hash = ?"));
        s->bytes(view(hash));
        if (!s->step()) return std::nullopt;
        return ArchivedRow{s->number_at(0), s->number_at(1), s->text_at(2)};
    });
}

std::optional<Archive::Life> Archive::life(const Hash32& id) const
{
    return read_or(impl_->mutex_, std::optional<Life>{}, [&]() -> std::optional<Life> {
        Use s(impl_->statement("SELECT cause, exit_height, exit, json FROM life WHERE id = ?"));
        s->bytes(view(id));
        if (!s->step()) return std::nullopt;
        Life life{.cause = s->text_at(0), .exit_height = {}, .exit = {}, .json = {}};
        if (!s->is_null_at(1)) {
            life.exit_height = s->number_at(1);
            life.exit = s->text_at(2);
            life.json = s->text_at(3);
        }
        return life;
    });
}

std::vector<ArchivedRow> Archive::list(Table table, const ArchiveFilters& filters,
                                       const HistoryPage& page) const
{
    const auto capped = [](u64 height) { return std::min(height, static_cast<u64>(INT64_MAX)); };
    std::string sql = "SELECT height, idx, json FROM " + std::string(table_name(table)) +
                      " WHERE height >= ? AND height <= ?";
    for (const auto& [column, value] : filters) sql += " AND " + column + " = ?";
    if (page.after) sql += page.ascending ? " AND (height, idx) > (?, ?)" : " AND (height, idx) < (?, ?)";
    sql += page.ascending ? " ORDER BY height, idx LIMIT ?" : " ORDER BY height DESC, idx DESC LIMIT ?";
    return read_or(impl_->mutex_, std::vector<ArchivedRow>{}, [&] {
        Use s(impl_->statement(sql));
        s->number(capped(page.from_height)).number(capped(page.to_height));
        const bool texts = table == Table::fires || table == Table::exits || table == Table::events;
        for (const auto& [column, value] : filters) {
            const bool is_text = texts && (column == "kind" || column == "status" || column == "exit" ||
                                           column == "name" || column == "topic");
            is_text ? s->words(value) : s->bytes(view(value));
        }
        if (page.after) s->number(capped(page.after->first)).number(capped(page.after->second));
        s->number(page.limit);
        std::vector<ArchivedRow> rows;
        for (u64 bytes = 0; s->step();) {
            rows.push_back({s->number_at(0), s->number_at(1), s->text_at(2)});
            bytes += rows.back().json.size();
            if (bytes >= page.bytes_max) break;
        }
        return rows;
    });
}

std::optional<Bytes> Archive::state_at(BytesView key, u64 height) const
{
    return read_or(impl_->mutex_, std::optional<Bytes>{}, [&]() -> std::optional<Bytes> {
        Use s(impl_->statement(
            "SELECT value FROM state WHERE key = ? AND height <= ? ORDER BY height DESC LIMIT 1"));
        s->bytes(key).number(height);
        if (!s->step() || s->is_null_at(0)) return std::nullopt;
        return to_bytes(s->bytes_at(0));
    });
}

std::vector<std::pair<Bytes, Bytes>> Archive::state_with_prefix(BytesView prefix, u64 height, BytesView after,
                                                                u64 limit, u64 bytes_max) const
{
    using Pairs = std::vector<std::pair<Bytes, Bytes>>;
    const Bytes end = end_of_prefix(prefix).value_or(Bytes(64, 0xff));
    return read_or(impl_->mutex_, Pairs{}, [&] {
        // max() makes SQLite take the other columns from the row that has it.
        Use s(impl_->statement(
            "SELECT key, value, max(height) FROM state WHERE key >= ? AND key > ? AND key < ? AND "
            "height <= ? GROUP BY key ORDER BY key"));
        s->bytes(prefix).bytes(after).bytes(end).number(height);
        Pairs pairs;
        for (u64 bytes = 0; pairs.size() < limit && bytes < bytes_max && s->step();) {
            if (s->is_null_at(1)) continue;
            pairs.emplace_back(to_bytes(s->bytes_at(0)), to_bytes(s->bytes_at(1)));
            bytes += pairs.back().first.size() + pairs.back().second.size();
        }
        return pairs;
    });
}

void Archive::each_state(u64 height, const std::function<void(BytesView, BytesView)>& visit) const
{
    read_or(impl_->mutex_, 0, [&] {
        Use s(impl_->statement("SELECT key, value, max(height) FROM state WHERE height <= ? GROUP BY key"));
        s->number(height);
        while (s->step())
            if (!s->is_null_at(1)) visit(s->bytes_at(0), s->bytes_at(1));
        return 0;
    });
}

}  // namespace lariat::node
