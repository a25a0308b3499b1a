// Walks over the frames of the log, to check them and to copy the state.
#include "lariat/assert.hpp"
#include "state/log_store.hpp"

namespace lariat::state {

StatusOf<StoreError> LogStore::verify_files(const Progress& progress) const
{
    if (staged_) return StoreError{"cannot read the files while a batch is staged"};
    const u64 all = segments_.disk_bytes();
    u64 done = 0;
    for (const Segments::Segment& segment : segments_.all()) {
        const auto header = read_segment_header({segment.bytes, segment.end - segment.start});
        if (!header || header->start != segment.start)
            return file_error(segment.file->path(), 0, "the file's header is damaged");
        for (u64 at = segment.start + SEGMENT_HEADER_BYTES; at < segment.end;) {
            const auto frame = read_frame(segments_, at);
            if (!frame) return frame.error();
            at = frame.value().end();
            if (progress) progress(done + (at - segment.start), all);
        }
        done += segment.end - segment.start;
    }
    return {};
}

StatusOf<StoreError> LogStore::for_each_of_window(
    const std::function<StatusOf<StoreError>(const WindowCommit&)>& begin,
    const std::function<StatusOf<StoreError>(const Record&)>& operation) const
{
    if (staged_) return StoreError{"cannot read the window while a batch is staged"};
    const Version& last = versions_.back();
    if (last.frame == 0) return {};
    const u64 first_op = last.totals.floor / CHUNK_OPS * CHUNK_OPS;
    auto found = first_frame_with(first_op);
    if (!found) return found.error();
    for (u64 at = found.value();;) {
        const auto frame = peek_frame(segments_, at);
        if (!frame) return damage_at(at, "a frame is damaged or missing");
        const u64 op_end = frame->header.first_op + frame->header.records;
        // Before the first operation there may be commits of which none is left, and empty ones.
        if (op_end > first_op || at == last.frame) {
            u64 op = std::max(first_op, frame->header.first_op);
            u64 record_at = op == op_end                   ? frame->end() - FRAME_FOOTER_BYTES
                            : op == frame->header.first_op ? at + FRAME_HEADER_BYTES
                                                           : offset_of_op(op);
            const u64 records_end = frame->end() - FRAME_FOOTER_BYTES;
            if (auto begun = begin({frame->header.version, op_end - op, records_end - record_at}); !begun)
                return begun;
            for (; op < op_end; ++op) {
                const Record record = read_record(record_at);
                if (auto visited = operation(record); !visited) return visited;
                record_at += record.size();
            }
        }
        if (at == last.frame) return {};
        const u64 next = segments_.frame_after(at, frame->header.length);
        if (next == 0) return damage_at(at, "the log ends before its last version");
        at = next;
    }
}

}  // namespace lariat::state
