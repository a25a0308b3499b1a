// bytes and bytearray: how they are made.
#include "pvm/objects/bytes.hpp"

#include "pvm/objects/codecs.hpp"

namespace lariat::pvm {

Value new_bytes(Vm& vm, BytesView bytes)
{
    if (bytes.size() > 0xffffffffu) throw Halt{Halt::Why::memory};
    BytesObject* b = vm.make<BytesObject>(T.bytes, Kind::Bytes, bytes.size());
    b->size = static_cast<u32>(bytes.size());
    b->hash = 0;
    if (!bytes.empty()) std::memcpy(b->data, bytes.data(), bytes.size());
    return Value::object(b);
}

Value new_bytearray(Vm& vm, BytesView bytes)
{
    if (bytes.size() > 0xffffffffu) throw Halt{Halt::Why::memory};
    ByteArray* b = vm.make<ByteArray>(T.bytearray, Kind::ByteArray);
    b->data = static_cast<u8*>(vm.arena.take(bytes.size()));
    b->capacity = bytes.size();
    b->size = static_cast<u32>(bytes.size());
    if (!bytes.empty()) std::memcpy(b->data, bytes.data(), bytes.size());
    return Value::object(b);
}

Value bytes_like(Vm& vm, Value like, BytesView bytes)
{
    return is(like, Kind::ByteArray) ? new_bytearray(vm, bytes) : new_bytes(vm, bytes);
}

Value bytes_concat(Vm& vm, Value a, Value b)
{
    const BytesView x = bytes_of(a), y = bytes_of(b);
    vm.charge((x.size() + y.size()) * gas::BYTE);
    if (is(a, Kind::Bytes)) {
        BytesObject* out = vm.make<BytesObject>(T.bytes, Kind::Bytes, x.size() + y.size());
        if (x.size() + y.size() > 0xffffffffu) throw Halt{Halt::Why::memory};
        out->size = static_cast<u32>(x.size() + y.size());
        out->hash = 0;
        if (!x.empty()) std::memcpy(out->data, x.data(), x.size());
        if (!y.empty()) std::memcpy(out->data + x.size(), y.data(), y.size());
        return Value::object(out);
    }
    vm.arena.need(x.size() + y.size());
    Bytes whole(x.begin(), x.end());
    whole.insert(whole.end(), y.begin(), y.end());
    return new_bytearray(vm, whole);
}

Value bytes_slice(Vm& vm, Value v, i64 start, i64 step, i64 count)
{
    vm.charge(static_cast<u64>(count) * gas::BYTE);
    const BytesView from = bytes_of(v);
    if (step == 1)
        return bytes_like(
            vm, v,
            from.subspan(count == 0 ? 0 : static_cast<std::size_t>(start), static_cast<std::size_t>(count)));
    Bytes out;
    for (i64 i = 0; i < count; ++i) out.push_back(from[static_cast<std::size_t>(start + i * step)]);
    return bytes_like(vm, v, out);
}

Value bytes_of_hook(Vm& vm, Value v, bool& found)
{
    const Value own = call_special(vm, v, N.bytes, {}, found);
    if (own.absent() || is(own, Kind::Bytes)) return own;
    return type_error(vm, cat("__bytes__ returned non-bytes (type ", type_name(own), ")"));
}

bool walk_bytes(Vm& vm, Value v, std::string_view complaint, Bytes& to)
{
    const auto add = [&](Value item) {
        u8 byte = 0;
        if (!byte_value(vm, item, byte)) return false;
        vm.charge(gas::BYTE);
        vm.arena.need(to.size());
        to.push_back(byte);
        return true;
    };
    return for_each(vm, v, add, complaint);
}

namespace {

struct BytesSource {
    Value from, encoding, errors;
};

bool bytes_arguments(Vm& vm, const Args& args, std::string_view name, BytesSource& to)
{
    Value* const places[] = {&to.from, &to.encoding, &to.errors};
    if (args.positional > 3)
        return type_error(vm, cat(name, "() takes at most 3 arguments (", number(args.positional), " given)"))
            .present();
    for (u32 i = 0; i < args.positional; ++i) *places[i] = args[i];
    for (u32 k = 0; k < args.keywords(); ++k) {
        const std::string_view keyword = str_of(args.names->items[k]);
        const u32 at = keyword == "source" ? 0 : keyword == "encoding" ? 1 : keyword == "errors" ? 2 : 3;
        if (at == 3)
            return type_error(vm, cat("'", keyword, "' is an invalid keyword argument for ", name, "()"))
                .present();
        if (at < args.positional)
            return type_error(vm, cat("argument for ", name, "() given by name ('", keyword,
                                      "') and position (", number(at + 1), ")"))
                .present();
        *places[at] = args[args.positional + k];
    }
    vm.charge(gas::BYTES_BASE);
    return codec_arguments(vm, name, to.encoding, to.errors);
}

bool bytes_of_source(Vm& vm, const BytesSource& source, std::string_view name, Bytes& out)
{
    const auto [v, encoding, errors] = source;
    if (v.absent() && encoding.absent() && errors.absent()) return true;
    if (name == "bytes" && v.present() && encoding.absent() && errors.absent() && !exact(v)) {
        bool found = false;
        const Value own = bytes_of_hook(vm, v, found);
        if (own.present()) {
            vm.charge(bytes_of(own).size() * gas::BYTE);
            out = to_bytes(bytes_of(own));
        }
        if (found) return own.present();
    }
    if (v.present() && is_str(v)) {
        if (encoding.absent()) return type_error(vm, "string argument without an encoding").present();
        const Value r = encode_text(vm, v, encoding, errors);
        if (r.absent()) return false;
        out = to_bytes(bytes_of(r));
        return true;
    }
    if (encoding.present() || errors.present())
        return type_error(vm, cat(encoding.present() ? "encoding" : "errors", " without a string argument"))
            .present();
    if (is_bytes_like(v)) {
        vm.charge(bytes_of(v).size());
        out = to_bytes(bytes_of(v));
        return true;
    }
    Value size = is_int(v) ? v : ABSENT;
    const bool as_index = size.absent() && special_method(vm, v, N.index).present();
    if (pending(vm)) return false;
    if (as_index) {
        size = to_index(vm, v);
        if (size.absent() && !pending_is(vm, T.TypeError)) return false;  // else it may be walked
        if (size.absent()) vm.pending = ABSENT;
    }
    if (size.present()) {
        const auto n = to_i64(size);
        if (n && *n < 0) return value_error(vm, "negative count").present();
        if (!n)
            return raise(vm, T.OverflowError,
                         cat("cannot fit '", type_name(v), "' into an index-sized integer"))
                .present();
        vm.arena.need(static_cast<u64>(*n));
        vm.charge(static_cast<u64>(*n));
        out.resize(static_cast<std::size_t>(*n));
        return true;
    }
    const bool walked =
        lookup(vm, type_of(v), N.iter).present() || lookup(vm, type_of(v), N.getitem).present();
    if (!for_each(vm, v, [&](Value item) {
            i64 n = 0;
            if (!index_value(vm, item, n)) return false;
            if (n < 0 || n > 255)
                return value_error(vm, cat(name == "bytes" ? "bytes" : "byte", " must be in range(0, 256)"))
                    .present();
            vm.charge(1);
            vm.arena.need(out.size());
            out.push_back(static_cast<u8>(n));
            return true;
        })) {
        if (pending_is(vm, T.TypeError) && !walked) {
            vm.pending = ABSENT;
            return type_error(vm, cat("cannot convert '", type_name(v), "' object to ", name)).present();
        }
        return false;
    }
    return true;
}

}  // namespace

bool collect_bytes(Vm& vm, const Args& args, std::string_view name, Bytes& out)
{
    BytesSource source;
    return bytes_arguments(vm, args, name, source) && bytes_of_source(vm, source, name, out);
}

bool refill_bytearray(Vm& vm, ByteArray* b, const Args& args)
{
    BytesSource source;
    if (!bytes_arguments(vm, args, "bytearray", source)) return false;
    b->size = 0;
    Bytes out;
    if (!bytes_of_source(vm, source, "bytearray", out)) return false;
    b->size = 0;  // what gave the bytes may have put others there
    append_bytes(vm, b, out);
    return true;
}

namespace {

Value bytes_make(Vm& vm, Value, const Args& args)
{
    if (args.positional == 1 && args.keywords() == 0 && is(args[0], Kind::Bytes) && exact(args[0])) {
        vm.charge(gas::BYTES_BASE + bytes_of(args[0]).size());
        return args[0];
    }
    Bytes out;
    return collect_bytes(vm, args, "bytes", out) ? new_bytes(vm, out) : ABSENT;
}
Value bytearray_make(Vm& vm, Value cls, const Args& args)
{
    if ((cast<Class>(cls)->features & HAS_INIT) != 0) return new_bytearray(vm, {});  // which fills it
    Bytes out;
    return collect_bytes(vm, args, "bytearray", out) ? new_bytearray(vm, out) : ABSENT;
}

bool blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
Value fromhex(Vm& vm, Value cls, const Args& a)
{
    if (!is_str(a[0]))
        return type_error(vm, cat("fromhex() argument must be str, not ", argument_name(a[0])));
    vm.charge(str_of(a[0]).size());
    Bytes out;
    int high = -1;
    const auto fail = [&](std::size_t at) {
        return value_error(vm, cat("non-hexadecimal number found in fromhex() arg at position ",
                                   number(static_cast<u64>(at))));
    };
    const std::string_view s = str_of(a[0]);
    for (std::size_t i = 0; i < s.size(); ++i) {
        const char c = s[i];
        if (blank(c) && high < 0) continue;
        const int d = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
        if (d < 0) return fail(i);
        if (high < 0) {
            high = d;
        } else {
            out.push_back(static_cast<u8>(high * 16 + d));
            high = -1;
        }
    }
    if (high >= 0) return fail(s.size());
    if (cls == Value::object(&T.bytearray)) return new_bytearray(vm, out);
    const Value made = new_bytes(vm, out);
    return cls == Value::object(&T.bytes) ? made : call(vm, cls, {made});
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec FROMHEX = {"fromhex", fromhex, "string/", P};

}  // namespace

void boot_bytes()
{
    T.bytes.make = bytes_make;
    T.bytearray.make = bytearray_make;
    for (const auto methods : {bytes_methods(), bytes_case_methods(), bytes_split_methods()}) {
        add_static(T.bytes, methods);
        add_static(T.bytearray, methods);
    }
    add_static(T.bytearray, bytearray_methods());
    for (Class* c : {&T.bytes, &T.bytearray})
        add_static_value(*c, "maketrans", static_native(bytes_maketrans(), &T.native));
    for (Class* c : {&T.bytes, &T.bytearray}) add_class_method(*c, FROMHEX);
    add_builtin("bytes", Value::object(&T.bytes));
    add_builtin("bytearray", Value::object(&T.bytearray));
}

}  // namespace lariat::pvm
