// Assignment to slices of a bytearray, and their deletion.
#include "pvm/objects/bytes.hpp"

namespace lariat::pvm {

bool byte_value(Vm& vm, Value v, u8& out)
{
    i64 n = 0;
    if (!index_value(vm, v, n)) return false;
    if (n < 0 || n > 255) return value_error(vm, "byte must be in range(0, 256)").present();
    out = static_cast<u8>(n);
    return true;
}

namespace {

// What is to stand in the slice, paid for. No number is taken for a count of zeros, as bytearray() would.
bool bytes_to_store(Vm& vm, Value value, Bytes& items)
{
    if (is_bytes_like(value)) {
        vm.charge(bytes_of(value).size() * gas::BYTE);
        items = to_bytes(bytes_of(value));
        return true;
    }
    const bool numeric = is_int(value) || special_method(vm, value, N.index).present() ||
                         special_method(vm, value, N.int_).present();
    if (pending(vm)) return false;
    if (numeric || is_str(value))
        return type_error(vm, "can assign only bytes, buffers, or iterables of ints in range(0, 256)")
            .present();
    if (!walk_bytes(vm, value, cat("cannot convert '", type_name(value), "' object to bytearray"), items))
        return false;
    vm.charge(items.size() * gas::BYTE);
    return true;
}

}  // namespace

bool store_bytes_slice(Vm& vm, ByteArray* b, Slice* s, Value value)
{
    Bytes items;
    if (value.present() && !bytes_to_store(vm, value, items)) return false;
    i64 start = 0, stop = 0, step = 0, count = 0;
    if (!slice_parts(vm, s, start, stop, step)) return false;
    adjust_slice(b->size, start, stop, step, count);
    vm.charge(b->size * gas::BYTE);
    if (step != 1 && !items.empty()) {
        if (items.size() != static_cast<u64>(count))
            return value_error(vm, cat("attempt to assign bytes of size ", number(u64{items.size()}),
                                       " to extended slice of size ", number(count)))
                .present();
        for (i64 i = 0; i < count; ++i) b->data[start + i * step] = items[static_cast<std::size_t>(i)];
        return true;
    }
    if (step != 1 && count == 0) return true;
    if (step < 0) {
        start += (count - 1) * step;
        step = -step;
    }
    vm.arena.need(b->size + items.size());
    const BytesView before = b->view();
    Bytes after(before.begin(), before.begin() + start);
    after.insert(after.end(), items.begin(), items.end());
    for (i64 i = start; i < static_cast<i64>(before.size()); ++i)
        if ((i - start) % step != 0 || (i - start) / step >= count)
            after.push_back(before[static_cast<std::size_t>(i)]);
    if (after.size() > b->capacity) {
        if (after.size() > 0xffffffffu) throw Halt{Halt::Why::memory};
        Arena::leave(b->data, b->capacity);
        b->data = static_cast<u8*>(vm.arena.take(after.size()));
        b->capacity = after.size();
    }
    b->size = static_cast<u32>(after.size());
    std::copy(after.begin(), after.end(), b->data);
    return true;
}

}  // namespace lariat::pvm
