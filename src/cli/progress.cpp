// Writes the progress in percent.
#include "cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/console.hpp"

namespace lariat::cli {

Progress::Progress(bool wanted)
    : terminal_(isatty(STDERR_FILENO) == 1 && !is_dumb_terminal()), shown_(terminal_ || wanted)
{
}

Progress::~Progress()
{
    end();
}

void Progress::show(const std::string& what, u64 done, u64 all)
{
    if (!shown_) return;
    const u64 percent = all == 0 ? 100 : static_cast<u64>(u128{100} * std::min(done, all) / all);
    const bool begun = what != what_;
    if (begun) end();
    if (!begun && (terminal_ ? percent == percent_ : percent / 10 == percent_ / 10)) return;
    what_ = what;
    percent_ = percent;
    open_ = terminal_;
    std::fprintf(stderr, terminal_ ? "\r%s: %3u %%\033[K" : "%s: %u %%\n", what.c_str(),
                 static_cast<unsigned>(percent));
}

void Progress::note(const std::string& text)
{
    constexpr std::chrono::milliseconds PAUSE(100);
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || (open_ && now - noted_ < PAUSE)) return;
    noted_ = now;
    open_ = true;
    std::fprintf(stderr, "\r%s\033[K", text.c_str());
}

void Progress::end()
{
    if (open_) std::fputs("\r\033[K", stderr);
    open_ = false;
    what_.clear();
}

}  // namespace lariat::cli
