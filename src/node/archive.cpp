// Opens and writes the archive.
#include "node/archive_sql.hpp"

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

}  // namespace

void Archive::Impl::open()
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

}  // namespace lariat::node
