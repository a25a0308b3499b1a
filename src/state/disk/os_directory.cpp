// Implements files and directories of the operating system (POSIX, Linux's large pages); see directory.hpp.
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

#include "base/large_page.hpp"
#include "state/disk/file_names.hpp"
#include "state/disk/mapping_faults.hpp"

namespace lariat::state {

namespace {

constexpr u64 OFFSET_MAX = static_cast<u64>(std::numeric_limits<off_t>::max());

std::string reason(int error)
{
    return std::generic_category().message(error);
}

StoreError not_regular(const std::string& path)
{
    return file_error(path, 0, "a pipe, a device, a link or a directory, not a regular file");
}

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    /// What had to be durable was synced, so an error here says nothing new.
    ~Descriptor()
    {
        if (number_ >= 0) ::close(number_);
    }
    int get() const noexcept { return number_; }

private:
    int number_;
};

/// Does not wait for the other end of a pipe, and follows no link.
Descriptor open_file(int directory, const std::string& name, int flags)
{
    return Descriptor(
        ::openat(directory, name.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666));
}

bool is_regular(const Descriptor& file)
{
    struct stat status{};
    return ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode);
}

class OsFile final : public File {
public:
    OsFile(Descriptor descriptor, std::string path)
        : descriptor_(std::move(descriptor)), path_(std::move(path))
    {
    }
    OsFile(const OsFile&) = delete;
    OsFile& operator=(const OsFile&) = delete;
    ~OsFile() override
    {
        if (mapped_ == nullptr) return;
        forget_mapping(mapped_);
        ::munmap(mapped_, mapped_size_);
    }

    const std::string& path() const noexcept override { return path_; }

    Result<u64, StoreError> size() const override
    {
        struct stat status{};
        if (::fstat(descriptor_.get(), &status) != 0) return failure(0, "cannot read its size", errno);
        return static_cast<u64>(status.st_size);
    }

    StatusOf<StoreError> read_at(u64 offset, std::span<u8> into) const override
    {
        if (offset > OFFSET_MAX || into.size() > OFFSET_MAX - offset) return out_of_range(offset);
        while (!into.empty()) {
            const ssize_t got =
                ::pread(descriptor_.get(), into.data(), into.size(), static_cast<off_t>(offset));
            if (got < 0) {
                if (errno == EINTR) continue;
                return failure(offset, "cannot read", errno);
            }
            if (got == 0) return file_error(path_, offset, "cannot read: the file ends here");
            offset += static_cast<u64>(got);
            into = into.subspan(static_cast<std::size_t>(got));
        }
        return {};
    }

    StatusOf<StoreError> write_at(u64 offset, BytesView bytes) override
    {
        if (offset > OFFSET_MAX || bytes.size() > OFFSET_MAX - offset) return out_of_range(offset);
        // A mapped file's end is the same on every disk, be there room behind the mapping or not.
        if (mapped_ != nullptr && !bytes.empty() && offset + bytes.size() > mapped_size_) {
            return file_error(path_, offset, "cannot write: past the capacity it is mapped with");
        }
        while (!bytes.empty()) {
            const ssize_t put =
                ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (put < 0) {
                if (errno == EINTR) continue;
                return failure(offset, "cannot write", errno);
            }
            // A short write goes on: the next one either writes more or says why not.
            if (put == 0) return file_error(path_, offset, "cannot write: nothing was taken");
            offset += static_cast<u64>(put);
            bytes = bytes.subspan(static_cast<std::size_t>(put));
        }
        return {};
    }

    StatusOf<StoreError> truncate(u64 size) override
    {
        if (size > OFFSET_MAX) return out_of_range(size);
        if (mapped_ != nullptr && size > mapped_size_) {
            return file_error(path_, size, "cannot truncate: past the capacity it is mapped with");
        }
        while (::ftruncate(descriptor_.get(), static_cast<off_t>(size)) != 0) {
            if (errno != EINTR) return failure(size, "cannot truncate", errno);
        }
        return {};
    }

    StatusOf<StoreError> sync() override
    {
        // Never tried again: after a failure the system may call lost pages clean.
        if (::fdatasync(descriptor_.get()) != 0) return failure(0, "cannot sync", errno);
        return {};
    }

    StatusOf<StoreError> grow(u64 size) override
    {
        const Result<u64, StoreError> now = this->size();
        if (!now) return now.error();
        if (auto longer = truncate(size); !longer) return longer;
        cache_in_large_pages(now.value(), size);
        return {};
    }

    Result<const u8*, StoreError> map(u64 capacity) override
    {
        LARIAT_ASSERT(mapped_ == nullptr && capacity > 0);
        const Result<u64, StoreError> now = size();
        if (!now) return now.error();
        if (now.value() > capacity) return file_error(path_, capacity, "cannot map: the file is larger");
        if (capacity > OFFSET_MAX) return out_of_range(capacity);
        void* mapped = ::mmap(nullptr, capacity, PROT_READ, MAP_SHARED, descriptor_.get(), 0);
        if (mapped == MAP_FAILED) return failure(0, "cannot map", errno);
        mapped_ = mapped;
        mapped_size_ = capacity;
        note_mapping(mapped, capacity, path_.c_str());
        return static_cast<const u8*>(mapped);
    }

    void expect(u64 offset, u64 bytes) const noexcept override
    {
        if (mapped_ == nullptr) return;
        static const u64 page = static_cast<u64>(::sysconf(_SC_PAGESIZE));
        const u64 begin = offset / page * page;
        ::madvise(static_cast<u8*>(mapped_) + begin, offset + bytes - begin, MADV_WILLNEED);
    }

private:
    /// Touches a hole of the file through a mapping that wants large pages, so that the system's cache
    /// holds it in such. The mapping that is read through does not ask for them: there it would mean to
    /// read 2 MiB from the disk for one record. A wish: where any of it fails, pages are small.
    void cache_in_large_pages(u64 from, u64 to) const
    {
        from = from / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
        if (to < from + LARGE_PAGE_BYTES) return;
        void* const mapped =
            ::mmap(nullptr, to - from, PROT_READ, MAP_SHARED, descriptor_.get(), static_cast<off_t>(from));
        if (mapped == MAP_FAILED) return;
#if defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_READ)
        if (::madvise(mapped, to - from, MADV_HUGEPAGE) == 0)
            ::madvise(mapped, to - from, MADV_POPULATE_READ);
#endif
        ::munmap(mapped, to - from);
    }

    StoreError failure(u64 offset, const std::string& what, int error) const
    {
        return file_error(path_, offset, what + ": " + reason(error));
    }
    StoreError out_of_range(u64 offset) const { return file_error(path_, offset, "offset out of range"); }

    Descriptor descriptor_;
    std::string path_;
    void* mapped_ = nullptr;
    u64 mapped_size_ = 0;
};

class OsDirectory final : public Directory {
public:
    OsDirectory(Descriptor descriptor, Descriptor lock, std::string path, int access)
        : descriptor_(std::move(descriptor)), lock_(std::move(lock)), path_(std::move(path)), access_(access)
    {
    }

    const std::string& path() const noexcept override { return path_; }

    Result<std::vector<std::string>, StoreError> list() const override
    {
        // A descriptor of its own, whose place in the directory is its own too.
        const int opened = ::openat(descriptor_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (opened < 0) return failure(path_, "cannot list the directory", errno);
        DIR* const stream = ::fdopendir(opened);
        if (stream == nullptr) {
            const int error = errno;
            ::close(opened);
            return failure(path_, "cannot list the directory", error);
        }
        std::vector<std::string> names;
        std::string foreign;  ///< a name of the store that is no file
        int error = 0;
        for (;;) {
            errno = 0;
            const dirent* entry = ::readdir(stream);
            if (entry == nullptr) {
                error = errno;
                break;
            }
            const std::string name = entry->d_name;
            if (is_file(*entry)) {
                if (name != LOCK_NAME) names.push_back(name);
            } else if (is_store_name(name)) {
                foreign = name;
                break;
            }
        }
        ::closedir(stream);
        if (error != 0) return failure(path_, "cannot list the directory", error);
        if (!foreign.empty()) return not_regular(path_ + "/" + foreign);
        std::ranges::sort(names);
        return names;
    }

    Result<std::unique_ptr<File>, StoreError> open(const std::string& name) override
    {
        return open_as(name, access_);
    }

    Result<std::unique_ptr<File>, StoreError> create(const std::string& name) override
    {
        return open_as(name, O_RDWR | O_CREAT | O_TRUNC);
    }

    StatusOf<StoreError> remove(const std::string& name) override
    {
        if (auto valid = check_file_name(path_, name); !valid) return valid;
        if (::unlinkat(descriptor_.get(), name.c_str(), 0) != 0) {
            return failure(path_ + "/" + name, "cannot remove", errno);
        }
        return {};
    }

    StatusOf<StoreError> rename(const std::string& from, const std::string& to) override
    {
        if (auto valid = check_file_name(path_, from); !valid) return valid;
        if (auto valid = check_file_name(path_, to); !valid) return valid;
        if (::renameat(descriptor_.get(), from.c_str(), descriptor_.get(), to.c_str()) != 0) {
            return failure(path_ + "/" + from, "cannot rename to " + to, errno);
        }
        return {};
    }

    StatusOf<StoreError> sync() override
    {
        if (::fsync(descriptor_.get()) != 0) return failure(path_, "cannot sync the directory", errno);
        return {};
    }

private:
    static StoreError failure(const std::string& path, const std::string& what, int error)
    {
        return {path + ": " + what + ": " + reason(error)};
    }

    bool is_file(const dirent& entry) const
    {
        if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_REG;
        struct stat status{};
        return ::fstatat(descriptor_.get(), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
               S_ISREG(status.st_mode);
    }

    Result<std::unique_ptr<File>, StoreError> open_as(const std::string& name, int flags)
    {
        if (const auto valid = check_file_name(path_, name); !valid) return valid.error();
        Descriptor file(open_file(descriptor_.get(), name, flags));
        if (file.get() < 0) {
            return failure(path_ + "/" + name, (flags & O_CREAT) != 0 ? "cannot create" : "cannot open",
                           errno);
        }
        if (!is_regular(file)) return not_regular(path_ + "/" + name);
        return std::unique_ptr<File>(std::make_unique<OsFile>(std::move(file), path_ + "/" + name));
    }

    Descriptor descriptor_;
    Descriptor lock_;
    std::string path_;
    int access_;
};

/// A new name in a directory is durable only when the directory is synced.
StatusOf<StoreError> sync_directory(int at, const char* name, const std::string& path)
{
    const Descriptor opened(::openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.get() < 0) return StoreError{path + ": cannot open the directory: " + reason(errno)};
    if (::fsync(opened.get()) != 0) return StoreError{path + ": cannot sync the directory: " + reason(errno)};
    return {};
}

StatusOf<StoreError> take_lock(const Descriptor& lock, int kind, const std::string& path)
{
    if (::flock(lock.get(), kind | LOCK_NB) == 0) return {};
    if (errno == EWOULDBLOCK) return StoreError{path + ": already open in another store or process"};
    return StoreError{path + "/" + LOCK_NAME + ": cannot lock: " + reason(errno)};
}

}  // namespace

Result<std::unique_ptr<Directory>, StoreError> open_directory(const std::string& path)
{
    const bool created = ::mkdir(path.c_str(), 0777) == 0;
    if (!created && errno != EEXIST) {
        return StoreError{path + ": cannot create the directory: " + reason(errno)};
    }
    Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() < 0) return StoreError{path + ": cannot open the directory: " + reason(errno)};

    const std::string lock_path = path + "/" + LOCK_NAME;
    Descriptor lock(open_file(directory.get(), LOCK_NAME, O_RDWR | O_CREAT));
    if (lock.get() < 0) return StoreError{lock_path + ": cannot open: " + reason(errno)};
    if (!is_regular(lock)) return not_regular(lock_path);
    if (auto locked = take_lock(lock, LOCK_EX, path); !locked) return locked.error();
    // Also when it was there: whoever created it may have ended before its name was durable. A parent
    // that may not be opened is then as it is.
    if (const auto synced = sync_directory(directory.get(), ".", path); !synced) return synced.error();
    if (const auto synced = sync_directory(directory.get(), "..", path + "/.."); !synced && created) {
        return synced.error();
    }
    return std::unique_ptr<Directory>(
        std::make_unique<OsDirectory>(std::move(directory), std::move(lock), path, O_RDWR));
}

Result<UnchangedDirectory, StoreError> open_directory_to_read(const std::string& path)
{
    Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() < 0) return StoreError{path + ": cannot open the directory: " + reason(errno)};
    // Who writes to it has made the lock's file; without one there is nobody to keep out.
    Descriptor lock(open_file(directory.get(), LOCK_NAME, O_RDONLY));
    if (lock.get() < 0 && errno != ENOENT)
        return StoreError{path + "/" + LOCK_NAME + ": cannot open: " + reason(errno)};
    if (lock.get() >= 0 && !is_regular(lock)) return not_regular(path + "/" + LOCK_NAME);
    if (lock.get() >= 0)
        if (auto locked = take_lock(lock, LOCK_SH, path); !locked) return locked.error();
    return unchanged(std::make_unique<OsDirectory>(std::move(directory), std::move(lock), path, O_RDONLY));
}

}  // namespace lariat::state
