// The segments of the log: one space of offsets over several files. A segment is a file named `log.` and its
// start in sixteen hexadecimal digits. It begins at a multiple of the unit and holds whole frames. The
// offsets between the end of a segment and the start of the next are unused.
#pragma once

#include <deque>

#include "state/disk/directory.hpp"
#include "state/log/frame.hpp"
#include "state/log/record.hpp"

namespace lariat::state {

/// Capacity of a log file that must hold `bytes`: rounded up to whole units.
constexpr u64 segment_capacity(u64 bytes, u64 unit) noexcept
{
    return (bytes + unit - 1) & ~(unit - 1);
}

/// Bytes that no frame has, behind the last frame of a file or between two files: the room ahead of the
/// writes and a commit that was not finished. More of them were not left by a store.
inline constexpr u64 UNUSED_BYTES_MAX = u64{4} << 30;

class Segments {
public:
    /// `unit` is a power of two; the directory must outlive the object. Files with a capacity of at least
    /// `room` are extended by `room` zero bytes at a time ahead of the writes; 0: never.
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

    // Reading.
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
    /// The segment that has `offset`; null if it was dropped or never written.
    const Segment* find(u64 offset) const noexcept
    {
        const u64 slot = (offset >> unit_bits_) - first_slot_;  // far too large below the first one
        if (slot >= slots_.size()) return nullptr;
        const Segment* const segment = slots_[slot].segment;
        return segment != nullptr && offset < segment->end ? segment : nullptr;
    }
    /// Prefetches the cache lines of these bytes.
    void prefetch(u64 offset, u64 bytes) const noexcept
    {
        const u8* const first = at(offset);
        for (u64 i = 0; i < bytes + CACHE_LINE; i += CACHE_LINE) __builtin_prefetch(first + i);
    }
    /// Prefetches bytes and, where they may be on the disk only, asks the system to read them: bytes that
    /// were there when the log was opened, and bytes written so long ago that the page cache may have dropped
    /// them. For all others the system call would cost more than it saves.
    void expect(u64 offset, u64 bytes) const noexcept
    {
        prefetch(offset, bytes);
        if (offset >= opened_end_ && end() - offset < CACHED_BYTES) return;
        const Segment* const segment = find(offset);
        if (segment != nullptr)
            segment->file->expect(offset - segment->start, std::min(bytes, segment->end - offset));
    }
    /// Start of the frame after the frame of `length` bytes at `offset`; 0 at the end.
    u64 frame_after(u64 offset, u64 length) const noexcept;
    /// Offset of the first record at or after an item (a record, a footer or a frame's header); 0 at the end.
    u64 record_from(u64 item) const noexcept;

    /// Bytes of all files.
    u64 disk_bytes() const noexcept;

    // Growing and shrinking.

    /// The place of the next frame.
    struct Place {
        u64 offset = 0;
        u64 capacity = 0;  ///< of the new segment that the frame opens; 0: it goes to the last segment
    };
    /// Finds the place of a frame. `wanted`: capacity in bytes of a new segment, if one is needed.
    Place place_for(u64 frame_bytes, u64 wanted) const;
    /// Writes a frame durably; it is not yet part of the log. `bytes` has room for a segment header, then the
    /// frame.
    StatusOf<StoreError> write(const Place& place, Bytes& bytes);
    /// Makes the frame written last a part of the log.
    void publish();
    /// Lets the bytes of a frame be read at its place before write(). `bytes` is as for write() and stays
    /// until publish() or unstage().
    void stage(const Place& place, BytesView bytes);
    void unstage();
    /// The bytes from an offset within the staged frame to its end; empty elsewhere.
    BytesView staged_from(u64 offset) const noexcept
    {
        const u64 within = offset - staged_at_;  // far too large before it
        return within < staged_.size() ? staged_.subspan(within) : BytesView{};
    }

    /// Cuts the zero bytes after the end of the last file. Nothing depends on it.
    StatusOf<StoreError> give_room_back();
    /// Removes everything from `end` on, durably.
    StatusOf<StoreError> cut(u64 end);
    /// Removes the segments that end at or below `offset`, without a sync.
    StatusOf<StoreError> drop_below(u64 offset);

    // For recovery: files that are there already.

    static std::optional<u64> start_from_name(const std::string& name);
    static std::string name_from_start(u64 start);
    /// Adds a file as the last segment with all of its bytes, unchecked. Starts must ascend.
    StatusOf<StoreError> adopt(u64 start);
    /// Sets the end of the last segment's frames, once it is known.
    void set_end(u64 end);
    /// Closes all files; the object is then empty.
    void close();
    /// Removes the last segment.
    StatusOf<StoreError> drop_last();
    /// Removes the first of several segments from the log without removing its file. Returns the file's name.
    std::string forget_first();

private:
    static constexpr u64 CACHE_LINE = 64;
    static constexpr u64 CACHED_BYTES = u64{2} << 30;

    /// One unit of offsets.
    struct Slot {
        const u8* bytes = nullptr;         ///< at its beginning; none between two segments
        const Segment* segment = nullptr;  ///< its address is stable; null for a segment that is only staged
    };

    /// The next segment; null after the last.
    const Segment* after(const Segment& segment) const noexcept;
    StatusOf<StoreError> map(Segment& segment);
    /// Extends the file for writes up to its offset `end`.
    StatusOf<StoreError> make_room(Segment& segment, u64 end) const;
    void append(Segment segment);
    /// record_from() behind the last segment.
    u64 staged_record_from(u64 item) const noexcept;

    Directory& directory_;
    u64 unit_;
    int unit_bits_;
    u64 room_;
    bool has_room_ = false;  ///< the last file was extended since it was opened
    std::deque<Segment> segments_;
    u64 opened_end_ = 0;  ///< end of the log when it was opened
    u64 dropped_ = 0;     ///< number of segments that once were before the first one
    std::vector<Slot> slots_;
    u64 first_slot_ = 0;
    std::optional<Segment> begun_;  ///< written, not yet published
    u64 written_end_ = 0;
    u64 staged_at_ = 0;  ///< offset of the staged frame
    BytesView staged_;   ///< its bytes; empty: nothing is staged
};

}  // namespace lariat::state
