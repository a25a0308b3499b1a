// Makes the paths of proofs from the tree of operations.
#include "state/tree/op_tree.hpp"

namespace lariat::state {

namespace {

/// The siblings on the way from the `at`-th of up to 16 neighbours to the node over them all.
void climb(std::array<Hash32, 16>& nodes, u64 count, u64 at, std::vector<Hash32>& siblings)
{
    for (u64 width = 16; width > 1; width /= 2) {
        if ((at ^ 1) < count) siblings.push_back(nodes[at ^ 1]);
        at /= 2;
        for (u64 i = 0; 2 * i < count; ++i) {
            if (i == at) continue;  // nobody asks for what lies on the way itself
            nodes[i] = 2 * i + 1 < count ? node_digest(nodes[2 * i], nodes[2 * i + 1]) : nodes[2 * i];
        }
        count = (count + 1) / 2;
    }
}

}  // namespace

OpPath OpTree::path(u64 op, const LeafSource& leaves) const
{
    LARIAT_ASSERT(current_ && floor_ <= op && op < size_);
    const u64 chunk = op / CHUNK_OPS;
    OpPath out{.op = op, .bits = chunk_bits(chunk), .siblings = {}};
    out.siblings.reserve(24);

    std::array<Hash32, 16> nodes;
    const u64 group = op / GROUP_OPS;
    const u64 first = group * GROUP_OPS;
    const u64 in_group = std::min(GROUP_OPS, size_ - first);
    for (u64 i = 0; i < in_group; ++i) {
        if (first + i == op) continue;
        nodes[i] = in_group < GROUP_OPS ? open_leaves_[i] : leaves(first + i);
    }
    climb(nodes, in_group, op % GROUP_OPS, out.siblings);

    const u64 first_group = chunk * (CHUNK_OPS / GROUP_OPS);
    const u64 whole = std::min(groups_.end() - first_group, CHUNK_OPS / GROUP_OPS);
    for (u64 i = 0; i < whole; ++i) nodes[i] = groups_[first_group + i];
    u64 count = whole;
    if (chunk == size_ / CHUNK_OPS && size_ % GROUP_OPS != 0) nodes[count++] = open_block(4);
    climb(nodes, count, group - first_group, out.siblings);

    const ChunkWindow window = this->window();
    u64 node = chunk;
    for (int level = 0; !window.top(level); ++level, node /= 2) {
        if (window.has(level, node ^ 1))
            out.siblings.push_back(levels_[static_cast<std::size_t>(level)][node ^ 1]);
    }
    return out;
}

ChunkRangePath OpTree::range(u64 begin_chunk, u64 end_chunk) const
{
    const ChunkWindow window = this->window();
    LARIAT_ASSERT(current_ && window.begin <= begin_chunk && begin_chunk < end_chunk &&
                  end_chunk <= window.end);
    ChunkRangePath out{.begin = begin_chunk, .end = end_chunk, .bits = {}, .siblings = {}};
    for (u64 chunk = begin_chunk; chunk < end_chunk; ++chunk) out.bits.push_back(chunk_bits(chunk));
    u64 first = begin_chunk;
    u64 last = end_chunk - 1;
    for (int level = 0; !window.top(level); ++level, first /= 2, last /= 2) {
        const Digests& digests = levels_[static_cast<std::size_t>(level)];
        if (first % 2 == 1 && window.has(level, first - 1)) out.siblings.push_back(digests[first - 1]);
        if (last % 2 == 0 && window.has(level, last + 1)) out.siblings.push_back(digests[last + 1]);
    }
    return out;
}

}  // namespace lariat::state
