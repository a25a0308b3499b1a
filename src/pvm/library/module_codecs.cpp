// base64 and hashlib.
#include "base/base64.hpp"
#include "base/hash.hpp"
#include "pvm/library/modules.hpp"
#include "pvm/objects/bytes.hpp"
#include "pvm/objects/codecs.hpp"

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
// Raised while what ASCII cannot say is being handled.
Value not_ascii(Vm& vm, Value v)
{
    encode_text(vm, v, Value::object(new_str_object(vm, "ascii")), ABSENT);
    const Value handled = vm.pending;
    vm.pending = ABSENT;
    value_error(vm, "string argument should contain only ASCII characters");
    cast<Exception>(vm.pending)->context = handled;
    return ABSENT;
}
Value decode(Vm& vm, Value v, Base64Mode mode, Base64Alphabet alphabet)
{
    if (!is_bytes_like(v) && !is_str(v)) {
        type_error(vm,
                   cat("argument should be a bytes-like object or ASCII string, not '", type_name(v), "'"));
        cast<Exception>(vm.pending)->suppress = true;  // raised from None
        return ABSENT;
    }
    if (is_str(v) && !cast<Str>(v)->ascii()) return not_ascii(vm, v);
    const std::string_view text_in = is_str(v) ? str_of(v) : text(bytes_of(v));
    vm.charge(gas::CODEC_BASE + text_in.size());
    auto r = base64_decode_python(text_in, mode, alphabet);
    return r ? new_bytes(vm, r.value()) : raise(vm, T.Base64Error, r.error());
}
/// Two characters in place of others, as bytes.translate puts them. `from` and `to` have two bytes each.
Value exchanged(Vm& vm, BytesView data, BytesView from, BytesView to)
{
    vm.charge(data.size() * gas::BYTE);
    vm.arena.need(data.size());
    Bytes out = to_bytes(data);
    for (u8& c : out) c = c == from[1] ? to[1] : c == from[0] ? to[0] : c;
    return new_bytes(vm, out);
}
const BytesView USUAL = view(std::string_view("+/"));

bool two_characters(Vm& vm, Value altchars)
{
    if (bytes_of(altchars).size() == 2) return true;
    const Value shown = repr_value(vm, altchars);
    return shown.present() && raise_value(vm, T.AssertionError, shown).present();
}
Value b64encode(Vm& vm, Value, const Args& a)
{
    const Value encoded = encode(vm, a[0], Base64Alphabet::standard);
    if (encoded.absent() || a[1].absent() || a[1] == NONE) return encoded;
    if (!is_bytes_like(a[1]))
        return type_error(vm, cat("a bytes-like object is required, not '", type_name(a[1]), "'"));
    if (!two_characters(vm, a[1])) return ABSENT;
    return exchanged(vm, bytes_of(encoded), USUAL, bytes_of(a[1]));
}
Value b64decode(Vm& vm, Value, const Args& a)
{
    Value from = a[0], altchars = a[1];
    if (altchars.present() && !(altchars == NONE)) {
        for (Value* v : {&from, &altchars})
            if (is_str(*v) && cast<Str>(*v)->ascii()) *v = new_bytes(vm, view(str_of(*v)));
        if (is_str(altchars)) return not_ascii(vm, altchars);
        if (!is_bytes_like(altchars))
            return type_error(vm, cat("argument should be a bytes-like object or ASCII string, not '",
                                      type_name(altchars), "'"));
        if (!two_characters(vm, altchars)) return ABSENT;
        if (is_bytes_like(from)) from = exchanged(vm, bytes_of(from), bytes_of(altchars), USUAL);
    }
    i64 validate = 0;
    if (a[2].present() && !c_int_value(vm, a[2], validate)) return ABSENT;
    return decode(vm, from, validate != 0 ? Base64Mode::validate : Base64Mode::lenient,
                  Base64Alphabet::standard);
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

// What the other encodings take: bytes, or text of ASCII.
bool digits_of(Vm& vm, Value v, std::string& out)
{
    if (!is_bytes_like(v) && !is_str(v))
        return type_error(vm, cat("argument should be a bytes-like object or ASCII string, not '",
                                  type_name(v), "'"))
            .present();
    if (is_str(v) && !cast<Str>(v)->ascii()) return not_ascii(vm, v).present();
    const std::string_view given = is_str(v) ? str_of(v) : text(bytes_of(v));
    vm.charge(gas::CODEC_BASE + given.size());
    vm.arena.need(given.size() * 2);
    out = given;
    return true;
}
bool fold_case(Vm& vm, Value casefold, std::string& digits)
{
    const int fold = casefold.absent() ? 0 : truth(vm, casefold);
    if (fold == 1)
        for (char& c : digits) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return fold >= 0;
}
bool plain_bytes(Vm& vm, Value v, std::string_view asked_by = {})
{
    if (is_bytes_like(v)) return true;
    return type_error(vm, cat(asked_by, "a bytes-like object is required, not '", type_name(v), "'"))
        .present();
}
Value b16encode(Vm& vm, Value, const Args& a)
{
    if (!plain_bytes(vm, a[0])) return ABSENT;
    constexpr char HEX[] = "0123456789ABCDEF";
    vm.charge(gas::CODEC_BASE + bytes_of(a[0]).size());
    vm.arena.need(bytes_of(a[0]).size() * 2);
    std::string out;
    for (const u8 b : bytes_of(a[0])) {
        out += HEX[b >> 4];
        out += HEX[b & 15];
    }
    return new_bytes(vm, view(std::string_view(out)));
}
Value b16decode(Vm& vm, Value, const Args& a)
{
    std::string digits;
    if (!digits_of(vm, a[0], digits) || !fold_case(vm, a[1], digits)) return ABSENT;
    const auto value = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    for (const char c : digits)
        if (value(c) < 0) return raise(vm, T.Base64Error, "Non-base16 digit found");
    if (digits.size() % 2 != 0) return raise(vm, T.Base64Error, "Odd-length string");
    Bytes out;
    for (std::size_t i = 0; i < digits.size(); i += 2)
        out.push_back(static_cast<u8>(value(digits[i]) * 16 + value(digits[i + 1])));
    return new_bytes(vm, out);
}
Value b32encode(Vm& vm, Value, const Args& a)
{
    if (!plain_bytes(vm, a[0], "memoryview: ")) return ABSENT;
    constexpr std::string_view DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    const BytesView from = bytes_of(a[0]);
    vm.charge(gas::CODEC_BASE + from.size());
    vm.arena.need(from.size() * 2 + 8);
    std::string out;
    for (std::size_t at = 0; at < from.size(); at += 5) {
        u64 group = 0;
        for (std::size_t k = 0; k < 5; ++k) group = group << 8 | (at + k < from.size() ? from[at + k] : 0);
        const std::size_t digits = (std::min<std::size_t>(5, from.size() - at) * 8 + 4) / 5;
        for (std::size_t k = 0; k < 8; ++k) out += k < digits ? DIGITS[group >> (35 - 5 * k) & 31] : '=';
    }
    return new_bytes(vm, view(std::string_view(out)));
}
// One letter or digit that is read as another: 0 as O, 1 as I or L.
bool map_digits(Vm& vm, Value one, std::string& digits)
{
    if (one.absent() || one == NONE) return true;
    if ((!is_bytes_like(one) && !is_str(one)) || one.as_object()->size != 1)
        return value_error(vm, "map01 is one letter").present();
    const char letter = is_str(one) ? str_of(one)[0] : text(bytes_of(one))[0];
    for (char& c : digits) c = c == '0' ? 'O' : c == '1' ? letter : c;
    return true;
}
Value b32decode(Vm& vm, Value, const Args& a)
{
    std::string digits;
    if (!digits_of(vm, a[0], digits)) return ABSENT;
    const bool whole = digits.size() % 8 == 0;
    if (!whole) return raise(vm, T.Base64Error, "Incorrect padding");
    if (!map_digits(vm, a[2], digits) || !fold_case(vm, a[1], digits)) return ABSENT;
    const std::size_t length = digits.size();
    while (!digits.empty() && digits.back() == '=') digits.pop_back();
    const std::size_t padding = length - digits.size();
    Bytes out;
    u64 group = 0, bits = 0;
    for (const char c : digits) {
        const int value = c >= 'A' && c <= 'Z' ? c - 'A' : c >= '2' && c <= '7' ? c - '2' + 26 : -1;
        if (value < 0) return raise(vm, T.Base64Error, "Non-base32 digit found");
        group = (group << 5 | static_cast<u64>(value)) & 0xffff;
        bits += 5;
        if (bits < 8) continue;
        bits -= 8;
        out.push_back(static_cast<u8>(group >> bits));
    }
    if (padding == 0 || padding == 1 || padding == 3 || padding == 4 || padding == 6)
        return new_bytes(vm, out);
    return raise(vm, T.Base64Error, "Incorrect padding");
}

constexpr NativeSpec BASE64[] = {
    {"b16encode", b16encode, "s", 0},
    {"b16decode", b16decode, "s,casefold=", 0},
    {"b32encode", b32encode, "s", 0},
    {"b32decode", b32decode, "s,casefold=,map01=", 0},
    {"b64encode", b64encode, "s,altchars=", 0},
    {"b64decode", b64decode, "s,altchars=,validate=", 0},
    {"standard_b64encode", standard_encode, "s", 0},
    {"standard_b64decode", standard_decode, "s", 0},
    {"urlsafe_b64encode", urlsafe_encode, "s", 0},
    {"urlsafe_b64decode", urlsafe_decode, "s", 0},
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
    vm.charge(bytes_of(v).size() * gas::BYTE);
    append_bytes(vm, h->data, bytes_of(v));
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
    return is_str(a[0]) ? value_error(vm, cat("unsupported hash type ", str_of(a[0])))
                        : type_error(vm, "name must be a string");
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
                                 {"digest", digest, "", gas::DIGEST},
                                 {"hexdigest", hexdigest, "", gas::STR_BASE + 64 * gas::BYTE},
                                 {"copy", copy, "", gas::NATIVE}};
constexpr AttributeSpec HASHER_ATTRIBUTES[] = {
    {"name", get_name, nullptr}, {"digest_size", get_size, nullptr}, {"block_size", get_block, nullptr}};

}  // namespace

void boot_hashlib()
{
    add_static(T.hasher, HASHER, HASHER_ATTRIBUTES);
}

const NativeModule BASE64_MODULE = {"base64",
                                    BASE64,
                                    nullptr,
                                    {},
                                    {"a85decode", "a85encode", "b32hexdecode", "b32hexencode", "b85decode",
                                     "b85encode", "decodebytes", "encodebytes"},
                                    "_base64_more"};
const NativeModule HASHLIB_MODULE = {"hashlib", HASHLIB, nullptr, {}};

}  // namespace lariat::pvm
