// What the files of bytes and bytearray share.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

Value bytes_like(Vm& vm, Value like, BytesView bytes);  ///< of the same kind as `like`
/// What bytes(...) and bytearray(...) are made of; `name` is the one that was called. False: pending.
bool collect_bytes(Vm& vm, const Args& args, std::string_view name, Bytes& out);

std::span<const NativeSpec> bytes_methods();  ///< of both kinds (bytes_methods.cpp)
std::span<const NativeSpec> bytes_case_methods();
std::span<const NativeSpec> bytes_split_methods();
const NativeSpec& bytes_maketrans();
std::span<const NativeSpec> bytearray_methods();  ///< of bytearray alone (bytearray.cpp)

}  // namespace lariat::pvm
