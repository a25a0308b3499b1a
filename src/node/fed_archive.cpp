// Runs the thread that writes into the archive, and decides when there is one.
#include "node/fed_archive.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "lariat/assert.hpp"

namespace lariat::node {

namespace {

/// Work goes to the thread in portions: to wake it costs as much as a block does. A portion has so many
/// pieces, or fewer if they have so many rows.
constexpr std::size_t PORTION = 32;
constexpr std::size_t PORTION_ROWS = 256;
/// Portions that wait take memory, and a reader waits until they are written.
constexpr std::size_t PORTIONS_MAX = 3;
/// A thread that ended after less work than this was not worth it: somebody reads, block for block.
constexpr u64 WORTH_A_THREAD = 512;
/// After which it is tried again.
constexpr u64 ALONE = 2'048;

}  // namespace

class FedArchive::Feeder {
public:
    explicit Feeder(Archive& archive) : archive_(archive), thread_([this] { loop(); }) {}
    ~Feeder()
    {
        (void)finish();
        {
            const std::lock_guard lock(mutex_);
            is_ending_ = true;
            changed_.notify_all();
        }
        thread_.join();
    }

    /// Waits while much is waiting. The first error so far.
    StatusOf<ArchiveError> give(Work work)
    {
        if (const auto* block = std::get_if<Block>(&work)) coming_rows_ += row_count(block->block);
        coming_.push_back(std::move(work));
        ++given_;
        const bool is_whole = coming_.size() >= PORTION || coming_rows_ >= PORTION_ROWS;
        return is_whole ? send() : StatusOf<ArchiveError>();
    }
    u64 given() const noexcept { return given_; }
    /// Waits until all is done. The first error.
    std::optional<ArchiveError> finish()
    {
        if (!coming_.empty()) (void)send();
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return waiting_.empty() && !is_working_; });
        return error_;
    }

private:
    using Portion = std::vector<Work>;

    StatusOf<ArchiveError> send()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return waiting_.size() < PORTIONS_MAX; });
        waiting_.push_back(std::exchange(coming_, {}));
        coming_rows_ = 0;
        changed_.notify_all();
        if (error_) return *error_;
        return {};
    }

    void loop()
    {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [&] { return !waiting_.empty() || is_ending_; });
            if (waiting_.empty()) return;
            Portion portion = std::move(waiting_.front());
            waiting_.pop_front();
            is_working_ = true;
            std::optional<ArchiveError> error = error_;
            lock.unlock();
            for (Work& work : portion) {
                if (error) break;
                if (const auto done = run(archive_, std::move(work)); !done) error = done.error();
            }
            portion.clear();
            lock.lock();
            error_ = error;
            is_working_ = false;
            changed_.notify_all();
        }
    }

    Archive& archive_;
    Portion coming_;  ///< of the thread that gives
    std::size_t coming_rows_ = 0;
    u64 given_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Portion> waiting_;
    std::optional<ArchiveError> error_;  ///< the first one
    bool is_working_ = false, is_ending_ = false;
    std::thread thread_;
};

FedArchive::FedArchive() = default;
FedArchive::~FedArchive() = default;

FedArchive& FedArchive::operator=(std::unique_ptr<Archive> archive)
{
    (void)finish();
    archive_ = std::move(archive);
    error_.reset();
    return *this;
}

std::unique_ptr<Archive> FedArchive::take()
{
    (void)finish();
    return std::move(archive_);
}

Archive& FedArchive::operator*() const
{
    (void)finish();
    LARIAT_ASSERT(archive_ != nullptr);
    return *archive_;
}

StatusOf<ArchiveError> FedArchive::finish() const
{
    if (feeder_) {
        if (const auto error = feeder_->finish(); error && !error_) error_ = error;
        if (feeder_->given() < WORTH_A_THREAD) alone_ = ALONE;
        feeder_.reset();
    }
    if (error_) return *error_;
    return {};
}

StatusOf<ArchiveError> FedArchive::run(Archive& archive, Work work)
{
    if (const auto* forget = std::get_if<Forget>(&work))
        return archive.forget(forget->blocks_from, forget->states_from);
    auto& [block, removed] = std::get<Block>(work);
    describe_gone(block, removed, archive);
    return archive.add(std::move(block));
}

StatusOf<ArchiveError> FedArchive::hand_on(Work work)
{
    LARIAT_ASSERT(archive_ != nullptr);
    if (error_) return *error_;
    if (alone_ > 0) {
        --alone_;
        return run(*archive_, std::move(work));
    }
    if (!feeder_) start_feeder();
    return feeder_ ? feeder_->give(std::move(work)) : run(*archive_, std::move(work));
}

void FedArchive::start_feeder()
{
    try {
        feeder_ = std::make_unique<Feeder>(*archive_);
    } catch (const std::system_error&) {  // no thread is to be had: the blocks do without
        alone_ = ALONE;
    }
}

StatusOf<ArchiveError> FedArchive::add(ArchivedBlock block, Archive::Write write)
{
    if (const auto fed = finish(); !fed) return fed;
    return archive_->add(std::move(block), write);
}

StatusOf<ArchiveError> FedArchive::feed(ArchivedBlock block, std::vector<RemovedRecord> removed)
{
    return hand_on(Block{std::move(block), std::move(removed)});
}

StatusOf<ArchiveError> FedArchive::feed_forget(u64 blocks_from, u64 states_from)
{
    return hand_on(Forget{blocks_from, states_from});
}

}  // namespace lariat::node
