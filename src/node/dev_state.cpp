// The file `dev`. It is the node's own: what is malformed in it was damaged.
#include "node/dev_state.hpp"

#include "chain/json_input.hpp"
#include "trace/dev_json.hpp"

namespace lariat::node {

using Json = nlohmann::json;

namespace {

ClockState read_clock(const Json& from)
{
    ClockState clock;
    clock.offset_ms = from.at("offset_ms").get<i64>();
    clock.once_ms = from.at("once_ms").get<u64>();
    if (!from.at("next_ms").is_null()) clock.next_ms = from.at("next_ms").get<u64>();
    return clock;
}

Mining read_mining(const Json& from)
{
    Mining mining;
    const auto mode = mine_from_name(from.at("mode").get<std::string>());
    const auto empty = empty_blocks_from_name(from.at("empty_blocks").get<std::string>());
    if (!mode || !empty) throw chain::BadInput{{"mining is malformed"}};
    mining.mode = *mode;
    mining.empty_blocks = *empty;
    mining.block_time_ms = from.at("block_time_ms").get<u64>();
    return mining;
}

}  // namespace

Json clock_json(const ClockState& clock)
{
    return {{"offset_ms", clock.offset_ms},
            {"once_ms", clock.once_ms},
            {"next_ms", clock.next_ms ? Json(*clock.next_ms) : Json()}};
}

Json mining_json(const Mining& mining)
{
    return {{"mode", name(mining.mode)},
            {"block_time_ms", mining.block_time_ms},
            {"empty_blocks", name(mining.empty_blocks)}};
}

std::optional<Mining> read_mining(const std::string& text)
{
    try {
        return read_mining(Json::parse(text));
    } catch (const chain::BadInput&) {
        return std::nullopt;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

std::string changes_text(const std::vector<chain::DevChange>& changes)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const chain::DevChange& change : changes) out.push_back(trace::to_json(change));
    return out.dump();
}

Result<std::vector<chain::DevChange>, std::string> read_changes(const std::string& text)
{
    if (text.empty()) return std::vector<chain::DevChange>{};
    try {
        return trace::read_dev_changes(Json::parse(text));
    } catch (const chain::BadInput& bad) {
        return bad.error.message;
    } catch (const Json::exception&) {
        return std::string("they are malformed");
    }
}

std::string encode(const DevState& state)
{
    Json snapshots = Json::array();
    for (const DevSnapshot& s : state.snapshots)
        snapshots.push_back({{"number", s.number},
                             {"height", s.height},
                             {"clock", clock_json(s.clock)},
                             {"mining", mining_json(s.mining)}});
    const Json out{{"waiting_for", state.waiting_for},
                   {"waiting", Json::parse(changes_text(state.waiting))},
                   {"clock", clock_json(state.clock)},
                   {"snapshots", snapshots},
                   {"next_snapshot", state.next_snapshot},
                   {"reverting_to", state.reverting_to ? Json(*state.reverting_to) : Json()},
                   {"resetting", state.resetting},
                   {"loading", state.loading}};
    return out.dump() + "\n";
}

Result<DevState, std::string> decode_dev_state(const std::string& text)
{
    try {
        const Json in = Json::parse(text);
        DevState out;
        out.waiting_for = in.at("waiting_for").get<u64>();
        out.waiting = trace::read_dev_changes(in.at("waiting"));
        out.clock = read_clock(in.at("clock"));
        for (const Json& s : in.at("snapshots"))
            out.snapshots.push_back({.number = s.at("number").get<u64>(),
                                     .height = s.at("height").get<u64>(),
                                     .clock = read_clock(s.at("clock")),
                                     .mining = read_mining(s.at("mining"))});
        out.next_snapshot = in.at("next_snapshot").get<u64>();
        if (!in.at("reverting_to").is_null()) out.reverting_to = in.at("reverting_to").get<u64>();
        out.resetting = in.at("resetting").get<bool>();
        out.loading = in.at("loading").get<bool>();
        return out;
    } catch (const chain::BadInput& bad) {
        return bad.error.message;
    } catch (const Json::exception&) {
        return std::string("it is malformed");
    }
}

}  // namespace lariat::node
