// Reads the steps of scripted handlers from JSON.
#include "scripted/script.hpp"

#include <functional>

#include "base/checked.hpp"
#include "chain/json_input.hpp"
#include "scripted/bid_fields.hpp"

namespace lariat::scripted {

using namespace chain;

namespace {

Steps read_steps(const Json& json, const std::string& what);

template <class T, class Read>
Arg<T> read_arg(ObjectReader& from, const char* key, Read read)
{
    const Json* value = from.find(key);
    if (!value || value->is_null()) return {};
    return read(*value, key);
}

ScheduleStep read_schedule(const Json& json, const char* what)
{
    ObjectReader o(json, what);
    ScheduleStep s = read_schedule_fields(o);
    if (const Json* v = o.find("label")) s.label = read_text(*v, "label");
    o.finish();
    return s;
}

BidExpression read_bid_expression(const Json& json, const std::string& what)
{
    const auto field = [&](const Json& name) {
        const std::string text = read_text(name, what);
        if (!is_bid_field(text))
            bad_input(what + " names no field of a bid's context: " + text.substr(0, 60));
        return text;
    };
    if (json.is_array()) {
        read_list(json, what, 3);
        BidExpression e{read_u128(json[0], what), read_u128(json[1], what), field(json[2])};
        if (e.den == 0) bad_input(what + " is divided by 0");
        return e;
    }
    if (json.is_string() && !parse_decimal(json.get_ref<const std::string&>())) return {1, 1, field(json)};
    return {read_u128(json, what), 1, {}};
}

ReturnBidStep read_return_bid(const Json& json)
{
    ObjectReader o(json, "return_bid");
    ReturnBidStep s{read_bid_expression(o.need("max_fee"), "max_fee"),
                    read_bid_expression(o.need("max_priority"), "max_priority")};
    o.finish();
    return s;
}

ScheduleAtCall read_schedule_at(const Json& json)
{
    ObjectReader o(json, "schedule_at");
    ScheduleAtCall s = read_schedule_at_fields(o);
    o.finish();
    return s;
}

SendStep read_send(const Json& json)
{
    ObjectReader o(json, "send");
    SendStep s;
    s.to = read_address(o.need("to"), "to");
    if (const Json* v = o.find("handler")) s.handler = read_text(*v, "handler");
    if (const Json* v = o.find("payload")) s.payload = read_bytes(*v, "payload");
    if (const Json* v = o.find("gas")) s.gas = read_u64(*v, "gas");
    if (const Json* v = o.find("cells")) s.cells = read_u64(*v, "cells");
    o.finish();
    return s;
}

LogStep read_log(const Json& json)
{
    if (json.is_array()) {
        read_list(json, "log", 2);
        if (read_text(json[0], "log") != "get")
            bad_input("log can show context, gas_left, balance, [get, key]");
        return {LogStep::What::storage, read_bytes(json[1], "key of log")};
    }
    const std::string what = read_text(json, "log");
    if (what == "context") return {LogStep::What::context, {}};
    if (what == "gas_left") return {LogStep::What::gas_left, {}};
    if (what == "balance") return {LogStep::What::balance, {}};
    bad_input("log can show context, gas_left, balance, [get, key]; not \"" + what.substr(0, 60) + "\"");
}

template <class NestedStep>
NestedStep read_nested(const Json& json, const char* key)
{
    read_list(json, key, 2);
    return {read_u64(json[0], key), read_steps(json[1], key)};
}

CancelStep read_cancel(const Json& json)
{
    if (!json.is_array()) return {std::nullopt, read_timer_ref(json, "cancel")};
    read_list(json, "cancel", 2);
    return {read_address(json[0], "target of cancel"), read_timer_ref(json[1], "timer of cancel")};
}

TimeoutStep read_timeout(const Json& json)
{
    ObjectReader o(json, "set_timeout");
    TimeoutStep s;
    s.rest.target = read_address(o.need("target"), "target");
    s.due_height = read_moment(o.need("due_height"), "due_height");
    s.rest.payload = read_arg<Bytes>(o, "payload", read_bytes);
    s.rest.gas_limit = read_arg<u64>(o, "gas_limit", read_u64);
    s.rest.bid = read_arg<u128>(o, "bid", read_u128);
    s.rest.client_nonce = read_arg<u64>(o, "client_nonce", read_u64);
    if (const Json* v = o.find("label")) s.label = read_text(*v, "label");
    o.finish();
    return s;
}

WatchStep read_watch(const Json& json)
{
    ObjectReader o(json, "watch");
    WatchStep s;
    s.rest.target = read_address(o.need("target"), "target");
    WatchArgs::Keys keys;
    if (const Json* v = o.find("keys"))
        for (const Json& key : read_list(*v, "keys")) {
            read_list(key, "a watch key", 2);
            keys.emplace_back(read_address(key[0], "actor of a watch key"),
                              read_bytes(key[1], "prefix of a watch key"));
        }
    s.rest.keys = std::move(keys);
    s.rest.payload = read_arg<Bytes>(o, "payload", read_bytes);
    s.rest.gas_limit = read_arg<u64>(o, "gas_limit", read_u64);
    s.rest.bid = read_arg<u128>(o, "bid", read_u128);
    if (const Json* v = o.find("expires_at"); v && !v->is_null())
        s.expires_at = read_moment(*v, "expires_at");
    if (const Json* v = o.find("label")) s.label = read_text(*v, "label");
    o.finish();
    return s;
}

using StepReader = std::function<decltype(Step::op)(const Json&)>;

const std::map<std::string, StepReader>& step_readers()
{
    static const std::map<std::string, StepReader> READERS{
        {"schedule", [](const Json& j) { return read_schedule(j, "schedule"); }},
        {"cancel", read_cancel},
        {"extend",
         [](const Json& j) {
             read_list(j, "extend", 2);
             return ExtendStep{read_timer_ref(j[0], "timer of extend"),
                               read_moment(j[1], "height of extend")};
         }},
        {"schedule_at", read_schedule_at},
        {"drop", [](const Json& j) { return DropStep{read_timer_ref(j, "drop")}; }},
        {"set",
         [](const Json& j) {
             read_list(j, "set", 2);
             return SetStep{read_bytes(j[0], "key of set"), read_bytes(j[1], "value of set")};
         }},
        {"delete", [](const Json& j) { return DeleteStep{read_bytes(j, "delete")}; }},
        {"transfer",
         [](const Json& j) {
             read_list(j, "transfer", 2);
             return TransferStep{read_address(j[0], "address of transfer"),
                                 read_u128(j[1], "amount of transfer")};
         }},
        {"emit",
         [](const Json& j) {
             read_list(j, "emit", 2);
             return EmitStep{read_text(j[0], "topic of emit"), read_bytes(j[1], "data of emit")};
         }},
        {"send", read_send},
        {"burn", [](const Json& j) { return BurnStep{read_u64(j, "burn")}; }},
        {"burn_cells", [](const Json& j) { return BurnCellsStep{read_u64(j, "burn_cells")}; }},
        {"loop",
         [](const Json& j) {
             if (!read_bool(j, "loop")) bad_input("loop must be true");
             return LoopStep{};
         }},
        {"fail", [](const Json& j) { return FailStep{read_text(j, "fail")}; }},
        {"return", [](const Json& j) { return ReturnStep{read_bytes(j, "return")}; }},
        {"repeat", [](const Json& j) { return read_nested<RepeatStep>(j, "repeat"); }},
        {"if_nth", [](const Json& j) { return read_nested<IfNthStep>(j, "if_nth"); }},
        {"log", read_log},
        {"set_gba",
         [](const Json& j) { return j.is_null() ? SetGbaStep{} : SetGbaStep{read_address(j, "set_gba")}; }},
        {"return_bid", read_return_bid},
        {"estimate", [](const Json& j) { return EstimateStep{read_schedule(j, "estimate")}; }},
        {"watch", read_watch},
        {"set_timeout", read_timeout},
    };
    return READERS;
}

Step read_step(const Json& json, const std::string& what)
{
    ObjectReader o(json, "a step of " + what);
    Step step;
    if (const Json* v = o.find("error")) {
        const std::string name = read_text(*v, "error");
        step.expected_error = error_from_name(name);
        if (!step.expected_error) bad_input("no error is called \"" + name.substr(0, 60) + "\"");
    }
    bool found = false;
    for (const auto& [key, value] : json.items()) {
        if (key == "error") continue;
        const auto reader = step_readers().find(key);
        if (reader == step_readers().end())
            bad_input("unknown key \"" + key.substr(0, 60) + "\" in " + o.what());
        if (found) bad_input("a step does one thing: \"" + key + "\" is a second");
        step.op = reader->second(value);
        found = true;
    }
    if (!found) bad_input("an empty step in " + what);
    return step;
}

Steps read_steps(const Json& json, const std::string& what)
{
    Steps steps;
    for (const Json& step : read_list(json, what)) steps.push_back(read_step(step, what));
    return steps;
}

template <class T, class Read>
Result<T, InputError> as_value(Read read)
{
    try {
        return Result<T, InputError>(read());
    } catch (BadInput& bad) {
        return Result<T, InputError>(std::move(bad.error));
    }
}

}  // namespace

ScheduleStep read_schedule_fields(ObjectReader& o)
{
    ScheduleStep s;
    if (const Json* v = o.find("height")) s.height = read_moment(*v, "height");
    if (const Json* v = o.find("expires_at")) s.expires_at = read_moment(*v, "expires_at");
    s.rest.payload = read_arg<Bytes>(o, "payload", read_bytes);
    s.rest.handler = read_arg<std::string>(o, "handler", read_text);
    s.rest.fee_payer = read_arg<Address>(o, "fee_payer", read_address);
    s.rest.gas_limit = read_arg<u64>(o, "gas_limit", read_u64);
    s.rest.max_fee_per_cycle = read_arg<u128>(o, "max_fee_per_cycle", read_u128);
    s.rest.max_priority_fee_per_cycle = read_arg<u128>(o, "max_priority_fee_per_cycle", read_u128);
    s.rest.priority_tier_hint = read_arg<std::string>(o, "priority_tier_hint", read_text);
    s.rest.bid = read_arg<u128>(o, "bid", read_u128);
    return s;
}

Result<Steps, InputError> parse_steps(const Json& steps)
{
    return as_value<Steps>([&] { return read_steps(steps, "steps"); });
}

Result<Script, InputError> parse_script(const Json& handlers)
{
    return as_value<Script>([&] {
        if (!handlers.is_object()) bad_input("handlers must be an object");
        Script script;
        for (const auto& [name, steps] : handlers.items())
            script.handlers[name] = read_steps(steps, "handler " + name);
        return script;
    });
}

Result<Script, InputError> parse_script_source(std::string_view source)
{
    try {
        return parse_script(parse_json(source));
    } catch (BadInput& bad) {
        return std::move(bad.error);
    }
}

}  // namespace lariat::scripted
