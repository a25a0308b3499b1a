// Manages the files of the log behind one space of offsets; see segments.hpp.
#include "state/log/segments.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>

#include "lariat/assert.hpp"

namespace lariat::state {

namespace {

constexpr std::string_view PREFIX = "log.";
constexpr std::size_t DIGITS = 16;

}  // namespace

std::string Segments::name_from_start(u64 start)
{
    std::string digits(DIGITS, '0');
    for (std::size_t i = DIGITS; start != 0; start >>= 4) digits[--i] = "0123456789abcdef"[start & 15];
    return std::string(PREFIX) + digits;
}

std::optional<u64> Segments::start_from_name(const std::string& name)
{
    if (name.size() != PREFIX.size() + DIGITS || !name.starts_with(PREFIX)) return std::nullopt;
    u64 start = 0;
    const auto [end, error] =
        std::from_chars(name.data() + PREFIX.size(), name.data() + name.size(), start, 16);
    if (error != std::errc{} || end != name.data() + name.size() || name_from_start(start) != name)
        return std::nullopt;
    return start;
}

Segments::Segments(Directory& directory, u64 unit, u64 room)
    : directory_(directory), unit_(unit), unit_bits_(std::countr_zero(unit)), room_(room)
{
    LARIAT_ASSERT(std::has_single_bit(unit));
}

const Segments::Segment* Segments::after(const Segment& segment) const noexcept
{
    const u64 next = segment.number - dropped_ + 1;
    return next == segments_.size() ? nullptr : &segments_[next];
}

u64 Segments::frame_after(u64 offset, u64 length) const noexcept
{
    const Segment& segment = *slots_[(offset >> unit_bits_) - first_slot_].segment;
    if (offset + length < segment.end) return offset + length;
    const Segment* const next = after(segment);
    return next == nullptr ? 0 : next->start + SEGMENT_HEADER_BYTES;
}

u64 Segments::record_from(u64 item) const noexcept
{
    // What stands before it lies in a segment; it itself may be where that ends.
    const Segment* segment = slots_[((item - 1) >> unit_bits_) - first_slot_].segment;
    for (;;) {
        if (segment == nullptr) return staged_record_from(item);
        if (item >= segment->end) {
            segment = after(*segment);
            if (segment != nullptr) item = segment->start + SEGMENT_HEADER_BYTES;
            continue;
        }
        if (segment->end - item < SHORT_HEADER_BYTES) return item;  // none: who reads it finds the damage
        const ItemKind kind = item_kind(segment->bytes + (item - segment->start));
        if (kind == ItemKind::frame_header) {
            item += FRAME_HEADER_BYTES;
        } else if (kind == ItemKind::frame_footer) {
            item += FRAME_FOOTER_BYTES;
        } else {
            return item;
        }
    }
}

u64 Segments::staged_record_from(u64 item) const noexcept
{
    item = std::max(item, staged_at_);
    for (;;) {
        const BytesView left = staged_from(item);
        if (left.empty()) return 0;
        const ItemKind kind = item_kind(left.data());
        if (kind == ItemKind::frame_header) {
            item += FRAME_HEADER_BYTES;
        } else if (kind == ItemKind::frame_footer) {
            item += FRAME_FOOTER_BYTES;
        } else {
            return item;
        }
    }
}

u64 Segments::disk_bytes() const noexcept
{
    u64 bytes = 0;
    for (const Segment& segment : segments_) bytes += segment.end - segment.start;
    return bytes;
}

Segments::Place Segments::place_for(u64 frame_bytes, u64 wanted) const
{
    if (!segments_.empty()) {
        const Segment& last = segments_.back();
        if (last.end - last.start + frame_bytes <= last.capacity) return {last.end, 0};
    }
    const u64 capacity = segment_capacity(std::max(wanted, SEGMENT_HEADER_BYTES + frame_bytes), unit_);
    const u64 start = segments_.empty() ? 0 : segments_.back().start + segments_.back().capacity;
    return {start + SEGMENT_HEADER_BYTES, capacity};
}

StatusOf<StoreError> Segments::map(Segment& segment)
{
    auto mapped = segment.file->map(segment.capacity);
    if (!mapped) return mapped.error();
    segment.bytes = mapped.value();
    return {};
}

void Segments::append(Segment segment)
{
    if (segments_.empty()) {
        slots_.clear();
        first_slot_ = segment.start >> unit_bits_;
    }
    slots_.resize((segment.start >> unit_bits_) - first_slot_);
    segment.number = dropped_ + segments_.size();
    const Segment& stays = segments_.emplace_back(std::move(segment));
    for (u64 offset = 0; offset < stays.capacity; offset += unit_)
        slots_.push_back({stays.bytes + offset, &stays});
}

StatusOf<StoreError> Segments::make_room(Segment& segment, u64 end) const
{
    if (end <= segment.size) return {};
    segment.size = end;
    if (room_ == 0 || segment.capacity < room_) return {};
    segment.size = std::min((end + room_ - 1) / room_ * room_, segment.capacity);
    return segment.file->grow(segment.size);
}

StatusOf<StoreError> Segments::give_room_back()
{
    if (!has_room_ || segments_.empty()) return {};
    has_room_ = false;
    Segment& last = segments_.back();
    if (last.size == last.end - last.start) return {};
    last.size = last.end - last.start;
    return last.file->truncate(last.size);
}

StatusOf<StoreError> Segments::write(const Place& place, Bytes& bytes)
{
    LARIAT_ASSERT(bytes.size() >= SEGMENT_HEADER_BYTES + FRAME_BYTES);
    const u64 frame_bytes = bytes.size() - SEGMENT_HEADER_BYTES;
    if (frame_bytes > UNUSED_BYTES_MAX - unit_ - room_)  // an opening could not tell it from foreign bytes
        return StoreError{"a commit of " + std::to_string(frame_bytes) + " bytes is too large for the log"};
    if (place.capacity == 0) {
        Segment& last = segments_.back();
        LARIAT_ASSERT(place.offset == last.end);
        const BytesView frame = BytesView{bytes}.subspan(SEGMENT_HEADER_BYTES);
        has_room_ = true;
        if (auto made = make_room(last, last.end - last.start + frame_bytes); !made) return made;
        if (auto written = last.file->write_at(last.end - last.start, frame); !written) return written;
        written_end_ = last.end + frame_bytes;
        return last.file->sync();
    }
    // Only the last file has room behind its end: what is found between two is damage.
    const bool had_room =
        !segments_.empty() && segments_.back().size != segments_.back().end - segments_.back().start;
    if (had_room) {
        has_room_ = true;
        if (auto given = give_room_back(); !given) return given;
        if (auto synced = segments_.back().file->sync(); !synced) return synced;
    }
    Segment next{.start = place.offset - SEGMENT_HEADER_BYTES,
                 .end = place.offset + frame_bytes,
                 .capacity = place.capacity,
                 .size = 0,
                 .file = nullptr,
                 .bytes = nullptr};
    auto created = directory_.create(name_from_start(next.start));
    if (!created) return created.error();
    next.file = std::move(created).value();
    if (auto mapped = map(next); !mapped) return mapped;  // before it has bytes that would have to be moved
    has_room_ = true;
    if (auto made = make_room(next, bytes.size()); !made) return made;
    write_segment_header(bytes.data(), {next.start});
    if (auto written = next.file->write_at(0, bytes); !written) return written;
    if (auto synced = next.file->sync(); !synced) return synced;
    if (auto named = directory_.sync(); !named) return named;
    written_end_ = next.end;
    begun_ = std::move(next);
    return {};
}

void Segments::publish()
{
    if (begun_) append(std::move(*std::exchange(begun_, std::nullopt)));
    segments_.back().end = written_end_;
    staged_ = {};
}

void Segments::stage(const Place& place, BytesView bytes)
{
    LARIAT_ASSERT(staged_.empty() && bytes.size() >= SEGMENT_HEADER_BYTES + FRAME_BYTES);
    staged_at_ = place.offset;
    staged_ = bytes.subspan(SEGMENT_HEADER_BYTES);
    if (place.capacity == 0) return;
    // Prefetches take an address from a slot unasked, so the new segment needs slots.
    const u64 start = place.offset - SEGMENT_HEADER_BYTES;
    if (segments_.empty()) {
        slots_.clear();
        first_slot_ = start >> unit_bits_;
    }
    slots_.resize((start >> unit_bits_) - first_slot_);
    for (u64 offset = 0; offset < place.capacity; offset += unit_)
        slots_.push_back({bytes.data() + std::min<u64>(offset, bytes.size()), nullptr});
}

void Segments::unstage()
{
    staged_ = {};
    while (!slots_.empty() && slots_.back().segment == nullptr) slots_.pop_back();
}

StatusOf<StoreError> Segments::cut(u64 end)
{
    LARIAT_ASSERT(!segments_.empty() && end > segments_.front().start);
    bool dropped = false;
    for (; segments_.back().start >= end; dropped = true)
        if (auto done = drop_last(); !done) return done;
    if (dropped)
        if (auto synced = directory_.sync(); !synced) return synced;
    Segment& last = segments_.back();
    LARIAT_ASSERT(end <= last.end);
    last.end = end;
    last.size = end - last.start;
    if (auto cut = last.file->truncate(last.size); !cut) return cut;
    return last.file->sync();
}

StatusOf<StoreError> Segments::drop_last()
{
    const u64 start = segments_.back().start;
    segments_.pop_back();
    slots_.resize(segments_.empty() ? 0 : (start >> unit_bits_) - first_slot_);
    return directory_.remove(name_from_start(start));
}

StatusOf<StoreError> Segments::drop_below(u64 offset)
{
    while (segments_.size() > 1 && segments_.front().end <= offset)
        if (auto removed = directory_.remove(forget_first()); !removed) return removed;
    return {};
}

std::string Segments::forget_first()
{
    const u64 start = segments_.front().start;
    segments_.pop_front();
    ++dropped_;
    const u64 first = segments_.front().start >> unit_bits_;
    slots_.erase(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(first - first_slot_));
    first_slot_ = first;
    return name_from_start(start);
}

StatusOf<StoreError> Segments::adopt(u64 start)
{
    LARIAT_ASSERT(segments_.empty() || segments_.back().start < start);
    if (start % unit_ != 0)
        return StoreError{"the log's file " + name_from_start(start) + " begins at no multiple of " +
                          std::to_string(unit_) + ": it was not written with this segment unit"};
    auto opened = directory_.open(name_from_start(start));
    if (!opened) return opened.error();
    Segment next{.start = start,
                 .end = 0,
                 .capacity = 0,
                 .size = 0,
                 .file = std::move(opened).value(),
                 .bytes = nullptr};
    const auto size = next.file->size();
    if (!size) return size.error();
    if (size.value() > U64_MAX - unit_ || size.value() + unit_ > U64_MAX - start)
        return file_error(next.file->path(), 0, "the file reaches beyond all offsets of a log");
    if (!segments_.empty() && start > segments_.back().end && start - segments_.back().end > UNUSED_BYTES_MAX)
        return file_error(
            next.file->path(), 0,
            "begins " + std::to_string(start - segments_.back().end) +
                " bytes behind the file before it: it is not of this log, or files are missing");
    next.size = size.value();
    next.end = start + next.size;
    next.capacity = segment_capacity(std::max(size.value(), u64{1}), unit_);
    if (!segments_.empty()) {  // no more was written to the one before, whatever was wanted for it
        Segment& before = segments_.back();
        before.capacity = std::min(before.capacity, start - before.start);
        if (before.end > start)
            return file_error(before.file->path(), start - before.start, "overlaps the next file of the log");
    }
    if (auto mapped = map(next); !mapped) return mapped;
    append(std::move(next));
    return {};
}

void Segments::close()
{
    segments_.clear();
    slots_.clear();
}

void Segments::set_end(u64 end)
{
    segments_.back().end = opened_end_ = end;
}

}  // namespace lariat::state
