// What a proof's first bytes say. docs/proofs.md gives every byte.
#pragma once

#include "lariat/types.hpp"

namespace lariat::state {

inline constexpr u8 PROOF_VERSION = 1;

enum class ProofKind : u8 {
    Value = 1,   ///< a key has a value
    Absent = 2,  ///< a key has none
    Range = 3,   ///< what stands in whole chunks of the log
};

}  // namespace lariat::state
