// Timers and operations that are gone, from the archive.
#pragma once

#include "node/api_call.hpp"

namespace lariat::node {

enum class GoneKind : u8 { timer, operation };

/// TIMER or OPERATION as it was when it was last seen, with its cause and how it ended, of the last one that
/// had the id up to block `height`. `not_found` for what lives, was never seen, or is of the other kind.
Result<OrderedJson, Problem> gone_json(const Core& core, const Hash32& id, u64 height, GoneKind kind);

/// A page of the timers that are gone as after block `height`, in the order in which they left, payloads left
/// out. It ends early after so many rows of the archive that do not fit.
struct GonePage {
    std::vector<std::string> items;
    std::optional<CursorPlace> next;
};
GonePage gone_timers(const Core& core, const LiveIndex::TimerFilter& filter, std::optional<CursorPlace> after,
                     u64 limit, u64 height);

}  // namespace lariat::node
