// The operators of builtin classes as methods: int.__add__, list.__eq__, super().__getitem__. What a
// program's class derived from them overrides is not asked: these are what it overrides.
#include "pvm/objects/ops.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

namespace {

// What a class's own operator takes on the other side; for the rest it answers NotImplemented.
bool takes(Value self, Value other)
{
    if (is_int(self)) return is_int(other);
    if (is_anyset(self)) return is_anyset(other);
    if (is_dict(self)) return is_dict(other);
    return true;
}

Value number_of(Vm& vm, Value self, const Args&)
{
    return self.is_bool() ? Value::small(self == TRUE) : plain_of(vm, self);
}
template <BinaryOp op>
Value plain(Vm& vm, Value self, const Args& a)
{
    if (!takes(self, a[0])) return NOT_IMPLEMENTED;
    return native_binary(vm, op, self, a[0], false);
}
template <BinaryOp op>
Value reflected(Vm& vm, Value self, const Args& a)
{
    if (!takes(self, a[0])) return NOT_IMPLEMENTED;
    return native_binary(vm, op, a[0], self, false);
}
// Of int itself: bool has its own.
template <BinaryOp op>
Value plain_bits(Vm& vm, Value self, const Args& a)
{
    return is_int(a[0]) ? native_binary(vm, op, number_of(vm, self, a), a[0], false) : NOT_IMPLEMENTED;
}
template <BinaryOp op>
Value reflected_bits(Vm& vm, Value self, const Args& a)
{
    return is_int(a[0]) ? native_binary(vm, op, a[0], number_of(vm, self, a), false) : NOT_IMPLEMENTED;
}
Value number_shown(Vm& vm, Value self, const Args& a)
{
    Text out(vm);
    return native_repr(vm, number_of(vm, self, a), out) ? new_str(vm, out.view()) : ABSENT;
}
// Of a template of its own kind alone.
Value filling(Vm& vm, Value self, const Args& a)
{
    if (!a[0].is_object() || a[0].as_object()->kind != self.as_object()->kind) return NOT_IMPLEMENTED;
    return native_binary(vm, BinaryOp::Mod, a[0], self, false);
}
template <BinaryOp op>
Value in_place(Vm& vm, Value self, const Args& a)
{
    if (is_anyset(self) && !is_anyset(a[0])) return NOT_IMPLEMENTED;
    return native_binary(vm, op, self, a[0], true);
}
template <bool in_place>
Value repeated(Vm& vm, Value self, const Args& a)
{
    return native_repeat(vm, self, a[0], in_place);
}
Value power(Vm& vm, Value self, const Args& a)
{
    if (!is_int(a[0])) return NOT_IMPLEMENTED;
    if (a[1].absent() || a[1] == NONE) return native_binary(vm, BinaryOp::Pow, self, a[0], false);
    return is_int(a[1]) ? int_pow_mod(vm, self, a[0], a[1]) : NOT_IMPLEMENTED;
}
template <CompareOp op>
Value ordered(Vm& vm, Value self, const Args& a)
{
    // bytes and bytearray know each other; a list and a tuple do not, which native_compare sees.
    return native_compare(vm, op, self, a[0]);
}
template <Op op>
Value unary_method(Vm& vm, Value self, const Args&)
{
    return native_unary(vm, op, self);
}
Value absolute(Vm& vm, Value self, const Args&)
{
    return int_abs(vm, self);
}
Value division(Vm& vm, Value self, const Args& a)
{
    return is_int(a[0]) ? int_divmod(vm, self, a[0]) : NOT_IMPLEMENTED;
}
Value reflected_division(Vm& vm, Value self, const Args& a)
{
    return is_int(a[0]) ? int_divmod(vm, a[0], self) : NOT_IMPLEMENTED;
}
Value rounded(Vm& vm, Value self, const Args& a)
{
    return int_round(vm, self, a[0]);
}
Value is_true(Vm&, Value self, const Args&)
{
    return Value::boolean(native_truth(self) == 1);
}
Value hashed(Vm& vm, Value self, const Args&)
{
    u64 h = 0;
    if (!native_hash(vm, self, h)) return ABSENT;
    return int_of(vm, static_cast<i64>(h));
}
Value shown_as(Vm& vm, Value self, const Args&)
{
    Text out(vm);
    return native_repr(vm, self, out) ? new_str(vm, out.view()) : ABSENT;
}
Value text_itself(Vm& vm, Value self, const Args&)
{
    return plain_of(vm, self);
}
Value formatted(Vm& vm, Value self, const Args& a)
{
    if (!is_str(a[0]))
        return type_error(vm, cat("__format__() argument must be str, not ", argument_name(a[0])));
    Text out(vm);
    return native_format(vm, self, str_of(a[0]), out) ? new_str(vm, out.view()) : ABSENT;
}
Value size_of(Vm& vm, Value self, const Args&)
{
    const i64 n = native_length(vm, self);
    return n < 0 ? ABSENT : int_of(vm, n);
}
Value item_of(Vm& vm, Value self, const Args& a)
{
    return native_subscript(vm, self, a[0]);
}
Value set_item(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(native_store(vm, self, a[0], a[1]));
}
Value delete_item(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(native_store(vm, self, a[0], ABSENT));
}
Value has(Vm& vm, Value self, const Args& a)
{
    const int in = native_contains(vm, self, a[0]);
    return in < 0 ? ABSENT : Value::boolean(in == 1);
}
Value walked(Vm& vm, Value self, const Args&)
{
    return native_iter(vm, self);
}
Value walked_back(Vm& vm, Value self, const Args&)
{
    return native_reversed(vm, self);
}
#define BINARY(name, op)                                \
    {"__" name "__", plain<BinaryOp::op>, "value/", 1}, \
        {"__r" name "__", reflected<BinaryOp::op>, "value/", 1}
constexpr NativeSpec NUMBER[] = {
    BINARY("add", Add),
    BINARY("sub", Sub),
    BINARY("mul", Mul),
    BINARY("floordiv", FloorDiv),
    BINARY("mod", Mod),
    BINARY("lshift", LShift),
    BINARY("rshift", RShift),
    BINARY("and", And),
    BINARY("or", Or),
    BINARY("xor", Xor),
    {"__pow__", power, "value,mod=/", 1},
    {"__rpow__", reflected<BinaryOp::Pow>, "value/", 1},
    {"__divmod__", division, "value/", 2},
    {"__rdivmod__", reflected_division, "value/", 2},
    {"__neg__", unary_method<Op::NEGATE>, "", 1},
    {"__pos__", unary_method<Op::POSITIVE>, "", 1},
    {"__invert__", unary_method<Op::INVERT>, "", 1},
    {"__abs__", absolute, "", 1},
    {"__round__", rounded, "ndigits=/", 1},
    {"__bool__", is_true, "", 1},
    {"__int__", number_of, "", 1},
    {"__index__", number_of, "", 1},
    {"__trunc__", number_of, "", 1},
    {"__floor__", number_of, "", 1},
    {"__ceil__", number_of, "", 1},
    {"__format__", formatted, "format_spec/", gas::STR_BASE},
};
constexpr NativeSpec NUMBER_ITSELF[] = {
    {"__and__", plain_bits<BinaryOp::And>, "value/", 1},
    {"__rand__", reflected_bits<BinaryOp::And>, "value/", 1},
    {"__or__", plain_bits<BinaryOp::Or>, "value/", 1},
    {"__ror__", reflected_bits<BinaryOp::Or>, "value/", 1},
    {"__xor__", plain_bits<BinaryOp::Xor>, "value/", 1},
    {"__rxor__", reflected_bits<BinaryOp::Xor>, "value/", 1},
    {"__repr__", number_shown, "", gas::STR_BASE},
};
constexpr NativeSpec BITS[] = {BINARY("and", And), BINARY("or", Or), BINARY("xor", Xor)};
constexpr NativeSpec EQUALITY[] = {
    {"__eq__", ordered<CompareOp::Eq>, "value/", 1},
    {"__ne__", ordered<CompareOp::Ne>, "value/", 1},
};
constexpr NativeSpec ORDER[] = {
    {"__lt__", ordered<CompareOp::Lt>, "value/", 1},
    {"__le__", ordered<CompareOp::Le>, "value/", 1},
    {"__gt__", ordered<CompareOp::Gt>, "value/", 1},
    {"__ge__", ordered<CompareOp::Ge>, "value/", 1},
};
constexpr NativeSpec SHOWN[] = {{"__repr__", shown_as, "", gas::STR_BASE}};
constexpr NativeSpec TRUE_OR_FALSE[] = {{"__bool__", is_true, "", 1}};
constexpr NativeSpec HASHED[] = {{"__hash__", hashed, "", 1}};
constexpr NativeSpec SIZED[] = {{"__len__", size_of, "", gas::LEN}};
constexpr NativeSpec HOLDING[] = {{"__contains__", has, "key/", 1}};
constexpr NativeSpec WALKED[] = {{"__iter__", walked, "", 1}};
constexpr NativeSpec WALKED_BACK[] = {{"__reversed__", walked_back, "", 1}};
constexpr NativeSpec INDEXED[] = {{"__getitem__", item_of, "key/", 1}};
constexpr NativeSpec CHANGED[] = {{"__setitem__", set_item, "key,value/", 1},
                                  {"__delitem__", delete_item, "key/", 1}};
constexpr NativeSpec JOINED[] = {
    {"__add__", plain<BinaryOp::Add>, "value/", 1},
    {"__mul__", repeated<false>, "value/", 1},
    {"__rmul__", repeated<false>, "value/", 1},
};
constexpr NativeSpec GROWN[] = {
    {"__iadd__", in_place<BinaryOp::Add>, "value/", 1},
    {"__imul__", repeated<true>, "value/", 1},
};
constexpr NativeSpec TEXT[] = {
    {"__str__", text_itself, "", 1},
    {"__format__", formatted, "format_spec/", gas::STR_BASE},
};
constexpr NativeSpec TEMPLATE[] = {{"__mod__", plain<BinaryOp::Mod>, "value/", 1},
                                   {"__rmod__", filling, "value/", 1}};
constexpr NativeSpec BYTES_ITSELF[] = {{"__bytes__", text_itself, "", 1}};
constexpr NativeSpec SHOWN_AS_TEXT[] = {{"__str__", shown_as, "", gas::STR_BASE}};
constexpr NativeSpec SETS[] = {BINARY("and", And), BINARY("or", Or), BINARY("xor", Xor), BINARY("sub", Sub)};
constexpr NativeSpec SETS_IN_PLACE[] = {
    {"__iand__", in_place<BinaryOp::And>, "value/", 1},
    {"__ior__", in_place<BinaryOp::Or>, "value/", 1},
    {"__ixor__", in_place<BinaryOp::Xor>, "value/", 1},
    {"__isub__", in_place<BinaryOp::Sub>, "value/", 1},
};
constexpr NativeSpec UNION[] = {BINARY("or", Or), {"__ior__", in_place<BinaryOp::Or>, "value/", 1}};
#undef BINARY

// Where a class has a method of that name already, with a price of its own, it keeps it.
void add_missing(Class& cls, std::initializer_list<std::span<const NativeSpec>> tables)
{
    for (const auto& table : tables)
        for (const NativeSpec& spec : table) {
            Str* name = static_name(spec.name);
            bool known = false;
            for (u32 i = 0; i < cls.dict->used; ++i)
                known = known || cls.dict->entries[i].key == Value::object(name);
            if (!known) add_static(cls, {&spec, 1});
        }
}

// What is the only one of its class.
Value the_only_one(Vm& vm, Value cls, const Args& args)
{
    const Class* c = cast<Class>(cls);
    if (args.positional + args.keywords() != 0)
        return type_error(vm,
                          cat(c == &T.ellipsis ? "EllipsisType" : str_of(c->name), " takes no arguments"));
    return c == &T.none ? NONE : c == &T.ellipsis ? ELLIPSIS : NOT_IMPLEMENTED;
}

}  // namespace

void boot_slot_methods()
{
    add_missing(T.int_, {NUMBER_ITSELF, NUMBER, EQUALITY, ORDER, HASHED});
    add_missing(T.bool_, {BITS, SHOWN});
    add_missing(T.str,
                {EQUALITY, ORDER, HASHED, SHOWN, TEXT, SIZED, HOLDING, WALKED, INDEXED, JOINED, TEMPLATE});
    add_missing(T.bytes, {EQUALITY, ORDER, HASHED, SHOWN, SIZED, HOLDING, WALKED, INDEXED, JOINED, TEMPLATE,
                          SHOWN_AS_TEXT, BYTES_ITSELF});
    add_missing(T.bytearray, {EQUALITY, ORDER, SHOWN, SIZED, HOLDING, WALKED, INDEXED, CHANGED, JOINED, GROWN,
                              TEMPLATE, SHOWN_AS_TEXT});
    add_missing(T.list, {EQUALITY, ORDER, SHOWN, SIZED, HOLDING, WALKED, INDEXED, CHANGED, JOINED, GROWN});
    add_missing(T.tuple, {EQUALITY, ORDER, HASHED, SHOWN, SIZED, HOLDING, WALKED, INDEXED, JOINED});
    add_missing(T.dict, {EQUALITY, SHOWN, SIZED, HOLDING, WALKED, UNION});
    add_missing(T.set, {EQUALITY, ORDER, SHOWN, SIZED, HOLDING, WALKED, SETS, SETS_IN_PLACE});
    add_missing(T.frozenset, {EQUALITY, ORDER, HASHED, SHOWN, SIZED, HOLDING, WALKED, SETS});
    add_missing(T.range, {EQUALITY, HASHED, SHOWN, SIZED, HOLDING, WALKED, INDEXED, TRUE_OR_FALSE});
    add_missing(T.slice, {EQUALITY, SHOWN});
    add_missing(T.union_type, {EQUALITY, HASHED, SHOWN});
    add_missing(T.dict_keys, {EQUALITY, ORDER, SHOWN, SIZED, HOLDING, WALKED, SETS});
    add_missing(T.dict_items, {EQUALITY, ORDER, SHOWN, SIZED, HOLDING, WALKED, SETS});
    add_missing(T.dict_values, {SHOWN, SIZED, WALKED});
    for (Class* c : {&T.none, &T.ellipsis, &T.not_implemented}) {
        add_missing(*c, {SHOWN, HASHED});
        c->make = the_only_one;
    }
    add_missing(T.none, {TRUE_OR_FALSE});
    add_missing(T.mappingproxy, {EQUALITY, SHOWN, SIZED, HOLDING, WALKED, INDEXED, UNION});
    for (Class* c :
         {&T.list, &T.range, &T.dict, &T.dict_keys, &T.dict_values, &T.dict_items, &T.mappingproxy})
        add_missing(*c, {WALKED_BACK});
    for (Class* c : {&T.list, &T.dict, &T.set, &T.bytearray, &T.slice, &T.dict_keys, &T.dict_items})
        add_static_value(*c, "__hash__", NONE);
}

}  // namespace lariat::pvm
