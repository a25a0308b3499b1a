// The table of problem codes.
#include "node/problem.hpp"

#include "lariat/assert.hpp"

namespace lariat::node {

namespace {

constexpr ProblemKind KINDS[] = {
    {"bad_request", 400, "The request is malformed"},
    {"bad_json", 400, "The body is no JSON that this API takes"},
    {"bad_parameter", 400, "A parameter has a value that it cannot have"},
    {"unknown_parameter", 400, "The route has no such parameter"},
    {"bad_cursor", 400, "The cursor is not one of this list and these filters"},
    {"tx_malformed", 400, "The bytes are no transaction"},
    {"wrong_chain", 400, "The transaction is for another chain"},
    {"bad_signature", 400, "The signature is not valid"},
    {"unauthorized", 401, "The dev verbs of this node want its token"},
    {"forbidden_host", 403, "This node does not go by that name"},
    {"forbidden_origin", 403, "Pages from that origin may not use this node"},
    {"not_dev", 403, "This is no dev chain"},
    {"not_found", 404, "There is nothing here"},
    {"method_not_allowed", 405, "The route has no such method"},
    {"timeout", 408, "The request was not whole in time"},
    {"time_not_later", 409, "Time goes forward only"},
    {"too_deep", 409, "That lies too far back"},
    {"pruned", 410, "This was kept once and is no more"},
    {"body_too_large", 413, "The body is too large"},
    {"uri_too_long", 414, "The path is too long"},
    {"unsupported_media_type", 415, "The body must be plain application/json"},
    {"height_not_reached", 422, "The chain has not reached that height"},
    {"sender_unknown", 422, "The sender has no account"},
    {"nonce_too_low", 422, "The nonce was used already"},
    {"nonce_gap", 422, "The nonce is too far ahead"},
    {"limit_too_high", 422, "That is more than is allowed"},
    {"fee_too_low", 422, "A fee cap is below the least base fee"},
    {"tx_expired", 422, "The transaction is no longer valid"},
    {"insufficient_balance", 422, "The balance does not pay for this"},
    {"replacement_underpriced", 422, "A replacement must tip more"},
    {"sender_full", 422, "The sender has too many transactions in the pool"},
    {"rate_limited", 429, "Too many requests"},
    {"headers_too_large", 431, "The head of the request is too large"},
    {"internal", 500, "The node failed"},
    {"starting", 503, "The node is starting"},
    {"stopping", 503, "The node is stopping"},
    {"busy", 503, "The node is busy"},
    {"pool_full", 503, "The pool is full"},
};

}  // namespace

std::span<const ProblemKind> problem_kinds() noexcept
{
    return KINDS;
}

const ProblemKind& problem_kind(std::string_view code)
{
    for (const ProblemKind& kind : KINDS)
        if (kind.code == code) return kind;
    LARIAT_ASSERT(!"a problem code is in the table");
    return KINDS[0];
}

HttpResponse problem_answer(const Problem& problem)
{
    const ProblemKind& kind = problem_kind(problem.code);
    OrderedJson body{{"type", "/docs#" + problem.code},
                     {"title", kind.title},
                     {"status", kind.status},
                     {"detail", problem.detail},
                     {"code", problem.code}};
    for (const auto& [key, value] : problem.more.items()) body[key] = value;
    HttpResponse answer{kind.status,
                        {{"Content-Type", "application/problem+json"},
                         {"Cache-Control", "no-store"},
                         {"X-Content-Type-Options", "nosniff"},
                         {"Vary", "Accept-Encoding, Origin"}},
                        {}};
    if (kind.status == 429 || kind.status == 503) answer.headers.emplace_back("Retry-After", "1");
    if (kind.status == 401) answer.headers.emplace_back("WWW-Authenticate", "Bearer");
    // A client's bytes may be in the detail, whatever they are.
    answer.body = body.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    return answer;
}

std::string_view code_of_status(int status) noexcept
{
    switch (status) {
        case 408:
            return "timeout";
        case 413:
            return "body_too_large";
        case 414:
            return "uri_too_long";
        case 431:
            return "headers_too_large";
        case 503:
            return "busy";
        default:
            return "bad_request";
    }
}

}  // namespace lariat::node
