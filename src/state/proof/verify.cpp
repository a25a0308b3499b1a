// Verifies a proof: reads it once from front to back and hashes as it goes. There is no recursion, and only
// the operations and chunk digests of a range are kept.
#include "state/proof/verify.hpp"

#include "base/codec.hpp"
#include "base/hex.hpp"

namespace lariat::state {

namespace {

constexpr int CHUNK_LEVELS = 8;
constexpr u64 BUCKET_MAX = 16;
constexpr int PATH_BITS = 64;
/// The least that an operation takes in a range.
constexpr std::size_t OPERATION_SIZE_MIN = 9;

ProofError malformed(std::string what)
{
    return {ProofFault::Malformed, "malformed proof: " + std::move(what)};
}

ProofError cut_or_long(const Reader& in)
{
    return malformed(in.ok() ? std::to_string(in.left()) + " bytes too many" : "cut short");
}

StatusOf<ProofError> match(const StoreHead& head, const Hash32& root)
{
    const Hash32 reached = store_root(head);
    if (reached == root) return {};
    return ProofError{ProofFault::OtherRoot,
                      "the proof leads to the root " + to_hex(reached) + ", not to " + to_hex(root)};
}

/// The first two bytes.
StatusOf<ProofError> read_kind(Reader& in, ProofKind wanted)
{
    const u8 version = in.get_u8();
    const u8 kind = in.get_u8();
    if (!in.ok()) return cut_or_long(in);
    if (version != PROOF_VERSION) {
        return malformed("version " + std::to_string(version) + ", known is " +
                         std::to_string(PROOF_VERSION));
    }
    if (kind < static_cast<u8>(ProofKind::Value) || kind > static_cast<u8>(ProofKind::Range)) {
        return malformed("kind " + std::to_string(kind));
    }
    if (kind != static_cast<u8>(wanted)) {
        return ProofError{ProofFault::OtherKind, "a proof of kind " + std::to_string(kind) +
                                                     ", asked for is kind " +
                                                     std::to_string(static_cast<u8>(wanted))};
    }
    return {};
}

/// The numbers of the head; the two roots are read or computed by the caller.
StoreHead read_head(Reader& in)
{
    StoreHead head;
    head.op_count = in.get_u48();
    head.floor = in.get_u48();
    head.live_count = in.get_u48();
    return head;
}

StatusOf<ProofError> check_head(const Reader& in, const StoreHead& head)
{
    if (!in.ok()) return cut_or_long(in);
    if (head.floor > head.op_count) {
        return malformed("floor " + std::to_string(head.floor) + " above the number of operations " +
                         std::to_string(head.op_count));
    }
    return {};
}

ChunkBits read_bits(Reader& in)
{
    ChunkBits bits;
    const BytesView bytes = in.get_raw(bits.bytes.size());
    if (in.ok()) std::memcpy(bits.bytes.data(), bytes.data(), bytes.size());
    return bits;
}

Hash32 join(u64 at, const Hash32& node, const Hash32& sibling)
{
    return at % 2 == 0 ? node_digest(node, sibling) : node_digest(sibling, node);
}

/// Reads the siblings from a leaf to the root of the tree of operations, and gives that root.
Hash32 climb(Reader& in, const StoreHead& head, u64 op, const ChunkBits& bits, Hash32 node)
{
    u64 at = op;
    for (int level = 0; level < CHUNK_LEVELS; ++level, at /= 2) {
        const u64 sibling = at ^ 1;
        if (sibling << level < head.op_count) node = join(at, node, in.get_hash());
    }
    node = chunk_digest(at, bits, node);
    const ChunkWindow window = ChunkWindow::of(head.op_count, head.floor);
    for (int level = 0; !window.top(level); ++level, at /= 2) {
        if (window.has(level, at ^ 1)) node = join(at, node, in.get_hash());
    }
    return node;
}

/// Reads the bits of the operation's chunk and the way up from a put of `key` and `value`, and gives the
/// root of the tree of operations.
Result<Hash32, ProofError> read_live(Reader& in, const StoreHead& head, u64 op, BytesView key,
                                     BytesView value)
{
    if (in.ok() && (op < head.floor || op >= head.op_count)) {
        return malformed("operation " + std::to_string(op) + " outside of " + std::to_string(head.floor) +
                         " to " + std::to_string(head.op_count));
    }
    const ChunkBits bits = read_bits(in);
    if (!in.ok()) return cut_or_long(in);
    const Hash32 reached = climb(in, head, op, bits, leaf_digest(op, OpKind::Put, key, value));
    if (!in.ok()) return cut_or_long(in);
    if (!bits.test(op % CHUNK_OPS)) {
        return ProofError{ProofFault::NotLive,
                          "operation " + std::to_string(op) + " is not the latest of its key"};
    }
    return reached;
}

/// Reads the bucket and the siblings of `path` in the tree of keys, and gives that tree's root.
Result<Hash32, ProofError> read_bucket(Reader& in, u64 path, u64& same_path)
{
    const int depth = in.get_u8();
    const u64 count = in.get_u32();
    if (!in.ok() || count > in.left() / sizeof(u64)) return malformed("cut short");
    if (depth > PATH_BITS) return malformed("depth " + std::to_string(depth));
    if (count > BUCKET_MAX && depth < PATH_BITS)
        return malformed("a bucket of " + std::to_string(count) + " keys");
    std::vector<u64> bucket;
    bucket.reserve(count);
    const u64 shared = depth == 0 ? 0 : ~u64{0} << (PATH_BITS - depth);
    for (u64 i = 0; i < count; ++i) {
        const u64 other = in.get_u64();
        if (((other ^ path) & shared) != 0) {
            return ProofError{ProofFault::OtherKey, "the proof's bucket is not where this key would be"};
        }
        if (i > 0 && other < bucket.back()) return malformed("a bucket out of order");
        if (other == path) ++same_path;
        bucket.push_back(other);
    }
    Hash32 node = key_bucket_digest(bucket);
    for (int level = depth; level > 0; --level) {
        const Hash32 sibling = in.get_hash();
        const bool right = (path >> (PATH_BITS - level) & 1) != 0;
        node = right ? key_node_digest(sibling, node) : key_node_digest(node, sibling);
    }
    if (!in.ok()) return cut_or_long(in);
    return node;
}

/// The node over the leaves of a chunk, which come one by one.
class LeafCounter {
public:
    void add(Hash32 node)
    {
        std::size_t level = 0;
        for (u64 carry = count_++; (carry & 1) != 0; carry >>= 1) node = node_digest(peaks_[level++], node);
        peaks_[level] = node;
    }
    Hash32 node() const
    {
        std::size_t level = 0;
        while ((count_ >> level & 1) == 0) ++level;
        Hash32 out = peaks_[level];
        for (++level; count_ >> level != 0; ++level) {
            if ((count_ >> level & 1) != 0) out = node_digest(peaks_[level], out);
        }
        return out;
    }

private:
    u64 count_ = 0;
    std::array<Hash32, CHUNK_LEVELS + 1> peaks_;
};

/// Reads one chunk's bits and operations and gives its digest.
Result<Hash32, ProofError> read_chunk(Reader& in, u64 chunk, LogRange& range)
{
    const ChunkBits bits = read_bits(in);
    const u64 begin = chunk * CHUNK_OPS;
    const u64 end = std::min(begin + CHUNK_OPS, range.head.op_count);
    LeafCounter leaves;
    for (u64 op = begin; op < end; ++op) {
        const u8 kind = in.get_u8();
        const BytesView key = in.get_bytes();
        const BytesView value = in.get_bytes();
        if (!in.ok()) return cut_or_long(in);
        if (kind != static_cast<u8>(OpKind::Put) && kind != static_cast<u8>(OpKind::Delete)) {
            return malformed("operation " + std::to_string(op) + " of kind " + std::to_string(kind));
        }
        const OpKind known = static_cast<OpKind>(kind);
        if (known == OpKind::Delete && !value.empty()) return malformed("a delete with a value");
        leaves.add(leaf_digest(op, known, key, value));
        range.operations.push_back({known, bits.test(op - begin), key, value});
    }
    return chunk_digest(chunk, bits, leaves.node());
}

/// Reads the siblings of the nodes from number `first` on, a level at a time, and gives the root over
/// all of the window.
Hash32 climb_range(Reader& in, ChunkWindow window, u64 first, std::vector<Hash32> nodes)
{
    for (int level = 0; !window.top(level); ++level, first /= 2) {
        const u64 last = first + nodes.size() - 1;
        const bool has_left = first % 2 == 1 && window.has(level, first - 1);
        const Hash32 left_sibling = has_left ? in.get_hash() : Hash32{};
        const bool has_right = last % 2 == 0 && window.has(level, last + 1);
        const Hash32 right_sibling = has_right ? in.get_hash() : Hash32{};
        std::size_t count = 0;
        for (u64 parent = first / 2; parent <= last / 2; ++parent) {
            const u64 left = 2 * parent;
            const u64 right = left + 1;
            Hash32 node;
            if (left < first) {
                node = has_left ? node_digest(left_sibling, nodes[right - first]) : nodes[right - first];
            } else if (right > last) {
                node = has_right ? node_digest(nodes[left - first], right_sibling) : nodes[left - first];
            } else {
                node = node_digest(nodes[left - first], nodes[right - first]);
            }
            nodes[count++] = node;
        }
        nodes.resize(count);
    }
    return nodes.front();
}

}  // namespace

StatusOf<ProofError> verify_value(BytesView proof, const Hash32& root, BytesView key, BytesView value)
{
    Reader in(proof);
    if (auto kind = read_kind(in, ProofKind::Value); !kind) return kind;
    StoreHead head = read_head(in);
    head.key_root = in.get_hash();
    const u64 op = in.get_u48();
    if (auto checked = check_head(in, head); !checked) return checked;
    const auto op_root = read_live(in, head, op, key, value);
    if (!op_root) return op_root.error();
    if (!in.done()) return cut_or_long(in);
    head.op_root = op_root.value();
    return match(head, root);
}

StatusOf<ProofError> verify_absent(BytesView proof, const Hash32& root, BytesView key)
{
    Reader in(proof);
    if (auto kind = read_kind(in, ProofKind::Absent); !kind) return kind;
    StoreHead head = read_head(in);
    head.op_root = in.get_hash();
    if (auto checked = check_head(in, head); !checked) return checked;
    const u64 path = key_path(key);
    u64 same_path = 0;
    const auto key_root = read_bucket(in, path, same_path);
    if (!key_root) return key_root.error();
    head.key_root = key_root.value();

    // As many different live keys with this path as the bucket says there are, and this one not among them.
    u64 above = 0;
    for (; same_path > 0; --same_path) {
        const u64 op = in.get_u48();
        const BytesView other = in.get_bytes();
        const BytesView value = in.get_bytes();
        if (!in.ok()) return cut_or_long(in);
        if (op < above) return malformed("keys of one path out of order");
        above = op + 1;
        if (equal(other, key))
            return ProofError{ProofFault::OtherKey, "the proof shows that the key is present"};
        if (key_path(other) != path) return malformed("a key of another path among those of this one");
        const auto op_root = read_live(in, head, op, other, value);
        if (!op_root) return op_root.error();
        if (op_root.value() != head.op_root) {
            return malformed("operation " + std::to_string(op) + " is not in the tree of operations");
        }
    }
    if (!in.done()) return cut_or_long(in);
    return match(head, root);
}

StatusOf<ProofError> verify(BytesView proof, const Hash32& root, BytesView key,
                            std::optional<BytesView> value)
{
    return value ? verify_value(proof, root, key, *value) : verify_absent(proof, root, key);
}

Result<LogRange, ProofError> verify_range(BytesView proof, const Hash32& root)
{
    Reader in(proof);
    if (auto kind = read_kind(in, ProofKind::Range); !kind) return kind.error();
    LogRange range;
    StoreHead& head = range.head;
    head = read_head(in);
    head.key_root = in.get_hash();
    const u64 begin = in.get_u48();
    const u64 end = in.get_u48();
    if (auto checked = check_head(in, head); !checked) return checked.error();
    const ChunkWindow window = ChunkWindow::of(head.op_count, head.floor);
    if (begin < window.begin || begin >= end || end > window.end) {
        return malformed("chunks " + std::to_string(begin) + " to " + std::to_string(end) + " of " +
                         std::to_string(window.begin) + " to " + std::to_string(window.end));
    }
    if (end - begin > in.left() / sizeof(ChunkBits)) return malformed("cut short");
    range.first_op = begin * CHUNK_OPS;
    const u64 operations = std::min(end * CHUNK_OPS, head.op_count) - range.first_op;
    if (operations > in.left() / OPERATION_SIZE_MIN) return malformed("cut short");
    range.operations.reserve(operations);
    std::vector<Hash32> chunks;
    chunks.reserve(end - begin);
    for (u64 chunk = begin; chunk < end; ++chunk) {
        const auto digest = read_chunk(in, chunk, range);
        if (!digest) return digest.error();
        chunks.push_back(digest.value());
    }
    head.op_root = climb_range(in, window, begin, std::move(chunks));
    if (!in.done()) return cut_or_long(in);
    if (auto matched = match(head, root); !matched) return matched.error();
    return range;
}

}  // namespace lariat::state
