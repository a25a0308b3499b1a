// Recovery of the log: finds the last committed frame after a crash.
#pragma once

#include "state/log/segments.hpp"

namespace lariat::state {

struct Frame {
    u64 offset = 0;
    FrameHeader header;
    FrameFooter footer;
    u64 end() const noexcept { return offset + header.length; }
};

/// Reads the frame at an offset and checks all of its records to the last byte. An error names the first
/// wrong offset.
Result<Frame, StoreError> read_frame(const Segments& segments, u64 offset);

/// The frame's header and footer only.
std::optional<Frame> peek_frame(const Segments& segments, u64 offset);

struct LogEnd {
    std::optional<Frame> last;  ///< none: nothing was ever committed
    bool torn = false;          ///< bytes of an unacknowledged commit follow it
};

/// Finds the last frame. Unacknowledged bytes after it are a torn commit: they leave `segments`, not yet the
/// files. An acknowledged frame that is missing is an error.
Result<LogEnd, StoreError> find_end(Segments& segments, const std::optional<Acknowledged>& acknowledged);

/// Removes from `segments` the files before a gap and returns their names. Removals of unneeded files are not
/// synced, so a crash can bring such files back.
std::vector<std::string> forget_what_came_back(Segments& segments);

}  // namespace lariat::state
