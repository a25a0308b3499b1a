// Implements directories of the operating system (POSIX); see directory.hpp.
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "state/disk/file_names.hpp"
#include "state/disk/os_file.hpp"

namespace lariat::state {

namespace {

StoreError not_regular(const std::string& path)
{
    return file_error(path, 0, "a pipe, a device, a link or a directory, not a regular file");
}

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

class OsDirectory final : public Directory {
public:
    OsDirectory(Descriptor descriptor, Descriptor lock, std::string path, int access)
        : descriptor_(std::move(descriptor)), lock_(std::move(lock)), path_(std::move(path)), access_(access)
    {
    }

    const std::string& path() const noexcept override { return path_; }

    Result<std::vector<std::string>, StoreError> list() const override
    {
        if (*detached_) return refusal();
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
        if (*detached_) return refusal();
        return open_as(name, access_);
    }

    Result<std::unique_ptr<File>, StoreError> create(const std::string& name) override
    {
        if (*detached_) return made_->create(name);
        return open_as(name, O_RDWR | O_CREAT | O_TRUNC);
    }

    StatusOf<StoreError> remove(const std::string& name) override
    {
        if (auto valid = check_file_name(path_, name); !valid) return valid;
        if (*detached_) return {};
        if (::unlinkat(descriptor_.get(), name.c_str(), 0) != 0) {
            return failure(path_ + "/" + name, "cannot remove", errno);
        }
        return {};
    }

    StatusOf<StoreError> rename(const std::string& from, const std::string& to) override
    {
        if (auto valid = check_file_name(path_, from); !valid) return valid;
        if (auto valid = check_file_name(path_, to); !valid) return valid;
        if (*detached_) return refusal();
        if (::renameat(descriptor_.get(), from.c_str(), descriptor_.get(), to.c_str()) != 0) {
            return failure(path_ + "/" + from, "cannot rename to " + to, errno);
        }
        return {};
    }

    StatusOf<StoreError> sync() override
    {
        if (*detached_) return {};
        if (::fsync(descriptor_.get()) != 0) return failure(path_, "cannot sync the directory", errno);
        return {};
    }

    void detach() override
    {
        *detached_ = true;
        made_ = memory_directory();
        lock_.close();
    }

private:
    StoreError refusal() const { return {path_ + ": this process has detached itself from it"}; }
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
        return os_file(std::move(file), path_ + "/" + name, detached_);
    }

    Descriptor descriptor_;
    Descriptor lock_;
    std::string path_;
    int access_;
    std::shared_ptr<bool> detached_ = std::make_shared<bool>(false);  ///< its files have it too
    std::unique_ptr<Directory> made_;                                 ///< files made since detach()
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

Result<std::unique_ptr<Directory>, StoreError> open_locked_directory(const std::string& path)
{
    Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() < 0) return StoreError{path + ": cannot open the directory: " + reason(errno)};
    return std::unique_ptr<Directory>(
        std::make_unique<OsDirectory>(std::move(directory), Descriptor(-1), path, O_RDWR));
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
