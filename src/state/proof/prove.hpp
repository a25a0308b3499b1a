// Makes proofs, from the trees of a store and what its log says. `head` is what the root is the hash of;
// both trees are up to date with it.
#pragma once

#include "state/proof/digest.hpp"
#include "state/tree/key_tree.hpp"
#include "state/tree/op_tree.hpp"

namespace lariat::state {

/// An operation as the log has it; views that last until the next one is asked for.
struct LoggedOperation {
    OpKind kind = OpKind::Put;
    BytesView key;
    BytesView value;
};
using OperationSource = std::function<LoggedOperation(u64 op)>;

/// The numbers of the live operations whose keys have this path. Asked only when a live key shares the
/// 64 bits of an absent one, which takes 2^32 hashes to bring about: it may look at every key.
using FindByPath = std::function<std::vector<u64>(u64 path)>;

/// That the key of the live operation `op` has the value that this gave it.
Bytes prove_value(const StoreHead& head, const OpTree& ops, u64 op, const OpTree::LeafSource& leaves);

/// That `key`, which is not live, is absent.
Bytes prove_absent(const StoreHead& head, const OpTree& ops, const KeyTree& keys, BytesView key,
                   const OperationSource& operations, const FindByPath& find);

/// What stands in chunks `begin_chunk` to `end_chunk`, which lie in the window and are at least one.
Bytes prove_range(const StoreHead& head, const OpTree& ops, u64 begin_chunk, u64 end_chunk,
                  const OperationSource& operations);

}  // namespace lariat::state
