// HTTP/1.1 server: connections, limits, timeouts (NODE-56). It knows no route: whole requests go to a
// service, which answers at once or later, from any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lariat/error.hpp"
#include "node/stream_service.hpp"

namespace lariat::node {

struct HttpRequest {
    std::string method;
    std::string target;  ///< as sent: path and query
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::string remote;  ///< address of the client, without port

    /// The first header of this name (any case); nullptr if there is none.
    const std::string* header(std::string_view name) const;
};

struct HttpResponse {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    /// The client may be told to ask again in place of this answer.
    bool changed_nothing = false;
};

/// Makes an answer, once, on a server thread.
using MakeResponse = std::function<HttpResponse()>;
using HttpReply = std::function<void(MakeResponse)>;

/// The answer to a request for a WebSocket: a session, or why not.
struct StreamOpening {
    std::shared_ptr<StreamSession> session;
    HttpResponse refusal;  ///< if there is no session
};

class HttpService {
public:
    virtual ~HttpService() = default;
    /// Called on a server thread. Calls `reply` once, now or later, on any thread: it costs that thread
    /// little. Must not block for long.
    virtual void handle(HttpRequest request, HttpReply reply) = 0;
    /// Asked about each request for a WebSocket. Nothing: it goes to handle() as if it asked for none.
    virtual std::optional<StreamOpening> open_stream(const HttpRequest& request) = 0;
    /// The answer to a request that never became whole (400, 408, 413, 414, 431) or that cannot be served
    /// (503). Small: nothing counts its bytes.
    virtual HttpResponse refuse(int status, const std::string& detail) = 0;
    /// The most bytes of the body of this request, which has not come; 0: as HttpLimits says. One request at
    /// a time has another limit.
    virtual std::size_t body_limit(const HttpRequest& head) const = 0;
};

struct HttpLimits {
    std::size_t connections = 1'024;
    std::size_t target_bytes = 8 * 1'024;
    std::size_t head_bytes = 16 * 1'024;
    std::size_t body_bytes = 4 * 1'024 * 1'024;
    std::size_t held_bytes = 512 * 1'024 * 1'024;  ///< of bodies and answers above 64 KiB, all connections
    int head_ms = 5'000;                           ///< from the first byte of a head to its last
    int body_ms = 30'000;                          ///< from the end of the head to the last byte of the body
    int idle_ms = 60'000;                          ///< between requests
    int write_ms = 30'000;
    int threads = 2;
};

struct [[nodiscard]] ListenError {
    bool address_in_use = false;
    std::string message;
};

class HttpServer {
public:
    /// Binds and listens on ADDRESS:PORT (port 0: a free one); takes no connection before run().
    static Result<std::unique_ptr<HttpServer>, ListenError> listen(const std::string& address,
                                                                   std::uint16_t port, HttpService& service,
                                                                   const HttpLimits& limits);
    ~HttpServer();

    std::uint16_t port() const;
    std::size_t held_bytes() const;  ///< now, of those that HttpLimits::held_bytes bounds
    void run();                      ///< starts the threads and returns
    /// Takes no more requests, waits until the answers that are due are written and all streams have ended,
    /// at most `wait_ms`, closes everything and joins the threads. The service may still call replies
    /// meanwhile and afterwards; they are dropped then.
    void stop(int wait_ms);

private:
    class Impl;
    explicit HttpServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace lariat::node
