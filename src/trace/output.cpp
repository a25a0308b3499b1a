// Writes prices and amounts as decimal strings, and also empty lists and maps, so that whole lines can be
// compared.
#include "trace/output.hpp"

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "trace/dev_json.hpp"
#include "trace/members.hpp"
#include "trace/result_text.hpp"

namespace lariat::trace {

namespace {

using scripted::Scaffold;

/// Names that a row shows for ids and numbers.
struct Names {
    const Scaffold* labels = nullptr;  ///< of timers
    TxHashes txs = {};                 ///< of transactions
};

std::string amount(u128 value)
{
    return to_decimal(value);
}

template <class Out>
void put_label(Out& out, const Hash32& id, const Names& names)
{
    const std::string* label = names.labels ? names.labels->label_of(id) : nullptr;
    if (label) out.text("label", *label);
}

// Each of these writes the members of a row, to Members or to TextMembers.

template <class Out>
void put_cause(Out& out, const timers::Cause& cause, const Names& names)
{
    switch (cause.kind) {
        case timers::Cause::Kind::block:
            out.null("cause");
            return;
        case timers::Cause::Kind::transaction:
            out.object("cause", [&](auto& in) {
                cause.number < names.txs.size() ? in.plain("tx", to_hex(names.txs[cause.number]))
                                                : in.number("tx", cause.number);
            });
            return;
        case timers::Cause::Kind::fire:
            out.object("cause", [&](auto& in) { in.number("seq", cause.number); });
            return;
    }
}

struct EventName {
    std::string_view operator()(const timers::TimerExpiredEvent&) const { return "TimerExpired"; }
    std::string_view operator()(const timers::InsufficientFundsEvent&) const
    {
        return "TimerCancelledInsufficientFunds";
    }
    std::string_view operator()(const timers::CancelledByGovernanceEvent&) const
    {
        return "timer.cancelled_by_governance";
    }
    std::string_view operator()(const timers::ExtendedByGovernanceEvent&) const
    {
        return "timer.extended_by_governance";
    }
    std::string_view operator()(const timers::ConfigUpdatedEvent&) const { return "timer_config.updated"; }
    std::string_view operator()(const timers::PriorityClampedEvent&) const
    {
        return "TimerPriorityClampedAtSchedule";
    }
    std::string_view operator()(const timers::ArgIgnoredEvent&) const { return "TimerArgIgnored"; }
    std::string_view operator()(const timers::UnfittableEvent&) const { return "TimerUnfittable"; }
    std::string_view operator()(const timers::GbaFailedEvent&) const { return "GbaFailed"; }
    std::string_view operator()(const timers::ActorEvent&) const { return "actor"; }
};

template <class Out>
struct EventMembers {
    Out& out;

    void operator()(const timers::TimerExpiredEvent& e) const
    {
        out.plain("timer_id", to_hex(e.id))
            .number("expires_at", e.expires_at)
            .number("current_height", e.current_height);
    }
    void operator()(const timers::InsufficientFundsEvent& e) const
    {
        out.plain("timer_id", to_hex(e.id))
            .plain("fee_payer", to_hex(e.fee_payer))
            .amount("required", e.required)
            .amount("available", e.available);
    }
    void operator()(const timers::CancelledByGovernanceEvent& e) const
    {
        out.plain("timer_id", to_hex(e.id));
    }
    void operator()(const timers::ExtendedByGovernanceEvent& e) const
    {
        out.plain("timer_id", to_hex(e.id)).number("expires_at", e.expires_at);
    }
    void operator()(const timers::ConfigUpdatedEvent& e) const { out.json("config", to_json(e.config)); }
    void operator()(const timers::PriorityClampedEvent& e) const
    {
        out.plain("timer_id", to_hex(e.id)).amount("stated", e.stated).amount("clamped", e.clamped);
    }
    void operator()(const timers::ArgIgnoredEvent& e) const
    {
        out.plain("timer_id", to_hex(e.id)).text("argument", e.argument);
    }
    void operator()(const timers::UnfittableEvent& e) const
    {
        out.plain("timer_id", to_hex(e.id)).number("gas_limit", e.gas_limit).number("cap", e.cap);
    }
    void operator()(const timers::GbaFailedEvent& e) const
    {
        out.plain("actor", to_hex(e.actor)).plain("timer_id", to_hex(e.id)).plain("reason", name(e.reason));
    }
    void operator()(const timers::ActorEvent& e) const
    {
        out.plain("actor", to_hex(e.actor)).text("topic", e.topic).plain("data", to_hex(e.data));
    }
};

template <class Out>
void put(Out& out, const timers::Event& e, const Names& names)
{
    out.plain("name", name_of(e));
    std::visit(EventMembers<Out>{out}, e.body);
    put_cause(out, e.cause, names);
}

/// A row about a timer or an operation: one word about it, and the cause.
template <class Out>
void put_word(Out& out, const Hash32& id, std::string_view key, std::string_view word,
              const timers::Cause& cause, const Names& names)
{
    out.plain("id", to_hex(id));
    put_label(out, id, names);
    out.plain(key, word);
    put_cause(out, cause, names);
}

template <class Out>
void put(Out& out, const timers::Exit& e, const Names& names)
{
    put_word(out, e.id, "exit", name(e.kind), e.cause, names);
}

template <class Out>
void put(Out& out, const timers::Scheduled& s, const Names& names)
{
    put_word(out, s.id, "kind", name(s.kind), s.cause, names);
}

template <class Out>
void put(Out& out, const chain::Receipt& r)
{
    out.number("tx", r.tx).plain("hash", to_hex(r.hash)).plain("status", status_name(r));
    if (r.status == ExecutionStatus::revert) out.text("error", r.error);
    if (r.refusal) out.plain("reason", name(*r.refusal));
    if (r.deployed) out.plain("address", to_hex(*r.deployed));
    out.number("cycles", r.cycles).number("cells", r.cells).amount("fee", r.fee);
}

OrderedJson hex_list(const std::vector<Bytes>& list)
{
    OrderedJson out = OrderedJson::array();
    for (const Bytes& bytes : list) out.push_back(to_hex(bytes));
    return out;
}

template <class Out>
void put(Out& out, const lane::Fired& f, const Names& names)
{
    out.number("seq", f.deliver_seq).plain("deliver_id", to_hex(f.deliver_id)).plain("kind", name(f.kind));
    if (f.id) {
        out.plain("id", to_hex(*f.id));
        put_label(out, *f.id, names);
    }
    out.plain("actor", to_hex(f.target))
        .plain("owner", to_hex(f.owner))
        .text("handler", f.handler)
        .plain("payer", to_hex(f.payer));
    if (f.fire_seq) out.number("fire_seq", *f.fire_seq);
    out.plain("status", status_name(f.status));
    if (f.status == ExecutionStatus::revert) out.text("error", f.error);
    out.number("cycles", f.cycles).number("cells", f.cells).amount("charged", f.charged).amount("tip", f.tip);
    if (f.terms) out.amount("priority", f.terms->priority).number("weight", f.terms->weight);
    if (f.matched) out.json("keys", hex_list(*f.matched));
    put_cause(out, f.cause, names);
}

// The members of a line that are neither lists nor balances, in three parts: those stand between them.

template <class Out>
void put_start(Out& out, const chain::BlockResult& r)
{
    out.plain("state_root", to_hex(r.state_root))
        .plain("results_root", to_hex(r.results_root))
        .plain("discipline", name(r.discipline))
        .object("basefee",
                [&](auto& in) {
                    in.amount("cycle", r.cycle_basefee)
                        .amount("cell", r.cell_basefee)
                        .amount("lane", r.lane_basefee);
                })
        .object("used",
                [&](auto& in) {
                    const timers::Used& u = r.used;
                    in.number("cycles", u.cycles)
                        .number("cells", u.cells)
                        .number("lane", u.lane)
                        .number("lane_cells", u.lane_cells)
                        .number("gc", u.gc)
                        .number("gba", u.gba)
                        .number("sch", u.sch)
                        .number("looks", u.looks)
                        .number("intake", u.intake)
                        .number("moves", u.moves)
                        .number("hits", u.hits);
                })
        .object("burned",
                [&](auto& in) {
                    in.amount("cycle", r.burned.cycle)
                        .amount("cell", r.burned.cell)
                        .amount("lane", r.burned.lane);
                })
        .amount("tips", r.tips);
}

template <class Out>
void put_middle(Out& out, const chain::BlockResult& r)
{
    if (!r.dev.empty()) {
        OrderedJson rows = OrderedJson::array();
        for (const chain::DevRow& d : r.dev) {
            OrderedJson row = to_json(d.change);
            if (d.error) row["error"] = {{"code", error_name(d.error->code)}, {"message", d.error->message}};
            rows.push_back(std::move(row));
        }
        out.json("dev", std::move(rows));
    }
    if (!r.validators.empty()) {
        OrderedJson rows = OrderedJson::array();
        for (const chain::Validator& v : r.validators)
            rows.push_back(
                {{"pub_key", to_hex(v.key)}, {"power", number(v.power)}, {"payee", to_hex(v.payee)}});
        out.json("validators", std::move(rows));
    }
    out.number("live", r.live)
        .number("due_waiting", r.due_waiting)
        .number("dead", r.dead)
        .number("operations", r.operations);
}

template <class Out>
void put_end(Out& out, const chain::BlockResult& r)
{
    const timers::Totals& t = r.totals;
    out.object("totals",
               [&](auto& in) {
                   in.number("scheduled", t.scheduled)
                       .number("fired", t.fired)
                       .number("insufficient_funds", t.insufficient_funds)
                       .number("expired", t.expired)
                       .number("cancelled", t.cancelled)
                       .number("governance", t.governance);
               })
        .object("supply", [&](auto& in) {
            in.amount("balances", r.supply_balances)
                .amount("locked", r.supply_locked)
                .amount("burned", r.supply_burned);
        });
}

template <class Out>
void put_balances(Out& out, const chain::BlockResult& r)
{
    for (const auto& [address, balance] : r.balances) out.amount(to_hex(address), balance);
}

template <class... Arguments>
OrderedJson json_of(std::size_t members, const Arguments&... arguments)
{
    Members out(members);
    put(out, arguments...);
    return out.take();
}

template <class... Arguments>
std::string row_text(std::size_t bytes, const Arguments&... arguments)
{
    TextMembers out(bytes);
    put(out, arguments...);
    return out.take();
}

}  // namespace

OrderedJson to_json(const chain::Receipt& r)
{
    return json_of(9, r);
}

OrderedJson to_json(const lane::Fired& f, const Scaffold& labels)
{
    return json_of(19, f, Names{&labels});
}

std::string text_of(const chain::Receipt& receipt)
{
    return row_text(256, receipt);
}
std::string text_of(const lane::Fired& fire, TxHashes txs)
{
    return row_text(640, fire, Names{nullptr, txs});
}
std::string text_of(const timers::Exit& exit, TxHashes txs)
{
    return row_text(224, exit, Names{nullptr, txs});
}
std::string text_of(const timers::Event& event, TxHashes txs)
{
    return row_text(320 + sizeof event, event, Names{nullptr, txs});
}
std::string text_of(const timers::Scheduled& scheduled, TxHashes txs)
{
    return row_text(224, scheduled, Names{nullptr, txs});
}
std::string text_of(const timers::Cause& cause, TxHashes txs)
{
    constexpr std::string_view KEY = "\"cause\":";
    TextMembers out(96);
    put_cause(out, cause, Names{nullptr, txs});
    return out.take_members().substr(KEY.size());
}
std::string members_text(const chain::BlockResult& result)
{
    TextMembers out(1'000);  // glibc has pieces of up to 1,032 bytes at hand
    put_start(out, result);
    put_middle(out, result);
    put_end(out, result);
    return out.take_members();
}
std::string balances_text(const chain::BlockResult& result)
{
    TextMembers out(96 * result.balances.size());
    put_balances(out, result);
    return out.take();
}

std::string_view name_of(const timers::Event& event)
{
    return std::visit(EventName{}, event.body);
}

OrderedJson number(u64 value)
{
    if (value <= (u64{1} << 53)) return value;
    return to_decimal(value);
}

OrderedJson to_json(const timers::TimerConfig& config)
{
    OrderedJson out = OrderedJson::object();
    for (const auto& [field, value] : timers::all_fields(config)) {
        if (const bool* flag = std::get_if<bool>(&value))
            out[field] = *flag;
        else if (const std::string* name = std::get_if<std::string>(&value))
            out[field] = *name;
        else if (timers::is_amount(field))
            out[field] = amount(std::get<u128>(value));
        else
            out[field] = number(static_cast<u64>(std::get<u128>(value)));
    }
    return out;
}

OrderedJson to_json(const timers::Timer& t, const Scaffold& labels)
{
    static constexpr const char* PLACES[] = {"pending", "waiting", "parked", "standing", "dead", "idle"};
    const auto optional = [](const auto& value, auto show) {
        return value ? OrderedJson(show(*value)) : OrderedJson();
    };
    OrderedJson out{{"id", to_hex(t.id)}};
    if (const std::string* label = labels.label_of(t.id)) out["label"] = *label;
    out["kind"] = name(t.kind);
    out["owner"] = to_hex(t.owner);
    out["target"] = to_hex(t.target);
    out["height"] = number(t.height);
    out["payload"] = to_hex(t.payload);
    out["handler"] = t.handler;
    out["fee_payer"] = to_hex(t.fee_payer);
    out["gas_limit"] = optional(t.gas_limit, number);
    out["expires_at"] = number(t.expires_at);
    out["max_fee_per_cycle"] = optional(t.max_fee_per_cycle, amount);
    out["max_priority_fee_per_cycle"] = optional(t.max_priority_fee_per_cycle, amount);
    out["bid"] = amount(t.bid);
    if (t.client_nonce) out["client_nonce"] = number(*t.client_nonce);
    if (t.kind == timers::Kind::watch) {
        OrderedJson& keys = out["watch_keys"] = OrderedJson::array();
        for (const timers::WatchKey& key : t.watch_keys)
            keys.push_back({to_hex(key.actor), to_hex(key.prefix)});
    }
    out["schedule_block"] = number(t.schedule_block);
    out["fire_seq"] = t.fire_seq;
    out["state"] = PLACES[static_cast<int>(t.place.where)];
    return out;
}

OrderedJson to_json(const timers::Operation& o, const Scaffold& labels)
{
    OrderedJson out{{"id", to_hex(o.id)}};
    if (const std::string* label = labels.label_of(o.id)) out["label"] = *label;
    out["account"] = to_hex(o.account);
    out["target"] = to_hex(o.target);
    out["timestamp_ms"] = number(o.place.timestamp_ms);
    out["sequence"] = number(o.place.sequence);
    out["handler"] = o.handler;
    out["payload"] = to_hex(o.payload);
    out["gas_limit"] = number(o.gas_limit);
    out["deposit"] = to_decimal(o.deposit);
    return out;
}

OrderedJson patch_json(const timers::ConfigPatch& patch)
{
    OrderedJson out = OrderedJson::object();
    for (const auto& [field, value] : patch) {
        if (const bool* flag = std::get_if<bool>(&value))
            out[field] = *flag;
        else if (const auto* text = std::get_if<std::string>(&value))
            out[field] = *text;
        else if (timers::is_amount(field))
            out[field] = amount(std::get<u128>(value));
        else
            out[field] = number(static_cast<u64>(std::get<u128>(value)));
    }
    return out;
}

namespace {

OrderedJson line_of(const chain::BlockResult& r, const Names& names)
{
    const auto list = [&](const auto& rows, const auto& show) {
        OrderedJson out = OrderedJson::array();
        for (const auto& row : rows) out.push_back(show(row));
        return out;
    };
    const auto named = [&](const auto& row) { return json_of(5, row, names); };
    Members out(24);
    out.number("height", r.height).number("timestamp_ms", r.timestamp_ms);
    put_start(out, r);
    out.json("receipts", list(r.receipts, [](const chain::Receipt& row) { return to_json(row); }))
        .json("fired", list(r.fired, [&](const lane::Fired& row) { return json_of(19, row, names); }))
        .json("exits", list(r.exits, named))
        .json("events", list(r.events, named))
        .json("scheduled", list(r.scheduled, named));
    put_middle(out, r);
    Members balances(r.balances.size());  // a block may change those of many accounts
    put_balances(balances, r);
    out.json("balances", balances.take());
    put_end(out, r);
    return out.take();
}

}  // namespace

OrderedJson to_json(const chain::BlockResult& result, const Scaffold& labels)
{
    return line_of(result, Names{&labels});
}
OrderedJson to_json(const chain::BlockResult& result, TxHashes txs)
{
    return line_of(result, Names{nullptr, txs});
}

}  // namespace lariat::trace
