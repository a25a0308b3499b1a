// Reads all lines of a trace except transactions, which input_tx.cpp reads.
#include "trace/input.hpp"

#include <algorithm>

#include "chain/json_input.hpp"
#include "trace/dev_json.hpp"
#include "trace/input_tx.hpp"

namespace lariat::trace {

using namespace chain;

namespace {

FeeParams read_fees(const Json& json)
{
    ObjectReader o(json, "fees");
    FeeParams f;
    const auto amount = [&](const char* key, u128& value) {
        if (const Json* v = o.find(key)) value = read_u128(*v, key);
    };
    const auto number = [&](const char* key, u64& value) {
        const Json* v = o.find(key);
        if (v) value = read_u64(*v, key);
        return v != nullptr;
    };
    amount("cycle_basefee", f.cycle_basefee);
    amount("cell_basefee", f.cell_basefee);
    amount("min_basefee", f.min_basefee);
    number("cycle_capacity", f.cycle_capacity);
    number("cell_capacity", f.cell_capacity);
    if (!number("cycle_target", f.cycle_target)) f.cycle_target = f.cycle_capacity / 2;
    if (!number("cell_target", f.cell_target)) f.cell_target = f.cell_capacity / 2;
    number("user_lane", f.user_lane);
    number("system_lane", f.system_lane);
    o.finish();
    return f;
}

GenesisActor read_actor(const Json& json)
{
    ObjectReader o(json, "an actor of genesis");
    GenesisActor a;
    a.address = read_address(o.need("address"), "address");
    if (const Json* v = o.find("balance")) a.balance = read_u128(*v, "balance");
    if (const Json* v = o.find("owner")) a.owner = read_address(*v, "owner");
    const Json* handlers = o.find("handlers");
    const Json* python = o.find("python");
    if ((handlers != nullptr) == (python != nullptr))
        bad_input("an actor has either \"handlers\" or \"python\"");
    std::tie(a.kind, a.source) = handlers ? read_scripted(*handlers) : read_python(*python);
    o.finish();
    return a;
}

GenesisAccount read_account(const Json& json)
{
    ObjectReader o(json, "an account of genesis");
    GenesisAccount a;
    a.address = read_address(o.need("address"), "address");
    if (const Json* v = o.find("balance")) a.balance = read_u128(*v, "balance");
    o.finish();
    return a;
}

chain::Validators read_validators(const Json& json)
{
    chain::Validators out;
    for (const Json& each : read_list(json, "validators")) {
        ObjectReader o(each, "a validator of genesis");
        chain::Validator& v = out.emplace_back();
        v.key = read_hash(o.need("pub_key"), "pub_key");
        v.power = read_u64(o.need("power"), "power");
        const Json* payee = o.find("payee");
        v.payee = payee ? read_address(*payee, "payee") : chain::address_of(v.key);
        o.finish();
    }
    std::sort(out.begin(), out.end(),
              [](const chain::Validator& a, const chain::Validator& b) { return a.key < b.key; });
    return out;
}

Genesis read_genesis(const Json& json)
{
    ObjectReader o(json, "genesis");
    Genesis g;
    if (const Json* v = o.find("chain_id")) g.params.chain_id = read_text(*v, "chain_id");
    if (const Json* v = o.find("timestamp_ms")) g.timestamp_ms = read_u64(*v, "timestamp_ms");
    if (const Json* v = o.find("dev")) g.params.dev = read_bool(*v, "dev");
    if (const Json* v = o.find("fees")) g.params.fees = read_fees(*v);
    if (const Json* v = o.find("config")) g.config = read_patch(*v, "config");
    if (const Json* v = o.find("accounts"))
        for (const Json& a : read_list(*v, "accounts")) g.accounts.push_back(read_account(a));
    if (const Json* v = o.find("system_deployers"))
        for (const Json& a : read_list(*v, "system_deployers"))
            g.params.system_deployers.push_back(read_address(a, "system_deployers"));
    if (const Json* v = o.find("actors"))
        for (const Json& a : read_list(*v, "actors")) g.actors.push_back(read_actor(a));
    if (const Json* v = o.find("validators")) g.validators = read_validators(*v);
    o.finish();
    return g;
}

BlockLine read_block(const Json& json)
{
    ObjectReader o(json, "block");
    BlockLine b;
    b.proposer = default_proposer();
    if (const Json* v = o.find("timestamp_ms")) b.timestamp_ms = read_u64(*v, "timestamp_ms");
    if (const Json* v = o.find("proposer")) b.proposer = read_address(*v, "proposer");
    if (const Json* v = o.find("txs"))
        for (const Json& tx : read_list(*v, "txs")) b.txs.push_back(read_transaction(tx));
    if (const Json* v = o.find("dev")) b.dev = read_dev_changes(*v);
    if (const Json* v = o.find("misbehaviour"))
        for (const Json& address : read_list(*v, "misbehaviour"))
            b.misbehaviour.push_back(read_address(address, "misbehaviour"));
    o.finish();
    return b;
}

Line read_line(std::string_view text)
{
    const Json json = parse_json(text);
    if (!json.is_object() || json.size() != 1)
        bad_input(
            "a line is an object with one key: genesis, block, blocks, rollback, restart, query or assert");
    const auto entry = json.begin();  // kept: items() gives views into iterators that would be gone
    const std::string& key = entry.key();
    const Json& value = entry.value();
    if (key == "genesis") return read_genesis(value);
    if (key == "block") return read_block(value);
    if (key == "blocks") return BlocksLine{read_u64(value, "blocks")};
    if (key == "rollback") return RollbackLine{read_u64(value, "rollback")};
    if (key == "restart") {
        if (!read_bool(value, "restart")) bad_input("restart must be true");
        return RestartLine{};
    }
    if (key == "query" || key == "assert") {
        if (!value.is_object()) bad_input(key + " must be an object");
        if (key == "query") return QueryLine{value.dump()};
        return AssertLine{value.dump()};
    }
    bad_input("unknown key \"" + key.substr(0, 60) + "\" in the line");
}

}  // namespace

Result<Line, InputError> parse_line(std::string_view text)
{
    try {
        return read_line(text);
    } catch (BadInput& bad) {
        return std::move(bad.error);
    }
}

Address default_proposer() noexcept
{
    Address a;
    a.bytes.back() = 0xff;
    return a;
}

}  // namespace lariat::trace
