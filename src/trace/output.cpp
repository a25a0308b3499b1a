// Writes prices and amounts as decimal strings, and also empty lists and maps, so that whole lines can be
// compared.
#include "trace/output.hpp"

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "trace/dev_json.hpp"
#include "trace/members.hpp"

namespace lariat::trace {

namespace {

using scripted::Scaffold;

std::string amount(u128 value)
{
    return to_decimal(value);
}

void put_label(OrderedJson& row, const Hash32& id, const Scaffold& labels)
{
    if (const std::string* label = labels.label_of(id)) row["label"] = *label;
}

struct EventWriter {
    OrderedJson operator()(const timers::TimerExpiredEvent& e) const
    {
        return {{"name", "TimerExpired"},
                {"timer_id", to_hex(e.id)},
                {"expires_at", number(e.expires_at)},
                {"current_height", number(e.current_height)}};
    }
    OrderedJson operator()(const timers::InsufficientFundsEvent& e) const
    {
        return {{"name", "TimerCancelledInsufficientFunds"},
                {"timer_id", to_hex(e.id)},
                {"fee_payer", to_hex(e.fee_payer)},
                {"required", amount(e.required)},
                {"available", amount(e.available)}};
    }
    OrderedJson operator()(const timers::CancelledByGovernanceEvent& e) const
    {
        return {{"name", "timer.cancelled_by_governance"}, {"timer_id", to_hex(e.id)}};
    }
    OrderedJson operator()(const timers::ExtendedByGovernanceEvent& e) const
    {
        return {{"name", "timer.extended_by_governance"},
                {"timer_id", to_hex(e.id)},
                {"expires_at", number(e.expires_at)}};
    }
    OrderedJson operator()(const timers::ConfigUpdatedEvent& e) const
    {
        return {{"name", "timer_config.updated"}, {"config", to_json(e.config)}};
    }
    OrderedJson operator()(const timers::PriorityClampedEvent& e) const
    {
        return {{"name", "TimerPriorityClampedAtSchedule"},
                {"timer_id", to_hex(e.id)},
                {"stated", amount(e.stated)},
                {"clamped", amount(e.clamped)}};
    }
    OrderedJson operator()(const timers::ArgIgnoredEvent& e) const
    {
        return {{"name", "TimerArgIgnored"}, {"timer_id", to_hex(e.id)}, {"argument", e.argument}};
    }
    OrderedJson operator()(const timers::UnfittableEvent& e) const
    {
        return {{"name", "TimerUnfittable"},
                {"timer_id", to_hex(e.id)},
                {"gas_limit", number(e.gas_limit)},
                {"cap", number(e.cap)}};
    }
    OrderedJson operator()(const timers::GbaFailedEvent& e) const
    {
        return {{"name", "GbaFailed"},
                {"actor", to_hex(e.actor)},
                {"timer_id", to_hex(e.id)},
                {"reason", name(e.reason)}};
    }
    OrderedJson operator()(const timers::ActorEvent& e) const
    {
        return {{"name", "actor"}, {"actor", to_hex(e.actor)}, {"topic", e.topic}, {"data", to_hex(e.data)}};
    }
};

OrderedJson to_json(const timers::Cause& cause)
{
    switch (cause.kind) {
        case timers::Cause::Kind::block:
            break;
        case timers::Cause::Kind::transaction:
            return {{"tx", number(cause.number)}};
        case timers::Cause::Kind::fire:
            return {{"seq", number(cause.number)}};
    }
    return {};
}

OrderedJson to_json(const timers::Event& e)
{
    OrderedJson row = std::visit(EventWriter{}, e.body);
    row["cause"] = to_json(e.cause);
    return row;
}

OrderedJson hex_list(const std::vector<Bytes>& list)
{
    OrderedJson out = OrderedJson::array();
    for (const Bytes& bytes : list) out.push_back(to_hex(bytes));
    return out;
}

OrderedJson to_json(const timers::Used& u)
{
    return {{"cycles", number(u.cycles)}, {"cells", number(u.cells)},
            {"lane", number(u.lane)},     {"lane_cells", number(u.lane_cells)},
            {"gc", number(u.gc)},         {"gba", number(u.gba)},
            {"sch", number(u.sch)},       {"looks", number(u.looks)},
            {"intake", number(u.intake)}, {"moves", number(u.moves)},
            {"hits", number(u.hits)}};
}

}  // namespace

OrderedJson to_json(const chain::Receipt& r)
{
    Members row(9);
    row.add("tx", r.tx).add("hash", to_hex(r.hash)).add("status", status_name(r));
    if (r.status == ExecutionStatus::revert) row.add("error", r.error);
    if (r.refusal) row.add("reason", name(*r.refusal));
    if (r.deployed) row.add("address", to_hex(*r.deployed));
    row.add("cycles", number(r.cycles)).add("cells", number(r.cells)).add("fee", amount(r.fee));
    return row.take();
}

OrderedJson to_json(const lane::Fired& f, const Scaffold& labels)
{
    Members row(19);
    row.add("seq", number(f.deliver_seq)).add("deliver_id", to_hex(f.deliver_id)).add("kind", name(f.kind));
    if (f.id) {
        row.add("id", to_hex(*f.id));
        put_label(row.object(), *f.id, labels);
    }
    row.add("actor", to_hex(f.target))
        .add("owner", to_hex(f.owner))
        .add("handler", f.handler)
        .add("payer", to_hex(f.payer));
    if (f.fire_seq) row.add("fire_seq", *f.fire_seq);
    row.add("status", status_name(f.status));
    if (f.status == ExecutionStatus::revert) row.add("error", f.error);
    row.add("cycles", number(f.cycles))
        .add("cells", number(f.cells))
        .add("charged", amount(f.charged))
        .add("tip", amount(f.tip));
    if (f.terms) row.add("priority", amount(f.terms->priority)).add("weight", number(f.terms->weight));
    if (f.matched) row.add("keys", hex_list(*f.matched));
    row.add("cause", to_json(f.cause));
    return row.take();
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
    put_label(out, t.id, labels);
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
    put_label(out, o.id, labels);
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

OrderedJson to_json(const chain::BlockResult& r, const Scaffold& labels)
{
    OrderedJson out;
    out["height"] = number(r.height);
    out["timestamp_ms"] = number(r.timestamp_ms);
    out["state_root"] = to_hex(r.state_root);
    out["results_root"] = to_hex(r.results_root);
    out["discipline"] = name(r.discipline);
    out["basefee"] = {{"cycle", amount(r.cycle_basefee)},
                      {"cell", amount(r.cell_basefee)},
                      {"lane", amount(r.lane_basefee)}};
    out["used"] = to_json(r.used);
    out["burned"] = {
        {"cycle", amount(r.burned.cycle)}, {"cell", amount(r.burned.cell)}, {"lane", amount(r.burned.lane)}};
    out["tips"] = amount(r.tips);
    OrderedJson& receipts = out["receipts"] = OrderedJson::array();
    for (const chain::Receipt& receipt : r.receipts) receipts.push_back(to_json(receipt));
    OrderedJson& fired = out["fired"] = OrderedJson::array();
    for (const lane::Fired& f : r.fired) fired.push_back(to_json(f, labels));
    OrderedJson& exits = out["exits"] = OrderedJson::array();
    for (const timers::Exit& e : r.exits) {
        OrderedJson row{{"id", to_hex(e.id)}};
        put_label(row, e.id, labels);
        row["exit"] = name(e.kind);
        row["cause"] = to_json(e.cause);
        exits.push_back(row);
    }
    OrderedJson& events = out["events"] = OrderedJson::array();
    for (const timers::Event& e : r.events) events.push_back(to_json(e));
    OrderedJson& scheduled = out["scheduled"] = OrderedJson::array();
    for (const timers::Scheduled& s : r.scheduled) {
        OrderedJson row{{"id", to_hex(s.id)}};
        put_label(row, s.id, labels);
        row["kind"] = name(s.kind);
        row["cause"] = to_json(s.cause);
        scheduled.push_back(row);
    }
    for (const chain::DevRow& d : r.dev) {  // absent where there is none
        OrderedJson row = to_json(d.change);
        if (d.error) row["error"] = {{"code", error_name(d.error->code)}, {"message", d.error->message}};
        out["dev"].push_back(row);
    }
    for (const chain::Validator& v : r.validators)  // absent where there is none
        out["validators"].push_back(
            OrderedJson{{"pub_key", to_hex(v.key)}, {"power", number(v.power)}, {"payee", to_hex(v.payee)}});
    out["live"] = number(r.live);
    out["due_waiting"] = number(r.due_waiting);
    out["dead"] = number(r.dead);
    out["operations"] = number(r.operations);
    Members balances(r.balances.size());  // a block may change those of many accounts
    for (const auto& [address, balance] : r.balances) balances.add(to_hex(address), amount(balance));
    out["balances"] = balances.take();
    const timers::Totals& t = r.totals;
    out["totals"] = {{"scheduled", number(t.scheduled)},
                     {"fired", number(t.fired)},
                     {"insufficient_funds", number(t.insufficient_funds)},
                     {"expired", number(t.expired)},
                     {"cancelled", number(t.cancelled)},
                     {"governance", number(t.governance)}};
    out["supply"] = {{"balances", amount(r.supply_balances)},
                     {"locked", amount(r.supply_locked)},
                     {"burned", amount(r.supply_burned)}};
    return out;
}

}  // namespace lariat::trace
