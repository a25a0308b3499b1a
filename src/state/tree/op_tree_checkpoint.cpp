// The tree of operations as bytes, so that opening a store need not hash its log. Integers are
// little-endian:
//
//   base u64 ‖ floor u64 ‖ size u64 ‖
//   activity bits, u64 for each 64 operations, four to each chunk from base to size ‖
//   a digest for each whole group ‖ a digest over the leaves of each whole chunk ‖
//   the leaves of the open group ‖ the nodes of the open chunk: 8 digests, those of absent ones zero
#include "state/tree/op_tree.hpp"

#include "state/little_endian.hpp"

namespace lariat::state {

namespace {

constexpr u64 HEADER_BYTES = 24;
constexpr u64 HASH_BYTES = 32;
constexpr u64 WORDS = CHUNK_OPS / 64;

}  // namespace

void OpTree::save(const std::function<void(BytesView)>& sink) const
{
    const auto put_u64 = [&](u64 value) {
        std::array<u8, sizeof value> bytes;
        store_le(bytes.data(), value);
        sink(bytes);
    };
    put_u64(base_);
    put_u64(floor_);
    put_u64(size_);
    for (u64 i = bits_.begin(); i < bits_.end(); ++i) put_u64(bits_[i]);
    for (u64 i = groups_.begin(); i < groups_.end(); ++i) sink(view(groups_[i]));
    for (u64 i = op_roots_.begin(); i < size_ / CHUNK_OPS; ++i) sink(view(op_roots_[i]));
    for (u64 i = 0; i < size_ % GROUP_OPS; ++i) sink(view(open_leaves_[i]));
    for (u64 i = 0; i < peaks_.size(); ++i) sink(view((size_ >> i & 1) != 0 ? peaks_[i] : Hash32{}));
}

std::optional<OpTree> OpTree::load(BytesView saved)
{
    if (saved.size() < HEADER_BYTES) return std::nullopt;
    const u64 base = load_le<u64>(saved.data());
    const u64 floor = load_le<u64>(saved.data() + 8);
    const u64 size = load_le<u64>(saved.data() + 16);
    if (base % CHUNK_OPS != 0 || base > floor || floor > size || size > OP_LIMIT) return std::nullopt;
    OpTree tree(base);
    const u64 chunks = (size - base + CHUNK_OPS - 1) / CHUNK_OPS;
    const u64 groups = size / GROUP_OPS - base / GROUP_OPS;
    const u64 whole_chunks = size / CHUNK_OPS - base / CHUNK_OPS;
    const u64 open_leaves = size % GROUP_OPS;
    const u64 digests = groups + whole_chunks + open_leaves + tree.peaks_.size();
    if (saved.size() != HEADER_BYTES + 8 * WORDS * chunks + HASH_BYTES * digests) return std::nullopt;

    const u8* at = saved.data() + HEADER_BYTES;
    const auto next_digest = [&] {
        Hash32 digest;
        std::memcpy(digest.bytes.data(), at, HASH_BYTES);
        at += HASH_BYTES;
        return digest;
    };
    for (u64 i = 0; i < chunks; ++i) {
        tree.size_ = base + i * CHUNK_OPS;
        tree.begin_chunk();
        for (u64 word = 0; word < WORDS; ++word, at += 8)
            tree.bits_[tree.size_ / 64 + word] = load_le<u64>(at);
        tree.mark(tree.size_ / CHUNK_OPS);
    }
    tree.size_ = size;
    tree.floor_ = floor;
    for (u64 i = 0; i < groups; ++i) tree.groups_.push_back(next_digest());
    for (u64 i = 0; i < whole_chunks; ++i) tree.op_roots_[base / CHUNK_OPS + i] = next_digest();
    for (u64 i = 0; i < open_leaves; ++i) tree.open_leaves_[i] = next_digest();
    for (Hash32& peak : tree.peaks_) peak = next_digest();
    return tree;
}

}  // namespace lariat::state
