// Tests of changed files: every byte flipped, every file cut at every length or removed. The store then
// gives right answers or an error that names the file, never a wrong answer.
#include <gtest/gtest.h>

#include "recorded_run.hpp"

namespace lariat::state::damage_test {
namespace {

constexpr LogStoreOptions TINY{
    .keep_versions = 4, .segment_bytes = 1024, .segment_unit = 512, .window_slack = 16384};

/// A store in the middle of a life: several segments, deletions, a rollback behind it.
struct Sample {
    RecordedRun run{first_steps(), TINY};
    DiskImage closed;
    DiskImage killed;

    static Workload first_steps()
    {
        Workload workload = small_workload();
        workload.resize(24);
        return workload;
    }

    Sample()
    {
        closed = run.disk->now();
        const auto disk = fault_disk(closed);
        std::unique_ptr<LogStore> store;
        run.wrong = open_on(disk, run.options, store);
        if (!run.wrong.empty()) return;
        // One commit after the opening, so that the files of a clean closing are out of date.
        Workload all = small_workload();
        if (const auto done = store->commit(all[24].batch); !done.ok()) run.wrong = done.error().message;
        after_commit = run.moments.back();
        VersionState next{after_commit.now().contents, store->root()};
        state::apply(next.contents, all[24].batch);
        after_commit.line.push_back(std::make_shared<VersionState>(std::move(next)));
        after_commit.depth = std::min(after_commit.depth + 1, TINY.keep_versions);
        killed = disk->now();
    }

    Moment after_commit;  ///< what the killed store must hold
};

const Sample& sample()
{
    static const Sample made;
    return made;
}

/// Everything that can be asked, then everything that can be done. "" when each answer is right or an
/// error with the file's name; an error where one is allowed ends the questions.
std::string wrong_with_damage(const RecordedRun& run, const DiskImage& image, const Moment& moment,
                              const std::string& file)
{
    const ThrowOnDamage throws;
    const auto names_it = [&](const std::string& error) {
        return error.find("disk/" + file) != std::string::npos
                   ? ""
                   : "the error does not name " + file + ": " + error;
    };
    const auto disk = fault_disk(image);
    try {
        auto opened = LogStore::open(disk->directory(), TINY);
        if (!opened.ok()) return names_it(opened.error().message);
        auto store = std::move(opened).value();
        const std::string wrong = difference(*store, moment, run.keys);
        if (!wrong.empty()) return wrong;
        Moment past = moment;
        while (store->rollback_depth() > 0) {
            if (const auto done = store->rollback(1); !done.ok()) return names_it(done.error().message);
            if (past.line.size() < 2) return "there is a version before the first";
            past.line.pop_back();
            past.depth = 0;
            const std::string wrong_there = difference(*store, past, run.keys);
            if (!wrong_there.empty()) return "going back: " + wrong_there;
        }
    } catch (const DamageFound& damage) {
        return names_it(damage.message);
    }
    return {};
}

void flip_every_byte(const DiskImage& image, const Moment& moment)
{
    ASSERT_EQ(sample().run.wrong, "");
    ASSERT_EQ(wrong_with_damage(sample().run, image, moment, "none"), "");
    const bool all_bits = setting("LARIAT_CRASH_EVERY", 1, 3) == 1;
    for (const auto& [name, bytes] : image) {
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            for (const int flip : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
                if (!all_bits && flip != 1 << at % 8) continue;
                DiskImage damaged = image;
                damaged[name][at] ^= static_cast<u8>(flip);
                ASSERT_EQ(wrong_with_damage(sample().run, damaged, moment, name), "")
                    << name << " at " << at << " flipped by " << flip;
            }
        }
    }
}

/// Files that only earlier versions need may go unnoticed: then there are fewer to go back to.
void cut_every_file(const DiskImage& image, Moment moment)
{
    moment.depth = 0;
    for (const auto& [name, bytes] : image) {
        const std::string it_or_neighbour = name.substr(0, name.find('.'));
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            DiskImage damaged = image;
            damaged[name].resize(size);
            ASSERT_EQ(wrong_with_damage(sample().run, damaged, moment, it_or_neighbour), "")
                << name << " cut to " << size << " bytes";
        }
        DiskImage without = image;
        without.erase(name);
        ASSERT_EQ(wrong_with_damage(sample().run, without, moment, it_or_neighbour), "")
            << "without " << name;
    }
}

TEST(Damage, EveryByteOfAClosedStoreFlippedIsHarmlessOrNamed)
{
    flip_every_byte(sample().closed, sample().run.moments.back());
}

TEST(Damage, EveryByteOfAStoreKilledAfterACommitFlippedIsHarmlessOrNamed)
{
    flip_every_byte(sample().killed, sample().after_commit);
}

/// Also where no version needs the byte and a checkpoint spares the opening from reading it.
TEST(Damage, TheCheckOfAllFilesFindsEveryFlippedByteOfTheLog)
{
    const ThrowOnDamage throws;
    for (const auto& [name, bytes] : sample().closed) {
        for (std::size_t at = 0; name.starts_with("log.") && at < bytes.size(); ++at) {
            DiskImage damaged = sample().closed;
            damaged[name][at] ^= static_cast<u8>(1 << at % 8);
            std::unique_ptr<LogStore> store;
            std::string found;
            try {
                found = open_on(fault_disk(damaged), TINY, store);
                if (store) found = store->verify_files().ok() ? "" : "checked";
            } catch (const DamageFound& damage) {
                found = damage.message;
            }
            ASSERT_NE(found, "") << name << " at " << at;
        }
    }
    std::unique_ptr<LogStore> store;
    ASSERT_EQ(open_on(fault_disk(sample().closed), TINY, store), "");
    EXPECT_TRUE(store->verify_files().ok());
}

TEST(Damage, BytesOfAStoreWhoseFloorHasMovedFlippedAreHarmlessOrNamed)
{
    const RecordedRun run(moving_workload(), TINY);
    ASSERT_EQ(run.wrong, "");
    const u64 stride = setting("LARIAT_CRASH_STRIDE", 5, 97);
    const DiskImage image = run.disk->now();
    for (const auto& [name, bytes] : image) {
        for (std::size_t at = bytes.size() % stride; at < bytes.size(); at += stride) {
            DiskImage damaged = image;
            damaged[name][at] ^= static_cast<u8>(1 << at % 8);
            ASSERT_EQ(wrong_with_damage(run, damaged, run.moments.back(), name), "") << name << " at " << at;
        }
    }
}

TEST(Damage, EachFileOfAClosedStoreCutAtAnyLengthOrGoneIsHarmlessOrNamed)
{
    cut_every_file(sample().closed, sample().run.moments.back());
}

TEST(Damage, EachFileOfAStoreKilledAfterACommitCutAtAnyLengthOrGoneIsHarmlessOrNamed)
{
    cut_every_file(sample().killed, sample().after_commit);
}

TEST(Damage, BytesAfterTheEndOfAFileAreHarmlessOrNamed)
{
    for (const auto& [name, bytes] : sample().closed) {
        for (const std::size_t more : {1U, 8U, 80U, 5000U}) {
            for (const u8 fill : {0x00, 0x01, 0xff}) {
                DiskImage damaged = sample().closed;
                damaged[name].resize(bytes.size() + more, fill);
                ASSERT_EQ(wrong_with_damage(sample().run, damaged, sample().run.moments.back(), name), "")
                    << name << " longer by " << more << " bytes of " << int{fill};
            }
        }
    }
}

/// Records that are whole, in a file where no frame says that they belong there.
TEST(Damage, APartOfAFileOnceMoreAtItsEndIsHarmlessOrNamed)
{
    for (const auto& [name, bytes] : sample().closed) {
        for (std::size_t from = 0; from < bytes.size(); from += 8) {
            for (std::size_t to = from + 8; to <= bytes.size(); to += 40) {
                DiskImage damaged = sample().closed;
                damaged[name].insert(damaged[name].end(), bytes.begin() + static_cast<std::ptrdiff_t>(from),
                                     bytes.begin() + static_cast<std::ptrdiff_t>(to));
                ASSERT_EQ(wrong_with_damage(sample().run, damaged, sample().run.moments.back(), name), "")
                    << name << " with its bytes from " << from << " to " << to << " once more";
            }
        }
    }
}

TEST(Damage, ACheckpointOfAnotherHistoryIsNotTaken)
{
    Workload one = small_workload();
    one.resize(6);
    Workload other = one;
    other.back().batch.front().value->front() ^= 1;
    for (Workload* workload : {&one, &other}) workload->push_back({});
    const RecordedRun run(one, TINY);
    const RecordedRun other_run(other, TINY);
    ASSERT_NE(run.moments.back().now().root, other_run.moments.back().now().root);
    DiskImage image = run.disk->now();
    ASSERT_NE(image.at("index"), other_run.disk->now().at("index"));
    image["index"] = other_run.disk->now().at("index");
    EXPECT_EQ(wrong_after_crash(run, run.begins.back(), image), "");
}

/// Which version is there then follows from what is left of the log. It must be one, whole, and the file
/// that was cut must not speak of another later.
TEST(Damage, AfterTheFileCommittedIsCutALogThatIsCutTooIsOneOfItsVersionsFromThenOn)
{
    const Moment& last = sample().run.moments.back();
    const std::string log = std::prev(sample().closed.end())->first;
    for (std::size_t cut = 0; cut < sample().closed.at("committed").size(); cut += 4) {
        for (std::size_t size = 0; size < sample().closed.at(log).size(); size += 24) {
            DiskImage image = sample().closed;
            image["committed"].resize(cut);
            image[log].resize(size);
            const auto disk = fault_disk(image);
            std::unique_ptr<LogStore> store;
            if (!open_on(disk, TINY, store).empty()) continue;
            Moment found = last;
            while (found.version() > store->version()) found.line.pop_back();
            found.depth = 0;
            ASSERT_EQ(difference(*store, found, sample().run.keys), "") << cut << " and " << size;
            ASSERT_TRUE(store->commit(std::vector<Write>{{{'n'}, Bytes{1}}}).ok());
            const Hash32 root = store->root();
            ASSERT_EQ(open_on(disk, TINY, store), "") << cut << " and " << size;
            ASSERT_EQ(store->root(), root);
        }
    }
}

TEST(Damage, AFileThatIsNotTheStoresIsLeftAlone)
{
    DiskImage image = sample().closed;
    image["notes.txt"] = to_bytes("of somebody");
    const auto disk = fault_disk(image);
    const auto opened = LogStore::open(disk->directory(), TINY);
    if (opened.ok()) {
        EXPECT_EQ(difference(*opened.value(), sample().run.moments.back(), sample().run.keys), "");
    } else {
        EXPECT_NE(opened.error().message.find("notes.txt"), std::string::npos);
    }
    EXPECT_EQ(disk->now()["notes.txt"], to_bytes("of somebody"));
}

}  // namespace
}  // namespace lariat::state::damage_test
