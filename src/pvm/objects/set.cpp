// set and frozenset: a dict's table without values, so they too keep the order of insertion.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

Dict* me(Value self)
{
    return cast<Dict>(self);
}

// A set, which has no hash, is looked for as the frozenset that equals it: what `find` says of that one,
// where it cannot say anything of the set itself.
template <class F>
int find_member(Vm& vm, Value item, F&& find)
{
    const int found = find(item);
    if (found >= 0 || !is(item, Kind::Set) || !pending_is(vm, T.TypeError)) return found;
    vm.pending = ABSENT;
    vm.charge(gas::SET_BASE);
    Dict* frozen = new_set(vm, true);
    return dict_copy_into(vm, frozen, cast<Dict>(item)) ? find(Value::object(frozen)) : -1;
}

int delete_member(Vm& vm, Dict* set, Value item)
{
    return find_member(vm, item, [&](Value v) { return dict_delete(vm, set, v); });
}

Dict* as_set(Vm& vm, Value v)
{
    if (is_anyset(v)) return cast<Dict>(v);
    Dict* s = new_set(vm);
    return set_update(vm, s, v) ? s : nullptr;
}

// The set that an operator of a view makes of its left side: the hashes of a dict's keys are known.
Dict* left_as_set(Vm& vm, Value v)
{
    if (!is(v, Kind::DictView) || v.as_object()->flag != static_cast<u8>(ViewKind::Keys) ||
        !exact(Value::object(cast<DictView>(v)->dict)))
        return as_set(vm, v);
    Dict* s = new_set(vm);
    return set_update(vm, s, Value::object(cast<DictView>(v)->dict)) ? s : nullptr;
}

// Adds to `out` the members of `from` that are (or are not) in `by`.
bool pick(Vm& vm, Dict* out, Dict* from, Dict* by, bool in)
{
    pay_for_deleted(vm, from);
    for (u32 i = 0; i < from->used; ++i) {
        const Entry key = from->entries[i];
        if (key.key.absent()) continue;
        vm.charge(gas::SET_ITEM);
        const u32 changes = from->changes;
        const int has = set_has(vm, by, key);
        if (has < 0) return false;
        if (from->changes != changes) {  // by a hook: what it has taken away is no member
            const int still = set_has(vm, from, key);
            if (still < 0) return false;
            if (still == 0) continue;
        }
        if ((has == 1) == in && !set_add(vm, out, key)) return false;
    }
    return true;
}

Dict* like(Vm& vm, const Dict* s)
{
    return new_set(vm, s->kind == Kind::FrozenSet);
}

bool combine(Vm& vm, BinaryOp op, Dict* a, Dict* b, Dict* out)
{
    switch (op) {
        case BinaryOp::Or:
            return dict_copy_into(vm, out, a) && dict_copy_into(vm, out, b);
        case BinaryOp::And:
            return pick(vm, out, a, b, true);
        case BinaryOp::Sub:
            return pick(vm, out, a, b, false);
        default:
            return pick(vm, out, a, b, false) && pick(vm, out, b, a, false);
    }
}

void replace(Dict* to, const Dict* from)
{
    to->entries = from->entries;
    to->index = from->index;
    to->used = from->used;
    to->capacity = from->capacity;
    to->index_mask = from->index_mask;
    to->lost = from->lost;
    to->size = from->size;
    ++to->changes;
}

// What a view of a dict has of the other's: none of the view's own members is hashed.
Value view_and(Vm& vm, Value view, Value other)
{
    if (!is(view, Kind::DictView)) std::swap(view, other);
    if (is(other, Kind::DictView) && cast<DictView>(other)->dict->size > cast<DictView>(view)->dict->size)
        std::swap(view, other);
    Dict* out = new_set(vm);
    const bool whole = for_each(vm, other, [&](Value item) {
        vm.charge(gas::SET_ITEM);
        const int in = contains(vm, view, item);
        return in == 0 || (in == 1 && set_add(vm, out, item));
    });
    return whole ? Value::object(out) : ABSENT;
}

bool within_view(Value set, Value view)
{
    return is(view, Kind::DictView) &&
           (!is(set, Kind::Set) || !exact(set) || cast<DictView>(view)->dict->size > cast<Dict>(set)->size);
}

}  // namespace

int set_contains(Vm& vm, Dict* set, Value item)
{
    return find_member(vm, item, [&](Value v) { return set_has(vm, set, v); });
}

Value set_binary(Vm& vm, BinaryOp op, Value a, Value b, bool in_place)
{
    vm.charge(gas::SET_BASE);
    if (op == BinaryOp::And && (within_view(a, b) || within_view(b, a))) return view_and(vm, a, b);
    Dict* x = op == BinaryOp::And ? as_set(vm, a) : left_as_set(vm, a);
    Dict* y = x == nullptr ? nullptr : as_set(vm, b);
    if (y == nullptr) return ABSENT;
    // With a view it is the view's operator, which makes a set.
    const bool sets = is_anyset(a) && is_anyset(b);
    Dict* out = sets ? like(vm, x) : new_set(vm);
    if (!combine(vm, op, x, y, out)) return ABSENT;
    if (!in_place || !sets || !is(a, Kind::Set)) return Value::object(out);
    replace(cast<Dict>(a), out);
    return a;
}

Value set_compare(Vm& vm, CompareOp op, Value a, Value b)
{
    Dict *x = cast<Dict>(a), *y = cast<Dict>(b);
    const auto within = [&](Dict* small, Dict* large) {
        if (small->size > large->size) return 0;
        pay_for_deleted(vm, small);
        for (u32 i = 0; i < small->used; ++i) {
            const Entry key = small->entries[i];
            if (key.key.absent()) continue;
            vm.charge(gas::SET_ITEM);
            const int has = set_has(vm, large, key);
            if (has != 1) return has;
        }
        return 1;
    };
    int r = 0;
    switch (op) {
        case CompareOp::Eq:
        case CompareOp::Ne:
            r = x->size != y->size ? 0 : within(x, y);
            break;
        case CompareOp::Le:
            r = within(x, y);
            break;
        case CompareOp::Lt:
            r = x->size == y->size ? 0 : within(x, y);
            break;
        case CompareOp::Ge:
            r = within(y, x);
            break;
        default:
            r = x->size == y->size ? 0 : within(y, x);
            break;
    }
    return r < 0 ? ABSENT : Value::boolean((r == 1) != (op == CompareOp::Ne));
}

namespace {

Value make(Vm& vm, Value cls, const Args& args)
{
    Class& c = *cast<Class>(cls);
    const bool frozen = c.instances == Kind::FrozenSet;
    const bool filled_later = !frozen && (c.features & HAS_INIT) != 0;
    if (args.keywords() != 0 && !has_own_init(cls))
        return type_error(vm, cat(frozen ? "frozenset" : "set", "() takes no keyword arguments"));
    if (args.positional > 1 && !filled_later)
        return type_error(vm,
                          cat(str_of(c.name), " expected at most 1 argument, got ", number(args.positional)));
    vm.charge(gas::SET_BASE);
    if (&c == &T.frozenset && args.positional == 1 && is(args[0], Kind::FrozenSet) && exact(args[0]))
        return args[0];
    Dict* s = new_set(vm, frozen);
    s->cls = &c;
    if (filled_later) return Value::object(s);
    if (args.positional == 1 && is_anyset(args[0]))  // beside what copying takes
        vm.charge(u64{args[0].as_object()->size} * (gas::SET_ITEM - gas::ITEM));
    if (args.positional == 1 && !set_update(vm, s, args[0])) return ABSENT;
    return Value::object(s);
}
Value init(Vm& vm, Value self, const Args& args)
{
    if (args.keywords() != 0) return type_error(vm, "set() takes no keyword arguments");
    if (args.positional > 1)
        return type_error(
            vm, cat(type_name(self), " expected at most 1 argument, got ", number(args.positional)));
    if (me(self)->used != 0) dict_clear(me(self));
    return args.positional == 0 ? NONE : none_or_absent(set_update(vm, me(self), args[0]));
}
Value add(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(set_add(vm, me(self), a[0]));
}
Value discard(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(delete_member(vm, me(self), a[0]) >= 0);
}
Value remove(Vm& vm, Value self, const Args& a)
{
    const int was = delete_member(vm, me(self), a[0]);
    return was == 0 ? raise_value(vm, T.KeyError, a[0]) : none_or_absent(was == 1);
}
Value pop(Vm& vm, Value self, const Args&)
{
    Dict* s = me(self);
    if (s->size == 0) return raise(vm, T.KeyError, "pop from an empty set");
    // The first entry, once it is deleted, knows how many behind it are: emptying a set walks them once.
    const Entry& first = s->entries[0];
    u32 at = first.key.absent() && first.value.is_small() ? static_cast<u32>(first.value.as_small()) : 0;
    while (s->entries[at].key.absent()) {
        vm.charge(gas::PROBE);
        ++at;
    }
    const Value v = s->entries[at].key;
    dict_remove_at(vm, s, at);
    if (s->size != 0 && s->entries[0].key.absent()) s->entries[0].value = Value::small(at);
    return v;
}
Value clear(Vm&, Value self, const Args&)
{
    dict_clear(me(self));
    return NONE;
}
Value copy(Vm& vm, Value self, const Args&)
{
    Dict* s = like(vm, me(self));
    return dict_copy_into(vm, s, me(self)) ? Value::object(s) : ABSENT;
}
bool no_keywords(Vm& vm, Value self, const Args& args, std::string_view what, bool in_place)
{
    if (args.keywords() == 0) return true;
    const std::string_view of = is(self, Kind::Set) ? "set." : "frozenset.";
    return type_error(vm, cat(of, what, in_place ? "_update" : "", "() takes no keyword arguments"))
        .present();
}
Value fold(Vm& vm, Value self, const Args& args, BinaryOp op, bool in_place)
{
    if (!no_keywords(vm, self, args,
                     op == BinaryOp::Or    ? "union"
                     : op == BinaryOp::And ? "intersection"
                                           : "difference",
                     in_place))
        return ABSENT;
    Dict* result = like(vm, me(self));
    const u32 changes = me(self)->changes;
    if (!dict_copy_into(vm, result, me(self))) return ABSENT;
    for (u32 i = 0; i < args.positional; ++i) {
        Dict* other = as_set(vm, args[i]);
        if (other == nullptr) return ABSENT;
        Dict* next = like(vm, me(self));
        if (!combine(vm, op, result, other, next)) return ABSENT;
        result = next;
    }
    if (!in_place) return Value::object(result);
    if (me(self)->changes != changes &&
        op != BinaryOp::Xor) {  // by a hook: what it has taken away stays away
        Dict* left = like(vm, me(self));
        if (!pick(vm, left, result, me(self), true)) return ABSENT;
        result = left;
    }
    replace(me(self), result);
    return NONE;
}
Value set_union(Vm& vm, Value self, const Args& a)
{
    return fold(vm, self, a, BinaryOp::Or, false);
}
Value intersection(Vm& vm, Value self, const Args& a)
{
    return fold(vm, self, a, BinaryOp::And, false);
}
Value difference(Vm& vm, Value self, const Args& a)
{
    return fold(vm, self, a, BinaryOp::Sub, false);
}
Value symmetric(Vm& vm, Value self, const Args& a)
{
    return fold(vm, self, Args{a.values, 1, nullptr}, BinaryOp::Xor, false);
}
Value update(Vm& vm, Value self, const Args& a)
{
    if (!no_keywords(vm, self, a, "update", false)) return ABSENT;
    for (u32 i = 0; i < a.positional; ++i)
        if (!set_update(vm, me(self), a[i])) return ABSENT;
    return NONE;
}
Value intersection_update(Vm& vm, Value self, const Args& a)
{
    return fold(vm, self, a, BinaryOp::And, true);
}
Value difference_update(Vm& vm, Value self, const Args& a)
{
    return fold(vm, self, a, BinaryOp::Sub, true);
}
Value symmetric_update(Vm& vm, Value self, const Args& a)
{
    return fold(vm, self, Args{a.values, 1, nullptr}, BinaryOp::Xor, true);
}
Value relation(Vm& vm, Value self, const Args& a, CompareOp op)
{
    Dict* other = as_set(vm, a[0]);
    return other == nullptr ? ABSENT : set_compare(vm, op, self, Value::object(other));
}
Value issubset(Vm& vm, Value self, const Args& a)
{
    return relation(vm, self, a, CompareOp::Le);
}
// Looks at the items of something else than a set until one is in the set, or is not: those behind it are not
// asked.
Value until(Vm& vm, Value self, Value iterable, int stop)
{
    int has = 1 - stop;
    const bool whole = for_each(vm, iterable, [&](Value item) {
        vm.charge(gas::SET_ITEM);
        has = set_has(vm, me(self), item);
        return has == 1 - stop;
    });
    return pending(vm) ? ABSENT : Value::boolean(whole);
}
Value issuperset(Vm& vm, Value self, const Args& a)
{
    if (!is_anyset(a[0])) return until(vm, self, a[0], 0);
    return relation(vm, self, a, CompareOp::Ge);
}
Value isdisjoint(Vm& vm, Value self, const Args& a)
{
    if (!is_anyset(a[0]) || !exact(a[0])) return until(vm, self, a[0], 1);
    Dict *small = cast<Dict>(a[0]), *large = me(self);
    if (small->size > large->size) std::swap(small, large);
    pay_for_deleted(vm, small);
    for (u32 i = 0; i < small->used; ++i) {
        const Entry key = small->entries[i];
        if (key.key.absent()) continue;
        vm.charge(gas::SET_ITEM);
        if (const int has = set_has(vm, large, key); has != 0) return has < 0 ? ABSENT : FALSE;
    }
    return TRUE;
}
Value contains_method(Vm& vm, Value self, const Args& a)
{
    const int in = set_contains(vm, me(self), a[0]);
    return in < 0 ? ABSENT : Value::boolean(in == 1);
}
Value len_method(Vm&, Value self, const Args&)
{
    return Value::small(me(self)->size);
}

constexpr u64 S = gas::SET_BASE;
#define COMMON                                                                                         \
    {"copy", copy, "", S}, {"union", set_union, "...", S}, {"intersection", intersection, "...", S},   \
        {"difference", difference, "...", S}, {"symmetric_difference", symmetric, "other/", S},        \
        {"issubset", issubset, "other/", S}, {"issuperset", issuperset, "other/", S},                  \
        {"isdisjoint", isdisjoint, "other/", S}, {"__contains__", contains_method, "key/", gas::DICT}, \
    {                                                                                                  \
        "__len__", len_method, "", gas::LEN                                                            \
    }
constexpr NativeSpec FROZEN[] = {COMMON};
constexpr NativeSpec MUTABLE[] = {COMMON,
                                  {"__init__", init, "...", 0},
                                  {"add", add, "item/", gas::DICT},
                                  {"discard", discard, "item/", gas::DICT},
                                  {"remove", remove, "item/", gas::DICT},
                                  {"pop", pop, "", gas::DICT},
                                  {"clear", clear, "", gas::NATIVE},
                                  {"update", update, "...", S},
                                  {"intersection_update", intersection_update, "...", S},
                                  {"difference_update", difference_update, "...", S},
                                  {"symmetric_difference_update", symmetric_update, "other/", S}};

}  // namespace

void boot_set()
{
    T.set.make = make;
    T.frozenset.make = make;
    add_static(T.set, MUTABLE);
    add_static(T.frozenset, FROZEN);
    add_builtin("set", Value::object(&T.set));
    add_builtin("frozenset", Value::object(&T.frozenset));
}

}  // namespace lariat::pvm
