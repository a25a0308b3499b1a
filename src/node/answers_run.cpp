// Answers that run something and keep nothing: simulation and estimates.
#include <algorithm>

#include "base/hex.hpp"
#include "node/api_call.hpp"
#include "trace/output.hpp"
#include "trace/query.hpp"

namespace lariat::node {

using Json = nlohmann::json;
using trace::number;

namespace {

Result<UnsignedTx, Problem> read_raw(Core& core, const Json& raw)
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

Result<UnsignedTx, Problem> read_tx(const Json& tx)
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

OrderedJson simulation_json(const Core::Simulated& done, chain::Transaction tx, u64 height)
{
    if (!tx.hash) tx.hash = done.receipt.hash;
    OrderedJson results = OrderedJson::array();
    for (const chain::BlockResult& result : done.results)
        results.push_back(result_json(result, results.empty() ? BlockTxs{{tx, false}} : BlockTxs{}));
    OrderedJson receipt = results[0]["receipts"][0];
    OrderedJson& scheduled = receipt["scheduled"] = OrderedJson::array();
    for (const OrderedJson& row : results[0]["scheduled"])
        if (row["cause"].is_object() && row["cause"].contains("tx")) scheduled.push_back(row);
    receipt["returned"] = to_hex(done.report.returned);
    receipt["message"] = done.report.message.empty() ? OrderedJson() : OrderedJson(done.report.message);
    receipt["traceback"] = done.report.traceback.empty() ? OrderedJson() : OrderedJson(done.report.traceback);
    return {{"height", number(height)},
            {"receipt", std::move(receipt)},
            {"results", std::move(results)},
            {"suggested", suggested(done.receipt)}};
}

// What a child says to the node: `a`, the height, a new line and the body of the answer, or `p` and a
// problem.

std::string simulate_in_child(Core& core, UnsignedTx run, u64 blocks)
{
    core.fill_limits(run);
    const u64 height = core.head().height;
    const auto simulated = core.simulate(run, blocks);
    if (simulated)
        return "a" + std::to_string(height) + "\n" +
               simulation_json(simulated.value(), std::move(run.tx), height).dump();
    const Problem& problem = simulated.error();
    return "p" + OrderedJson::array({problem.code, problem.detail, problem.more}).dump();
}

Outcome said_by_child(std::string text)
{
    if (text.starts_with("p")) {
        const OrderedJson problem = OrderedJson::parse(text.substr(1));
        return Problem{problem[0], problem[1], problem[2]};
    }
    const std::size_t end = text.find('\n');
    Answer answer;
    answer.height = std::stoull(text.substr(1, end - 1));
    answer.content_type = "application/json";
    answer.text = std::move(text);
    answer.text.erase(0, end + 1);
    return answer;
}

Problem no_answer(ForkedFailure why)
{
    switch (why) {
        case ForkedFailure::late:
            return {"busy", "the simulation was ended: it took more than 30 s"};
        case ForkedFailure::too_long:
            return {"busy",
                    "the simulation was ended: its answer has more than 64 MiB; ask for fewer blocks"};
        case ForkedFailure::ended:
            return {"busy", "the simulation was ended: memory is short, or blocks were undone meanwhile"};
        case ForkedFailure::stopped:
            return {"stopping", "the node is stopping"};
        case ForkedFailure::failed:
            break;
    }
    return {"internal", "the simulation failed"};
}

}  // namespace

void answer_simulate(Core& core, const Call& call, LaterOutcome reply)
{
    const Json& body = call.body();
    if (auto problem = unknown_key(body, {"raw", "tx", "blocks"})) return reply(*problem);
    const auto blocks = read_number(body, "blocks", 1, 1, 64);
    if (!blocks) return reply(blocks.error());
    if (body.contains("raw") == body.contains("tx"))
        return reply(bad_request("the body has either raw or tx"));
    auto read = body.contains("raw") ? read_raw(core, body["raw"]) : read_tx(body["tx"]);
    if (!read) return reply(read.error());
    const auto work = [&core, run = std::move(read).value(), count = blocks.value()] {
        return simulate_in_child(core, run, count);
    };
    const bool taken = core.what_if(work, [reply](Result<std::string, ForkedFailure> said) {
        reply(said ? said_by_child(std::move(said).value()) : Outcome(no_answer(said.error())));
    });
    if (!taken) reply(Problem{"busy", "two simulations are running"});
}

Outcome answer_estimate(Core& core, const Call& call)
{
    const Json& body = call.body();
    if (auto problem = unknown_key(body, {"timer", "operation"})) return *problem;
    if (body.contains("timer") == body.contains("operation"))
        return bad_request("the body has either timer or operation");
    const auto held = core.lock();
    Answer answer;
    answer.height = core.head().height;
    if (const auto timer = body.find("timer"); timer != body.end()) {
        if (!timer->is_object()) return bad_request("timer must be an object");
        const Json query{{"estimate", *timer}};
        static const scripted::Scaffold no_labels;
        const auto answered = trace::answer(query.dump(), core.chain(), no_labels, nullptr);
        if (!answered) return bad_request(answered.error().message);
        answer.json = answered.value()["result"];
        return answer;
    }
    const Json& operation = body["operation"];
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
