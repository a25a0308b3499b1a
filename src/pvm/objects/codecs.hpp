// str.encode and bytes.decode, for all that encodes and decodes.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

/// Whether the arguments of `method` are text without a zero, or absent; false: pending.
bool codec_arguments(Vm& vm, std::string_view method, Value encoding, Value errors);

/// `encoding` and `errors` may be absent: UTF-8, and what cannot be encoded or decoded raises.
Value encode_text(Vm& vm, Value text, Value encoding, Value errors);
Value decode_bytes(Vm& vm, Value bytes, Value encoding, Value errors);

}  // namespace lariat::pvm
