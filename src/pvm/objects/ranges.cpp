// The classes range and slice.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

Value range_make(Vm& vm, Value, const Args& args)
{
    if (args.keywords() != 0) return type_error(vm, "range() takes no keyword arguments");
    if (args.positional == 0) return type_error(vm, "range expected at least 1 argument, got 0");
    if (args.positional > 3)
        return type_error(vm, cat("range expected at most 3 arguments, got ", number(args.positional)));
    Value parts[3] = {Value::small(0), ABSENT, Value::small(1)};
    Value given[3];
    for (u32 i = 0; i < args.positional; ++i) {
        given[i] = to_index(vm, args[i]);
        if (given[i].absent()) return ABSENT;
    }
    parts[1] = given[0];
    if (args.positional > 1) {
        parts[0] = given[0];
        parts[1] = given[1];
    }
    if (args.positional > 2) parts[2] = given[2];
    return new_range(vm, parts[0], parts[1], parts[2]);
}
Value range_start(Vm&, Value self)
{
    return cast<Range>(self)->start;
}
Value range_stop(Vm&, Value self)
{
    return cast<Range>(self)->stop;
}
Value range_step(Vm&, Value self)
{
    return cast<Range>(self)->step;
}
// What equals a number of the range only by what its class says is found by asking each of them.
bool asks_each(const Vm& vm, Value item)
{
    return !exact(item) && says(vm, item, HAS_EQ);
}

// The place of the first that equals it, or how many do; -1: pending.
i64 ask_each(Vm& vm, Value range, Value item, bool count)
{
    const Value it = get_iter(vm, range);
    if (it.absent()) return -1;
    i64 found = 0;
    for (i64 at = 0;; ++at) {
        vm.charge(gas::ITEM);
        const Value v = iter_next(vm, it);
        if (v.absent()) {
            if (!pending(vm) && !count) value_error(vm, "sequence.index(x): x not in sequence");
            return pending(vm) ? -1 : found;
        }
        const int same = identical_or_equal(vm, v, item);
        if (same < 0) return -1;
        if (same != 0 && !count) return at;
        found += same;
    }
}

Value range_index(Vm& vm, Value self, const Args& a)
{
    if (asks_each(vm, a[0])) {
        const i64 at = ask_each(vm, self, a[0], false);
        return at < 0 ? ABSENT : Value::small(at);
    }
    const int in = contains(vm, self, a[0]);
    if (in < 0) return ABSENT;
    if (!is_int(a[0])) return value_error(vm, "sequence.index(x): x not in sequence");
    if (in == 0) {
        std::string what;
        if (!repr_to(vm, a[0], what)) return ABSENT;
        return value_error(vm, cat(what, " is not in range"));
    }
    const Value from = int_binary(vm, BinaryOp::Sub, a[0], cast<Range>(self)->start);
    return int_binary(vm, BinaryOp::FloorDiv, from, cast<Range>(self)->step);
}
Value range_count(Vm& vm, Value self, const Args& a)
{
    if (asks_each(vm, a[0])) {
        const i64 times = ask_each(vm, self, a[0], true);
        return times < 0 ? ABSENT : Value::small(times);
    }
    const int in = contains(vm, self, a[0]);
    return in < 0 ? ABSENT : Value::small(in);
}

Value slice_make(Vm& vm, Value, const Args& args)
{
    if (args.keywords() != 0) return type_error(vm, "slice() takes no keyword arguments");
    if (args.positional == 0 || args.positional > 3)
        return type_error(
            vm, cat("slice expected at ", args.positional == 0 ? "least 1 argument" : "most 3 arguments",
                    ", got ", number(args.positional)));
    if (args.positional == 1) return new_slice(vm, NONE, args[0], NONE);
    return new_slice(vm, args[0], args[1], args.positional == 3 ? args[2] : NONE);
}
Value slice_start(Vm&, Value self)
{
    return cast<Slice>(self)->start;
}
Value slice_stop(Vm&, Value self)
{
    return cast<Slice>(self)->stop;
}
Value slice_step(Vm&, Value self)
{
    return cast<Slice>(self)->step;
}
Value slice_indices(Vm& vm, Value self, const Args& a)
{
    const Value length = to_index(vm, a[0]);
    if (length.absent()) return ABSENT;
    if (int_compare(length, Value::small(0)) < 0) return value_error(vm, "length should not be negative");
    Value parts[3];
    if (!long_slice_parts(vm, cast<Slice>(self), length, parts[0], parts[1], parts[2])) return ABSENT;
    return Value::object(new_tuple(vm, parts));
}

constexpr NativeSpec RANGE[] = {{"index", range_index, "value/", gas::NATIVE},
                                {"count", range_count, "value/", gas::NATIVE}};
constexpr AttributeSpec RANGE_ATTRIBUTES[] = {
    {"start", range_start, nullptr}, {"stop", range_stop, nullptr}, {"step", range_step, nullptr}};
constexpr NativeSpec SLICE[] = {{"indices", slice_indices, "length/", gas::NATIVE}};
constexpr AttributeSpec SLICE_ATTRIBUTES[] = {
    {"start", slice_start, nullptr}, {"stop", slice_stop, nullptr}, {"step", slice_step, nullptr}};

}  // namespace

void boot_sequence_types();
void boot_sequence_types()
{
    T.range.make = range_make;
    T.slice.make = slice_make;
    add_static(T.range, RANGE, RANGE_ATTRIBUTES);
    add_static(T.slice, SLICE, SLICE_ATTRIBUTES);
    add_builtin("range", Value::object(&T.range));
    add_builtin("slice", Value::object(&T.slice));
}

}  // namespace lariat::pvm
