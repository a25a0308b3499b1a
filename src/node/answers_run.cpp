// Answers that run something and keep nothing: simulation and estimates.
#include <algorithm>

#include "base/hex.hpp"
#include "node/api_call.hpp"
#include "trace/output.hpp"
#include "trace/query.hpp"

namespace lariat::node {

using nlohmann::json;
using trace::number;

namespace {

Result<UnsignedTx, Problem> read_raw(Core& core, const json& raw)
{
    if (!raw.is_string()) return bad_request("raw must be a text: 0x and hex digits");
    const auto bytes = from_hex(raw.get_ref<const std::string&>());
    if (!bytes) return bad_request("raw must be 0x and an even number of hex digits");
    const auto wire = core.verified(*bytes);
    if (!wire) return wire.error();
    UnsignedTx out{wire.value().tx, true, true};
    out.tx.nonce.reset();
    return out;
}

Result<UnsignedTx, Problem> read_tx(const json& tx)
{
    auto read = read_unsigned(tx);
    if (!read) return bad_request(read.error());
    UnsignedTx out = std::move(read).value();
    out.tx.nonce.reset();
    return out;
}

OrderedJson suggested(const chain::Receipt& receipt)
{
    const auto with_a_fifth = [](u64 used) { return number(used + (used + 4) / 5); };
    return {{"cycles_limit", with_a_fifth(receipt.cycles)}, {"cells_limit", with_a_fifth(receipt.cells)}};
}

}  // namespace

Outcome answer_simulate(Core& core, const Call& call)
{
    const json& body = call.body();
    if (auto problem = unknown_key(body, {"raw", "tx", "blocks"})) return *problem;
    const auto blocks = read_number(body, "blocks", 1, 1, 64);
    if (!blocks) return blocks.error();
    if (blocks.value() > 1) return bad_request("blocks above 1 is not built yet");
    if (body.contains("raw") == body.contains("tx")) return bad_request("the body has either raw or tx");
    auto read = body.contains("raw") ? read_raw(core, body["raw"]) : read_tx(body["tx"]);
    if (!read) return read.error();
    UnsignedTx run = std::move(read).value();

    const auto held = core.lock();
    core.fill_limits(run);
    const auto simulated = core.simulate(run.tx);
    if (!simulated) return simulated.error();
    const Core::Simulated& done = simulated.value();
    if (!run.tx.hash) run.tx.hash = Hash32{};
    OrderedJson results = OrderedJson::array({result_json(done.result, {{run.tx, false}})});
    OrderedJson receipt = results[0]["receipts"][0];
    OrderedJson& scheduled = receipt["scheduled"] = OrderedJson::array();
    for (const OrderedJson& row : results[0]["scheduled"])
        if (row["cause"].is_object() && row["cause"].contains("tx")) scheduled.push_back(row);
    receipt["returned"] = to_hex(done.report.returned);
    receipt["message"] = done.report.message.empty() ? OrderedJson() : OrderedJson(done.report.message);
    receipt["traceback"] = done.report.traceback.empty() ? OrderedJson() : OrderedJson(done.report.traceback);
    Answer answer;
    answer.height = core.head().height;
    answer.json = {{"height", number(answer.height)},
                   {"receipt", std::move(receipt)},
                   {"results", std::move(results)},
                   {"suggested", suggested(done.receipt)}};
    return answer;
}

Outcome answer_estimate(Core& core, const Call& call)
{
    const json& body = call.body();
    if (auto problem = unknown_key(body, {"timer", "operation"})) return *problem;
    if (body.contains("timer") == body.contains("operation"))
        return bad_request("the body has either timer or operation");
    const auto held = core.lock();
    Answer answer;
    answer.height = core.head().height;
    if (const auto timer = body.find("timer"); timer != body.end()) {
        if (!timer->is_object()) return bad_request("timer must be an object");
        const json query{{"estimate", *timer}};
        static const chain::Scaffold no_labels;
        const auto answered = trace::answer(query.dump(), core.chain(), no_labels, nullptr);
        if (!answered) return bad_request(answered.error().message);
        answer.json = answered.value()["result"];
        return answer;
    }
    const json& operation = body["operation"];
    if (!operation.is_object()) return bad_request("operation must be an object");
    if (auto problem = unknown_key(operation, {"timestamp_ms", "gas_limit"})) return *problem;
    const auto from = read_number(operation, "timestamp_ms", 0, 0, BLOCK_TIME_MAX);
    if (!from) return from.error();
    const auto gas =
        read_number(operation, "gas_limit", core.chain().config().min_gas_limit_per_timer, 1, U64_MAX);
    if (!gas) return gas.error();
    const auto room = core.chain().room_from(from.value(), gas.value());
    answer.json = {{"timestamp_ms", room ? OrderedJson(number(*room)) : OrderedJson()}};
    return answer;
}

}  // namespace lariat::node
