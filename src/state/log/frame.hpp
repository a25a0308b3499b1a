// A frame: one commit in the log, with a header, the records of its operations and a footer. One write writes
// it, one sync makes it durable. docs/store-format.md is the normative text.
#pragma once

#include <optional>

#include "lariat/types.hpp"

namespace lariat::state {

inline constexpr u64 SEGMENT_HEADER_BYTES = 64;
inline constexpr u64 FRAME_HEADER_BYTES = 80;
inline constexpr u64 FRAME_FOOTER_BYTES = 72;
/// Bytes of a frame without its records.
inline constexpr u64 FRAME_BYTES = FRAME_HEADER_BYTES + FRAME_FOOTER_BYTES;
inline constexpr u32 FORMAT_VERSION = 2;

/// First in each segment's file.
struct SegmentHeader {
    u64 start = 0;  ///< offset of the segment in the log: where this header stands
};

/// Totals of the store after one version. Together with the two trees they are its state.
struct Totals {
    u64 op_count = 0;
    u64 floor = 0;         ///< number of an operation; none below it is active
    u64 live_count = 0;    ///< keys
    u64 live_bytes = 0;    ///< of their records
    u64 window_bytes = 0;  ///< of the records from the floor on
    bool operator==(const Totals&) const = default;
};

struct FrameHeader {
    u64 version = 0;  ///< that this commit makes
    u64 length = 0;   ///< of the frame, in bytes
    u32 records = 0;
    u64 first_op = 0;
    u64 previous = 0;    ///< offset of the frame before; 0: there was none
    Hash32 parent_root;  ///< of the version before
};

struct FrameFooter {
    u32 records_crc = 0;  ///< crc32c over the checksums of the records, in order
    Totals totals;
    u64 floor_at = 0;  ///< offset of the record at the floor; 0: it is the next one to be written
    u64 chunk_at = 0;  ///< offset of the first record of the floor's chunk; 0: as above
};

void write_segment_header(u8* at, const SegmentHeader& header);
void write_frame_header(u8* at, const FrameHeader& header);
void write_frame_footer(u8* at, const FrameFooter& footer);

// Absent if the checksum, the kind or the magic number is wrong.
std::optional<SegmentHeader> read_segment_header(BytesView bytes);
std::optional<FrameHeader> read_frame_header(BytesView bytes);
std::optional<FrameFooter> read_frame_footer(BytesView bytes);

/// The last durable version. The file `committed` holds two of these, written in turn; recovery thereby tells
/// a frame that was never acknowledged from an acknowledged frame that was damaged later.
struct Acknowledged {
    u64 version = 0;
    u64 end = 0;  ///< offset of the end of its frame
    Hash32 root;
};
inline constexpr u64 ACKNOWLEDGED_BYTES = 64;
void write_acknowledged(u8* at, const Acknowledged& last);
std::optional<Acknowledged> read_acknowledged(BytesView bytes);

}  // namespace lariat::state
