// Lists and tuples: making, growing, unpacking; methods of list.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

List* new_list_room(Vm& vm, u64 capacity)
{
    if (capacity > 0xffffffffu) throw Halt{Halt::Why::memory};
    List* l = vm.make<List>(T.list, Kind::List);
    l->items = capacity == 0 ? nullptr : static_cast<Value*>(vm.arena.take(capacity * sizeof(Value)));
    l->capacity = capacity;
    l->attributes = nullptr;
    return l;
}

List* new_list(Vm& vm, std::span<const Value> items)
{
    List* l = new_list_room(vm, items.size());
    std::copy(items.begin(), items.end(), l->items);
    l->size = static_cast<u32>(items.size());
    return l;
}

namespace {

Tuple* unfilled_tuple(Vm& vm, u64 n)
{
    if (n > 0xffffffffu) throw Halt{Halt::Why::memory};
    Tuple* t = vm.make<Tuple>(T.tuple, Kind::Tuple, n * sizeof(Value));
    t->size = static_cast<u32>(n);
    return t;
}

}  // namespace

Tuple* new_tuple_room(Vm& vm, u64 n)
{
    if (n == 0) return EMPTY_TUPLE;
    Tuple* t = unfilled_tuple(vm, n);
    for (u64 i = 0; i < n; ++i) t->items[i] = NONE;
    return t;
}

Tuple* new_tuple(Vm& vm, std::span<const Value> items)
{
    if (items.empty()) return EMPTY_TUPLE;
    Tuple* t = unfilled_tuple(vm, items.size());
    std::copy(items.begin(), items.end(), t->items);
    return t;
}

void list_reserve(Vm& vm, List* l, u64 n)
{
    if (n <= l->capacity) return;
    const u64 capacity = std::max<u64>(n, l->capacity + l->capacity / 2 + 4);
    if (capacity > 0xffffffffu) throw Halt{Halt::Why::memory};
    if (l->capacity != 0 &&
        vm.arena.extend(l->items, l->capacity * sizeof(Value), capacity * sizeof(Value))) {
        l->capacity = capacity;
        return;
    }
    vm.charge(l->size / 4);
    Value* items = static_cast<Value*>(vm.arena.take(capacity * sizeof(Value)));
    std::copy_n(l->items, l->size, items);
    Arena::leave(l->items, l->capacity * sizeof(Value));
    l->items = items;
    l->capacity = capacity;
}

void list_append(Vm& vm, List* l, Value v)
{
    if (l->size == l->capacity) list_reserve(vm, l, l->size + u64{1});
    l->items[l->size++] = v;
}

namespace {

bool ask_hint(Vm& vm, Value v)
{
    bool own = false;
    const Value said = call_special(vm, v, N.length_hint, {}, own);
    if (!own || said == NOT_IMPLEMENTED) return true;
    if (said.absent()) {
        if (!pending_is(vm, T.TypeError)) return false;
        vm.pending = ABSENT;
        return true;
    }
    if (!is_int(said))
        return type_error(vm, cat("__length_hint__ must be an integer, not ", type_name(said))).present();
    if (!to_i64(said))
        return raise(vm, T.OverflowError, "Python int too large to convert to C ssize_t").present();
    return int_compare(said, Value::small(0)) >= 0 ||
           value_error(vm, "__length_hint__() should return >= 0").present();
}

/// Who has a __len__ is asked how many items there will be: what is no number of items is an error, though
/// nothing is made of it here.
bool ask_length(Vm& vm, Value v)
{
    if (exact(v)) return true;
    bool own = false;
    lookup(vm, type_of(v), N.len, &own);
    if (own) {
        if (length(vm, v) >= 0) return true;
        if (!pending_is(vm, T.TypeError)) return false;
        vm.pending = ABSENT;
    }
    return !says(vm, v, HAS_HINT) || ask_hint(vm, v);
}

bool append_all(Vm& vm, List* l, Value iterable, bool asks_length, std::string_view refusal = {})
{
    if (is(iterable, Kind::List) || is(iterable, Kind::Tuple)) {
        const u32 n = iterable.as_object()->size;
        if (exact(iterable)) {
            vm.charge(n * gas::ITEM);
            list_reserve(vm, l, u64{l->size} + n);
            const Value* from =
                is(iterable, Kind::List) ? cast<List>(iterable)->items : cast<Tuple>(iterable)->items;
            std::copy_n(from, n, l->items + l->size);
            l->size += n;
            return true;
        }
    }
    const Value it = refusal.empty() ? get_iter(vm, iterable) : get_iter_or(vm, iterable, refusal);
    // Who is walked on behalf of others is not asked for a length, only its iterator is.
    if (it.absent() || (asks_length && !ask_length(vm, refusal.empty() ? iterable : it))) return false;
    for (;;) {
        vm.charge(gas::ITEM);
        const Value item = iter_next(vm, it);
        if (item.absent()) return !pending(vm);
        list_append(vm, l, item);
    }
}

}  // namespace

bool list_extend(Vm& vm, List* l, Value iterable)
{
    return append_all(vm, l, iterable, true);
}

bool list_extend(Vm& vm, List* l, Value iterable, std::string_view refusal)
{
    return append_all(vm, l, iterable, true, refusal);
}

namespace {

// What has nothing to walk is named as that; what fails while it is asked says so itself.
bool cannot_unpack(Vm& vm, Value v)
{
    if (!pending_is(vm, T.TypeError)) return false;
    const bool silent =
        exact(v) || (lookup(vm, type_of(v), N.iter).absent() && lookup(vm, type_of(v), N.getitem).absent());
    if (!silent) return false;
    vm.pending = ABSENT;
    return type_error(vm, cat("cannot unpack non-iterable ", type_name(v), " object")).present();
}

}  // namespace

bool unpack(Vm& vm, Value v, u32 count, Value* out)
{
    vm.charge(count * gas::ITEM);
    if ((is(v, Kind::Tuple) || is(v, Kind::List)) && exact(v) && v.as_object()->size == count) {
        const Value* items = is(v, Kind::List) ? cast<List>(v)->items : cast<Tuple>(v)->items;
        for (u32 i = 0; i < count; ++i) out[count - 1 - i] = items[i];
        return true;
    }
    const Value it = get_iter(vm, v);
    if (it.absent()) return cannot_unpack(vm, v);
    for (u32 i = 0; i < count; ++i) {
        out[count - 1 - i] = iter_next(vm, it);
        if (out[count - 1 - i].present()) continue;
        if (pending(vm)) return false;
        return value_error(
                   vm, cat("not enough values to unpack (expected ", number(count), ", got ", number(i), ")"))
            .present();
    }
    if (iter_next(vm, it).present())
        return value_error(vm, cat("too many values to unpack (expected ", number(count), ")")).present();
    return !pending(vm);
}

bool unpack_star(Vm& vm, Value v, u32 before, u32 after, Value* out)
{
    List* all = new_list_room(vm, 0);
    if (!append_all(vm, all, v, false)) return cannot_unpack(vm, v);
    if (all->size < before + after)
        return value_error(vm, cat("not enough values to unpack (expected at least ", number(before + after),
                                   ", got ", number(all->size), ")"))
            .present();
    const u32 middle = all->size - before - after;
    vm.charge(middle);
    for (u32 i = 0; i < after; ++i) out[i] = all->items[all->size - 1 - i];
    out[after] = Value::object(new_list(vm, {all->items + before, middle}));
    for (u32 i = 0; i < before; ++i) out[after + 1 + i] = all->items[before - 1 - i];
    return true;
}

namespace {

List* me(Value self)
{
    return cast<List>(self);
}

Value list_make(Vm& vm, Value cls, const Args& args)
{
    Class& c = *cast<Class>(cls);
    if ((c.features & HAS_INIT) == 0 && (args.keywords() != 0 || args.positional > 1))
        return type_error(vm, args.keywords() != 0
                                  ? std::string("list() takes no keyword arguments")
                                  : cat("list expected at most 1 argument, got ", number(args.positional)));
    vm.charge(gas::LIST_BASE);
    List* l = new_list_room(vm, 0);
    l->cls = &c;
    if (args.positional == 0 || (c.features & HAS_INIT) != 0) return Value::object(l);
    if (is(args[0], Kind::List) || is(args[0], Kind::Tuple)) vm.charge(args[0].as_object()->size);
    if (!list_extend(vm, l, args[0])) return ABSENT;
    return Value::object(l);
}
Value list_init(Vm& vm, Value self, const Args& args)
{
    // Keywords may have been for a __new__ of the class's own.
    if (args.keywords() != 0 && (type_of(self)->features & HAS_NEW) == 0)
        return type_error(vm, "list() takes no keyword arguments");
    if (args.positional > 1)
        return type_error(vm, cat("list expected at most 1 argument, got ", number(args.positional)));
    me(self)->size = 0;
    return args.positional == 0 ? NONE : none_or_absent(list_extend(vm, me(self), args[0]));
}
Value append(Vm& vm, Value self, const Args& a)
{
    list_append(vm, me(self), a[0]);
    return NONE;
}
Value extend(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(list_extend(vm, me(self), a[0]));
}
Value insert(Vm& vm, Value self, const Args& a)
{
    i64 at = 0;
    if (!count_value(vm, a[0], at)) return ABSENT;
    List* l = me(self);
    const i64 n = l->size;
    at = at < 0 ? std::max<i64>(at + n, 0) : std::min(at, n);
    vm.charge(static_cast<u64>(n - at));
    list_append(vm, l, NONE);
    for (i64 i = n; i > at; --i) l->items[i] = l->items[i - 1];
    l->items[at] = a[1];
    return NONE;
}
Value pop(Vm& vm, Value self, const Args& a)
{
    List* l = me(self);
    i64 at = -1;
    if (a[0].present() && !count_value(vm, a[0], at)) return ABSENT;
    if (l->size == 0) return raise(vm, T.IndexError, "pop from empty list");
    if (at < 0) at += l->size;
    if (at < 0 || at >= l->size) return raise(vm, T.IndexError, "pop index out of range");
    const Value v = l->items[at];
    vm.charge(l->size - 1 - static_cast<u64>(at));
    for (u32 i = static_cast<u32>(at); i + 1 < l->size; ++i) l->items[i] = l->items[i + 1];
    --l->size;
    return v;
}
i64 position(Vm& vm, List* l, Value v, i64 from, i64 to)
{
    for (i64 i = from; i < to && i < static_cast<i64>(l->size); ++i) {
        vm.charge(gas::ITEM);
        const int same = identical_or_equal(vm, l->items[i], v);
        if (same < 0) return -2;
        if (same == 1) return i;
    }
    return -1;
}
Value remove(Vm& vm, Value self, const Args& a)
{
    const i64 at = position(vm, me(self), a[0], 0, me(self)->size);
    if (at == -2) return ABSENT;
    if (at == -1) return value_error(vm, "list.remove(x): x not in list");
    if (static_cast<u64>(at) >= me(self)->size) return NONE;  // its __eq__ has taken it away already
    Value where = Value::small(at);
    return pop(vm, self, Args{&where, 1, nullptr}).absent() ? ABSENT : NONE;
}
bool bounds(Vm& vm, Value a, Value b, i64 n, i64& from, i64& to)
{
    from = 0;
    to = n;
    const auto read = [&](Value v, i64& out) {
        if (v.absent()) return true;
        if (!is_int(v) && special_method(vm, v, N.index).absent())
            return type_error(vm, "slice indices must be integers or have an __index__ method").present();
        return index_value(vm, v, out);
    };
    if (!read(a, from) || !read(b, to)) return false;
    if (from < 0) from = std::max<i64>(from + n, 0);
    if (to < 0) to = std::max<i64>(to + n, 0);
    return true;
}
Value index(Vm& vm, Value self, const Args& a)
{
    i64 from = 0, to = 0;
    if (!bounds(vm, a[1], a[2], me(self)->size, from, to)) return ABSENT;
    const i64 at = position(vm, me(self), a[0], from, to);
    if (at >= 0) return Value::small(at);
    if (at == -2) return ABSENT;
    std::string what;
    if (!repr_to(vm, a[0], what)) return ABSENT;
    return value_error(vm, cat(what, " is not in list"));
}
Value count(Vm& vm, Value self, const Args& a)
{
    i64 n = 0;
    for (u32 i = 0; i < me(self)->size; ++i) {
        vm.charge(gas::ITEM);
        const int same = identical_or_equal(vm, me(self)->items[i], a[0]);
        if (same < 0) return ABSENT;
        n += same;
    }
    return Value::small(n);
}
Value clear(Vm&, Value self, const Args&)
{
    me(self)->size = 0;
    return NONE;
}
Value copy(Vm& vm, Value self, const Args&)
{
    vm.charge(me(self)->size * gas::ITEM);
    return Value::object(new_list(vm, me(self)->view()));
}
Value reverse(Vm& vm, Value self, const Args&)
{
    vm.charge(me(self)->size * gas::ITEM);
    std::reverse(me(self)->items, me(self)->items + me(self)->size);
    return NONE;
}
Value sort(Vm& vm, Value self, const Args& a)
{
    i64 down = 0;
    if (a[1].present() && !c_int_value(vm, a[1], down)) return ABSENT;
    vm.charge(gas::sorted(me(self)->size));
    return none_or_absent(list_sort(vm, me(self), a[0], down != 0));
}

Value tuple_make(Vm& vm, Value cls, const Args& args)
{
    if (args.keywords() != 0 && !has_own_init(cls))
        return type_error(vm, "tuple() takes no keyword arguments");
    if (args.positional > 1)
        return type_error(vm, cat("tuple expected at most 1 argument, got ", number(args.positional)));
    vm.charge(gas::LIST_BASE);
    if (args.positional == 0) return Value::object(EMPTY_TUPLE);
    if (is(args[0], Kind::Tuple) && exact(args[0])) return args[0];
    List* l = new_list_room(vm, 0);
    if (!list_extend(vm, l, args[0])) return ABSENT;
    vm.charge(l->size);
    return Value::object(new_tuple(vm, l->view()));
}
Value tuple_index(Vm& vm, Value self, const Args& a)
{
    i64 from = 0, to = 0;
    const Tuple* t = cast<Tuple>(self);
    if (!bounds(vm, a[1], a[2], t->size, from, to)) return ABSENT;
    for (i64 i = from; i < to && i < static_cast<i64>(t->size); ++i) {
        vm.charge(gas::ITEM);
        const int same = identical_or_equal(vm, t->items[i], a[0]);
        if (same < 0) return ABSENT;
        if (same == 1) return Value::small(i);
    }
    return value_error(vm, "tuple.index(x): x not in tuple");
}
Value tuple_count(Vm& vm, Value self, const Args& a)
{
    i64 n = 0;
    for (const Value v : cast<Tuple>(self)->view()) {
        vm.charge(gas::ITEM);
        const int same = identical_or_equal(vm, v, a[0]);
        if (same < 0) return ABSENT;
        n += same;
    }
    return Value::small(n);
}
Value getitem(Vm& vm, Value self, const Args& a)
{
    return native_subscript(vm, self, a[0]);
}
Value setitem(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(native_store(vm, self, a[0], a[1]));
}
Value delitem(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(native_store(vm, self, a[0], ABSENT));
}
Value contains_method(Vm& vm, Value self, const Args& a)
{
    const int in = native_contains(vm, self, a[0]);
    return in < 0 ? ABSENT : Value::boolean(in == 1);
}
Value len_method(Vm&, Value self, const Args&)
{
    return Value::small(self.as_object()->size);
}
Value iter_method(Vm& vm, Value self, const Args&)
{
    return Value::object(new_iterator(vm, is(self, Kind::List) ? Walk::List : Walk::Tuple, self, 0));
}

constexpr NativeSpec LIST[] = {
    {"__init__", list_init, "...", 0},
    {"append", append, "object/", gas::LIST},
    {"extend", extend, "iterable/", gas::LIST_BASE},
    {"insert", insert, "index,object/", gas::LIST},
    {"pop", pop, "index=/", gas::LIST},
    {"remove", remove, "value/", gas::LIST_BASE},
    {"index", index, "value,start=,stop=/", gas::LIST_BASE},
    {"count", count, "value/", gas::LIST_BASE},
    {"clear", clear, "", gas::LIST},
    {"copy", copy, "", gas::LIST_BASE},
    {"reverse", reverse, "", gas::LIST_BASE},
    {"sort", sort, "*,key=,reverse=", 0},
    {"__getitem__", getitem, "index/", 0},
    {"__setitem__", setitem, "index,value/", 0},
    {"__delitem__", delitem, "index/", 0},
    {"__contains__", contains_method, "value/", 0},
    {"__len__", len_method, "", gas::LEN},
    {"__iter__", iter_method, "", 1},
};
constexpr NativeSpec TUPLE[] = {
    {"index", tuple_index, "value,start=,stop=/", gas::LIST_BASE},
    {"count", tuple_count, "value/", gas::LIST_BASE},
    {"__getitem__", getitem, "index/", 0},
    {"__contains__", contains_method, "value/", 0},
    {"__len__", len_method, "", gas::LEN},
    {"__iter__", iter_method, "", 1},
};

}  // namespace

void boot_sequence_types();

void boot_sequences()
{
    T.list.make = list_make;
    T.tuple.make = tuple_make;
    add_static(T.list, LIST);
    add_static(T.tuple, TUPLE);
    add_builtin("list", Value::object(&T.list));
    add_builtin("tuple", Value::object(&T.tuple));
    boot_sequence_types();
}

}  // namespace lariat::pvm
