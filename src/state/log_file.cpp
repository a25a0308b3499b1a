// Files of the operating system behind the LogFile interface; see log_file.hpp.
#include "state/log_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <system_error>

namespace lariat::state {

namespace {

constexpr u64 OFFSET_MAX = static_cast<u64>(std::numeric_limits<off_t>::max());

std::string reason(int error)
{
    return std::generic_category().message(error);
}

class OsLogFile final : public LogFile {
public:
    OsLogFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
    OsLogFile(const OsLogFile&) = delete;
    OsLogFile& operator=(const OsLogFile&) = delete;
    /// Lets go of the lock too. What had to be durable was synced.
    ~OsLogFile() override { ::close(descriptor_); }

    const std::string& path() const noexcept override { return path_; }

    Result<u64, StoreError> size() const override
    {
        struct stat status{};
        if (::fstat(descriptor_, &status) != 0) return failure(0, "cannot read its size", errno);
        return static_cast<u64>(status.st_size);
    }

    StatusOf<StoreError> read_at(u64 offset, std::span<u8> into) const override
    {
        if (offset > OFFSET_MAX - into.size()) return log_error(path_, offset, "offset out of range");
        while (!into.empty()) {
            const ssize_t got = ::pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
            if (got < 0) {
                if (errno == EINTR) continue;
                return failure(offset, "cannot read", errno);
            }
            if (got == 0) return log_error(path_, offset, "cannot read: the file ends here");
            offset += static_cast<u64>(got);
            into = into.subspan(static_cast<std::size_t>(got));
        }
        return {};
    }

    StatusOf<StoreError> write_at(u64 offset, BytesView bytes) override
    {
        if (offset > OFFSET_MAX - bytes.size()) return log_error(path_, offset, "offset out of range");
        while (!bytes.empty()) {
            const ssize_t put = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (put < 0) {
                if (errno == EINTR) continue;
                return failure(offset, "cannot write", errno);
            }
            // A short write goes on: the next one either writes more or says why not.
            if (put == 0) return log_error(path_, offset, "cannot write: nothing was taken");
            offset += static_cast<u64>(put);
            bytes = bytes.subspan(static_cast<std::size_t>(put));
        }
        return {};
    }

    StatusOf<StoreError> truncate(u64 size) override
    {
        if (size > OFFSET_MAX) return log_error(path_, size, "offset out of range");
        while (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) {
            if (errno != EINTR) return failure(size, "cannot truncate", errno);
        }
        return {};
    }

    StatusOf<StoreError> sync() override
    {
        if (::fdatasync(descriptor_) != 0) return failure(0, "cannot sync", errno);
        return {};
    }

private:
    StoreError failure(u64 offset, const std::string& what, int error) const
    {
        return log_error(path_, offset, what + ": " + reason(error));
    }

    int descriptor_;
    std::string path_;
};

/// A new name in a directory is durable only when the directory is synced.
StatusOf<StoreError> sync_directory(const std::string& directory)
{
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return StoreError{directory + ": cannot open the directory: " + reason(errno)};
    const int failed = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    if (failed != 0) return StoreError{directory + ": cannot sync the directory: " + reason(failed)};
    return {};
}

}  // namespace

StoreError log_error(const std::string& path, u64 offset, const std::string& what)
{
    return {path + " at offset " + std::to_string(offset) + ": " + what};
}

Result<std::unique_ptr<LogFile>, StoreError> open_log_file(const std::string& directory,
                                                           const std::string& name)
{
    if (::mkdir(directory.c_str(), 0777) == 0) {
        if (const auto synced = sync_directory(directory + "/.."); !synced) return synced.error();
    } else if (errno != EEXIST) {
        return StoreError{directory + ": cannot create the directory: " + reason(errno)};
    }
    const std::string path = directory + "/" + name;
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) return StoreError{path + ": cannot open: " + reason(errno)};
    auto file = std::make_unique<OsLogFile>(descriptor, path);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return StoreError{path + ": already open in another store or process"};
        return StoreError{path + ": cannot lock: " + reason(errno)};
    }
    if (const auto synced = sync_directory(directory); !synced) return synced.error();
    return std::unique_ptr<LogFile>(std::move(file));
}

}  // namespace lariat::state
