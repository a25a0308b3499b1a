// Constants of the snapshot format. All integers are big-endian, as in everything that leaves a node.
#pragma once

#include "state/snapshot.hpp"

namespace lariat::state {

inline constexpr std::string_view SNAPSHOT_MAGIC = "LRSNAPSH";
inline constexpr u32 SNAPSHOT_VERSION = 1;
inline constexpr u64 SNAPSHOT_HEADER_BYTES = 8 + 4 + 6 * 8 + 32;
inline constexpr u8 SNAPSHOT_COMMIT = 1;
inline constexpr u64 SNAPSHOT_COMMIT_BYTES = 1 + 8 + 4 + 8;
inline constexpr u64 SNAPSHOT_OPERATION_BYTES = 1 + 4 + 4;
inline constexpr u8 SNAPSHOT_END = 0;

}  // namespace lariat::state
