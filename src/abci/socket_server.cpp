// A thread for each connection: CometBFT has four, and waits for each of its consensus requests.
#include "abci/socket_server.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <list>
#include <thread>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lariat::abci {

namespace {

constexpr std::size_t REQUEST_BYTES_MAX = std::size_t{64} << 20;

bool write_all(int fd, BytesView bytes)
{
    while (!bytes.empty()) {
        const ssize_t put = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    return true;
}

/// Serves one connection to its end. Answers are written when there is nothing more to read, so that a batch
/// of requests costs one write; a Flush asks for nothing else.
void serve_connection(Application& application, int fd)
{
    Bytes in, out;
    std::size_t done = 0;
    for (;;) {
        BytesView rest = BytesView(in).subspan(done);
        const std::size_t before = rest.size();
        const auto length = take_varint(rest);
        if (length && *length > REQUEST_BYTES_MAX) break;
        if (length && *length <= rest.size()) {
            const Bytes answer = application.handle(rest.first(*length));
            append_varint(out, answer.size());
            out.insert(out.end(), answer.begin(), answer.end());
            done += before - rest.size() + *length;
            continue;
        }
        if (!length && before >= 10) break;  // no varint is that long
        in.erase(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(done));
        done = 0;
        if (!write_all(fd, out)) break;
        out.clear();
        const std::size_t had = in.size();
        in.resize(had + 65'536);
        const ssize_t got = ::read(fd, in.data() + had, in.size() - had);
        in.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
    }
    ::shutdown(fd, SHUT_RDWR);
}

struct Connection {
    int fd = -1;
    std::atomic<bool> ended = false;
    std::thread thread;
};

}  // namespace

std::optional<std::string> serve_socket(Application& application, const std::string& path, int stop)
{
    const auto failure = [&](const char* what) {
        return path + ": cannot " + what + ": " + std::strerror(errno);
    };
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) return path + ": a socket's path has at most 107 bytes";
    std::memcpy(address.sun_path, path.data(), path.size());
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0) return failure("make a socket");
    ::unlink(path.c_str());
    if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener, 16) != 0) {
        const std::string why = failure("listen");
        ::close(listener);
        return why;
    }
    std::list<Connection> connections;
    for (;;) {
        pollfd waits[] = {{listener, POLLIN, 0}, {stop, POLLIN, 0}};
        if (::poll(waits, 2, 1'000) < 0 && errno != EINTR) break;
        if (waits[1].revents != 0) break;
        for (auto it = connections.begin(); it != connections.end();) {
            if (!it->ended) {
                ++it;
                continue;
            }
            it->thread.join();
            ::close(it->fd);
            it = connections.erase(it);
        }
        if ((waits[0].revents & POLLIN) == 0) continue;
        const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0) continue;
        Connection& one = connections.emplace_back();
        one.fd = fd;
        one.thread = std::thread([&application, &one] {
            serve_connection(application, one.fd);
            one.ended = true;
        });
    }
    for (Connection& one : connections) {
        ::shutdown(one.fd, SHUT_RDWR);
        one.thread.join();
        ::close(one.fd);
    }
    ::close(listener);
    ::unlink(path.c_str());
    return std::nullopt;
}

}  // namespace lariat::abci
