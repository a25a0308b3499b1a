// Builds the rows of a finished block.
#include "node/seal.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "trace/members.hpp"
#include "trace/output.hpp"
#include "trace/result_text.hpp"

namespace lariat::node {

namespace {

using trace::number;
using trace::TextMembers;

std::vector<Hash32> hashes_of(const BlockTxs& txs)
{
    std::vector<Hash32> out;
    out.reserve(txs.size());
    for (const BlockTx& tx : txs) out.push_back(*tx.tx.hash);
    return out;
}

// Text of lists, and rows with what stands in front of them.

using Texts = std::vector<std::string_view>;

std::string list_of(const Texts& texts)
{
    std::size_t bytes = 2;
    for (const std::string_view text : texts) bytes += text.size() + 1;
    std::string out = "[";
    out.reserve(bytes);
    for (const std::string_view text : texts) {
        if (out.size() > 1) out += ',';
        out += text;
    }
    return out += ']';
}

template <class Row>
std::string list_of(const std::vector<Row>& rows)
{
    Texts texts;
    texts.reserve(rows.size());
    for (const Row& row : rows) texts.push_back(row.text);
    return list_of(texts);
}

/// Height and index in front of a row.
std::string placed(u64 height, u64 index, std::string_view row)
{
    return TextMembers(64 + row.size())
        .number("height", height)
        .number("index", index)
        .more(row.substr(1, row.size() - 2))
        .take();
}

/// The texts of rows by the hash of the transaction that caused them.
using CausedRows = std::map<Hash32, Texts>;

template <class Row>
CausedRows by_cause(const std::vector<Row>& rows)
{
    CausedRows out;
    for (const Row& row : rows)
        if (row.cause.tx) out[*row.cause.tx].push_back(row.text);
    return out;
}

// Columns from JSON that was read.

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
u64 number_at(const OrderedJson& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_number_unsigned() ? found->get<u64>() : 0;
}

/// The timer that an event is about.
std::optional<Hash32> timer_of_event(const OrderedJson& row)
{
    for (const char* key : {"id", "timer_id", "timer"})
        if (const auto id = hash_at(row, key)) return id;
    return std::nullopt;
}

BlockRows::Cause cause_at(const OrderedJson& row)
{
    const auto found = row.find("cause");
    if (found == row.end() || !found->is_object()) return {};
    BlockRows::Cause out{.tx = hash_at(*found, "tx"), .seq = {}};
    if (found->contains("seq")) out.seq = number_at(*found, "seq");
    return out;
}

BlockRows::Cause cause_of(const timers::Cause& cause, trace::TxHashes txs)
{
    BlockRows::Cause out;
    if (cause.kind == timers::Cause::Kind::transaction && cause.number < txs.size())
        out.tx = txs[cause.number];
    if (cause.kind == timers::Cause::Kind::fire) out.seq = cause.number;
    return out;
}

/// Whose execution set this timer or operation: the actor's that was called, deployed or fired; an operation
/// may be set by a transaction itself, and is its sender's.
std::optional<Address> who_set(const BlockRows::Scheduled& scheduled, const BlockRows& rows,
                               const BlockTxs& txs)
{
    if (scheduled.cause.tx) {
        for (std::size_t i = 0; i < txs.size(); ++i) {
            const chain::Transaction& tx = txs[i].tx;
            if (tx.hash != scheduled.cause.tx) continue;
            if (const auto* call = std::get_if<chain::CallTx>(&tx.body)) return call->actor;
            const bool deploys = std::holds_alternative<chain::DeployTx>(tx.body);
            return deploys ? rows.receipts[i].deployed : tx.from;
        }
    } else if (scheduled.cause.seq) {
        for (const BlockRows::Fired& row : rows.fired)
            if (row.seq == scheduled.cause.seq) return row.columns.actor;
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
    return trace::to_json(result, hashes_of(txs));
}

BlockRows rows_of(const chain::BlockResult& result, const BlockTxs& block_txs)
{
    const std::vector<Hash32> txs = hashes_of(block_txs);
    BlockRows out{.members = trace::members_text(result), .balances = trace::balances_text(result)};
    for (const chain::Receipt& r : result.receipts) out.receipts.push_back({trace::text_of(r), r.deployed});
    for (const lane::Fired& f : result.fired)
        out.fired.push_back({.text = trace::text_of(f, txs),
                             .seq = f.deliver_seq,
                             .columns = {.timer = f.id.value_or(Hash32{}),
                                         .owner = f.owner,
                                         .actor = f.target,
                                         .kind = std::string(name(f.kind)),
                                         .status = std::string(status_name(f.status)),
                                         .json = {}}});
    for (const timers::Exit& e : result.exits)
        out.exits.push_back({.text = trace::text_of(e, txs),
                             .cause = cause_of(e.cause, txs),
                             .id = e.id,
                             .exit = std::string(name(e.kind))});
    for (const timers::Event& e : result.events) {
        ArchivedBlock::Event columns;
        columns.name = trace::name_of(e);
        std::visit(
            [&](const auto& body) {
                if constexpr (requires { body.id; }) columns.timer = body.id;
                if constexpr (requires { body.actor; }) columns.actor = body.actor;
                if constexpr (requires { body.topic; }) columns.topic = body.topic;
            },
            e.body);
        out.events.push_back({trace::text_of(e, txs), cause_of(e.cause, txs), std::move(columns)});
    }
    for (const timers::Scheduled& s : result.scheduled)
        out.scheduled.push_back({.text = trace::text_of(s, txs),
                                 .cause = cause_of(s.cause, txs),
                                 .cause_text = trace::text_of(s.cause, txs),
                                 .id = s.id});
    return out;
}

BlockRows rows_of(const OrderedJson& line)
{
    static constexpr std::array<std::string_view, 14> ELSEWHERE = {
        "height", "hash",     "context_hash", "parent_hash", "timestamp_ms", "proposer",  "txs_hash",
        "txs",    "receipts", "fired",        "exits",       "events",       "scheduled", "balances"};
    BlockRows out;
    TextMembers members(1'536);
    for (const auto& [key, value] : line.items())
        if (std::ranges::find(ELSEWHERE, key) == ELSEWHERE.end()) members.json(key, value);
    out.members = members.take_members();
    const auto each = [&](const char* list, const auto& take) {
        if (const auto found = line.find(list); found != line.end())
            for (const OrderedJson& row : *found) take(row, row.dump());
    };
    out.balances = line.contains("balances") ? line["balances"].dump() : "{}";
    each("receipts", [&](const OrderedJson& row, std::string text) {
        out.receipts.push_back({std::move(text), address_at(row, "address")});
    });
    each("fired", [&](const OrderedJson& row, std::string text) {
        out.fired.push_back({.text = std::move(text),
                             .seq = number_at(row, "seq"),
                             .columns = {.timer = hash_at(row, "id").value_or(Hash32{}),
                                         .owner = address_at(row, "owner").value_or(Address{}),
                                         .actor = address_at(row, "actor").value_or(Address{}),
                                         .kind = text_at(row, "kind"),
                                         .status = text_at(row, "status"),
                                         .json = {}}});
    });
    each("exits", [&](const OrderedJson& row, std::string text) {
        out.exits.push_back(
            {std::move(text), cause_at(row), hash_at(row, "id").value_or(Hash32{}), text_at(row, "exit")});
    });
    each("events", [&](const OrderedJson& row, std::string text) {
        const auto actor = address_at(row, "actor");
        const auto topic = row.find("topic");
        out.events.push_back(
            {std::move(text),
             cause_at(row),
             {.name = text_at(row, "name"),
              .actor = actor ? actor : address_at(row, "owner"),
              .topic = topic != row.end() ? std::optional(text_at(row, "topic")) : std::nullopt,
              .timer = timer_of_event(row),
              .json = {}}});
    });
    each("scheduled", [&](const OrderedJson& row, std::string text) {
        const auto cause = row.find("cause");
        out.scheduled.push_back({.text = std::move(text),
                                 .cause = cause_at(row),
                                 .cause_text = cause != row.end() ? cause->dump() : "null",
                                 .id = hash_at(row, "id").value_or(Hash32{})});
    });
    return out;
}

ArchivedBlock seal(const SealedHeader& header, const Hash32& context_hash, const BlockTxs& txs,
                   const BlockRows& rows, std::string buffer)
{
    ArchivedBlock out;
    out.height = header.height;
    out.hash = hash_of_block(header);

    std::string hashes;
    hashes.reserve(70 * txs.size());
    for (const BlockTx& tx : txs)
        hashes.append(hashes.empty() ? "\"" : ",\"").append(to_hex(*tx.tx.hash)).append("\"");
    out.json = TextMembers(2'048 + hashes.size(), std::move(buffer))
                   .number("height", header.height)
                   .plain("hash", to_hex(out.hash))
                   .plain("context_hash", to_hex(context_hash))
                   .plain("parent_hash", to_hex(header.parent_hash))
                   .number("timestamp_ms", header.timestamp_ms)
                   .plain("proposer", to_hex(header.proposer))
                   .plain("txs_hash", to_hex(header.txs_hash))
                   .raw("txs", "[" + hashes + "]")
                   .more(rows.members)
                   .take();
    out.lists = TextMembers(256)
                    .raw("receipts", list_of(rows.receipts))
                    .raw("fired", list_of(rows.fired))
                    .raw("exits", list_of(rows.exits))
                    .raw("events", list_of(rows.events))
                    .raw("scheduled", list_of(rows.scheduled))
                    .raw("balances", rows.balances)
                    .take_members();

    for (const BlockRows::Fired& row : rows.fired) {
        out.fires.push_back(row.columns);
        out.fires.back().json = placed(header.height, out.fires.size() - 1, row.text);
    }
    for (const BlockRows::Event& row : rows.events) {
        out.events.push_back(row.columns);
        out.events.back().json = placed(header.height, out.events.size() - 1, row.text);
    }
    std::map<Hash32, const BlockRows::Scheduled*> set_here;
    for (const BlockRows::Scheduled& row : rows.scheduled) {
        out.origins.push_back({row.id, row.cause_text});
        set_here[row.id] = &row;
    }
    for (const BlockRows::Exit& row : rows.exits) {
        const auto set = set_here.find(row.id);
        out.exits.push_back({.timer = row.id,
                             .owner = set != set_here.end() ? who_set(*set->second, rows, txs) : std::nullopt,
                             .exit = row.exit,
                             .json = placed(header.height, out.exits.size(), row.text)});
        out.gone.push_back({row.id, row.exit, {}});
    }
    if (txs.empty()) return out;
    const CausedRows events = by_cause(rows.events), exits = by_cause(rows.exits),
                     scheduled = by_cause(rows.scheduled);
    const auto caused_by = [](const CausedRows& caused, const Hash32& tx) {
        const auto found = caused.find(tx);
        return found != caused.end() ? list_of(found->second) : std::string("[]");
    };
    for (std::size_t i = 0; i < txs.size(); ++i) {
        const Hash32& hash = *txs[i].tx.hash;
        TextMembers tx(1'024);
        tx.plain("hash", to_hex(hash)).more(tx_members(txs[i].tx));
        tx.plain("status", "included").number("height", header.height).number("index", i);
        if (txs[i].impersonated) tx.raw("impersonated", "true");
        tx.raw("receipt", rows.receipts[i].text)
            .raw("events", caused_by(events, hash))
            .raw("exits", caused_by(exits, hash))
            .raw("scheduled", caused_by(scheduled, hash));
        out.txs.push_back({hash, txs[i].tx.from, tx.take()});
    }
    return out;
}

std::optional<Hash32> hash_member(std::string_view block, std::string_view member)
{
    const std::string begin = "\"" + std::string(member) + "\":\"";
    constexpr std::size_t HEX_CHARS = 2 + 2 * sizeof(Hash32::bytes);
    const std::size_t at = block.find(begin);
    if (at == std::string_view::npos) return std::nullopt;
    return hash_from_hex(block.substr(at + begin.size(), HEX_CHARS));
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

void shorten(OrderedJson& at, const char* key, const char* length_key, Shortened kind)
{
    const auto found = at.find(key);
    if (found == at.end() || !found->is_string()) return;
    const std::size_t size = found->get_ref<const std::string&>().size();
    OrderedJson out = OrderedJson::object();
    for (const auto& [name, value] : at.items())
        if (name == key)
            out[length_key] = number(kind == Shortened::hex ? (size - 2) / 2 : size);
        else
            out[name] = value;
    at = std::move(out);
}

OrderedJson brief_tx(OrderedJson tx)
{
    for (const char* kind : {"call", "schedule_at"})
        if (tx.contains(kind)) shorten(tx[kind], "payload", "payload_bytes", Shortened::hex);
    if (tx.contains("deploy")) {
        shorten(tx["deploy"], "python", "python_bytes", Shortened::text);
        shorten(tx, "payload", "payload_bytes", Shortened::hex);
    }
    return tx;
}

}  // namespace lariat::node
