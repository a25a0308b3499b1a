// Opens the archive: its schema, and what is checked of a file.
#include "base/codec.hpp"
#include "base/crc32c.hpp"
#include "node/archive_sql.hpp"

namespace lariat::node {

namespace {

constexpr int SCHEMA_VERSION = 8;
/// A larger archive is not read whole at start.
constexpr u64 CHECKED_BYTES_MAX = u64{256} << 20;

constexpr const char* SCHEMA = R"sql(
CREATE TABLE block (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, hash_begin INTEGER NOT NULL, packed BLOB NOT NULL,
                    lists TEXT NOT NULL, sum INTEGER NOT NULL, height INTEGER AS (id >> 28), idx INTEGER AS (id & 0xfffffff));
CREATE INDEX block_hash ON block (hash_begin);
CREATE TABLE tx (id INTEGER PRIMARY KEY, part INTEGER NOT NULL, hash BLOB NOT NULL, hash_begin INTEGER NOT NULL,
                 sender BLOB NOT NULL, json TEXT NOT NULL, sum INTEGER NOT NULL, height INTEGER AS (id >> 28),
                 idx INTEGER AS (id & 0xfffffff));
CREATE INDEX tx_hash ON tx (part, hash_begin);
CREATE INDEX tx_sender ON tx (sender);
CREATE TABLE fire (id INTEGER PRIMARY KEY, timer BLOB NOT NULL, owner BLOB NOT NULL, actor BLOB NOT NULL, kind TEXT NOT NULL,
                   status TEXT NOT NULL, json TEXT NOT NULL, sum INTEGER NOT NULL, height INTEGER AS (id >> 28),
                   idx INTEGER AS (id & 0xfffffff));
CREATE INDEX fire_timer ON fire (timer);
CREATE INDEX fire_owner ON fire (owner);
CREATE INDEX fire_actor ON fire (actor);
CREATE INDEX fire_kind ON fire (kind);
CREATE INDEX fire_status ON fire (status);
CREATE TABLE exit (id INTEGER PRIMARY KEY, timer BLOB NOT NULL, owner BLOB, exit TEXT NOT NULL, json TEXT NOT NULL,
                   sum INTEGER NOT NULL, height INTEGER AS (id >> 28), idx INTEGER AS (id & 0xfffffff));
CREATE INDEX exit_timer ON exit (timer);
CREATE INDEX exit_owner ON exit (owner);
CREATE INDEX exit_kind ON exit (exit);
CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL, actor BLOB, topic TEXT, timer BLOB, json TEXT NOT NULL,
                    sum INTEGER NOT NULL, height INTEGER AS (id >> 28), idx INTEGER AS (id & 0xfffffff));
CREATE INDEX event_name ON event (name);
CREATE INDEX event_actor ON event (actor);
CREATE INDEX event_topic ON event (topic);
CREATE INDEX event_timer ON event (timer);
CREATE TABLE origin (id BLOB, height INTEGER, cause TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (id, height))
                     WITHOUT ROWID;
CREATE INDEX origin_height ON origin (height);
CREATE TABLE gone (id BLOB, height INTEGER, exit TEXT NOT NULL, json TEXT NOT NULL, sum INTEGER NOT NULL,
                   PRIMARY KEY (id, height)) WITHOUT ROWID;
CREATE INDEX gone_height ON gone (height);
CREATE TABLE state (id INTEGER PRIMARY KEY, key BLOB NOT NULL, value BLOB, sum INTEGER NOT NULL, height INTEGER AS (id >> 28));
CREATE INDEX state_key ON state (key);
CREATE TABLE block_values (height INTEGER PRIMARY KEY, packed BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE packing (known TEXT NOT NULL);
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('states_from', 0);
)sql";

/// Of the values of a row, each with its kind and, where that is needed, its length.
void row_sum(sqlite3_context* context, int count, sqlite3_value** values)
{
    u32 sum = 0;
    for (int i = 0; i < count; ++i) {
        const int kind = sqlite3_value_type(values[i]);
        BytesView data;
        u64 number = 0;
        int number_bytes = 0;
        if (kind == SQLITE_INTEGER) {
            number = static_cast<u64>(sqlite3_value_int64(values[i]));
            number_bytes = 8;
        } else if (kind == SQLITE_TEXT || kind == SQLITE_BLOB) {
            const auto* first = static_cast<const u8*>(sqlite3_value_blob(values[i]));
            data = {first, static_cast<std::size_t>(sqlite3_value_bytes(values[i]))};
            number = data.size();
            number_bytes = 4;
        }
        std::array<u8, 9> head{static_cast<u8>(kind)};
        for (int byte = 1; byte <= number_bytes; ++byte)
            head[static_cast<std::size_t>(byte)] = static_cast<u8>(number >> (8 * (number_bytes - byte)));
        sum = crc32c(BytesView(head).first(1 + static_cast<std::size_t>(number_bytes)), sum);
        sum = crc32c(data, sum);
    }
    sqlite3_result_int64(context, sum);
}

void unpacked(sqlite3_context* context, int, sqlite3_value** values)
{
    const auto* data = static_cast<const u8*>(sqlite3_value_blob(values[0]));
    const BytesView packed{data, static_cast<std::size_t>(sqlite3_value_bytes(values[0]))};
    const auto text = static_cast<BlockText*>(sqlite3_user_data(context))->unpack(packed);
    if (!text) return sqlite3_result_error(context, "the text of a block cannot be unpacked", -1);
    sqlite3_result_text64(context, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// The columns over which each table has its sum.
constexpr std::array<std::pair<const char*, const char*>, TABLES.size()> SUMMED = {
    {{"block", "id, hash, hash_begin, packed, lists"},
     {"tx", "id, part, hash, hash_begin, sender, json"},
     {"fire", "id, timer, owner, actor, kind, status, json"},
     {"exit", "id, timer, owner, exit, json"},
     {"event", "id, name, actor, topic, timer, json"},
     {"origin", "id, height, cause"},
     {"gone", "id, height, exit, json"},
     {"state", "id, key, value"},
     {"block_values", "height, packed"}}};

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
    sqlite3_extended_result_codes(db_, 1);
    if (sqlite3_create_function_v2(db_, "row_sum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, row_sum,
                                   nullptr, nullptr, nullptr) != SQLITE_OK)
        fail();
    if (sqlite3_create_function_v2(db_, "unpacked", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, &block_text_,
                                   unpacked, nullptr, nullptr, nullptr) != SQLITE_OK)
        fail();
    // A portion of waiting blocks is some pages and its frames in the log of pages: larger ones are fewer
    // calls.
    if (!is_in_memory()) run("PRAGMA page_size=8192");
    // In memory nothing is rolled back: a node that cannot write there ends.
    run(is_in_memory() ? "PRAGMA journal_mode=OFF" : "PRAGMA journal_mode=WAL");
    // What a crash loses is read from the block log again.
    run("PRAGMA synchronous=OFF");
    run("PRAGMA temp_store=MEMORY");
    run("PRAGMA wal_autocheckpoint=2000");  // 16 MB
    sqlite3_busy_timeout(db_, 1'000);       // somebody may look into the file with another program
    run("PRAGMA cache_size=-16384");
    const u64 version = number_of("PRAGMA user_version");
    if (version == 0) {
        run("BEGIN");
        run(SCHEMA);
        Use(statement("INSERT INTO packing VALUES (?)"))->words(BlockText::known()).run();
        run("PRAGMA user_version=" + std::to_string(SCHEMA_VERSION));
        run("COMMIT");
    } else if (version != SCHEMA_VERSION) {
        throw Failed{{path_ + ": an archive of version " + std::to_string(version) +
                      ", this program writes " + std::to_string(SCHEMA_VERSION)}};
    } else {
        check();
    }
    if (is_in_memory()) run("BEGIN");
    Use head(statement("SELECT value FROM meta WHERE name = 'head'"));
    if (head->step()) file_head_ = head->number_at(0);
    const u64 highest = height_of_id(number_of("SELECT coalesce(max(id), 0) FROM block"));
    if (file_head_ && highest > *file_head_) cut_to_ = highest;
    tx_part_ = number_of("SELECT coalesce(max(part), 0) FROM tx");
    Use in_part(statement("SELECT count(*) FROM tx WHERE part = ?"));
    in_part->number(tx_part_);
    if (in_part->step()) in_tx_part_ = in_part->number_at(0);
}

std::string ArchivedBlock::full() const
{
    return lists.empty() ? json : json.substr(0, json.size() - 1) + "," + lists + "}";
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
        ArchiveError why = failed.why;
        const int code = failed.code & 0xff;
        why.is_of_system = failed.code != SQLITE_IOERR_SHORT_READ &&
                           (code == SQLITE_IOERR || code == SQLITE_FULL || code == SQLITE_NOMEM ||
                            code == SQLITE_BUSY || code == SQLITE_CANTOPEN);
        return why;
    }
    return std::unique_ptr<Archive>(new Archive(std::move(impl)));
}

}  // namespace lariat::node
