// The states that a disk can have after a power loss: of the changes since the last completed sync any
// subset, and of each write any subset of its bytes.
#pragma once

#include <functional>
#include <random>

#include "fault_directory.hpp"

namespace lariat::state {

/// Bytes of a write, counted from its first.
struct ByteRange {
    u64 from = 0;
    u64 to = 0;
};
inline constexpr ByteRange ALL_BYTES{0, U64_MAX};

/// One way in which the pending changes may have come through.
struct Survival {
    /// For each pending change, oldest first, what is there of it; of one that is no write all or nothing.
    std::vector<std::vector<ByteRange>> kept;
    /// Files are as long as if all had come through, zeros where the content did not: a journal of
    /// sizes and names without contents.
    bool lengths_kept = false;
};

/// The disk at one moment of its journal; moves forward only.
class PowerLoss {
public:
    explicit PowerLoss(const FaultDisk& disk);

    /// To where the first `changes` of the journal have been asked for. What a sync among them covers
    /// has come through; a sync that was only begun is the moment before it.
    void advance(u64 changes);

    /// Changes of which nobody knows, oldest first.
    const std::vector<const DiskChange*>& pending() const noexcept { return pending_; }

    DiskImage image(const Survival& survival) const;

    Survival nothing() const;
    Survival everything() const;
    Survival random(std::mt19937_64& random) const;

    /// All combinations while they are few, else those with one change kept and those with one lost;
    /// then each pending write torn at every `stride` bytes and at every sector, its rest missing or its
    /// beginning, once with all the others there and once with none of them.
    void for_each_survival(u64 stride, const std::function<void(const Survival&)>& visit) const;

private:
    struct Entry {
        const DiskChange* change;
        bool settled;   ///< a sync covered it
        bool orphaned;  ///< its sync failed: no later one covers it
    };
    struct Inode {
        Bytes bytes;
        std::vector<Entry> entries;
    };

    void settle(std::vector<Entry>& entries) const;
    void list_pending();
    u64 length_of(const Inode& inode, const Bytes& bytes) const;

    const FaultDisk& disk_;
    u64 next_ = 0;
    std::map<std::string, InodeId> names_;
    std::vector<Entry> name_entries_;
    std::vector<Inode> inodes_;
    std::vector<const DiskChange*> pending_;
};

}  // namespace lariat::state
