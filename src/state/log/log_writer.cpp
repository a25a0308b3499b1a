// Writes frames through a buffer; see log_writer.hpp.
#include "state/log/log_writer.hpp"

#include <algorithm>

#include "base/crc32c.hpp"
#include "lariat/assert.hpp"
#include "state/little_endian.hpp"

namespace lariat::state {

namespace {

constexpr std::size_t WRITE_BYTES = std::size_t{1} << 20;

std::string unpublished(u64 start)
{
    return Segments::name_from_start(start) + ".new";
}

}  // namespace

StatusOf<StoreError> LogWriter::begin_frame(FrameHeader header, u64 record_bytes)
{
    header.length = FRAME_BYTES + record_bytes;
    if (files_.empty() || file_bytes_ + buffer_.size() + header.length > capacity_)
        if (auto begun = begin_file(header.length); !begun) return begun;
    const std::size_t at = buffer_.size();
    buffer_.resize(at + FRAME_HEADER_BYTES);
    write_frame_header(buffer_.data() + at, header);
    records_crc_ = 0;
    return {};
}

StatusOf<StoreError> LogWriter::append(const Record& record)
{
    const std::size_t at = buffer_.size();
    append_record(buffer_, record);
    records_crc_ = crc32c({buffer_.data() + at, 4}, records_crc_);
    return flush_if_large();
}

StatusOf<StoreError> LogWriter::end_frame(FrameFooter footer)
{
    footer.records_crc = records_crc_;
    const std::size_t at = buffer_.size();
    buffer_.resize(at + FRAME_FOOTER_BYTES);
    write_frame_footer(buffer_.data() + at, footer);
    return flush_if_large();
}

Result<LogWriter::Written, StoreError> LogWriter::look_at(u64 offset, BytesView key, u64 near) const
{
    const auto after = std::upper_bound(files_.begin(), files_.end(), offset,
                                        [](u64 at, const Segment& segment) { return at < segment.start; });
    LARIAT_ASSERT(after != files_.begin());
    const Segment& segment = *std::prev(after);
    const u64 at = offset - segment.start;
    if (after == files_.end() && at >= file_bytes_) {
        const u64 left = buffer_.size() - (at - file_bytes_);
        const auto record = peek_record(buffer_.data() + (at - file_bytes_), left, near);
        LARIAT_ASSERT(record);
        return Written{record->op, equal(record->key, key)};
    }
    const u64 available = after == files_.end() ? file_bytes_ - at : LONG_HEADER_BYTES;
    std::array<u8, LONG_HEADER_BYTES> bytes{};
    const std::span<u8> head = std::span(bytes).first(std::min(available, LONG_HEADER_BYTES));
    if (auto read = segment.file->read_at(at, head); !read) return read.error();
    const auto header = peek_record_header(head.data(), head.size(), near);
    LARIAT_ASSERT(header);
    Written found{header->op, false};
    if (header->key_bytes != key.size()) return found;
    Bytes its(key.size());
    const u64 key_at = at + record_header_bytes(header->key_bytes, header->value_bytes);
    if (auto read = segment.file->read_at(key_at, its); !read) return read.error();
    found.same_key = equal(its, key);
    return found;
}

StatusOf<StoreError> LogWriter::begin_file(u64 frame_bytes)
{
    if (auto ended = end_file(); !ended) return ended;
    start_ = next_start_;
    capacity_ = segment_capacity(std::max(wanted_, SEGMENT_HEADER_BYTES + frame_bytes), unit_);
    next_start_ = start_ + capacity_;
    file_bytes_ = 0;
    auto created = directory_.create(unpublished(start_));
    if (!created) return created.error();
    files_.push_back({start_, std::move(created).value()});
    buffer_.resize(SEGMENT_HEADER_BYTES);
    write_segment_header(buffer_.data(), {start_});
    return {};
}

StatusOf<StoreError> LogWriter::end_file()
{
    if (files_.empty()) return {};
    if (auto flushed = flush(); !flushed) return flushed;
    return files_.back().file->sync();
}

StatusOf<StoreError> LogWriter::flush_if_large()
{
    return buffer_.size() < WRITE_BYTES ? StatusOf<StoreError>{} : flush();
}

StatusOf<StoreError> LogWriter::flush()
{
    if (auto written = files_.back().file->write_at(file_bytes_, buffer_); !written) return written;
    file_bytes_ += buffer_.size();
    buffer_.clear();
    return {};
}

StatusOf<StoreError> LogWriter::publish()
{
    if (auto ended = end_file(); !ended) return ended;
    for (const Segment& segment : files_) {
        auto renamed =
            directory_.rename(unpublished(segment.start), Segments::name_from_start(segment.start));
        if (!renamed) return renamed;
    }
    return directory_.sync();
}

}  // namespace lariat::state
