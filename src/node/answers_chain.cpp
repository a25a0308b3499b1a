// Answers about the chain: status, blocks, history, transactions, fees.
#include <algorithm>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "node/api_call.hpp"
#include "trace/output.hpp"

namespace lariat::node {

using trace::number;

namespace {

Answer answer_now(const Core& core, OrderedJson json)
{
    return {.json = std::move(json),
            .text = {},
            .content_type = {},
            .height = core.head().height,
            .etag = core.etag_of_now()};
}

OrderedJson mining(const Core& core)
{
    const Mining& mining = core.mining();
    return {{"mode", name(mining.mode)},
            {"block_time_ms", number(mining.block_time_ms)},
            {"empty_blocks", name(mining.empty_blocks)},
            {"clock", name(core.settings().clock)}};
}

/// Blocks below are no longer told of. Their rows may still be there: they go only now and then.
u64 oldest_told(const Core& core)
{
    const u64 kept = core.settings().keep_blocks, head = core.head().height;
    return std::max(core.oldest_block(), kept != 0 && head >= kept ? head - kept + 1 : 0);
}

Problem pruned(const Core& core)
{
    return {"pruned", "blocks below " + std::to_string(oldest_told(core)) + " are no longer kept"};
}

/// A bound of a list that lies below what is kept.
std::optional<Problem> asks_for_pruned(const Core& core, const Call& call)
{
    for (const char* bound : {"from_height", "to_height"})
        if (call.has(bound) && call.number(bound, 0) < oldest_told(core)) return pruned(core);
    return std::nullopt;
}

Archive::Table table_of(const std::string& operation)
{
    if (operation == "listBlocks") return Archive::Table::blocks;
    if (operation == "listFires") return Archive::Table::fires;
    if (operation == "listExits") return Archive::Table::exits;
    if (operation == "listEvents") return Archive::Table::events;
    return Archive::Table::txs;
}

/// A page of a history that the archive has.
Outcome history(Core& core, const Call& call, bool brief_txs)
{
    const auto after = read_place_cursor(call);
    if (!after) return after.error();
    HistoryPage wanted;
    wanted.from_height = call.number("from_height", 0);
    wanted.to_height = call.number("to_height", U64_MAX);
    wanted.ascending = call.maybe_text("order") == std::optional<std::string>("asc");
    const u64 limit = call.number("limit", 100);
    wanted.limit = limit + 1;
    wanted.after = after.value();
    wanted.bytes_max = PAGE_BYTES_MAX;
    auto held = core.lock();
    if (auto problem = asks_for_pruned(core, call)) return *problem;
    wanted.from_height = std::max(wanted.from_height, oldest_told(core));
    auto [rows, looked_to] =
        core.archive().list(table_of(call.route().operation), history_filters(call), wanted);
    if (const auto failed = core.archive().failed_read()) return Problem{"internal", failed->message};
    const u64 height = core.head().height;
    const std::string etag = core.etag_of_now();
    held.unlock();  // others need not wait for the writing
    // The archive ends a page early when it grows large; then there is more. The last row may be too much.
    u64 bytes = 0;
    for (const ArchivedRow& row : rows) bytes += row.json.size();
    const bool more = rows.size() > limit || bytes >= wanted.bytes_max;
    if (bytes > wanted.bytes_max && rows.size() > 1) rows.pop_back();
    if (rows.size() > limit) rows.resize(limit);
    std::optional<std::string> next;
    if (more && !rows.empty())
        next = make_place_cursor(call, {rows.back().height, rows.back().index});
    else if (looked_to)
        next = make_place_cursor(call, {looked_to->first, looked_to->second});
    std::vector<std::string> items;
    items.reserve(rows.size());
    for (ArchivedRow& row : rows)
        items.push_back(brief_txs ? brief_tx(OrderedJson::parse(row.json)).dump() : std::move(row.json));
    return Answer{.json = {},
                  .text = page_text(items, next, height),
                  .content_type = "application/json",
                  .height = height,
                  .etag = etag};
}

/// Of those that were dropped; their number is the place.
Outcome dropped_transactions(Core& core, const Call& call, u64 after)
{
    const u64 limit = call.number("limit", 100);
    const auto sender = call.maybe_address("sender");
    const std::string from = sender ? to_hex(*sender) : std::string();
    std::vector<std::string> texts;
    u64 bytes = 0, last = after;
    std::optional<std::string> next;
    auto held = core.lock();
    core.each_dropped(after, [&](const Core::Dropped& dropped) {
        if (sender && dropped.from != from) return true;
        if (texts.size() == limit || bytes >= PAGE_BYTES_MAX) {
            next = make_place_cursor(call, {last, 0});
            return false;
        }
        texts.push_back(dropped.json);
        bytes += dropped.json.size();
        last = dropped.number;
        return true;
    });
    Answer answer = answer_now(core, {});
    held.unlock();  // others need not wait for the reading
    OrderedJson items = OrderedJson::array();
    for (const std::string& text : texts) items.push_back(brief_tx(OrderedJson::parse(text)));
    answer.json = page(std::move(items), next, answer.height);
    return answer;
}

}  // namespace

ArchiveFilters history_filters(const Call& call)
{
    ArchiveFilters filters;
    for (const char* address : {"sender", "owner", "actor"})
        if (const auto value = call.maybe_address(address))
            filters.emplace_back(address, std::string(text(view(*value))));
    if (const auto timer = call.maybe_id("timer"))
        filters.emplace_back("timer", std::string(text(view(*timer))));
    for (const char* word : {"kind", "exit", "name", "topic"})
        if (const auto value = call.maybe_text(word)) filters.emplace_back(word, *value);
    if (call.route().operation == "listFires")
        if (const auto status = call.maybe_text("status")) filters.emplace_back("status", *status);
    return filters;
}

Outcome answer_status(Core& core, const Call&)
{
    const auto held = core.lock();
    const Head& head = core.head();
    const chain::Chain& chain = core.chain();
    const chain::Chain::TimerCounts counts = chain.timer_counts();
    return answer_now(core, {{"chain_id", chain.params().chain_id},
                             {"genesis_hash", to_hex(core.genesis_hash())},
                             {"dev", core.settings().dev},
                             {"version", LARIAT_VERSION},
                             {"height", number(head.height)},
                             {"hash", to_hex(head.hash)},
                             {"timestamp_ms", number(head.timestamp_ms)},
                             {"state_root", to_hex(head.state_root)},
                             {"discipline", timers::name(timers::discipline_at(chain.config(), head.height))},
                             {"clock_ms", number(core.coming_time())},
                             {"mining", mining(core)},
                             {"pool",
                              {{"pending", number(core.pool().ready_count())},
                               {"queued", number(core.pool().queued_count())},
                               {"bytes", number(core.pool().bytes())}}},
                             {"timers",
                              {{"live", number(counts.live)},
                               {"waiting", number(counts.waiting)},
                               {"parked", number(counts.parked)},
                               {"dead", number(counts.dead)}}},
                             {"operations", number(chain.operations().count())},
                             {"archive_height", number(core.archive().head().value_or(0))},
                             {"oldest_block", number(oldest_told(core))},
                             {"oldest_state", number(core.oldest_state())}});
}

Outcome answer_block(Core& core, const Call& call)
{
    const std::string& wanted = call.text("block");
    auto held = core.lock();
    std::optional<u64> height;
    if (wanted == "head")
        height = core.head().height;
    else if (const auto hash = hash_from_hex(wanted))
        height = core.archive().height_of(*hash);
    else
        height = std::stoull(wanted);
    if (!height) return Problem{"not_found", "no block of this chain has that hash"};
    if (*height > core.head().height)
        return Problem{"height_not_reached", "the head is block " + std::to_string(core.head().height)};
    auto json =
        *height < oldest_told(core) ? std::nullopt : core.archive().block_json(*height, call.flag("full"));
    if (!json) return pruned(core);
    Answer answer = answer_now(core, {});
    held.unlock();  // others need not wait for the reading
    const auto hash = hash_member(*json, "hash");
    if (wanted != "head" && hash) answer.etag = to_hex(*hash).substr(2, 32);
    answer.text = std::move(*json);
    answer.content_type = "application/json";
    return answer;
}

Outcome answer_history(Core& core, const Call& call)
{
    return history(core, call, false);
}

Outcome answer_transactions(Core& core, const Call& call)
{
    const std::string status = call.maybe_text("status").value_or("included");
    if (status == "included") return history(core, call, true);
    const auto after = read_place_cursor(call);
    if (!after) return after.error();
    const u64 limit = call.number("limit", 100);
    // By arrival; the number of arrivals is the place.
    u64 last = after.value() ? after.value()->first : 0;
    if (status == "dropped") return dropped_transactions(core, call, last);
    const auto sender = call.maybe_address("sender");
    const auto held = core.lock();
    OrderedJson items = OrderedJson::array();
    std::optional<std::string> next;
    const bool ready = status == "pending";
    for (const Pooled* tx : sender ? core.pool().of_sender(*sender) : core.pool().all()) {
        if (tx->is_ready() != ready || tx->arrival <= last) continue;
        if (items.size() == limit) {
            next = make_place_cursor(call, {last, 0});
            break;
        }
        items.push_back(core.pooled_json(*tx, true));
        last = tx->arrival;
    }
    return answer_now(core, page(std::move(items), next, core.head().height));
}

Outcome transaction_answer(int status, const std::optional<ShownTx>& tx, u64 height)
{
    if (!tx)
        return Problem{"not_found",
                       "this node has not seen the transaction, or has forgotten that it was dropped"};
    Answer answer{.status = status,
                  .json = {},
                  .text = tx->json,
                  .content_type = "application/json",
                  .height = height,
                  .etag = {}};
    // What a block has does not change; a revert gives another text.
    if (tx->is_included) answer.etag = to_hex(sha256(view(answer.text))).substr(2, 32);
    return answer;
}

Core::WaitReply answer_of_post(LaterOutcome reply, bool is_new)
{
    return [reply = std::move(reply), is_new](const Core::SharedTx& tx, u64 height) {
        const bool is_over = *tx && (*tx)->is_over();
        reply.later([tx, height, status = is_over || !is_new ? 200 : 202] {
            return transaction_answer(status, *tx, height);
        });
    };
}

void answer_transaction(Core& core, const Call& call, LaterOutcome reply)
{
    const Hash32 hash = call.id("hash");
    const u64 wait_ms = call.number("wait", 0);
    if (wait_ms == 0) {
        auto held = core.lock();
        auto tx = core.tx(hash);
        const u64 height = core.head().height;
        const std::string etag = core.etag_of_now();
        held.unlock();  // others need not wait for the writing
        Outcome outcome = transaction_answer(200, tx, height);
        if (outcome && outcome.value().etag.empty()) outcome.value().etag = etag;
        return reply(std::move(outcome));
    }
    core.wait_for(hash, wait_ms, [reply](const Core::SharedTx& tx, u64 height) {
        reply.later([tx, height] { return transaction_answer(200, *tx, height); });
    });
}

void answer_post(Core& core, const Call& call, LaterOutcome reply)
{
    const nlohmann::json& body = call.body();
    if (auto problem = unknown_key(body, {"raw"})) return reply(*problem);
    const auto raw = body.find("raw");
    if (raw == body.end() || !raw->is_string())
        return reply(bad_request("raw must be the transaction as a text: 0x and hex digits"));
    auto bytes = from_hex(raw->get_ref<const std::string&>());
    if (!bytes) return reply(bad_request("raw must be 0x and an even number of hex digits"));
    const auto submitted = core.submit(std::move(*bytes));
    if (!submitted) return reply(submitted.error());
    const bool is_new = submitted.value().is_new;
    core.wait_for(submitted.value().hash, call.number("wait", 0), answer_of_post(reply, is_new));
}

Outcome answer_fees(Core& core, const Call&)
{
    const auto held = core.lock();
    const PoolHead head = core.pool_head();
    const auto twice = [](u128 fee) { return fee > U128_MAX / 2 ? U128_MAX : fee * 2; };
    const auto [cycle_tip, cell_tip] = core.median_tips();
    return answer_now(core, {{"basefee",
                              {{"cycle", amount(head.cycle_basefee)},
                               {"cell", amount(head.cell_basefee)},
                               {"lane", amount(core.coming_lane_basefee())}}},
                             {"max_fee_per_cycle", amount(twice(head.cycle_basefee))},
                             {"max_fee_per_cell", amount(twice(head.cell_basefee))},
                             {"tip_per_cycle", amount(cycle_tip)},
                             {"tip_per_cell", amount(cell_tip)}});
}

Outcome answer_fees_history(Core& core, const Call& call)
{
    const auto after = read_place_cursor(call);
    if (!after) return after.error();
    const bool ascending = call.maybe_text("order") == std::optional<std::string>("asc");
    const u64 step = call.number("step", 1), limit = call.number("limit", 100);
    auto held = core.lock();
    if (auto problem = asks_for_pruned(core, call)) return *problem;
    const u64 head = core.head().height, from = std::max(call.number("from_height", 0), oldest_told(core)),
              to = std::min(call.number("to_height", U64_MAX), head);
    const std::optional<CursorPlace>& place = after.value();
    std::vector<std::string> blocks;
    std::optional<std::string> next;
    const u64 first = (from + step - 1) / step, last = to / step;  // in steps
    if (from <= to && first <= last) {
        for (u64 at = ascending ? (place ? place->first / step + 1 : first)
                                : (place ? place->first / step - 1 : last);
             at >= first && at <= last; at += ascending ? 1 : u64(-1)) {
            if (blocks.size() == limit) {
                next = make_place_cursor(call, {(ascending ? at - 1 : at + 1) * step, 0});
                break;
            }
            if (auto json = core.archive().block_json(at * step, false)) blocks.push_back(std::move(*json));
            if (at == 0 && !ascending) break;
        }
    }
    Answer answer = answer_now(core, {});
    held.unlock();  // others need not wait for the reading
    OrderedJson items = OrderedJson::array();
    for (const std::string& text : blocks) {
        const OrderedJson block = OrderedJson::parse(text);
        items.push_back({{"height", block["height"]},
                         {"timestamp_ms", block["timestamp_ms"]},
                         {"basefee", block["basefee"]},
                         {"used", block["used"]},
                         {"burned", block["burned"]},
                         {"tips", block["tips"]}});
    }
    answer.json = page(std::move(items), next, head);
    return answer;
}

}  // namespace lariat::node
