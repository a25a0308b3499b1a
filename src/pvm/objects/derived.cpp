// Programs' classes of int, str, bytes, tuple and the iterators of itertools: the same data as the builtin's,
// and a word for attributes behind it.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

template <class Type>
Type* room(Vm& vm, Class& cls, const Object* from, u64 bytes, u64 price)
{
    const u64 own_word = cls.is_builtin ? 0 : ((bytes + 7) & ~u64{7}) - bytes + sizeof(Dict*);
    vm.charge(price);
    Type* o = vm.make<Type>(cls, from->kind, bytes + own_word);
    o->flag = from->flag;
    o->size = from->size;
    return o;
}

Object* copy_text(Vm& vm, Class& cls, const Str* from)
{
    Str* s = room<Str>(vm, cls, from, from->size, from->size * gas::BYTE);
    s->points = from->points;
    s->hash = from->hash;
    std::memcpy(s->chars, from->chars, from->size);
    return s;
}

Object* copy_bytes(Vm& vm, Class& cls, const BytesObject* from)
{
    BytesObject* b = room<BytesObject>(vm, cls, from, from->size, from->size * gas::BYTE);
    b->hash = from->hash;
    if (from->size != 0) std::memcpy(b->data, from->data, from->size);
    return b;
}

Object* copy_tuple(Vm& vm, Class& cls, const Tuple* from)
{
    Tuple* t = room<Tuple>(vm, cls, from, u64{from->size} * sizeof(Value), from->size * gas::ITEM);
    std::copy_n(from->items, from->size, t->items);
    return t;
}

Object* copy_int(Vm& vm, Class& cls, Value from)
{
    bigint::Big space;
    const bigint::View n = int_view(from, space);
    Object shape{};
    shape.kind = Kind::Int;
    shape.flag = n.negative ? 1 : 0;
    shape.size = static_cast<u32>(n.limbs.size());
    Int* i = room<Int>(vm, cls, &shape, n.limbs.size() * sizeof(u64), n.limbs.size() * gas::ITEM);
    std::copy(n.limbs.begin(), n.limbs.end(), i->limbs);
    return i;
}

// Its data is not inline: the bytes are shared with what they were read from, which nobody else has.
Object* take_bytearray(Vm& vm, Class& cls, const ByteArray* from)
{
    ByteArray* b = vm.make<ByteArray>(cls, Kind::ByteArray, sizeof(Dict*));
    b->size = from->size;
    b->data = from->data;
    b->capacity = from->capacity;
    return b;
}

Object* copy_iterator(Vm& vm, Class& cls, const Iterator* from)
{
    Iterator* it = room<Iterator>(vm, cls, from, 0, 0);
    it->source = from->source;
    it->extra = from->extra;
    it->next = from->next;
    it->end = from->end;
    it->changes = from->changes;
    return it;
}

}  // namespace

Value derive(Vm& vm, Class& cls, Value plain)
{
    Object* made = nullptr;
    if (is_int(plain))
        made = copy_int(vm, cls, plain);
    else if (is_str(plain))
        made = copy_text(vm, cls, cast<Str>(plain));
    else if (is(plain, Kind::Bytes))
        made = copy_bytes(vm, cls, cast<BytesObject>(plain));
    else if (is(plain, Kind::Tuple))
        made = copy_tuple(vm, cls, cast<Tuple>(plain));
    else if (is(plain, Kind::ByteArray))
        made = take_bytearray(vm, cls, cast<ByteArray>(plain));
    else if (is(plain, Kind::Iterator))
        made = copy_iterator(vm, cls, cast<Iterator>(plain));
    else
        return plain;
    *trailing_attributes(made) = nullptr;
    return Value::object(made);
}

Value plain_of(Vm& vm, Value v)
{
    if (exact(v)) return v;
    switch (v.as_object()->kind) {
        case Kind::Int: {
            bigint::Big big;
            const Int* i = cast<Int>(v);
            big.negative = i->flag != 0;
            big.size = i->size;
            std::copy_n(i->limbs, i->size, big.limbs.begin());
            return int_of_big(vm, big);
        }
        case Kind::Str:
            return Value::object(copy_text(vm, T.str, cast<Str>(v)));
        case Kind::Bytes:
            return Value::object(copy_bytes(vm, T.bytes, cast<BytesObject>(v)));
        case Kind::Tuple:
            vm.charge(v.as_object()->size * gas::ITEM);
            return Value::object(new_tuple(vm, cast<Tuple>(v)->view()));
        case Kind::FrozenSet: {
            Dict* s = new_set(vm, true);
            return dict_copy_into(vm, s, cast<Dict>(v)) ? Value::object(s) : ABSENT;
        }
        default:
            return v;
    }
}

Value make_instance(Vm& vm, Class* cls, const Args& args)
{
    if (cls->make == nullptr) return type_error(vm, cat("cannot create '", str_of(cls->name), "' instances"));
    const Value made = cls->make(vm, Value::object(cls), args);
    if (made.absent() || cls->is_builtin || type_of(made) == cls || cls->instances == Kind::Class)
        return made;
    return derive(vm, *cls, made);
}

}  // namespace lariat::pvm
