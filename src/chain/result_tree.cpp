// Hashing is SHA-256 as in the state's trees, with first bytes that those do not use.
#include "chain/result_tree.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/sha256_batch.hpp"
#include "chain/result_leaves.hpp"

namespace lariat::chain {

namespace {

constexpr u8 LEAF_TAG = 0x06, NODE_TAG = 0x07, ROOT_TAG = 0x08;
constexpr u8 RECORD_VERSION = 1;

Hash32 leaf_hash(ResultList list, BytesView leaf)
{
    const u8 begin[] = {LEAF_TAG, static_cast<u8>(list)};
    return sha256({begin, leaf});
}

/// `put` writes the leaf of a row.
template <class Rows, class Put>
std::vector<Hash32> leaves_of(ResultList list, const Rows& rows, const Put& put)
{
    std::vector<Hash32> leaves(rows.size());
    const u8 begin[] = {LEAF_TAG, static_cast<u8>(list)};
    Sha256Batch batch;
    Writer leaf;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        leaf.clear();
        put(leaf, rows[i]);
        batch.add(leaves[i], {begin, leaf.bytes()});
    }
    batch.finish();
    return leaves;
}

/// One level up. A node whose right child does not exist is its left child.
std::vector<Hash32> parents(const std::vector<Hash32>& nodes)
{
    std::vector<Hash32> up((nodes.size() + 1) / 2);
    Sha256Batch batch;
    for (std::size_t i = 0; 2 * i + 1 < nodes.size(); ++i)
        batch.add_node(up[i], NODE_TAG, nodes[2 * i], nodes[2 * i + 1]);
    batch.finish();
    if (nodes.size() % 2 == 1) up.back() = nodes.back();
    return up;
}

ListDigest digest_of(std::vector<Hash32> nodes)
{
    const u64 count = nodes.size();
    while (nodes.size() > 1) nodes = parents(nodes);
    return {count, nodes.empty() ? Hash32{} : nodes[0]};
}

std::vector<Hash32> leaves_of(const ResultRows& rows, ResultList list)
{
    const auto put = [](Writer& w, const auto& row) { put_leaf(w, row); };
    switch (list) {
        case ResultList::transactions:
            return leaves_of(list, rows.receipts,
                             [](Writer& w, const Receipt& r) { w.put_raw(view(r.hash)); });
        case ResultList::receipts:
            return leaves_of(list, rows.receipts, put);
        case ResultList::fires:
            return leaves_of(list, rows.fires, put);
        case ResultList::exits:
            return leaves_of(list, rows.exits, put);
        case ResultList::events:
            return leaves_of(list, rows.events, put);
    }
    return {};
}

}  // namespace

ResultRows rows_of(const BlockResult& result)
{
    return {result.receipts, result.fired, result.exits, result.events};
}

ResultDigests digests_of(const ResultRows& rows)
{
    ResultDigests digests;
    for (std::size_t i = 0; i < RESULT_LISTS; ++i)
        digests[i] = digest_of(leaves_of(rows, static_cast<ResultList>(i)));
    return digests;
}

Hash32 results_root(const ResultDigests& digests)
{
    Writer w;
    w.reserve(1 + RESULT_LISTS * (8 + 32));
    w.put_u8(ROOT_TAG);
    for (const ListDigest& digest : digests) w.put_u64(digest.count).put_raw(view(digest.root));
    return sha256(w.bytes());
}

Hash32 receipt_hash(const Receipt& receipt)
{
    return leaf_hash(ResultList::receipts, encode_leaf(receipt));
}

Bytes encode(const ResultsRecord& record)
{
    Writer w;
    w.reserve(1 + 8 + 32);
    w.put_u8(RECORD_VERSION).put_u64(record.height).put_raw(view(record.root));
    return w.take();
}

std::optional<ResultsRecord> decode_results(BytesView value)
{
    Reader r(value);
    if (r.get_u8() != RECORD_VERSION) return std::nullopt;
    const ResultsRecord record{.height = r.get_u64(), .root = r.get_hash()};
    return r.done() ? std::optional{record} : std::nullopt;
}

Inclusion prove_row(const ResultRows& rows, ResultList list, u64 place)
{
    Inclusion proof{.digests = digests_of(rows), .leaf = {}, .path = {}};
    std::vector<Hash32> nodes = leaves_of(rows, list);
    if (place >= nodes.size()) return proof;
    proof.leaf =
        list == ResultList::receipts ? encode_leaf(rows.receipts[place]) : encode_leaf(rows.fires[place]);
    for (; nodes.size() > 1; nodes = parents(nodes), place /= 2)
        if (const u64 sibling = place ^ 1; sibling < nodes.size()) proof.path.push_back(nodes[sibling]);
    return proof;
}

Result<std::optional<Bytes>, std::string> verify_row(const Inclusion& proof, ResultList list, u64 place,
                                                     const Hash32& root)
{
    if (results_root(proof.digests) != root) return std::string("the lists do not have the results' root");
    const ListDigest& digest = proof.digests[static_cast<std::size_t>(list)];
    if (place >= digest.count) {
        if (proof.leaf || !proof.path.empty())
            return std::string("a row is shown at a place that is not below the count");
        return std::optional<Bytes>{};
    }
    if (!proof.leaf) return std::string("the row is missing");
    Hash32 node = leaf_hash(list, *proof.leaf);
    std::size_t taken = 0;
    u64 at = place;
    for (u64 width = digest.count; width > 1; width = width / 2 + width % 2, at /= 2) {
        if ((at ^ 1) >= width) continue;
        if (taken == proof.path.size()) return std::string("the path is too short");
        const Hash32& sibling = proof.path[taken++];
        node = at % 2 == 0 ? sha256_node(NODE_TAG, node, sibling) : sha256_node(NODE_TAG, sibling, node);
    }
    if (taken != proof.path.size()) return std::string("the path is too long");
    if (node != digest.root) return std::string("the row is not under the root of its list");
    return std::optional<Bytes>(*proof.leaf);
}

}  // namespace lariat::chain
