// base64 and hashlib.
#include "base/base64.hpp"
#include "base/hash.hpp"
#include "pvm/library/modules.hpp"

namespace lariat::pvm {

namespace {

Value encode(Vm& vm, Value v, Base64Alphabet alphabet)
{
    if (!is_bytes_like(v))
        return type_error(vm, cat("a bytes-like object is required, not '", type_name(v), "'"));
    vm.charge(gas::CODEC_BASE + bytes_of(v).size());
    vm.arena.need(bytes_of(v).size() * 2);
    return new_bytes(vm, view(std::string_view(base64_encode(bytes_of(v), alphabet))));
}
Value decode(Vm& vm, Value v, Base64Mode mode, Base64Alphabet alphabet)
{
    if (!is_bytes_like(v) && !is_str(v))
        return type_error(
            vm, cat("argument should be a bytes-like object or ASCII string, not '", type_name(v), "'"));
    if (is_str(v) && !cast<Str>(v)->ascii())
        return value_error(vm, "string argument should contain only ASCII characters");
    const std::string_view text_in = is_str(v) ? str_of(v) : text(bytes_of(v));
    vm.charge(gas::CODEC_BASE + text_in.size());
    auto r = base64_decode_python(text_in, mode, alphabet);
    return r ? new_bytes(vm, r.value()) : raise(vm, T.Base64Error, r.error());
}
Value b64encode(Vm& vm, Value, const Args& a)
{
    if (a[1].present() && !(a[1] == NONE)) {
        if (!is_bytes_like(a[1]) || text(bytes_of(a[1])) != "-_")
            return value_error(vm, "altchars other than b'-_' are not available");
        return encode(vm, a[0], Base64Alphabet::url_safe);
    }
    return encode(vm, a[0], Base64Alphabet::standard);
}
Value b64decode(Vm& vm, Value, const Args& a)
{
    Base64Alphabet alphabet = Base64Alphabet::standard;
    if (a[1].present() && !(a[1] == NONE)) {
        if (!is_bytes_like(a[1]) || text(bytes_of(a[1])) != "-_")
            return value_error(vm, "altchars other than b'-_' are not available");
        alphabet = Base64Alphabet::url_safe;
    }
    const int validate = a[2].absent() ? 0 : truth(vm, a[2]);
    if (validate < 0) return ABSENT;
    return decode(vm, a[0], validate == 1 ? Base64Mode::validate : Base64Mode::lenient, alphabet);
}
Value standard_encode(Vm& vm, Value, const Args& a)
{
    return encode(vm, a[0], Base64Alphabet::standard);
}
Value standard_decode(Vm& vm, Value, const Args& a)
{
    return decode(vm, a[0], Base64Mode::lenient, Base64Alphabet::standard);
}
Value urlsafe_encode(Vm& vm, Value, const Args& a)
{
    return encode(vm, a[0], Base64Alphabet::url_safe);
}
Value urlsafe_decode(Vm& vm, Value, const Args& a)
{
    return decode(vm, a[0], Base64Mode::lenient, Base64Alphabet::url_safe);
}

constexpr NativeSpec BASE64[] = {
    {"b64encode", b64encode, "s,altchars=", 0},      {"b64decode", b64decode, "s,altchars=,validate=", 0},
    {"standard_b64encode", standard_encode, "s", 0}, {"standard_b64decode", standard_decode, "s", 0},
    {"urlsafe_b64encode", urlsafe_encode, "s", 0},   {"urlsafe_b64decode", urlsafe_decode, "s", 0},
};

Hasher* hasher(Vm& vm, u8 algorithm, BytesView data)
{
    Hasher* h = vm.make<Hasher>(T.hasher, Kind::Hasher);
    h->flag = algorithm;
    h->data = cast<ByteArray>(new_bytearray(vm, data));
    return h;
}
bool add(Vm& vm, Hasher* h, Value v)
{
    if (is_str(v)) return type_error(vm, "Strings must be encoded before hashing").present();
    if (!is_bytes_like(v)) return type_error(vm, "object supporting the buffer API required").present();
    const Value whole = bytes_concat(vm, Value::object(h->data), v);
    h->data = cast<ByteArray>(whole);
    return true;
}
Value open(Vm& vm, u8 algorithm, const Args& a)
{
    Hasher* h = hasher(vm, algorithm, {});
    if (a[0].present() && !add(vm, h, a[0])) return ABSENT;
    return Value::object(h);
}
Value sha256_open(Vm& vm, Value, const Args& a)
{
    return open(vm, 0, a);
}
Value sha3_open(Vm& vm, Value, const Args& a)
{
    return open(vm, 1, a);
}
Value new_by_name(Vm& vm, Value, const Args& a)
{
    if (is_str(a[0]) && (str_of(a[0]) == "sha256" || str_of(a[0]) == "sha3_256"))
        return open(vm, str_of(a[0]) == "sha256" ? 0 : 1, Args{a.values + 1, 1, nullptr});
    return value_error(vm, "unsupported hash type");
}
Hash32 digest_of(Vm& vm, Value self)
{
    const Hasher* h = cast<Hasher>(self);
    vm.charge((h->data->size + gas::SHA_BLOCK_BYTES) / gas::SHA_BLOCK_BYTES * gas::SHA_BLOCK);
    return h->flag == 0 ? sha256(h->data->view()) : sha3_256(h->data->view());
}
Value update(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(add(vm, cast<Hasher>(self), a[0]));
}
Value digest(Vm& vm, Value self, const Args&)
{
    return new_bytes(vm, view(digest_of(vm, self)));
}
Value hexdigest(Vm& vm, Value self, const Args&)
{
    constexpr char HEX[] = "0123456789abcdef";
    std::string out;
    for (const u8 b : digest_of(vm, self).bytes) {
        out += HEX[b >> 4];
        out += HEX[b & 15];
    }
    return new_str(vm, out);
}
Value copy(Vm& vm, Value self, const Args&)
{
    vm.charge(cast<Hasher>(self)->data->size);
    return Value::object(hasher(vm, self.as_object()->flag, cast<Hasher>(self)->data->view()));
}
Value get_name(Vm& vm, Value self)
{
    return new_str(vm, self.as_object()->flag == 0 ? "sha256" : "sha3_256");
}
Value get_size(Vm&, Value)
{
    return Value::small(32);
}
Value get_block(Vm&, Value self)
{
    return Value::small(self.as_object()->flag == 0 ? 64 : 136);
}

constexpr NativeSpec HASHLIB[] = {{"sha256", sha256_open, "string=,*,usedforsecurity=", gas::NATIVE},
                                  {"sha3_256", sha3_open, "string=,*,usedforsecurity=", gas::NATIVE},
                                  {"new", new_by_name, "name,data=", gas::NATIVE}};
constexpr NativeSpec HASHER[] = {{"update", update, "data/", gas::NATIVE},
                                 {"digest", digest, "", gas::NATIVE},
                                 {"hexdigest", hexdigest, "", gas::NATIVE},
                                 {"copy", copy, "", gas::NATIVE}};
constexpr AttributeSpec HASHER_ATTRIBUTES[] = {
    {"name", get_name, nullptr}, {"digest_size", get_size, nullptr}, {"block_size", get_block, nullptr}};

}  // namespace

void boot_hashlib()
{
    add_static(T.hasher, HASHER, HASHER_ATTRIBUTES);
}

const NativeModule BASE64_MODULE = {"base64", BASE64, nullptr, {}};
const NativeModule HASHLIB_MODULE = {"hashlib", HASHLIB, nullptr, {}};

}  // namespace lariat::pvm
