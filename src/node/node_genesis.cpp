// Reads a genesis file and makes the genesis of dev chains.
#include "node/node_genesis.hpp"

#include <algorithm>

#include "base/hex.hpp"
#include "lariat/assert.hpp"
#include "trace/input.hpp"

namespace lariat::node {

namespace {

constexpr u64 DEV_BALANCE = 10'000'000'000'000;
constexpr const char* DEV_CHAIN_ID = "lariat-dev";

constexpr std::string_view DEV_KEYS[DEV_ACCOUNTS] = {
    "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
    "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
    "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
    "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6",
    "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a",
    "0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba",
    "0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e",
    "0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356",
    "0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97",
    "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6"};

}  // namespace

Result<NodeGenesis, std::string> read_genesis(const std::string& text)
{
    NodeGenesis out;
    out.json = nlohmann::json::parse(text, nullptr, false);
    if (!out.json.is_object()) return std::string("a genesis is a JSON object");
    nlohmann::json plain = out.json;
    out.is_fork = plain.erase("fork") > 0;
    // Read as a line of a trace, from the text again: a key given twice is noticed there alone.
    const auto line = trace::parse_line("{\"genesis\": " + (out.is_fork ? plain.dump() : text) + "}");
    if (!line) return line.error().message;
    out.genesis = std::get<chain::Genesis>(line.value());
    for (const chain::GenesisActor& actor : out.genesis.actors)
        if (actor.kind != chain::CodeKind::python)
            return "actor " + to_hex(actor.address) + ": handlers are for traces only, give python";
    return out;
}

NodeGenesis dev_genesis(u64 timestamp_ms)
{
    nlohmann::json accounts = nlohmann::json::array(), deployers = nlohmann::json::array();
    for (const PrivateKey& key : dev_keys()) {
        const std::string address = to_hex(*address_of(key));
        accounts.push_back({{"address", address}, {"balance", std::to_string(DEV_BALANCE)}});
        deployers.push_back(address);
    }
    const nlohmann::json json{{"chain_id", DEV_CHAIN_ID},
                              {"timestamp_ms", timestamp_ms},
                              {"accounts", accounts},
                              {"system_deployers", deployers},
                              {"dev", true}};
    const auto made = read_genesis(json.dump());
    LARIAT_ASSERT(made.ok());
    return made.value();
}

const std::array<PrivateKey, DEV_ACCOUNTS>& dev_keys()
{
    static const auto keys = [] {
        std::array<PrivateKey, DEV_ACCOUNTS> out;
        for (std::size_t i = 0; i < DEV_ACCOUNTS; ++i) {
            const auto bytes = from_hex(DEV_KEYS[i]);
            std::copy(bytes->begin(), bytes->end(), out[i].begin());
        }
        return out;
    }();
    return keys;
}

}  // namespace lariat::node
