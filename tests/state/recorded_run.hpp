// A recorded run of a workload on the simulated disk, from which every crash on its way is derived without
// running again.
#pragma once

#include "power_loss.hpp"
#include "store_model.hpp"
#include "support/short_form.hpp"

namespace lariat::state {

struct Step {
    /// Drop stages a batch and drops it.
    enum class Kind : u8 { Commit, Rollback, Reopen, Drop };
    Kind kind = Kind::Reopen;
    std::vector<Write> batch = {};
    u64 versions = 0;
    bool in_two = false;  ///< a commit: staged, then made durable
};
using Workload = std::vector<Step>;

using support::setting;

/// So many operations that the floor has left its first chunk and moves with each commit to come.
Workload filling_steps();
/// Each kind of step beside each other: commits that put, replace, delete, do both or nothing, values that
/// need a segment of their own, rollbacks of one version and of several, before closing and after opening.
Workload small_workload();
/// The two one after the other.
Workload moving_workload();
/// The same steps with each commit in two, and before each step a batch that is dropped.
Workload staged(Workload workload);

struct WorkloadShape {
    u64 steps = 300;
    u64 keys = 60;
    u64 batch_max = 12;
    u64 value_max = 200;
};
Workload random_workload(std::mt19937_64& random, const WorkloadShape& shape, u64 keep_versions);

/// Refuses what cannot be told apart from a successful step otherwise.
std::string apply_step(std::unique_ptr<LogStore>& store, const std::shared_ptr<FaultDisk>& disk,
                       const LogStoreOptions& options, const Step& step);

/// "" and a store, or what went wrong.
std::string open_on(const std::shared_ptr<FaultDisk>& disk, const LogStoreOptions& options,
                    std::unique_ptr<LogStore>& store);

struct RecordedRun {
    LogStoreOptions options;
    Workload workload;
    std::shared_ptr<FaultDisk> disk;
    std::vector<Moment> moments;  ///< moments[i]: before step i; one more at the end
    std::vector<u64> begins;      ///< changes in the journal before step i, one more at the end
    std::set<Bytes> keys;
    std::string wrong;  ///< what the run itself met

    RecordedRun(Workload steps, const LogStoreOptions& options);

    /// Which step a crash before this change of the journal falls into.
    std::size_t step_at(u64 change) const;
};

/// What is wrong with a store opened on `image`, which a crash before that change left; empty: nothing.
/// The store has to be at the last moment acknowledged or, if a commit or rollback was going on, at the
/// one after it; it has to undo its past, to go on with the workload through the recorded roots, and to
/// be there when opened once more.
std::string wrong_after_crash(const RecordedRun& run, u64 change, const DiskImage& image);

/// A process dies in that change, having got `taken` bytes of a write through; another opens the store and
/// goes on; then, at each later change, the power is lost. What the opening had found must still be there.
std::string wrong_after_death_then_power_loss(const RecordedRun& run, u64 change, u64 taken);

/// Of a process that died while reopening an image: the same, whatever change of that reopening it died at.
std::string wrong_after_crash_while_opening(const RecordedRun& run, u64 change, const DiskImage& image,
                                            std::mt19937_64& random);

}  // namespace lariat::state
