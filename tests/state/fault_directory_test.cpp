// Tests of the simulated disk: it loses what a disk may lose and nothing else.
#include <gtest/gtest.h>

#include <set>

#include "power_loss.hpp"

namespace lariat::state {
namespace {

Bytes b(std::string_view s)
{
    return to_bytes(s);
}

/// Every image that a crash before change `at` can leave.
std::set<DiskImage> images(const FaultDisk& disk, u64 at)
{
    PowerLoss loss(disk);
    loss.advance(at);
    std::set<DiskImage> out;
    loss.for_each_survival(1, [&](const Survival& survival) { out.insert(loss.image(survival)); });
    return out;
}

std::set<DiskImage> images(const FaultDisk& disk)
{
    return images(disk, disk.journal().size());
}

TEST(FaultDirectory, ANameIsLostOrThereUntilTheDirectoryIsSynced)
{
    const auto disk = fault_disk();
    const auto directory = disk->directory();
    const auto file = directory->create("a").value();
    ASSERT_TRUE(file->write_at(0, b("x")));
    ASSERT_TRUE(file->sync());
    EXPECT_EQ(images(*disk), (std::set<DiskImage>{{}, {{"a", b("x")}}}));
    ASSERT_TRUE(directory->sync());
    EXPECT_EQ(images(*disk), (std::set<DiskImage>{{{"a", b("x")}}}));
    ASSERT_TRUE(directory->rename("a", "b"));
    EXPECT_EQ(images(*disk), (std::set<DiskImage>{{{"a", b("x")}}, {{"b", b("x")}}}));
    ASSERT_TRUE(directory->remove("b"));
    EXPECT_EQ(images(*disk), (std::set<DiskImage>{{}, {{"a", b("x")}}, {{"b", b("x")}}}));
    ASSERT_TRUE(directory->sync());
    EXPECT_EQ(images(*disk), (std::set<DiskImage>{{}}));
}

TEST(FaultDirectory, BytesAreLostTornOrZeroUntilTheFileIsSynced)
{
    const auto disk = fault_disk({{"a", b("old")}});
    const auto file = disk->directory()->open("a").value();
    ASSERT_TRUE(file->write_at(2, b("NEW")));
    const auto left = images(*disk);
    for (const std::string_view text : {"old", "olNEW", "olNE", "olN", "oldEW"}) {
        EXPECT_TRUE(left.contains({{"a", b(text)}})) << text;
    }
    EXPECT_TRUE(left.contains({{"a", b(std::string("old\0\0", 5))}}));
    EXPECT_FALSE(left.contains({{"a", b("NEW")}}));
    ASSERT_TRUE(file->sync());
    EXPECT_EQ(images(*disk), (std::set<DiskImage>{{{"a", b("olNEW")}}}));
}

TEST(FaultDirectory, ALaterWriteMaySurviveAnEarlierOneThatDoesNot)
{
    const auto disk = fault_disk({{"a", b("....")}});
    const auto file = disk->directory()->open("a").value();
    ASSERT_TRUE(file->write_at(0, b("1")));
    ASSERT_TRUE(file->write_at(1, b("2")));
    EXPECT_TRUE(images(*disk).contains({{"a", b(".2..")}}));
    ASSERT_TRUE(file->truncate(1));
    EXPECT_TRUE(images(*disk).contains({{"a", b("1")}}));
    EXPECT_TRUE(images(*disk).contains({{"a", b(".2..")}}));
}

TEST(FaultDirectory, AWriteIsTornAtEachSector)
{
    const auto disk = fault_disk({{"a", {}}});
    const auto file = disk->directory()->open("a").value();
    ASSERT_TRUE(file->write_at(500, Bytes(600, 7)));
    PowerLoss loss(*disk);
    loss.advance(1);
    Bytes middle(1024);
    std::fill(middle.begin() + 512, middle.end(), u8{7});
    bool found = false;
    loss.for_each_survival(
        1000, [&](const Survival& survival) { found |= loss.image(survival) == DiskImage{{"a", middle}}; });
    EXPECT_TRUE(found);
}

TEST(FaultDirectory, WhatASyncRefusedStaysUncertainWhateverIsSyncedLater)
{
    const auto disk = fault_disk({{"a", b("....")}}, {.change = 1});
    const auto file = disk->directory()->open("a").value();
    ASSERT_TRUE(file->write_at(0, b("1")));
    const auto refused = file->sync();
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("disk/a at 0"), std::string::npos) << refused.error().message;
    ASSERT_TRUE(file->write_at(1, b("2")));
    ASSERT_TRUE(file->sync());
    EXPECT_EQ(images(*disk), (std::set<DiskImage>{{{"a", b(".2..")}}, {{"a", b("12..")}}}));
    Bytes read(4);
    ASSERT_TRUE(file->read_at(0, read));
    EXPECT_EQ(read, b("12.."));
}

TEST(FaultDirectory, ARefusedWriteLeavesAsMuchAsItWasTold)
{
    const auto disk = fault_disk({{"a", {}}}, {.change = 0, .taken = 2});
    const auto file = disk->directory()->open("a").value();
    EXPECT_FALSE(file->write_at(0, b("1234")));
    EXPECT_EQ(disk->now(), (DiskImage{{"a", b("12")}}));
    EXPECT_TRUE(file->write_at(0, b("1234")));
}

TEST(FaultDirectory, AFullDiskStaysFull)
{
    const auto disk = fault_disk({{"a", {}}}, {.change = 1, .then = Fault::Then::Fails});
    const auto file = disk->directory()->open("a").value();
    EXPECT_TRUE(file->write_at(0, b("1")));
    EXPECT_FALSE(file->write_at(1, b("2")));
    EXPECT_FALSE(file->sync());
    EXPECT_FALSE(disk->directory()->create("b"));
    disk->heal();
    EXPECT_TRUE(file->sync());
}

/// What a killed process wrote is in the system's cache still, for a later sync of another process.
TEST(FaultDirectory, ASyncInWhichTheProcessDiesLosesNothingButSyncsNothing)
{
    const auto disk = fault_disk({{"a", b("....")}}, {.change = 1, .then = Fault::Then::Dies});
    const auto file = disk->directory()->open("a").value();
    ASSERT_TRUE(file->write_at(0, b("1")));
    EXPECT_FALSE(file->sync());
    EXPECT_FALSE(file->write_at(1, b("2")));
    EXPECT_EQ(images(*disk), (std::set<DiskImage>{{{"a", b("....")}}, {{"a", b("1...")}}}));
    disk->heal();
    ASSERT_TRUE(file->sync());
    EXPECT_EQ(images(*disk), (std::set<DiskImage>{{{"a", b("1...")}}}));
}

TEST(FaultDirectory, AMappingShowsWhatIsWrittenAndOutlivesTheName)
{
    const auto disk = fault_disk({{"a", b("1")}});
    const auto directory = disk->directory();
    const auto file = directory->open("a").value();
    const u8* const bytes = file->map(8).value();
    EXPECT_EQ(bytes[0], '1');
    ASSERT_TRUE(directory->open("a").value()->write_at(1, b("23")));
    EXPECT_EQ(text({bytes, 3}), "123");
    EXPECT_NE(bytes[3], 0);
    ASSERT_TRUE(file->truncate(1));
    ASSERT_TRUE(file->write_at(2, b("4")));
    EXPECT_EQ(text({bytes, 3}), std::string_view("1\0004", 3));
    ASSERT_TRUE(directory->remove("a"));
    EXPECT_EQ(bytes[0], '1');
}

}  // namespace
}  // namespace lariat::state
