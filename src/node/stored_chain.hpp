// The chain of a stopped node, as its files have it: for commands that read it and change nothing.
#pragma once

#include "node/block_log.hpp"
#include "node/data_dir.hpp"
#include "node/node_genesis.hpp"
#include "node/seal.hpp"

namespace lariat::node {

struct StoredChain {
    std::unique_ptr<DataDir> data;  ///< whose lock keeps a node out
    NodeGenesis genesis;
    std::unique_ptr<BlockLog> log;
};

/// Opens the directory of a stopped node. The error has the exit status: 2 no such directory, 3 a node runs
/// in it, 74 damaged.
Result<StoredChain, ExitError> open_stored_chain(const std::string& path);

/// A transaction as the log has it, with its sender. The error says what is wrong with it. With `known`, who
/// sent it, its signature is not looked at: somebody has done that, or says so.
Result<BlockTx, std::string> read_logged_tx(BytesView raw, const Address* known = nullptr);

// Lines of a trace (docs/trace.md).
OrderedJson genesis_line(const StoredChain& stored);
Result<OrderedJson, std::string> block_line(const LoggedBlock& block);

}  // namespace lariat::node
