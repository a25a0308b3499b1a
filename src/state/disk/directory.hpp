// The one way to the store's files. Behind an interface, so that a test can lose, tear, reorder,
// flip and refuse what passes through it; nothing else in the store touches a file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "state/store.hpp"

namespace lariat::state {

/// Names the file and the offset: "state/log.0000000000000000 at 4096: cannot write: No space left on
/// device".
StoreError file_error(const std::string& path, u64 offset, const std::string& what);

class File {
public:
    virtual ~File() = default;

    virtual const std::string& path() const noexcept = 0;
    virtual Result<u64, StoreError> size() const = 0;

    /// Fills all of `into`, or fails.
    virtual StatusOf<StoreError> read_at(u64 offset, std::span<u8> into) const = 0;

    /// Writes all of `bytes`, or fails with any part of it written. Extends the file.
    virtual StatusOf<StoreError> write_at(u64 offset, BytesView bytes) = 0;

    virtual StatusOf<StoreError> truncate(u64 size) = 0;

    /// The content and size written before are durable when this returns without an error. Whether a
    /// new file's name is durable is the directory's affair.
    virtual StatusOf<StoreError> sync() = 0;

    /// Makes the file longer, with zeros that no disk need hold, and asks the system to keep them in large
    /// pages: what is written there later is then read through few entries of the processor's page tables.
    virtual StatusOf<StoreError> grow(u64 size) = 0;

    /// The file's bytes in place, for as long as the file is open. The address stays the same while the
    /// file grows up to `capacity`, beyond which it is not written any more; only bytes below size() may
    /// be touched. Called once.
    virtual Result<const u8*, StoreError> map(u64 capacity) = 0;

    /// These bytes are going to be read where they are mapped: what of them is on the disk alone may be
    /// fetched meanwhile. A wish.
    virtual void expect(u64 offset, u64 bytes) const noexcept { static_cast<void>(offset + bytes); }
};

/// A directory of the store, held by one process at a time. Names are of files in it, not paths, and
/// any other than "lock".
class Directory {
public:
    virtual ~Directory() = default;

    virtual const std::string& path() const noexcept = 0;
    /// The names of the files in it, ascending; without the lock's.
    virtual Result<std::vector<std::string>, StoreError> list() const = 0;
    virtual Result<std::unique_ptr<File>, StoreError> open(const std::string& name) = 0;
    /// A new, empty file; an older one of this name is emptied.
    virtual Result<std::unique_ptr<File>, StoreError> create(const std::string& name) = 0;
    virtual StatusOf<StoreError> remove(const std::string& name) = 0;
    /// Replaces `to` if it is there.
    virtual StatusOf<StoreError> rename(const std::string& from, const std::string& to) = 0;
    /// Names created, renamed and removed before are durable when this returns without an error.
    virtual StatusOf<StoreError> sync() = 0;
};

/// The operating system's. Creates the directory (not its parents) if need be, durably. Refused while
/// it is held by another opening, in this process or another; let go of when the Directory is destroyed.
Result<std::unique_ptr<Directory>, StoreError> open_directory(const std::string& path);

/// One that is there already, to be read while nobody writes it. What an opening changes in it stays in
/// memory; `withheld` says what was not done to the files, in the order in which it was not done.
struct UnchangedDirectory {
    std::unique_ptr<Directory> directory;
    std::shared_ptr<const std::vector<std::string>> withheld;
};
Result<UnchangedDirectory, StoreError> open_directory_to_read(const std::string& path);
/// The same over any other directory.
UnchangedDirectory unchanged(std::unique_ptr<Directory> directory);

/// Nothing but memory, gone with the object. Files that are open outlive their removal, as on a disk.
std::unique_ptr<Directory> memory_directory();

}  // namespace lariat::state
