// Reads and writes dev changes.
#include "trace/dev_json.hpp"

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "chain/json_input.hpp"
#include "trace/input_tx.hpp"
#include "trace/output.hpp"

namespace lariat::trace {

using namespace chain;

namespace {

/// An object whose keys are addresses.
template <class Value, class Read>
std::map<Address, Value> read_by_address(const Json& json, const std::string& what, const Read& read)
{
    if (!json.is_object()) bad_input(what + " must be an object of addresses");
    std::map<Address, Value> out;
    for (const auto& [key, value] : json.items()) {
        const Address address = read_address(Json(key), what);
        if (!out.emplace(address, read(value, what + " of " + key)).second)
            bad_input(what + ": " + to_hex(address) + " stands twice");
    }
    return out;
}

DevSet::Storage read_storage(const Json& json)
{
    read_list(json, "an entry of storage", 3);
    DevSet::Storage entry;
    entry.actor = read_address(json[0], "storage");
    entry.key = read_bytes(json[1], "a key of storage");
    if (!json[2].is_null()) entry.value = read_bytes(json[2], "a value of storage");
    return entry;
}

DevChange read_change(const Json& json)
{
    ObjectReader o(json, "a dev change");
    const Json *set = o.find("set"), *fire = o.find("fire"), *pause = o.find("pause");
    o.finish();
    if ((set != nullptr) + (fire != nullptr) + (pause != nullptr) != 1)
        bad_input("a dev change has one of set, fire, pause");
    if (set) return read_dev_set(*set);
    if (fire) return DevFire{read_hash(*fire, "fire")};
    return DevPause{read_bool(*pause, "pause")};
}

nlohmann::ordered_json set_json(const DevSet& set)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    for (const auto& [address, more] : set.fund) out["fund"][to_hex(address)] = to_decimal(more);
    for (const auto& [address, balance] : set.balances)
        out["balances"][to_hex(address)] = to_decimal(balance);
    for (const auto& [address, source] : set.code) out["code"][to_hex(address)] = source;
    for (const DevSet::Storage& entry : set.storage) {
        const nlohmann::ordered_json value =
            entry.value ? nlohmann::ordered_json(to_hex(*entry.value)) : nlohmann::ordered_json();
        out["storage"].push_back(
            nlohmann::ordered_json::array({to_hex(entry.actor), to_hex(entry.key), value}));
    }
    if (!set.config.empty()) out["config"] = patch_json(set.config);
    return out;
}

}  // namespace

DevSet read_dev_set(const Json& json)
{
    ObjectReader o(json, "set");
    DevSet set;
    if (const Json* v = o.find("fund")) set.fund = read_by_address<u128>(*v, "fund", read_u128);
    if (const Json* v = o.find("balances")) set.balances = read_by_address<u128>(*v, "balances", read_u128);
    if (const Json* v = o.find("code")) set.code = read_by_address<std::string>(*v, "code", read_text);
    if (const Json* v = o.find("storage"))
        for (const Json& entry : read_list(*v, "storage")) set.storage.push_back(read_storage(entry));
    if (const Json* v = o.find("config")) set.config = read_patch(*v, "config");
    o.finish();
    return set;
}

std::vector<DevChange> read_dev_changes(const Json& json)
{
    std::vector<DevChange> out;
    for (const Json& change : read_list(json, "dev")) out.push_back(read_change(change));
    return out;
}

nlohmann::ordered_json to_json(const DevChange& change)
{
    if (const auto* set = std::get_if<DevSet>(&change)) return {{"set", set_json(*set)}};
    if (const auto* fire = std::get_if<DevFire>(&change)) return {{"fire", to_hex(fire->timer)}};
    return {{"pause", std::get<DevPause>(change).paused}};
}

}  // namespace lariat::trace
