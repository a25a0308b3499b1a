// Proofs as JSON: the query `proof` prints them, `lariat verify` reads them.
//
//   {"subject": {"timer": "0x…"} | {"height": n} | {"storage": ["0x…actor", "0x…key"]}
//               | {"operation": "0x…"} | {"receipt": n} | {"fire": n},
//    "claims": [{"key": "0x…", "value": "0x…" or null, "proof": "0x…"}, …],
//    "inclusion": {"lists": [{"count": n, "root": "0x…"}, …], "leaf": "0x…" or null, "path": ["0x…", …]}}
//
// A receipt or a fire alone has "inclusion".
#pragma once

#include "chain/claims.hpp"
#include "chain/json_input.hpp"
#include "trace/output.hpp"

namespace lariat::trace {

struct Proof {
    chain::Subject subject;
    std::vector<chain::Claim> claims;
    std::optional<chain::Inclusion> inclusion{};
};

/// Reads a subject such as {"timer": ID}. Throws chain::BadInput.
chain::Subject read_subject(const chain::Json& json,
                            const std::function<Hash32(const chain::TimerRef&)>& resolve);

OrderedJson to_json(const chain::Subject& subject);
OrderedJson to_json(const Proof& proof);
/// The same JSON as the query for this timer, height, storage entry or operation, or as the row of the result
/// line.
OrderedJson to_json(const chain::Proved& proved, const scripted::Scaffold& labels);

OrderedJson list_of(const std::vector<Hash32>& ids);

/// Reads a proof, or the whole line that the query printed; the query in it must have the subject of the
/// proof.
Result<Proof, chain::InputError> parse_proof(std::string_view text);

}  // namespace lariat::trace
