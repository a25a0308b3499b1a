// Reads transactions from JSON, with one function for each kind.
#include "trace/input_tx.hpp"

#include "scripted/script.hpp"

namespace lariat::trace {

using namespace chain;

namespace {

TxLimits read_limits(ObjectReader& o)
{
    TxLimits l;
    if (const Json* v = o.find("cycles_limit")) l.cycles = read_u64(*v, "cycles_limit");
    if (const Json* v = o.find("cells_limit")) l.cells = read_u64(*v, "cells_limit");
    if (const Json* v = o.find("max_fee_per_cycle")) l.max_fee_per_cycle = read_u128(*v, "max_fee_per_cycle");
    if (const Json* v = o.find("max_fee_per_cell")) l.max_fee_per_cell = read_u128(*v, "max_fee_per_cell");
    if (const Json* v = o.find("tip_per_cycle")) l.tip_per_cycle = read_u128(*v, "tip_per_cycle");
    if (const Json* v = o.find("tip_per_cell")) l.tip_per_cell = read_u128(*v, "tip_per_cell");
    return l;
}

CallTx read_call(const Json& json, ObjectReader&)
{
    ObjectReader o(json, "call");
    CallTx tx;
    tx.actor = read_address(o.need("actor"), "actor");
    tx.handler = read_text(o.need("handler"), "handler");
    if (const Json* v = o.find("payload")) tx.payload = read_bytes(*v, "payload");
    o.finish();
    return tx;
}

AsTx read_as(const Json& json, ObjectReader& outer)
{
    AsTx tx;
    tx.actor = read_address(json, "as");
    const Json& steps = outer.need("steps");
    auto parsed = scripted::parse_steps(steps);
    if (!parsed) throw BadInput{parsed.error()};
    tx.code = std::make_shared<const scripted::BroughtSteps>(std::move(parsed).value());
    tx.source = steps.dump();
    return tx;
}

TransferTx read_transfer(const Json& json, ObjectReader&)
{
    ObjectReader o(json, "transfer");
    TransferTx tx{read_address(o.need("to"), "to"), read_u128(o.need("amount"), "amount")};
    o.finish();
    return tx;
}

DeployTx read_deploy(const Json& json, ObjectReader& outer)
{
    ObjectReader o(json, "deploy");
    DeployTx tx;
    const Json* handlers = o.find("handlers");
    const Json* python = o.find("python");
    if ((handlers != nullptr) == (python != nullptr))
        bad_input("deploy has either \"handlers\" or \"python\"");
    std::tie(tx.kind, tx.source) = handlers ? read_scripted(*handlers) : read_python(*python);
    o.finish();
    if (const Json* v = outer.find("salt")) tx.salt = read_bytes(*v, "salt");
    if (const Json* v = outer.find("payload")) tx.payload = read_bytes(*v, "payload");
    return tx;
}

RemoveActorTx read_remove(const Json& json, ObjectReader&)
{
    return {read_address(json, "remove_actor")};
}

SetValidator read_set_validator(const Json& json)
{
    ObjectReader o(json, "set_validator");
    SetValidator out;
    out.key = read_hash(o.need("pub_key"), "pub_key");
    out.power = read_u64(o.need("power"), "power");
    if (const Json* v = o.find("payee")) out.payee = read_address(*v, "payee");
    o.finish();
    return out;
}

decltype(Transaction::body) read_system(const Json& json, ObjectReader&)
{
    ObjectReader o(json, "system");
    const Json* cancel = o.find("cancel_timer");
    const Json* extend = o.find("extend_timer");
    const Json* update = o.find("update_config");
    const Json* validator = o.find("set_validator");
    const Json* version = o.find("plan_version");
    o.finish();
    if (json.size() != 1)
        bad_input("system has one of cancel_timer, extend_timer, update_config, set_validator, plan_version");
    if (validator) return SetValidatorTx{read_set_validator(*validator)};
    if (version) {
        read_list(*version, "plan_version", 2);
        return PlanVersionTx{read_u64((*version)[0], "plan_version"),
                             read_u64((*version)[1], "plan_version")};
    }
    if (cancel) return CancelTimerTx{read_timer_ref(*cancel, "cancel_timer")};
    if (update) return UpdateConfigTx{read_patch(*update, "update_config")};
    read_list(*extend, "extend_timer", 2);
    return ExtendTimerTx{read_timer_ref((*extend)[0], "extend_timer"),
                         read_u64((*extend)[1], "extend_timer")};
}

ScheduleAtTx read_schedule_at(const Json& json, ObjectReader&)
{
    ObjectReader o(json, "schedule_at");
    ScheduleAtTx tx{read_address(o.need("actor"), "actor"), read_schedule_at_fields(o)};
    o.finish();
    return tx;
}

TransferControlTx read_transfer_control(const Json& json, ObjectReader&)
{
    if (!read_bool(json, "transfer_control")) bad_input("transfer_control must be true");
    return {};
}

}  // namespace

Transaction read_transaction(const Json& json)
{
    ObjectReader o(json, "a transaction");
    Transaction tx;
    tx.from = read_address(o.need("from"), "from");
    if (const Json* v = o.find("hash")) tx.hash = read_hash(*v, "hash");
    if (const Json* v = o.find("nonce")) tx.nonce = read_u64(*v, "nonce");
    if (const Json* v = o.find("valid_until")) tx.valid_until = read_u64(*v, "valid_until");
    tx.limits = read_limits(o);
    bool found = false;
    const auto kind = [&](const char* key, auto read) {
        const Json* value = o.find(key);
        if (!value) return;
        if (found) bad_input(std::string("a transaction does one thing: \"") + key + "\" is a second");
        found = true;
        tx.body = read(*value, o);
    };
    kind("call", read_call);
    kind("as", read_as);
    kind("transfer", read_transfer);
    kind("deploy", read_deploy);
    kind("remove_actor", read_remove);
    kind("system", read_system);
    kind("schedule_at", read_schedule_at);
    kind("drop", [](const Json& j, ObjectReader&) { return DropTx{read_timer_ref(j, "drop")}; });
    kind("transfer_control", read_transfer_control);
    if (!found)
        bad_input(
            "a transaction needs one of call, as, transfer, deploy, remove_actor, system, schedule_at, drop, "
            "transfer_control");
    o.finish();
    return tx;
}

timers::ConfigPatch read_patch(const Json& json, const std::string& what)
{
    if (!json.is_object()) bad_input(what + " must be an object");
    timers::ConfigPatch patch;
    for (const auto& [field, value] : json.items()) {
        const auto kind = timers::field_kind(field);
        if (!kind) bad_input("unknown key \"" + field.substr(0, 60) + "\" in " + what);
        switch (*kind) {
            case timers::FieldKind::number:
                patch.emplace_back(field, read_u128(value, field));
                break;
            case timers::FieldKind::boolean:
                patch.emplace_back(field, read_bool(value, field));
                break;
            case timers::FieldKind::name:
                patch.emplace_back(field, read_text(value, field));
                break;
        }
    }
    return patch;
}

std::pair<CodeKind, std::string> read_scripted(const Json& handlers)
{
    const auto parsed = scripted::parse_script(handlers);
    if (!parsed) throw BadInput{parsed.error()};
    return {CodeKind::script, handlers.dump()};
}

std::pair<CodeKind, std::string> read_python(const Json& source)
{
    return {CodeKind::python, read_text(source, "python")};
}

}  // namespace lariat::trace
