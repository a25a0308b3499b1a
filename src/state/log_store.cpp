// Implements reads of the store and the code that its parts share; see log_store.hpp.
#include "state/log_store.hpp"

#include "lariat/assert.hpp"
#include "state/little_endian.hpp"
#include "state/proof/prove.hpp"

namespace lariat::state {

namespace {

constexpr u64 PREFETCH_MAX = 512;  ///< bytes: what lies behind, the processor asks for by itself

/// Keys of 32 bytes are the rule, and to compare them takes less than to call memcmp.
[[gnu::always_inline]] inline bool same_key(BytesView a, BytesView b) noexcept
{
    if (a.size() != 32 || b.size() != 32) return equal(a, b);
    // Not by an array's ==, which is a call of memcmp.
    const auto differ = [&](std::size_t at) {
        return load_le<u64>(a.data() + at) ^ load_le<u64>(b.data() + at);
    };
    return (differ(0) | differ(8) | differ(16) | differ(24)) == 0;
}

}  // namespace

u64 LogStore::offset_of(Location location) const noexcept
{
    // Locations are offsets modulo 2^40 units; the window is far smaller, so the end tells which one is
    // meant: that of the last version, which the segments do not have yet while it is staged.
    constexpr u64 MASK = (u64{1} << LOCATION_BITS) - 1;
    const u64 end = versions_.back().end / 8;
    return (end - ((end - location) & MASK)) * 8;
}

void LogStore::record_damaged(u64 at, const char* what) const
{
    damage_found(damage_at(at, what));
}

BytesView LogStore::staged_or_damaged(u64 at) const
{
    const BytesView staged = segments_.staged_from(at);
    if (staged.empty()) record_damaged(at, "a record is missing");
    return staged;
}

/// Inlined into what reads most: there a processor then reaches the next key's index while it still waits
/// for this key's record. For the same reason the header stays in registers.
[[gnu::always_inline]] inline const u8* LogStore::read_at_once(u64 at, RecordHeader& header) const
{
    const Segments::Segment* const segment = segments_.find(at);
    const BytesView found = segment == nullptr
                                ? staged_or_damaged(at)
                                : BytesView{segment->bytes + (at - segment->start), segment->end - at};
    const u8* const bytes = found.data();
    const u64 available = found.size();
    const auto peeked = peek_record_header(bytes, available, ops_.size());
    const u64 size = peeked ? record_size(peeked->key_bytes, peeked->value_bytes) : 0;
    if (!peeked || size > available || !record_intact(bytes, size)) [[unlikely]]
        record_damaged(at, "a record is damaged");
    header = *peeked;
    return bytes + record_header_bytes(header.key_bytes, header.value_bytes);
}

Record LogStore::read_record(u64 at) const
{
    RecordHeader header;
    const u8* const key = read_at_once(at, header);
    return {header.kind,
            header.op,
            header.distance,
            {key, header.key_bytes},
            {key + header.key_bytes, header.value_bytes}};
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
    if (!read(key, value)) return std::nullopt;
    return value;
}

void LogStore::expect(std::span<const BytesView> keys) const
{
    std::array<u64, LOOKUP_BLOCK> hashes;
    for (std::size_t begin = 0; begin < keys.size(); begin += LOOKUP_BLOCK) {
        const auto block = keys.subspan(begin, std::min(LOOKUP_BLOCK, keys.size() - begin));
        for (std::size_t i = 0; i < block.size(); ++i) index_.prefetch(hashes[i] = index_.hash(block[i]));
        for (std::size_t i = 0; i < block.size(); ++i)
            if (const auto likely = likely_place(hashes[i])) segments_.expect(*likely, usual_record_bytes_);
    }
}

bool LogStore::read(BytesView key, Bytes& value) const
{
    const auto place = index_.find_place(index_.hash(key), [&](Location location) {
        const u64 at = offset_of(location);
        segments_.prefetch(at, usual_record_bytes_);
        RecordHeader header;
        const u8* const found = read_at_once(at, header);
        if (!same_key({found, header.key_bytes}, key)) return false;
        const u8* const begin = found + header.key_bytes;
        value.assign(begin, begin + header.value_bytes);
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

bool LogStore::is_quick_to_prove(BytesView key) const
{
    if (find(key, index_.hash(key))) return true;
    const u64 path = key_path(key);
    return std::ranges::count(keys_.path(path).bucket, path) == 0;
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
