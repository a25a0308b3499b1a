// What a WebSocket and its user say to each other. The socket knows frames, pings and the way a connection
// ends; the user knows what messages mean. All calls of one session come one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lariat::node {

/// Why a stream ends: the code and the reason of its close frame (NODE-39).
struct StreamClose {
    std::uint16_t code = 1000;
    std::string reason;
};

/// Codes of section 6, and those that say how a client left.
namespace stream_code {
inline constexpr std::uint16_t LEFT = 1000, STOPPING = 1001, PROTOCOL = 1002, BINARY = 1003, LOST = 1006,
                               NOT_UTF8 = 1007, TOO_LARGE = 1009, BAD_MESSAGE = 4000, TOO_SLOW = 4001,
                               NO_PONG = 4002, TOO_MANY = 4003;
}  // namespace stream_code

/// One socket's user. Where a call returns a close, the socket ends with it.
class StreamSession {
public:
    virtual ~StreamSession() = default;

    /// `wake` may be called from any thread from now on: then fill() has something to do.
    virtual void on_wake(std::function<void()> wake) = 0;
    /// A whole message from the client.
    virtual std::optional<StreamClose> received(const std::string& text) = 0;
    /// Queues what there is to say, as far as the limits of the queue allow.
    virtual std::optional<StreamClose> fill() = 0;
    /// The next message to write. It counts as unread until sent() is called.
    virtual std::optional<std::string> take() = 0;
    virtual std::optional<StreamClose> sent() = 0;
    /// Asked several times a second: has the client left too much unread for too long?
    virtual std::optional<StreamClose> overdue() = 0;
    /// Called once. A code of this page: LEFT if the client closed, LOST if the connection broke.
    virtual void ended(std::uint16_t code) = 0;
};

}  // namespace lariat::node
