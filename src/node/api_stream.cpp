// The route that becomes a WebSocket: the same checks as for a request that changes something, since a page
// of another origin can open one.
#include <algorithm>

#include "node/api.hpp"

namespace lariat::node {

namespace {

constexpr int SWITCHING_PROTOCOLS = 101;
constexpr std::string_view OPERATION = "openStream";

/// Base64 of 16 bytes (RFC 6455, section 4.1).
bool is_key(const std::string& key)
{
    const auto is_digit = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
               c == '/';
    };
    return key.size() == 24 && key.ends_with("==") && std::all_of(key.begin(), key.end() - 2, is_digit);
}

}  // namespace

/// What keeps this request from becoming a stream.
std::optional<Problem> Api::check_stream(const HttpRequest& request)
{
    if (auto problem = check_origin(request, true)) return problem;
    if (!rate_.admits(request.remote, host_now_ms()))
        return Problem{"rate_limited",
                       "more than " + std::to_string(settings_.rate) + " requests in a second"};
    if (stopping_) return Problem{"stopping", "the node is stopping"};
    const auto target = read_target(request.target);
    if (!target) return target.error();
    const Matched found = match(request.method, target.value().segments);
    if (const auto params = check_params(*found.route, found.path_params, target.value()); !params)
        return params.error();
    const std::string* version = request.header("Sec-WebSocket-Version");
    if (!version || *version != "13") return bad_request("Sec-WebSocket-Version must be 13");
    const std::string* key = request.header("Sec-WebSocket-Key");
    if (!key || !is_key(*key)) return bad_request("Sec-WebSocket-Key must be 16 bytes in base64");
    return std::nullopt;
}

std::optional<StreamOpening> Api::open_stream(const HttpRequest& request)
{
    const auto target = read_target(request.target);
    const Matched found = target ? match(request.method, target.value().segments) : Matched{};
    if (!found.route || found.route->operation != OPERATION || request.method != "GET") return std::nullopt;
    StreamOpening opening;
    auto problem = check_stream(request);
    if (!problem) {
        opening.session = streams_.open();
        if (!opening.session)
            problem = Problem{"busy", "all " + std::to_string(settings_.max_streams) + " streams are taken"};
    }
    if (problem) {
        opening.refusal = problem_answer(*problem);
        opening.refusal.headers.emplace_back("Sec-WebSocket-Version", "13");
    }
    core_.metrics().request(std::string(OPERATION), "GET",
                            problem ? opening.refusal.status : SWITCHING_PROTOCOLS, 0);
    return opening;
}

}  // namespace lariat::node
