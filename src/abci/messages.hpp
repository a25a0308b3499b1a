// Requests of ABCI 2.0 (CometBFT 0.38) as far as the chain looks at them, and its responses. Numbers of
// fields are those of tendermint/abci/types.proto.
#pragma once

#include <string>

#include "abci/protobuf.hpp"
#include "lariat/error.hpp"

namespace lariat::abci {

/// The kinds of a request, by the number of its field in `Request`.
enum class Kind : u32 {
    echo = 1,
    flush = 2,
    info = 3,
    init_chain = 5,
    query = 6,
    check_tx = 8,
    commit = 11,
    list_snapshots = 12,
    offer_snapshot = 13,
    load_snapshot_chunk = 14,
    apply_snapshot_chunk = 15,
    prepare_proposal = 16,
    process_proposal = 17,
    extend_vote = 18,
    verify_vote_extension = 19,
    finalize_block = 20,
};

/// A request that was not opened yet. `body` points into the bytes of the request.
struct Request {
    Kind kind = Kind::echo;
    BytesView body;
};
Result<Request, std::string> read_request(BytesView bytes);

/// A `Response` with this body. Its field has the number of the kind + 1.
Bytes response(Kind kind, BytesView body);
/// A `Response` that says that the request could not be served: the engine stops.
Bytes exception(const std::string& message);

struct Timestamp {
    i64 seconds = 0;
    i64 nanos = 0;
    /// Whole milliseconds since 1970; 0 before it.
    u64 floor_ms() const noexcept;
};

struct ValidatorUpdate {
    BytesView key;  ///< Ed25519; empty: of another kind
    i64 power = 0;
};
struct InitChain {
    Timestamp time;
    std::string chain_id;
    BytesView app_state;
    i64 initial_height = 0;
    std::vector<ValidatorUpdate> validators;
};
/// Of a proposal that is made or judged, and of a block that is decided.
struct BlockRequest {
    i64 max_tx_bytes = 0;  ///< of prepare_proposal
    std::vector<BytesView> txs;
    i64 height = 0;
    Timestamp time;
    BytesView proposer_address;
    std::vector<BytesView> misbehaviour;  ///< addresses of validators
};
struct CheckTx {
    BytesView tx;
    bool is_recheck = false;
};
struct Query {
    BytesView data;
    std::string path;
    i64 height = 0;
    bool prove = false;
};
struct Snapshot {
    u64 height = 0;
    u32 format = 0;
    u32 chunks = 0;
    BytesView hash;
    BytesView metadata;
};
struct OfferSnapshot {
    Snapshot snapshot;
    BytesView app_hash;
};
struct LoadChunk {
    u64 height = 0;
    u32 format = 0;
    u32 chunk = 0;
};
struct ApplyChunk {
    u32 index = 0;
    BytesView chunk;
    std::string sender;
};

// Each returns nothing if the bytes are malformed. Views point into `body`.
std::optional<InitChain> read_init_chain(BytesView body);
std::optional<BlockRequest> read_block_request(Kind kind, BytesView body);
std::optional<CheckTx> read_check_tx(BytesView body);
std::optional<Query> read_query(BytesView body);
std::optional<OfferSnapshot> read_offer_snapshot(BytesView body);
std::optional<LoadChunk> read_load_chunk(BytesView body);
std::optional<ApplyChunk> read_apply_chunk(BytesView body);
std::optional<std::string> read_echo(BytesView body);

}  // namespace lariat::abci
