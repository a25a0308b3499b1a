// Tests of disk errors: each operation is refused in turn; the step reports it or works without it,
// acknowledged data stays, and a later opening goes on.
#include <gtest/gtest.h>

#include "recorded_run.hpp"

namespace lariat::state::io_error_test {
namespace {

constexpr LogStoreOptions TINY{
    .keep_versions = 4, .segment_bytes = 1024, .segment_unit = 512, .window_slack = 16384, .room = 256};

bool names(const std::string& error, const FaultDisk& disk, const Fault& fault)
{
    // Where all later changes fail too, the first may have been one that could be done without.
    const std::string where = fault.then == Fault::Then::Works ? disk.failed_at() : "disk";
    return error.find(where) != std::string::npos && error.find(fault.why) != std::string::npos;
}

bool is_at(const LogStore& store, const Moment& moment, const RecordedRun& run)
{
    return difference(store, moment, run.keys).empty();
}

/// After the refusal, on a healed disk: the store is before or after the step that met it, and goes on.
std::string wrong_afterwards(const RecordedRun& run, std::size_t step, const DiskImage& image)
{
    const bool changes = step < run.workload.size() && run.workload[step].kind != Step::Kind::Reopen;
    return wrong_after_crash(run, changes ? run.begins[step] + 1 : run.begins[step], image);
}

/// Runs the workload into the refusal, which may come out in a step or in none.
std::string wrong_with(const RecordedRun& run, const Fault& fault)
{
    const ThrowOnDamage throws;
    const auto disk = fault_disk({}, fault);
    std::unique_ptr<LogStore> store;
    std::string error = open_on(disk, run.options, store);
    std::size_t step = 0;
    while (error.empty() && step < run.workload.size()) {
        try {
            error = apply_step(store, disk, run.options, run.workload[step]);
            if (!error.empty()) break;
            ++step;
            if (!is_at(*store, run.moments[step], run))
                return "step " + std::to_string(step - 1) + " gives something else";
        } catch (const DamageFound& damage) {
            error = damage.message;
            break;
        }
    }
    const std::string where = " in step " + std::to_string(step) + ": " + error;
    if (!error.empty() && !names(error, *disk, fault))
        return "the error does not name " + disk->failed_at() + where;
    if (store && !error.empty()) {
        if (!is_at(*store, run.moments[step], run) &&
            !(step + 1 < run.moments.size() && is_at(*store, run.moments[step + 1], run)))
            return "the state after the error is neither the one before nor the one after" + where;
        if (apply_step(store, disk, run.options, run.workload[step]).empty()) return "it goes on" + where;
    }
    store = nullptr;
    const u64 changes = disk->journal().size();
    std::string wrong = wrong_afterwards(run, step, disk->now());
    if (!wrong.empty()) return "the process started again: " + wrong + where;
    std::mt19937_64 random(changes);
    PowerLoss loss(*disk);
    loss.advance(changes);
    for (const Survival& survival :
         {loss.nothing(), loss.everything(), loss.random(random), loss.random(random)}) {
        wrong = wrong_afterwards(run, step, loss.image(survival));
        if (!wrong.empty()) return "the machine started again: " + wrong + where;
    }
    return {};
}

class IoError : public ::testing::Test {
protected:
    const RecordedRun small_{small_workload(), TINY};
    const RecordedRun moving_{moving_workload(), TINY};
    const RecordedRun staged_{staged(small_workload()), TINY};
    void SetUp() override
    {
        ASSERT_EQ(small_.wrong, "");
        ASSERT_EQ(moving_.wrong, "");
        ASSERT_EQ(staged_.wrong, "");
    }

    /// Each in turn of the small workload's changes or reads, whole and staged, and some of the other's.
    void refuse_each(u64 Fault::* call, Fault fault)
    {
        const u64 of_small = setting("LARIAT_CRASH_EVERY", 1, 3);
        const u64 of_moving = setting("LARIAT_CRASH_STRIDE", 5, 60);
        for (const auto& [run, every] :
             {std::pair{&small_, of_small}, std::pair{&staged_, of_small}, std::pair{&moving_, of_moving}}) {
            const u64 calls = call == &Fault::read ? run->disk->reads() : run->disk->changes();
            for (fault.*call = 0; fault.*call < calls; fault.*call += every) {
                ASSERT_EQ(wrong_with(*run, fault), "") << "call " << fault.*call << " refused";
            }
        }
    }
};

TEST_F(IoError, EachChangeRefusedOnceIsAClearErrorOrDoneWithout)
{
    refuse_each(&Fault::change, {});
}

TEST_F(IoError, EachWriteThatStopsAfterSomeBytesIsAClearErrorOrDoneWithout)
{
    for (const u64 taken : {1U, 70U, 200U}) refuse_each(&Fault::change, {.taken = taken});
}

TEST_F(IoError, ADiskThatIsFullFromAnyChangeOnIsAClearErrorAndNothingIsLost)
{
    refuse_each(&Fault::change, {.why = "No space left on device", .taken = 13, .then = Fault::Then::Fails});
}

/// Above all a read that fails is no torn tail: nothing may be cut because of it.
TEST_F(IoError, EachReadRefusedOnceIsAClearErrorAndNothingIsCut)
{
    refuse_each(&Fault::read, {});
}

}  // namespace
}  // namespace lariat::state::io_error_test
