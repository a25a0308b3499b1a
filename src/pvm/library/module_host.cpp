// The modules pvm_host and cowboy_sdk: the functions by which a program calls its host.
#include "base/hash.hpp"
#include "pvm/library/bids.hpp"
#include "pvm/library/host_args.hpp"
#include "pvm/library/modules.hpp"
#include "pvm/objects/class_making.hpp"

namespace lariat::pvm {

namespace {

Value status(Vm& vm, const Status& s)
{
    return s ? NONE : raise_host_error(vm, s.error());
}
Value hash_result(Vm& vm, const Result<Hash32>& r)
{
    return r ? new_bytes(vm, view(r.value())) : raise_host_error(vm, r.error());
}

Value get_state(Vm& vm, Value, const Args& a)
{
    const auto r = vm.host.get_state(key_arg(a[0]));
    if (!r) return raise_host_error(vm, r.error());
    if (!r.value()) return NONE;
    vm.charge(r.value()->size());
    return new_bytes(vm, *r.value());
}
Value set_state(Vm& vm, Value, const Args& a)
{
    return status(vm, vm.host.set_state(key_arg(a[0]), bytes_view_arg(a[1])));
}
Value delete_state(Vm& vm, Value, const Args& a)
{
    return status(vm, vm.host.delete_state(key_arg(a[0])));
}
Value emit_event(Vm& vm, Value, const Args& a)
{
    return status(vm, vm.host.emit_event(topic_arg(a[0]), bytes_view_arg(a[1])));
}
Value charge_gas(Vm& vm, Value, const Args& a)
{
    return status(vm, vm.host.charge_gas(u64_arg(vm, a[0], false)));
}
Value gas_left(Vm& vm, Value, const Args&)
{
    return int_of_u64(vm, vm.meter.cycles_left);
}
Value block_height(Vm& vm, Value, const Args&)
{
    return int_of_u64(vm, vm.host.context().block_height);
}
Value context(Vm& vm, Value, const Args&)
{
    const Context& c = vm.host.context();
    Dict* d = new_dict(vm);
    vm.charge(11 * gas::DICT_ITEM);
    define(vm, d, "block_height", int_of_u64(vm, c.block_height));
    define(vm, d, "block_hash", new_bytes(vm, view(c.block_hash)));
    define(vm, d, "tx_hash", new_bytes(vm, view(c.tx_hash)));
    define(vm, d, "sender", new_bytes(vm, view(c.sender)));
    define(vm, d, "timestamp_ms", int_of_u64(vm, c.timestamp_ms));
    define(vm, d, "actor_addr", new_bytes(vm, view(c.actor)));
    define(vm, d, "msg_id", c.msg_id ? new_bytes(vm, view(*c.msg_id)) : NONE);
    define(vm, d, "nonce", int_of_u64(vm, c.nonce));
    if (!c.timer_id) return Value::object(d);
    define(vm, d, "timer_id", new_bytes(vm, view(*c.timer_id)));
    if (c.fire_seq) define(vm, d, "fire_seq", Value::small(*c.fire_seq));
    if (!c.trigger) return Value::object(d);
    Dict* trigger = new_dict(vm);
    define(vm, trigger, "kind", new_str(vm, c.trigger->kind));
    if (c.trigger->due_height) define(vm, trigger, "due_height", int_of_u64(vm, *c.trigger->due_height));
    if (c.trigger->matched_keys) {
        List* keys = new_list_room(vm, 0);
        for (const Bytes& key : *c.trigger->matched_keys) {
            vm.charge(gas::LIST_ITEM + key.size());
            list_append(vm, keys, new_bytes(vm, key));
        }
        define(vm, trigger, "matched_keys", Value::object(keys));
    }
    define(vm, d, "trigger", Value::object(trigger));
    return Value::object(d);
}
Value randomness(Vm& vm, Value, const Args& a)
{
    vm.charge(gas::DIGEST);
    return hash_result(vm, vm.host.randomness(key_arg(a[0])));
}
Value send_message(Vm& vm, Value, const Args& a)
{
    SendArgs args;
    args.to = address_arg(a[0], false);
    args.payload = bytes_arg(vm, a[1], false);
    args.gas = u64_arg(vm, a[2], true);
    args.cells = u64_arg(vm, a[3], true);
    return status(vm, vm.host.send_message(args));
}
Value transfer(Vm& vm, Value, const Args& a)
{
    return status(vm, vm.host.transfer(address_arg(a[0], false), u128_arg(vm, a[1], false)));
}
Value balance(Vm& vm, Value, const Args& a)
{
    const auto r = vm.host.balance(address_arg(a[0], false));
    return r ? int_of_u128(vm, r.value()) : raise_host_error(vm, r.error());
}
Value keccak256_(Vm& vm, Value, const Args& a)
{
    const Arg<BytesView> data = bytes_view_arg(a[0]);
    if (!data.given()) return raise_host_error(vm, wrong_argument("data", data));
    const u64 n = data.value.size();
    vm.charge((n + gas::KECCAK_BLOCK_BYTES - 1) / gas::KECCAK_BLOCK_BYTES * gas::KECCAK_BLOCK + gas::DIGEST);
    return new_bytes(vm, view(lariat::keccak256(data.value)));
}
Value runtime_config(Vm& vm, Value, const Args&)
{
    Dict* d = new_dict(vm);
    for (const auto& [name, value] : vm.host.runtime_config()) {
        vm.charge(gas::DICT_ITEM);
        Value v;
        if (const auto* n = std::get_if<u128>(&value)) v = int_of_u128(vm, *n);
        if (const auto* b = std::get_if<bool>(&value)) v = Value::boolean(*b);
        if (const auto* s = std::get_if<std::string>(&value)) v = new_str(vm, *s);
        define(vm, d, name, v);
    }
    return Value::object(d);
}

/// A member of an enumeration, PriorityTier's above all, stands for its value.
Value tier_text(Vm& vm, Value tier)
{
    if (!is(tier, Kind::Instance)) return tier;
    Dict* const attributes = own_attributes(tier);
    const Value value =
        attributes == nullptr ? ABSENT : dict_get_name(vm, attributes, name_object(vm, "_value_"));
    return value.present() ? value : tier;
}

// schedule_timer(height, payload, fee_payer, gas_limit, expires_at, max_fee_per_cycle,
// max_priority_fee_per_cycle, bid); schedule_timer_ex has the first five, and takes the others too.
ScheduleArgs schedule_args(Vm& vm, const Args& a)
{
    ScheduleArgs args;
    args.height = u64_arg(vm, a[0], false);
    args.payload = bytes_arg(vm, a[1], false);
    args.fee_payer = address_arg(a[2], true);
    args.gas_limit = u64_arg(vm, a[3], true);
    args.expires_at = u64_arg(vm, a[4], true);
    args.max_fee_per_cycle = u128_arg(vm, a[5], true);
    args.max_priority_fee_per_cycle = u128_arg(vm, a[6], true);
    args.bid = u128_arg(vm, a[7], true);
    args.priority_tier_hint = text_arg(tier_text(vm, a[8]), true);
    return args;
}
Value schedule_timer(Vm& vm, Value, const Args& a)
{
    return hash_result(vm, vm.host.schedule_timer(schedule_args(vm, a)));
}
// A dict of height (None: no room), cost and refused: the names of the checks that it would fail.
Value estimate_timer(Vm& vm, Value, const Args& a)
{
    const auto r = vm.host.estimate_timer(schedule_args(vm, a));
    if (!r) return raise_host_error(vm, r.error());
    Dict* d = new_dict(vm);
    vm.charge(3 * gas::DICT_ITEM);
    define(vm, d, "height", r.value().height ? int_of_u64(vm, *r.value().height) : NONE);
    define(vm, d, "cost", int_of_u128(vm, r.value().cost));
    List* refused = new_list_room(vm, 0);
    for (const ErrorCode code : r.value().refused) {
        vm.charge(gas::LIST_ITEM);
        list_append(vm, refused, new_str(vm, error_name(code)));
    }
    define(vm, d, "refused", Value::object(refused));
    return Value::object(d);
}
Value set_gba(Vm& vm, Value, const Args& a)
{
    return status(vm, vm.host.set_gba(address_arg(a[0], true)));
}
Value extend_timer(Vm& vm, Value, const Args& a)
{
    return status(vm, vm.host.extend_timer(bytes_arg(vm, a[0], false), u64_arg(vm, a[1], false)));
}
// cancel_timer(timer_id), or cancel_timer(target, timer_id), which tells whether there was one to cancel.
Value cancel_timer(Vm& vm, Value, const Args& a)
{
    const bool has_first = !a[0].absent(), has_second = !a[1].absent();
    if (!has_first && !has_second) return type_error(vm, "cancel_timer() needs a timer_id");
    if (!has_first || !has_second)
        return status(vm, vm.host.cancel_timer(bytes_arg(vm, has_first ? a[0] : a[1], false)));
    const auto r = vm.host.cancel_timer_of(address_arg(a[0], false), bytes_arg(vm, a[1], false));
    return r ? Value::boolean(r.value()) : raise_host_error(vm, r.error());
}
Value set_timeout(Vm& vm, Value, const Args& a)
{
    TimeoutArgs args;
    args.target = address_arg(a[0], false);
    args.due_height = u64_arg(vm, a[1], false);
    args.payload = bytes_arg(vm, a[2], false);
    args.gas_limit = u64_arg(vm, a[3], true);
    args.bid = u128_arg(vm, a[4], true);
    args.client_nonce = u64_arg(vm, a[5], true);
    return hash_result(vm, vm.host.set_timeout(args));
}
Value set_state_watch(Vm& vm, Value, const Args& a)
{
    WatchArgs args;
    args.target = address_arg(a[0], false);
    args.keys = watch_keys_arg(vm, a[1]);
    args.payload = bytes_arg(vm, a[2], false);
    args.gas_limit = u64_arg(vm, a[3], true);
    args.bid = u128_arg(vm, a[4], true);
    args.expires_at = u64_arg(vm, a[5], true);
    return hash_result(vm, vm.host.set_state_watch(args));
}

Value schedule_at(Vm& vm, Value, const Args& a)
{
    ScheduleAtArgs args;
    args.timestamp_ms = u64_arg(vm, a[0], false);
    args.handler = text_arg(a[1], true);
    args.payload = bytes_arg(vm, a[2], false);
    args.gas_limit = u64_arg(vm, a[3], true);
    return hash_result(vm, vm.host.schedule_at(args));
}
Value scheduled_until(Vm& vm, Value, const Args& a)
{
    const auto found = vm.host.scheduled_until(u64_arg(vm, a[0], false));
    if (!found) return raise_host_error(vm, found.error());
    List* ids = new_list_room(vm, 0);
    for (const Hash32& id : found.value()) {
        vm.charge(gas::LIST_ITEM + id.bytes.size());
        list_append(vm, ids, new_bytes(vm, view(id)));
    }
    return Value::object(ids);
}
Value drop(Vm& vm, Value, const Args& a)
{
    return status(vm, vm.host.drop(bytes_arg(vm, a[0], false)));
}

#define SCHEDULE                                                                                             \
    "height,payload,fee_payer=,gas_limit=,expires_at=,max_fee_per_cycle=,max_priority_fee_per_cycle=,bid=,*" \
    ",priority_tier_hint="
constexpr NativeSpec FUNCTIONS[] = {
    {"get_state", get_state, "key", 0},
    {"set_state", set_state, "key,value", 0},
    {"delete_state", delete_state, "key", 0},
    {"emit_event", emit_event, "topic,data", 0},
    {"charge_gas", charge_gas, "n", 0},
    {"gas_left", gas_left, "", 0},
    {"context", context, "", gas::DICT_BASE},
    {"block_height", block_height, "", 0},
    {"randomness", randomness, "domain", 0},
    {"send_message", send_message, "target,payload,gas=,cells=", 0},
    {"transfer", transfer, "to,amount", 0},
    {"balance", balance, "address", 0},
    {"keccak256", keccak256_, "data", 0},
    {"runtime_config", runtime_config, "", gas::DICT_BASE},
    {"schedule_timer", schedule_timer, SCHEDULE, 0},
    {"schedule_timer_ex", schedule_timer, SCHEDULE, 0},
    {"extend_timer", extend_timer, "timer_id,new_expires_at", 0},
    {"cancel_timer", cancel_timer, "target=,timer_id=", 0},
    {"set_timeout", set_timeout, "target,due_height,payload,gas_limit=,bid=,client_nonce=", 0},
    {"set_state_watch", set_state_watch, "target,watch_keys,payload,gas_limit=,bid=,expires_at=", 0},
    {"set_gba", set_gba, "agent", 0},
    {"estimate_timer", estimate_timer, SCHEDULE, 0},
    {"schedule_at", schedule_at, "timestamp_ms,handler,payload,gas_limit=", 0},
    {"scheduled_until", scheduled_until, "timestamp_ms", 0},
    {"drop", drop, "operation_id", 0},
};

void fill(Vm& vm, Dict* d)
{
    define(vm, d, "HostError", Value::object(&T.HostError));
}

// The SDK's own functions
Value sdk_actor(Vm& vm, Value, const Args& a)
{
    return is(a[0], Kind::Class) ? a[0] : type_error(vm, "@actor marks a class");
}
Value get_sender(Vm& vm, Value, const Args&)
{
    return new_bytes(vm, view(vm.host.context().sender));
}
Value get_timestamp(Vm& vm, Value, const Args&)
{
    return int_of_u64(vm, vm.host.context().timestamp_ms);
}
// bytes as they are, a str as UTF-8, anything else as canonical CBOR
Value sdk_emit(Vm& vm, Value, const Args& a)
{
    const Arg<std::string_view> topic = topic_arg(a[0]);
    Bytes encoded;
    BytesView data;
    if (!topic.given()) return status(vm, vm.host.emit_event(topic, data));
    if (is_bytes_like(a[1]) || is_str(a[1])) {
        data = is_str(a[1]) ? view(str_of(a[1])) : bytes_of(a[1]);
    } else {
        if (!cbor_encode(vm, a[1], encoded)) return ABSENT;
        data = encoded;
    }
    return status(vm, vm.host.emit_event(topic, data));
}

constexpr NativeSpec RUNTIME[] = {
    {"get_sender", get_sender, "", 1},
    {"get_block_height", block_height, "", 0},
    {"get_timestamp_ms", get_timestamp, "", 0},
    {"emit_event", sdk_emit, "name,value", 0},
    {"send_message", send_message, "target,payload,gas=,cells=", 0},
    {"charge_gas", charge_gas, "n", 0},
    {"context", context, "", gas::DICT_BASE},
    {"keccak256", keccak256_, "data", 0},
};
constexpr NativeSpec SDK[] = {{"actor", sdk_actor, "cls", 1},
                              {"schedule_timer", schedule_timer, SCHEDULE, 0}};

/// What is the same in every execution of what cowboy_sdk gives beside its functions.
struct SdkParts {
    struct Function {
        ModuleName name;
        Value value;
    };
    std::vector<Function> functions;
    ModuleName runtime{"runtime"}, fees{"TxFeeParams"}, context{"GBAContext"};

    SdkParts()
    {
        for (const NativeSpec& spec : RUNTIME)
            functions.push_back({ModuleName(spec.name), static_native(spec, &T.native)});
    }
};

void fill_sdk(Vm& vm, Dict* d)
{
    static const SdkParts parts;
    Dict* runtime = new_dict(vm);
    for (const auto& [name, value] : parts.functions) define(vm, runtime, name, value);
    define(vm, d, parts.runtime, new_module(vm, "cowboy_sdk.runtime", runtime));
    const Value fees = fee_class(vm, "TxFeeParams");
    const Value context = fees.present() ? fee_class(vm, "GBAContext") : ABSENT;
    if (context.absent()) return;
    define(vm, d, parts.fees, fees);
    define(vm, d, parts.context, context);
}

}  // namespace

std::span<const NativeSpec> runtime_functions()
{
    return RUNTIME;
}

const NativeModule HOST_MODULE = {"pvm_host", FUNCTIONS, fill, {"HostError"}};
const NativeModule SDK_MODULE = {
    "cowboy_sdk", SDK, fill_sdk, {"runtime", "TxFeeParams", "GBAContext"}, {"PriorityTier"}, "_sdk_tiers"};

}  // namespace lariat::pvm
