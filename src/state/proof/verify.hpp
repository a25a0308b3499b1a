// Verifies proofs against a root and nothing else: no store, no files. docs/proofs.md describes the same
// for other languages. Any bytes may be given: what is not a proof is refused, in time and memory that
// follow from its size.
#pragma once

#include <vector>

#include "lariat/error.hpp"
#include "state/proof/digest.hpp"
#include "state/proof/format.hpp"

namespace lariat::state {

enum class ProofFault : u8 {
    Malformed,  ///< no proof of this version: cut short, too long, or at odds with itself
    OtherKind,  ///< a proof, but of something else than was asked
    NotLive,    ///< of an operation that a later one has superseded
    OtherKey,   ///< does not speak of this key
    OtherRoot,  ///< leads to another root: another state, or another key or value
};

struct ProofError {
    ProofFault fault;
    std::string message;
};

/// That `key` has exactly this value.
StatusOf<ProofError> verify_value(BytesView proof, const Hash32& root, BytesView key, BytesView value);

/// That `key` is absent.
StatusOf<ProofError> verify_absent(BytesView proof, const Hash32& root, BytesView key);

/// One of the two: that `key` has the value, or with none that it is absent.
StatusOf<ProofError> verify(BytesView proof, const Hash32& root, BytesView key,
                            std::optional<BytesView> value);

/// Whole chunks of the log, for who builds a store from another's. Views into the proof.
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
