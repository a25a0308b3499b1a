// One connection to a node: a request after the other, each with a limit of time.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "client/url.hpp"

namespace lariat::client {

struct HttpReply {
    int status = 0;
    std::string body;
};

class HttpClient {
public:
    HttpClient(Url url, std::chrono::milliseconds timeout);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    const Url& url() const noexcept { return url_; }
    std::chrono::milliseconds timeout() const noexcept { return timeout_; }

    struct Request {
        std::string method = "GET", target, body;
        std::string content_type = "application/json";
        std::string token;                      ///< for `Authorization: Bearer`; empty: none
        std::chrono::milliseconds patience{0};  ///< how much longer than the timeout an answer may take
    };
    /// An answer of 2xx. Anything else is a Failure: the problem that the node gave, or no_answer.
    Outcome<HttpReply> send(const Request& request);

private:
    class Connection;
    Url url_;
    std::chrono::milliseconds timeout_;
    std::unique_ptr<Connection> connection_;
};

/// A part of a path or a value of a query, percent-encoded.
std::string url_encoded(const std::string& text);

}  // namespace lariat::client
