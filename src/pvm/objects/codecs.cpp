// Text into bytes and back: UTF-8 and ASCII, and what an error handler puts where they fail.
#include "pvm/objects/codecs.hpp"

#include "base/utf8.hpp"
#include "pvm/objects/str_methods.hpp"

namespace lariat::pvm {

namespace {

enum class Codec : u8 { utf8, ascii };

constexpr std::string_view ORDINAL = "ordinal not in range(128)";

/// The one that `name` means; none: pending.
std::optional<Codec> codec_of(Vm& vm, Value name)
{
    if (name.absent()) return Codec::utf8;
    std::string plain(str_of(name));
    for (char& c : plain) c = c == '_' || c == ' ' ? '-' : ascii::to_lower(c);
    for (const std::string_view known : {"utf-8", "utf8", "u8", "utf", "cp65001"})
        if (plain == known) return Codec::utf8;
    for (const std::string_view known : {"ascii", "us-ascii", "us", "646"})
        if (plain == known) return Codec::ascii;
    raise(vm, T.LookupError, cat("unknown encoding: ", str_of(name)));
    return std::nullopt;
}

/// A handler that leaves the error as it is; those for surrogates find none here.
bool strict(std::string_view handler)
{
    return handler == "strict" || handler == "surrogateescape" || handler == "surrogatepass";
}

Value unknown_handler(Vm& vm, std::string_view handler)
{
    return raise(vm, T.LookupError, cat("unknown error handler name '", handler, "'"));
}

void append_hex(std::string& out, u32 value, int digits)
{
    for (int at = digits - 1; at >= 0; --at) out += "0123456789abcdef"[value >> (4 * at) & 15];
}

void append_escape(std::string& out, u32 point)
{
    out += point < 0x100 ? "\\x" : point < 0x10000 ? "\\u" : "\\U";
    append_hex(out, point, point < 0x100 ? 2 : point < 0x10000 ? 4 : 8);
}

std::string shown_character(std::string_view rest)
{
    std::string out;
    repr_text(rest.substr(0, utf8::decode(view(rest))->length), out, true);
    return out;
}

/// Those from `at` on, `count` characters, are reported together; `before`: the characters in front of them.
Value cannot_encode(Vm& vm, Value self, std::size_t at, u64 before, u64 count)
{
    const std::string where =
        count > 1
            ? cat("characters in position ", number(before), "-", number(before + count - 1))
            : cat("character ", shown_character(str_of(self).substr(at)), " in position ", number(before));
    return raise_unicode(vm, T.UnicodeEncodeError, "ascii", self, before, before + count, ORDINAL,
                         cat("'ascii' codec can't encode ", where, ": ", ORDINAL));
}

/// What `handler` puts for a character that ASCII does not have; false: there is no such handler.
bool put_character(std::string& out, std::string_view handler, u32 point)
{
    if (handler == "replace")
        out += '?';
    else if (handler == "backslashreplace")
        append_escape(out, point);
    else if (handler == "xmlcharrefreplace")
        out += cat("&#", number(u64{point}), ";");
    else
        return handler == "ignore";
    return true;
}

Value encode_ascii(Vm& vm, Value self, std::string_view handler)
{
    const std::string_view text = str_of(self);
    std::string out;
    u64 before = 0;
    for (std::size_t at = 0; at < text.size(); ++before) {
        if ((text[at] & 0x80) == 0) {
            out += text[at++];
            continue;
        }
        if (strict(handler)) {
            u64 count = 0;
            for (std::size_t i = at; i < text.size() && (text[i] & 0x80) != 0; ++i)
                count += (text[i] & 0xc0) == 0xc0;
            return cannot_encode(vm, self, at, before, count);
        }
        const auto point = utf8::decode(view(text.substr(at)));
        if (!put_character(out, handler, point->value)) return unknown_handler(vm, handler);
        at += point->length;
    }
    vm.charge(out.size() * gas::BYTE);
    return new_bytes(vm, view(std::string_view(out)));
}

/// Bytes from `at` on that are no UTF-8, as many as could begin a character.
struct Bad {
    std::size_t count;
    std::string_view why;
};

Bad bad_utf8(BytesView bytes, std::size_t at)
{
    const u8 first = bytes[at];
    if (first < 0xc2 || first > 0xf4) return {1, "invalid start byte"};
    const std::size_t wants = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    // Not every continuation byte may come second: no overlong forms, no surrogates.
    const u8 low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const u8 high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    std::size_t n = 1;
    if (at + 1 < bytes.size() && bytes[at + 1] >= low && bytes[at + 1] <= high)
        while (n < wants && at + n < bytes.size() && (bytes[at + n] & 0xc0) == 0x80) ++n;
    return {n, at + n == bytes.size() && n < wants ? "unexpected end of data" : "invalid continuation byte"};
}

Value cannot_decode(Vm& vm, Value self, std::string_view codec, std::size_t at, Bad bad)
{
    const u64 start = at, end = at + bad.count;
    std::string what;
    if (bad.count > 1) {
        what = cat("bytes in position ", number(start), "-", number(end - 1));
    } else {
        append_hex(what, bytes_of(self)[at], 2);
        what = cat("byte 0x", what, " in position ", number(start));
    }
    const Value object = is(self, Kind::Bytes) && exact(self) ? self : new_bytes(vm, bytes_of(self));
    return raise_unicode(vm, T.UnicodeDecodeError, codec, object, start, end, bad.why,
                         cat("'", codec, "' codec can't decode ", what, ": ", bad.why));
}

/// What `handler` puts for these bytes; false: pending, for it is none for them.
bool put_bytes(Vm& vm, std::string& out, std::string_view handler, BytesView bad)
{
    if (handler == "surrogateescape")
        return value_error(vm, "surrogates are not allowed: text is UTF-8").present();
    if (handler == "xmlcharrefreplace" || handler == "namereplace")
        return type_error(vm, "don't know how to handle UnicodeDecodeError in error callback").present();
    if (handler == "replace") {
        utf8::append(out, 0xfffd);
    } else if (handler == "backslashreplace") {
        for (const u8 byte : bad) append_escape(out, byte);
    } else if (handler != "ignore") {
        return unknown_handler(vm, handler).present();
    }
    return true;
}

}  // namespace

bool codec_arguments(Vm& vm, std::string_view method, Value encoding, Value errors)
{
    const auto one = [&](Value given, std::string_view name) {
        if (given.absent()) return true;
        if (!is_str(given))
            return type_error(vm,
                              cat(method, "() argument '", name, "' must be str, not ", argument_name(given)))
                .present();
        vm.charge(gas::beyond(str_of(given).size(), gas::NAME_FREE) * gas::BYTE);
        return str_of(given).find('\0') == std::string_view::npos ||
               value_error(vm, "embedded null character").present();
    };
    return one(encoding, "encoding") && one(errors, "errors");
}

Value encode_text(Vm& vm, Value self, Value encoding, Value errors)
{
    const std::string_view text = str_of(self);
    vm.charge(gas::CODEC_BASE + text.size());
    if (!codec_arguments(vm, "encode", encoding, errors)) return ABSENT;
    const auto codec = codec_of(vm, encoding);
    if (!codec) return ABSENT;
    if (*codec == Codec::utf8 || cast<Str>(self)->ascii()) return new_bytes(vm, view(text));
    return encode_ascii(vm, self, errors.present() ? str_of(errors) : "strict");
}

Value decode_bytes(Vm& vm, Value self, Value encoding, Value errors)
{
    const BytesView bytes = bytes_of(self);
    vm.charge(gas::CODEC_BASE + bytes.size());
    if (!codec_arguments(vm, "decode", encoding, errors)) return ABSENT;
    if (bytes.empty()) return new_str(vm, "");  // whatever the encoding, as in CPython
    const auto codec = codec_of(vm, encoding);
    if (!codec) return ABSENT;
    const bool wide = *codec == Codec::utf8;
    const std::string_view handler = errors.present() ? str_of(errors) : "strict";
    std::string out;
    for (BytesView rest = bytes; !rest.empty();) {
        std::size_t good = 0;
        if (wide)
            good = utf8::valid_prefix(rest);
        else
            while (good < rest.size() && rest[good] < 0x80) ++good;
        if (good == bytes.size()) return new_str(vm, text(bytes));
        out += text(rest.first(good));
        rest = rest.subspan(good);
        if (rest.empty()) break;
        const Bad bad = wide ? bad_utf8(rest, 0) : Bad{1, ORDINAL};
        if (handler == "strict" || handler == "surrogatepass")
            return cannot_decode(vm, self, wide ? "utf-8" : "ascii", bytes.size() - rest.size(), bad);
        if (!put_bytes(vm, out, handler, rest.first(bad.count))) return ABSENT;
        rest = rest.subspan(bad.count);
    }
    vm.charge(out.size() * gas::BYTE);
    return new_str(vm, out);
}

}  // namespace lariat::pvm
