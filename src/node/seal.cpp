// Builds the rows of a finished block.
#include "node/seal.hpp"

#include <map>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "trace/output.hpp"

namespace lariat::node {

namespace {

using trace::number;

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

/// Height and index in front of a row.
OrderedJson placed(u64 height, u64 index, const OrderedJson& row)
{
    OrderedJson out{{"height", number(height)}, {"index", number(index)}};
    for (const auto& [key, value] : row.items()) out[key] = value;
    return out;
}

bool is_caused_by(const OrderedJson& row, const std::string& tx)
{
    const auto cause = row.find("cause");
    return cause != row.end() && cause->is_object() && cause->value("tx", std::string()) == tx;
}

OrderedJson rows_caused_by(const OrderedJson& rows, const std::string& tx)
{
    OrderedJson out = OrderedJson::array();
    for (const OrderedJson& row : rows)
        if (is_caused_by(row, tx)) out.push_back(row);
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

ArchivedBlock::Fire fire_row(OrderedJson row)
{
    return {.timer = hash_at(row, "id").value_or(Hash32{}),
            .owner = address_at(row, "owner").value_or(Address{}),
            .actor = address_at(row, "actor").value_or(Address{}),
            .kind = text_at(row, "kind"),
            .status = text_at(row, "status"),
            .json = row.dump()};
}

/// The timer that an event is about.
std::optional<Hash32> timer_of_event(const OrderedJson& row)
{
    for (const char* key : {"id", "timer_id", "timer"})
        if (const auto id = hash_at(row, key)) return id;
    return std::nullopt;
}

ArchivedBlock::Event event_row(OrderedJson row)
{
    const auto actor = address_at(row, "actor");
    const auto topic = row.find("topic");
    return {.name = text_at(row, "name"),
            .actor = actor ? actor : address_at(row, "owner"),
            .topic = topic != row.end() ? std::optional(text_at(row, "topic")) : std::nullopt,
            .timer = timer_of_event(row),
            .json = row.dump()};
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
    OrderedJson full = block;
    for (const auto& [key, value] : line.items()) {
        if (full.contains(key)) continue;
        full[key] = value;
        const bool is_list = key == "receipts" || key == "scheduled" || key == "fired" || key == "exits" ||
                             key == "events" || key == "balances";
        if (!is_list) block[key] = value;
    }
    out.json = block.dump();
    out.full = full.dump();

    const auto rows = [&](const char* list, auto make, auto& into) {
        u64 index = 0;
        for (const OrderedJson& row : line[list]) into.push_back(make(placed(header.height, index++, row)));
    };
    rows("fired", fire_row, out.fires);
    rows(
        "exits",
        [](OrderedJson row) {
            return ArchivedBlock::Exit{.timer = hash_at(row, "id").value_or(Hash32{}),
                                       .owner = address_at(row, "owner"),
                                       .exit = text_at(row, "exit"),
                                       .json = row.dump()};
        },
        out.exits);
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
    for (std::size_t i = 0; i < txs.size(); ++i) {
        const std::string hash = to_hex(*txs[i].tx.hash);
        OrderedJson json{{"hash", hash}};
        const OrderedJson fields = tx_fields(txs[i].tx, false);  // items() refers to it
        for (const auto& [key, value] : fields.items()) json[key] = value;
        if (txs[i].impersonated) json["impersonated"] = true;
        json["status"] = "included";
        json["height"] = number(header.height);
        json["index"] = number(i);
        json["receipt"] = line["receipts"][i];
        json["events"] = rows_caused_by(line["events"], hash);
        json["exits"] = rows_caused_by(line["exits"], hash);
        json["scheduled"] = rows_caused_by(line["scheduled"], hash);
        out.txs.push_back({*txs[i].tx.hash, txs[i].tx.from, json.dump()});
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

OrderedJson timer_json(const timers::Timer& t, std::string_view state, bool brief)
{
    const auto maybe = [](const auto& value, auto show) {
        return value ? OrderedJson(show(*value)) : OrderedJson();
    };
    static constexpr const char* TIERS[] = {"economy", "standard", "fast", "urgent"};
    const bool is_watch = t.kind == timers::Kind::watch;
    OrderedJson out{{"id", to_hex(t.id)},
                    {"kind", timers::name(t.kind)},
                    {"owner", to_hex(t.owner)},
                    {"target", to_hex(t.target)},
                    {"height", is_watch ? OrderedJson() : OrderedJson(number(t.height))}};
    OrderedJson& keys = out["watch_keys"] = OrderedJson();
    if (is_watch) {
        keys = OrderedJson::array();
        for (const timers::WatchKey& key : t.watch_keys)
            keys.push_back(OrderedJson::array({to_hex(key.actor), to_hex(key.prefix)}));
    }
    if (brief)
        out["payload_bytes"] = number(t.long_payload ? t.long_payload : t.payload.size());
    else
        out["payload"] = to_hex(t.payload);
    out["handler"] = t.handler;
    out["fee_payer"] = to_hex(t.fee_payer);
    out["gas_limit"] = maybe(t.gas_limit, number);
    out["expires_at"] = number(t.expires_at);
    out["max_fee_per_cycle"] = maybe(t.max_fee_per_cycle, amount);
    out["max_priority_fee_per_cycle"] = maybe(t.max_priority_fee_per_cycle, amount);
    out["tier"] = t.tier ? OrderedJson(TIERS[static_cast<u8>(*t.tier)]) : OrderedJson();
    out["bid"] = amount(t.bid);
    out["client_nonce"] = maybe(t.client_nonce, number);
    out["schedule_block"] = number(t.schedule_block);
    out["fire_seq"] = t.fire_seq;
    out["last_fire_height"] = t.last_fire_height ? OrderedJson(number(t.last_fire_height)) : OrderedJson();
    out["state"] = state;
    for (const char* later : {"cause", "exit", "exit_height", "why"}) out[later] = OrderedJson();
    return out;
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
