// Where timers lie in the state: the keys that an id, a height and an owner give. docs/state-layout.md is
// the normative text.
#pragma once

#include "timers/record.hpp"

namespace lariat::timers {

inline constexpr u8 RECORD_TABLE = 't';

Bytes record_key(const TimerId& id);
Bytes payload_key(const TimerId& id);  ///< of a long payload
/// Prefixes of chunked lists.
Bytes height_prefix(u64 height);
Bytes owner_prefix(const Address& owner);
Bytes chunk_key(BytesView prefix, u64 number);
Bytes nonce_key(const Address& owner);

}  // namespace lariat::timers
