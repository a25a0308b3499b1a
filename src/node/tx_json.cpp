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

/// Writes the keys of a kind, to Members or to TextMembers.
template <class Out>
struct KindWriter {
    Out& out;
    bool brief;

    void payload(auto& at, const Bytes& bytes) const
    {
        brief ? at.number("payload_bytes", bytes.size()) : at.plain("payload", to_hex(bytes));
    }
    void operator()(const chain::CallTx& tx) const
    {
        out.object("call", [&](auto& call) {
            call.plain("actor", to_hex(tx.actor)).text("handler", tx.handler);
            payload(call, tx.payload);
        });
    }
    void operator()(const chain::TransferTx& tx) const
    {
        out.object("transfer", [&](auto& in) { in.plain("to", to_hex(tx.to)).amount("amount", tx.amount); });
    }
    void operator()(const chain::DeployTx& tx) const
    {
        out.object("deploy", [&](auto& deploy) {
            brief ? deploy.number("python_bytes", tx.source.size()) : deploy.text("python", tx.source);
        });
        out.plain("salt", to_hex(tx.salt));
        payload(out, tx.payload);
    }
    void operator()(const chain::RemoveActorTx& tx) const { out.plain("remove_actor", to_hex(tx.actor)); }
    void operator()(const chain::ScheduleAtTx& tx) const
    {
        out.object("schedule_at", [&](auto& call) {
            call.number("timestamp_ms", tx.call.timestamp_ms.value).plain("actor", to_hex(tx.actor));
            if (tx.call.handler) call.text("handler", *tx.call.handler);
            payload(call, tx.call.payload);
            if (tx.call.gas_limit) call.number("gas_limit", *tx.call.gas_limit);
        });
    }
    void operator()(const chain::DropTx& tx) const { out.plain("drop", to_hex(tx.operation.id)); }
    void operator()(const chain::TransferControlTx&) const { out.json("transfer_control", true); }
    void operator()(const chain::CancelTimerTx& tx) const
    {
        out.object("system", [&](auto& in) { in.plain("cancel_timer", to_hex(tx.timer.id)); });
    }
    void operator()(const chain::ExtendTimerTx& tx) const
    {
        out.object("system", [&](auto& in) {
            in.json("extend_timer", OrderedJson::array({to_hex(tx.timer.id), number(tx.expires_at)}));
        });
    }
    void operator()(const chain::UpdateConfigTx& tx) const
    {
        out.object("system", [&](auto& in) { in.json("update_config", trace::patch_json(tx.patch)); });
    }
    void operator()(const chain::SetValidatorTx& tx) const
    {
        OrderedJson change{{"pub_key", to_hex(tx.change.key)}, {"power", number(tx.change.power)}};
        if (tx.change.payee) change["payee"] = to_hex(*tx.change.payee);
        out.object("system", [&](auto& in) { in.json("set_validator", std::move(change)); });
    }
    void operator()(const chain::PlanVersionTx& tx) const
    {
        out.object("system", [&](auto& in) {
            in.json("plan_version", OrderedJson::array({number(tx.height), number(tx.version)}));
        });
    }
    void operator()(const chain::AsTx&) const {}
};

template <class Out>
void put_fields(Out& out, const chain::Transaction& tx, bool brief)
{
    out.plain("from", to_hex(tx.from));
    if (tx.nonce) out.number("nonce", *tx.nonce);
    std::visit(KindWriter<Out>{out, brief}, tx.body);
    const chain::TxLimits& limits = tx.limits;
    out.number("cycles_limit", limits.cycles)
        .number("cells_limit", limits.cells)
        .amount("max_fee_per_cycle", limits.max_fee_per_cycle)
        .amount("max_fee_per_cell", limits.max_fee_per_cell)
        .amount("tip_per_cycle", limits.tip_per_cycle)
        .amount("tip_per_cell", limits.tip_per_cell);
    tx.valid_until ? out.number("valid_until", *tx.valid_until) : out.null("valid_until");
}

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
    put_fields(out, tx, brief);
    return out.take();
}

std::string tx_members(const chain::Transaction& tx)
{
    trace::TextMembers out(640);
    put_fields(out, tx, false);
    return out.take_members();
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
