// Where the log ends after whatever happened: the last frame that was committed.
#pragma once

#include "state/log/segments.hpp"

namespace lariat::state {

struct Frame {
    u64 offset = 0;
    FrameHeader header;
    FrameFooter footer;
    u64 end() const noexcept { return offset + header.length; }
};

/// The frame at an offset with all of its records, checked to the last byte; none when anything is wrong.
/// An error names the first offset that is.
Result<Frame, StoreError> read_frame(const Segments& segments, u64 offset);

/// The frame's header and footer only.
std::optional<Frame> peek_frame(const Segments& segments, u64 offset);

struct LogEnd {
    std::optional<Frame> last;  ///< none: nothing was ever committed
    bool torn = false;          ///< bytes of a commit that was never acknowledged lie behind it
};

/// Looks for the last frame. What lies behind it and was not acknowledged is a torn commit and leaves
/// `segments`, not yet the files; what was acknowledged and is not there is an error.
Result<LogEnd, StoreError> find_end(Segments& segments, const std::optional<Acknowledged>& acknowledged);

/// Files were removed that nothing needed any more, and some may have come back, since no removal is synced.
/// Those before a gap leave `segments`; their names.
std::vector<std::string> forget_what_came_back(Segments& segments);

}  // namespace lariat::state
