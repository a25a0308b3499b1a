// Proofs as JSON: what the query `proof` gives and `lariat verify` takes.
//
//   {"subject": {"timer": "0x…"} | {"height": n} | {"storage": ["0x…actor", "0x…key"]}
//               | {"operation": "0x…"},
//    "claims": [{"key": "0x…", "value": "0x…" or null, "proof": "0x…"}, …]}
#pragma once

#include "chain/claims.hpp"
#include "chain/json_input.hpp"
#include "trace/output.hpp"

namespace lariat::trace {

struct Proof {
    chain::Subject subject;
    std::vector<chain::Claim> claims;
};

/// {"timer": ID} and so on. Throws chain::BadInput.
chain::Subject read_subject(const chain::Json& json,
                            const std::function<Hash32(const chain::TimerRef&)>& resolve);

OrderedJson to_json(const chain::Subject& subject);
OrderedJson to_json(const Proof& proof);
/// What the query for the timer, the height, the storage or the operation gives.
OrderedJson to_json(const chain::Proved& proved, const chain::Scaffold& labels);

OrderedJson list_of(const std::vector<Hash32>& ids);

/// A proof, or the line that answers the query for one: then its query must ask for this subject.
Result<Proof, chain::InputError> parse_proof(std::string_view text);

}  // namespace lariat::trace
