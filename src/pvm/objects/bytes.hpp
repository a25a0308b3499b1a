// What the files of bytes and bytearray share.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

Value bytes_like(Vm& vm, Value like, BytesView bytes);  ///< of the same kind as `like`
/// What bytes(...) and bytearray(...) are made of; `name` is the one that was called. False: pending.
bool collect_bytes(Vm& vm, const Args& args, std::string_view name, Bytes& out);
/// What __init__ does: whatever it held before is lost. False: pending.
bool refill_bytearray(Vm& vm, ByteArray* b, const Args& args);
void append_bytes(Vm& vm, ByteArray* b, BytesView more);  ///< whose reading is paid for
/// What a program's __bytes__ gives, if its class has one (`found`). Absent then: pending.
Value bytes_of_hook(Vm& vm, Value v, bool& found);
/// Appends the numbers that it gives, each paid for; `complaint`: of what cannot be walked. False: pending.
bool walk_bytes(Vm& vm, Value v, std::string_view complaint, Bytes& to);

std::span<const NativeSpec> bytes_methods();  ///< of both kinds (bytes_methods.cpp)
std::span<const NativeSpec> bytes_case_methods();
std::span<const NativeSpec> bytes_split_methods();
const NativeSpec& bytes_maketrans();
std::span<const NativeSpec> bytearray_methods();  ///< of bytearray alone (bytearray.cpp)

}  // namespace lariat::pvm
