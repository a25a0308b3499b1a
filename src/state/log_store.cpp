// Reading from the store, and what its parts share; see log_store.hpp.
#include "state/log_store.hpp"

#include <cstdio>
#include <cstdlib>

#include "lariat/assert.hpp"
#include "state/proof/prove.hpp"

namespace lariat::state {

namespace {

constexpr u64 PREFETCH_MAX = 512;   ///< bytes: what lies behind, the processor asks for by itself
constexpr int DAMAGED_STATUS = 74;  // EX_IOERR of sysexits.h

/// Keys of 32 bytes are the rule, and to compare them takes less than to call memcmp.
bool same_key(BytesView a, BytesView b) noexcept
{
    if (a.size() != 32 || b.size() != 32) return equal(a, b);
    std::array<u64, 4> words_a;
    std::array<u64, 4> words_b;
    std::memcpy(words_a.data(), a.data(), 32);
    std::memcpy(words_b.data(), b.data(), 32);
    return words_a == words_b;
}

DamageHandler& damage_handler()
{
    static DamageHandler handler;
    return handler;
}

}  // namespace

void LogStore::damage_found(const StoreError& error)
{
    if (damage_handler()) damage_handler()(error);
    std::fprintf(stderr, "lariat: the state is damaged: %s\n", error.message.c_str());
    std::exit(DAMAGED_STATUS);
}

void set_damage_handler(DamageHandler handler)
{
    damage_handler() = std::move(handler);
}

u64 LogStore::offset_of(Location location) const noexcept
{
    // Locations are offsets modulo 2^40 units; the window is far smaller, so the end tells which one is
    // meant.
    constexpr u64 MASK = (u64{1} << LOCATION_BITS) - 1;
    const u64 end = segments_.end() / 8;
    return (end - ((end - location) & MASK)) * 8;
}

/// Inlined into what reads most: there a processor then reaches the next key's index while it still waits
/// for this key's record.
[[gnu::always_inline]] inline Record LogStore::read_at_once(u64 at) const
{
    const Segments::Segment* const segment = segments_.find(at);
    if (segment == nullptr) [[unlikely]]
        damage_found(damage_at(at, "a record is missing"));
    const u8* const bytes = segment->bytes + (at - segment->start);
    const auto record = peek_record(bytes, segment->end - at, ops_.size());
    if (!record || !record_intact(bytes, record->size())) [[unlikely]]
        damage_found(damage_at(at, "a record is damaged"));
    return *record;
}

Record LogStore::read_record(u64 at) const
{
    return read_at_once(at);
}

Record LogStore::read_operation(u64 op, u64 at) const
{
    const Record record = read_record(at);
    // Bytes that were added to a file may be records too.
    if (record.op != op)
        damage_found(damage_at(at, "the record is not that of operation " + std::to_string(op)));
    return record;
}

std::optional<LogStore::Found> LogStore::find(BytesView key, u64 hash) const
{
    Found found;
    const auto place = index_.find_place(hash, [&](Location location) {
        found.at = offset_of(location);
        segments_.prefetch(found.at, usual_record_bytes_);
        found.record = read_record(found.at);
        return same_key(found.record.key, key);
    });
    if (!place) return std::nullopt;
    found.place = *place;
    return found;
}

std::optional<Bytes> LogStore::get(BytesView key) const
{
    Bytes value;
    if (!get(key, value)) return std::nullopt;
    return value;
}

bool LogStore::get(BytesView key, Bytes& value) const
{
    const auto place = index_.find_place(index_.hash(key), [&](Location location) {
        const u64 at = offset_of(location);
        segments_.prefetch(at, usual_record_bytes_);
        const Record record = read_at_once(at);
        if (!same_key(record.key, key)) return false;
        value.assign(record.value.begin(), record.value.end());
        return true;
    });
    return place.has_value();
}

bool LogStore::contains(BytesView key) const
{
    return find(key, index_.hash(key)).has_value();
}

void LogStore::for_each(const std::function<void(BytesView key, BytesView value)>& visit) const
{
    for_each_live([&](const Record& record) { visit(record.key, record.value); });
}

template <class Visit>
void LogStore::for_each_live(const Visit& visit) const
{
    const Version& last = versions_.back();
    u64 at = last.floor_at;
    for (u64 op = last.totals.floor; op < last.totals.op_count; ++op) {
        const Record record = read_operation(op, at);
        if (ops_.active(op)) visit(record);
        at = segments_.record_from(at + record.size());
    }
}

u64 LogStore::offset_of_op(u64 op) const
{
    u64 at = groups_[(op - ops_.base()) / GROUP_OPS];
    for (u64 before = op % GROUP_OPS; before != 0; --before)
        at = segments_.record_from(at + read_operation(op - before, at).size());
    return at;
}

OpTree::LeafSource LogStore::leaf_source() const
{
    // Leaves are asked for in a row: where the last one ended the next one begins.
    return [this, next = u64{0}, at = u64{0}](u64 op) mutable {
        if (at == 0 || op != next) at = offset_of_op(op);
        const Record record = read_operation(op, at);
        next = op + 1;
        at = segments_.record_from(at + record.size());
        return leaf_digest(op, op_kind(record.kind), record.key, record.value);
    };
}

Hash32 LogStore::compute_root(const Totals& totals)
{
    usual_record_bytes_ = std::min(totals.live_bytes / std::max<u64>(totals.live_count, 1), PREFETCH_MAX);
    head_ = {.op_count = totals.op_count,
             .floor = totals.floor,
             .live_count = totals.live_count,
             .op_root = ops_.root(),
             .key_root = keys_.root()};
    return store_root(head_);
}

Bytes LogStore::prove(BytesView key) const
{
    const auto found = find(key, index_.hash(key));
    if (found &&
        !(ops_.base() <= found->record.op && found->record.op < ops_.size() && ops_.active(found->record.op)))
        damage_found(damage_at(found->at, "the record is none that is live"));
    if (found) return prove_value(head_, ops_, found->record.op, leaf_source());
    const auto operation = [&](u64 op) {
        const Record record = read_operation(op, offset_of_op(op));
        return LoggedOperation{op_kind(record.kind), record.key, record.value};
    };
    const auto with_path = [&](u64 path) {
        std::vector<u64> ops;
        for_each_live([&](const Record& record) {
            if (key_path(record.key) == path) ops.push_back(record.op);
        });
        return ops;
    };
    return prove_absent(head_, ops_, keys_, key, operation, with_path);
}

LogStoreStats LogStore::stats() const
{
    return {.version = version(),
            .totals = versions_.back().totals,
            .rollback_depth = rollback_depth(),
            .disk_bytes = segments_.disk_bytes(),
            .files = segments_.all().size(),
            .index_memory = index_.memory(),
            .tree_memory = ops_.memory() + keys_.memory() + groups_.size() * sizeof(u64),
            .from_checkpoint = from_checkpoint_};
}

}  // namespace lariat::state
