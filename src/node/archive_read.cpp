// Reads the archive. What is cut off lies above the last block in the file and is never shown: each statement
// names that block.
#include <algorithm>
#include <ranges>

#include "node/archive_sql.hpp"
#include "node/seal.hpp"

namespace lariat::node {

namespace {

const char* table_name(Archive::Table table)
{
    return TABLES[static_cast<u8>(table)];
}

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

// Reading. A failed read of a file that was opened well means that the disk fails, or that somebody damaged
// the file meanwhile: it gives nothing, and failed_read() tells the node, which ends.

template <class T, class F>
T Archive::read_or(T otherwise, const F& read) const
{
    const std::lock_guard lock(impl_->mutex_);
    try {
        return read();
    } catch (const Failed& failed) {
        if (!impl_->failed_read_) impl_->failed_read_ = failed.why;
        return otherwise;
    }
}

std::optional<ArchiveError> Archive::failed_read() const
{
    const std::lock_guard lock(impl_->mutex_);
    return impl_->failed_read_;
}

std::optional<u64> Archive::head() const
{
    const std::lock_guard lock(impl_->mutex_);
    return impl_->head();
}

std::optional<u64> Archive::oldest() const
{
    return read_or(std::optional<u64>{}, [&]() -> std::optional<u64> {
        impl_->write_all();
        Use s(impl_->statement("SELECT min(id) FROM block"));
        if (!s->step() || s->is_null_at(0)) return std::nullopt;
        return height_of_id(s->number_at(0));
    });
}

u64 Archive::states_from() const
{
    return read_or(u64{0}, [&] { return impl_->states_from(); });
}

std::optional<std::string> Archive::block_json(u64 height, bool full) const
{
    return read_or(std::optional<std::string>{}, [&]() -> std::optional<std::string> {
        for (const ArchivedBlock& block : impl_->waiting_)
            if (block.height == height) return full ? block.full() : block.json;
        if (!impl_->file_head_ || height > *impl_->file_head_) return std::nullopt;
        Use s(impl_->statement(full ? "SELECT unpacked(packed), lists FROM block WHERE id = ?"
                                    : "SELECT unpacked(packed) FROM block WHERE id = ?"));
        s->number(row_id(height, 0));
        if (!s->step()) return std::nullopt;
        if (!full) return s->text_at(0);
        ArchivedBlock block;
        block.json = s->text_at(0);
        block.lists = s->text_at(1);
        return block.full();
    });
}

std::vector<Archive::RootAndSenders> Archive::roots_and_senders(u64 from, u64 to) const
{
    return read_or(std::vector<RootAndSenders>{}, [&] {
        impl_->write_all();
        std::vector<RootAndSenders> out;
        const u64 begin = first_id_of(from), end = impl_->end_of(to);
        {
            Use s(impl_->statement(
                "SELECT height, unpacked(packed) FROM block WHERE id >= ? AND id < ? ORDER BY id"));
            s->number(begin).number(end);
            while (s->step() && s->number_at(0) == from + out.size()) {
                const auto root = hash_member(s->text_at(1), "state_root");
                if (!root) break;
                out.push_back({*root, {}});
            }
        }
        Use s(impl_->statement("SELECT height, sender FROM tx WHERE id >= ? AND id < ? ORDER BY id"));
        s->number(begin).number(end);
        while (s->step()) {
            const u64 at = s->number_at(0) - from;
            Reader sender(s->bytes_at(1));
            if (at < out.size()) out[at].senders.push_back(sender.get_address());
        }
        return out;
    });
}

std::optional<u64> Archive::height_of(const Hash32& block) const
{
    return read_or(std::optional<u64>{}, [&]() -> std::optional<u64> {
        for (const ArchivedBlock& waiting : impl_->waiting_)
            if (waiting.hash == block) return waiting.height;
        Use s(impl_->statement(BLOCK_BY_HASH));
        s->number(hash_begin(block)).bytes(view(block)).number(impl_->end_of(U64_MAX));
        if (!s->step()) return std::nullopt;
        return s->number_at(0);
    });
}

std::optional<ArchivedRow> Archive::tx(const Hash32& hash) const
{
    return read_or(std::optional<ArchivedRow>{}, [&]() -> std::optional<ArchivedRow> {
        if (const auto found = impl_->waiting_txs_.find(text(view(hash)));
            found != impl_->waiting_txs_.end()) {
            const auto [at, index] = found->second;
            const ArchivedBlock& block = impl_->waiting_[at];
            return ArchivedRow{block.height, index, block.txs[index].json};
        }
        Use s(impl_->statement(TX_BY_HASH));
        s->number(hash_begin(hash)).bytes(view(hash)).number(impl_->end_of(U64_MAX));
        if (!s->step()) return std::nullopt;
        return ArchivedRow{s->number_at(0), s->number_at(1), s->text_at(2)};
    });
}

namespace {

/// The last one that had the id up to a height has its row in these tables.
constexpr const char* LAST_ORIGIN =
    "SELECT height, cause FROM origin WHERE id = ? AND height <= ? ORDER BY height DESC LIMIT 1";
constexpr const char* LAST_GONE =
    "SELECT height, exit, json FROM gone WHERE id = ? AND height <= ? ORDER BY height DESC LIMIT 1";

}  // namespace

std::optional<Archive::Life> Archive::life(const Hash32& id, u64 height) const
{
    return read_or(std::optional<Life>{}, [&]() -> std::optional<Life> {
        impl_->write_all();
        Use born(impl_->statement(LAST_ORIGIN)), gone(impl_->statement(LAST_GONE));
        for (Use* one : {&born, &gone}) (*one)->bytes(view(id)).number(impl_->shown(height));
        const bool has_origin = born->step(), has_ended = gone->step();
        if (!has_origin && !has_ended) return std::nullopt;
        Life life;
        if (has_origin) life.cause = born->text_at(1);
        if (has_ended && (!has_origin || gone->number_at(0) >= born->number_at(0))) {
            life.exit_height = gone->number_at(0);
            life.exit = gone->text_at(1);
            life.json = gone->text_at(2);
        }
        return life;
    });
}

std::string Archive::cause(const Hash32& id, u64 height) const
{
    return read_or(Life{}.cause, [&] {
        impl_->write_all();
        Use born(impl_->statement(LAST_ORIGIN));
        born->bytes(view(id)).number(impl_->shown(height));
        return born->step() ? born->text_at(1) : Life{}.cause;
    });
}

namespace {

/// The id of a place that a client names, which may be beyond all rows.
u64 place_of(const std::pair<u64, u64>& place)
{
    if (place.first > HIGHEST_HEIGHT) return first_id_of(place.first);
    return row_id(place.first, std::min(place.second, HIGHEST_INDEX));
}

}  // namespace

namespace {

/// How few rows a column's value selects, as a rule; the first of them leads the search.
constexpr std::array<std::string_view, 9> MOST_SELECTIVE_FIRST = {
    "timer", "topic", "sender", "owner", "actor", "name", "exit", "status", "kind"};
/// Rows that one page looks at.
constexpr u64 ROWS_LOOKED_AT_MAX = 20'000;

std::size_t rank_of(std::string_view column)
{
    return static_cast<std::size_t>(std::ranges::find(MOST_SELECTIVE_FIRST, column) -
                                    MOST_SELECTIVE_FIRST.begin());
}

bool is_text(Archive::Table table, std::string_view column)
{
    return table != Archive::Table::txs && (column == "kind" || column == "status" || column == "exit" ||
                                            column == "name" || column == "topic");
}

bool is_page_full(const std::vector<ArchivedRow>& rows, u64 bytes, const HistoryPage& page)
{
    return rows.size() >= page.limit || bytes >= page.bytes_max;
}

}  // namespace

Archive::Rows Archive::list(Table table, const ArchiveFilters& filters, const HistoryPage& page) const
{
    const std::string shown = table == Table::blocks ? "unpacked(packed)" : "json", name = table_name(table);
    ArchiveFilters by_rank = filters;
    std::ranges::sort(by_rank, {}, [](const auto& filter) { return rank_of(filter.first); });
    // One filter is answered from its index, and every row of it counts. Of several, the first one's index
    // leads, and the rows are looked at one by one: how many that are is bounded here.
    const bool looks = by_rank.size() > 1;
    std::string sql = "SELECT id";
    if (!looks) sql += ", " + shown;
    for (std::size_t i = 1; i < by_rank.size(); ++i) sql += ", " + by_rank[i].first;
    sql += " FROM " + name + " WHERE id >= ? AND id < ?";
    if (!by_rank.empty()) sql += " AND " + by_rank.front().first + " = ?";
    sql += page.ascending ? " ORDER BY id" : " ORDER BY id DESC";
    return read_or(Rows{}, [&] {
        impl_->write_all();
        Use s(impl_->statement(sql));
        u64 begin = first_id_of(page.from_height), end = impl_->end_of(page.to_height);
        if (page.after) {
            const u64 last = place_of(*page.after);
            page.ascending ? begin = std::max(begin, last + 1) : end = std::min(end, last);
        }
        s->number(begin).number(end);
        if (!by_rank.empty()) {
            const auto& [column, value] = by_rank.front();
            is_text(table, column) ? s->words(value) : s->bytes(view(value));
        }
        Rows out;
        std::optional<std::pair<u64, u64>> last;
        for (u64 bytes = 0, looked = 0; !is_page_full(out.rows, bytes, page) && s->step(); ++looked) {
            const u64 id = s->number_at(0);
            const std::pair<u64, u64> place{height_of_id(id), index_of_id(id)};
            if (looks && looked == ROWS_LOOKED_AT_MAX) {
                out.looked_to = last;
                break;
            }
            last = place;
            bool fits = true;
            for (int i = 1; i < static_cast<int>(by_rank.size()); ++i)
                fits = fits && !s->is_null_at(i) &&
                       text(s->bytes_at(i)) == by_rank[static_cast<std::size_t>(i)].second;
            if (!fits) continue;
            std::string json = looks ? impl_->row_json(name, shown, id) : s->text_at(1);
            bytes += json.size();
            out.rows.push_back({place.first, place.second, std::move(json)});
        }
        return out;
    });
}

std::string Archive::Impl::row_json(const std::string& table, const std::string& shown, u64 id)
{
    Use row(statement("SELECT " + shown + " FROM " + table + " WHERE id = ?"));
    row->number(id);
    if (!row->step()) throw Failed{{path_ + ": an index has a row that is not in its table"}};
    return row->text_at(0);
}

std::optional<Hash32> Archive::first_hash() const
{
    return read_or(std::optional<Hash32>{}, [&]() -> std::optional<Hash32> {
        Use s(impl_->statement("SELECT value FROM meta WHERE name = 'first_hash'"));
        if (!s->step()) return std::nullopt;
        Hash32 hash;
        const BytesView kept = s->bytes_at(0);
        if (kept.size() != hash.bytes.size())
            throw Failed{{impl_->path_ + ": the hash of the first block is malformed"}};
        std::ranges::copy(kept, hash.bytes.begin());
        return hash;
    });
}

StatusOf<ArchiveError> Archive::keep_first_hash(const Hash32& hash)
{
    return impl_->guarded([&] {
        Use s(impl_->statement("INSERT OR REPLACE INTO meta VALUES ('first_hash', ?)"));
        s->bytes(view(hash)).run();
    });
}

BlockValues Archive::Impl::values_at(u64 height)
{
    Use s(statement("SELECT packed FROM block_values WHERE height <= ? ORDER BY height DESC LIMIT 1"));
    s->number(height);
    if (!s->step()) return {};
    auto values = BlockValues::decoded(s->bytes_at(0));
    if (!values) throw Failed{{path_ + ": a row of the table block_values is malformed"}};
    return std::move(*values);
}

/// Nothing where the version is that the key was deleted.
std::optional<Bytes> Archive::Impl::state_value(u64 id)
{
    Use s(statement("SELECT value FROM state WHERE id = ?"));
    s->number(id);
    if (!s->step() || s->is_null_at(0)) return std::nullopt;
    return to_bytes(s->bytes_at(0));
}

std::optional<Bytes> Archive::state_at(BytesView key, u64 height) const
{
    return read_or(std::optional<Bytes>{}, [&]() -> std::optional<Bytes> {
        // Few rows wait: see Impl::waits_for_long().
        for (const ArchivedBlock& block : std::views::reverse(impl_->waiting_)) {
            if (block.height > height) continue;
            for (const ArchivedBlock::Write& write : block.writes)
                if (std::ranges::equal(write.key, key)) return write.value;
        }
        if (BlockValues::has(key)) return impl_->values_at(impl_->shown(height)).at(key);
        return impl_->newest_value(key, impl_->end_of(height));
    });
}

/// The first key of the table from `begin` on and below `end`.
std::optional<Bytes> Archive::Impl::next_key(BytesView begin, BytesView end)
{
    Use s(statement(
        "SELECT key FROM state INDEXED BY state_key WHERE key >= ? AND key < ? ORDER BY key LIMIT 1"));
    s->lent(begin).lent(end);
    return s->step() ? std::optional(to_bytes(s->bytes_at(0))) : std::nullopt;
}

/// Its value as of the rows below an id; nothing where it is deleted or not there yet.
std::optional<Bytes> Archive::Impl::newest_value(BytesView key, u64 below)
{
    Use s(statement("SELECT value FROM state WHERE key = ? AND id < ? ORDER BY id DESC LIMIT 1"));
    s->lent(key).number(below);
    if (!s->step() || s->is_null_at(0)) return std::nullopt;
    return to_bytes(s->bytes_at(0));
}

Archive::States Archive::state_with_prefix(BytesView prefix, u64 height, BytesView after, u64 limit,
                                           u64 bytes_max) const
{
    constexpr u64 KEYS_LOOKED_AT_MAX = 20'000;
    const Bytes begin = to_bytes(prefix), end = end_of_prefix(prefix).value_or(Bytes(64, 0xff));
    Bytes last = to_bytes(after);
    return read_or(States{}, [&] {
        impl_->write_all();
        std::vector<std::pair<Bytes, Bytes>> values = impl_->values_at(impl_->shown(height)).pairs();
        std::erase_if(values, [&](const auto& pair) {
            return pair.first < begin || pair.first <= last || pair.first >= end;
        });
        States out;
        u64 bytes = 0;
        const auto has_room = [&] { return out.pairs.size() < limit && bytes < bytes_max; };
        const auto put = [&](const Bytes& key, Bytes value) {
            bytes += key.size() + value.size();
            out.pairs.emplace_back(key, std::move(value));
        };
        // Values that every block writes are kept apart; they are put among the others. A key may have a
        // version of every block that is kept: the index leads to the next key, past the versions.
        auto apart = values.begin();
        for (u64 looked = 0; has_room(); ++looked) {
            if (looked == KEYS_LOOKED_AT_MAX) {
                out.looked_to = last;
                break;
            }
            Bytes from = std::max(begin, last);
            if (last >= begin) from.push_back(0);  // the first one behind it
            const auto key = impl_->next_key(from, end);
            for (; has_room() && apart != values.end() && (!key || apart->first < *key); ++apart)
                put(apart->first, std::move(apart->second));
            if (!key || !has_room()) break;
            last = *key;
            if (auto value = impl_->newest_value(*key, impl_->end_of(height))) put(*key, std::move(*value));
        }
        return out;
    });
}

void Archive::each_state(u64 height, const std::function<void(BytesView, BytesView)>& visit) const
{
    read_or(0, [&] {
        impl_->write_all();
        Use s(impl_->statement(
            "SELECT key, max(id) FROM state INDEXED BY state_key WHERE id < ? GROUP BY key ORDER BY key"));
        s->number(impl_->end_of(height));
        // Values that every block writes are kept apart; they are put among the others, by key.
        const auto apart = impl_->values_at(impl_->shown(height)).pairs();
        auto next = apart.begin();
        while (s->step()) {
            const BytesView key = s->bytes_at(0);
            for (; next != apart.end() && std::ranges::lexicographical_compare(next->first, key); ++next)
                visit(next->first, next->second);
            if (const auto value = impl_->state_value(s->number_at(1))) visit(key, *value);
        }
        for (; next != apart.end(); ++next) visit(next->first, next->second);
        return 0;
    });
}

}  // namespace lariat::node
