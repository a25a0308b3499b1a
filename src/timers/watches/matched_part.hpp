// A part of the list of the keys that have hit a watch: one value of the state (docs/state-layout.md). A hit
// appends to the last part, and a fire or a removal deletes few values however long the list is: lists that
// many blocks have filled can all go in one block.
#pragma once

#include <optional>
#include <vector>

#include "lariat/types.hpp"

namespace lariat::timers {

/// Keys in each part of a list but the last.
inline constexpr u32 MATCHED_IN_PART = 16;

/// Nothing for bytes that are no part.
std::optional<std::vector<Bytes>> decode_matched_part(BytesView bytes);

}  // namespace lariat::timers
