// Equality and order as containers and sorting ask for them: mostly of values about which no program's class
// has a say. What is said here is what compare() says.
#include "pvm/objects/at_a_glance.hpp"

namespace lariat::pvm {

namespace {

/// Builtin values are equal to values of their own family only; `itself`: to nothing else at all.
enum class Family : u8 {
    itself,
    number,
    text,
    bytes,
    list,
    tuple,
    dict,
    set,
    range,
    slice,
    method,
    classes,
    alias
};

constexpr Family family_of(Kind kind) noexcept
{
    switch (kind) {
        case Kind::Int:
            return Family::number;
        case Kind::Str:
            return Family::text;
        case Kind::Bytes:
        case Kind::ByteArray:
            return Family::bytes;
        case Kind::List:
            return Family::list;
        case Kind::Tuple:
            return Family::tuple;
        case Kind::Dict:
        case Kind::Proxy:
            return Family::dict;
        case Kind::Set:
        case Kind::FrozenSet:
        case Kind::DictView:
            return Family::set;
        case Kind::Range:
            return Family::range;
        case Kind::Slice:
            return Family::slice;
        case Kind::BoundMethod:
            return Family::method;
        case Kind::Union:
            return Family::classes;
        case Kind::GenericAlias:
            return Family::alias;
        default:
            return Family::itself;
    }
}

constexpr auto FAMILIES = [] {
    std::array<Family, static_cast<std::size_t>(Kind::Immediate) + 1> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = family_of(static_cast<Kind>(i));
    return out;
}();

Family family_of(Value v) noexcept
{
    if (v.is_object()) return FAMILIES[static_cast<std::size_t>(v.as_object()->kind)];
    return v.is_small() || v.is_bool() ? Family::number : Family::itself;
}

int same_bytes(Vm& vm, BytesView a, BytesView b)
{
    if (a.size() != b.size()) return 0;
    vm.charge(a.size() * gas::BYTE);
    return text(a) == text(b);
}

bool same_number(Vm& vm, Value a, Value b)
{
    return a == b || (!(a.is_small() && b.is_small()) && int_order(vm, a, b) == 0);
}

/// Where neither class says anything of equality: what looking for it in each costs.
void pay_for_silence(Vm& vm, Value a, Value b)
{
    u64 price = 0;
    if (!exact(a)) price = lookup_price(vm, a.as_object()->cls, N.eq);
    if (exact(b)) return;
    if (b.as_object()->cls == type_of(a))
        vm.charge(price);
    else
        lookup(vm, b.as_object()->cls, N.eq);
}

/// Of two members of lists or tuples.
int members_equal(Vm& vm, Value a, Value b)
{
    if (a == b) return 1;
    if (is(a, Kind::List) || is(a, Kind::Tuple)) vm.charge(gas::NESTED);
    return equals(vm, a, b);
}

/// Of two lists or two tuples. A comparison may change both: each step looks at what they hold then. Lists of
/// other sizes differ unasked; tuples ask their members first, as in CPython.
template <class Sequence>
[[gnu::noinline]] int items_equal(Vm& vm, const Sequence* a, const Sequence* b)
{
    if (std::is_same_v<Sequence, List> && a->size != b->size) return 0;
    u32 i = 0;
    for (; i < a->size && i < b->size; ++i) {
        vm.charge(gas::ITEM);
        const int same = members_equal(vm, a->items[i], b->items[i]);
        if (same < 0) return -1;
        if (same == 0) break;
    }
    return i >= a->size || i >= b->size ? a->size == b->size : 0;
}

/// Of two that are equal where they hold the same; -2: their sizes do not say.
int same_by_size(u32 a, u32 b)
{
    return a != b ? 0 : a == 0 ? 1 : -2;
}

/// Of two builtin values, neither too deep in others; -1: pending, -2: not of a kind that is compared here.
int builtin_equal(Vm& vm, Value a, Value b)
{
    const Family family = family_of(a);
    if (family != family_of(b)) return 0;
    switch (family) {
        case Family::itself:
            return a == b;
        case Family::number:
            return int_order(vm, a, b) == 0;
        case Family::text:
            return a == b ? 1 : same_bytes(vm, view(str_of(a)), view(str_of(b)));
        case Family::bytes:
            return same_bytes(vm, bytes_of(a), bytes_of(b));
        case Family::range:
            return ranges_equal(vm, cast<Range>(a), cast<Range>(b));
        case Family::list:
        case Family::tuple: {
            const Deeper deeper(vm);
            return stopping_halt(vm, -1, [&] { return sequences_equal(vm, a, b); });
        }
        case Family::dict:
            return is_dict(a) && is_dict(b) ? same_by_size(a.as_object()->size, b.as_object()->size) : -2;
        case Family::set: {
            if (is_anyset(a) && is_anyset(b)) return same_by_size(a.as_object()->size, b.as_object()->size);
            const Value said = sizes_say(CompareOp::Eq, a, b);
            return said.absent() ? -2 : said == TRUE;
        }
        default:
            return -2;
    }
}

}  // namespace

int ranges_equal(Vm& vm, const Range* a, const Range* b)
{
    if (!same_number(vm, a->length, b->length)) return 0;
    if (a->length == Value::small(0)) return 1;
    if (!same_number(vm, a->start, b->start)) return 0;
    return a->length == Value::small(1) || same_number(vm, a->step, b->step);
}

i64 first_difference(Vm& vm, Value a, Value b)
{
    // A comparison may change both: each step looks at what they hold then.
    std::size_t i = 0;
    for (; i < sequence_items(a).size() && i < sequence_items(b).size(); ++i) {
        vm.charge(gas::ITEM);
        const int same = members_equal(vm, sequence_items(a)[i], sequence_items(b)[i]);
        if (same < 0) return -1;
        if (same == 0) break;
    }
    return static_cast<i64>(i);
}

int sequences_equal(Vm& vm, Value a, Value b)
{
    return is(a, Kind::List) ? items_equal(vm, cast<List>(a), cast<List>(b))
                             : items_equal(vm, cast<Tuple>(a), cast<Tuple>(b));
}

int equals(Vm& vm, Value a, Value b)
{
    if (a.is_small() && b.is_small()) return a == b;
    if (says(vm, a, HAS_EQ) || says(vm, b, HAS_EQ)) {
        const Value said = compare_in_turn(vm, CompareOp::Eq, a, b);
        if (said == NOT_IMPLEMENTED) return a == b;
        return said.absent() ? -1 : truth(vm, said);
    }
    if (!exact(a) || !exact(b)) {
        pay_for_silence(vm, a, b);
        if ((is(a, Kind::Instance) || is(b, Kind::Instance)) && vm.native_depth < Vm::NATIVE_DEPTH_MAX)
            return a == b;
        if (is_int(a) && is_int(b)) return int_order(vm, a, b) == 0;
    }
    if (vm.native_depth < Vm::NATIVE_DEPTH_MAX)
        if (const int same = builtin_equal(vm, a, b); same != -2) return same;
    const Value r = native_compare(vm, CompareOp::Eq, a, b);
    if (r == NOT_IMPLEMENTED) return a == b;
    return r.absent() ? -1 : r == TRUE;
}

bool first_numbers_differ(Vm& vm, Value a, Value b)
{
    if (!(is(a, Kind::List) && is(b, Kind::List)) && !(is(a, Kind::Tuple) && is(b, Kind::Tuple)))
        return false;
    const auto x = sequence_items(a), y = sequence_items(b);
    if (x.empty() || y.empty() || !x[0].is_small() || !y[0].is_small() || x[0] == y[0] ||
        vm.native_depth >= Vm::NATIVE_DEPTH_MAX)
        return false;
    vm.charge(gas::ITEM);
    return true;
}

int less(Vm& vm, Value a, Value b)
{
    if (a.is_small() && b.is_small()) return a.as_small() < b.as_small();
    const bool methods = says(vm, a, HAS_ORDER) || says(vm, b, HAS_ORDER);
    if (!methods) {
        if (is_int(a) && is_int(b)) return int_order(vm, a, b) < 0;
        if (first_numbers_differ(vm, a, b))
            return sequence_items(a)[0].as_small() < sequence_items(b)[0].as_small();
    }
    const Value r =
        methods ? compare_in_turn(vm, CompareOp::Lt, a, b) : native_compare(vm, CompareOp::Lt, a, b);
    if (r == NOT_IMPLEMENTED) {
        not_ordered(vm, CompareOp::Lt, a, b);
        return -1;
    }
    return r.absent() ? -1 : truth(vm, r);
}

}  // namespace lariat::pvm
