// Index from each live key to its operation in the log: a hash table of tags and locations, without the keys.
// A found location may belong to another key, so the caller compares the key in the record.
//
// Buckets of one cache line hold seven entries: a 32-bit tag of the key's hash and a 40-bit location.
// An entry whose bucket is full goes to the next one; each bucket counts those that passed it, so a
// search knows where to stop, and erasing takes the count back. Buckets stand in segments of up to
// seven blocks of 128. At a load of 0.80 a segment grows by a block; at its largest (5,017 entries) it
// splits in two. So no insertion moves more than one segment (bounded work), and memory stays
// between 11.4 and about 15 bytes a key. Segments that empty shrink, and merge with their other half.
// The first segment begins with one bucket and doubles up to a block: a small store is small.
//
// A directory finds the segment by the first bits of the tag; the following bits give the bucket, and the
// whole tag tells entries apart. Nothing else is kept of a key: 200 million
// keys need 16 bits of directory (3,050 keys in each segment), which leaves 16 for the bucket and the
// rest. With N keys a search meets N / 2^32 foreign entries: one in 21 searches at 200 million.
// DEPTH_MAX bits are enough for 10 billion keys.
//
// The hash is keyed with a secret of this process, so that users cannot choose where keys land. The order of
// the table reaches no result.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "lariat/error.hpp"
#include "state/index/block_pool.hpp"
#include "state/index/key_hash.hpp"

namespace lariat::state {

/// Where a record begins: its offset in the log in units of 8 bytes, modulo 2^40.
using Location = u64;
inline constexpr int LOCATION_BITS = 40;

/// Reading is safe from many threads while none changes it.
class KeyIndex {
public:
    using Secret = SipSecret;

    explicit KeyIndex(Secret secret) : KeyIndex(KeyHash(secret)) {}
    explicit KeyIndex(KeyHash hash);

    u64 hash(BytesView key) const noexcept { return hash_(key); }
    /// Asks for the bucket of a hash ahead of its use.
    void prefetch(u64 hash) const noexcept
    {
        const Segment& segment = segments_[segment_of(tag_of(hash))];
        __builtin_prefetch(&bucket_at(segment, home_of(segment, tag_of(hash))));
    }

    /// The place of an entry. Valid until the next insertion or erasure.
    struct Place {
        Bucket* bucket = nullptr;
        u32 entry = 0;
    };

    /// The first location with this hash's tag for which `is_it(location)` is true.
    template <class IsIt>
    std::optional<Location> find(u64 hash, IsIt&& is_it) const
    {
        const auto place = find_place(hash, is_it);
        return place ? std::optional(place->bucket->location(place->entry)) : std::nullopt;
    }
    /// The same, by place.
    template <class IsIt>
    std::optional<Place> find_place(u64 hash, IsIt&& is_it) const
    {
        const u32 tag = tag_of(hash);
        const Segment& segment = segments_[segment_of(tag)];
        u32 at = home_of(segment, tag);
        for (u32 probes = 0; probes < segment.buckets; ++probes) {
            Bucket& bucket = bucket_at(segment, at);
            for (u32 left = bucket.matches(tag); left != 0; left &= left - 1) {
                const auto entry = static_cast<u32>(std::countr_zero(left));
                if (is_it(bucket.location(entry))) return Place{&bucket, entry};
            }
            if (bucket.passed() == 0) break;
            at = next_of(segment, at);
        }
        return std::nullopt;
    }

    bool has(u64 hash, Location at) const
    {
        return find(hash, [&](Location found) { return found == at; }).has_value();
    }

    /// The key must be absent.
    void insert(u64 hash, Location at);
    /// The key must be present at `from`.
    void replace(u64 hash, Location from, Location to);
    /// The entry at a place that was found since the last insertion or erasure.
    static void replace(Place place, Location to) noexcept
    {
        LARIAT_ASSERT(to >> LOCATION_BITS == 0);
        place.bucket->set_location(place.entry, to);
    }
    void erase(u64 hash, Location at);

    /// Visits every location once, in an unspecified order.
    template <class Visit>
    void for_each(Visit&& visit) const
    {
        for (std::size_t i = 0; i < directory_.size(); i += directory_span(i)) {
            const Segment& segment = segments_[directory_[i]];
            for (u32 b = 0; b < segment.buckets; ++b) {
                const Bucket& bucket = bucket_at(segment, b);
                for (u32 e = 0; e < bucket.count(); ++e) visit(bucket.location(e));
            }
        }
    }

    u64 size() const noexcept { return size_; }
    /// Heap memory in bytes.
    u64 memory() const noexcept;

    /// Writes the whole index with its secret and a checksum to `sink`, about 9 bytes for each entry. The
    /// format is in checkpoint.cpp.
    void save(const std::function<void(BytesView)>& sink) const;
    /// Reads a saved index. Untrusted bytes may be given; the error says why they are refused.
    static Result<KeyIndex, std::string> load(BytesView saved);

private:
    static constexpr u32 BLOCKS_MAX = 7;
    static constexpr u32 BUCKETS_MAX = BLOCKS_MAX * BLOCK_BUCKETS;
    static constexpr u32 DEPTH_MAX = 22;

    /// The entries whose tags share their first `depth` bits.
    struct alignas(64) Segment {
        std::array<Bucket*, BLOCKS_MAX> blocks{};
        u16 entries = 0;
        u16 buckets = 0;
        u16 lost = 0;  ///< erasures that could not take back a count of those that passed
        u8 depth = 0;
    };
    static_assert(sizeof(Segment) == 64);

    struct Entry {
        u32 tag;
        u32 low;
        u8 high;
    };

    struct Found {
        u32 bucket;  ///< of the segment
        u32 entry;
    };

    static u32 tag_of(u64 hash) noexcept { return static_cast<u32>(hash >> 32U); }
    static Bucket& bucket_at(const Segment& segment, u32 at) noexcept
    {
        return segment.blocks[at / BLOCK_BUCKETS][at % BLOCK_BUCKETS];
    }
    /// The tag's bits after the segment's own, as a fraction of its buckets.
    static u32 home_of(const Segment& segment, u32 tag) noexcept
    {
        return static_cast<u32>((u64{tag << segment.depth} * segment.buckets) >> 32U);
    }
    static u32 next_of(const Segment& segment, u32 at) noexcept
    {
        return at + 1 == segment.buckets ? 0 : at + 1;
    }
    /// Entries at which a segment of so many buckets grows.
    static constexpr u32 entries_limit(u32 buckets) noexcept { return buckets * BUCKET_ENTRIES * 4 / 5; }
    static u32 buckets_for(u32 entries, u32 depth) noexcept;
    static void place(Segment& segment, u32 tag, Location location) noexcept;
    static Found find_entry(const Segment& segment, u32 tag, Location location) noexcept;

    u32 segment_of(u32 tag) const noexcept { return directory_[u64{tag} >> (32U - depth_)]; }
    /// How many places of the directory lead to the segment at place `at`.
    std::size_t directory_span(std::size_t at) const noexcept
    {
        return std::size_t{1} << (depth_ - segments_[directory_[at]].depth);
    }

    u32 add_segment(u32 depth);
    void remove_segment(u32 id);
    void set_buckets(Segment& segment, u32 buckets);
    std::vector<Entry> take_entries(Segment& segment) const;
    void fill(Segment& segment, u32 buckets, std::span<const Entry> entries);
    void rebuild(Segment& segment, u32 buckets);
    void grow(u32 tag);
    void split(u32 tag);
    void shrink(u32 tag);
    bool merge(u32 tag);
    void halve_directory();

    KeyHash hash_;
    u64 size_ = 0;
    u32 depth_ = 0;               ///< the directory has 2^depth_ places
    std::vector<u32> directory_;  ///< numbers of segments
    std::vector<Segment> segments_;
    std::vector<u32> unused_segments_;
    std::array<u32, DEPTH_MAX + 1> segments_at_depth_{};
    BlockPool pool_;
    std::vector<Bucket> small_;  ///< the only segment's buckets while they are fewer than a block
};

}  // namespace lariat::state
