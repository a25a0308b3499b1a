// Reads and writes the messages of a stream.
#include "node/stream_messages.hpp"

#include <algorithm>

#include "node/api.hpp"
#include "trace/output.hpp"

namespace lariat::node {

using Json = nlohmann::json;
using trace::number;

namespace {

constexpr std::size_t ID_BYTES_MAX = 128;

struct TopicKind {
    const char* name;
    const char* list;  ///< the route that has the same rows and filters
    std::optional<Archive::Table> history;
};

const TopicKind* topic_kind(const std::string& name)
{
    static const TopicKind all[] = {{"blocks", "listBlocks", Archive::Table::blocks},
                                    {"receipts", "listTransactions", Archive::Table::txs},
                                    {"fires", "listFires", Archive::Table::fires},
                                    {"exits", "listExits", Archive::Table::exits},
                                    {"events", "listEvents", Archive::Table::events},
                                    {"pending", "listTransactions", std::nullopt}};
    const auto found = std::find_if(std::begin(all), std::end(all),
                                    [&](const TopicKind& kind) { return name == kind.name; });
    return found == std::end(all) ? nullptr : found;
}

const Route& route_of(const TopicKind& kind)
{
    return *std::find_if(routes().begin(), routes().end(),
                         [&](const Route& route) { return route.operation == kind.list; });
}

/// The filters of the list of the same name, held against its parameters.
Result<ArchiveFilters, Problem> read_filters(const TopicKind& kind, const Json& filter)
{
    const Route& route = route_of(kind);
    const auto is_known = [&](const std::string& name) {
        if (std::string_view(kind.list) == "listTransactions") return name == "sender";
        return std::any_of(route.params.begin(), route.params.end(),
                           [&](const Param& param) { return param.name == name; });
    };
    Target target;
    for (const auto& [name, value] : filter.items()) {
        if (!is_known(name)) return Problem{"unknown_parameter", "there is no such filter"};
        if (!value.is_string()) return Problem{"bad_parameter", "a filter is a text"};
        target.query.emplace_back(name, value.get<std::string>());
    }
    auto params = check_params(route, {}, target);
    if (!params) return params.error();
    return history_filters(Call(route, std::move(params).value(), {}));
}

ClientMessage read_subscribe(const std::string& id, const Json& message)
{
    if (unknown_key(message, {"subscribe", "to", "filter", "from_height"}))
        return RefusedMessage{id, "bad_request"};
    const auto to = message.find("to");
    const TopicKind* kind = to != message.end() && to->is_string() ? topic_kind(*to) : nullptr;
    if (!kind) return RefusedMessage{id, "bad_request"};
    SubscribeMessage out{id, {kind->history, {}}, {}};
    if (const auto filter = message.find("filter"); filter != message.end()) {
        if (!filter->is_object()) return RefusedMessage{id, "bad_request"};
        auto filters = read_filters(*kind, *filter);
        if (!filters) return RefusedMessage{id, filters.error().code};
        out.topic.filters = std::move(filters).value();
    }
    if (message.contains("from_height")) {
        if (!kind->history) return RefusedMessage{id, "bad_request"};  // the pool has no history
        const auto height = read_number(message, "from_height", 0, 0, U64_MAX);
        if (!height) return RefusedMessage{id, height.error().code};
        out.from_height = height.value();
    }
    return out;
}

std::string json_text(const std::string& text)
{
    return Json(text).dump();
}

}  // namespace

ClientMessage read_client_message(const std::string& text)
{
    const auto body = read_body(text);
    if (!body) return BadMessage{"no JSON that this API takes"};
    const Json& message = body.value();
    if (!message.is_object()) return BadMessage{"a message is a JSON object"};
    const bool subscribes = message.contains("subscribe");
    if (subscribes == message.contains("unsubscribe")) return BadMessage{"subscribe or unsubscribe"};
    const Json& id = message.at(subscribes ? "subscribe" : "unsubscribe");
    if (!id.is_string()) return BadMessage{"a subscription's id is a text"};
    const std::string name = id.get<std::string>();
    if (name.empty() || name.size() > ID_BYTES_MAX)
        return BadMessage{"a subscription's id has 1 to " + std::to_string(ID_BYTES_MAX) + " bytes"};
    if (subscribes) return read_subscribe(name, message);
    if (unknown_key(message, {"unsubscribe"})) return RefusedMessage{name, "bad_request"};
    return UnsubscribeMessage{name};
}

std::string ok_message(const std::string& id, u64 height)
{
    return "{\"id\":" + json_text(id) + ",\"ok\":true,\"height\":" + number(height).dump() + "}";
}

std::string error_message(const std::string& id, std::string_view code)
{
    return "{\"id\":" + json_text(id) + ",\"error\":\"" + std::string(code) + "\"}";
}

std::string item_message(const std::string& id, u64 height, std::string_view item)
{
    std::string out = "{\"id\":" + json_text(id) + ",\"height\":" + number(height).dump() + ",\"item\":";
    out.reserve(out.size() + item.size() + 1);
    return out.append(item) + "}";
}

std::string mark_message(const std::string& id, u64 height, const std::string& state_root)
{
    return "{\"id\":" + json_text(id) + ",\"mark\":" + number(height).dump() + ",\"state_root\":\"" +
           state_root + "\"}";
}

std::string revert_message(u64 height)
{
    return "{\"revert\":" + number(height).dump() + "}";
}

}  // namespace lariat::node
