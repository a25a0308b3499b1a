// Version and kind of a proof, its first bytes. docs/proofs.md is the normative text.
#pragma once

#include "lariat/types.hpp"

namespace lariat::state {

inline constexpr u8 PROOF_VERSION = 1;

enum class ProofKind : u8 {
    Value = 1,   ///< a key has a value
    Absent = 2,  ///< a key is absent
    Range = 3,   ///< the operations of whole chunks of the log
};

}  // namespace lariat::state
