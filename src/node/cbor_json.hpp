// Values of storage for people: canonical CBOR as JSON, where JSON can say it.
#pragma once

#include <optional>

#include "node/tx_json.hpp"

namespace lariat::node {

/// Integers up to 2^53 as numbers, larger ones as decimal strings; bytes as 0x hex; maps with text keys as
/// objects. Nullopt: the bytes are no canonical CBOR, or JSON has no form for them (a map with other keys).
std::optional<OrderedJson> cbor_as_json(BytesView value);

}  // namespace lariat::node
