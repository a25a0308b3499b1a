// The HTTP API: everything about a request that does not depend on its route, then the route's handler.
#pragma once

#include "node/api_call.hpp"
#include "node/rate_limit.hpp"
#include "node/stream_hub.hpp"

namespace lariat::node {

class Api final : public HttpService {
public:
    /// `dev` is in the core's genesis; `version` is shown to clients.
    Api(Core& core, std::string version);

    void handle(HttpRequest request, HttpReply reply) override;
    std::optional<StreamOpening> open_stream(const HttpRequest& request) override;
    HttpResponse refuse(int status, const std::string& detail) override;
    std::size_t body_limit(const HttpRequest& head) const override;

    /// From now on every request is answered `stopping`.
    void stop() { stopping_ = true; }
    /// Ends all streams.
    void stop_streams() { streams_.stop(); }
    /// The port in force: part of the node's own origin.
    void set_port(u16 port) { port_ = port; }

private:
    [[nodiscard]] std::optional<Problem> check_origin(const HttpRequest& request, bool is_stream) const;
    [[nodiscard]] std::optional<Problem> check_stream(const HttpRequest& request);
    [[nodiscard]] std::optional<Problem> check_body(const HttpRequest& request, const Route& route) const;
    [[nodiscard]] std::optional<Problem> check_token(const HttpRequest& request, const Route& route) const;
    void dispatch(const Call& call, LaterOutcome reply);
    HttpResponse finish(const HttpRequest& request, const Outcome& outcome) const;
    void add_cors(const HttpRequest& request, HttpResponse& answer) const;
    bool is_own_host(const std::string& host) const;

    Core& core_;
    const Settings& settings_;
    std::string version_;
    StreamHub streams_;
    RateLimit rate_;
    std::atomic<bool> stopping_ = false;
    u16 port_ = 0;
};

/// Splits a target into decoded segments and parameters. A Problem for what serves no file: `..`, `%2f`,
/// `%00`, and for malformed escapes.
struct Target {
    std::vector<std::string> segments;
    std::vector<std::pair<std::string, std::string>> query;
};
Result<Target, Problem> read_target(const std::string& target);
/// Holds given parameters against those of the route.
Result<std::map<std::string, std::string>, Problem> check_params(
    const Route& route, const std::map<std::string, std::string>& in_path, const Target& target);
bool accepts_gzip(const HttpRequest& request);
/// Whether If-None-Match names this entity tag.
bool matches_etag(const std::string& if_none_match, const std::string& etag);
/// The body compressed by gzip; nullopt if zlib fails.
std::optional<std::string> gzip(const std::string& body);

}  // namespace lariat::node
