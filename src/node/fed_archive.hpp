// The archive of a node, which may get its blocks from a thread beside the one that makes them: while many
// blocks are made at once and nobody reads, what the archive costs is not waited for.
//
// Whoever reaches the archive itself finds every block in it, and no thread beside. For one thread at a time.
#pragma once

#include "node/archive.hpp"
#include "node/describe_gone.hpp"

namespace lariat::node {

class FedArchive {
public:
    FedArchive();
    ~FedArchive();
    FedArchive(const FedArchive&) = delete;
    FedArchive& operator=(const FedArchive&) = delete;
    FedArchive& operator=(std::unique_ptr<Archive> archive);
    void reset() { *this = std::unique_ptr<Archive>(); }
    std::unique_ptr<Archive> take();

    explicit operator bool() const noexcept { return archive_ != nullptr; }
    Archive* operator->() const { return &**this; }
    Archive& operator*() const;
    /// Ends the thread, if there is one, after all that it was given. The first error of what was fed.
    StatusOf<ArchiveError> finish() const;
    /// Archive::add() behind all that was fed.
    StatusOf<ArchiveError> add(ArchivedBlock block, Archive::Write write);

    /// Adds a block whose `gone` is not described yet; it is done when this returns, or later. The error may
    /// be one of an earlier call.
    StatusOf<ArchiveError> feed(ArchivedBlock block, std::vector<RemovedRecord> removed);
    /// Archive::forget(), behind the blocks that were fed.
    StatusOf<ArchiveError> feed_forget(u64 blocks_from, u64 states_from);
    /// Archive::spare_text(), at any time.
    std::string spare_text() const { return archive_->spare_text(); }

private:
    class Feeder;
    struct Block {
        ArchivedBlock block;
        std::vector<RemovedRecord> removed;
    };
    struct Forget {
        u64 blocks_from = 0, states_from = 0;
    };
    using Work = std::variant<Block, Forget>;
    static StatusOf<ArchiveError> run(Archive& archive, Work work);
    StatusOf<ArchiveError> hand_on(Work work);
    void start_feeder();

    std::unique_ptr<Archive> archive_;
    mutable std::unique_ptr<Feeder> feeder_;
    mutable std::optional<ArchiveError> error_;  ///< of the thread
    mutable u64 alone_ = 0;                      ///< for so many pieces of work no thread is worth its start
};

}  // namespace lariat::node
