// Implements the tree of operations: appending is a binary counter over the open chunk, root() goes up level
// by level from the changed chunks.
#include "state/tree/op_tree.hpp"

#include <endian.h>

#include <bit>

namespace lariat::state {

namespace {

constexpr u64 WORDS = CHUNK_OPS / 64;  ///< of activity bits, to a chunk
constexpr int GROUP_LEVELS = 4;        ///< 2^4 leaves to a group, 2^4 groups to a chunk
constexpr int CHUNK_LEVELS = 8;
constexpr std::size_t PREFETCH_AHEAD = 8;

}  // namespace

OpTree::OpTree(u64 base)
    : base_(base),
      floor_(base),
      size_(base),
      bits_(base / 64),
      groups_(base / GROUP_OPS),
      op_roots_(base / CHUNK_OPS),
      dirty_(base / CHUNK_OPS / 64)
{
    LARIAT_ASSERT(base % CHUNK_OPS == 0);
}

void OpTree::mark(u64 chunk) noexcept
{
    dirty_[chunk / 64] |= u64{1} << (chunk % 64);
    current_ = false;
}

void OpTree::begin_chunk()
{
    const u64 chunk = size_ / CHUNK_OPS;
    for (u64 i = 0; i < WORDS; ++i) bits_.push_back(0);
    op_roots_.push_back({});
    while (dirty_.end() <= chunk / 64) dirty_.push_back(0);
    // The root may come to lie higher: then the way up from what was the whole tree is new too.
    if (chunk > base_ / CHUNK_OPS) mark(chunk - 1);
}

void OpTree::append(std::span<const Hash32> leaves)
{
    while (!leaves.empty() && size_ % GROUP_OPS != 0) {
        append_one(leaves.front());
        leaves = leaves.subspan(1);
    }
    // Two groups at once, level by level: of every level an even number of nodes, hashed in pairs.
    constexpr std::size_t GROUPS = 2;
    Sha256Batch batch;
    for (; leaves.size() >= GROUPS * GROUP_OPS; leaves = leaves.subspan(GROUPS * GROUP_OPS)) {
        std::array<Hash32, GROUPS * GROUP_OPS / 2> nodes;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            node_digest(batch, nodes[i], leaves[2 * i], leaves[2 * i + 1]);
        batch.finish();
        for (std::size_t count = nodes.size() / 2; count >= GROUPS; count /= 2) {
            for (std::size_t i = 0; i < count; ++i)
                node_digest(batch, nodes[i], nodes[2 * i], nodes[2 * i + 1]);
            batch.finish();
        }
        for (std::size_t i = 0; i < GROUPS; ++i) append_group(nodes[i]);
    }
    for (const Hash32& leaf : leaves) append_one(leaf);
}

void OpTree::append_one(const Hash32& leaf)
{
    if (size_ % CHUNK_OPS == 0) begin_chunk();
    open_leaves_[size_ % GROUP_OPS] = leaf;
    carry(leaf, 0);
    mark(size_ / CHUNK_OPS);
    ++size_;
}

void OpTree::append_group(const Hash32& node)
{
    if (size_ % CHUNK_OPS == 0) begin_chunk();
    groups_.push_back(node);
    size_ += GROUP_OPS - 1;
    carry(node, GROUP_LEVELS);
    mark(size_ / CHUNK_OPS);
    ++size_;
}

void OpTree::carry(Hash32 node, int level)
{
    for (u64 left = size_ % CHUNK_OPS >> level; (left & 1) != 0; left >>= 1) {
        node = node_digest(peaks_[static_cast<std::size_t>(level)], node);
        if (++level == GROUP_LEVELS) groups_.push_back(node);
    }
    if (level == CHUNK_LEVELS) {
        op_roots_[size_ / CHUNK_OPS] = node;
    } else {
        peaks_[static_cast<std::size_t>(level)] = node;
    }
}

void OpTree::set_active(u64 op, bool active)
{
    LARIAT_ASSERT(base_ <= op && op < size_);
    u64& word = bits_[op / 64];
    const u64 bit = u64{1} << (op % 64);
    if (((word & bit) != 0) == active) return;
    word ^= bit;
    mark(op / CHUNK_OPS);
}

void OpTree::set_floor(u64 floor)
{
    LARIAT_ASSERT(base_ <= floor && floor <= size_);
    const ChunkWindow before = window();
    floor_ = floor;
    const ChunkWindow after = window();
    if (before.begin == after.begin) return;
    current_ = false;
    // The left edge's nodes change; and going down, all that was outside may be out of date.
    const u64 last = std::min(std::max(before.begin, after.begin) + 1, after.end);
    for (u64 chunk = after.begin; chunk < last; ++chunk) mark(chunk);
}

void OpTree::truncate(u64 size, const LeafSource& leaves)
{
    LARIAT_ASSERT(floor_ <= size && size <= size_);
    if (size == size_) return;
    size_ = size;
    current_ = false;
    const ChunkWindow kept = ChunkWindow::of(size, base_);
    groups_.truncate(size / GROUP_OPS);
    op_roots_.truncate(kept.end);
    bits_.truncate(kept.end * WORDS);
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const u64 end = kept.empty() ? kept.begin >> i : ((kept.end - 1) >> i) + 1;
        if (end < levels_[i].end()) levels_[i].truncate(end);
    }
    if (kept.empty()) return;
    mark(kept.end - 1);
    const u64 in_chunk = size % CHUNK_OPS;
    if (in_chunk == 0) return;

    for (u64 word = size / 64; word < kept.end * WORDS; ++word) {
        const u64 below = word == size / 64 ? (u64{1} << (size % 64)) - 1 : 0;
        bits_[word] &= below;
    }
    // The counter's digits again: those of whole groups from their digests, the rest from leaves.
    std::array<Hash32, GROUP_OPS> nodes;
    const auto fill_peaks = [&](u64 count, int lowest) {
        std::size_t from = 0;
        for (int level = GROUP_LEVELS - 1; level >= 0; --level) {
            const std::size_t width = std::size_t{1} << level;
            if ((count & width) == 0) continue;
            for (std::size_t n = width; n > 1; n /= 2) {
                for (std::size_t i = 0; i < n / 2; ++i) {
                    nodes[from + i] = node_digest(nodes[from + 2 * i], nodes[from + 2 * i + 1]);
                }
            }
            peaks_[static_cast<std::size_t>(lowest) + static_cast<std::size_t>(level)] = nodes[from];
            from += width;
        }
    };
    const u64 whole_groups = in_chunk / GROUP_OPS;
    for (u64 i = 0; i < whole_groups; ++i) nodes[i] = groups_[(size - in_chunk) / GROUP_OPS + i];
    fill_peaks(whole_groups, GROUP_LEVELS);
    const u64 open = size % GROUP_OPS;
    for (u64 i = 0; i < open; ++i) nodes[i] = open_leaves_[i] = leaves(size - open + i);
    fill_peaks(open, 0);
}

void OpTree::forget_below(u64 op)
{
    LARIAT_ASSERT(op <= floor_);
    const u64 base = op / CHUNK_OPS * CHUNK_OPS;
    if (base <= base_) return;
    base_ = base;
    bits_.forget_below(base / 64);
    groups_.forget_below(base / GROUP_OPS);
    op_roots_.forget_below(base / CHUNK_OPS);
    dirty_.forget_below(base / CHUNK_OPS / 64);
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const u64 begin = (base / CHUNK_OPS) >> i;
        if (begin <= levels_[i].end()) {
            levels_[i].forget_below(begin);
        } else {
            levels_[i] = Digests(begin);
        }
    }
}

Hash32 OpTree::open_block(int levels) const noexcept
{
    // From the lowest digit up: what has no sibling on its right goes up as it is.
    const u64 count = size_ % (u64{1} << levels);
    std::size_t level = static_cast<std::size_t>(std::countr_zero(count));
    Hash32 node = peaks_[level];
    for (++level; count >> level != 0; ++level) {
        if ((count >> level & 1) != 0) node = node_digest(peaks_[level], node);
    }
    return node;
}

ChunkBits OpTree::chunk_bits(u64 chunk) const noexcept
{
    ChunkBits out;
    for (u64 i = 0; i < WORDS; ++i) {
        const u64 word = htole64(bits_[chunk * WORDS + i]);
        std::memcpy(&out.bytes[8 * i], &word, sizeof word);
    }
    return out;
}

std::vector<u64> OpTree::take_dirty(ChunkWindow window)
{
    std::vector<u64> out;
    for (u64 at = window.begin / 64; at <= (window.end - 1) / 64; ++at) {
        u64 mask = ~u64{0};
        if (at == window.begin / 64) mask <<= window.begin % 64;
        if (at == (window.end - 1) / 64) mask &= ~u64{0} >> (63 - (window.end - 1) % 64);
        u64 word = dirty_[at] & mask;
        dirty_[at] ^= word;
        for (; word != 0; word &= word - 1) {
            out.push_back(64 * at + static_cast<u64>(std::countr_zero(word)));
        }
    }
    return out;
}

void OpTree::rehash_chunks(std::span<const u64> chunks)
{
    Sha256Batch batch;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        if (i + PREFETCH_AHEAD < chunks.size()) {
            const u64 ahead = chunks[i + PREFETCH_AHEAD];
            __builtin_prefetch(&op_roots_[ahead]);
            __builtin_prefetch(&levels_[0][ahead]);
        }
        const u64 chunk = chunks[i];
        if (chunk == size_ / CHUNK_OPS) op_roots_[chunk] = open_block(CHUNK_LEVELS);
        chunk_digest(batch, levels_[0][chunk], chunk, chunk_bits(chunk), op_roots_[chunk]);
    }
    batch.finish();
}

/// `nodes` go from level - 1 to their parents, each once.
void OpTree::rehash_level(int level, ChunkWindow window, std::vector<u64>& nodes)
{
    const Digests& below = levels_[static_cast<std::size_t>(level) - 1];
    Digests& here = levels_[static_cast<std::size_t>(level)];
    Sha256Batch batch;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i + PREFETCH_AHEAD < nodes.size()) {
            const u64 ahead = nodes[i + PREFETCH_AHEAD];
            if (window.has(level - 1, ahead ^ 1)) __builtin_prefetch(&below[ahead ^ 1]);
            __builtin_prefetch(&here[ahead / 2]);
        }
        const u64 node = nodes[i] / 2;
        if (kept > 0 && nodes[kept - 1] == node) continue;
        nodes[kept++] = node;
        const u64 left = 2 * node;
        const bool has_left = window.has(level - 1, left);
        if (has_left && window.has(level - 1, left + 1)) {
            node_digest(batch, here[node], below[left], below[left + 1]);
        } else {
            here[node] = below[has_left ? left : left + 1];
        }
    }
    batch.finish();
    nodes.resize(kept);
}

const Hash32& OpTree::root()
{
    if (current_) return root_;
    current_ = true;
    const ChunkWindow window = this->window();
    if (window.empty()) return root_ = {};
    std::vector<u64> nodes = take_dirty(window);
    for (int level = 0;; ++level) {
        const std::size_t i = static_cast<std::size_t>(level);
        if (i == levels_.size()) levels_.emplace_back((base_ / CHUNK_OPS) >> level);
        while (levels_[i].end() <= (window.end - 1) >> level) levels_[i].push_back({});
        if (level == 0) {
            rehash_chunks(nodes);
        } else {
            rehash_level(level, window, nodes);
        }
        if (window.top(level)) return root_ = levels_[i][window.begin >> level];
    }
}

u64 OpTree::memory() const noexcept
{
    u64 out = bits_.memory() + groups_.memory() + op_roots_.memory() + dirty_.memory();
    for (const Digests& level : levels_) out += level.memory();
    return out + levels_.capacity() * sizeof(Digests);
}

}  // namespace lariat::state
