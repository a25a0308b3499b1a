// One writer for each kind of transaction; reading is that of traces, with what only traces have refused.
#include "node/tx_json.hpp"

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "chain/json_input.hpp"
#include "trace/input_tx.hpp"
#include "trace/members.hpp"
#include "trace/output.hpp"

namespace lariat::node {

namespace {

using trace::number;

struct KindWriter {
    OrderedJson& out;
    bool brief;

    void payload(OrderedJson& at, const Bytes& bytes) const
    {
        if (brief)
            at["payload_bytes"] = number(bytes.size());
        else
            at["payload"] = to_hex(bytes);
    }
    void operator()(const chain::CallTx& tx) const
    {
        OrderedJson call = trace::Members(3).add("actor", to_hex(tx.actor)).add("handler", tx.handler).take();
        payload(call, tx.payload);
        out["call"] = std::move(call);
    }
    void operator()(const chain::TransferTx& tx) const
    {
        out["transfer"] = trace::Members(2).add("to", to_hex(tx.to)).add("amount", amount(tx.amount)).take();
    }
    void operator()(const chain::DeployTx& tx) const
    {
        OrderedJson deploy = OrderedJson::object();
        if (brief)
            deploy["python_bytes"] = number(tx.source.size());
        else
            deploy["python"] = tx.source;
        out["deploy"] = std::move(deploy);
        out["salt"] = to_hex(tx.salt);
        payload(out, tx.payload);
    }
    void operator()(const chain::RemoveActorTx& tx) const { out["remove_actor"] = to_hex(tx.actor); }
    void operator()(const chain::ScheduleAtTx& tx) const
    {
        OrderedJson call{{"timestamp_ms", number(tx.call.timestamp_ms.value)}, {"actor", to_hex(tx.actor)}};
        if (tx.call.handler) call["handler"] = *tx.call.handler;
        payload(call, tx.call.payload);
        if (tx.call.gas_limit) call["gas_limit"] = number(*tx.call.gas_limit);
        out["schedule_at"] = std::move(call);
    }
    void operator()(const chain::DropTx& tx) const { out["drop"] = to_hex(tx.operation.id); }
    void operator()(const chain::TransferControlTx&) const { out["transfer_control"] = true; }
    void operator()(const chain::CancelTimerTx& tx) const
    {
        out["system"] = {{"cancel_timer", to_hex(tx.timer.id)}};
    }
    void operator()(const chain::ExtendTimerTx& tx) const
    {
        out["system"] = {{"extend_timer", OrderedJson::array({to_hex(tx.timer.id), number(tx.expires_at)})}};
    }
    void operator()(const chain::UpdateConfigTx& tx) const
    {
        out["system"] = {{"update_config", trace::patch_json(tx.patch)}};
    }
    void operator()(const chain::SetValidatorTx& tx) const
    {
        OrderedJson change{{"pub_key", to_hex(tx.change.key)}, {"power", number(tx.change.power)}};
        if (tx.change.payee) change["payee"] = to_hex(*tx.change.payee);
        out["system"] = {{"set_validator", std::move(change)}};
    }
    void operator()(const chain::PlanVersionTx& tx) const
    {
        out["system"] = {{"plan_version", OrderedJson::array({number(tx.height), number(tx.version)})}};
    }
    void operator()(const chain::AsTx&) const {}
};

/// What a trace may say and a client may not.
std::optional<std::string> only_of_traces(const chain::Transaction& tx)
{
    const auto labelled = [](const chain::TimerRef& ref) { return !ref.label.empty(); };
    if (std::holds_alternative<chain::AsTx>(tx.body)) return "steps are for traces only";
    if (const auto* deploy = std::get_if<chain::DeployTx>(&tx.body))
        if (deploy->kind != chain::CodeKind::python)
            return "deploy: handlers are for traces only, give python";
    if (const auto* call = std::get_if<chain::ScheduleAtTx>(&tx.body)) {
        if (call->call.timestamp_ms.relative)
            return "schedule_at: timestamp_ms must be a number of milliseconds";
        if (!call->call.label.empty()) return "schedule_at: labels are for traces only";
    }
    if (const auto* drop = std::get_if<chain::DropTx>(&tx.body))
        if (labelled(drop->operation)) return "drop must be an id: 0x and 64 hex digits";
    if (const auto* cancel = std::get_if<chain::CancelTimerTx>(&tx.body))
        if (labelled(cancel->timer)) return "cancel_timer must be an id: 0x and 64 hex digits";
    if (const auto* extend = std::get_if<chain::ExtendTimerTx>(&tx.body))
        if (labelled(extend->timer)) return "extend_timer must name an id: 0x and 64 hex digits";
    return std::nullopt;
}

}  // namespace

OrderedJson amount(u128 value)
{
    return to_decimal(value);
}

u128 amount_of(const OrderedJson& decimal)
{
    u128 out = 0;
    for (const char c : decimal.get_ref<const std::string&>()) out = out * 10 + static_cast<u128>(c - '0');
    return out;
}

OrderedJson tx_fields(const chain::Transaction& tx, bool brief)
{
    trace::Members out(12);
    out.add("from", to_hex(tx.from));
    if (tx.nonce) out.add("nonce", number(*tx.nonce));
    std::visit(KindWriter{out.object(), brief}, tx.body);
    const chain::TxLimits& limits = tx.limits;
    out.add("cycles_limit", number(limits.cycles))
        .add("cells_limit", number(limits.cells))
        .add("max_fee_per_cycle", amount(limits.max_fee_per_cycle))
        .add("max_fee_per_cell", amount(limits.max_fee_per_cell))
        .add("tip_per_cycle", amount(limits.tip_per_cycle))
        .add("tip_per_cell", amount(limits.tip_per_cell))
        .add("valid_until", tx.valid_until ? OrderedJson(number(*tx.valid_until)) : OrderedJson());
    return out.take();
}

Result<UnsignedTx, std::string> read_unsigned(const nlohmann::json& json)
{
    if (!json.is_object()) return std::string("tx must be an object");
    try {
        UnsignedTx out;
        nlohmann::json rest = json;
        // Traces read these two with the hash alone, which a transaction without a signature does not have.
        std::optional<u64> nonce, valid_until;
        const auto take = [&](const char* key, std::optional<u64>& into) {
            const auto found = rest.find(key);
            if (found == rest.end()) return;
            if (!found->is_null()) into = chain::read_u64(*found, key);
            rest.erase(found);
        };
        take("nonce", nonce);
        take("valid_until", valid_until);
        if (rest.contains("hash")) return std::string("unknown key \"hash\" in tx");
        out.has_cycles_limit = rest.contains("cycles_limit");
        out.has_cells_limit = rest.contains("cells_limit");
        out.tx = trace::read_transaction(rest);
        out.tx.nonce = nonce;
        out.tx.valid_until = valid_until;
        if (auto why = only_of_traces(out.tx)) return *why;
        return out;
    } catch (const chain::BadInput& bad) {
        return bad.error.message;
    }
}

}  // namespace lariat::node
