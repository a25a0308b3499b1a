// Lock, names and small files of a node's directory.
#include "node/data_dir.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lariat::node {

namespace {

constexpr std::array<std::string_view, 9> KNOWN_NAMES = {
    "format", "lock", "genesis.json", "lariat.toml", "state", "blocks", "pool", "dev", "archive.sqlite"};
/// A journal is left by a node that was killed while it made its archive.
constexpr std::array<std::string_view, 4> SUFFIXES = {".new", "-wal", "-shm", "-journal"};

std::string why()
{
    return std::strerror(errno);
}

bool is_ours(const std::string& name)
{
    const auto ends = [&](std::string_view suffix) { return name.ends_with(suffix); };
    return std::find(KNOWN_NAMES.begin(), KNOWN_NAMES.end(), name) != KNOWN_NAMES.end() ||
           std::any_of(SUFFIXES.begin(), SUFFIXES.end(), ends);
}

class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor()
    {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }

private:
    int fd_;
};

/// A node that was killed is gone before all of its forked children are, and each of them holds the lock
/// until the system has cleared it away; who starts it again at once is not to be told of another node.
bool lock_soon(int fd)
{
    constexpr std::chrono::milliseconds PAUSE{20};
    constexpr int TRIES = 100;
    for (int i = 1; ::flock(fd, LOCK_EX | LOCK_NB) != 0; ++i) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || i == TRIES) return false;
        std::this_thread::sleep_for(PAUSE);
    }
    return true;
}

bool write_all(int fd, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool sync_directory(const std::string& path)
{
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return fd.get() >= 0 && ::fsync(fd.get()) == 0;
}

}  // namespace

DataDir::~DataDir()
{
    let_go();
}

void DataDir::let_go() noexcept
{
    if (lock_ >= 0) ::close(std::exchange(lock_, -1));
}

Result<std::unique_ptr<DataDir>, ExitError> DataDir::open(const std::string& path)
{
    if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST)
        return ExitError{WRONG_SETTING, "data: cannot make " + path + ": " + why()};
    return lock_and_check(path);
}

Result<std::unique_ptr<DataDir>, ExitError> DataDir::open_existing(const std::string& path)
{
    struct stat info;
    if (::stat((path + "/format").c_str(), &info) != 0)
        return ExitError{WRONG_SETTING, path + " is no directory of a node: it has no file format"};
    return lock_and_check(path);
}

Result<std::unique_ptr<DataDir>, ExitError> DataDir::lock_and_check(const std::string& path)
{
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
        const std::string name = entry.path().filename();
        if (!is_ours(name))
            return ExitError{WRONG_SETTING,
                             "data: " + path + " holds " + name + ", which is no file of a node"};
    }
    if (error) return ExitError{WRONG_SETTING, "data: cannot read " + path + ": " + error.message()};
    const std::string lock_path = path + "/lock";
    const int fd = ::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666);
    if (fd < 0) return ExitError{WRONG_SETTING, "data: cannot open " + lock_path + ": " + why()};
    std::unique_ptr<DataDir> dir(new DataDir(path, fd));
    if (!lock_soon(fd)) {
        if (errno == EWOULDBLOCK) return ExitError{3, "data: another process runs a node in " + path};
        return ExitError{1, "data: cannot lock " + lock_path + ": " + why()};
    }
    const auto format = dir->read("format");
    dir->is_new_ = !format.has_value();
    if (format && *format != std::string(FORMAT) + "\n" && *format != FORMAT)
        return ExitError{WRONG_SETTING, "data: " + path + " has format " + format->substr(0, 20) +
                                            "; this program reads " + std::string(FORMAT)};
    return dir;
}

std::optional<std::string> read_file(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream content;
    content << in.rdbuf();
    return content.str();
}

std::optional<std::string> DataDir::read(const std::string& name) const
{
    struct stat info;
    if (::stat(path_of(name).c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
    return read_file(path_of(name));
}

StatusOf<ExitError> DataDir::write(const std::string& name, const std::string& content)
{
    const std::string fresh = path_of(name + ".new");
    {
        const Descriptor fd(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
        if (fd.get() < 0 || !write_all(fd.get(), content) || ::fsync(fd.get()) != 0)
            return damaged("cannot write " + fresh + ": " + why());
    }
    if (::rename(fresh.c_str(), path_of(name).c_str()) != 0 || !sync_directory(path_))
        return damaged("cannot write " + path_of(name) + ": " + why());
    return {};
}

}  // namespace lariat::node
