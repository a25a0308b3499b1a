// A WebSocket to a node's streams. One call at a time.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "client/url.hpp"

namespace lariat::client {

/// Why a stream ended: the close code of the node, or 1006 if the connection broke.
struct [[nodiscard]] StreamEnd {
    unsigned code = 0;
    std::string reason;
};

class Stream {
public:
    explicit Stream(const Url& url);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    StatusOf<Failure> open(std::chrono::milliseconds timeout);
    StatusOf<StreamEnd> say(const std::string& text);
    /// Waits for the next message.
    Result<std::string, StreamEnd> next();

private:
    class Socket;
    Url url_;
    std::unique_ptr<Socket> socket_;
};

}  // namespace lariat::client
