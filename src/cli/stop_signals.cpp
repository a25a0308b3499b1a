// The handler sets a flag and writes a byte into a pipe, so that a poll() that waits for input ends too.
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

}  // namespace

void watch_stop_signals()
{
    if (pipe_ends[0] >= 0) return;
    if (::pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return;  // the signals then have their usual effect
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction action{};
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = stop_signal;
        action.sa_flags = SA_RESTART;
        ::sigaction(signal, &action, nullptr);
    }
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
