// Undoes the last versions. Each record names the record that it superseded, so the log is its own undo
// journal.
//
// A file `rollback` names the target version before anything is cut off, and is removed at the end. An
// opening that finds it continues the cutting, so a rollback happens whole or not at all.
#include <algorithm>
#include <mutex>
#include <utility>

#include "lariat/assert.hpp"
#include "state/log_store.hpp"

namespace lariat::state {

StatusOf<StoreError> LogStore::rollback(u64 versions)
{
    if (failed_) return *failed_;
    if (staged_) return StoreError{"cannot undo versions while a batch is staged"};
    if (versions > rollback_depth())
        return StoreError{"cannot undo " + std::to_string(versions) +
                          " versions: " + std::to_string(rollback_depth()) + " are kept"};
    if (versions == 0) return {};
    const Version& target = versions_[versions_.size() - 1 - versions];
    // Version 0 has no frame: what is left of the log then is the header of its first file.
    const Acknowledged aim{.version = target.number,
                           .end = target.frame == 0 ? segments_.start() + SEGMENT_HEADER_BYTES : target.end,
                           .root = target.root};
    if (auto begun = begin_rollback(aim); !begun) return *(failed_ = begun.error());
    {
        const auto lock = alone();
        for (u64 undone = 0; undone < versions; ++undone) undo_last_version();
        forget_undone_ops();
        return_to_last_root();
        if (auto cut = segments_.cut(aim.end); !cut) return *(failed_ = cut.error());
    }
    if (auto done = end_rollback(aim); !done) return *(failed_ = done.error());
    return {};
}

StatusOf<StoreError> LogStore::begin_rollback(const Acknowledged& aim)
{
    if (auto removed = remove_checkpoint(); !removed) return removed;
    auto file = directory_->create("rollback.new");
    if (!file) return file.error();
    std::array<u8, ACKNOWLEDGED_BYTES> bytes;
    write_acknowledged(bytes.data(), aim);
    if (auto written = file.value()->write_at(0, bytes); !written) return written;
    if (auto synced = file.value()->sync(); !synced) return synced;
    if (auto renamed = directory_->rename("rollback.new", "rollback"); !renamed) return renamed;
    return directory_->sync();
}

StatusOf<StoreError> LogStore::end_rollback(const Acknowledged& aim)
{
    if (auto written = rewrite_committed(aim); !written) return written;
    if (auto removed = directory_->remove("rollback"); !removed) return removed;
    return directory_->sync();
}

StatusOf<StoreError> LogStore::finish_interrupted_rollback()
{
    const auto names = directory_->list();
    if (!names) return names.error();
    if (std::find(names.value().begin(), names.value().end(), "rollback") == names.value().end()) return {};
    auto file = directory_->open("rollback");
    if (!file) return file.error();
    std::array<u8, ACKNOWLEDGED_BYTES> bytes;
    if (auto read = file.value()->read_at(0, bytes); !read) return read;
    const auto aim = read_acknowledged(bytes);
    if (!aim)
        return file_error(file.value()->path(), 0, "the note of a rollback that was under way is damaged");
    if (aim->end < SEGMENT_HEADER_BYTES || segments_.find(aim->end - 1) == nullptr)
        return file_error(file.value()->path(), 0,
                          "a rollback to version " + std::to_string(aim->version) +
                              " was under way, but the log does not reach from before its end, at " +
                              std::to_string(aim->end) + ", to there: a file of it is missing or cut");
    if (auto cut = segments_.cut(aim->end); !cut) return cut;
    return end_rollback(*aim);
}

void LogStore::return_to_last_root()
{
    root_ = compute_root(versions_.back().totals);
    if (root_ != versions_.back().root)
        damage_found(
            damage_at(versions_.back().frame, "undoing what came after this frame gives another root"));
}

void LogStore::undo_last_version()
{
    const Version undone = versions_.back();
    versions_.pop_back();
    const Version& before = versions_.back();

    std::vector<u64> records;
    u64 at = undone.frame + FRAME_HEADER_BYTES;
    for (u64 left = undone.totals.op_count - before.totals.op_count; left > 0; --left) {
        records.push_back(at);
        at += read_record(at).size();
    }
    ops_.set_floor(before.totals.floor);
    u64 op = undone.totals.op_count;
    for (auto last = records.rbegin(); last != records.rend(); ++last) {
        const Record record = read_record(*last);
        const u64 hash = index_.hash(record.key);
        const u64 old_at = record.distance == 0 ? 0 : *last - record.distance;
        const bool removes = record.kind == ItemKind::remove;
        const bool fits = record.op == --op && (removes ? old_at != 0 : index_.has(hash, location_of(*last)));
        if (!fits) damage_found(damage_at(*last, "the record does not fit the version that it belongs to"));
        if (old_at != 0) {
            const Record old = read_record(old_at);
            if (!equal(old.key, record.key) || old.op < ops_.base() || old.op >= op)
                damage_found(damage_at(*last, "the record does not fit the one that it supersedes"));
            ops_.set_active(old.op, true);
        }
        if (removes) {
            index_.insert(hash, location_of(old_at));
            keys_.insert(key_path(record.key));
            continue;
        }
        ops_.set_active(record.op, false);
        if (old_at != 0) {
            index_.replace(hash, location_of(*last), location_of(old_at));
        } else {
            index_.erase(hash, location_of(*last));
            keys_.erase(key_path(record.key));
        }
    }
}

void LogStore::forget_undone_ops()
{
    // The leaves of the group that is cut open lie before the frame and are still there.
    ops_.truncate(versions_.back().totals.op_count, leaf_source());
    while (groups_.size() > ops_.groups()) groups_.pop_back();
}

}  // namespace lariat::state
