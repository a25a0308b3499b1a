// Builds the memory of the last version from the log alone: reads, checks and hashes every record from the
// oldest version that can be rolled back to.
#include <algorithm>

#include "base/crc32c.hpp"
#include "lariat/assert.hpp"
#include "state/log_store.hpp"

namespace lariat::state {

namespace {

constexpr u64 PROGRESS_EVERY_BYTES = u64{16} << 20;

}  // namespace

/// A walk over frames, oldest first.
struct LogStore::Replay {
    u64 begin_op = 0;    ///< first operation that the trees hold
    u64 begin_at = 0;    ///< offset of its record, once it was met
    u64 live_bytes = 0;  ///< as of the records so far
};

StoreError LogStore::damage_at(u64 offset, const std::string& what) const
{
    const auto& all = segments_.all();
    if (all.empty()) return StoreError{directory_->path() + ": " + what + ": no file of the log is there"};
    // Where there is nothing, the file before it is the one cut, or the one after it is what is left.
    const auto above = std::upper_bound(all.begin(), all.end(), offset,
                                        [](u64 at, const auto& segment) { return at < segment.start; });
    const auto& nearest = above == all.begin() ? all.front() : *std::prev(above);
    const u64 at = std::clamp(offset, nearest.start, nearest.end) - nearest.start;
    const bool there = segments_.find(offset) != nullptr;
    return file_error(nearest.file->path(), at,
                      there ? what
                            : what + ": the log has nothing at " + std::to_string(offset) +
                                  ", so this file is cut or the one beside it is missing");
}

Result<u64, StoreError> LogStore::first_frame_with(u64 op) const
{
    const Version& oldest = versions_.front();
    if (oldest.frame == 0) {  // the first file is empty when all of it was rolled back and more did not fit
        const bool empty = segments_.all().front().end == segments_.start() + SEGMENT_HEADER_BYTES;
        return segments_.all()[empty ? 1 : 0].start + SEGMENT_HEADER_BYTES;
    }
    u64 at = oldest.frame;
    for (;;) {
        const auto frame = peek_frame(segments_, at);
        if (!frame) return damage_at(at, "a frame is damaged or missing");
        if (frame->header.first_op <= op) return at;
        if (frame->header.previous >= at) return damage_at(at, "the frame before it does not lie before it");
        at = frame->header.previous;
    }
}

StatusOf<StoreError> LogStore::replay(const Progress& progress)
{
    const Version& oldest = versions_.front();
    Replay replay{.begin_op = oldest.totals.floor / CHUNK_OPS * CHUNK_OPS};
    ops_ = OpTree(replay.begin_op);
    const auto begin = first_frame_with(replay.begin_op);
    if (!begin) return begin.error();
    u64 at = begin.value();
    const u64 all = segments_.end() - at;
    u64 reported = 0;
    u64 previous = 0;
    u64 version = 0;
    for (;;) {
        const auto frame = peek_frame(segments_, at);
        if (!frame) return damage_at(at, "a frame is damaged or missing");
        if (previous != 0 && (frame->header.previous != previous || frame->header.version != version + 1))
            return damage_at(at, "a frame does not follow the one before");
        if (auto replayed = replay_frame(*frame, replay); !replayed) return replayed;
        previous = at;
        version = frame->header.version;
        if (at == versions_.back().frame) break;
        at = segments_.frame_after(previous, frame->header.length);
        if (at == 0) return damage_at(previous, "the log ends before its last version");
        if (progress && all - (segments_.end() - at) >= reported + PROGRESS_EVERY_BYTES) {
            reported = all - (segments_.end() - at);
            progress(reported, all);
        }
    }
    const Totals& totals = versions_.back().totals;
    ops_.set_floor(totals.floor);
    if (totals.live_count != index_.size() || totals.live_count != keys_.size() ||
        totals.live_bytes != replay.live_bytes || totals.op_count != ops_.size())
        return damage_at(versions_.back().frame, "the version's counts do not fit the records before it");
    for (u64 op = replay.begin_op; op < totals.floor; ++op)
        if (ops_.active(op)) return damage_at(versions_.back().frame, "a live record lies below the floor");
    return take_up_versions();
}

StatusOf<StoreError> LogStore::take_up_versions()
{
    forget_old_versions();
    for (const Version& version : versions_) {
        const Totals& totals = version.totals;
        const bool at_end = totals.floor == totals.op_count;  // its record may belong to a later version
        const u64 chunk = totals.floor / CHUNK_OPS * CHUNK_OPS;
        if ((version.floor_at == 0 ? !at_end : offset_of_op(totals.floor) != version.floor_at) ||
            (version.chunk_at == 0 ? !at_end : offset_of_op(chunk) != version.chunk_at))
            return damage_at(version.frame, "a frame's footer does not say where the floor is");
    }
    root_ = versions_.back().root = compute_root(versions_.back().totals);
    return {};
}

StatusOf<StoreError> LogStore::replay_frame(const Frame& frame, Replay& replay)
{
    const u64 end = frame.end() - FRAME_FOOTER_BYTES;
    u64 at = frame.offset + FRAME_HEADER_BYTES;
    u32 crc = 0;
    for (u64 op = frame.header.first_op; op < frame.header.first_op + frame.header.records; ++op) {
        const u8* const bytes = segments_.at(at);
        const auto record = peek_record(bytes, end - at, op);
        if (!record || !record_intact(bytes, record->size()) || record->op != op)
            return damage_at(at, "a record is damaged");
        crc = crc32c({bytes, 4}, crc);
        if (op >= replay.begin_op)
            if (auto done = replay_record(*record, at, replay); !done) return done;
        at += record->size();
    }
    if (at != end || crc != frame.footer.records_crc)
        return damage_at(at, "a frame's footer does not fit its records");
    return {};
}

StatusOf<StoreError> LogStore::replay_record(const Record& record, u64 at, Replay& replay)
{
    if (record.op != ops_.size()) return damage_at(at, "operations are missing before this one");
    if (replay.begin_at == 0) replay.begin_at = at;
    if (record.op % GROUP_OPS == 0) groups_.push_back(at);
    ops_.append(leaf_digest(record.op, op_kind(record.kind), record.key, record.value));
    const u64 hash = index_.hash(record.key);
    // What lies before the beginning was superseded by a version that is older than all of those kept.
    u64 old_at = 0;
    if (record.distance != 0 && record.distance <= at - replay.begin_at) {
        old_at = at - record.distance;
        const Segments::Segment* const segment = segments_.find(old_at);
        const auto old = segment ? peek_record(segments_.at(old_at),
                                               std::min(record.distance, segment->end - old_at), record.op)
                                 : std::nullopt;
        if (!old || !equal(old->key, record.key) || old->op < replay.begin_op || old->op >= record.op ||
            !ops_.active(old->op) || !index_.has(hash, location_of(old_at)))
            return damage_at(at, "the record does not fit the one that it supersedes");
        ops_.set_active(old->op, false);
        replay.live_bytes -= old->size();
    }
    if (record.kind == ItemKind::remove) {
        if (old_at == 0) return {};
        index_.erase(hash, location_of(old_at));
        keys_.erase(key_path(record.key));
        return {};
    }
    ops_.set_active(record.op, true);
    replay.live_bytes += record.size();
    if (old_at != 0) {
        index_.replace(hash, location_of(old_at), location_of(at));
    } else {
        index_.insert(hash, location_of(at));
        keys_.insert(key_path(record.key));
    }
    return {};
}

}  // namespace lariat::state
