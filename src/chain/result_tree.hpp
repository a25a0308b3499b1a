// The results' root: one hash over the transactions, receipts, fires, exits and events of a block.
// It stands in the state under RESULTS_KEY, so the state root binds what happened in the last block. Each
// list is a Merkle tree; a row, or that there is none at a place, is proved without the other rows.
#pragma once

#include <span>

#include "chain/block.hpp"

namespace lariat::chain {

/// In the order in which the root covers them.
enum class ResultList : u8 { transactions, receipts, fires, exits, events };
inline constexpr std::size_t RESULT_LISTS = 5;

/// A list of rows: how many there are, and the root of their tree.
struct ListDigest {
    u64 count = 0;
    Hash32 root;
};
using ResultDigests = std::array<ListDigest, RESULT_LISTS>;

/// The rows of a block, wherever they are kept.
struct ResultRows {
    std::span<const Receipt> receipts;  ///< with the hashes of the transactions
    std::span<const lane::Fired> fires;
    std::span<const timers::Exit> exits;
    std::span<const timers::Event> events;
};
ResultRows rows_of(const BlockResult& result);

ResultDigests digests_of(const ResultRows& rows);
Hash32 results_root(const ResultDigests& digests);

/// The hash of a receipt's leaf: it stands for the whole receipt.
Hash32 receipt_hash(const Receipt& receipt);

/// What the state holds under RESULTS_KEY.
struct ResultsRecord {
    u64 height = 0;  ///< of the block
    Hash32 root;
};
Bytes encode(const ResultsRecord& record);
std::optional<ResultsRecord> decode_results(BytesView value);

/// Proves the row at a place of a list under the results' root, or that the list has no such place.
struct Inclusion {
    ResultDigests digests;
    std::optional<Bytes> leaf;  ///< none: the place is not below the count
    std::vector<Hash32> path;   ///< siblings from the leaf up
};
/// Of receipts or fires.
Inclusion prove_row(const ResultRows& rows, ResultList list, u64 place);
/// The leaf, if there is one at the place; an error says why the proof does not hold under `root`.
Result<std::optional<Bytes>, std::string> verify_row(const Inclusion& proof, ResultList list, u64 place,
                                                     const Hash32& root);

}  // namespace lariat::chain
