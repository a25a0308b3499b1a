// The set of keys as bytes, so that opening a store need not read its log. The shape follows from the set.
#include <endian.h>

#include "state/tree/key_tree.hpp"

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
    for (u64& path : paths) path = htole64(path);
    sink({reinterpret_cast<const u8*>(paths.data()), paths.size() * sizeof(u64)});
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
        u64 path = 0;
        std::memcpy(&path, saved.data() + at, sizeof path);
        path = le64toh(path);
        if (path < last) return std::nullopt;
        last = path;
        tree.insert(path);
    }
    return tree;
}

}  // namespace lariat::state
