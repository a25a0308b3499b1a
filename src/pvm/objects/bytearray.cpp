// Methods of bytearray that change it, and copy.
#include "pvm/objects/bytes.hpp"

namespace lariat::pvm {

namespace {

void grow(Vm& vm, ByteArray* b, u64 n)
{
    if (n <= b->capacity) return;
    const u64 capacity = std::max<u64>(n, b->capacity * 2 + 16);
    if (capacity > 0xffffffffu) throw Halt{Halt::Why::memory};
    vm.charge(b->size / 8);
    u8* data = static_cast<u8*>(vm.arena.take(capacity));
    if (b->size != 0) std::memcpy(data, b->data, b->size);
    Arena::leave(b->data, b->capacity);
    b->data = data;
    b->capacity = capacity;
}
Value append(Vm& vm, Value self, const Args& a)
{
    ByteArray* b = cast<ByteArray>(self);
    u8 byte = 0;
    if (!byte_value(vm, a[0], byte)) return ABSENT;
    grow(vm, b, b->size + u64{1});
    b->data[b->size++] = byte;
    return NONE;
}
Value extend(Vm& vm, Value self, const Args& a)
{
    Bytes more;
    vm.charge(gas::BYTES_BASE);
    if (is_bytes_like(a[0])) {
        vm.charge(bytes_of(a[0]).size());
        more = to_bytes(bytes_of(a[0]));
    } else {
        if (!walk_bytes(vm, a[0], cat("can't extend bytearray with ", type_name(a[0])), more)) return ABSENT;
    }
    append_bytes(vm, cast<ByteArray>(self), more);
    return NONE;
}
Value init(Vm& vm, Value self, const Args& args)
{
    return none_or_absent(refill_bytearray(vm, cast<ByteArray>(self), args));
}
Value pop(Vm& vm, Value self, const Args& a)
{
    ByteArray* b = cast<ByteArray>(self);
    i64 at = -1;
    if (a[0].present() && !count_value(vm, a[0], at)) return ABSENT;
    if (b->size == 0) return raise(vm, T.IndexError, "pop from empty bytearray");
    if (at < 0) at += b->size;
    if (at < 0 || at >= b->size) return raise(vm, T.IndexError, "pop index out of range");
    const u8 byte = b->data[at];
    vm.charge(b->size - static_cast<u64>(at));
    std::memmove(b->data + at, b->data + at + 1, b->size - static_cast<u64>(at) - 1);
    --b->size;
    return Value::small(byte);
}
Value insert(Vm& vm, Value self, const Args& a)
{
    ByteArray* b = cast<ByteArray>(self);
    i64 at = 0;
    u8 byte = 0;
    if (!count_value(vm, a[0], at) || !byte_value(vm, a[1], byte)) return ABSENT;
    if (at < 0) at += b->size;
    at = std::clamp<i64>(at, 0, b->size);
    grow(vm, b, b->size + u64{1});
    vm.charge((b->size - static_cast<u64>(at)) * gas::BYTE);
    std::memmove(b->data + at + 1, b->data + at, b->size - static_cast<u64>(at));
    b->data[at] = byte;
    ++b->size;
    return NONE;
}
Value remove(Vm& vm, Value self, const Args& a)
{
    ByteArray* b = cast<ByteArray>(self);
    u8 byte = 0;
    if (!byte_value(vm, a[0], byte)) return ABSENT;
    vm.charge(b->size * gas::BYTE);
    u8* end = b->data + b->size;
    u8* found = std::find(b->data, end, byte);
    if (found == end) return value_error(vm, "value not found in bytearray");
    std::copy(found + 1, end, found);
    --b->size;
    return NONE;
}
Value reverse(Vm& vm, Value self, const Args&)
{
    ByteArray* b = cast<ByteArray>(self);
    vm.charge(b->size * gas::BYTE);
    std::reverse(b->data, b->data + b->size);
    return NONE;
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
    {"__init__", init, "...", 0},
    {"append", append, "item/", gas::LIST},
    {"extend", extend, "iterable/", P},
    {"pop", pop, "index=/", gas::LIST},
    {"insert", insert, "index,item/", gas::LIST},
    {"remove", remove, "value/", P},
    {"reverse", reverse, "", P},
    {"clear", clear, "", gas::LIST},
    {"copy", copy, "", P},
};

}  // namespace

void append_bytes(Vm& vm, ByteArray* b, BytesView more)
{
    grow(vm, b, b->size + more.size());
    if (!more.empty()) std::memcpy(b->data + b->size, more.data(), more.size());
    b->size += static_cast<u32>(more.size());
}

std::span<const NativeSpec> bytearray_methods()
{
    return METHODS;
}

}  // namespace lariat::pvm
