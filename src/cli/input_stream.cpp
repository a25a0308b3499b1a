// Waits with poll() for input or for the descriptor of the stop signals.
#include "cli/input_stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "cli/stop_signals.hpp"

namespace lariat::cli {

using namespace actor_tools;

Result<std::unique_ptr<InputStream>, ReadError> InputStream::open(const std::string& path)
{
    int descriptor = STDIN_FILENO;
    if (path != "-") {
        if (const auto why = why_unreadable(path)) return *why;
        descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) return cannot_read(path);
    }
    return std::unique_ptr<InputStream>(new InputStream(descriptor, path));
}

InputStream::InputStream(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path))
{
    struct stat facts{};
    if (::fstat(descriptor_, &facts) == 0 && S_ISREG(facts.st_mode)) size_ = static_cast<u64>(facts.st_size);
}

InputStream::~InputStream()
{
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

InputStream::int_type InputStream::underflow()
{
    ssize_t got = 0;
    do {
        std::array<pollfd, 2> waits{{{descriptor_, POLLIN, 0}, {stop_descriptor(), POLLIN, 0}}};
        while (::poll(waits.data(), waits.size(), -1) < 0 && errno == EINTR && !stop_requested()) {}
        if (stop_requested()) return traits_type::eof();
        got = ::read(descriptor_, piece_.data(), piece_.size());
    } while (got < 0 && (errno == EINTR || errno == EAGAIN));
    if (got < 0) error_ = cannot_read(path_);
    if (got <= 0) return traits_type::eof();
    bytes_read_ += static_cast<u64>(got);
    setg(piece_.data(), piece_.data(), piece_.data() + got);
    return traits_type::to_int_type(piece_[0]);
}

}  // namespace lariat::cli
