// Verifies proofs against a root, without a store or files. docs/proofs.md describes the same for other
// languages. Proofs are not trusted: malformed bytes are refused in time and memory proportional to their
// size.
#pragma once

#include <vector>

#include "lariat/error.hpp"
#include "state/proof/digest.hpp"
#include "state/proof/format.hpp"

namespace lariat::state {

enum class [[nodiscard]] ProofFault : u8 {
    Malformed,  ///< not a proof of this version: cut short, too long, or inconsistent
    OtherKind,  ///< a proof of another kind
    NotLive,    ///< the operation was superseded by a later one
    OtherKey,   ///< the proof is for another key
    OtherRoot,  ///< leads to another root: another state, key or value
};

struct [[nodiscard]] ProofError {
    ProofFault fault;
    std::string message;
};

/// Verifies that `key` has exactly this value.
StatusOf<ProofError> verify_value(BytesView proof, const Hash32& root, BytesView key, BytesView value);

/// Verifies that `key` is absent.
StatusOf<ProofError> verify_absent(BytesView proof, const Hash32& root, BytesView key);

/// Verifies that `key` has the value, or without a value that it is absent.
StatusOf<ProofError> verify(BytesView proof, const Hash32& root, BytesView key,
                            std::optional<BytesView> value);

/// Whole chunks of the log, from which another node can build a store. Views into the proof.
struct LogRange {
    struct Operation {
        OpKind kind = OpKind::Put;
        bool active = false;
        BytesView key;
        BytesView value;  ///< empty of a delete
    };
    StoreHead head;
    u64 first_op = 0;
    std::vector<Operation> operations;
};
Result<LogRange, ProofError> verify_range(BytesView proof, const Hash32& root);

}  // namespace lariat::state
