// The pool's file, with the process killed and the power lost at any moment, writes refused, and bytes
// damaged.
#include "node/pool_file.hpp"

#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "node_disk.hpp"

namespace lariat::node::pool_file_test {
namespace {

using state::DiskImage;
using state::FaultDisk;

Bytes raw_of(u64 number, u64 bytes = 40)
{
    Bytes raw(bytes, static_cast<u8>(1 + number % 255));
    for (std::size_t i = 0; i < 8; ++i) raw[i] = static_cast<u8>(number >> (8 * i));
    return raw;
}

std::unique_ptr<PoolFile> open(const std::shared_ptr<FaultDisk>& disk)
{
    auto pool = PoolFile::open(disk->directory());
    EXPECT_TRUE(pool.ok()) << (pool.ok() ? "" : pool.error().message);
    return pool.ok() ? std::move(pool).value() : nullptr;
}

std::vector<Bytes> raws_in(const PoolFile& pool)
{
    const auto waiting = pool.waiting();
    EXPECT_TRUE(waiting.ok());
    std::vector<Bytes> out;
    for (const PoolFile::Waiting& tx : waiting.value()) out.push_back(tx.raw);
    return out;
}

/// Random comings and goings; what must be there after each write, in order.
class Workload {
public:
    explicit Workload(u64 seed, u64 bytes_max = 900) : random_(seed), bytes_max_(bytes_max) {}

    /// One call of the pool and its write.
    StatusOf<PoolFile::Error> step(PoolFile& pool)
    {
        before_ = waiting;
        std::optional<Bytes> came;
        if (waiting.empty() || random_() % 3 != 0) {
            came = raw_of(next_++, 8 + random_() % bytes_max_);
            waiting.push_back(*came);
        }
        for (u64 left = random_() % 3; left > 0 && waiting.size() > 1; --left) {
            const auto gone = waiting.begin() + static_cast<i64>(random_() % (waiting.size() - 1));
            gone_.push_back(*gone);
            waiting.erase(gone);
        }
        if (came) pool.came(keccak256(*came), next_, *came);
        for (const Bytes& raw : std::exchange(gone_, {})) pool.gone(keccak256(raw));
        return pool.write();
    }
    const std::vector<Bytes>& before() const { return before_; }

    std::vector<Bytes> waiting;

private:
    std::mt19937_64 random_;
    u64 bytes_max_;
    u64 next_ = 1;
    std::vector<Bytes> gone_, before_;
};

TEST(PoolFile, NODE21_what_was_written_is_there_in_its_order_however_often_it_is_opened)
{
    auto disk = state::fault_disk();
    Workload workload(1, 8'000);
    auto pool = open(disk);
    for (int step = 0; step < 600; ++step) {
        ASSERT_TRUE(workload.step(*pool).ok());
        if (step % 50 == 0) {
            pool = open(disk);
            EXPECT_FALSE(pool->lost());
        }
        ASSERT_EQ(workload.waiting, raws_in(*pool)) << "step " << step;
    }
    pool = open(disk);
    EXPECT_EQ(workload.waiting, raws_in(*pool));
    const auto waiting = pool->waiting();
    for (std::size_t i = 1; i < waiting.value().size(); ++i)
        EXPECT_LT(waiting.value()[i - 1].arrived_ms, waiting.value()[i].arrived_ms);
}

TEST(PoolFile, NODE21_the_file_stays_within_twice_what_waits)
{
    auto disk = state::fault_disk();
    auto pool = open(disk);
    for (u64 i = 0; i < 3'000; ++i) {
        const Bytes raw = raw_of(i, 2'000);
        pool->came(keccak256(raw), i, raw);
        if (i >= 200) pool->gone(keccak256(raw_of(i - 200, 2'000)));
        ASSERT_TRUE(pool->write().ok());
        ASSERT_LE(pool->disk_bytes(), std::max(2 * pool->live_bytes(), PoolFile::SMALL_BYTES) + 1) << i;
        ASSERT_EQ(pool->disk_bytes(), disk->now().at("pool").size());
    }
    EXPECT_EQ(200U, raws_in(*open(disk)).size());
}

TEST(PoolFile, NODE21_a_process_killed_at_any_change_loses_nothing_that_was_written)
{
    for (u64 change = 0;; ++change) {
        Workload workload(change, 60'000);
        auto disk = state::fault_disk(
            {}, {.change = change, .taken = change * 37 % 900, .then = state::Fault::Then::Dies});
        auto pool = PoolFile::open(disk->directory());
        bool struck = !disk->failed_at().empty();
        ASSERT_TRUE(pool.ok() || struck);
        for (int step = 0; step < 60 && !struck; ++step) {
            const auto done = workload.step(*pool.value());
            struck = !disk->failed_at().empty();
            ASSERT_TRUE(done.ok() || struck);
        }
        if (!struck) {
            EXPECT_GT(change, 60U);
            break;
        }
        const auto after = open(state::fault_disk(disk->now()));
        ASSERT_TRUE(after);
        const auto raws = raws_in(*after);
        // The step under way: its newcomer may be there, and whoever goes may be gone; who waited before and
        // waits after it is there.
        std::vector<Bytes> both;
        for (const Bytes& raw : workload.before())
            if (std::find(workload.waiting.begin(), workload.waiting.end(), raw) != workload.waiting.end())
                both.push_back(raw);
        for (const Bytes& raw : both)
            ASSERT_NE(raws.end(), std::find(raws.begin(), raws.end(), raw)) << "change " << change;
        for (const Bytes& raw : raws) {
            const bool known =
                std::find(workload.before().begin(), workload.before().end(), raw) !=
                    workload.before().end() ||
                std::find(workload.waiting.begin(), workload.waiting.end(), raw) != workload.waiting.end();
            ASSERT_TRUE(known) << "change " << change;
        }
    }
}

TEST(PoolFile, NODE21_whom_a_newcomer_pushes_out_stays_until_the_newcomer_is_there)
{
    const Bytes old = raw_of(1), fresh = raw_of(2);
    auto disk = state::fault_disk();
    auto pool = open(disk);
    pool->came(keccak256(old), 1, old);
    ASSERT_TRUE(pool->write().ok());
    const u64 bytes = pool->disk_bytes();
    pool->came(keccak256(fresh), 2, fresh);
    pool->gone(keccak256(old));
    ASSERT_TRUE(pool->write().ok());
    const Bytes whole = disk->now().at("pool");
    for (u64 cut = bytes; cut <= whole.size(); ++cut) {
        const auto after =
            open(state::fault_disk({{"pool", Bytes(whole.begin(), whole.begin() + static_cast<i64>(cut))}}));
        ASSERT_TRUE(after) << cut;
        ASSERT_FALSE(raws_in(*after).empty()) << cut;
        const bool is_between = cut == bytes || cut == 2 * bytes || cut == whole.size();
        EXPECT_EQ(!is_between, after->lost().has_value()) << cut;
    }
    EXPECT_EQ(std::vector<Bytes>{fresh}, raws_in(*open(disk)));
}

TEST(PoolFile, NODE7_a_record_cut_short_at_the_end_is_dropped_and_the_file_goes_on)
{
    auto disk = state::fault_disk();
    auto pool = open(disk);
    for (u64 i = 0; i < 3; ++i) {
        pool->came(keccak256(raw_of(i)), i, raw_of(i));
        ASSERT_TRUE(pool->write().ok());
    }
    const Bytes whole = disk->now().at("pool");
    for (u64 cut = 1; cut < whole.size() / 3; ++cut) {
        auto again = state::fault_disk({{"pool", Bytes(whole.begin(), whole.end() - static_cast<i64>(cut))}});
        pool = open(again);
        ASSERT_TRUE(pool->lost()) << cut;
        EXPECT_NE(std::string::npos,
                  pool->lost()->message.find("pool at " + std::to_string(whole.size() / 3 * 2)));
        pool->came(keccak256(raw_of(9)), 9, raw_of(9));
        ASSERT_TRUE(pool->write().ok());
        pool = open(again);
        EXPECT_FALSE(pool->lost());
        EXPECT_EQ((std::vector<Bytes>{raw_of(0), raw_of(1), raw_of(9)}), raws_in(*pool));
    }
}

TEST(PoolFile, NODE7_a_wrong_byte_anywhere_is_told_with_file_and_offset_and_nothing_is_changed)
{
    auto disk = state::fault_disk();
    Workload workload(5, 700);
    auto pool = open(disk);
    for (int step = 0; step < 12; ++step) ASSERT_TRUE(workload.step(*pool).ok());
    const Bytes whole = disk->now().at("pool");
    u64 told = 0;
    for (std::size_t place = 0; place < whole.size(); ++place) {
        Bytes damaged = whole;
        damaged[place] ^= static_cast<u8>(1U << place % 8);
        auto again = state::fault_disk({{"pool", damaged}});
        const auto opened = PoolFile::open(again->directory());
        ASSERT_FALSE(opened.ok()) << place;
        EXPECT_NE(std::string::npos, opened.error().message.find("/pool at ")) << opened.error().message;
        EXPECT_EQ(damaged, again->now().at("pool"));
        ++told;
    }
    EXPECT_EQ(whole.size(), told);
}

TEST(PoolFile, NODE8_after_power_loss_at_any_moment_the_file_opens_with_a_beginning_of_what_came)
{
    const u64 seeds = setting("LARIAT_NODE_LOSSES", 60, 12);
    u64 losses = 0, shorter = 0;
    for (u64 seed = 0; seed < seeds; ++seed) {
        Workload workload(seed, 30'000);
        auto disk = state::fault_disk();
        auto pool = open(disk);
        std::vector<std::vector<Bytes>> moments{{}};
        std::vector<u64> changes{disk->changes()};
        for (int step = 0; step < 40; ++step) {
            ASSERT_TRUE(workload.step(*pool).ok());
            moments.push_back(workload.waiting);
            changes.push_back(disk->changes());
        }
        std::mt19937_64 random(seed);
        state::PowerLoss loss(*disk);
        for (u64 change = 0; change <= disk->journal().size(); change += 1 + random() % 5) {
            loss.advance(change);
            const DiskImage image = loss.image(sectors_at_random(loss, random));
            ++losses;
            auto opened = PoolFile::open(state::fault_disk(image)->directory());
            ASSERT_TRUE(opened.ok()) << "seed " << seed << " change " << change << ": "
                                     << opened.error().message;
            shorter += opened.value()->lost().has_value();
            // Nothing is synced, so any beginning of the history is right, and nothing else is.
            std::set<Bytes> ever;
            for (const auto& moment : moments) ever.insert(moment.begin(), moment.end());
            for (const Bytes& raw : raws_in(*opened.value())) ASSERT_TRUE(ever.contains(raw));
        }
    }
    EXPECT_GT(losses, seeds * 5);
    EXPECT_GT(shorter, losses / 10);
}

TEST(PoolFile, NODE8_a_file_written_anew_survives_power_loss_with_all_that_waits)
{
    auto disk = state::fault_disk();
    auto pool = open(disk);
    u64 anew = 0;
    for (u64 i = 0; i < 2'000; ++i) {
        const u64 before = pool->disk_bytes();
        pool->came(keccak256(raw_of(i, 900)), i, raw_of(i, 900));
        if (i >= 50) pool->gone(keccak256(raw_of(i - 50, 900)));
        ASSERT_TRUE(pool->write().ok());
        if (pool->disk_bytes() > before) continue;
        ++anew;
        state::PowerLoss loss(*disk);
        loss.advance(disk->journal().size());
        const auto after = open(state::fault_disk(loss.image(loss.nothing())));
        ASSERT_TRUE(after);
        ASSERT_EQ(raws_in(*pool), raws_in(*after));
    }
    EXPECT_GT(anew, 2U);
}

TEST(PoolFile, a_refused_write_is_told_and_nothing_more_is_taken)
{
    auto disk = state::fault_disk(
        {}, {.change = 4, .why = "No space left on device", .taken = 7, .then = state::Fault::Then::Fails});
    auto pool = open(disk);
    StatusOf<PoolFile::Error> done;
    u64 written = 0;
    for (u64 i = 0; i < 9 && done; ++i) {
        pool->came(keccak256(raw_of(i)), i, raw_of(i));
        done = pool->write();
        written += done.ok();
    }
    ASSERT_FALSE(done.ok());
    EXPECT_NE(std::string::npos, done.error().message.find("No space left on device"))
        << done.error().message;
    disk->heal();
    EXPECT_FALSE(pool->write().ok());
    EXPECT_EQ(written, raws_in(*open(state::fault_disk(disk->now()))).size());
}

TEST(PoolFile, a_file_written_anew_halfway_is_forgotten)
{
    auto disk = state::fault_disk({{"pool.new", Bytes(100, 7)}});
    auto pool = open(disk);
    EXPECT_TRUE(raws_in(*pool).empty());
    EXPECT_FALSE(disk->now().contains("pool.new"));
}

}  // namespace
}  // namespace lariat::node::pool_file_test
