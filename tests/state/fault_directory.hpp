// A simulated disk that records every change in order and fails at a chosen one. power_loss.hpp says what a
// crash can leave of it.
#pragma once

#include <map>

#include "state/disk/directory.hpp"

namespace lariat::state {

/// The names and contents of all files, as a process finds them when it starts.
using DiskImage = std::map<std::string, Bytes>;

/// A file apart from its name.
using InodeId = u32;

struct DiskChange {
    enum class Kind : u8 { Write, Truncate, Sync, FailedSync, Create, Remove, Rename, SyncNames };
    Kind kind = Kind::Sync;
    InodeId inode = 0;
    u64 at = 0;  ///< offset of a write, size of a truncation
    Bytes bytes = {};
    std::string name = {};
    std::string to = {};
};

/// Calls are counted from 0: changes (write, truncate, sync, create, remove, rename, sync of the names)
/// apart from those that only read (list, open, size, read_at, map).
struct Fault {
    enum class Then : u8 {
        Works,  ///< only this one call is refused
        Fails,  ///< every later change too: the disk is full, or broken
        Dies,  ///< the process was killed in this call: nothing it does later reaches the disk, not even as a
               ///< failure
    };
    u64 change = U64_MAX;
    u64 read = U64_MAX;
    std::string why = "Input/output error";
    u64 taken = 0;  ///< of a write that fails, so many bytes get through
    Then then = Then::Works;
};

class FaultDisk : public std::enable_shared_from_this<FaultDisk> {
public:
    explicit FaultDisk(DiskImage start = {}, Fault fault = {});

    /// Any number at a time: this disk knows no locks.
    std::unique_ptr<Directory> directory();

    const DiskImage& start() const noexcept { return start_; }
    /// All that was asked for and not refused; a sync that failed too.
    const std::vector<DiskChange>& journal() const noexcept { return journal_; }
    u64 changes() const noexcept { return changes_; }
    u64 reads() const noexcept { return reads_; }
    /// Where the fault struck: the path and the offset that an error has to name. Empty: it did not.
    const std::string& failed_at() const noexcept { return failed_at_; }
    void heal() { fault_ = {}; }

    /// As the system's cache has it: what is found after the process alone was killed.
    DiskImage now() const;

private:
    friend class FaultFile;
    friend class FaultDirectory;

    /// What map() gave out. Belongs to the file that asked for it, so that a use after closing shows.
    struct Mapping {
        std::unique_ptr<u8[]> bytes;
        u64 capacity = 0;
    };
    struct Inode {
        Bytes bytes;
        std::vector<std::weak_ptr<Mapping>> mappings;
    };

    bool change_fails(const std::string& path, u64 offset);
    bool read_fails(const std::string& path, u64 offset);
    StoreError failure(const std::string& path, u64 offset) const;
    void write(InodeId inode, u64 at, BytesView bytes);
    void resize(InodeId inode, u64 size);

    DiskImage start_;
    Fault fault_;
    std::string path_ = "disk";
    std::map<std::string, InodeId> names_;
    std::vector<Inode> inodes_;
    std::vector<DiskChange> journal_;
    u64 changes_ = 0;
    u64 reads_ = 0;
    std::string failed_at_;
};

inline std::shared_ptr<FaultDisk> fault_disk(DiskImage start = {}, Fault fault = {})
{
    return std::make_shared<FaultDisk>(std::move(start), std::move(fault));
}

}  // namespace lariat::state
