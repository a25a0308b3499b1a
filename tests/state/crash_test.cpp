// Tests of power loss at every change of a small workload in every way, and at random changes of large
// workloads.
//
// LARIAT_SHORT lowers the numbers and leaves changes out; tools/crash_campaign.py raises them by
// LARIAT_CRASH_POINTS and LARIAT_CRASH_STRIDE and draws other workloads by LARIAT_CRASH_SEED.
#include <gtest/gtest.h>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "recorded_run.hpp"

namespace lariat::state {
namespace {

/// Segments of one or two commits, so that they roll and are left behind all the time.
constexpr LogStoreOptions TINY{
    .keep_versions = 4, .segment_bytes = 1024, .segment_unit = 512, .window_slack = 16384};

std::string described(const RecordedRun& run, u64 change, const DiskImage& image)
{
    static constexpr const char* KINDS[] = {"write",    "truncation", "sync",   "failed sync",
                                            "creation", "removal",    "rename", "sync of the names"};
    std::string out = "power lost before change " + std::to_string(change);
    if (change < run.disk->journal().size()) {
        const DiskChange& next = run.disk->journal()[change];
        out += std::string(", a ") + KINDS[static_cast<int>(next.kind)] + " of " + next.name + " inode " +
               std::to_string(next.inode) + " at " + std::to_string(next.at);
    }
    out += ", in step " + std::to_string(run.step_at(change)) + "; left were";
    for (const auto& [name, bytes] : image) out += " " + name + " (" + std::to_string(bytes.size()) + ")";
    return out;
}

/// What makes two crashes the same: the disk they leave, and what it must hold.
Hash32 identity(const RecordedRun& run, u64 change, const DiskImage& image)
{
    Writer out;
    const std::size_t step = run.step_at(change);
    out.put_u64(step).put_u64(static_cast<u64>(change > run.begins[step]));
    for (const auto& [name, bytes] : image)
        out.put_u64(name.size()).put_raw(view(name)).put_u64(bytes.size()).put_raw(bytes);
    return sha256(out.bytes());
}

/// Every change, every combination of few pending ones, writes torn at every `stride` bytes.
void lose_power_everywhere(const RecordedRun& run, u64 stride)
{
    ASSERT_EQ(run.wrong, "");
    std::set<Hash32> tried;
    PowerLoss loss(*run.disk);
    const u64 every = setting("LARIAT_CRASH_EVERY", 1, 5);
    for (u64 change = 0; change <= run.disk->journal().size(); change += every) {
        loss.advance(change);
        std::string wrong;
        DiskImage culprit;
        loss.for_each_survival(stride, [&](const Survival& survival) {
            if (!wrong.empty()) return;
            DiskImage image = loss.image(survival);
            if (!tried.insert(identity(run, change, image)).second) return;
            wrong = wrong_after_crash(run, change, image);
            if (!wrong.empty()) culprit = std::move(image);
        });
        ASSERT_EQ(wrong, "") << described(run, change, culprit);
    }
    ::testing::Test::RecordProperty("crash_points", std::to_string(tried.size()));
    std::printf("    %zu different crashes, %zu changes\n", tried.size(), run.disk->journal().size());
}

TEST(Crash, ASmallWorkloadSurvivesPowerLossAtEveryChangeInEveryWay)
{
    lose_power_everywhere(RecordedRun(small_workload(), TINY), setting("LARIAT_CRASH_STRIDE", 24, 200));
}

TEST(Crash, ASmallWorkloadInFilesWithRoomSurvivesPowerLossAtEveryChangeInEveryWay)
{
    for (const u64 unit : {u64{512}, u64{4096}}) {
        const RecordedRun run(small_workload(), {.keep_versions = 4,
                                                 .segment_bytes = 2 * unit,
                                                 .segment_unit = unit,
                                                 .window_slack = 16384,
                                                 .room = 256});
        lose_power_everywhere(run, setting("LARIAT_CRASH_STRIDE", 100, 500));
    }
}

TEST(Crash, AKilledProcessLeavesRoomBehindTheLastFrameAndACleanCloseNone)
{
    const LogStoreOptions options{
        .segment_bytes = 4096, .segment_unit = 4096, .window_slack = 16384, .room = 1024};
    const auto disk = fault_disk();
    auto store = LogStore::open(disk->directory(), options).value();
    ASSERT_TRUE(store->commit(std::vector<Write>{{{'a'}, Bytes{1}}}).ok());
    const Hash32 root = store->root();
    const DiskImage killed = disk->now();
    EXPECT_EQ(killed.at("log.0000000000000000").size(), 1024U);
    store.reset();
    const u64 end = SEGMENT_HEADER_BYTES + FRAME_BYTES + record_size(1, 1);
    EXPECT_EQ(disk->now().at("log.0000000000000000").size(), end);

    const auto again = fault_disk(killed);
    store = LogStore::open(again->directory(), options).value();
    EXPECT_EQ(store->root(), root);
    ASSERT_TRUE(store->commit(std::vector<Write>{{{'b'}, Bytes{2}}}).ok());
    EXPECT_EQ(again->now().at("log.0000000000000000").size(), 1024U) << "the room is used";

    // Anything else behind the last frame is a commit that was never finished.
    DiskImage torn = killed;
    torn["log.0000000000000000"][end + 500] = 1;
    const auto third = fault_disk(torn);
    store = LogStore::open(third->directory(), options).value();
    EXPECT_EQ(store->root(), root);
    EXPECT_EQ(third->now().at("log.0000000000000000").size(), end);
}

TEST(Crash, ASmallWorkloadWhoseFloorMovesSurvivesPowerLossAtEveryChangeInEveryWay)
{
    const RecordedRun run(moving_workload(), TINY);
    ASSERT_FALSE(run.disk->now().contains("log.0000000000000000")) << "the workload leaves no segment behind";
    lose_power_everywhere(run, setting("LARIAT_CRASH_STRIDE", 100, 1000));
}

TEST(Crash, ASmallWorkloadInStagedStepsSurvivesPowerLossAtEveryChangeInEveryWay)
{
    lose_power_everywhere(RecordedRun(staged(small_workload()), TINY),
                          setting("LARIAT_CRASH_STRIDE", 50, 400));
    lose_power_everywhere(RecordedRun(staged(moving_workload()), TINY),
                          setting("LARIAT_CRASH_STRIDE", 200, 1000));
}

TEST(Crash, ASmallWorkloadThatKeepsNoVersionsSurvivesPowerLossAtEveryChange)
{
    Workload workload = small_workload();
    std::erase_if(workload, [](const Step& step) { return step.kind == Step::Kind::Rollback; });
    lose_power_everywhere(
        RecordedRun(workload,
                    {.keep_versions = 0, .segment_bytes = 1024, .segment_unit = 512, .window_slack = 16384}),
        setting("LARIAT_CRASH_STRIDE", 200, 1000));
}

TEST(Crash, ASmallWorkloadInOneSegmentSurvivesPowerLossAtEveryChange)
{
    lose_power_everywhere(RecordedRun(small_workload(), {.keep_versions = 100}),
                          setting("LARIAT_CRASH_STRIDE", 200, 1000));
}

/// The removal of a file is synced some time later, or never. What comes back may have gaps.
TEST(Crash, FilesOfTheLogLeftBehindMayComeBackInAnyCombination)
{
    Workload workload = filling_steps();
    for (const Step& step : small_workload()) {
        workload.push_back(step);
        if (step.kind != Step::Kind::Rollback) continue;
        const RecordedRun run(workload, TINY);
        ASSERT_EQ(run.wrong, "");
        DiskImage removed;
        PowerLoss loss(*run.disk);
        for (u64 change = 0; change < run.disk->journal().size(); ++change) {
            const DiskChange& next = run.disk->journal()[change];
            if (next.kind != DiskChange::Kind::Remove || !next.name.starts_with("log.")) continue;
            loss.advance(change);
            removed[next.name] = loss.image(loss.everything()).at(next.name);
        }
        const DiskImage now = run.disk->now();
        std::erase_if(removed, [&](const auto& file) { return file.first > std::prev(now.end())->first; });
        for (u64 set = 0; set < u64{1} << removed.size(); ++set) {
            DiskImage image = now;
            u64 number = 0;
            for (const auto& file : removed) {
                if ((set >> number++ & 1) != 0) image.insert(file);
            }
            const u64 end = run.disk->journal().size();
            ASSERT_EQ(wrong_after_crash(run, end, image), "") << described(run, end, image);
        }
    }
}

TEST(Crash, APowerLossWhileReopeningAfterAPowerLossLosesNothingEither)
{
    const RecordedRun run(small_workload(), TINY);
    ASSERT_EQ(run.wrong, "");
    std::mt19937_64 random(1);
    PowerLoss loss(*run.disk);
    const u64 every = setting("LARIAT_CRASH_STRIDE", 2, 8);
    for (u64 change = 0; change <= run.disk->journal().size(); change += every) {
        loss.advance(change);
        for (const Survival& survival : {loss.everything(), loss.nothing(), loss.random(random)}) {
            const DiskImage image = loss.image(survival);
            ASSERT_EQ(wrong_after_crash_while_opening(run, change, image, random), "")
                << described(run, change, image);
        }
    }
}

void die_then_lose_power(const RecordedRun& run, u64 every)
{
    ASSERT_EQ(run.wrong, "");
    for (u64 change = 0; change < run.disk->changes(); change += every) {
        std::vector<u64> taken{0};
        if (run.disk->journal()[change].kind == DiskChange::Kind::Write) taken = {100, U64_MAX};
        for (const u64 bytes : taken) {
            ASSERT_EQ(wrong_after_death_then_power_loss(run, change, bytes), "")
                << "died in change " << change << " having written " << bytes;
        }
    }
}

TEST(Crash, WhatAnOpeningFoundAfterAProcessDiedIsThereWhenThePowerIsLostLater)
{
    die_then_lose_power(RecordedRun(small_workload(), TINY), setting("LARIAT_CRASH_EVERY", 1, 7));
    die_then_lose_power(RecordedRun(moving_workload(), TINY), setting("LARIAT_CRASH_STRIDE", 15, 250));
    die_then_lose_power(RecordedRun(staged(small_workload()), TINY), setting("LARIAT_CRASH_EVERY", 2, 13));
}

/// At random changes of one random workload, in random ways; now and then once more while reopening.
void lose_power_at_random(u64 seed, u64 points)
{
    std::mt19937_64 random(seed);
    const WorkloadShape shape{.steps = 50 + random() % 200,
                              .keys = 1 + random() % 80,
                              .batch_max = 1 + random() % 16,
                              .value_max = 1 + random() % 300};
    const u64 keep = random() % 3 == 0 ? random() % 4 : random() % 64;
    const u64 unit = u64{256} << random() % 8;
    const LogStoreOptions options{.keep_versions = keep,
                                  .segment_bytes = unit << random() % 4,
                                  .segment_unit = unit,
                                  .window_slack = 16384,
                                  .room = random() % 2 == 0 ? 0 : u64{64} << random() % 6,
                                  .checkpoint = random() % 4 != 0};
    const RecordedRun run(random_workload(random, shape, keep), options);
    ASSERT_EQ(run.wrong, "") << "seed " << seed;

    std::vector<u64> changes(points);
    for (u64& change : changes) change = random() % (run.disk->journal().size() + 1);
    std::ranges::sort(changes);
    PowerLoss loss(*run.disk);
    for (const u64 change : changes) {
        loss.advance(change);
        const DiskImage image = loss.image(loss.random(random));
        const bool twice = random() % 50 == 0;
        ASSERT_EQ(twice ? wrong_after_crash_while_opening(run, change, image, random)
                        : wrong_after_crash(run, change, image),
                  "")
            << "seed " << seed << ": " << described(run, change, image);
    }
}

TEST(Crash, LargeWorkloadsSurvivePowerLossAtRandomChangesInRandomWays)
{
    constexpr u64 POINTS_OF_A_WORKLOAD = 250;
    const u64 seed = setting("LARIAT_CRASH_SEED", 1, 1) << 20;
    u64 left = setting("LARIAT_CRASH_POINTS", 3000, 500);
    for (u64 workload = 0; left > 0 && !HasFatalFailure(); ++workload) {
        const u64 points = std::min(left, POINTS_OF_A_WORKLOAD);
        lose_power_at_random(seed + workload, points);
        left -= points;
    }
}

}  // namespace
}  // namespace lariat::state
