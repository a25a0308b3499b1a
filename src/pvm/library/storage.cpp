// self.storage, and the canonical CBOR in which its keys and values are kept.
#include "base/cbor.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

/// What a value can become that can be stored.
std::string_view hint_for(Value v)
{
    if (is(v, Kind::Set) || is(v, Kind::FrozenSet)) return "; store sorted(value)";
    if (is(v, Kind::Instance)) return "; store its fields as a dict";
    if (is(v, Kind::Range) || is(v, Kind::Generator)) return "; store list(value)";
    return "";
}

bool encode(Vm& vm, Value v, CborWriter& out, u32 depth)
{
    if (depth > vm.limits.nesting)
        return value_error(vm, cat("a value nested deeper than ", number(vm.limits.nesting),
                                   " levels cannot be stored"))
            .present();
    vm.charge(gas::ITEM);
    vm.arena.need(out.size());
    if (v == NONE) {
        out.put_null();
        return true;
    }
    if (v.is_bool()) {
        out.put_bool(v == TRUE);
        return true;
    }
    if (is_int(v)) {
        bigint::Big room;
        const bigint::View n = int_view(v, room);
        vm.charge(n.limbs.size() * 8);
        out.put_integer(n.negative, n.limbs);
        return true;
    }
    if (v.is_object()) switch (v.as_object()->kind) {
            case Kind::Str:
                vm.charge(str_of(v).size());
                vm.arena.need(out.size() + str_of(v).size());
                out.put_text(str_of(v));
                return true;
            case Kind::Bytes:
            case Kind::ByteArray:
                vm.charge(bytes_of(v).size());
                vm.arena.need(out.size() + bytes_of(v).size());
                out.put_bytes(bytes_of(v));
                return true;
            case Kind::List:
            case Kind::Tuple: {
                const std::span<const Value> items = is(v, Kind::List)
                                                         ? std::span<const Value>(cast<List>(v)->view())
                                                         : cast<Tuple>(v)->view();
                out.put_array(items.size());
                for (const Value item : items)
                    if (!encode(vm, item, out, depth + 1)) return false;
                return true;
            }
            case Kind::Dict: {
                const Dict* d = cast<Dict>(v);
                pay_for_deleted(vm, d);
                std::vector<CborPair> pairs;
                u64 bytes = 0;
                for (u32 i = 0; i < d->used; ++i) {
                    if (d->entries[i].key.absent()) continue;
                    CborWriter key, value;
                    if (!encode(vm, d->entries[i].key, key, depth + 1) ||
                        !encode(vm, d->entries[i].value, value, depth + 1))
                        return false;
                    bytes += key.size() + value.size();
                    vm.charge(key.size() + value.size());
                    vm.arena.need(bytes + out.size());
                    pairs.emplace_back(key.take(), value.take());
                }
                vm.charge(pairs.size() * (1 + gas::log2_ceil(pairs.size())));
                if (put_sorted_map(out, pairs)) return true;
                return value_error(vm, "two keys of a dict have the same encoding").present();
            }
            default:
                break;
        }
    return type_error(
               vm, cat("a value of type '", type_name(v), "' cannot be stored: only None, bool, int, str, ",
                       "bytes, and lists, tuples and dicts of these", hint_for(v)))
        .present();
}

Value decode_integer(Vm& vm, const CborItem& item)
{
    using Kind_ = CborItem::Kind;
    if (item.kind == Kind_::unsigned_integer) return int_of_u64(vm, item.number);
    bigint::Big n = bigint::from_u64(item.number);
    if (item.kind != Kind_::negative_integer)
        if (bigint::from_bytes(item.data, bigint::ByteOrder::big, false, n) != bigint::Status::ok)
            return raise(vm, T.OverflowError, "integer is wider than 4096 bits");
    if (item.kind == Kind_::big_positive) return int_of_big(vm, n);
    bigint::Big out;
    if (bigint::invert(n, out) != bigint::Status::ok)
        return raise(vm, T.OverflowError, "integer is wider than 4096 bits");
    return int_of_big(vm, out);
}

struct Open {
    Value container;  ///< list or dict
    Value key;        ///< of a dict: waiting for its value
    bool in_key;      ///< of a dict around it: what was a tuple is one again

    bool wants_key() const { return is(container, Kind::Dict) && key.absent(); }
};

Value leaf(Vm& vm, const CborItem& item)
{
    switch (item.kind) {
        case CborItem::Kind::bytes:
            return new_bytes(vm, item.data);
        case CborItem::Kind::text:
            return new_str(vm, text(item.data));
        case CborItem::Kind::boolean:
            return Value::boolean(item.number == 1);
        case CborItem::Kind::null:
            return NONE;
        default:
            return decode_integer(vm, item);
    }
}

}  // namespace

bool cbor_encode(Vm& vm, Value v, Bytes& out)
{
    vm.charge(gas::CBOR_BASE);
    CborWriter writer;
    if (!encode(vm, v, writer, 0)) return false;
    vm.charge(writer.size());
    out = writer.take();
    return true;
}

Value cbor_decode(Vm& vm, BytesView bytes)
{
    vm.charge(gas::CBOR_BASE + bytes.size());
    CborReader reader(bytes, vm.limits.nesting + 1);
    CborItem item;
    std::vector<Open> open;
    Value result;
    for (;;) {
        const CborReader::Step step = reader.next(item);
        if (step == CborReader::Step::refused)
            return value_error(
                vm, "the stored value is not canonical CBOR: read what set_state wrote with get_state");
        if (step == CborReader::Step::done) return result;
        Value v;
        if (item.kind == CborItem::Kind::array || item.kind == CborItem::Kind::map) {
            const bool map = item.kind == CborItem::Kind::map;
            vm.charge(gas::ITEM);  // more than its byte of what is read
            const bool in_key = !open.empty() && (open.back().in_key || open.back().wants_key());
            const Value made =
                map ? Value::object(new_dict(vm)) : Value::object(new_list_room(vm, item.number));
            open.push_back({made, ABSENT, in_key});
            continue;
        }
        if (item.kind == CborItem::Kind::end) {
            v = open.back().container;
            if (open.back().in_key && is(v, Kind::List))
                v = Value::object(new_tuple(vm, cast<List>(v)->view()));
            open.pop_back();
        } else {
            v = leaf(vm, item);
            if (v.absent()) return ABSENT;
        }
        if (open.empty()) {
            result = v;
            continue;
        }
        Open& outer = open.back();
        if (is(outer.container, Kind::List)) {
            list_append(vm, cast<List>(outer.container), v);
        } else if (outer.key.absent()) {
            outer.key = v;
        } else {
            if (!dict_set(vm, cast<Dict>(outer.container), outer.key, v)) return ABSENT;
            outer.key = ABSENT;
        }
    }
}

namespace {

// A key's bytes: those of the object itself, or encoded in `room`.
bool key_bytes(Vm& vm, Value key, Bytes& room, BytesView& out)
{
    if (is_str(key) || is(key, Kind::Bytes)) {
        out = is_str(key) ? view(str_of(key)) : bytes_of(key);
        vm.charge(out.size());
        return true;
    }
    if (!is_int(key) && !(key == NONE) && !is(key, Kind::Tuple))
        return type_error(vm, cat("a storage key must be str, bytes, int, None or a tuple of these, got ",
                                  type_name(key)))
            .present();
    Bytes encoded;
    if (!cbor_encode(vm, key, encoded)) return false;
    room.assign(1, 0);
    room.insert(room.end(), encoded.begin(), encoded.end());
    out = room;
    return true;
}

}  // namespace

Value storage_get(Vm& vm, Value key)
{
    Bytes room;
    BytesView encoded;
    if (!key_bytes(vm, key, room, encoded)) return ABSENT;
    const auto found = vm.host.get_state(encoded);
    if (!found) return raise_host_error(vm, found.error());
    if (!found.value()) return ABSENT;
    return cbor_decode(vm, *found.value());
}

bool storage_set(Vm& vm, Value key, Value value)
{
    Bytes room, encoded;
    BytesView encoded_key;
    if (!key_bytes(vm, key, room, encoded_key) || !cbor_encode(vm, value, encoded)) return false;
    const Status status = vm.host.set_state(encoded_key, BytesView(encoded));
    if (!status) raise_host_error(vm, status.error());
    return status.ok();
}

int storage_delete(Vm& vm, Value key)
{
    Bytes room;
    BytesView encoded;
    if (!key_bytes(vm, key, room, encoded)) return -1;
    const auto found = vm.host.get_state(encoded);
    if (!found) {
        raise_host_error(vm, found.error());
        return -1;
    }
    if (!found.value()) return 0;
    const Status status = vm.host.delete_state(encoded);
    if (status) return 1;
    raise_host_error(vm, status.error());
    return -1;
}

Value new_storage(Vm& vm)
{
    return Value::object(vm.make<Object>(T.storage, Kind::Storage));
}

namespace {

Value get(Vm& vm, Value, const Args& a)
{
    const Value v = storage_get(vm, a[0]);
    return v.present() || pending(vm) ? v : a[1].present() ? a[1] : NONE;
}
Value setdefault(Vm& vm, Value, const Args& a)
{
    const Value v = storage_get(vm, a[0]);
    if (v.present() || pending(vm)) return v;
    const Value other = a[1].present() ? a[1] : NONE;
    return storage_set(vm, a[0], other) ? other : ABSENT;
}
Value pop(Vm& vm, Value, const Args& a)
{
    const Value v = storage_get(vm, a[0]);
    if (v.absent()) {
        if (pending(vm)) return ABSENT;
        return a[1].present() ? a[1] : raise_value(vm, T.KeyError, a[0]);
    }
    return storage_delete(vm, a[0]) == 1 ? v : ABSENT;
}

constexpr NativeSpec METHODS[] = {{"get", get, "key,default=/", gas::DICT},
                                  {"setdefault", setdefault, "key,default=/", gas::DICT},
                                  {"pop", pop, "key,default=/", gas::DICT}};

}  // namespace

Value make_actor(Vm& vm, Value cls)
{
    Class* c = cast<Class>(cls);
    if (c->instances != Kind::Instance || (c->features & HAS_NEW) != 0)
        return type_error(
            vm, cat("'", str_of(c->name), "' cannot be an actor: it derives from a builtin or has __new__"));
    Instance* o = vm.make<Instance>(*c, Kind::Instance);
    o->attributes = nullptr;
    const Value self = Value::object(o);
    Dict* attributes = new_dict(vm);
    *attributes_place(vm, self) = attributes;
    dict_set_name(vm, attributes, N.storage, new_storage(vm));
    dict_set_name(vm, attributes, N.address, new_bytes(vm, view(vm.self_address)));
    dict_set_name(vm, attributes, N.deployer, new_bytes(vm, view(vm.deployer)));
    if ((c->features & HAS_INIT) == 0) return self;
    bool found = false;
    const Value r = call_special(vm, self, N.init, {}, found);
    if (r.present() && !(r == NONE))
        return type_error(vm, cat("__init__() should return None, not '", type_name(r), "'"));
    return r.absent() ? ABSENT : self;
}

void boot_storage()
{
    add_static(T.storage, METHODS);
}

}  // namespace lariat::pvm
