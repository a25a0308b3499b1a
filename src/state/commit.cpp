// Commits a batch: plans it, builds its frame, makes the frame durable, applies it to memory. Staged, a batch
// is applied first and made durable later. See log_store.hpp.
//
// While the records from the floor on have more than about twice the live bytes, and at least 32 MiB more,
// each commit moves the floor up by three times the bytes that it wrote or superseded, to the end of the
// record reached. Live records on the way are written again at the end of the log. So the log stays within a
// multiple of the state, and a commit costs in proportion to its batch plus one record. The moves depend
// only on the batch and the operations from the floor on, so every node moves the same. Frame bytes do not
// count, since the root does not cover them; instead a commit of few writes always moves the floor by some
// operations, so that frames never outweigh records.
#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>

#include "base/crc32c.hpp"
#include "lariat/assert.hpp"
#include "state/log_store.hpp"
#include "state/proof/digest.hpp"

namespace lariat::state {

namespace {

constexpr u64 WINDOW_PER_KEY = 44;

/// What the window may weigh. A wide one saves moves, each of which costs much the same whatever the record
/// weighs: so it is twice what lives for records of 80 bytes, and narrower for larger ones.
u64 window_max(const Totals& totals, u64 slack) noexcept
{
    return totals.live_bytes + totals.live_bytes / 16 * 7 + WINDOW_PER_KEY * totals.live_count + slack;
}

constexpr u64 MOVED_PER_PAID = 3;
constexpr u64 STEPS_MIN = 4;  ///< of a commit: writes and operations that the floor moves over ...
constexpr u64 STEPS_BYTES = u64{4} << 10;  ///< ... unless those weigh more
constexpr std::size_t PREFETCH_AHEAD = 16;

}  // namespace

/// What a commit will do, before anything is done.
struct LogStore::Plan {
    Totals totals;  ///< as they will be
    u64 paid = 0;   ///< bytes written by the batch and superseded by it
    u64 records_bytes = 0;
    Segments::Place place = {};
    u64 floor_at = 0;  ///< 0: the first record of this frame, or of a later one
    u64 chunk_at = 0;
};

StatusOf<StoreError> LogStore::check(std::span<const WriteView> batch) const
{
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const WriteView& write = batch[i];
        if (i + PREFETCH_AHEAD < batch.size()) __builtin_prefetch(batch[i + PREFETCH_AHEAD].key.data());
        if (i != 0 && text(batch[i - 1].key) >= text(write.key))
            return StoreError{"the batch's keys do not ascend at write " + std::to_string(i)};
        if (write.key.size() > KEY_BYTES_MAX)
            return StoreError{"a key of " + std::to_string(write.key.size()) + " bytes; at most " +
                              std::to_string(KEY_BYTES_MAX)};
        if (write.value && write.value->size() > VALUE_BYTES_MAX)
            return StoreError{"a value of " + std::to_string(write.value->size()) + " bytes; at most " +
                              std::to_string(VALUE_BYTES_MAX)};
    }
    return {};
}

StatusOf<StoreError> LogStore::may_commit(std::span<const WriteView> batch) const
{
    if (failed_) return *failed_;
    if (staged_) return StoreError{"cannot take a batch while another one is staged"};
    return check(batch);
}

LogStore::Plan LogStore::prepare(std::span<const WriteView> batch)
{
    Plan plan{.totals = versions_.back().totals,
              .floor_at = versions_.back().floor_at,
              .chunk_at = versions_.back().chunk_at};
    plan_writes(batch, plan);
    plan_moves(plan);
    build_frame(plan);
    return plan;
}

StatusOf<StoreError> LogStore::commit(std::span<const WriteView> batch)
{
    if (auto may = may_commit(batch); !may) return may;
    const Plan plan = prepare(batch);
    if (auto written = segments_.write(plan.place, frame_); !written) return *(failed_ = written.error());
    {
        const auto lock = alone();
        segments_.publish();
        apply(plan);
        if (auto given_up = give_up_old_versions(); !given_up) return *(failed_ = given_up.error());
    }
    auto done = acknowledge();
    if (!done) failed_ = done.error();
    return done;
}

Result<Hash32, StoreError> LogStore::stage(std::span<const WriteView> batch)
{
    if (const auto may = may_commit(batch); !may) return may.error();
    const Plan plan = prepare(batch);
    const std::lock_guard in_turn(turn_);
    const std::unique_lock lock(mutex_);
    staged_ = plan.place;
    segments_.stage(plan.place, frame_);
    apply(plan);
    return root_;
}

/// No view is there meanwhile: stage() has waited for those before it, and new ones wait.
StatusOf<StoreError> LogStore::make_durable()
{
    if (failed_) return *failed_;
    if (!staged_) return StoreError{"nothing is staged"};
    if (auto written = segments_.write(*staged_, frame_); !written) {
        failed_ = written.error();
        undo_staged();
        return *failed_;
    }
    segments_.publish();
    const auto given_up = give_up_old_versions();
    {
        const std::lock_guard in_turn(turn_);
        staged_.reset();
    }
    nothing_staged_.notify_all();
    if (!given_up) return *(failed_ = given_up.error());
    auto done = acknowledge();
    if (!done) failed_ = done.error();
    return done;
}

StatusOf<StoreError> LogStore::drop_staged()
{
    if (failed_) return *failed_;
    if (!staged_) return StoreError{"nothing is staged"};
    undo_staged();
    return {};
}

void LogStore::undo_staged()
{
    undo_last_version();
    forget_undone_ops();
    return_to_last_root();
    segments_.unstage();
    {
        const std::lock_guard in_turn(turn_);
        staged_.reset();
    }
    nothing_staged_.notify_all();
}

void LogStore::plan_writes(std::span<const WriteView> batch, Plan& plan)
{
    steps_.clear();
    steps_.reserve(batch.size());
    superseded_base_ = plan.totals.floor / 64;
    const u64 words = plan.totals.op_count / 64 - superseded_base_ + 1;
    if (superseded_.size() < words) superseded_.resize(words + words / 8);
    // In blocks of a few and in three passes: first the index's lines are asked for, then the records' that
    // they lead to, so that the memory works on many of them while none is waited for.
    std::array<u64, LOOKUP_BLOCK> hashes;
    for (std::size_t begin = 0; begin < batch.size(); begin += LOOKUP_BLOCK) {
        const auto block = batch.subspan(begin, std::min(LOOKUP_BLOCK, batch.size() - begin));
        const auto next = batch.subspan(begin + block.size());
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (i < next.size()) __builtin_prefetch(next[i].key.data());
            index_.prefetch(hashes[i] = index_.hash(block[i].key));
        }
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (const auto likely = likely_place(hashes[i])) segments_.prefetch(*likely, usual_record_bytes_);
            if (block[i].value) __builtin_prefetch(block[i].value->data());
        }
        for (std::size_t i = 0; i < block.size(); ++i) plan_write(block[i], hashes[i], plan);
    }
}

void LogStore::plan_write(const WriteView& write, u64 hash, Plan& plan)
{
    Step step{.kind = write.value ? ItemKind::put : ItemKind::remove,
              .hash = hash,
              .key = write.key,
              .value = write.value.value_or(BytesView{})};
    const auto old = find(write.key, hash);
    const bool changes =
        old ? !write.value || !equal(old->record.value, step.value) : write.value.has_value();
    if (!changes) return;
    const u64 size = record_size(step.key.size(), step.value.size());
    Totals& totals = plan.totals;
    plan.paid += size;
    if (old) {
        const u64 old_size = old->record.size();
        plan.paid += old_size;
        step.old_at = old->at;
        step.old_op = old->record.op;
        step.place = old->place;
        ops_.prefetch_active(step.old_op);
        superseded_[step.old_op / 64 - superseded_base_] |= u64{1} << step.old_op % 64;
        totals.live_bytes -= old_size;
        --totals.live_count;
    }
    if (write.value) {
        totals.live_bytes += size;
        ++totals.live_count;
    }
    if (!old || !write.value) step.path = key_path(write.key);
    totals.window_bytes += size;
    ++totals.op_count;
    plan.records_bytes += size;
    steps_.push_back(step);
}

void LogStore::plan_moves(Plan& plan)
{
    const u64 op_end = versions_.back().totals.op_count;  // what this commit writes is not moved by it
    Totals& totals = plan.totals;
    u64 moved = 0;
    u64 steps = steps_.size();
    const auto too_wide = [&] {
        return totals.window_bytes > window_max(totals, options_.window_slack) &&
               moved < MOVED_PER_PAID * plan.paid;
    };
    for (; totals.floor < op_end && ((steps < STEPS_MIN && moved < STEPS_BYTES) || too_wide()); ++steps) {
        const u64 op = totals.floor++;
        const Record record = read_operation(op, plan.floor_at);
        const u64 size = record.size();
        moved += size;
        if (ops_.active(op) && !superseded(op)) {
            steps_.push_back({.kind = ItemKind::put,
                              .hash = index_.hash(record.key),
                              .old_at = plan.floor_at,
                              .old_op = op,
                              .key = record.key,
                              .value = record.value});
            plan.records_bytes += size;
            ++totals.op_count;
        } else {
            totals.window_bytes -= size;
        }
        plan.floor_at = totals.floor == op_end ? 0 : segments_.record_from(plan.floor_at + size);
        if (totals.floor % CHUNK_OPS == 0) plan.chunk_at = plan.floor_at;
    }
    for (const Step& step : steps_)
        if (step.old_at != 0) superseded_[step.old_op / 64 - superseded_base_] = 0;
}

void LogStore::build_frame(Plan& plan)
{
    const u64 frame_bytes = FRAME_BYTES + plan.records_bytes;
    plan.place = segments_.place_for(frame_bytes, options_.file_bytes(plan.totals.live_bytes));
    const Version& parent = versions_.back();
    const u64 first_op = parent.totals.op_count;
    const u64 records_at = plan.place.offset + FRAME_HEADER_BYTES;

    frame_.clear();
    frame_.reserve(SEGMENT_HEADER_BYTES + frame_bytes);
    frame_.resize(SEGMENT_HEADER_BYTES + FRAME_HEADER_BYTES);
    leaves_.resize(steps_.size());
    Sha256Batch hashes;
    u32 records_crc = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (i + PREFETCH_AHEAD < steps_.size()) __builtin_prefetch(steps_[i + PREFETCH_AHEAD].value.data());
        Step& step = steps_[i];
        const u64 begin = frame_.size();
        step.at = plan.place.offset + (begin - SEGMENT_HEADER_BYTES);
        const Record record{.kind = step.kind,
                            .op = first_op + i,
                            .distance = step.old_at == 0 ? 0 : step.at - step.old_at,
                            .key = step.key,
                            .value = step.value};
        append_record(frame_, record);
        records_crc = crc32c({frame_.data() + begin, 4}, records_crc);
        leaf_digest(hashes, leaves_[i], record.op, op_kind(record.kind), record.key, record.value);
    }
    hashes.finish();
    if (!steps_.empty()) {
        if (plan.floor_at == 0) plan.floor_at = records_at;
        if (plan.chunk_at == 0) plan.chunk_at = records_at;
    }
    const u64 footer = frame_.size();
    frame_.resize(footer + FRAME_FOOTER_BYTES);
    write_frame_footer(frame_.data() + footer, {.records_crc = records_crc,
                                                .totals = plan.totals,
                                                .floor_at = plan.floor_at,
                                                .chunk_at = plan.chunk_at});
    write_frame_header(frame_.data() + SEGMENT_HEADER_BYTES, {.version = parent.number + 1,
                                                              .length = frame_bytes,
                                                              .records = static_cast<u32>(steps_.size()),
                                                              .first_op = first_op,
                                                              .previous = parent.frame,
                                                              .parent_root = parent.root});
}

void LogStore::apply(const Plan& plan)
{
    // One thing at a time: each loop's waiting for memory overlaps, and hashing would keep it from that.
    const u64 first_op = versions_.back().totals.op_count;
    for (std::size_t i = (GROUP_OPS - first_op % GROUP_OPS) % GROUP_OPS; i < steps_.size(); i += GROUP_OPS)
        groups_.push_back(steps_[i].at);
    ops_.append(leaves_);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (steps_[i].old_at != 0) ops_.set_active(steps_[i].old_op, false);
        if (steps_[i].kind == ItemKind::put) ops_.set_active(first_op + i, true);
    }
    // What only changes an entry comes first: places hold until one is inserted or erased.
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (i + PREFETCH_AHEAD < steps_.size()) {
            const Step& ahead = steps_[i + PREFETCH_AHEAD];
            if (ahead.place.bucket != nullptr) {
                __builtin_prefetch(ahead.place.bucket);
            } else if (ahead.old_at != 0) {
                index_.prefetch(ahead.hash);
            }
        }
        const Step& step = steps_[i];
        if (step.kind == ItemKind::remove || step.old_at == 0) continue;
        if (step.place.bucket != nullptr) {
            KeyIndex::replace(step.place, location_of(step.at));
        } else {
            index_.replace(step.hash, location_of(step.old_at), location_of(step.at));
        }
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (i + PREFETCH_AHEAD < steps_.size() && steps_[i + PREFETCH_AHEAD].old_at == 0)
            index_.prefetch(steps_[i + PREFETCH_AHEAD].hash);
        const Step& step = steps_[i];
        if (step.kind == ItemKind::remove) {
            index_.erase(step.hash, location_of(step.old_at));
            keys_.erase(step.path);
        } else if (step.old_at == 0) {
            index_.insert(step.hash, location_of(step.at));
            keys_.insert(step.path);
        }
    }
    ops_.set_floor(plan.totals.floor);
    root_ = compute_root(plan.totals);
    versions_.push_back({.number = versions_.back().number + 1,
                         .frame = plan.place.offset,
                         .end = plan.place.offset + frame_.size() - SEGMENT_HEADER_BYTES,
                         .totals = plan.totals,
                         .floor_at = plan.floor_at,
                         .chunk_at = plan.chunk_at,
                         .root = root_});
}

StatusOf<StoreError> LogStore::give_up_old_versions()
{
    forget_old_versions();
    return drop_files_below(versions_.front());
}

void LogStore::forget_old_versions()
{
    while (versions_.size() > options_.keep_versions + 1) versions_.pop_front();
    const Version& oldest = versions_.front();
    ops_.forget_below(oldest.totals.floor);
    while (groups_.size() > ops_.groups()) groups_.pop_front();
}

StatusOf<StoreError> LogStore::drop_files_below(const Version& oldest)
{
    return segments_.drop_below(oldest.chunk_at == 0 ? oldest.frame : oldest.chunk_at);
}

StatusOf<StoreError> LogStore::drop_history()
{
    if (failed_) return *failed_;
    if (staged_) return StoreError{"cannot drop the history while a batch is staged"};
    const auto lock = alone();
    const u64 start = segments_.start();
    if (auto dropped = drop_files_below(versions_.back()); !dropped) return *(failed_ = dropped.error());
    if (segments_.start() == start) return {};
    const auto lost = [&](const Version& v) {
        return v.frame == 0 || segments_.find(v.chunk_at == 0 ? v.frame : v.chunk_at) == nullptr;
    };
    while (lost(versions_.front())) versions_.pop_front();
    forget_old_versions();
    // A smaller one comes at the end. The log is enough until then.
    if (auto removed = remove_checkpoint(); !removed) return *(failed_ = removed.error());
    return {};
}

StatusOf<StoreError> LogStore::acknowledge()
{
    const Version& last = versions_.back();
    if (!committed_) {
        auto created = directory_->create("committed");
        if (!created) return created.error();
        committed_ = std::move(created).value();
    }
    std::array<u8, ACKNOWLEDGED_BYTES> slot;
    write_acknowledged(slot.data(), {last.number, last.end, last.root});
    if (auto written = committed_->write_at((last.number & 1) * ACKNOWLEDGED_BYTES, slot); !written)
        return written;
    return remove_checkpoint();
}

}  // namespace lariat::state
