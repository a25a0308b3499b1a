// Implements changes of the key index: entries, and growing and shrinking segments; see key_index.hpp.
#include "state/index/key_index.hpp"

#include <algorithm>
#include <utility>

namespace lariat::state {

namespace {

/// Erasures that lost a count after which a segment is built anew, which finds them again.
constexpr u32 LOST_MAX = 256;

/// Entries of two halves together that are merged: what fills a segment of four blocks to 0.64, far
/// from where it would split again.
constexpr u32 MERGE_ENTRIES = 4 * BLOCK_BUCKETS * BUCKET_ENTRIES * 16 / 25;

}  // namespace

KeyIndex::KeyIndex(KeyHash hash) : hash_(hash), directory_{0}
{
    const u32 id = add_segment(0);
    set_buckets(segments_[id], 1);
}

u64 KeyIndex::memory() const noexcept
{
    return pool_.memory() + small_.capacity() * sizeof(Bucket) + directory_.capacity() * sizeof(u32) +
           segments_.capacity() * sizeof(Segment) + unused_segments_.capacity() * sizeof(u32);
}

/// The fewest that are loaded to at most 0.74: some way below where a segment grows.
u32 KeyIndex::buckets_for(u32 entries, u32 depth) noexcept
{
    const u32 needed = std::max((entries * 100 + BUCKET_ENTRIES * 74 - 1) / (BUCKET_ENTRIES * 74), 1U);
    if (depth == 0 && needed <= BLOCK_BUCKETS / 2) return std::bit_ceil(needed);
    return std::min((needed + BLOCK_BUCKETS - 1) / BLOCK_BUCKETS, BLOCKS_MAX) * BLOCK_BUCKETS;
}

void KeyIndex::place(Segment& segment, u32 tag, Location location) noexcept
{
    LARIAT_ASSERT(segment.entries < segment.buckets * BUCKET_ENTRIES);
    u32 at = home_of(segment, tag);
    while (bucket_at(segment, at).full()) {
        bucket_at(segment, at).pass();
        at = next_of(segment, at);
    }
    bucket_at(segment, at).append(tag, location);
    ++segment.entries;
}

KeyIndex::Found KeyIndex::find_entry(const Segment& segment, u32 tag, Location location) noexcept
{
    u32 at = home_of(segment, tag);
    for (u32 probes = 0; probes < segment.buckets; ++probes) {
        const Bucket& bucket = bucket_at(segment, at);
        for (u32 left = bucket.matches(tag); left != 0; left &= left - 1) {
            const auto i = static_cast<u32>(std::countr_zero(left));
            if (bucket.location(i) == location) return {at, i};
        }
        LARIAT_ASSERT(bucket.passed() != 0);
        at = next_of(segment, at);
    }
    LARIAT_ASSERT(!"an entry that is replaced or erased is there");
    return {};
}

void KeyIndex::insert(u64 hash, Location at)
{
    LARIAT_ASSERT(at >> LOCATION_BITS == 0);
    const u32 tag = tag_of(hash);
    for (;;) {
        const Segment& segment = segments_[segment_of(tag)];
        if (segment.entries < entries_limit(segment.buckets)) break;
        // Full at the greatest depth takes thousands of keys with 22 bits of a keyed hash in common;
        // those still fit up to the last place.
        if (segment.buckets == BUCKETS_MAX && segment.depth == DEPTH_MAX) break;
        grow(tag);
    }
    place(segments_[segment_of(tag)], tag, at);
    ++size_;
}

void KeyIndex::replace(u64 hash, Location from, Location to)
{
    LARIAT_ASSERT(to >> LOCATION_BITS == 0);
    const u32 tag = tag_of(hash);
    const Segment& segment = segments_[segment_of(tag)];
    const Found found = find_entry(segment, tag, from);
    bucket_at(segment, found.bucket).set_location(found.entry, to);
}

void KeyIndex::erase(u64 hash, Location at)
{
    const u32 tag = tag_of(hash);
    Segment& segment = segments_[segment_of(tag)];
    const Found found = find_entry(segment, tag, at);
    bool lost = false;
    for (u32 b = home_of(segment, tag); b != found.bucket; b = next_of(segment, b)) {
        if (!bucket_at(segment, b).unpass()) lost = true;
    }
    if (lost) ++segment.lost;
    bucket_at(segment, found.bucket).remove(found.entry);
    LARIAT_ASSERT(segment.entries > 0 && size_ > 0);
    --segment.entries;
    --size_;
    if (segment.lost > LOST_MAX) rebuild(segment, segment.buckets);
    shrink(tag);
}

u32 KeyIndex::add_segment(u32 depth)
{
    u32 id = static_cast<u32>(segments_.size());
    if (unused_segments_.empty()) {
        segments_.emplace_back();
    } else {
        id = unused_segments_.back();
        unused_segments_.pop_back();
    }
    segments_[id] = Segment{};
    segments_[id].depth = static_cast<u8>(depth);
    ++segments_at_depth_[depth];
    return id;
}

void KeyIndex::remove_segment(u32 id)
{
    Segment& segment = segments_[id];
    LARIAT_ASSERT(segment.entries == 0);
    set_buckets(segment, 0);
    --segments_at_depth_[segment.depth];
    unused_segments_.push_back(id);
}

/// Gives the segment, which is empty, its memory. Blocks that it has and keeps stay as they are.
void KeyIndex::set_buckets(Segment& segment, u32 buckets)
{
    LARIAT_ASSERT(segment.entries == 0 && buckets <= BUCKETS_MAX);
    const bool was_small = segment.buckets < BLOCK_BUCKETS;
    const bool is_small = buckets < BLOCK_BUCKETS;
    const u32 had = was_small ? 0 : segment.buckets / BLOCK_BUCKETS;
    const u32 has = is_small ? 0 : buckets / BLOCK_BUCKETS;
    for (u32 i = has; i < had; ++i) pool_.give_back(std::exchange(segment.blocks[i], nullptr));
    for (u32 i = had; i < has; ++i) segment.blocks[i] = pool_.take();
    if (was_small && segment.buckets != 0) small_ = std::vector<Bucket>();
    if (is_small && buckets != 0) {
        LARIAT_ASSERT(segment.depth == 0);
        small_ = std::vector<Bucket>(buckets, Bucket{});
        segment.blocks[0] = small_.data();
    }
    segment.buckets = static_cast<u16>(buckets);
}

/// Leaves it empty, with its buckets as if new.
std::vector<KeyIndex::Entry> KeyIndex::take_entries(Segment& segment) const
{
    std::vector<Entry> entries;
    entries.reserve(segment.entries);
    for (u32 at = 0; at < segment.buckets; ++at) {
        Bucket& bucket = bucket_at(segment, at);
        for (u32 i = 0; i < bucket.count(); ++i) {
            entries.push_back({bucket.tags[i], bucket.low[i], bucket.high[i]});
        }
        bucket = Bucket{};
    }
    LARIAT_ASSERT(entries.size() == segment.entries);
    segment.entries = 0;
    segment.lost = 0;
    return entries;
}

void KeyIndex::fill(Segment& segment, u32 buckets, std::span<const Entry> entries)
{
    set_buckets(segment, buckets);
    for (const Entry& e : entries) place(segment, e.tag, u64{e.high} << 32U | e.low);
}

void KeyIndex::rebuild(Segment& segment, u32 buckets)
{
    const std::vector<Entry> entries = take_entries(segment);
    fill(segment, buckets, entries);
}

void KeyIndex::grow(u32 tag)
{
    Segment& segment = segments_[segment_of(tag)];
    const u32 buckets = segment.buckets;
    if (buckets == BUCKETS_MAX) {
        split(tag);
    } else {
        rebuild(segment, buckets < BLOCK_BUCKETS ? buckets * 2 : buckets + BLOCK_BUCKETS);
    }
}

void KeyIndex::split(u32 tag)
{
    const u32 low = segment_of(tag);
    const u32 depth = segments_[low].depth + 1U;
    LARIAT_ASSERT(depth <= DEPTH_MAX);
    if (depth > depth_) {
        std::vector<u32> doubled(directory_.size() * 2);
        for (std::size_t i = 0; i < doubled.size(); ++i) doubled[i] = directory_[i / 2];
        directory_ = std::move(doubled);
        ++depth_;
    }
    std::vector<Entry> entries = take_entries(segments_[low]);
    const auto upper = std::ranges::partition(
        entries, [depth](const Entry& e) { return (e.tag >> (32U - depth) & 1U) == 0; });
    const std::span<const Entry> lower(entries.begin(), upper.begin());

    const u32 high = add_segment(depth);
    Segment& first = segments_[low];
    --segments_at_depth_[first.depth];
    ++segments_at_depth_[depth];
    first.depth = static_cast<u8>(depth);
    fill(first, buckets_for(static_cast<u32>(lower.size()), depth), lower);
    fill(segments_[high], buckets_for(static_cast<u32>(upper.size()), depth), upper);

    const std::size_t span = std::size_t{1} << (depth_ - depth);
    const std::size_t begin = (u64{tag} >> (32U - depth) | 1U) * span;
    std::fill_n(directory_.begin() + static_cast<std::ptrdiff_t>(begin), span, high);
}

void KeyIndex::shrink(u32 tag)
{
    while (merge(tag)) {}
    Segment& segment = segments_[segment_of(tag)];
    if (segment.entries * 100U >= segment.buckets * BUCKET_ENTRIES * 48) return;
    const u32 buckets = buckets_for(segment.entries, segment.depth);
    if (buckets < segment.buckets) rebuild(segment, buckets);
}

/// Makes one of the segment and its other half, if they are at one depth and small.
bool KeyIndex::merge(u32 tag)
{
    const u32 id = segment_of(tag);
    const u32 depth = segments_[id].depth;
    if (depth == 0 || segments_[id].entries > MERGE_ENTRIES) return false;
    const u32 other = segment_of(tag ^ 1U << (32U - depth));
    if (segments_[other].depth != depth) return false;
    if (segments_[id].entries + segments_[other].entries > MERGE_ENTRIES) return false;

    Segment& kept = segments_[id];
    std::vector<Entry> entries = take_entries(kept);
    const std::vector<Entry> others = take_entries(segments_[other]);
    remove_segment(other);
    entries.insert(entries.end(), others.begin(), others.end());
    --segments_at_depth_[depth];
    ++segments_at_depth_[depth - 1];
    kept.depth = static_cast<u8>(depth - 1);
    fill(kept, buckets_for(static_cast<u32>(entries.size()), depth - 1), entries);

    const std::size_t span = std::size_t{1} << (depth_ - kept.depth);
    const std::size_t begin = depth == 1 ? 0 : (tag >> (33U - depth)) * span;
    std::fill_n(directory_.begin() + static_cast<std::ptrdiff_t>(begin), span, id);
    while (depth_ > 0 && segments_at_depth_[depth_] == 0) halve_directory();
    if (depth_ == 0) {
        // The last one left keeps no room for others.
        segments_ = std::vector<Segment>{Segment(segments_[id])};
        unused_segments_ = std::vector<u32>();
        directory_ = std::vector<u32>{0};
    }
    return true;
}

void KeyIndex::halve_directory()
{
    std::vector<u32> halved(directory_.size() / 2);
    for (std::size_t i = 0; i < halved.size(); ++i) halved[i] = directory_[2 * i];
    directory_ = std::move(halved);
    --depth_;
}

}  // namespace lariat::state
