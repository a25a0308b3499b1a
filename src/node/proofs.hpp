// Proofs for whoever asks: what one costs is bounded, since the asker pays nothing.
#pragma once

#include "chain/chain.hpp"
#include "node/problem.hpp"
#include "trace/proof_json.hpp"

namespace lariat::node {

/// Timers of a height that a proof shows at most: each 16 of them are a claim of about a kilobyte.
inline constexpr u64 PROVED_TIMERS_MAX = 4'096;

/// A proof against the root of the chain's last block. Refuses with `limit_too_high` what would take too
/// long: a height with more timers than that, and the absence of a key that shares its path with a live one
/// (docs/proofs.md, kind 2), for which the whole state is searched. Whoever has the chain's files can have
/// both by a trace's query.
Result<trace::Proof, Problem> bounded_proof(const chain::Chain& chain, const chain::Subject& subject);

}  // namespace lariat::node
