// Compares two archives, row by row.
#include "base/hex.hpp"
#include "node/archive_sql.hpp"

namespace lariat::node {

namespace {

/// A table in the order of its key. `?1`: the height from which on states count.
struct Listing {
    const char* table;
    const char* sql;
    const char* sql_without_causes;
    const char* key[2];  ///< names of the first columns, which are the key
};

constexpr std::array<Listing, TABLES.size()> LISTINGS = {
    {{"block",
      "SELECT height, hash, unpacked(packed), lists FROM block ORDER BY id",
      nullptr,
      {"height", nullptr}},
     {"tx", "SELECT height, idx, hash, sender, json FROM tx ORDER BY id", nullptr, {"height", "index"}},
     {"fire",
      "SELECT height, idx, timer, owner, actor, kind, status, json FROM fire ORDER BY id",
      nullptr,
      {"height", "index"}},
     {"exit",
      "SELECT height, idx, timer, owner, exit, json FROM exit ORDER BY id",
      nullptr,
      {"height", "index"}},
     {"event",
      "SELECT height, idx, name, actor, topic, timer, json FROM event ORDER BY id",
      nullptr,
      {"height", "index"}},
     {"origin",
      "SELECT id, height, cause FROM origin ORDER BY id, height",
      "SELECT id, height, cause FROM origin WHERE false",
      {"id", "height"}},
     {"gone", "SELECT id, height, exit, json FROM gone ORDER BY id, height", nullptr, {"id", "height"}},
     // Of the versions up to the first state the last one counts, and not which block wrote it.
     {"state",
      "SELECT key, max(height, ?1), value FROM state AS one WHERE NOT EXISTS (SELECT 1 FROM state AS later "
      "WHERE later.key = one.key AND later.id > one.id AND later.id < (?1 + 1) << 28) AND "
      "(value IS NOT NULL OR height > ?1) ORDER BY key, id",
      nullptr,
      {"key", "height"}},
     {"block_values",
      "SELECT height, packed FROM block_values WHERE height >= ?1 ORDER BY height",
      nullptr,
      {"height", nullptr}}}};

std::string key_of(const Listing& listing, Statement& row)
{
    std::string out = listing.table;
    for (int i = 0; i < 2 && listing.key[i]; ++i) {
        const std::string name = listing.key[i];
        const bool is_bytes = name == "key" || name == "id";
        out += " " + name + " " + (is_bytes ? to_hex(row.bytes_at(i)) : std::to_string(row.number_at(i)));
    }
    return out;
}

}  // namespace

Result<std::optional<std::string>, ArchiveError> Archive::difference(
    const Archive& made, u64 states_from, bool knows_causes,
    const std::function<void(const std::string&, u64)>& progress) const
{
    using Found = std::optional<std::string>;
    constexpr u64 SHOWN_EACH = 1'000;
    const std::scoped_lock lock(impl_->mutex_, made.impl_->mutex_);
    try {
        for (Impl* archive : {impl_.get(), made.impl_.get()}) archive->finish();
        for (const Listing& listing : LISTINGS) {
            const char* sql =
                !knows_causes && listing.sql_without_causes ? listing.sql_without_causes : listing.sql;
            Statement &a = impl_->statement(sql), &b = made.impl_->statement(sql);
            const Use use_a(a), use_b(b);
            if (std::string_view(listing.sql).find("?1") != std::string_view::npos) {
                a.number(states_from);
                b.number(states_from);
            }
            for (u64 row = 0;; ++row) {
                if (row % SHOWN_EACH == 0) progress(listing.table, row);
                const bool here = a.step(), there = b.step();
                if (!here && !there) break;
                if (!there) return Found(key_of(listing, a) + " should not be there");
                if (!here) return Found(key_of(listing, b) + " is missing");
                for (int i = 0; i < a.columns(); ++i) {
                    if (a.value_at(i) == b.value_at(i)) continue;
                    const bool is_key = i < 2 && listing.key[i];
                    return Found(is_key ? key_of(listing, b) + " is missing, or " + key_of(listing, a) +
                                              " should not be there"
                                        : key_of(listing, b) + " is not what the blocks give");
                }
            }
        }
        return Found{};
    } catch (const Failed& failed) {
        return failed.why;
    }
}

}  // namespace lariat::node
