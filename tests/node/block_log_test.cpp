// The block log, with the process killed and the power lost at any moment, calls refused, and bytes damaged:
// what was acknowledged is there, and nothing else ever is.
#include "node/block_log.hpp"

#include <gtest/gtest.h>

#include "node_disk.hpp"

namespace lariat::node {
namespace {

using state::DiskImage;
using state::FaultDisk;

constexpr u64 SEGMENT = 3'000;

/// What a node does with its log, with random blocks; notes what has been acknowledged.
class Workload {
public:
    explicit Workload(u64 seed) : random_(seed) {}

    /// One call. False: it was refused.
    bool step(BlockLog& log)
    {
        const auto kind = random_() % 16;
        if (!log.empty() && log.has_result(log.head()) && kind == 0) {
            const u64 to = std::max(log.first(), log.head() - std::min<u64>(log.head(), random_() % 4));
            under_way_ = to;
            const bool done = log.revert_to(to).ok();
            if (done) {
                blocks.erase(blocks.upper_bound(to), blocks.end());
                results.erase(results.upper_bound(to), results.end());
            }
            return finished(done);
        }
        if (!log.empty() && log.has_result(log.head()) && kind == 1) {
            forgotten_below = std::max(forgotten_below, log.head() - std::min<u64>(log.head(), 6));
            return log.forget_below(forgotten_below).ok();
        }
        if (!log.empty() && !log.has_result(log.head())) {
            const LoggedResult result{log.head(), std::string(1 + random_() % 900, 'r'), {"gone", ""}};
            const bool done = log.append_result(result).ok();
            if (done) results[result.height] = result.json;
            return done;
        }
        LoggedBlock block;
        block.height = log.empty() ? 0 : log.head() + 1;
        block.timestamp_ms = next_++;
        for (u64 left = random_() % 3; left > 0; --left)
            block.txs.push_back(Bytes(random_() % 700, static_cast<u8>(random_())));
        block.dev = random_() % 4 == 0 ? "[]" : "";
        begun = block;
        const bool done = log.append(block).ok();
        if (done) blocks[block.height] = block;
        return finished(done);
    }

    std::map<u64, LoggedBlock> blocks;  ///< acknowledged
    std::map<u64, std::string> results;
    std::optional<LoggedBlock> begun;  ///< the last one whose writing was begun
    u64 forgotten_below = 0;

    /// The height that a return under way goes to.
    std::optional<u64> under_way() const { return under_way_; }

private:
    bool finished(bool done)
    {
        if (done) under_way_.reset();
        return done;
    }

    std::mt19937_64 random_;
    u64 next_ = 1;
    std::optional<u64> under_way_;
};

bool same(const LoggedBlock& a, const LoggedBlock& b)
{
    return a.height == b.height && a.timestamp_ms == b.timestamp_ms && a.txs == b.txs && a.dev == b.dev;
}

/// "" or how the log is not what the workload had acknowledged, when it was interrupted.
std::string wrong(const BlockLog& log, const Workload& done)
{
    if (done.blocks.empty()) return "";
    const u64 last = done.blocks.rbegin()->first;
    const u64 least = done.under_way() ? std::min(last, *done.under_way()) : last;
    if (log.empty() || log.head() < least)
        return "it ends with " + (log.empty() ? "nothing" : std::to_string(log.head())) + ", block " +
               std::to_string(least) + " was acknowledged";
    if (log.head() > last + 1) return "it has block " + std::to_string(log.head());
    if (log.first() > std::max(done.forgotten_below, done.blocks.begin()->first))
        return "it begins with block " + std::to_string(log.first());
    for (u64 height = log.first(); height <= log.head(); ++height) {
        const auto block = log.block(height);
        if (!block) return block.error().message;
        const auto known = done.blocks.find(height);
        const bool is_begun = done.begun && same(block.value(), *done.begun);
        if (!is_begun && (known == done.blocks.end() || !same(block.value(), known->second)))
            return "block " + std::to_string(height) + " is another";
        if (!log.has_result(height)) {
            if (height != log.head()) return "no result of block " + std::to_string(height);
            continue;
        }
        const auto result = log.result(height);
        if (!result) return result.error().message;
        const auto expected = done.results.find(height);
        if (expected != done.results.end() && result.value().json != expected->second)
            return "the result of block " + std::to_string(height) + " is another";
        if (result.value().gone != std::vector<std::string>{"gone", ""}) return "what was gone is another";
    }
    return "";
}

std::unique_ptr<BlockLog> opened(const DiskImage& image, std::string& why)
{
    auto log = BlockLog::open(state::fault_disk(image)->directory(), SEGMENT);
    if (!log) why = log.error().message;
    return log ? std::move(log).value() : nullptr;
}

TEST(BlockLog, NODE8_after_power_loss_at_any_moment_what_was_acknowledged_is_there)
{
    const u64 seeds = setting("LARIAT_NODE_LOSSES", 150, 30);
    u64 lost = 0;
    for (u64 seed = 0; seed < seeds; ++seed) {
        Workload workload(seed);
        std::mt19937_64 random(seed);
        DiskImage image;
        // Power is lost three times, so that what an opening leaves is lost too.
        for (int round = 0; round < 3; ++round) {
            auto disk = state::fault_disk(image);
            auto log = BlockLog::open(disk->directory(), SEGMENT);
            ASSERT_TRUE(log.ok()) << seed << ": " << log.error().message;
            if (round > 0) {
                ASSERT_EQ("", wrong(*log.value(), workload)) << "seed " << seed << " round " << round;
                // The node's state says which block counts; here the log's last one does.
                const BlockLog& now = *log.value();
                workload.blocks.clear();
                workload.results.clear();
                for (u64 height = now.first(); !now.empty() && height <= now.head(); ++height) {
                    workload.blocks[height] = now.block(height).value();
                    if (now.has_result(height)) workload.results[height] = now.result(height).value().json;
                }
                lost += now.lost().has_value();
            }
            const u64 steps = 1 + random() % 40;
            for (u64 step = 0; step < steps; ++step) ASSERT_TRUE(workload.step(*log.value()));
            state::PowerLoss loss(*disk);
            loss.advance(disk->journal().size());
            image = loss.image(sectors_at_random(loss, random));
        }
        std::string why;
        const auto log = opened(image, why);
        ASSERT_TRUE(log) << "seed " << seed << ": " << why;
        ASSERT_EQ("", wrong(*log, workload)) << "seed " << seed;
    }
    EXPECT_GT(lost, seeds / 20);
}

TEST(BlockLog, NODE8_power_lost_within_a_call_loses_nothing_acknowledged)
{
    const u64 seeds = setting("LARIAT_NODE_LOSSES", 40, 8);
    for (u64 seed = 0; seed < seeds; ++seed) {
        for (u64 change = 0; change < 60; ++change) {
            Workload workload(seed);
            auto disk = state::fault_disk(
                {}, {.change = change, .taken = seed * 131 % 700, .then = state::Fault::Then::Fails});
            auto log = BlockLog::open(disk->directory(), SEGMENT);
            while (log.ok() && workload.step(*log.value())) {}
            std::mt19937_64 random(seed * 1'000 + change);
            state::PowerLoss loss(*disk);
            loss.advance(disk->journal().size());
            std::string why;
            const auto after = opened(loss.image(sectors_at_random(loss, random)), why);
            ASSERT_TRUE(after) << "seed " << seed << " change " << change << ": " << why;
            ASSERT_EQ("", wrong(*after, workload)) << "seed " << seed << " change " << change;
        }
    }
}

/// Loses power at every change of `call`, forty times each in another way; `image` is what it finds.
void lose_power_in(const DiskImage& image, const std::function<StatusOf<BlockLog::Error>(BlockLog&)>& call,
                   u64 first_wanted, u64 head_wanted)
{
    for (u64 change = 0;; ++change) {
        auto disk = state::fault_disk(image, {.change = change, .then = state::Fault::Then::Fails});
        auto log = BlockLog::open(disk->directory(), SEGMENT);
        ASSERT_TRUE(log.ok());
        const bool done = call(*log.value()).ok();
        std::mt19937_64 random(change);
        state::PowerLoss loss(*disk);
        loss.advance(disk->journal().size());
        for (int way = 0; way < 40; ++way) {
            std::string why;
            const auto after = opened(loss.image(sectors_at_random(loss, random)), why);
            ASSERT_TRUE(after) << "change " << change << ": " << why;
            ASSERT_LE(after->first(), first_wanted) << "change " << change;
            ASSERT_GE(after->head(), head_wanted) << "change " << change;
        }
        if (done) break;
    }
}

DiskImage image_of_blocks(u64 count)
{
    auto disk = state::fault_disk();
    auto log = BlockLog::open(disk->directory(), SEGMENT);
    for (u64 height = 0; height < count; ++height) {
        LoggedBlock block;
        block.height = height;
        block.timestamp_ms = height + 1;
        block.txs.push_back(Bytes(1'400, 0xab));
        EXPECT_TRUE(log.value()->append(block).ok());
        EXPECT_TRUE(log.value()->append_result({height, std::string(1'300, 'r'), {}}).ok());
    }
    return disk->now();
}

TEST(BlockLog, NODE54_NODE8_files_that_are_forgotten_leave_no_gap_when_power_is_lost)
{
    const DiskImage image = image_of_blocks(12);
    ASSERT_GT(image.size(), 4U);
    lose_power_in(image, [](BlockLog& log) { return log.forget_below(10); }, 10, 11);
}

TEST(BlockLog, NODE8_power_lost_while_a_lost_end_is_written_over_loses_nothing)
{
    DiskImage image = image_of_blocks(3);
    Bytes& last = image.rbegin()->second;
    // A record that was to be longer than what is there, of bytes that look like the heads of short records.
    last.insert(last.end(), {0, 0, 0x20, 0, 1, 2, 3, 4, 2});
    for (int i = 0; i < 200; ++i) last.insert(last.end(), {0, 0, 0, 0x28});
    for (const char* dev : {"1", "12", "123", "1234"}) {
        LoggedBlock block;
        block.height = 3;
        block.dev = dev;
        lose_power_in(image, [&](BlockLog& log) { return log.append(block); }, 0, 2);
    }
}

TEST(BlockLog, NODE8_a_process_killed_at_any_change_loses_nothing_acknowledged)
{
    for (u64 change = 0; change < 200; ++change) {
        Workload workload(change);
        auto disk = state::fault_disk(
            {}, {.change = change, .taken = change * 37 % 900, .then = state::Fault::Then::Fails});
        auto log = BlockLog::open(disk->directory(), SEGMENT);
        while (log.ok() && workload.step(*log.value())) {}
        std::string why;
        const auto after = opened(disk->now(), why);
        ASSERT_TRUE(after) << "change " << change << ": " << why;
        ASSERT_EQ("", wrong(*after, workload)) << "change " << change;
    }
}

TEST(BlockLog, NODE7_a_wrong_byte_is_named_or_shows_as_a_log_that_ends_too_early)
{
    Workload workload(3);
    auto disk = state::fault_disk();
    auto log = BlockLog::open(disk->directory(), SEGMENT);
    ASSERT_TRUE(log.ok());
    while (workload.blocks.size() < 12 || !log.value()->has_result(log.value()->head()))
        ASSERT_TRUE(workload.step(*log.value()));
    const DiskImage whole = disk->now();
    ASSERT_GT(whole.size(), 1U);
    const u64 last = workload.blocks.rbegin()->first;
    u64 named = 0, early = 0, result_alone = 0;
    for (const auto& [name, bytes] : whole)
        for (std::size_t place = 0; place < bytes.size(); ++place) {
            DiskImage damaged = whole;
            damaged[name][place] ^= static_cast<u8>(1U << place % 8);
            auto again = state::fault_disk(damaged);
            auto opened = BlockLog::open(again->directory(), SEGMENT);
            ASSERT_EQ(damaged, again->now()) << name << " " << place;  // opening changes nothing
            if (!opened) {
                ASSERT_NE(std::string::npos, opened.error().message.find(name + " at "))
                    << opened.error().message;
                ++named;
                continue;
            }
            const BlockLog& found = *opened.value();
            ASSERT_TRUE(found.lost()) << name << " " << place;
            ASSERT_NE(std::string::npos, found.lost()->message.find(name + " at "));
            if (found.empty() || found.head() < last)
                ++early;
            else
                ++result_alone;
        }
    EXPECT_GT(named, early + result_alone);
    EXPECT_GT(early, 0U);  // a length that reaches beyond the end
}

TEST(BlockLog, NODE7_what_is_cut_short_at_the_end_is_dropped_by_the_next_write)
{
    Workload workload(9);
    auto disk = state::fault_disk();
    {
        auto log = BlockLog::open(disk->directory(), u64{1} << 20);
        ASSERT_TRUE(log.ok());
        while (workload.blocks.size() < 5) ASSERT_TRUE(workload.step(*log.value()));
    }
    const DiskImage image = disk->now();
    ASSERT_EQ(1U, image.size());
    const auto& [name, whole] = *image.begin();
    for (u64 cut = 1; cut < 300; cut += 7) {
        auto again = state::fault_disk({{name, Bytes(whole.begin(), whole.end() - static_cast<i64>(cut))}});
        auto log = BlockLog::open(again->directory(), u64{1} << 20);
        ASSERT_TRUE(log.ok()) << log.error().message;
        LoggedBlock block;
        block.height = log.value()->empty() ? 0 : log.value()->head() + 1;
        block.timestamp_ms = 12'345;
        ASSERT_TRUE(log.value()->append(block).ok());
        log = BlockLog::open(again->directory(), u64{1} << 20);
        ASSERT_TRUE(log.ok()) << log.error().message;
        EXPECT_FALSE(log.value()->lost());
        EXPECT_TRUE(same(block, log.value()->block(log.value()->head()).value()));
    }
}

}  // namespace
}  // namespace lariat::node
