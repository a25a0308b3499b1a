// The handler of a stop sets a flag and writes a byte into a pipe, so that a poll() that waits for input
// ends.
#include "cli/stop_signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

#include "cli/exit_status.hpp"

namespace lariat::cli {

namespace {

std::atomic<bool> requested{false};
int pipe_ends[2] = {-1, -1};

extern "C" void stop_signal(int)
{
    if (requested.exchange(true)) ::_exit(EXIT_INTERRUPTED);
    const int error = errno;
    const char byte = 0;
    // The pipe is empty, so the byte fits. If it did not, the flag would still stop the command after its
    // block.
    const ssize_t ignored = ::write(pipe_ends[1], &byte, 1);
    static_cast<void>(ignored);
    errno = error;
}

extern "C" void end_signal(int)
{
    ::_exit(EXIT_INTERRUPTED);
}

void handle_signals(void (*handler)(int))
{
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction action{};
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = handler;
        action.sa_flags = SA_RESTART;
        ::sigaction(signal, &action, nullptr);
    }
}

}  // namespace

void end_at_first_signal()
{
    handle_signals(end_signal);
}

void watch_stop_signals()
{
    if (pipe_ends[0] >= 0) return;
    if (::pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return;  // the first signal then ends the command
    handle_signals(stop_signal);
}

bool stop_requested() noexcept
{
    return requested.load();
}

int stop_descriptor() noexcept
{
    return pipe_ends[0];
}

}  // namespace lariat::cli
