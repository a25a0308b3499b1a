// The table of advice, one line for a code.
#include "client/problem.hpp"

#include <nlohmann/json.hpp>

namespace lariat::client {

namespace {

struct Advice {
    std::string_view code, text;
};

constexpr Advice ADVICE[] = {
    {"sender_unknown",
     "Give the sender money first: lariat transfer, or on a dev chain: lariat dev set "
     "'fund={\"ADDRESS\": \"1000000000\"}'"},
    {"insufficient_balance", "Give the sender more, or lower --cycles-limit, --cells-limit and the fees"},
    {"nonce_too_low", "Leave --nonce out: then the next free one is taken"},
    {"nonce_gap", "Leave --nonce out, or send the transactions before it first"},
    {"limit_too_high",
     "Of a transaction: lower --cycles-limit or --cells-limit; lariat call shows what is used"},
    {"fee_too_low", "Raise --max-fee-per-cycle and --max-fee-per-cell; lariat fees suggests values"},
    {"tx_expired", "Raise --valid-until, or leave it out"},
    {"replacement_underpriced", "Raise --tip-per-cycle by a tenth at least"},
    {"sender_full", "Wait until some of the sender's transactions are included: lariat tx list --sender"},
    {"pool_full", "Try again later, or raise --tip-per-cycle"},
    {"wrong_chain", "It was signed for another chain: sign it again with this --node"},
    {"bad_signature", "It was changed after it was signed: sign it again"},
    {"unauthorized", "Put the node's token into LARIAT_TOKEN"},
    {"not_dev", "Dev verbs work on dev chains alone: lariat node --dev"},
    {"not_found", "Look at the id or address and at --node: is it the right chain?"},
    {"height_not_reached", "lariat block shows the head"},
    {"pruned", "Ask a node that keeps more: --keep-blocks, --keep-states"},
    {"too_deep", "Revert to a later snapshot, or use lariat dev reset"},
    {"time_not_later", "Take a later time; lariat block shows the head's"},
    {"busy", "Try again in a moment"},
    {"starting", "Try again in a moment"},
    {"stopping", "Start the node again"},
    {"rate_limited", "Try again in a moment"},
    {"forbidden_host", "Use the node's IP address, or add the name to the node's --hosts"},
};

}  // namespace

Failure problem_of(int status, std::string body)
{
    Failure out{Failure::Kind::refused, {}, {}, {}};
    const auto json = nlohmann::json::parse(body, nullptr, false);
    const auto text = [&](const char* key) {
        const auto found = json.is_object() ? json.find(key) : json.end();
        return json.is_object() && found != json.end() && found->is_string() ? found->get<std::string>()
                                                                             : std::string();
    };
    out.code = text("code");
    if (out.code.empty()) {
        constexpr std::size_t SHOWN = 200;
        out.code = "http_" + std::to_string(status);
        out.message = "the answer is none of a lariat node: " + body.substr(0, SHOWN);
        return out;
    }
    out.message = text("detail").empty() ? text("title") : text("detail");
    if (const std::string reason = text("reason"); !reason.empty()) out.message += " (" + reason + ")";
    const auto figure = [&](const char* key) {
        const auto found = json.find(key);
        const bool is_number = found != json.end() && found->is_number_unsigned();
        return is_number ? std::to_string(found->get<std::uint64_t>()) : text(key);
    };
    const std::string got = figure("got"), limit = figure("limit");
    if (!got.empty() && out.message.find(got) == std::string::npos) out.message += "; it has " + got;
    if (!limit.empty() && out.message.find(limit) == std::string::npos)
        out.message += "; the limit is " + limit;
    out.problem = std::move(body);
    return out;
}

std::string_view advice(std::string_view code) noexcept
{
    for (const Advice& one : ADVICE)
        if (one.code == code) return one.text;
    return {};
}

}  // namespace lariat::client
