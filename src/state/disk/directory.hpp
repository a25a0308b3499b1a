// Interface to the store's files. All file access of the store goes through it, so that a test can lose,
// tear, reorder, corrupt and refuse operations.
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

    /// Writes all of `bytes`, or fails with any part of them written. Extends the file if needed.
    virtual StatusOf<StoreError> write_at(u64 offset, BytesView bytes) = 0;

    virtual StatusOf<StoreError> truncate(u64 size) = 0;

    /// Makes the content and size written before durable. The name of a new file becomes durable by
    /// Directory::sync().
    virtual StatusOf<StoreError> sync() = 0;

    /// Extends the file with zeros, which need no disk space, and asks the system for large pages, so that
    /// later reads need few page table entries.
    virtual StatusOf<StoreError> grow(u64 size) = 0;

    /// Maps the file's bytes for as long as it is open. The address stays the same while the file grows up to
    /// `capacity` bytes, its final limit. Only bytes below size() may be read. Called once.
    virtual Result<const u8*, StoreError> map(u64 capacity) = 0;

    /// Hint that these mapped bytes will be read soon, so that the system can fetch them from the disk.
    virtual void expect(u64 offset, u64 bytes) const noexcept { static_cast<void>(offset + bytes); }
};

/// The store's directory, held by one process at a time. Names are file names, not paths; "lock" is reserved.
class Directory {
public:
    virtual ~Directory() = default;

    virtual const std::string& path() const noexcept = 0;
    /// The names of the files in it, ascending, without the lock file. Fails if a pipe, a directory or the
    /// like has a name of the store's files.
    virtual Result<std::vector<std::string>, StoreError> list() const = 0;
    virtual Result<std::unique_ptr<File>, StoreError> open(const std::string& name) = 0;
    /// Creates an empty file; an existing one of this name is emptied.
    virtual Result<std::unique_ptr<File>, StoreError> create(const std::string& name) = 0;
    virtual StatusOf<StoreError> remove(const std::string& name) = 0;
    /// Replaces `to` if it exists.
    virtual StatusOf<StoreError> rename(const std::string& from, const std::string& to) = 0;
    /// Makes the names created, renamed and removed before durable.
    virtual StatusOf<StoreError> sync() = 0;

    /// For a forked child, which shares its files with its parent. From now on this process changes nothing
    /// in the directory and does not hold it: what is written to files, open ones and new ones, is kept in
    /// memory, remove() and sync() do nothing, and list(), open() and rename() are refused. The other
    /// process may go on appending to the files, but must not cut what was there at the fork. No effect on a
    /// directory in memory, which a fork copies.
    virtual void detach() = 0;
};

/// The operating system's. Creates the directory (not its parents) if need be, durably. Refused while
/// it is held by another opening, in this process or another; let go of when the Directory is destroyed.
Result<std::unique_ptr<Directory>, StoreError> open_directory(const std::string& path);
/// One that is there already, for who keeps others out of it by a lock of its own.
Result<std::unique_ptr<Directory>, StoreError> open_locked_directory(const std::string& path);

/// One that is there already, to be read while nobody writes it. What an opening changes in it stays in
/// memory; `withheld` says what was not done to the files, in the order in which it was not done.
struct UnchangedDirectory {
    std::unique_ptr<Directory> directory;
    std::shared_ptr<const std::vector<std::string>> withheld;
};
Result<UnchangedDirectory, StoreError> open_directory_to_read(const std::string& path);
/// The same over any other directory.
UnchangedDirectory unchanged(std::unique_ptr<Directory> directory);

/// A directory in memory. As on a disk, an open file outlives its removal.
std::unique_ptr<Directory> memory_directory();

}  // namespace lariat::state
