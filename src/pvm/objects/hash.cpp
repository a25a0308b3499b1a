// Hashes: equal values have equal ones, and none depends on where an execution runs.
#include "pvm/objects/aliases.hpp"

namespace lariat::pvm {

// Modulo a prime, as CPython's, so that what is equal hashes alike however it is kept.
u64 int_hash(Value v)
{
    constexpr u64 PRIME = (u64{1} << 61) - 1;
    if (!v.is_object()) {
        const i64 n = v.is_small() ? v.as_small() : v == TRUE ? 1 : 0;
        const i64 r = static_cast<i64>((n < 0 ? u64{0} - static_cast<u64>(n) : static_cast<u64>(n)) % PRIME);
        return static_cast<u64>(n >= 0 ? r : r == 1 ? -2 : -r);
    }
    bigint::Big room;
    const bigint::View view = int_view(v, room);
    u128 r = 0;
    for (std::size_t i = view.limbs.size(); i-- > 0;) r = ((r << 64) + view.limbs[i]) % PRIME;
    const i64 h = view.negative ? -static_cast<i64>(r) : static_cast<i64>(r);
    return static_cast<u64>(h == -1 ? -2 : h);
}

bool hash_value(Vm& vm, Value v, u64& out)
{
    if (v.is_small()) {
        out = int_hash(v);
        return true;
    }
    if (!v.is_object()) {
        out = v.is_bool() ? (v == TRUE ? 1 : 0) : settled_hash(0x51ed2700u + v.bits);
        return true;
    }
    if (v.as_object()->kind == Kind::Str && v.as_object()->cls == &T.str) {
        out = str_hash(vm, cast<Str>(v));
        return true;
    }
    if (!v.as_object()->cls->is_builtin) {
        const Value method = lookup(vm, v.as_object()->cls, N.hash);
        if (method == NONE) return type_error(vm, cat("unhashable type: '", type_name(v), "'")).present();
        bool found = false;
        const Value r = call_special(vm, v, N.hash, {}, found);
        if (found) {
            if (r.absent()) return false;
            if (!is_int(r)) return type_error(vm, "__hash__ method should return an integer").present();
            const auto n = to_i64(r);  // as it is, where it fits
            out = !n ? int_hash(r) : static_cast<u64>(*n == -1 ? -2 : *n);
            return true;
        }
    }
    return native_hash(vm, v, out);
}

namespace {

bool hash_tuple(Vm& vm, const Tuple* t, u64& out)
{
    u64 h = 0x27d4eb2f165667c5u;
    for (const Value item : t->view()) {
        vm.charge(is(item, Kind::Tuple) ? gas::ITEM + gas::NESTED : gas::ITEM);
        u64 part = 0;
        if (!hash_value(vm, item, part)) return false;
        h = (h + part * 0xc2b2ae3d27d4eb4fu);
        h = (h << 31 | h >> 33) * 0x9e3779b185ebca87u;
    }
    out = h;
    return true;
}

bool hash_method(Vm& vm, const BoundMethod* m, u64& out)
{
    if (is(m->function, Kind::BoundMethod)) vm.charge(gas::DICT);  // one in another
    if (!hash_value(vm, m->function, out)) return false;
    // By identity, as they are compared; what is not of this execution has no place that is the same
    // everywhere.
    const u64 self = !m->self.is_object()                  ? m->self.bits
                     : vm.arena.holds(m->self.as_object()) ? vm.arena.offset(m->self.as_object())
                                                           : 0;
    out = out * 31 + self;
    return true;
}

constexpr u64 FROZENSET_SEED = 0x3c6ef372fe94f82bu;
constexpr u64 frozenset_part(u64 hash) noexcept
{
    return (hash ^ 89869747u) * 0x9e3779b97f4a7c15u;
}

// In whatever order: as a frozenset of the classes, which typing.Union is hashed as.
bool hash_union(Vm& vm, const Union* u, u64& out)
{
    vm.charge(u->size * gas::ITEM);
    out = FROZENSET_SEED;
    for (const Value cls : u->view()) {
        u64 part = 0;
        if (!hash_value(vm, cls == NONE ? Value::object(&T.none) : cls, part)) return false;
        out ^= frozenset_part(part);
    }
    return true;
}

bool hash_object(Vm& vm, Value v, u64& out)
{
    const Kind kind = v.as_object()->kind;
    switch (kind) {
        case Kind::Str:
            out = str_hash(vm, cast<Str>(v));
            return true;
        case Kind::Int:
            vm.charge(v.as_object()->size);
            out = int_hash(v);
            return true;
        case Kind::Bytes: {
            BytesObject* b = cast<BytesObject>(v);
            if (b->hash == 0) {
                vm.charge(b->size * gas::BYTE);
                b->hash = hash_bytes(b->view());
            }
            out = b->hash;
            return true;
        }
        case Kind::Tuple:
            return nested(vm, false, TOO_DEEP_TO_COMPARE,
                          [&] { return hash_tuple(vm, cast<Tuple>(v), out); });
        case Kind::FrozenSet: {
            u64 h = FROZENSET_SEED;
            const Dict* s = cast<Dict>(v);
            vm.charge(s->used * gas::ITEM);
            for (u32 i = 0; i < s->used; ++i)
                if (s->entries[i].key.present()) h ^= frozenset_part(s->entries[i].hash);
            out = h;
            return true;
        }
        case Kind::Range: {
            vm.charge((int_bits(cast<Range>(v)->length) + int_bits(cast<Range>(v)->start)) / 64);
            const Range* r = cast<Range>(v);
            out = int_hash(r->length) * 31;
            if (!(r->length == Value::small(0))) out += int_hash(r->start);  // all that are empty are equal
            return true;
        }
        case Kind::Union:
            return hash_union(vm, cast<Union>(v), out);
        case Kind::GenericAlias:
            return nested(vm, false, TOO_DEEP, [&] { return hash_alias(vm, cast<GenericAlias>(v), out); });
        case Kind::List:
        case Kind::Dict:
        case Kind::Set:
        case Kind::ByteArray:
        case Kind::Slice:
        case Kind::DictView:
        case Kind::Proxy:
        case Kind::Storage:
            if (v.as_object()->cls == &T.dict_values) break;  // which nothing equals but itself
            return type_error(vm, cat("unhashable type: '", type_name(v), "'")).present();
        case Kind::BoundMethod:
            return nested(vm, false, TOO_DEEP, [&] { return hash_method(vm, cast<BoundMethod>(v), out); });
        default:
            break;
    }
    const Object* o = v.as_object();
    if (vm.arena.holds(o))
        out = vm.arena.offset(o) / 8;
    else if (kind == Kind::Class)
        out = hash_bytes(view(str_of(cast<Class>(v)->qualname)));
    else
        out = kind == Kind::Native ? hash_bytes(view(std::string_view(cast<Native>(v)->spec->name)))
                                   : 0x5bd1e995u;
    return true;
}

}  // namespace

bool native_hash(Vm& vm, Value v, u64& out)
{
    if (!v.is_object()) return hash_value(vm, v, out);
    if (!hash_object(vm, v, out)) return false;
    if (!is_int(v)) out = settled_hash(out);
    return true;
}

}  // namespace lariat::pvm
