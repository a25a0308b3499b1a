// Writes and reads the set of keys for a checkpoint. The shape of the tree follows from the set.
#include "state/tree/key_tree.hpp"

#include "state/little_endian.hpp"

namespace lariat::state {

void KeyTree::save(const Edge& edge, int depth, u64 prefix, const std::function<void(BytesView)>& sink) const
{
    if (edge.kind == Kind::Inner) {
        const Inner& inner = inner_[edge.index];
        save(inner.edges[0], depth + 1, prefix, sink);
        save(inner.edges[1], depth + 1, prefix | u64{1} << (63 - depth), sink);
        return;
    }
    std::vector<u64> paths;
    load(edge, prefix, paths);
    Bytes bytes(paths.size() * sizeof(u64));
    for (std::size_t i = 0; i < paths.size(); ++i) store_le(bytes.data() + i * sizeof(u64), paths[i]);
    sink(bytes);
}

void KeyTree::save(const std::function<void(BytesView)>& sink) const
{
    LARIAT_ASSERT(inserted_.empty() && erased_.empty());
    save(top_, 0, 0, sink);
}

std::optional<KeyTree> KeyTree::load(BytesView saved)
{
    if (saved.size() % sizeof(u64) != 0) return std::nullopt;
    KeyTree tree;
    u64 last = 0;
    for (std::size_t at = 0; at < saved.size(); at += sizeof(u64)) {
        const u64 path = load_le<u64>(saved.data() + at);
        if (path < last) return std::nullopt;
        last = path;
        tree.insert(path);
    }
    return tree;
}

}  // namespace lariat::state
