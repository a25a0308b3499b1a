// Writes a new log record by record, without a store. Until publish() its files have temporary names, which
// the next opening removes.
#pragma once

#include "state/log/segments.hpp"

namespace lariat::state {

class LogWriter {
public:
    /// The first file begins at `start`; each new one is made for `wanted` bytes. Both as for Segments.
    LogWriter(Directory& directory, u64 start, u64 unit, u64 wanted)
        : directory_(directory), unit_(unit), wanted_(wanted), next_start_(start)
    {
    }

    /// Fills in `header.length`. `record_bytes` must equal the bytes of all records that follow.
    StatusOf<StoreError> begin_frame(FrameHeader header, u64 record_bytes);
    /// Offset of the next item in the log.
    u64 offset() const noexcept { return start_ + file_bytes_ + buffer_.size(); }
    StatusOf<StoreError> append(const Record& record);
    /// The checksum over the records is filled in.
    StatusOf<StoreError> end_frame(FrameFooter footer);

    /// Reads the record written at an offset: its number, which is at most `near`, and whether it has this
    /// key.
    struct Written {
        u64 op = 0;
        bool same_key = false;
    };
    Result<Written, StoreError> look_at(u64 offset, BytesView key, u64 near) const;

    /// Makes all files durable under their final names.
    StatusOf<StoreError> publish();

private:
    StatusOf<StoreError> begin_file(u64 frame_bytes);
    StatusOf<StoreError> end_file();
    StatusOf<StoreError> flush();
    StatusOf<StoreError> flush_if_large();

    struct Segment {
        u64 start = 0;
        std::unique_ptr<File> file;
    };

    Directory& directory_;
    u64 unit_;
    u64 wanted_;
    u64 next_start_;
    u64 start_ = 0;       ///< of the last file
    u64 capacity_ = 0;    ///< of it
    u64 file_bytes_ = 0;  ///< of it, written
    std::vector<Segment> files_;
    Bytes buffer_;  ///< goes behind them
    u32 records_crc_ = 0;
};

}  // namespace lariat::state
