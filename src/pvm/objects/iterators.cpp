// Iterators over everything that can be walked: what the next item is.
#include "pvm/objects/aliases.hpp"
#include "pvm/objects/walks.hpp"

namespace lariat::pvm {

namespace {

Class& class_of(Walk walk, Value source)
{
    switch (walk) {
        case Walk::List:
            return T.list_iterator;
        case Walk::Tuple:
            return T.tuple_iterator;
        case Walk::Str:
            return cast<Str>(source)->ascii() ? T.str_ascii_iterator : T.str_iterator;
        case Walk::Bytes:
            return T.bytes_iterator;
        case Walk::ByteArray:
            return T.bytearray_iterator;
        case Walk::Range:
            return T.range_iterator;
        case Walk::Keys:
            return is_anyset(source) ? T.set_iterator : T.dict_keyiterator;
        case Walk::Values:
            return T.dict_valueiterator;
        case Walk::Items:
            return T.dict_itemiterator;
        case Walk::Reverse:
            return is(source, Kind::List)    ? T.list_reverseiterator
                   : is(source, Kind::Range) ? T.range_iterator
                                             : T.reversed;
        case Walk::ReverseKeys:
            return T.dict_reversekeyiterator;
        case Walk::ReverseValues:
            return T.dict_reversevalueiterator;
        case Walk::ReverseItems:
            return T.dict_reverseitemiterator;
        case Walk::Enumerate:
            return T.enumerate;
        case Walk::Zip:
            return T.zip;
        case Walk::Map:
            return T.map;
        case Walk::Filter:
            return T.filter;
        case Walk::Call:
            return T.callable_iterator;
        default:
            return walk < Walk::Count ? T.iterator
                                      : *walk_classes()[static_cast<u8>(walk) - static_cast<u8>(Walk::Count)];
    }
}

Value take_stop(Vm& vm, Value item)
{
    if (item.absent() && pending_is(vm, T.StopIteration)) vm.pending = ABSENT;
    return item;
}

[[gnu::noinline]] Value table_next(Vm& vm, Iterator* it)
{
    const Dict* d = cast<Dict>(it->source);
    if (it->changes != d->changes)  // now and whenever it is asked again
        return raise(vm, T.RuntimeError,
                     is_dict(it->source) ? "dictionary changed size during iteration"
                                         : "Set changed size during iteration");
    const Walk walk = static_cast<Walk>(it->flag);
    const bool back = walk >= Walk::ReverseKeys;
    while (back ? it->next >= 0 : it->next < static_cast<i64>(d->used)) {
        const Entry& e = d->entries[it->next];
        it->next += back ? -1 : 1;
        if (e.key.absent()) {
            vm.charge(gas::PROBE);
            continue;
        }
        if (walk == Walk::Values || walk == Walk::ReverseValues) return e.value;
        if (walk != Walk::Items && walk != Walk::ReverseItems) return e.key;
        const Value pair[] = {e.key, e.value};
        return Value::object(new_tuple(vm, pair));
    }
    return ABSENT;
}

// Of a strict zip: the source at `ended` has no item for this turn.
Value uneven_zip(Vm& vm, const Tuple* sources, u32 ended)
{
    if (ended > 0)
        return value_error(vm, cat("zip() argument ", number(ended + 1), " is shorter than argument",
                                   ended == 1 ? " 1" : cat("s 1-", number(ended))));
    for (u32 k = 1; k < sources->size; ++k) {
        if (iter_next(vm, sources->items[k]).present())
            return value_error(vm, cat("zip() argument ", number(k + 1), " is longer than argument",
                                       k == 1 ? " 1" : cat("s 1-", number(k))));
        if (pending(vm)) return ABSENT;
    }
    return ABSENT;
}

// Those that walk others are kept apart from builtin_next: with them in it every iterator would pay for their
// frames.
[[gnu::noinline]] Value zip_next(Vm& vm, Iterator* it)
{
    const Tuple* sources = cast<Tuple>(it->source);
    if (sources->size == 0) return ABSENT;
    Tuple* out = new_tuple_room(vm, sources->size);
    vm.charge(gas::ITEM + sources->size);
    for (u32 i = 0; i < sources->size; ++i) {
        const Value v = iter_next(vm, sources->items[i]);
        if (v.present()) {
            out->items[i] = v;
            continue;
        }
        return pending(vm) || it->extra.absent() ? ABSENT : uneven_zip(vm, sources, i);
    }
    return Value::object(out);
}

[[gnu::noinline]] Value map_next(Vm& vm, Iterator* it)
{
    const Tuple* sources = cast<Tuple>(it->source);
    constexpr u32 FEW = 4;
    Value few[FEW];
    vm.charge(sources->size);
    Value* args = sources->size > FEW ? new_tuple_room(vm, sources->size)->items : few;
    for (u32 i = 0; i < sources->size; ++i) {
        args[i] = iter_next(vm, sources->items[i]);
        if (args[i].absent()) return ABSENT;
    }
    return call(vm, it->extra, Args{args, sources->size, nullptr});
}

// Of filter(None, …): what is true itself.
[[gnu::noinline]] Value true_next(Vm& vm, Iterator* it)
{
    for (;;) {
        vm.charge(gas::ITEM);
        const Value v = iter_next(vm, it->source);
        if (v.absent()) return ABSENT;
        const int t = v.is_small() ? v.as_small() != 0 : truth(vm, v);
        if (t < 0) return ABSENT;
        if (t == 1) return v;
    }
}

[[gnu::noinline]] Value filter_next(Vm& vm, Iterator* it)
{
    for (;;) {
        vm.charge(gas::ITEM);
        const Value v = iter_next(vm, it->source);
        if (v.absent()) return ABSENT;
        const Value verdict = call(vm, it->extra, {v});
        if (verdict.absent()) return ABSENT;
        const int t = truth(vm, verdict);
        if (t < 0) return ABSENT;
        if (t == 1) return v;
    }
}

// What `reversed` reads without asking: of ranges of small numbers and of bytes, which charge nothing for an
// item, of lists and tuples, which do; ABSENT: of anything else.
Value item_of_flat(Vm& vm, Value source, i64 at)
{
    i64 n = 0;
    if (is(source, Kind::Range) && cast<Range>(source)->start.is_small() &&
        cast<Range>(source)->step.is_small() && cast<Range>(source)->length.is_small() &&
        at < cast<Range>(source)->length.as_small() &&
        !__builtin_mul_overflow(at, cast<Range>(source)->step.as_small(), &n) &&
        !__builtin_add_overflow(n, cast<Range>(source)->start.as_small(), &n) && fits_small(n))
        return Value::small(n);
    if (is(source, Kind::Range)) return native_subscript(vm, source, Value::small(at));
    if (!exact(source) && !is(source, Kind::List)) return ABSENT;
    if (is_bytes_like(source) && at < static_cast<i64>(bytes_of(source).size()))
        return Value::small(bytes_of(source)[static_cast<std::size_t>(at)]);
    if ((is(source, Kind::List) || is(source, Kind::Tuple)) &&
        at < static_cast<i64>(source.as_object()->size)) {
        vm.charge(gas::LIST - 1);
        return sequence_items(source)[static_cast<std::size_t>(at)];
    }
    return ABSENT;
}

// Of a range whose numbers are not small: one step further than the last.
[[gnu::noinline]] Value wide_range_next(Vm& vm, Iterator* it)
{
    const Range* r = cast<Range>(it->source);
    if (int_compare(r->length, int_of(vm, it->next)) <= 0) return ABSENT;
    it->extra = it->next == 0 ? r->start : int_binary(vm, BinaryOp::Add, it->extra, r->step);
    if (it->extra.present()) ++it->next;
    return it->extra;
}

Value builtin_next(Vm& vm, Iterator* it)
{
    if (it->source.absent()) return ABSENT;
    Value item;
    switch (static_cast<Walk>(it->flag)) {
        case Walk::List:
            if (it->next < static_cast<i64>(it->source.as_object()->size))
                return cast<List>(it->source)->items[it->next++];
            break;
        case Walk::Tuple:
            if (it->next < static_cast<i64>(it->source.as_object()->size))
                return cast<Tuple>(it->source)->items[it->next++];
            break;
        case Walk::Str: {
            const std::string_view s = str_of(it->source).substr(static_cast<std::size_t>(it->next));
            if (s.empty()) break;
            item = first_char(vm, s);
            it->next += cast<Str>(item)->size;
            return item;
        }
        case Walk::Bytes:
        case Walk::ByteArray:
            if (it->next < static_cast<i64>(bytes_of(it->source).size()))
                return Value::small(bytes_of(it->source)[static_cast<std::size_t>(it->next++)]);
            break;
        case Walk::Range:
            if (it->end > 0) {
                --it->end;
                item = Value::small(it->next);
                it->next += static_cast<i64>(it->changes);
                return item;
            }
            break;
        case Walk::Keys:
        case Walk::Values:
        case Walk::Items:
        case Walk::ReverseKeys:
        case Walk::ReverseValues:
        case Walk::ReverseItems:
            item = table_next(vm, it);
            break;
        case Walk::Reverse:
            if (it->next >= 0) {
                item = item_of_flat(vm, it->source, it->next);
                if (item.absent() && !is(it->source, Kind::List))  // which has lost what was there
                    item = subscript(vm, it->source, Value::small(it->next));
                --it->next;
                if (item.absent()) {
                    it->next = -1;
                    if (pending_is(vm, T.IndexError) || pending_is(vm, T.StopIteration)) vm.pending = ABSENT;
                }
            }
            break;
        case Walk::Enumerate: {
            vm.charge(2 * gas::ITEM);  // the item walked, and the pair
            const Value v = iter_next(vm, it->source);
            if (v.absent()) return ABSENT;
            const Value pair[] = {it->extra, v};
            const Value next = it->extra.is_small() && it->extra.as_small() < Value::SMALL_MAX
                                   ? Value::small(it->extra.as_small() + 1)
                                   : int_binary(vm, BinaryOp::Add, it->extra, Value::small(1));
            if (next.absent()) return ABSENT;
            it->extra = next;
            return Value::object(new_tuple(vm, pair));
        }
        case Walk::Zip:
            return zip_next(vm, it);
        case Walk::Map:
            return map_next(vm, it);
        case Walk::Filter:
            return it->extra == NONE ? true_next(vm, it) : filter_next(vm, it);
        case Walk::Call: {
            item = take_stop(vm, call(vm, it->source, {}));
            if (item.absent()) break;
            if (it->source.absent()) {  // the call itself walked this iterator to its end
                item = ABSENT;
                break;
            }
            const int same = identical_or_equal(vm, item, it->extra);
            if (same < 0) return ABSENT;
            if (same == 1) item = ABSENT;
            break;
        }
        case Walk::Item:
            if (is(it->source, Kind::Range)) {
                item = wide_range_next(vm, it);
                break;
            }
            item = subscript(vm, it->source, int_of(vm, it->next));
            if (item.present()) ++it->next;
            if (item.absent() && (pending_is(vm, T.IndexError) || pending_is(vm, T.StopIteration)))
                vm.pending = ABSENT;
            break;
        case Walk::Names:
            break;
        default:
            return walk_next(vm, it);
    }
    if (item.absent() && !pending(vm)) it->source = ABSENT;  // exhausted for good
    return item;
}

// How many iterators are one within the other in what walks `source`.
u32 levels_within(Walk walk, Value source)
{
    if (walk < Walk::Enumerate) return 0;
    u32 most = levels_of(source);
    if (walk == Walk::Zip || walk == Walk::Map || walk == Walk::Compress || walk == Walk::ZipLongest)
        for (const Value v : cast<Tuple>(source)->view()) most = std::max(most, levels_of(v));
    return most;
}

}  // namespace

u32 levels_of(Value source)
{
    if (is(source, Kind::BoundMethod)) source = cast<BoundMethod>(source)->self;  // iter(it.__next__, …)
    return is(source, Kind::Iterator) ? source.as_object()->size + 1 : 0;
}

Iterator* new_iterator(Vm& vm, Walk walk, Value source, i64 end)
{
    Iterator* it = vm.make<Iterator>(class_of(walk, source), Kind::Iterator);
    it->flag = static_cast<u8>(walk);
    it->size = levels_within(walk, source);
    it->source = source;
    it->extra = ABSENT;
    it->next = 0;
    it->end = end;
    it->changes = 0;
    return it;
}

Value get_iter(Vm& vm, Value v)
{
    if (v.is_object() && !v.as_object()->cls->is_builtin) {
        const Value method = lookup(vm, v.as_object()->cls, N.iter);
        if (method == NONE) return type_error(vm, cat("'", type_name(v), "' object is not iterable"));
        bool found = false;
        const Value r = call_special(vm, v, N.iter, {}, found);
        if (found) {
            if (r.absent() || is(r, Kind::Iterator) || is(r, Kind::Generator)) return r;
            if (r.is_object() && lookup(vm, type_of(r), N.next).present()) return r;
            return type_error(vm, cat("iter() returned non-iterator of type '", type_name(r), "'"));
        }
        if (method.absent() && lookup(vm, v.as_object()->cls, N.getitem).present())
            return Value::object(new_iterator(vm, Walk::Item, v, 0));
    }
    return native_iter(vm, v);
}

Value get_iter_or(Vm& vm, Value v, std::string_view refusal)
{
    const Value it = get_iter(vm, v);
    if (it.present() || !pending_is(vm, T.TypeError)) return it;
    vm.pending = ABSENT;
    return type_error(vm, refusal);
}

Value native_iter(Vm& vm, Value v)
{
    if (v.is_object()) switch (v.as_object()->kind) {
            case Kind::List:
                return Value::object(new_iterator(vm, Walk::List, v, 0));
            case Kind::Tuple:
                return Value::object(new_iterator(vm, Walk::Tuple, v, 0));
            case Kind::Str:
                return Value::object(new_iterator(vm, Walk::Str, v, 0));
            case Kind::Bytes:
                return Value::object(new_iterator(vm, Walk::Bytes, v, 0));
            case Kind::ByteArray:
                return Value::object(new_iterator(vm, Walk::ByteArray, v, 0));
            case Kind::Dict:
            case Kind::Set:
            case Kind::FrozenSet: {
                Iterator* it = new_iterator(vm, Walk::Keys, v, 0);
                it->changes = cast<Dict>(v)->changes;
                return Value::object(it);
            }
            case Kind::DictView: {
                constexpr Walk WALKS[] = {Walk::Keys, Walk::Values, Walk::Items};
                Dict* d = cast<DictView>(v)->dict;
                Iterator* it = new_iterator(vm, WALKS[v.as_object()->flag], Value::object(d), 0);
                it->changes = d->changes;
                return Value::object(it);
            }
            case Kind::Range: {
                const Range* r = cast<Range>(v);
                if (!r->start.is_small() || !r->stop.is_small() || !r->step.is_small() ||
                    !r->length.is_small() || r->step.as_small() > Value::SMALL_MAX / 2 ||
                    r->step.as_small() < Value::SMALL_MIN / 2)
                    return Value::object(new_iterator(vm, Walk::Item, v, 0));
                Iterator* it = new_iterator(vm, Walk::Range, v, r->length.as_small());
                it->next = r->start.as_small();
                it->changes = static_cast<u64>(r->step.as_small());
                return Value::object(it);
            }
            case Kind::GenericAlias:
                return native_iter(vm, unpacked_alias(vm, cast<GenericAlias>(v)));
            case Kind::Iterator:
            case Kind::Generator:
                return v;
            case Kind::Proxy:
                return native_iter(vm, Value::object(cast<DictView>(v)->dict));
            default:
                break;
        }
    return type_error(vm, cat("'", type_name(v), "' object is not iterable"));
}

Value native_next(Vm& vm, Iterator* it)
{
    if (static_cast<Walk>(it->flag) < Walk::Enumerate) return builtin_next(vm, it);
    vm.charge(gas::within(it->size));
    vm.reach(Value::object(it));
    return nested(vm, ABSENT, TOO_DEEP, [&] { return builtin_next(vm, it); });
}

Value native_reversed(Vm& vm, Value v)
{
    if (!v.is_object()) return ABSENT;
    switch (v.as_object()->kind) {
        case Kind::List: {
            Iterator* it = new_iterator(vm, Walk::Reverse, v, 0);
            it->next = i64{v.as_object()->size} - 1;
            return Value::object(it);
        }
        case Kind::Range: {
            const Range* r = cast<Range>(v);
            if (r->length.is_small()) {
                Iterator* it = new_iterator(vm, Walk::Reverse, v, 0);
                it->next = r->length.as_small() - 1;
                return Value::object(it);
            }
            // What is as long has a last number, and one before its first.
            Value last = int_binary(vm, BinaryOp::Sub, r->length, Value::small(1));
            if (last.present()) last = int_binary(vm, BinaryOp::Mul, last, r->step);
            if (last.present()) last = int_binary(vm, BinaryOp::Add, last, r->start);
            if (last.absent()) return ABSENT;
            const Value before = int_binary(vm, BinaryOp::Sub, r->start, r->step);
            const Value step = int_binary(vm, BinaryOp::Sub, Value::small(0), r->step);
            if (before.absent() || step.absent()) return ABSENT;
            const Value turned = new_range(vm, last, before, step);
            return turned.absent() ? ABSENT : native_iter(vm, turned);
        }
        case Kind::Dict:
        case Kind::DictView:
        case Kind::Proxy: {
            constexpr Walk WALKS[] = {Walk::ReverseKeys, Walk::ReverseValues, Walk::ReverseItems};
            Dict* d = is_dict(v) ? cast<Dict>(v) : cast<DictView>(v)->dict;
            const Walk walk = is(v, Kind::DictView) ? WALKS[v.as_object()->flag] : Walk::ReverseKeys;
            Iterator* it = new_iterator(vm, walk, Value::object(d), 0);
            it->next = i64{d->used} - 1;
            it->changes = d->changes;
            return Value::object(it);
        }
        default:
            return ABSENT;
    }
}

Value iter_next(Vm& vm, Value iterator)
{
    if (is(iterator, Kind::Iterator) && exact(iterator)) {
        if (static_cast<Walk>(iterator.as_object()->flag) < Walk::Enumerate)
            return builtin_next(vm, cast<Iterator>(iterator));
        return take_stop(vm, native_next(vm, cast<Iterator>(iterator)));
    }
    if (is(iterator, Kind::Generator)) {
        vm.charge(gas::INSTRUCTION);
        return take_stop(vm, generator_send(vm, cast<Generator>(iterator), NONE, ABSENT));
    }
    bool found = false;
    const Value r = call_special(vm, iterator, N.next, {}, found);
    if (found) return take_stop(vm, r);
    if (is(iterator, Kind::Iterator)) return take_stop(vm, native_next(vm, cast<Iterator>(iterator)));
    return type_error(vm, cat("'", type_name(iterator), "' object is not an iterator"));
}

}  // namespace lariat::pvm
