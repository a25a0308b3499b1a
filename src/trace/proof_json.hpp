// Proofs as JSON: the query `proof` prints them, `lariat verify` reads them.
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

/// Reads a subject such as {"timer": ID}. Throws chain::BadInput.
chain::Subject read_subject(const chain::Json& json,
                            const std::function<Hash32(const chain::TimerRef&)>& resolve);

OrderedJson to_json(const chain::Subject& subject);
OrderedJson to_json(const Proof& proof);
/// The result of the query for the timer, height, storage entry or operation that was proved.
OrderedJson to_json(const chain::Proved& proved, const chain::Scaffold& labels);

OrderedJson list_of(const std::vector<Hash32>& ids);

/// Reads a proof, or the whole line that the query printed; the query in it must have the subject of the
/// proof.
Result<Proof, chain::InputError> parse_proof(std::string_view text);

}  // namespace lariat::trace
