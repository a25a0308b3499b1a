// The log as one space of offsets over the files that hold it. A segment is a file `log.` and its start
// in sixteen hexadecimal digits; it begins at a multiple of the unit and holds whole frames. Between the
// end of a segment and the start of the next are offsets that nothing has.
#pragma once

#include <deque>

#include "state/disk/directory.hpp"
#include "state/log/frame.hpp"
#include "state/log/record.hpp"

namespace lariat::state {

/// Bytes that a file of the log may grow to which must hold so many: whole units.
constexpr u64 segment_capacity(u64 bytes, u64 unit) noexcept
{
    return (bytes + unit - 1) & ~(unit - 1);
}

class Segments {
public:
    /// `unit` is a power of two; the directory outlives the object. Files that may have as much get `room`
    /// bytes of zeros at a time behind what is written; 0: none do.
    Segments(Directory& directory, u64 unit, u64 room);

    struct Segment {
        u64 start = 0;
        u64 end = 0;       ///< of its last frame
        u64 capacity = 0;  ///< bytes it may grow to
        u64 size = 0;      ///< of the file, with the room behind the last frame
        std::unique_ptr<File> file;
        const u8* bytes = nullptr;
        u64 number = 0;  ///< counted from the first one there ever was
    };

    // What is there.
    bool empty() const noexcept { return segments_.empty(); }
    const std::deque<Segment>& all() const noexcept { return segments_; }
    /// End of the last frame; 0 without segments.
    u64 end() const noexcept { return segments_.empty() ? 0 : segments_.back().end; }
    /// Where the first segment begins; 0 without segments.
    u64 start() const noexcept { return segments_.empty() ? 0 : segments_.front().start; }
    /// The bytes at an offset, which lies in a segment below its end.
    const u8* at(u64 offset) const noexcept
    {
        return slots_[(offset >> unit_bits_) - first_slot_].bytes + (offset & (unit_ - 1));
    }
    /// The segment whose bytes are at `offset`; none when it was dropped or never written.
    const Segment* find(u64 offset) const noexcept
    {
        const u64 slot = (offset >> unit_bits_) - first_slot_;  // far too large below the first one
        if (slot >= slots_.size()) return nullptr;
        const Segment* const segment = slots_[slot].segment;
        return segment != nullptr && offset < segment->end ? segment : nullptr;
    }
    /// Asks for the cache lines of so many bytes ahead of their use.
    void prefetch(u64 offset, u64 bytes) const noexcept
    {
        const u8* const first = at(offset);
        for (u64 i = 0; i < bytes + CACHE_LINE; i += CACHE_LINE) __builtin_prefetch(first + i);
    }
    /// Asks for bytes that the disk may have to be asked for: what was there when the log was opened, and
    /// what so much was written after that the system may have let go of it. The rest is in its memory, and
    /// asking would cost what it saves.
    void expect(u64 offset, u64 bytes) const noexcept
    {
        prefetch(offset, bytes);
        if (offset >= opened_end_ && end() - offset < CACHED_BYTES) return;
        const Segment* const segment = find(offset);
        if (segment != nullptr)
            segment->file->expect(offset - segment->start, std::min(bytes, segment->end - offset));
    }
    /// Where the frame after the one at `offset` begins that is `length` bytes long; 0 at the end.
    u64 frame_after(u64 offset, u64 length) const noexcept;
    /// Offset of the first record at or after an item (a record, a footer or a frame's header); 0 at the end.
    u64 record_from(u64 item) const noexcept;

    /// Bytes of all files.
    u64 disk_bytes() const noexcept;

    // Growing and shrinking.

    /// Where a frame goes that is to be written next.
    struct Place {
        u64 offset = 0;
        u64 capacity = 0;  ///< of the new segment that it opens; 0: it goes to the end of the last one
    };
    /// `wanted` bytes for a new segment, if one is needed.
    Place place_for(u64 frame_bytes, u64 wanted) const;
    /// `bytes` has room for a segment's header, then the frame. Durable on return, not yet part of the log.
    StatusOf<StoreError> write(const Place& place, Bytes& bytes);
    /// What was written last becomes part of the log.
    void publish();

    /// Takes the room back that the last file has behind its end. Nothing depends on it.
    StatusOf<StoreError> give_room_back();
    /// Everything from `end` on goes, durably.
    StatusOf<StoreError> cut(u64 end);
    /// Segments that end at or below `offset` go, some time.
    StatusOf<StoreError> drop_below(u64 offset);

    // For recovery: files that are there already.

    static std::optional<u64> start_from_name(const std::string& name);
    static std::string name_from_start(u64 start);
    /// Takes a file in as the last segment with all of its bytes, whatever they are. Starts ascend.
    StatusOf<StoreError> adopt(u64 start);
    /// How far the last segment's frames reach, once that is known.
    void set_end(u64 end);
    /// Lets go of all files; nothing is there any more.
    void close();
    /// The last segment goes.
    StatusOf<StoreError> drop_last();
    /// The first of several is no part of the log any more; its file, of this name, is still there.
    std::string forget_first();

private:
    static constexpr u64 CACHE_LINE = 64;
    static constexpr u64 CACHED_BYTES = u64{2} << 30;

    /// One unit of offsets.
    struct Slot {
        const u8* bytes = nullptr;         ///< at its beginning; none between two segments
        const Segment* segment = nullptr;  ///< it stays where it is while others come and go
    };

    /// The one after it; none after the last.
    const Segment* after(const Segment& segment) const noexcept;
    StatusOf<StoreError> map(Segment& segment);
    /// Lengthens the file for what is to be written up to `end` of it.
    StatusOf<StoreError> make_room(Segment& segment, u64 end) const;
    void append(Segment segment);

    Directory& directory_;
    u64 unit_;
    int unit_bits_;
    u64 room_;
    bool has_room_ = false;  ///< the last file got some since it was opened
    std::deque<Segment> segments_;
    u64 opened_end_ = 0;  ///< end of what was there when the log was opened
    u64 dropped_ = 0;     ///< segments that were before the first one
    std::vector<Slot> slots_;
    u64 first_slot_ = 0;
    std::optional<Segment> begun_;  ///< written, not yet published
    u64 written_end_ = 0;
};

}  // namespace lariat::state
