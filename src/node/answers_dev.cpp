// The verbs of dev chains (section 8 of the node's specification).
#include "base/hex.hpp"
#include "chain/json_input.hpp"
#include "node/api_call.hpp"
#include "node/keys.hpp"
#include "trace/dev_json.hpp"
#include "trace/output.hpp"

namespace lariat::node {

using Json = nlohmann::json;
using trace::number;

namespace {

Answer at_height(u64 height, OrderedJson json)
{
    json["height"] = number(height);
    return {.json = std::move(json), .text = {}, .content_type = {}, .height = height, .etag = {}};
}

/// Of a verb whose answer has a height alone. The block of that height may be the coming one, so the answer
/// is of the head.
Outcome height_answer(Core& core, const Result<u64, Problem>& done)
{
    if (!done) return done.error();
    Answer answer = at_height(done.value(), OrderedJson::object());
    const auto held = core.lock();
    answer.height = core.head().height;
    return answer;
}

Result<std::string, Problem> read_word(const Json& body, const char* key, const std::string& wanted)
{
    const auto found = body.find(key);
    if (found == body.end() || !found->is_string())
        return bad_request(std::string(key) + " must be " + wanted);
    return found->get<std::string>();
}

Result<Hash32, Problem> read_id(const Json& body, const char* key)
{
    const auto text = read_word(body, key, "an id: 0x and 64 hex digits");
    if (!text) return text.error();
    const auto id = hash_from_hex(text.value());
    if (!id) return bad_request(std::string(key) + " must be an id: 0x and 64 hex digits");
    return *id;
}

}  // namespace

Outcome answer_dev_accounts(Core& core, const Call&)
{
    OrderedJson items = OrderedJson::array();
    for (const PrivateKey& key : dev_keys())
        items.push_back({{"address", to_hex(*address_of(key))}, {"private_key", to_hex(BytesView(key))}});
    const auto held = core.lock();
    Answer answer;
    answer.height = core.head().height;
    answer.json = {{"accounts", std::move(items)}, {"height", number(answer.height)}};
    answer.etag = core.etag_of_now();
    return answer;
}

void answer_mine(Core& core, const Call& call, LaterOutcome reply)
{
    constexpr u64 BLOCKS_MAX = 100'000, BLOCKS_DEFAULT_MAX = 10'000;
    const Json& body = call.body();
    if (auto problem = unknown_key(body, {"blocks", "until_height", "until_timer", "max_blocks", "step_ms"}))
        return reply(*problem);
    if (body.contains("blocks") + body.contains("until_height") + body.contains("until_timer") > 1)
        return reply(bad_request("give one of blocks, until_height, until_timer"));
    MineOrder order;
    const auto most = read_number(body, "max_blocks", BLOCKS_DEFAULT_MAX, 1, BLOCKS_MAX);
    if (!most) return reply(most.error());
    const auto blocks = read_number(body, "blocks", 1, 1, BLOCK_TIME_MAX);
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
    order.most = most.value();
    if (body.contains("until_height")) {
        const auto height = read_number(body, "until_height", 0, 0, U64_MAX);
        if (!height) return reply(height.error());
        order.until_height = height.value();
    }
    if (const auto timer = body.find("until_timer"); timer != body.end()) {
        const auto id =
            timer->is_string() ? hash_from_hex(timer->get_ref<const std::string&>()) : std::nullopt;
        if (!id) return reply(bad_request("until_timer must be an id: 0x and 64 hex digits"));
        const auto held = core.lock();
        if (!core.chain().timer(*id) && !core.archive().life(*id, core.head().height))
            return reply(Problem{"not_found", "no timer or watch has this id"});
        order.until_timer = *id;
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

Outcome answer_dev_set(Core& core, const Call& call)
{
    try {
        return height_answer(core, core.change(trace::read_dev_set(call.body())));
    } catch (const chain::BadInput& bad) {
        return bad_request(bad.error.message);
    }
}

Outcome answer_dev_fire(Core& core, const Call& call)
{
    if (auto problem = unknown_key(call.body(), {"timer"})) return *problem;
    const auto id = read_id(call.body(), "timer");
    if (!id) return id.error();
    return height_answer(core, core.change(chain::DevFire{id.value()}));
}

Outcome answer_dev_pause(Core& core, const Call& call)
{
    if (auto problem = unknown_key(call.body(), {})) return *problem;
    return height_answer(core, core.change(chain::DevPause{call.route().operation == "devPause"}));
}

Outcome answer_dev_time(Core& core, const Call& call)
{
    const Json& body = call.body();
    if (auto problem = unknown_key(body, {"advance_ms", "next_timestamp_ms"})) return *problem;
    if (body.contains("advance_ms") == body.contains("next_timestamp_ms"))
        return bad_request("give either advance_ms or next_timestamp_ms");
    const char* key = body.contains("advance_ms") ? "advance_ms" : "next_timestamp_ms";
    const auto ms = read_number(body, key, 0, 0, BLOCK_TIME_MAX);
    if (!ms) return ms.error();
    const auto done =
        body.contains("advance_ms") ? core.advance_time(ms.value()) : core.set_next_time(ms.value());
    if (!done) return done.error();
    const auto held = core.lock();
    Answer answer = at_height(done.value(), {{"clock_ms", number(core.coming_time())}});
    answer.height = core.head().height;
    return answer;
}

Outcome answer_dev_mining(Core& core, const Call& call)
{
    const Json& body = call.body();
    if (auto problem = unknown_key(body, {"mode", "block_time_ms", "empty_blocks"})) return *problem;
    Mining mining;
    {
        const auto held = core.lock();
        mining = core.mining();
    }
    if (body.contains("mode")) {
        const auto word = read_word(body, "mode", "auto, interval or manual");
        const auto mode = word ? mine_from_name(word.value()) : std::nullopt;
        if (!mode) return bad_request("mode must be auto, interval or manual");
        // A default follows the mode: else `auto` would make empty blocks for ever.
        if (mining.empty_blocks == default_empty_blocks(mining.mode))
            mining.empty_blocks = default_empty_blocks(*mode);
        mining.mode = *mode;
    }
    if (body.contains("empty_blocks")) {
        const auto word = read_word(body, "empty_blocks", "always, due or never");
        const auto empty = word ? empty_blocks_from_name(word.value()) : std::nullopt;
        if (!empty) return bad_request("empty_blocks must be always, due or never");
        mining.empty_blocks = *empty;
    }
    const auto block_time =
        read_number(body, "block_time_ms", mining.block_time_ms, BLOCK_TIME_LEAST_MS, BLOCK_TIME_MOST_MS);
    if (!block_time) return block_time.error();
    mining.block_time_ms = block_time.value();
    const auto done = core.set_mining(mining);
    if (!done) return done.error();
    return at_height(done.value(), {{"mode", name(mining.mode)},
                                    {"block_time_ms", number(mining.block_time_ms)},
                                    {"empty_blocks", name(mining.empty_blocks)}});
}

void answer_dev_send(Core& core, const Call& call, LaterOutcome reply)
{
    const Json& body = call.body();
    if (auto problem = unknown_key(body, {"tx", "wait"})) return reply(*problem);
    const auto wait = read_number(body, "wait", call.number("wait", 0), 0, 60'000);
    if (!wait) return reply(wait.error());
    if (!body.contains("tx")) return reply(bad_request("tx is missing: an unsigned transaction"));
    auto tx = read_unsigned(body["tx"]);
    if (!tx) return reply(bad_request(tx.error()));
    const auto sent = core.impersonate(std::move(tx).value());
    if (!sent) return reply(sent.error());
    const bool is_new = sent.value().is_new;
    core.wait_for(sent.value().hash, wait.value(), answer_of_post(reply, is_new));
}

Outcome answer_dev_snapshot(Core& core, const Call& call)
{
    if (auto problem = unknown_key(call.body(), {})) return *problem;
    const auto taken = core.snapshot();
    if (!taken) return taken.error();
    return at_height(taken.value().height, {{"id", taken.value().id}});
}

Outcome answer_dev_revert(Core& core, const Call& call)
{
    if (auto problem = unknown_key(call.body(), {"id"})) return *problem;
    const auto id = read_word(call.body(), "id", "the id of a snapshot");
    if (!id) return id.error();
    return height_answer(core, core.revert(id.value()));
}

Outcome answer_dev_dump(Core& core, const Call&)
{
    auto dumped = core.dump();
    if (!dumped) return dumped.error();
    return Answer{.json = {},
                  .text = std::string(text(dumped.value().file)),
                  .content_type = "application/octet-stream",
                  .height = dumped.value().height,
                  .etag = {}};
}

Outcome answer_dev_load(Core& core, const Call& call)
{
    return height_answer(core, core.load(call.file()));
}

Outcome answer_dev_reset(Core& core, const Call& call)
{
    if (auto problem = unknown_key(call.body(), {})) return *problem;
    return height_answer(core, core.reset());
}

}  // namespace lariat::node
