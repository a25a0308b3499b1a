// Methods of bytearray that change it, and copy.
#include "pvm/objects/bytes.hpp"

namespace lariat::pvm {

namespace {

bool one_byte(Vm& vm, Value v, u8& out)
{
    i64 n = 0;
    if (!index_value(vm, v, n)) return false;
    if (n < 0 || n > 255) return value_error(vm, "byte must be in range(0, 256)").present();
    out = static_cast<u8>(n);
    return true;
}
void grow(Vm& vm, ByteArray* b, u64 n)
{
    if (n <= b->capacity) return;
    const u64 capacity = std::max<u64>(n, b->capacity * 2 + 16);
    if (capacity > 0xffffffffu) throw Halt{Halt::Why::memory};
    vm.charge(b->size / 8);
    u8* data = static_cast<u8*>(vm.arena.take(capacity));
    if (b->size != 0) std::memcpy(data, b->data, b->size);
    b->data = data;
    b->capacity = capacity;
}
Value append(Vm& vm, Value self, const Args& a)
{
    ByteArray* b = cast<ByteArray>(self);
    u8 byte = 0;
    if (!one_byte(vm, a[0], byte)) return ABSENT;
    grow(vm, b, b->size + u64{1});
    b->data[b->size++] = byte;
    return NONE;
}
Value extend(Vm& vm, Value self, const Args& a)
{
    Bytes more;
    Value one[] = {a[0]};
    if (is_int(a[0])) return type_error(vm, cat("can't extend bytearray with ", type_name(a[0])));
    if (!collect_bytes(vm, Args{one, 1, nullptr}, "bytearray", more)) return ABSENT;
    ByteArray* b = cast<ByteArray>(self);
    grow(vm, b, b->size + more.size());
    if (!more.empty()) std::memcpy(b->data + b->size, more.data(), more.size());
    b->size += static_cast<u32>(more.size());
    return NONE;
}
Value pop(Vm& vm, Value self, const Args& a)
{
    ByteArray* b = cast<ByteArray>(self);
    i64 at = -1;
    if (a[0].present() && !index_value(vm, a[0], at)) return ABSENT;
    if (b->size == 0) return raise(vm, T.IndexError, "pop from empty bytearray");
    if (at < 0) at += b->size;
    if (at < 0 || at >= b->size) return raise(vm, T.IndexError, "pop index out of range");
    const u8 byte = b->data[at];
    vm.charge(b->size - static_cast<u64>(at));
    std::memmove(b->data + at, b->data + at + 1, b->size - static_cast<u64>(at) - 1);
    --b->size;
    return Value::small(byte);
}
Value clear(Vm&, Value self, const Args&)
{
    cast<ByteArray>(self)->size = 0;
    return NONE;
}
Value copy(Vm& vm, Value self, const Args&)
{
    vm.charge(bytes_of(self).size());
    return bytes_like(vm, self, bytes_of(self));
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec METHODS[] = {
    {"append", append, "item/", gas::LIST},
    {"extend", extend, "iterable/", P},
    {"pop", pop, "index=/", gas::LIST},
    {"clear", clear, "", gas::LIST},
    {"copy", copy, "", P},
};

}  // namespace

std::span<const NativeSpec> bytearray_methods()
{
    return METHODS;
}

}  // namespace lariat::pvm
