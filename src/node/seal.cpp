// Builds the rows of a finished block.
#include "node/seal.hpp"

#include <map>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "trace/members.hpp"
#include "trace/output.hpp"

namespace lariat::node {

namespace {

using trace::number;
using trace::TextMembers;

/// {"tx": i} as {"tx": hash}.
void name_cause(OrderedJson& row, const BlockTxs& txs)
{
    const auto cause = row.find("cause");
    if (cause == row.end() || !cause->is_object()) return;
    const auto tx = cause->find("tx");
    if (tx == cause->end() || !tx->is_number_unsigned()) return;
    const u64 index = tx->get<u64>();
    if (index < txs.size()) *tx = to_hex(*txs[index].tx.hash);
}

// A block's rows are shown in several places: each becomes text once, and larger texts are put together from
// them.

/// `"key":value,` at the end of the members of an object.
void add_member(std::string& members, std::string_view key, std::string_view value)
{
    if (!members.empty()) members += ',';
    members.append("\"").append(key).append("\":").append(value);
}

/// The text between the braces of an object.
std::string members_of(const OrderedJson& object)
{
    const std::string text = object.dump();
    return text.substr(1, text.size() - 2);
}

/// The rows of a list, each as text.
using RowTexts = std::vector<std::string>;

RowTexts texts_of(const OrderedJson& rows)
{
    RowTexts out;
    out.reserve(rows.size());
    for (const OrderedJson& row : rows) out.push_back(row.dump());
    return out;
}

std::string list_of(const RowTexts& texts)
{
    std::string out = "[";
    for (const std::string& text : texts) out.append(out.size() > 1 ? "," : "").append(text);
    return out + "]";
}

/// Height and index in front of a row.
std::string placed(u64 height, u64 index, const OrderedJson& row, const std::string& row_text)
{
    if (row.empty() || row.contains("height") || row.contains("index")) {
        OrderedJson place{{"height", number(height)}, {"index", number(index)}};
        for (const auto& [key, value] : row.items()) place[key] = value;
        return place.dump();
    }
    std::string place =
        TextMembers(64 + row_text.size()).number("height", height).number("index", index).take();
    place.back() = ',';
    return place.append(row_text, 1);
}

/// The rows of a list by the transaction, as 0x hash, that caused them.
using CausedRows = std::map<std::string, RowTexts>;

CausedRows by_cause(const OrderedJson& rows, const RowTexts& texts)
{
    CausedRows out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto cause = rows[i].find("cause");
        if (cause != rows[i].end() && cause->is_object() && cause->contains("tx"))
            out[cause->value("tx", std::string())].push_back(texts[i]);
    }
    return out;
}

std::optional<Hash32> hash_at(const OrderedJson& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? hash_from_hex(found->get<std::string>()) : std::nullopt;
}
std::optional<Address> address_at(const OrderedJson& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? address_from_hex(found->get<std::string>())
                                                    : std::nullopt;
}
std::string text_at(const OrderedJson& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

ArchivedBlock::Fire fire_row(const OrderedJson& row, std::string shown)
{
    return {.timer = hash_at(row, "id").value_or(Hash32{}),
            .owner = address_at(row, "owner").value_or(Address{}),
            .actor = address_at(row, "actor").value_or(Address{}),
            .kind = text_at(row, "kind"),
            .status = text_at(row, "status"),
            .json = std::move(shown)};
}

ArchivedBlock::Exit exit_row(const OrderedJson& row, std::string shown)
{
    return {.timer = hash_at(row, "id").value_or(Hash32{}),
            .owner = address_at(row, "owner"),
            .exit = text_at(row, "exit"),
            .json = std::move(shown)};
}

/// The timer that an event is about.
std::optional<Hash32> timer_of_event(const OrderedJson& row)
{
    for (const char* key : {"id", "timer_id", "timer"})
        if (const auto id = hash_at(row, key)) return id;
    return std::nullopt;
}

ArchivedBlock::Event event_row(const OrderedJson& row, std::string shown)
{
    const auto actor = address_at(row, "actor");
    const auto topic = row.find("topic");
    return {.name = text_at(row, "name"),
            .actor = actor ? actor : address_at(row, "owner"),
            .topic = topic != row.end() ? std::optional(text_at(row, "topic")) : std::nullopt,
            .timer = timer_of_event(row),
            .json = std::move(shown)};
}

/// Whose execution this row of `scheduled` comes from: the actor's that was called, deployed or fired; an
/// operation may be set by a transaction itself, and is its sender's.
std::optional<Address> who_set(const OrderedJson& scheduled, const OrderedJson& line, const BlockTxs& txs)
{
    const OrderedJson& cause = scheduled["cause"];
    if (const auto hash = cause.is_object() ? hash_at(cause, "tx") : std::nullopt) {
        for (std::size_t i = 0; i < txs.size(); ++i) {
            const chain::Transaction& tx = txs[i].tx;
            if (tx.hash != hash) continue;
            if (const auto* call = std::get_if<chain::CallTx>(&tx.body)) return call->actor;
            const bool deploys = std::holds_alternative<chain::DeployTx>(tx.body);
            return deploys ? address_at(line["receipts"][i], "address") : tx.from;
        }
    } else if (cause.is_object() && cause.contains("seq")) {
        for (const OrderedJson& row : line["fired"])
            if (row["seq"] == cause["seq"]) return address_at(row, "actor");
    }
    return std::nullopt;
}

}  // namespace

Hash32 hash_of_txs(const BlockTxs& txs)
{
    Writer w;
    for (const BlockTx& tx : txs) w.put_raw(view(*tx.tx.hash));
    return keccak256(w.bytes());
}

Hash32 hash_of_block(const SealedHeader& header)
{
    Writer w;
    w.put_u64(header.height)
        .put_u64(header.timestamp_ms)
        .put_raw(view(header.proposer))
        .put_raw(view(header.parent_hash))
        .put_raw(view(header.txs_hash))
        .put_raw(view(header.state_root));
    return keccak256(w.bytes());
}

OrderedJson result_json(const chain::BlockResult& result, const BlockTxs& txs)
{
    static const scripted::Scaffold no_labels;
    OrderedJson out = trace::to_json(result, no_labels);
    for (const char* list : {"scheduled", "fired", "exits", "events"})
        for (OrderedJson& row : out[list]) name_cause(row, txs);
    return out;
}

ArchivedBlock seal(const SealedHeader& header, const Hash32& context_hash, const BlockTxs& txs,
                   const OrderedJson& line)
{
    ArchivedBlock out;
    out.height = header.height;
    out.hash = hash_of_block(header);

    OrderedJson block{{"height", number(header.height)},
                      {"hash", to_hex(out.hash)},
                      {"context_hash", to_hex(context_hash)},
                      {"parent_hash", to_hex(header.parent_hash)},
                      {"timestamp_ms", number(header.timestamp_ms)},
                      {"proposer", to_hex(header.proposer)},
                      {"txs_hash", to_hex(header.txs_hash)},
                      {"txs", OrderedJson::array()}};
    for (const BlockTx& tx : txs) block["txs"].push_back(to_hex(*tx.tx.hash));
    std::map<std::string, RowTexts, std::less<>> lists;
    for (const char* list : {"receipts", "scheduled", "fired", "exits", "events"})
        lists[list] = texts_of(line[list]);
    std::string brief = members_of(block);
    for (const auto& [key, value] : line.items()) {
        if (block.contains(key)) continue;
        if (const auto list = lists.find(key); list != lists.end())
            add_member(out.lists, key, list_of(list->second));
        else
            add_member(key == "balances" ? out.lists : brief, key, value.dump());
    }
    out.json = "{" + brief + "}";

    const auto rows = [&](const char* list, auto make, auto& into) {
        u64 index = 0;
        for (const OrderedJson& row : line[list]) {
            const std::string& text = lists[list][index];
            into.push_back(make(row, placed(header.height, index++, row, text)));
        }
    };
    rows("fired", fire_row, out.fires);
    rows("exits", exit_row, out.exits);
    rows("events", event_row, out.events);
    for (const OrderedJson& row : line["scheduled"])
        if (const auto id = hash_at(row, "id")) out.origins.push_back({*id, row["cause"].dump()});
    for (const OrderedJson& row : line["exits"])
        if (const auto id = hash_at(row, "id")) out.gone.push_back({*id, text_at(row, "exit"), {}});
    std::map<Hash32, const OrderedJson*> set_here;
    for (const OrderedJson& row : line["scheduled"])
        if (const auto id = hash_at(row, "id")) set_here[*id] = &row;
    for (ArchivedBlock::Exit& exit : out.exits)
        if (const auto found = set_here.find(exit.timer); found != set_here.end())
            exit.owner = who_set(*found->second, line, txs);
    std::map<std::string, CausedRows, std::less<>> caused;
    if (!txs.empty())
        for (const char* list : {"events", "exits", "scheduled"})
            caused[list] = by_cause(line[list], lists[list]);
    for (std::size_t i = 0; i < txs.size(); ++i) {
        const std::string hash = to_hex(*txs[i].tx.hash);
        std::string tx = "\"hash\":\"" + hash + "\"," + members_of(tx_fields(txs[i].tx, false));
        TextMembers place(64);
        place.plain("status", "included").number("height", header.height).number("index", i);
        if (txs[i].impersonated) place.raw("impersonated", "true");
        tx += "," + place.take().substr(1);
        tx.pop_back();  // the brace
        add_member(tx, "receipt", lists["receipts"][i]);
        for (const char* list : {"events", "exits", "scheduled"})
            add_member(tx, list, list_of(caused[list][hash]));
        out.txs.push_back({*txs[i].tx.hash, txs[i].tx.from, "{" + tx + "}"});
    }
    return out;
}

void name_owners(ArchivedBlock& block)
{
    std::map<Hash32, std::optional<Address>> owners;
    for (const ArchivedBlock::Gone& gone : block.gone) {
        if (gone.json.empty()) continue;
        const OrderedJson last = OrderedJson::parse(gone.json);
        const auto owner = address_at(last, "owner");
        owners[gone.id] = owner ? owner : address_at(last, "account");
    }
    for (ArchivedBlock::Exit& exit : block.exits)
        if (const auto found = owners.find(exit.timer); found != owners.end()) exit.owner = found->second;
}

std::string timer_text(const timers::Timer& t, std::string_view state, bool brief,
                       const TimerContext& context)
{
    static constexpr const char* TIERS[] = {"economy", "standard", "fast", "urgent"};
    const bool is_watch = t.kind == timers::Kind::watch;
    TextMembers out(1'024);
    const auto maybe_number = [&](std::string_view key, const std::optional<u64>& value) {
        value ? out.number(key, *value) : out.null(key);
    };
    const auto maybe_amount = [&](std::string_view key, const std::optional<u128>& value) {
        value ? out.amount(key, *value) : out.null(key);
    };
    out.plain("id", to_hex(t.id))
        .plain("kind", timers::name(t.kind))
        .plain("owner", to_hex(t.owner))
        .plain("target", to_hex(t.target));
    maybe_number("height", is_watch ? std::nullopt : std::optional(t.height));
    std::string keys;
    for (const timers::WatchKey& key : t.watch_keys)
        keys += (keys.empty() ? "[\"" : ",[\"") + to_hex(key.actor) + "\",\"" + to_hex(key.prefix) + "\"]";
    is_watch ? out.raw("watch_keys", "[" + keys + "]") : out.null("watch_keys");
    if (brief)
        out.number("payload_bytes", t.long_payload ? t.long_payload : t.payload.size());
    else
        out.plain("payload", to_hex(t.payload));
    out.text("handler", t.handler).plain("fee_payer", to_hex(t.fee_payer));
    maybe_number("gas_limit", t.gas_limit);
    out.number("expires_at", t.expires_at);
    maybe_amount("max_fee_per_cycle", t.max_fee_per_cycle);
    maybe_amount("max_priority_fee_per_cycle", t.max_priority_fee_per_cycle);
    t.tier ? out.plain("tier", TIERS[static_cast<u8>(*t.tier)]) : out.null("tier");
    out.amount("bid", t.bid);
    maybe_number("client_nonce", t.client_nonce);
    out.number("schedule_block", t.schedule_block).number("fire_seq", t.fire_seq);
    maybe_number("last_fire_height",
                 t.last_fire_height ? std::optional<u64>(t.last_fire_height) : std::nullopt);
    out.plain("state", state)
        .raw("cause", context.cause)
        .null("exit")
        .null("exit_height")
        .raw("why", context.why);
    return out.take();
}

OrderedJson operation_json(const timers::Operation& o, std::string_view state, bool brief)
{
    OrderedJson out{{"id", to_hex(o.id)},
                    {"account", to_hex(o.account)},
                    {"target", to_hex(o.target)},
                    {"timestamp_ms", number(o.place.timestamp_ms)},
                    {"sequence", number(o.place.sequence)},
                    {"handler", o.handler}};
    if (brief)
        out["payload_bytes"] = number(o.payload.size());
    else
        out["payload"] = to_hex(o.payload);
    out["gas_limit"] = number(o.gas_limit);
    out["deposit"] = amount(o.deposit);
    out["state"] = state;
    for (const char* later : {"cause", "exit", "exit_height"}) out[later] = OrderedJson();
    return out;
}

OrderedJson brief_tx(OrderedJson tx)
{
    const auto shorten = [](OrderedJson& at, const char* key, const char* length_key, bool hex) {
        const auto found = at.find(key);
        if (found == at.end() || !found->is_string()) return;
        const std::size_t size = found->get_ref<const std::string&>().size();
        OrderedJson out = OrderedJson::object();
        for (const auto& [name, value] : at.items())
            if (name == key)
                out[length_key] = number(hex ? (size - 2) / 2 : size);
            else
                out[name] = value;
        at = std::move(out);
    };
    for (const char* kind : {"call", "schedule_at"})
        if (tx.contains(kind)) shorten(tx[kind], "payload", "payload_bytes", true);
    if (tx.contains("deploy")) {
        shorten(tx["deploy"], "python", "python_bytes", false);
        shorten(tx, "payload", "payload_bytes", true);
    }
    return tx;
}

}  // namespace lariat::node
