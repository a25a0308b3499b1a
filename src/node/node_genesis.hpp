// The genesis of a node's chain: from a file, or that of a dev chain (section 8 of the node's specification).
#pragma once

#include <array>

#include <nlohmann/json.hpp>

#include "chain/chain.hpp"
#include "node/keys.hpp"
#include "node/settings.hpp"

namespace lariat::node {

struct NodeGenesis {
    nlohmann::json json;  ///< as it is kept in genesis.json, with "dev": true on dev chains
    chain::Genesis genesis;
    bool is_fork = false;  ///< the chain begins with the state of another: key `fork`

    bool is_dev() const noexcept { return genesis.params.dev; }
    void make_dev()
    {
        genesis.params.dev = true;
        json["dev"] = true;
    }
};

/// Reads the text of genesis.json or of a file that a user gave. The error says what is wrong.
Result<NodeGenesis, std::string> read_genesis(const std::string& text);

/// The genesis of a dev chain that was given no file, at this time.
NodeGenesis dev_genesis(u64 timestamp_ms);

/// The private keys of its accounts: BIP-39 `test` eleven times and `junk`, at m/44'/60'/0'/0/i. The whole
/// world has them.
inline constexpr std::size_t DEV_ACCOUNTS = 10;
const std::array<PrivateKey, DEV_ACCOUNTS>& dev_keys();

}  // namespace lariat::node
