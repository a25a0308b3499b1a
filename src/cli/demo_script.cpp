// The script of `lariat demo`: who deploys, funds and calls which actor of examples/ in which block.
#include "cli/demo_script.hpp"

#include "base/hex.hpp"
#include "chain/transactions.hpp"
#include "cli/console.hpp"
#include "cli/examples.hpp"

namespace lariat::cli {

namespace {

using trace::OrderedJson;

constexpr u64 PURSE = 100'000'000;  ///< base units of each person at genesis

std::string_view source_of(std::string_view file)
{
    for (const Example& e : examples())
        if (e.file == file) return e.source;
    LARIAT_ASSERT(false && "the demo names an actor that examples/ does not have");
    return {};
}

/// A person's address is the name itself, so that a trace can be read.
Address address_of(std::string_view name)
{
    Address a;
    std::copy(name.begin(), name.end(), a.bytes.begin());
    return a;
}

class Writer {
public:
    explicit Writer(std::initializer_list<const char*> people)
    {
        OrderedJson accounts = OrderedJson::array();
        for (const char* name : people) {
            script_.names[address_of(name)] = name;
            accounts.push_back({{"address", to_hex(address_of(name))}, {"balance", std::to_string(PURSE)}});
        }
        script_.genesis = {{"chain_id", "demo"}, {"accounts", accounts}};
    }

    Writer& at(u64 height)
    {
        height_ = height;
        return *this;
    }

    /// Deploys an example under a name of its own, which tells two of one source apart as salt too.
    Address deploy(const char* who, const char* file, const std::string& name,
                   const std::string& payload = {})
    {
        const std::string_view source = source_of(file);
        const Address at = chain::deployed_address(address_of(who), view(name), source);
        script_.names[at] = name;
        script_.actors.push_back(at);
        OrderedJson tx{{"deploy", {{"python", source}}}, {"salt", name}};
        if (!payload.empty()) tx["payload"] = payload;
        add(who, std::move(tx), "deploys " + name);
        return at;
    }

    void fund(const char* who, const Address& to, u64 amount)
    {
        add(who, {{"transfer", {{"to", to_hex(to)}, {"amount", std::to_string(amount)}}}},
            "gives " + script_.names.at(to) + " " + grouped(amount));
    }

    void call(const char* who, const Address& actor, const char* handler, const std::string& payload = {})
    {
        call_with(who, actor, handler, payload, payload);
    }

    /// A call whose payload is the addresses of people.
    void call(const char* who, const Address& actor, const char* handler,
              std::initializer_list<const char*> people)
    {
        std::string addresses = "0x", names;
        for (const char* name : people) {
            addresses += to_hex(address_of(name)).substr(2);
            names += std::string(names.empty() ? "" : ", ") + name;
        }
        call_with(who, actor, handler, addresses, names);
    }

    DemoScript done() { return std::move(script_); }

private:
    void call_with(const char* who, const Address& actor, const char* handler, const std::string& payload,
                   const std::string& shown)
    {
        OrderedJson call{{"actor", to_hex(actor)}, {"handler", handler}};
        if (!payload.empty()) call["payload"] = payload;
        add(who, {{"call", call}}, "calls " + script_.names.at(actor) + "." + handler + "(" + shown + ")");
    }

    void add(const char* who, const OrderedJson& body, std::string what)
    {
        OrderedJson tx{{"from", to_hex(address_of(who))}};
        tx.update(body);
        tx["tip_per_cycle"] = "1";
        script_.blocks[height_].push_back({std::move(tx), who, std::move(what)});
    }

    DemoScript script_;
    u64 height_ = 0;
};

}  // namespace

DemoScript demo_script()
{
    Writer w({"ada", "otto", "mia", "bob", "vera", "dan", "hal"});

    w.at(1);
    const Address heartbeat = w.deploy("ada", "heartbeat.py", "heartbeat");
    w.fund("ada", heartbeat, 2'000'000);
    const Address oracle = w.deploy("otto", "price_oracle.py", "oracle");
    w.at(2);
    const Address subscription =
        w.deploy("ada", "subscription.py", "subscription", to_hex(address_of("mia")));
    w.fund("ada", subscription, 1'500'000);
    w.at(3);
    const Address first_lot = w.deploy("vera", "auction_close.py", "auction 1");
    w.fund("vera", first_lot, 1'000'000);
    w.deploy("vera", "auction_close.py", "auction 2");
    w.at(4);
    const Address last_will = w.deploy("dan", "dead_mans_switch.py", "switch", to_hex(address_of("hal")));
    w.fund("dan", last_will, 5'000'000);
    w.call("otto", oracle, "admit", {"mia", "bob", "vera"});
    w.at(5);
    w.call("mia", oracle, "report", "100");
    w.call("bob", oracle, "report", "104");
    w.call("vera", oracle, "report", "102");
    w.at(6);
    w.call("bob", first_lot, "bid", "500");
    w.at(8);
    w.call("otto", oracle, "renew");
    w.at(9);
    w.call("dan", last_will, "check_in");
    w.at(12);
    w.call("mia", oracle, "report", "103");
    w.call("bob", oracle, "report", "107");
    w.at(15);
    w.call("otto", oracle, "renew");
    w.at(17);
    w.call("dan", last_will, "disarm");
    w.at(19);
    w.call("mia", oracle, "report", "101");
    w.at(22);
    w.call("otto", oracle, "renew");
    w.at(25);
    w.call("vera", oracle, "report", "99");
    return w.done();
}

std::vector<std::string> demo_trace(const DemoScript& script, u64 blocks)
{
    std::vector<std::string> lines{OrderedJson{{"genesis", script.genesis}}.dump()};
    u64 height = 0;
    const auto empty_until = [&](u64 last) {
        if (last > height) lines.push_back(OrderedJson{{"blocks", last - height}}.dump());
        height = std::max(height, last);
    };
    for (const auto& [at, txs] : script.blocks) {
        if (at > blocks) break;
        empty_until(at - 1);
        OrderedJson list = OrderedJson::array();
        for (const DemoTx& tx : txs) list.push_back(tx.json);
        lines.push_back(OrderedJson{{"block", {{"txs", list}}}}.dump());
        height = at;
    }
    empty_until(blocks);
    return lines;
}

}  // namespace lariat::cli
