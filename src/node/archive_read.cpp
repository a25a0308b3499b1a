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
    return impl_->head();
}

std::optional<u64> Archive::oldest() const
{
    return read_or(impl_->mutex_, std::optional<u64>{}, [&]() -> std::optional<u64> {
        impl_->write_all();
        Use s(impl_->statement("SELECT min(id) FROM block"));
        if (!s->step() || s->is_null_at(0)) return std::nullopt;
        return height_of_id(s->number_at(0));
    });
}

u64 Archive::states_from() const
{
    return read_or(impl_->mutex_, u64{0}, [&] { return impl_->states_from(); });
}

std::optional<std::string> Archive::block_json(u64 height, bool full) const
{
    return read_or(impl_->mutex_, std::optional<std::string>{}, [&]() -> std::optional<std::string> {
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
    return read_or(impl_->mutex_, std::vector<RootAndSenders>{}, [&] {
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
    return read_or(impl_->mutex_, std::optional<u64>{}, [&]() -> std::optional<u64> {
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
    return read_or(impl_->mutex_, std::optional<ArchivedRow>{}, [&]() -> std::optional<ArchivedRow> {
        if (const auto found = impl_->waiting_txs_.find(hash); found != impl_->waiting_txs_.end()) {
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
    return read_or(impl_->mutex_, std::optional<Life>{}, [&]() -> std::optional<Life> {
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
    return read_or(impl_->mutex_, Life{}.cause, [&] {
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
    return row_id(place.first, std::min(place.second, (u64{1} << ROW_BITS) - 1));
}

}  // namespace

std::vector<ArchivedRow> Archive::list(Table table, const ArchiveFilters& filters,
                                       const HistoryPage& page) const
{
    const bool texts = table == Table::fires || table == Table::exits || table == Table::events;
    const std::string text = table == Table::blocks ? "unpacked(packed)" : "json";
    std::string sql = "SELECT height, idx, " + text + " FROM " + std::string(table_name(table)) +
                      " WHERE id >= ? AND id < ?";
    for (const auto& [column, value] : filters) sql += " AND " + column + " = ?";
    sql += page.ascending ? " ORDER BY id LIMIT ?" : " ORDER BY id DESC LIMIT ?";
    return read_or(impl_->mutex_, std::vector<ArchivedRow>{}, [&] {
        impl_->write_all();
        Use s(impl_->statement(sql));
        u64 begin = first_id_of(page.from_height), end = impl_->end_of(page.to_height);
        if (page.after) {
            const u64 last = place_of(*page.after);
            page.ascending ? begin = std::max(begin, last + 1) : end = std::min(end, last);
        }
        s->number(begin).number(end);
        for (const auto& [column, value] : filters) {
            const bool is_text = texts && (column == "kind" || column == "status" || column == "exit" ||
                                           column == "name" || column == "topic");
            is_text ? s->words(value) : s->bytes(view(value));
        }
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
    return read_or(impl_->mutex_, std::optional<Bytes>{}, [&]() -> std::optional<Bytes> {
        // Few rows wait: see Impl::waits_for_long().
        for (const ArchivedBlock& block : std::views::reverse(impl_->waiting_)) {
            if (block.height > height) continue;
            for (const ArchivedBlock::Write& write : block.writes)
                if (std::ranges::equal(write.key, key)) return write.value;
        }
        if (BlockValues::has(key)) return impl_->values_at(impl_->shown(height)).at(key);
        Use s(impl_->statement("SELECT value FROM state WHERE key = ? AND id < ? ORDER BY id DESC LIMIT 1"));
        s->bytes(key).number(impl_->end_of(height));
        if (!s->step() || s->is_null_at(0)) return std::nullopt;
        return to_bytes(s->bytes_at(0));
    });
}

/// Visits the state by key while `visit` says so: what `newest` selects (key and id, by key), and among it
/// what every block writes.
void Archive::Impl::each_of(Statement& newest, const std::vector<std::pair<Bytes, Bytes>>& values,
                            const std::function<bool(BytesView, BytesView)>& visit)
{
    auto next = values.begin();
    while (newest.step()) {
        const BytesView key = newest.bytes_at(0);
        for (; next != values.end() && std::ranges::lexicographical_compare(next->first, key); ++next)
            if (!visit(next->first, next->second)) return;
        const auto value = state_value(newest.number_at(1));
        if (value && !visit(key, *value)) return;
    }
    for (; next != values.end(); ++next)
        if (!visit(next->first, next->second)) return;
}

std::vector<std::pair<Bytes, Bytes>> Archive::state_with_prefix(BytesView prefix, u64 height, BytesView after,
                                                                u64 limit, u64 bytes_max) const
{
    using Pairs = std::vector<std::pair<Bytes, Bytes>>;
    const Bytes begin = to_bytes(prefix), last = to_bytes(after);
    const Bytes end = end_of_prefix(prefix).value_or(Bytes(64, 0xff));
    return read_or(impl_->mutex_, Pairs{}, [&] {
        impl_->write_all();
        Use s(impl_->statement(
            "SELECT key, max(id) FROM state INDEXED BY state_key WHERE key >= ? AND key > ? AND key < ? AND "
            "id < ? GROUP BY key ORDER BY key"));
        s->bytes(prefix).bytes(after).bytes(end).number(impl_->end_of(height));
        Pairs values = impl_->values_at(impl_->shown(height)).pairs();
        std::erase_if(values, [&](const auto& pair) {
            return pair.first < begin || pair.first <= last || pair.first >= end;
        });
        Pairs pairs;
        u64 bytes = 0;
        const auto has_room = [&] { return pairs.size() < limit && bytes < bytes_max; };
        if (!has_room()) return pairs;
        impl_->each_of(*s, values, [&](BytesView key, BytesView value) {
            pairs.emplace_back(to_bytes(key), to_bytes(value));
            bytes += key.size() + value.size();
            return has_room();
        });
        return pairs;
    });
}

void Archive::each_state(u64 height, const std::function<void(BytesView, BytesView)>& visit) const
{
    read_or(impl_->mutex_, 0, [&] {
        impl_->write_all();
        Use s(impl_->statement(
            "SELECT key, max(id) FROM state INDEXED BY state_key WHERE id < ? GROUP BY key ORDER BY key"));
        s->number(impl_->end_of(height));
        impl_->each_of(*s, impl_->values_at(impl_->shown(height)).pairs(),
                       [&](BytesView key, BytesView value) {
                           visit(key, value);
                           return true;
                       });
        return 0;
    });
}

}  // namespace lariat::node
