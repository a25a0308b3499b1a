// Walks the frames of the last segment and tells a torn commit from damage; see recovery.hpp.
#include "state/log/recovery.hpp"

#include <algorithm>
#include <utility>

#include "base/crc32c.hpp"
#include "lariat/assert.hpp"
#include "state/little_endian.hpp"

namespace lariat::state {

namespace {

using Segment = Segments::Segment;

StoreError damaged(const Segment& segment, u64 offset, const std::string& what)
{
    return file_error(segment.file->path(), offset - segment.start, what);
}

// What holds for every frame that was written, whatever was in it.
bool plausible(const FrameHeader& header, const Totals& totals)
{
    return header.version != 0 && header.first_op <= OP_LIMIT && totals.op_count <= OP_LIMIT &&
           totals.op_count == header.first_op + header.records && totals.floor <= totals.op_count &&
           totals.live_count <= totals.op_count - totals.floor && totals.live_bytes <= totals.window_bytes;
}

std::optional<Frame> peek_frame_in(const Segment& segment, u64 offset)
{
    const u8* const at = segment.bytes + (offset - segment.start);
    const u64 available = segment.end - offset;
    const auto header = read_frame_header({at, available});
    if (!header || header->length > available || header->length < FRAME_BYTES || header->length % 8 != 0)
        return std::nullopt;
    const auto footer = read_frame_footer({at + header->length - FRAME_FOOTER_BYTES, FRAME_FOOTER_BYTES});
    if (!footer || !plausible(*header, footer->totals)) return std::nullopt;
    return Frame{offset, *header, *footer};
}

Result<Frame, StoreError> read_frame_in(const Segment& segment, u64 offset)
{
    const auto frame = peek_frame_in(segment, offset);
    if (!frame) return damaged(segment, offset, "the frame's header or footer is damaged");
    u64 at = offset + FRAME_HEADER_BYTES;
    const u64 records_end = frame->end() - FRAME_FOOTER_BYTES;
    u32 crc = 0;
    for (u64 i = 0; i < frame->header.records; ++i) {
        const u8* const bytes = segment.bytes + (at - segment.start);
        const auto record = peek_record(bytes, records_end - at, frame->header.first_op + i);
        if (!record || !record_intact(bytes, record->size()) || record->op != frame->header.first_op + i)
            return damaged(segment, at, "the record is damaged");
        crc = crc32c({bytes, 4}, crc);
        at += record->size();
    }
    if (at != records_end || crc != frame->footer.records_crc)
        return damaged(segment, at, "the frame's footer does not fit its records");
    return *frame;
}

// The last good frame of a segment and what follows it.
struct SegmentEnd {
    std::optional<Frame> last;
    u64 end = 0;               ///< of the last good frame
    bool clean = false;        ///< nothing follows it
    std::string wrong;         ///< what the bytes behind it lack
    bool begun_after = false;  ///< a frame follows the damaged one, so it had been committed
    bool foreign = false;      ///< no store left so many bytes
};

SegmentEnd walk(const Segment& segment)
{
    SegmentEnd found{
        .last = std::nullopt, .end = segment.start, .clean = false, .wrong = {}, .begun_after = false};
    const auto too_many = [&](u64 from) {
        found.foreign = segment.end - from > UNUSED_BYTES_MAX;
        if (found.foreign)
            found.wrong = std::to_string(segment.end - from) + " bytes follow that are not of the log";
        return found.foreign;
    };
    const auto header = read_segment_header({segment.bytes, segment.end - segment.start});
    if (!header || header->start != segment.start) {
        found.wrong = "the file's header is damaged";
        too_many(segment.start);
        return found;
    }
    std::optional<Frame> before;
    std::optional<Frame> last;
    u64 at = segment.start + SEGMENT_HEADER_BYTES;
    while (at < segment.end) {
        const auto frame = peek_frame_in(segment, at);
        if (!frame) break;
        before = std::exchange(last, frame);
        at = frame->end();
    }
    found.end = at;
    if (too_many(at)) return found;
    // Zeros are room for frames to come.
    const u8* const rest = segment.bytes + (at - segment.start);
    found.clean =
        std::all_of(rest, segment.bytes + (segment.end - segment.start), [](u8 b) { return b == 0; });
    if (!found.clean) found.wrong = "the frame's header or footer is damaged";
    found.last = last;
    if (!last) return found;
    if (const auto whole = read_frame_in(segment, last->offset); !whole) {
        found.wrong = whole.error().message;
        found.begun_after = !found.clean;
        found.clean = false;
        found.end = last->offset;
        found.last = before;
    }
    return found;
}

}  // namespace

Result<Frame, StoreError> read_frame(const Segments& segments, u64 offset)
{
    const Segment* const segment = segments.find(offset);
    LARIAT_ASSERT(segment);
    return read_frame_in(*segment, offset);
}

std::optional<Frame> peek_frame(const Segments& segments, u64 offset)
{
    const Segment* const segment = segments.find(offset);
    return segment ? peek_frame_in(*segment, offset) : std::nullopt;
}

Result<LogEnd, StoreError> find_end(Segments& segments, const std::optional<Acknowledged>& acknowledged)
{
    LogEnd found;
    while (!segments.empty() && !found.last) {
        const Segment& segment = segments.all().back();
        const SegmentEnd end = walk(segment);
        if (end.foreign) return damaged(segment, end.end, end.wrong);
        const bool was_committed = acknowledged && acknowledged->end > end.end;
        // A later file is begun only when this one's frames are durable.
        if (was_committed && end.clean)
            return damaged(segment, end.end,
                           "the file ends, but version " + std::to_string(acknowledged->version) +
                               " had been committed: it is cut or the next one is missing");
        if (!end.clean && (was_committed || end.begun_after || found.torn))
            return damaged(segment, end.end, end.wrong + ", and it had been committed");
        if (end.last) {
            found.torn |= !end.clean;
            found.last = end.last;
            segments.set_end(end.end);
        } else if (segments.all().size() == 1 && end.end > segment.start) {
            found.torn |= !end.clean;  // a log whose every version was rolled back
            segments.set_end(end.end);
            break;
        } else {
            found.torn = true;
            if (auto dropped = segments.drop_last(); !dropped) return dropped.error();
        }
    }
    const u64 version = found.last ? found.last->header.version : 0;
    if (acknowledged && acknowledged->version > version) {
        const std::string what = "the log ends with version " + std::to_string(version) + ", but version " +
                                 std::to_string(acknowledged->version) + " had been committed";
        return segments.empty() ? StoreError{what} : damaged(segments.all().back(), segments.end(), what);
    }
    return found;
}

std::vector<std::string> forget_what_came_back(Segments& segments)
{
    const auto& all = segments.all();
    std::size_t first = all.empty() ? 0 : all.size() - 1;
    for (; first > 0; --first) {
        const auto frame = peek_frame_in(all[first], all[first].start + SEGMENT_HEADER_BYTES);
        // One that is damaged is found when it is read; the first commit of all comes after no frame.
        if (!frame || frame->header.previous == 0) continue;
        if (frame->header.previous < all[first - 1].start || frame->header.previous >= all[first - 1].end)
            break;
    }
    std::vector<std::string> names;
    for (; first > 0; --first) names.push_back(segments.forget_first());
    return names;
}

}  // namespace lariat::state
