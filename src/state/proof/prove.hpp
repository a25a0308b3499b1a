// Makes proofs from the trees of a store and its log. `head` is the preimage of the root; both trees must be
// up to date with it.
#pragma once

#include "state/proof/digest.hpp"
#include "state/tree/key_tree.hpp"
#include "state/tree/op_tree.hpp"

namespace lariat::state {

/// An operation of the log. The views are valid until the next operation is read.
struct LoggedOperation {
    OpKind kind = OpKind::Put;
    BytesView key;
    BytesView value;
};
using OperationSource = std::function<LoggedOperation(u64 op)>;

/// Finds the numbers of the live operations whose keys have this path. Called only if a live key shares the
/// 64 bits of an absent one, which takes 2^32 hashes to bring about, so it may search every key.
using FindByPath = std::function<std::vector<u64>(u64 path)>;

/// Proves the value that the live operation `op` gave its key.
Bytes prove_value(const StoreHead& head, const OpTree& ops, u64 op, const OpTree::LeafSource& leaves);

/// Proves that `key`, which must not be live, is absent.
Bytes prove_absent(const StoreHead& head, const OpTree& ops, const KeyTree& keys, BytesView key,
                   const OperationSource& operations, const FindByPath& find);

/// Proves the operations of the chunks from `begin_chunk` up to `end_chunk`: at least one, all in the window.
Bytes prove_range(const StoreHead& head, const OpTree& ops, u64 begin_chunk, u64 end_chunk,
                  const OperationSource& operations);

}  // namespace lariat::state
