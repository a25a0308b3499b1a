// Waits for changes of Python files by inotify.
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>

#include "cli/test_reports.hpp"

namespace lariat::cli {

namespace {

namespace fs = std::filesystem;

constexpr int QUIET_MS = 100;  // an editor writes a file in several steps

/// Reads what happened. True if a name ends with .py, or a folder came or went; nullopt if nothing can be
/// read.
std::optional<bool> concerns_python(int fd)
{
    alignas(inotify_event) char buffer[4096];
    ssize_t size = 0;
    do size = ::read(fd, buffer, sizeof buffer);
    while (size < 0 && errno == EINTR);
    if (size <= 0) return std::nullopt;
    bool found = false;
    for (ssize_t at = 0; at < size;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
        const std::string name = event->len > 0 ? event->name : "";
        found = found || name.ends_with(".py") || (event->mask & (IN_ISDIR | IN_Q_OVERFLOW)) != 0;
        at += static_cast<ssize_t>(sizeof *event + event->len);
    }
    return found;
}

}  // namespace

ChangeWatch::ChangeWatch(const std::string& folder) : fd_(::inotify_init1(IN_CLOEXEC))
{
    if (fd_ < 0) return;
    constexpr std::uint32_t CHANGES = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM;
    std::error_code wrong;
    const std::string top =
        fs::is_directory(folder, wrong) ? folder : fs::path(folder).parent_path().string();
    good_ = ::inotify_add_watch(fd_, top.empty() ? "." : top.c_str(), CHANGES) >= 0;
    for (fs::recursive_directory_iterator at(top.empty() ? "." : top, wrong), end; !wrong && at != end;
         at.increment(wrong)) {
        std::error_code ignored;
        if (!at->is_directory(ignored)) continue;
        if (at->path().filename().string().starts_with('.'))
            at.disable_recursion_pending();
        else
            ::inotify_add_watch(fd_, at->path().c_str(), CHANGES);
    }
}

ChangeWatch::~ChangeWatch()
{
    if (fd_ >= 0) ::close(fd_);
}

bool ChangeWatch::wait()
{
    bool concerns = false;
    while (good_ && !concerns) {
        const auto read = concerns_python(fd_);
        good_ = read.has_value();
        concerns = read.value_or(false);
    }
    pollfd more{fd_, POLLIN, 0};
    while (good_ && ::poll(&more, 1, QUIET_MS) > 0) good_ = concerns_python(fd_).has_value();
    return good_;
}

}  // namespace lariat::cli
