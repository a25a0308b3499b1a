// Opens and writes the archive.
#include "base/codec.hpp"
#include "base/crc32c.hpp"
#include "node/archive_sql.hpp"

namespace lariat::node {

namespace {

constexpr int SCHEMA_VERSION = 3;
/// A larger archive is not read whole at start.
constexpr u64 CHECKED_BYTES_MAX = u64{256} << 20;

constexpr const char* SCHEMA = R"sql(
CREATE TABLE block (height INTEGER PRIMARY KEY, idx INTEGER NOT NULL DEFAULT 0, hash BLOB NOT NULL, json TEXT NOT NULL,
                    full TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE INDEX block_hash ON block (hash);
CREATE TABLE tx (height INTEGER, idx INTEGER, hash BLOB NOT NULL, sender BLOB NOT NULL, json TEXT NOT NULL,
                 sum INTEGER NOT NULL, PRIMARY KEY (height, idx));
CREATE INDEX tx_hash ON tx (hash);
CREATE INDEX tx_sender ON tx (sender, height, idx);
CREATE TABLE fire (height INTEGER, idx INTEGER, timer BLOB NOT NULL, owner BLOB NOT NULL, actor BLOB NOT NULL,
                   kind TEXT NOT NULL, status TEXT NOT NULL, json TEXT NOT NULL, sum INTEGER NOT NULL,
                   PRIMARY KEY (height, idx));
CREATE INDEX fire_timer ON fire (timer, height, idx);
CREATE INDEX fire_owner ON fire (owner, height, idx);
CREATE INDEX fire_actor ON fire (actor, height, idx);
CREATE INDEX fire_kind ON fire (kind, height, idx);
CREATE INDEX fire_status ON fire (status, height, idx);
CREATE TABLE exit (height INTEGER, idx INTEGER, timer BLOB NOT NULL, owner BLOB, exit TEXT NOT NULL, json TEXT NOT NULL,
                   sum INTEGER NOT NULL, PRIMARY KEY (height, idx));
CREATE INDEX exit_timer ON exit (timer, height, idx);
CREATE INDEX exit_owner ON exit (owner, height, idx);
CREATE INDEX exit_kind ON exit (exit, height, idx);
CREATE TABLE event (height INTEGER, idx INTEGER, name TEXT NOT NULL, actor BLOB, topic TEXT, timer BLOB,
                    json TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (height, idx));
CREATE INDEX event_name ON event (name, height, idx);
CREATE INDEX event_actor ON event (actor, height, idx);
CREATE INDEX event_topic ON event (topic, height, idx);
CREATE INDEX event_timer ON event (timer, height, idx);
CREATE TABLE life (id BLOB PRIMARY KEY, height INTEGER NOT NULL, cause TEXT NOT NULL, exit_height INTEGER, exit TEXT,
                   json TEXT, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX life_height ON life (height);
CREATE INDEX life_exit ON life (exit_height);
CREATE TABLE state (key BLOB, height INTEGER, value BLOB, sum INTEGER NOT NULL, PRIMARY KEY (key, height)) WITHOUT ROWID;
CREATE INDEX state_height ON state (height);
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('states_from', 0);
)sql";

/// Of the values of a row, each with its kind and, where that is needed, its length.
void row_sum(sqlite3_context* context, int count, sqlite3_value** values)
{
    u32 sum = 0;
    for (int i = 0; i < count; ++i) {
        const int kind = sqlite3_value_type(values[i]);
        Writer w;
        w.put_u8(static_cast<u8>(kind));
        if (kind == SQLITE_INTEGER) w.put_u64(static_cast<u64>(sqlite3_value_int64(values[i])));
        if (kind == SQLITE_TEXT || kind == SQLITE_BLOB) {
            const auto* data = static_cast<const u8*>(sqlite3_value_blob(values[i]));
            w.put_bytes({data, static_cast<std::size_t>(sqlite3_value_bytes(values[i]))});
        }
        sum = crc32c(w.bytes(), sum);
    }
    sqlite3_result_int64(context, sum);
}

/// The columns over which each table has its sum.
constexpr std::array<std::pair<const char*, const char*>, TABLES.size()> SUMMED = {
    {{"block", "height, hash, json, full"},
     {"tx", "height, idx, hash, sender, json"},
     {"fire", "height, idx, timer, owner, actor, kind, status, json"},
     {"exit", "height, idx, timer, owner, exit, json"},
     {"event", "height, idx, name, actor, topic, timer, json"},
     {"life", "id, height, cause, exit_height, exit, json"},
     {"state", "key, height, value"}}};

}  // namespace

/// SQLite notices a file that is no database or whose trees are broken; sums notice a value that has changed.
void Archive::Impl::check()
{
    const bool whole = number_of("PRAGMA page_count") * number_of("PRAGMA page_size") <= CHECKED_BYTES_MAX;
    Statement looked(db_, path_, whole ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)");
    while (looked.step())
        if (const std::string said = looked.text_at(0); said != "ok") throw Failed{{path_ + ": " + said}};
    if (!whole) return;
    for (const auto& [table, columns] : SUMMED)
        if (number_of(std::string("SELECT count(*) FROM ") + table + " WHERE sum IS NOT row_sum(" + columns +
                      ")") != 0)
            throw Failed{{path_ + ": a row of the table " + table + " has a wrong sum"}};
}

void Archive::Impl::open(const std::string& file)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(file.c_str(), &db_, flags, nullptr) != SQLITE_OK) fail();
    if (sqlite3_create_function_v2(db_, "row_sum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, row_sum,
                                   nullptr, nullptr, nullptr) != SQLITE_OK)
        fail();
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
    } else {
        check();
    }
    Use any(statement("SELECT max(height) FROM block"));
    if (any->step() && !any->is_null_at(0)) head_ = any->number_at(0);
}

Archive::Archive(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Archive::~Archive() = default;

Result<std::unique_ptr<Archive>, ArchiveError> Archive::open(const std::string& path)
{
    return open(std::make_unique<Impl>(path), path.empty() ? ":memory:" : path);
}

Result<std::unique_ptr<Archive>, ArchiveError> Archive::open_temporary()
{
    return open(std::make_unique<Impl>("a temporary archive"), "");
}

Result<std::unique_ptr<Archive>, ArchiveError> Archive::open(std::unique_ptr<Impl> impl,
                                                             const std::string& file)
{
    try {
        impl->open(file);
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
            Use s(
                impl_->statement("INSERT INTO block (height, hash, json, full, sum) "
                                 "VALUES (?1, ?2, ?3, ?4, row_sum(?1, ?2, ?3, ?4))"));
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
        each("INSERT INTO tx VALUES (?1, ?2, ?3, ?4, ?5, row_sum(?1, ?2, ?3, ?4, ?5))", block.txs,
             [](Statement& s, const ArchivedBlock::Tx& tx) {
                 s.bytes(view(tx.hash)).bytes(view(tx.sender)).words(tx.json);
             });
        each(
            "INSERT INTO fire VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, row_sum(?1, ?2, ?3, ?4, ?5, ?6, ?7, "
            "?8))",
            block.fires, [](Statement& s, const ArchivedBlock::Fire& fire) {
                s.bytes(view(fire.timer)).bytes(view(fire.owner)).bytes(view(fire.actor));
                s.words(fire.kind).words(fire.status).words(fire.json);
            });
        each("INSERT INTO exit VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_sum(?1, ?2, ?3, ?4, ?5, ?6))", block.exits,
             [](Statement& s, const ArchivedBlock::Exit& exit) {
                 s.bytes(view(exit.timer));
                 put_optional(s, exit.owner);
                 s.words(exit.exit).words(exit.json);
             });
        each("INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, row_sum(?1, ?2, ?3, ?4, ?5, ?6, ?7))",
             block.events, [](Statement& s, const ArchivedBlock::Event& event) {
                 s.words(event.name);
                 put_optional(s, event.actor);
                 event.topic ? s.words(*event.topic) : s.nothing();
                 put_optional(s, event.timer);
                 s.words(event.json);
             });
        // A watch that is updated by its client nonce, say, has its id for a second time.
        Statement& begun = impl_->statement(
            "INSERT INTO life (id, height, cause, sum) VALUES (?1, ?2, ?3, row_sum(?1, ?2, ?3, "
            "NULL, NULL, NULL)) ON CONFLICT DO NOTHING");
        for (const ArchivedBlock::Origin& origin : block.origins) {
            Use use(begun);
            begun.bytes(view(origin.id)).number(block.height).words(origin.cause).run();
        }
        Statement& ended = impl_->statement(
            "INSERT INTO life VALUES (?1, ?2, 'null', ?2, ?3, ?4, row_sum(?1, ?2, 'null', ?2, ?3, ?4)) ON "
            "CONFLICT DO UPDATE SET exit_height = ?2, exit = ?3, json = ?4, "
            "sum = row_sum(id, height, cause, ?2, ?3, ?4)");
        for (const ArchivedBlock::Gone& gone : block.gone) {
            Use use(ended);
            ended.bytes(view(gone.id)).number(block.height).words(gone.exit).words(gone.json).run();
        }
        Statement& put = impl_->statement("INSERT INTO state VALUES (?1, ?2, ?3, row_sum(?1, ?2, ?3))");
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
            "UPDATE life SET exit_height = NULL, exit = NULL, json = NULL, sum = row_sum(id, height, cause, "
            "NULL, NULL, NULL) WHERE exit_height > ?"));
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
        impl_->raise_states_from(states_from);
    });
}

StatusOf<ArchiveError> Archive::begin_states_at(u64 height)
{
    return impl_->in_transaction([&] { impl_->raise_states_from(height); });
}

StatusOf<ArchiveError> Archive::begin_states_anew(u64 height,
                                                  const std::function<void(const PutEntry&)>& each)
{
    return impl_->in_transaction([&] {
        impl_->run("DELETE FROM state");
        impl_->run("UPDATE meta SET value = 0");
        impl_->raise_states_from(height);
        Statement& put = impl_->statement("INSERT INTO state VALUES (?1, ?2, ?3, row_sum(?1, ?2, ?3))");
        each([&](BytesView key, BytesView value) {
            Use use(put);
            put.bytes(key).number(height).bytes(value).run();
        });
    });
}

StatusOf<ArchiveError> Archive::clear()
{
    const auto done = impl_->in_transaction([&] {
        for (const char* table : TABLES) impl_->run("DELETE FROM " + std::string(table));
        impl_->run("UPDATE meta SET value = 0");
    });
    if (done) impl_->head_.reset();
    return done;
}

}  // namespace lariat::node
