// Indexing, slices, ranges and len.
#include "pvm/objects/aliases.hpp"

namespace lariat::pvm {

Value new_slice(Vm& vm, Value a, Value b, Value c)
{
    Slice* s = vm.make<Slice>(T.slice, Kind::Slice);
    s->start = a;
    s->stop = b;
    s->step = c;
    return Value::object(s);
}

void adjust_slice(i64 length, i64& start, i64& stop, i64 step, i64& count)
{
    const i64 low = step < 0 ? -1 : 0, high = step < 0 ? length - 1 : length;
    for (i64* v : {&start, &stop}) {
        if (*v < 0) *v += length;
        *v = std::clamp(*v, low, std::max(low, high));
    }
    count = 0;
    if (step > 0 && start < stop) count = (stop - start - 1) / step + 1;
    if (step < 0 && start > stop) count = (start - stop - 1) / -step + 1;
}

bool slice_parts(Vm& vm, Slice* s, i64& start, i64& stop, i64& step)
{
    const auto part = [&](Value v, i64 otherwise, i64& out) {
        out = otherwise;
        if (v == NONE) return true;
        if (!is_int(v) && special_method(vm, v, N.index).absent())
            return type_error(vm, "slice indices must be integers or None or have an __index__ method")
                .present();
        return index_value(vm, v, out);
    };
    if (!part(s->step, 1, step)) return false;
    if (step == 0) return value_error(vm, "slice step cannot be zero").present();
    step = std::max<i64>(step, -Value::SMALL_MAX);
    return part(s->start, step < 0 ? Value::SMALL_MAX : 0, start) &&
           part(s->stop, step < 0 ? Value::SMALL_MIN : Value::SMALL_MAX, stop);
}

namespace {

Value slice_index(Vm& vm, Value part)
{
    if (is_int(part) || special_method(vm, part, N.index).present()) return to_index(vm, part);
    return pending(vm) ? ABSENT
                       : type_error(vm, "slice indices must be integers or None or have an __index__ method");
}

/// Where a slice begins or ends: the index given, kept within `low` and `high`; `none` without one.
Value slice_edge(Vm& vm, Value length, Value given, Value low, Value high, Value none)
{
    if (given == NONE) return none;
    Value at = slice_index(vm, given);
    if (at.present() && int_compare(at, Value::small(0)) < 0) at = int_binary(vm, BinaryOp::Add, at, length);
    if (at.absent()) return ABSENT;
    return int_compare(at, low) < 0 ? low : int_compare(at, high) > 0 ? high : at;
}

}  // namespace

bool long_slice_parts(Vm& vm, const Slice* s, Value length, Value& start, Value& stop, Value& step)
{
    step = s->step == NONE ? Value::small(1) : slice_index(vm, s->step);
    if (step.absent()) return false;
    const int direction = int_compare(step, Value::small(0));
    if (direction == 0) return value_error(vm, "slice step cannot be zero").present();
    const bool back = direction < 0;
    const Value low = Value::small(back ? -1 : 0);
    const Value high = back ? int_binary(vm, BinaryOp::Sub, length, Value::small(1)) : length;
    if (high.absent()) return false;
    start = slice_edge(vm, length, s->start, low, high, back ? high : low);
    if (start.absent()) return false;
    stop = slice_edge(vm, length, s->stop, low, high, back ? low : high);
    return stop.present();
}

Value new_range(Vm& vm, Value start, Value stop, Value step)
{
    const int direction = int_compare(step, Value::small(0));
    if (direction == 0) return value_error(vm, "range() arg 3 must not be zero");
    Value distance = direction > 0 ? int_binary(vm, BinaryOp::Sub, stop, start)
                                   : int_binary(vm, BinaryOp::Sub, start, stop);
    if (distance.absent()) return ABSENT;
    Value length = Value::small(0);
    if (int_compare(distance, Value::small(0)) > 0) {
        const Value width = direction > 0 ? step : int_negate(vm, step);
        distance = int_binary(vm, BinaryOp::Sub, distance, Value::small(1));
        length = int_binary(vm, BinaryOp::FloorDiv, distance, width);
        length = int_binary(vm, BinaryOp::Add, length, Value::small(1));
        if (length.absent()) return ABSENT;
    }
    Range* r = vm.make<Range>(T.range, Kind::Range);
    r->start = start;
    r->stop = stop;
    r->step = step;
    r->length = length;
    return Value::object(r);
}

namespace {

// What __len__ of a program's class gave; -1: pending.
}  // namespace

i64 length_said(Vm& vm, Value r)
{
    if (r.absent()) return -1;
    r = to_index(vm, r);
    if (r.absent()) return -1;
    const auto n = to_i64(r);
    if (n && *n >= 0) return *n;
    if (int_compare(r, Value::small(0)) > 0)
        raise(vm, T.OverflowError, "cannot fit 'int' into an index-sized integer");
    else
        value_error(vm, "__len__() should return >= 0");
    return -1;
}

i64 length(Vm& vm, Value v)
{
    if (!exact(v)) {
        bool found = false;
        const Value r = call_special(vm, v, N.len, {}, found);
        if (found) return length_said(vm, r);
    }
    return native_length(vm, v);
}

i64 native_length(Vm& vm, Value v)
{
    if (v.is_object()) switch (v.as_object()->kind) {
            case Kind::Str:
                return static_cast<i64>(cast<Str>(v)->points);
            case Kind::Int:
                break;
            case Kind::DictView:
            case Kind::Proxy:
                return cast<DictView>(v)->dict->size;
            case Kind::Range: {
                const auto n = to_i64(cast<Range>(v)->length);
                if (n) return *n;
                raise(vm, T.OverflowError, "Python int too large to convert to C ssize_t");
                return -1;
            }
            default:
                if (says_its_size(v.as_object()->kind)) return v.as_object()->size;
                break;
        }
    type_error(vm, cat("object of type '", type_name(v), "' has no len()"));
    return -1;
}

namespace {

Value range_at(Vm& vm, const Range* r, Value index)
{
    const Value offset = int_binary(vm, BinaryOp::Mul, index, r->step);
    return offset.absent() ? ABSENT : int_binary(vm, BinaryOp::Add, r->start, offset);
}

i64 length_of(Value v)
{
    if (is_str(v)) return static_cast<i64>(cast<Str>(v)->points);
    return v.as_object()->size;
}

// The place of an item that `of` has, or -1 with an exception. How many it has is asked last: what an
// __index__ does may take some away.
i64 checked_index(Vm& vm, Value key, Value of, std::string_view kind)
{
    i64 at = 0;
    if (!is_int(key)) {
        if (special_method(vm, key, N.index).absent()) {
            if (pending(vm)) return -1;
            if (kind == "string")
                type_error(vm, cat("string indices must be integers, not '", type_name(key), "'"));
            else if (kind == "bytes" || kind == "bytearray")
                type_error(vm,
                           kind == "bytes"
                               ? cat("byte indices must be integers or slices, not ", type_name(key))
                               : cat("bytearray indices must be integers or slices, not ", type_name(key)));
            else
                type_error(vm, cat(kind, " indices must be integers or slices, not ", type_name(key)));
            return -1;
        }
    }
    const Value index = to_index(vm, key);
    if (index.absent() || !index_value(vm, index, at)) return -1;
    if (!to_i64(index)) {
        raise(vm, T.IndexError, cat("cannot fit '", type_name(key), "' into an index-sized integer"));
        return -1;
    }
    const i64 length = length_of(of);
    if (at < 0) at += length;
    if (at >= 0 && at < length) return at;
    if (kind == "bytes")
        raise(vm, T.IndexError, "index out of range");
    else
        raise(vm, T.IndexError, cat(kind, " index out of range"));
    return -1;
}

Value slice_items(Vm& vm, Value v, Slice* s)
{
    i64 start = 0, stop = 0, step = 0, count = 0;
    if (!slice_parts(vm, s, start, stop, step)) return ABSENT;
    adjust_slice(length_of(v), start, stop, step, count);
    if (is_str(v)) return plain_of(vm, str_slice(vm, cast<Str>(v), start, step, count));
    if (is_bytes_like(v)) return bytes_slice(vm, v, start, step, count);
    vm.charge(static_cast<u64>(count));
    const Value* from = is(v, Kind::List) ? cast<List>(v)->items : cast<Tuple>(v)->items;
    if (is(v, Kind::List)) {
        List* out = new_list_room(vm, static_cast<u64>(count));
        for (i64 i = 0; i < count; ++i) out->items[i] = from[start + i * step];
        out->size = static_cast<u32>(count);
        return Value::object(out);
    }
    Tuple* out = new_tuple_room(vm, static_cast<u64>(count));
    for (i64 i = 0; i < count; ++i) out->items[i] = from[start + i * step];
    return Value::object(out);
}

/// The place in a range, however long it is; absent: pending.
Value place_in_range(Vm& vm, const Range* r, Value key)
{
    if (!is_int(key) && special_method(vm, key, N.index).absent())
        return pending(vm)
                   ? ABSENT
                   : type_error(vm, cat("range indices must be integers or slices, not ", type_name(key)));
    Value at = to_index(vm, key);
    if (at.present() && int_compare(at, Value::small(0)) < 0)
        at = int_binary(vm, BinaryOp::Add, at, r->length);
    if (at.absent()) return ABSENT;
    if (int_compare(at, Value::small(0)) >= 0 && int_compare(at, r->length) < 0) return at;
    return raise(vm, T.IndexError, "range object index out of range");
}

/// Of a range whose places are small numbers, and so are the parts of the slice.
Value slice_short_range(Vm& vm, const Range* r, Slice* s)
{
    i64 start = 0, stop = 0, step = 0, count = 0;
    if (!slice_parts(vm, s, start, stop, step)) return ABSENT;
    adjust_slice(r->length.as_small(), start, stop, step, count);
    const Value first = range_at(vm, r, Value::small(start)), end = range_at(vm, r, Value::small(stop));
    if (first.absent() || end.absent()) return ABSENT;
    const Value width = int_binary(vm, BinaryOp::Mul, r->step, Value::small(step));
    return width.absent() ? ABSENT : new_range(vm, first, end, width);
}

Value slice_range(Vm& vm, const Range* r, Slice* s)
{
    const auto usual = [](Value part) { return part == NONE || part.is_small(); };
    if (r->length.is_small() && usual(s->start) && usual(s->stop) && usual(s->step))
        return slice_short_range(vm, r, s);
    Value start, stop, step;
    if (!long_slice_parts(vm, s, r->length, start, stop, step)) return ABSENT;
    const Value first = range_at(vm, r, start), end = range_at(vm, r, stop);
    if (first.absent() || end.absent()) return ABSENT;
    const Value width = int_binary(vm, BinaryOp::Mul, r->step, step);
    return width.absent() ? ABSENT : new_range(vm, first, end, width);
}

}  // namespace

Value subscript(Vm& vm, Value v, Value key)
{
    if (!exact(v)) {
        bool found = false;
        const Value r = call_special(vm, v, N.getitem, {key}, found);
        if (found) return r;
    }
    return native_subscript(vm, v, key);
}

Value native_subscript(Vm& vm, Value v, Value key)
{
    if (v.is_object()) {
        switch (v.as_object()->kind) {
            case Kind::List:
            case Kind::Tuple: {
                if (is(key, Kind::Slice)) return slice_items(vm, v, cast<Slice>(key));
                vm.charge(gas::LIST - 1);
                const bool list = is(v, Kind::List);
                const i64 at = checked_index(vm, key, v, list ? "list" : "tuple");
                return at < 0 ? ABSENT : list ? cast<List>(v)->items[at] : cast<Tuple>(v)->items[at];
            }
            case Kind::Dict: {
                vm.charge(gas::DICT - 1);
                const Value r = dict_get(vm, cast<Dict>(v), key);
                return r.present() || pending(vm) ? r : dict_missing(vm, cast<Dict>(v), key);
            }
            case Kind::Str: {
                if (is(key, Kind::Slice)) return slice_items(vm, v, cast<Slice>(key));
                const i64 at = checked_index(vm, key, v, "string");
                return at < 0 ? ABSENT : str_index(vm, cast<Str>(v), at);
            }
            case Kind::Bytes:
            case Kind::ByteArray: {
                if (is(key, Kind::Slice)) return slice_items(vm, v, cast<Slice>(key));
                const i64 at = checked_index(vm, key, v, is(v, Kind::Bytes) ? "bytes" : "bytearray");
                return at < 0 ? ABSENT : Value::small(bytes_of(v)[static_cast<std::size_t>(at)]);
            }
            case Kind::Range: {
                const Range* r = cast<Range>(v);
                if (key.is_small() && key.as_small() >= 0 && r->length.is_small() &&
                    key.as_small() < r->length.as_small())
                    return range_at(vm, r, key);
                if (is(key, Kind::Slice)) return slice_range(vm, r, cast<Slice>(key));
                const Value at = place_in_range(vm, r, key);
                return at.absent() ? ABSENT : range_at(vm, r, at);
            }
            case Kind::Proxy: {
                vm.charge(gas::DICT - 1);
                const Value r = dict_get(vm, cast<DictView>(v)->dict, key);
                return r.present() || pending(vm) ? r : raise_value(vm, T.KeyError, key);
            }
            case Kind::Storage: {
                const Value r = storage_get(vm, key);
                return r.present() || pending(vm) ? r : raise_value(vm, T.KeyError, key);
            }
            case Kind::Class: {
                const Value hook = lookup(vm, cast<Class>(v), N.class_getitem);
                if (hook.present()) return call(vm, bind(vm, hook, ABSENT, cast<Class>(v)), {key});
                if (v == Value::object(&T.type)) {
                    Value args[] = {v, key};
                    return T.generic_alias.make(vm, v, Args{args, 2, nullptr});
                }
                return type_error(vm, cat("type '", str_of(cast<Class>(v)->name), "' is not subscriptable"));
            }
            case Kind::GenericAlias:
            case Kind::Union:
                return alias_subscript(vm, v, key);
            default:
                break;
        }
    }
    return type_error(vm, cat("'", type_name(v), "' object is not subscriptable"));
}

namespace {

bool store_slice(Vm& vm, List* l, Slice* s, Value value)
{
    i64 start = 0, stop = 0, step = 0, count = 0;
    List* items = new_list_room(vm, 0);
    // A list or tuple is copied before an __index__ in the slice runs; any other is walked after it, when the
    // step says how it is refused.
    const bool plain = (is(value, Kind::List) || is(value, Kind::Tuple)) && exact(value);
    if (plain && !list_extend(vm, items, value)) return false;
    if (!slice_parts(vm, s, start, stop, step)) return false;
    if (value.present() && !plain &&
        !list_extend(vm, items, value,
                     step == 1 ? "can only assign an iterable" : "must assign iterable to extended slice"))
        return false;
    const u64 n = l->size;  // not before: whatever gave the items may have changed the list
    adjust_slice(static_cast<i64>(n), start, stop, step, count);
    vm.charge(n + items->size);
    if (step != 1 && value.present()) {
        if (items->size != static_cast<u64>(count))
            return value_error(vm, cat("attempt to assign sequence of size ", number(items->size),
                                       " to extended slice of size ", number(count)))
                .present();
        for (i64 i = 0; i < count; ++i) l->items[start + i * step] = items->items[i];
        return true;
    }
    if (step != 1) {
        if (count == 0) return true;
        if (step < 0) {
            start += (count - 1) * step;
            step = -step;
        }
        u64 to = static_cast<u64>(start);
        for (u64 i = to; i < n; ++i) {
            const u64 past = i - static_cast<u64>(start);
            if (past % static_cast<u64>(step) == 0 && past / static_cast<u64>(step) < static_cast<u64>(count))
                continue;
            l->items[to++] = l->items[i];
        }
        l->size = static_cast<u32>(to);
        return true;
    }
    const u64 tail = n - static_cast<u64>(start) - static_cast<u64>(count);
    list_reserve(vm, l, static_cast<u64>(start) + items->size + tail);
    if (tail != 0)  // an empty list has no items to point at
        std::memmove(l->items + start + items->size, l->items + start + count, tail * sizeof(Value));
    std::copy_n(items->items, items->size, l->items + start);
    l->size = static_cast<u32>(static_cast<u64>(start) + items->size + tail);
    return true;
}

}  // namespace

bool store_subscript(Vm& vm, Value v, Value key, Value value)
{
    if (!exact(v)) {
        bool found = false;
        const Value r = value.present() ? call_special(vm, v, N.setitem, {key, value}, found)
                                        : call_special(vm, v, N.delitem, {key}, found);
        if (found) return r.present();
    }
    return native_store(vm, v, key, value);
}

bool native_store(Vm& vm, Value v, Value key, Value value)
{
    if (v.is_object()) {
        switch (v.as_object()->kind) {
            case Kind::List: {
                List* l = cast<List>(v);
                if (is(key, Kind::Slice)) return store_slice(vm, l, cast<Slice>(key), value);
                vm.charge(gas::LIST - 1);
                const i64 at = checked_index(vm, key, v, "list");
                if (at < 0) {
                    if (pending_is(vm, T.IndexError)) {
                        vm.pending = ABSENT;
                        raise(vm, T.IndexError, "list assignment index out of range");
                    }
                    return false;
                }
                if (value.present()) {
                    l->items[at] = value;
                    return true;
                }
                vm.charge(l->size - static_cast<u64>(at));
                for (u32 i = static_cast<u32>(at); i + 1 < l->size; ++i) l->items[i] = l->items[i + 1];
                --l->size;
                return true;
            }
            case Kind::Dict: {
                vm.charge(gas::DICT - 1);
                if (value.present()) return dict_set(vm, cast<Dict>(v), key, value);
                const int was = dict_delete(vm, cast<Dict>(v), key);
                if (was == 0) raise_value(vm, T.KeyError, key);
                return was == 1;
            }
            case Kind::ByteArray: {
                ByteArray* b = cast<ByteArray>(v);
                if (is(key, Kind::Slice)) return store_bytes_slice(vm, b, cast<Slice>(key), value);
                // The value first: its __index__ may take away the place, or move it.
                u8 byte = 0;
                if (value.present() && !byte_value(vm, value, byte)) return false;
                const i64 at = checked_index(vm, key, v, "bytearray");
                if (at < 0) return false;
                if (value.present()) {
                    b->data[at] = byte;
                    return true;
                }
                vm.charge(b->size);
                std::memmove(b->data + at, b->data + at + 1, b->size - static_cast<u64>(at) - 1);
                --b->size;
                return true;
            }
            case Kind::Storage: {
                if (value.present()) return storage_set(vm, key, value);
                const int was = storage_delete(vm, key);
                if (was == 0) raise_value(vm, T.KeyError, key);
                return was == 1;
            }
            default:
                break;
        }
    }
    if (value.present())
        return type_error(vm, cat("'", type_name(v), "' object does not support item assignment")).present();
    // CPython's two ways to say it: sequences asked for a number, and the rest.
    const bool sequence = is(v, Kind::Tuple) || is_str(v) || is(v, Kind::Bytes) || is(v, Kind::Range) ||
                          is_anyset(v) || is(v, Kind::Instance);
    return type_error(
               vm, cat("'", type_name(v), "' object does",
                       sequence && is_int(key) ? "n't support item deletion" : " not support item deletion"))
        .present();
}

}  // namespace lariat::pvm
