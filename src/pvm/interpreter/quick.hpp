// The short ways of single instructions: what most operands are, without a call. Each gives what the long
// way gives and charges what it charges.
#pragma once

#include "pvm/interpreter/interp_ops.hpp"

namespace lariat::pvm {

inline bool is_exact(Value v, const Class* cls) noexcept
{
    return v.is_object() && v.as_object()->cls == cls;
}

/// Of two small integers, where the result is small; ABSENT: the long way.
inline Value quick_binary(BinaryOp op, Value a, Value b) noexcept
{
    if ((a.bits & b.bits & 1) == 0) return ABSENT;
    const i64 x = a.as_small(), y = b.as_small();
    switch (op) {
        case BinaryOp::Mod: {
            if (y <= 0) return ABSENT;
            const i64 r = x % y;
            return Value::small(r < 0 ? r + y : r);
        }
        case BinaryOp::FloorDiv:
            if (y <= 0) return ABSENT;
            return Value::small(x / y - (x % y < 0 ? 1 : 0));
        case BinaryOp::And:
            return {a.bits & b.bits};
        case BinaryOp::Or:
            return {a.bits | b.bits};
        case BinaryOp::Xor:
            return Value::small(x ^ y);
        case BinaryOp::RShift:
            if (y < 0) return ABSENT;
            return Value::small(x >> (y > 63 ? 63 : y));
        default:
            return ABSENT;
    }
}

/// 1 or 0; -1: the long way.
inline int quick_compare(CompareOp op, Value a, Value b) noexcept
{
    if (op == CompareOp::Is) return a == b;
    if (op == CompareOp::IsNot) return !(a == b);
    if ((a.bits & b.bits & 1) == 0 || op > CompareOp::Ge) return -1;
    return compare_small(op, static_cast<i64>(a.bits), static_cast<i64>(b.bits));
}

/// As dict_get_name: most instances have few attributes, and the program's names are one object each.
inline Value attribute_of(Vm& vm, Dict* attributes, Str* name)
{
    if (attributes->index == nullptr)
        for (u32 i = 0; i < attributes->used; ++i)
            if (attributes->entries[i].key == Value::object(name)) return attributes->entries[i].value;
    return dict_get_name(vm, attributes, name);
}

inline constexpr u16 GETS_IN_ITS_WAY = HAS_GETATTRIBUTE | HAS_GETATTR | BESIDE_SLOTS;

/// The value of a slot of an instance that has slots alone, where `found` stands in its class; ABSENT: the
/// long way.
inline Value quick_slot(Vm& vm, const Instance* o, Value found)
{
    if (!is(found, Kind::Member)) return ABSENT;
    const Member* m = cast<Member>(found);
    return o->cls == m->owner ? attribute_of(vm, o->attributes, m->key) : ABSENT;
}

/// A method of an instance's class, or of a builtin object. False: the long way, nothing has happened.
inline bool quick_method(Vm& vm, Value v, Str* name, Value& function, Value& self)
{
    if (!v.is_object()) return false;
    const Kind kind = v.as_object()->kind;
    if (kind != Kind::Instance && kind != Kind::Str && kind != Kind::List && kind != Kind::Dict &&
        kind != Kind::Bytes && kind != Kind::Storage)
        return false;
    Class* cls = v.as_object()->cls;
    if (kind == Kind::Instance ? (cls->features & GETS_IN_ITS_WAY) != 0 : !cls->is_builtin) return false;
    const LookupCache& line = vm.cache_line(cls, name);
    if (!line.is_for(cls, name, vm.epoch)) return false;
    const Value found = line.found;
    if (!becomes_method(found) && !(is(found, Kind::Native) && is_method(cast<Native>(found)))) return false;
    vm.charge(line.price);
    function = found;
    self = v;
    if (kind != Kind::Instance || cast<Instance>(v)->attributes == nullptr) return true;
    const Value own = dict_get_name(vm, cast<Instance>(v)->attributes, name);
    if (own.present()) {
        function = own;
        self = ABSENT;
    }
    return true;
}

}  // namespace lariat::pvm
