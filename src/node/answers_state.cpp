// Answers about the state: accounts, actors, storage, timers, operations, config, fairness, proofs; at the
// head or as after an earlier block.
#include <algorithm>

#include "base/codec.hpp"
#include "base/hex.hpp"
#include "chain/state_keys.hpp"
#include "node/api_call.hpp"
#include "node/cbor_json.hpp"
#include "node/gone.hpp"
#include "node/proofs.hpp"
#include "node/why.hpp"
#include "trace/members.hpp"
#include "trace/output.hpp"
#include "trace/proof_json.hpp"

namespace lariat::node {

using trace::Members;
using trace::TextMembers;

using trace::number;

namespace {

/// Entries of an index that a page may pass over: a filter that fits nothing ends a page, not the node.
constexpr u64 ROWS_LOOKED_AT_MAX = 20'000;

/// The state that a call asks for, while its lock is held.
struct AsOf {
    const chain::Chain& chain;
    const LiveIndex& index;
    u64 height = 0;
    bool is_head = true;  ///< the head, whichever block that is
    std::shared_ptr<const HistoricChain> kept;
};

std::string etag_of(const Core& core, const AsOf& as_of)
{
    if (!as_of.is_head) return to_hex(as_of.kept ? as_of.kept->block : core.head().hash).substr(2, 32);
    return core.etag_of_now();
}

Answer answer_of(const Core& core, const AsOf& as_of, OrderedJson json)
{
    return {.json = std::move(json),
            .text = {},
            .content_type = {},
            .height = as_of.height,
            .etag = etag_of(core, as_of)};
}

Result<AsOf, Problem> as_of(Core& core, const Call& call)
{
    const u64 head = core.head().height, wanted = call.number("at_height", head);
    if (wanted > head) return Problem{"height_not_reached", "the head is block " + std::to_string(head)};
    if (wanted == head) return AsOf{core.chain(), core.index(), head, !call.has("at_height"), nullptr};
    if (wanted < core.oldest_state())
        return Problem{"pruned",
                       "states before block " + std::to_string(core.oldest_state()) + " are not kept"};
    auto kept = core.historic(wanted);
    if (!kept)
        return Problem{"internal", "the state after block " + std::to_string(wanted) + " cannot be read"};
    const HistoricChain& historic = *kept;
    return AsOf{*historic.chain, historic.index, wanted, false, std::move(kept)};
}

/// Runs `answer` on the state that the call asks for.
template <class F>
Outcome on_state(Core& core, const Call& call, const F& answer)
{
    const auto held = core.lock();
    const auto state = as_of(core, call);
    if (!state) return state.error();
    Result<OrderedJson, Problem> json = answer(state.value());
    if (!json) return json.error();
    return answer_of(core, state.value(), std::move(json).value());
}

// Accounts and actors.

OrderedJson actor_json(const Core& core, const AsOf& state, const Address& address, const chain::Actor& actor)
{
    OrderedJson handlers = OrderedJson::array();
    constexpr u8 HANDLER_TABLE = 'H';
    Bytes prefix{HANDLER_TABLE};
    prefix.insert(prefix.end(), actor.code_hash.bytes.begin(), actor.code_hash.bytes.end());
    // A source has at most as many handlers as it has lines; the bytes bound what a page may hold.
    for (const auto& [key, value] :
         core.archive().state_with_prefix(prefix, state.height, {}, 1'000, PAGE_BYTES_MAX).pairs)
        handlers.push_back(std::string(text(BytesView(key).subspan(prefix.size()))));
    const std::string source = state.chain.source(actor.code_hash);
    return {{"address", to_hex(address)},           {"owner", to_hex(actor.owner)},
            {"code_hash", to_hex(actor.code_hash)}, {"code_bytes", number(source.size())},
            {"handlers", std::move(handlers)},      {"removed", actor.removed}};
}

Problem no_actor(const Address& address)
{
    return {"not_found", to_hex(address) + " is no actor"};
}

// Storage.

OrderedJson storage_json(BytesView key, BytesView value)
{
    auto readable = cbor_as_json(value);
    return Members(3)
        .add("key", to_hex(key))
        .add("value", to_hex(value))
        .add("cbor", readable ? OrderedJson(std::move(*readable)) : OrderedJson())
        .take();
}

// Timers.

const char* state_name(timers::Place::Where where)
{
    static constexpr const char* NAMES[] = {"pending", "waiting", "parked", "standing", "dead", "idle"};
    return NAMES[static_cast<u8>(where)];
}

/// Of a timer or an operation that lives in this state: where it comes from, as JSON.
std::string cause_of(const Core& core, const AsOf& state, const Hash32& id)
{
    return state.is_head ? core.cause_at_head(id) : core.archive().cause(id, state.height);
}

void add_cause(const Core& core, const Hash32& id, const AsOf& state, OrderedJson& json)
{
    json["cause"] = OrderedJson::parse(cause_of(core, state, id), nullptr, false);
}

TimerContext context_of(const Core& core, const AsOf& state, const timers::TimerId& id)
{
    return {cause_of(core, state, id), state.is_head ? why_text(core, core.coming(), id) : "null"};
}

/// `record`: a list shows no payload.
std::string timer_row(const Core& core, const AsOf& state, const timers::Timer& record)
{
    return timer_text(state.chain.with_watch_keys(record), state_name(record.place.where), true,
                      context_of(core, state, record.id));
}

Answer text_answer(const Core& core, const AsOf& state, std::string json)
{
    Answer answer = answer_of(core, state, {});
    answer.text = std::move(json);
    answer.content_type = "application/json";
    return answer;
}

}  // namespace

Outcome answer_account(Core& core, const Call& call)
{
    const Address address = call.address("address");
    auto held = core.lock();
    const auto found = as_of(core, call);
    if (!found) return found.error();
    const AsOf& state = found.value();
    const auto account = state.chain.account(address);
    const chain::Account a = account.value_or(chain::Account{});
    const auto pending =
        state.is_head ? std::optional(core.pool().pending_nonce(address).value_or(a.nonce)) : std::nullopt;
    const bool is_actor = state.chain.actor(address).has_value();
    Answer answer = text_answer(core, state, {});
    held.unlock();  // others need not wait for the writing
    TextMembers out(256);
    out.plain("address", to_hex(address))
        .raw("known", account ? "true" : "false")
        .raw("actor", is_actor ? "true" : "false")
        .amount("balance", a.balance)
        .amount("locked", a.locked)
        .number("nonce", a.nonce);
    pending ? out.number("pending_nonce", *pending) : out.null("pending_nonce");
    answer.text = out.take();
    return answer;
}

Outcome answer_actor(Core& core, const Call& call)
{
    const auto held = core.lock();
    const auto state = as_of(core, call);
    if (!state) return state.error();
    const Address address = call.address("address");
    const auto actor = state.value().chain.actor(address);
    if (!actor) return no_actor(address);
    if (call.route().operation == "getActor")
        return answer_of(core, state.value(), actor_json(core, state.value(), address, *actor));
    Answer answer = answer_of(core, state.value(), {});
    answer.text = state.value().chain.source(actor->code_hash);
    answer.content_type = "text/plain; charset=utf-8";
    return answer;
}

Outcome answer_actors(Core& core, const Call& call)
{
    const auto cursor = read_cursor(call);
    if (!cursor) return cursor.error();
    return on_state(core, call, [&](const AsOf& state) -> Result<OrderedJson, Problem> {
        std::optional<Address> after;
        if (cursor.value()) {
            after = address_from_hex(*cursor.value());
            if (!after) return damaged_cursor();
        }
        // Of a page: each handler is a row of the archive, and a source is read for its length.
        constexpr u64 HANDLERS_MAX = 10'000, SOURCE_BYTES_MAX = u64{16} << 20;
        const u64 limit = call.number("limit", 100);
        OrderedJson items = OrderedJson::array();
        std::optional<std::string> next;
        Address last;
        u64 handlers = 0, source_bytes = 0;
        state.index.each_actor(call.maybe_address("owner"), after, [&](const Address& address) {
            if (items.size() == limit || handlers >= HANDLERS_MAX || source_bytes >= SOURCE_BYTES_MAX) {
                next = make_cursor(call, to_hex(last));
                return false;
            }
            if (const auto actor = state.chain.actor(address)) {
                items.push_back(actor_json(core, state, address, *actor));
                handlers += items.back()["handlers"].size();
                source_bytes += items.back()["code_bytes"].get<u64>();
            }
            last = address;
            return true;
        });
        return page(std::move(items), next, state.height);
    });
}

Outcome answer_storage(Core& core, const Call& call)
{
    const Address address = call.address("address");
    const Bytes key = call.bytes("key");
    auto held = core.lock();
    const auto found = as_of(core, call);
    if (!found) return found.error();
    const AsOf& state = found.value();
    if (!state.chain.actor(address)) return no_actor(address);
    const auto value = state.chain.storage(address, key);
    if (!value) return Problem{"not_found", "the actor's storage has no such key"};
    Answer answer = answer_of(core, state, {});
    held.unlock();  // others need not wait for the writing
    answer.json = storage_json(key, *value);
    return answer;
}

Outcome answer_storage_list(Core& core, const Call& call)
{
    const auto cursor = read_cursor(call);
    if (!cursor) return cursor.error();
    return on_state(core, call, [&](const AsOf& state) -> Result<OrderedJson, Problem> {
        const Address address = call.address("address");
        if (!state.chain.actor(address)) return no_actor(address);
        const Bytes prefix = chain::storage_key(address, call.has("prefix") ? call.bytes("prefix") : Bytes{});
        const u64 limit = call.number("limit", 100);
        const Bytes after = cursor.value() ? to_bytes(*cursor.value()) : Bytes{};
        const auto [pairs, looked_to] =
            core.archive().state_with_prefix(prefix, state.height, after, limit + 1, PAGE_BYTES_MAX);
        OrderedJson items = OrderedJson::array();
        u64 bytes = 0;
        for (const auto& [key, value] : pairs) {
            OrderedJson item = storage_json(BytesView(key).subspan(1 + address.bytes.size()), value);
            bytes += item.dump().size() + 1;
            if (items.size() == limit || (bytes > PAGE_BYTES_MAX && !items.empty())) break;
            items.push_back(std::move(item));
        }
        const bool more = items.size() < pairs.size() || bytes >= PAGE_BYTES_MAX;
        std::optional<std::string> next;
        if (more && !items.empty())
            next = make_cursor(call, std::string(text(pairs[items.size() - 1].first)));
        else if (looked_to)
            next = make_cursor(call, std::string(text(*looked_to)));
        return page(std::move(items), next, state.height);
    });
}

Outcome answer_timer(Core& core, const Call& call)
{
    const Hash32 id = call.id("id");
    auto held = core.lock();
    const auto state = as_of(core, call);
    if (!state) return state.error();
    const auto timer = state.value().chain.timer(id);
    if (!timer) {
        auto gone = gone_json(core, id, state.value().height, GoneKind::timer);
        if (!gone) return gone.error();
        return answer_of(core, state.value(), std::move(gone).value());
    }
    const TimerContext context = context_of(core, state.value(), id);
    Answer answer = text_answer(core, state.value(), {});
    held.unlock();  // others need not wait for the writing
    answer.text = timer_text(*timer, state_name(timer->place.where), false, context);
    return answer;
}

Outcome answer_timers(Core& core, const Call& call)
{
    const auto after = read_place_cursor(call);
    if (!after) return after.error();
    const auto held = core.lock();
    const auto found = as_of(core, call);
    if (!found) return found.error();
    const AsOf& state = found.value();
    LiveIndex::TimerFilter filter{.owner = call.maybe_address("owner"),
                                  .target = call.maybe_address("target"),
                                  .kind = {},
                                  .due_from = call.number("due_from", 0),
                                  .due_to = call.number("due_to", U64_MAX)};
    if (const auto kind = call.maybe_text("kind"))
        filter.kind = *kind == "watch" ? timers::Kind::watch : timers::Kind::height;
    const auto wanted = call.maybe_text("state");
    const u64 limit = call.number("limit", 100);
    if (wanted == std::optional<std::string>("gone")) {
        const GonePage page = gone_timers(core, filter, after.value(), limit, state.height);
        const auto next = page.next ? std::optional(make_place_cursor(call, *page.next)) : std::nullopt;
        return text_answer(core, state, page_text(page.items, next, state.height));
    }
    const auto sort = call.maybe_text("sort") == std::optional<std::string>("created")
                          ? LiveIndex::Sort::created
                          : LiveIndex::Sort::due;
    std::vector<std::string> items;
    const auto last = state.index.each_timer(
        sort, filter, after.value(), ROWS_LOOKED_AT_MAX, [&](const timers::TimerId& id) {
            const auto record = state.chain.timer_record(id);
            if (record && (!wanted || *wanted == state_name(record->place.where)))
                items.push_back(timer_row(core, state, *record));
            return items.size() < limit;
        });
    const auto next = last ? std::optional(make_place_cursor(call, *last)) : std::nullopt;
    return text_answer(core, state, page_text(items, next, state.height));
}

Outcome answer_queue(Core& core, const Call& call)
{
    const auto held = core.lock();
    const AsOf state{core.chain(), core.index(), core.head().height, true, nullptr};
    std::vector<std::string> items;
    for (const timers::TimerId& id : core.coming().first(call.number("limit", 100)))
        if (const auto timer = core.chain().timer_record(id)) items.push_back(timer_row(core, state, *timer));
    return text_answer(core, state, page_text(items, std::nullopt, state.height));
}

Outcome answer_operation(Core& core, const Call& call)
{
    return on_state(core, call, [&](const AsOf& state) -> Result<OrderedJson, Problem> {
        const Hash32 id = call.id("id");
        if (const auto operation = state.chain.operation(id)) {
            OrderedJson json = operation_json(*operation, "scheduled", false);
            add_cause(core, id, state, json);
            return json;
        }
        return gone_json(core, id, state.height, GoneKind::operation);
    });
}

Outcome answer_operations(Core& core, const Call& call)
{
    const auto after = read_place_cursor(call);
    if (!after) return after.error();
    return on_state(core, call, [&](const AsOf& state) -> Result<OrderedJson, Problem> {
        const u64 limit = call.number("limit", 100);
        OrderedJson items = OrderedJson::array();
        u64 bytes = 0;  // of payloads, which are read for their length
        const auto last = state.index.each_operation(
            call.maybe_address("account"), call.number("until_ms", U64_MAX), after.value(),
            ROWS_LOOKED_AT_MAX, [&](const Hash32& id) {
                if (const auto operation = state.chain.operation(id)) {
                    bytes += operation->payload.size();
                    OrderedJson json = operation_json(*operation, "scheduled", true);
                    add_cause(core, id, state, json);
                    items.push_back(std::move(json));
                }
                return items.size() < limit && bytes < PAGE_BYTES_MAX;
            });
        const auto next = last ? std::optional(make_place_cursor(call, *last)) : std::nullopt;
        return page(std::move(items), next, state.height);
    });
}

Outcome answer_fairness(Core& core, const Call& call)
{
    const auto held = core.lock();
    const AsOf state{core.chain(), core.index(), core.head().height, true, nullptr};
    const Address owner = call.address("address");
    const auto fairness = core.chain().fairness(owner);
    return answer_of(core, state,
                     {{"address", to_hex(owner)},
                      {"recent", number(fairness.recent)},
                      {"median", number(fairness.median)},
                      {"weight", number(fairness.weight)}});
}

Outcome answer_config(Core& core, const Call& call)
{
    return on_state(core, call, [&](const AsOf& state) -> Result<OrderedJson, Problem> {
        const chain::FeeParams& fees = state.chain.params().fees;
        return OrderedJson{{"config", trace::to_json(state.chain.config())},
                           {"fees",
                            {{"min_basefee", amount(fees.min_basefee)},
                             {"cycle_capacity", number(fees.cycle_capacity)},
                             {"cell_capacity", number(fees.cell_capacity)},
                             {"cycle_target", number(fees.cycle_target)},
                             {"cell_target", number(fees.cell_target)},
                             {"user_lane", number(fees.user_lane)},
                             {"system_lane", number(fees.system_lane)}}}};
    });
}

Outcome answer_proof(Core& core, const Call& call)
{
    const std::string& operation = call.route().operation;
    chain::Subject subject;
    if (operation == "proveTimer")
        subject = chain::TimerSubject{call.id("id")};
    else if (operation == "proveHeight")
        subject = chain::HeightSubject{call.number("height", 0)};
    else if (operation == "proveOperation")
        subject = chain::OperationSubject{call.id("id")};
    else
        subject = chain::StorageSubject{call.address("address"), call.bytes("key")};
    auto held = core.lock();
    const AsOf state{core.chain(), core.index(), core.head().height, true, nullptr};
    const auto proof = bounded_proof(core.chain(), subject);
    if (!proof) return proof.error();
    Answer answer = answer_of(core, state, {});
    const Hash32 root = core.head().state_root;
    held.unlock();  // others need not wait for the writing
    answer.json = {{"height", number(answer.height)},
                   {"state_root", to_hex(root)},
                   {"proof", trace::to_json(proof.value())}};
    return answer;
}

}  // namespace lariat::node
