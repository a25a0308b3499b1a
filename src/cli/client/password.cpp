// Reads passwords and keys from the terminal without showing them.
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/client/signing.hpp"
#include "cli/client/values.hpp"

namespace lariat::cli::client {

namespace {

/// The terminal of the process, with its echo off. A signal that ends the process leaves the echo off, as
/// other programs do; `stty sane` mends it.
class QuietTerminal {
public:
    QuietTerminal() : fd_(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY))
    {
        if (fd_ < 0 || ::tcgetattr(fd_, &before_) != 0) return;
        termios quiet = before_;
        quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        good_ = ::tcsetattr(fd_, TCSAFLUSH, &quiet) == 0;
    }
    ~QuietTerminal()
    {
        if (good_) ::tcsetattr(fd_, TCSAFLUSH, &before_);
        if (fd_ >= 0) ::close(fd_);
    }
    QuietTerminal(const QuietTerminal&) = delete;
    QuietTerminal& operator=(const QuietTerminal&) = delete;

    bool is_there() const noexcept { return good_; }
    void say(const std::string& text) const
    {
        const ssize_t ignored = ::write(fd_, text.data(), text.size());
        static_cast<void>(ignored);
    }
    std::optional<std::string> line() const
    {
        constexpr std::size_t BYTES_MAX = 4096;
        std::string out;
        for (char c = 0; out.size() < BYTES_MAX;) {
            const ssize_t got = ::read(fd_, &c, 1);
            if (got <= 0) return std::nullopt;
            if (c == '\n') return out;
            out += c;
        }
        return std::nullopt;
    }

private:
    int fd_;
    bool good_ = false;
    termios before_{};
};

}  // namespace

std::string read_hidden(const std::string& prompt)
{
    const QuietTerminal terminal;
    if (!terminal.is_there()) stop_for_input("there is no terminal to ask on: " + prompt);
    terminal.say(prompt + ": ");
    const auto line = terminal.line();
    terminal.say("\n");
    if (!line) stop_for_input("nothing was typed: " + prompt);
    return *line;
}

std::string read_password(const Session& session, const std::string& prompt, bool again)
{
    if (session.has("--password-file")) {
        std::string text = read_whole_file(session.value("--password-file"));
        if (const std::size_t end = text.find_first_of("\r\n"); end != std::string::npos) text.erase(end);
        return text;
    }
    const QuietTerminal probe;
    if (!probe.is_there())
        stop_for_input("a password is needed, and there is no terminal to ask on: give --password-file FILE");
    std::string password = read_hidden(prompt);
    if (again && read_hidden("the same again") != password) stop_for_input("the two passwords differ");
    return password;
}

}  // namespace lariat::cli::client
