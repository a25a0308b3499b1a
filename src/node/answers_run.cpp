// Answers that run something: simulation, estimates, blocks by hand.
#include <algorithm>

#include "base/hex.hpp"
#include "chain/json_input.hpp"
#include "node/api_call.hpp"
#include "node/keys.hpp"
#include "trace/output.hpp"
#include "trace/query.hpp"

namespace lariat::node {

using nlohmann::json;
using trace::number;

namespace {

Result<u64, Problem> read_number(const json& body, const char* key, u64 otherwise, u64 least, u64 most)
{
    const auto found = body.find(key);
    if (found == body.end()) return otherwise;
    try {
        const u64 value = chain::read_u64(*found, key);
        if (value >= least && value <= most) return value;
    } catch (const chain::BadInput&) {
    }
    return bad_request(std::string(key) + " must be a number from " + std::to_string(least) + " to " +
                       std::to_string(most));
}

struct ToRun {
    chain::Transaction tx;
    bool has_cycles_limit = true, has_cells_limit = true;
};

Result<ToRun, Problem> read_raw(Core& core, const json& raw)
{
    if (!raw.is_string()) return bad_request("raw must be a text: 0x and hex digits");
    const auto bytes = from_hex(raw.get_ref<const std::string&>());
    if (!bytes) return bad_request("raw must be 0x and an even number of hex digits");
    const auto wire = core.verified(*bytes);
    if (!wire) return wire.error();
    ToRun out{wire.value().tx};
    out.tx.nonce.reset();
    return out;
}

Result<ToRun, Problem> read_tx(const json& tx)
{
    auto read = read_unsigned(tx);
    if (!read) return bad_request(read.error());
    ToRun out{read.value().tx, read.value().has_cycles_limit, read.value().has_cells_limit};
    out.tx.nonce.reset();
    return out;
}

/// Limits that were left out: the highest that a block and the balance allow.
void fill_limits(const Core& core, ToRun& run)
{
    const PoolHead head = core.pool_head();
    const auto account = core.chain().account(run.tx.from);
    const u128 balance = account ? account->balance : 0;
    chain::TxLimits& limits = run.tx.limits;
    if (!run.has_cells_limit) limits.cells = head.cell_capacity;
    if (!run.has_cycles_limit) limits.cycles = head.user_lane;
    const auto fits = [&] {
        const auto cost = most_it_costs(run.tx, head.cycle_basefee, head.cell_basefee);
        return cost && *cost <= balance;
    };
    if (fits()) return;
    // Halve what may be halved until it is paid; then give back half of the last step, as long as it fits.
    const auto shrink = [&](u64& limit) {
        u64 low = 0, high = limit;
        while (low < high) {
            const u64 middle = high - (high - low) / 2;
            limit = middle;
            if (fits())
                low = middle;
            else
                high = middle - 1;
        }
        limit = low;
    };
    if (!run.has_cells_limit && !run.has_cycles_limit) {
        const u64 cycles = limits.cycles;
        limits.cycles = std::min<u64>(cycles, 1'000'000);
        shrink(limits.cells);
        limits.cycles = cycles;
    } else if (!run.has_cells_limit) {
        shrink(limits.cells);
    }
    if (!run.has_cycles_limit) shrink(limits.cycles);
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
    ToRun run = std::move(read).value();

    const auto held = core.lock();
    fill_limits(core, run);
    const auto simulated = core.simulate(run.tx);
    if (!simulated) return simulated.error();
    const Core::Simulated& done = simulated.value();
    if (!run.tx.hash) run.tx.hash = Hash32{};
    OrderedJson results = OrderedJson::array({result_json(done.result, {run.tx})});
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

Outcome answer_dev_accounts(Core& core, const Call&)
{
    OrderedJson items = OrderedJson::array();
    for (const PrivateKey& key : dev_keys())
        items.push_back({{"address", to_hex(*address_of(key))}, {"private_key", to_hex(BytesView(key))}});
    const auto held = core.lock();
    Answer answer;
    answer.height = core.head().height;
    answer.json = {{"accounts", std::move(items)}, {"height", number(answer.height)}};
    return answer;
}

void answer_mine(Core& core, const Call& call, LaterOutcome reply)
{
    constexpr u64 BLOCKS_MAX = 100'000, BLOCKS_DEFAULT_MAX = 10'000;
    const json& body = call.body();
    if (auto problem = unknown_key(body, {"blocks", "until_height", "until_timer", "max_blocks", "step_ms"}))
        return reply(*problem);
    if (body.contains("blocks") + body.contains("until_height") + body.contains("until_timer") > 1)
        return reply(bad_request("give one of blocks, until_height, until_timer"));
    MineOrder order;
    const auto most = read_number(body, "max_blocks", BLOCKS_DEFAULT_MAX, 1, BLOCKS_MAX);
    if (!most) return reply(most.error());
    const auto blocks = read_number(body, "blocks", 1, 1, most.value());
    if (!blocks) return reply(blocks.error());
    u64 block_time_ms = 0;
    {
        const auto held = core.lock();
        block_time_ms = core.clock().block_time_ms();
    }
    const auto step = read_number(body, "step_ms", block_time_ms, 1, BLOCK_TIME_MAX);
    if (!step) return reply(step.error());
    order.step_ms = step.value();
    order.blocks = blocks.value();
    if (body.contains("until_height")) {
        const auto height = read_number(body, "until_height", 0, 0, U64_MAX);
        if (!height) return reply(height.error());
        order.until_height = height.value();
        order.blocks = most.value();
    }
    if (const auto timer = body.find("until_timer"); timer != body.end()) {
        const auto id =
            timer->is_string() ? hash_from_hex(timer->get_ref<const std::string&>()) : std::nullopt;
        if (!id) return reply(bad_request("until_timer must be an id: 0x and 64 hex digits"));
        order.until_timer = *id;
        order.blocks = most.value();
    }
    core.mine(order, [reply](Result<Mined, Problem> mined) {
        if (!mined) return reply(mined.error());
        Answer answer;
        answer.height = mined.value().height;
        answer.json = {{"mined", number(mined.value().blocks)},
                       {"reached", mined.value().reached},
                       {"height", number(mined.value().height)}};
        reply(answer);
    });
}

}  // namespace lariat::node
