// The key index as bytes, so that opening a store need not read its log. Integers are little-endian:
//
//   magic u64 ‖ secret u64 u64 ‖ number of entries u64
//   for each segment, by ascending tags: depth u32 ‖ number of entries u32 ‖
//       for each entry: tag u32 ‖ low 32 bits of its location u32 ‖ the high 8 bits u8
//   crc32c u32 of all before
//
// The magic says by which hash the tags were made, too: one that this processor does not have is none of
// ours. Entries are put in place anew when they are loaded, so no bytes can give an index of a wrong shape.
#include <algorithm>

#include "base/crc32c.hpp"
#include "state/index/key_index.hpp"

namespace lariat::state {

namespace {

/// The bytes "\0LRLIDX1" with SipHash, "\0LRLIDX2" with AES.
constexpr u64 magic_of(KeyHash::Kind kind) noexcept
{
    return kind == KeyHash::Kind::siphash ? 0x315844494C524C00 : 0x325844494C524C00;
}
constexpr std::size_t ENTRY_SIZE = 9;
constexpr std::size_t CHECKSUM_SIZE = 4;

void put(Bytes& out, u64 value, int width)
{
    for (int i = 0; i < width; ++i) out.push_back(static_cast<u8>(value >> (8 * i)));
}

u64 take(BytesView& in, std::size_t width)
{
    LARIAT_ASSERT(width <= in.size());
    u64 value = 0;
    for (std::size_t i = 0; i < width; ++i) value |= u64{in[i]} << (8 * i);
    in = in.subspan(width);
    return value;
}

}  // namespace

void KeyIndex::save(const std::function<void(BytesView)>& sink) const
{
    Bytes piece;
    u32 checksum = 0;
    const auto flush = [&] {
        checksum = crc32c(piece, checksum);
        sink(piece);
        piece.clear();
    };
    put(piece, magic_of(hash_.kind()), 8);
    put(piece, hash_.secret().k0, 8);
    put(piece, hash_.secret().k1, 8);
    put(piece, size_, 8);
    for (std::size_t i = 0; i < directory_.size(); i += directory_span(i)) {
        const Segment& segment = segments_[directory_[i]];
        put(piece, segment.depth, 4);
        put(piece, segment.entries, 4);
        for (u32 b = 0; b < segment.buckets; ++b) {
            const Bucket& bucket = bucket_at(segment, b);
            for (u32 e = 0; e < bucket.count(); ++e) {
                put(piece, bucket.tags[e], 4);
                put(piece, bucket.location(e), LOCATION_BITS / 8);
            }
        }
        flush();
    }
    put(piece, checksum, 4);
    sink(piece);
}

Result<KeyIndex, std::string> KeyIndex::load(BytesView saved)
{
    if (saved.size() < 32 + CHECKSUM_SIZE) return std::string("key index: too short");
    BytesView end = saved.last(CHECKSUM_SIZE);
    BytesView in = saved.first(saved.size() - CHECKSUM_SIZE);
    if (take(end, CHECKSUM_SIZE) != crc32c(in)) return std::string("key index: wrong checksum");
    const u64 magic = take(in, 8);
    const KeyHash::Kind kind =
        magic == magic_of(KeyHash::Kind::siphash) ? KeyHash::Kind::siphash : KeyHash::best();
    if (magic != magic_of(kind))
        return std::string("key index: not one, of another version, or of a hash that is not to be had here");
    const u64 k0 = take(in, 8);
    const u64 k1 = take(in, 8);
    const u64 size = take(in, 8);

    KeyIndex index(KeyHash({k0, k1}, kind));
    index.remove_segment(0);
    // Segments follow one another without a gap: `next` is the first tag of the one to come.
    std::vector<u32> ids;
    u64 next = 0;
    while (next >> 32U == 0) {
        if (in.size() < 8) return std::string("key index: segments are missing");
        const u64 depth = take(in, 4);
        const u64 entries = take(in, 4);
        if (depth > DEPTH_MAX || next % (u64{1} << (32U - depth)) != 0) {
            return std::string("key index: a segment of an impossible depth");
        }
        const u64 entries_max =
            depth == DEPTH_MAX ? u64{BUCKETS_MAX} * BUCKET_ENTRIES : entries_limit(BUCKETS_MAX);
        if (entries > entries_max || entries * ENTRY_SIZE > in.size()) {
            return std::string("key index: a segment of impossible size");
        }
        const u64 after = next + (u64{1} << (32U - depth));
        const u32 id = index.add_segment(static_cast<u32>(depth));
        Segment& segment = index.segments_[id];
        index.set_buckets(segment, buckets_for(static_cast<u32>(entries), segment.depth));
        for (u64 i = 0; i < entries; ++i) {
            const u64 tag = take(in, 4);
            if (tag < next || tag >= after) return std::string("key index: an entry in a foreign segment");
            place(segment, static_cast<u32>(tag), take(in, LOCATION_BITS / 8));
        }
        index.size_ += entries;
        index.depth_ = std::max(index.depth_, static_cast<u32>(depth));
        ids.push_back(id);
        next = after;
    }
    if (!in.empty()) return std::string("key index: bytes after its end");
    if (index.size_ != size) return std::string("key index: wrong number of entries");

    index.directory_.clear();
    index.directory_.reserve(std::size_t{1} << index.depth_);
    for (const u32 id : ids) {
        const std::size_t span = std::size_t{1} << (index.depth_ - index.segments_[id].depth);
        index.directory_.insert(index.directory_.end(), span, id);
    }
    return index;
}

}  // namespace lariat::state
