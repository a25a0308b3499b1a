// Format specs, and what they make of an int and a str.
#include "pvm/objects/format.hpp"
#include "base/utf8.hpp"

namespace lariat::pvm {

bool read_number(std::string_view spec, std::size_t& at, u64& out, u64 max)
{
    out = 0;
    while (at < spec.size() && spec[at] >= '0' && spec[at] <= '9') {
        const u64 digit = static_cast<u64>(spec[at++] - '0');
        if (out > (max - digit) / 10) return false;
        out = out * 10 + digit;
    }
    return true;
}

namespace {

constexpr u64 FILL_PIECE = 1024;  ///< times the fill

}  // namespace

bool pad_field(Vm& vm, const FormatSpec& spec, std::string_view prefix, std::string_view body,
               char default_align, Text& out)
{
    vm.charge(body.size());
    return pad_made(vm, spec, prefix, body, default_align, out);
}

bool pad_made(Vm& vm, const FormatSpec& spec, std::string_view prefix, std::string_view body,
              char default_align, Text& out)
{
    const u64 points =
        (spec.counts_bytes ? body.size() : utf8::count(view(body)).value_or(body.size())) + prefix.size();
    const char align = spec.align == 0 ? default_align : spec.align;
    const u64 fill = spec.width > points ? spec.width - points : 0;
    vm.arena.need(fill * spec.fill.size());
    vm.charge(fill * spec.fill.size() + prefix.size());
    const u64 left = align == '>' ? fill : align == '^' ? fill / 2 : 0;
    const u64 inner = align == '=' ? fill : 0;
    const auto add_fill = [&](u64 n) {
        std::string some;
        for (u64 i = 0; i < std::min<u64>(n, FILL_PIECE); ++i) some += spec.fill;
        for (; n > 0; n -= std::min<u64>(n, FILL_PIECE))
            out.add_made(std::string_view(some).substr(0, std::min<u64>(n, FILL_PIECE) * spec.fill.size()));
    };
    add_fill(left);
    out.add_made(prefix);
    add_fill(inner);
    out.add_made(body);
    add_fill(fill - left - inner);
    return true;
}

namespace {

// The character that says how to format, as complaints show it.
std::string shown_type(u32 type)
{
    return type > 32 && type < 128 ? std::string(1, static_cast<char>(type)) : "\\x" + hex_digits(type);
}

bool is_one_of(u32 type, std::string_view types)
{
    return type != 0 && type < 128 && types.find(static_cast<char>(type)) != std::string_view::npos;
}

// The type of the field, which is what is left of a spec, and whether it may be grouped.
bool parse_type(Vm& vm, std::string_view whole, std::string_view rest, FormatSpec& out, Value v)
{
    if (!rest.empty()) {
        const auto type = utf8::decode(view(rest));
        if (rest.size() > type->length)
            return value_error(vm, cat("Invalid format specifier '", whole, "' for object of type '",
                                       type_name(v), "'"))
                .present();
        out.type = type->value;
    }
    const bool unknown = !rest.empty() && out.type == 0;  // else 0 says that none is given
    if (out.grouping == 0)
        return !unknown ||
               value_error(vm, cat("Unknown format code '\\x0' for object of type '", type_name(v), "'"))
                   .present();
    const u32 type = out.type != 0 || !rest.empty() ? out.type : is_str(v) ? 's' : 'd';
    return is_one_of(type, out.grouping == '_' ? "deEfFgG%boxX" : "deEfFgG%") ||
           value_error(
               vm, cat("Cannot specify '", std::string(1, out.grouping), "' with '", shown_type(type), "'."))
               .present();
}

bool parse_spec(Vm& vm, std::string_view s, FormatSpec& out, Value v)
{
    const auto fail = [&](std::string_view m) { return value_error(vm, m).present(); };
    const auto is_align = [](char c) { return c == '<' || c == '>' || c == '=' || c == '^'; };
    std::size_t at = 0;
    bool fill_given = false;
    if (!s.empty()) {
        const auto first = utf8::decode(view(s));
        if (s.size() > first->length && is_align(s[first->length])) {
            out.fill = s.substr(0, first->length);
            out.align = s[first->length];
            fill_given = true;
            at = first->length + 1;
        } else if (is_align(s[0])) {
            out.align = s[0];
            at = 1;
        }
    }
    if (at < s.size() && (s[at] == '+' || s[at] == '-' || s[at] == ' ')) {
        out.sign = s[at++];
        out.sign_given = true;
    }
    if (at < s.size() && s[at] == 'z') {
        out.no_minus_zero = true;
        ++at;
    }
    if (at < s.size() && s[at] == '#') {
        out.alternate = true;
        ++at;
    }
    if (!fill_given && at < s.size() && s[at] == '0') {
        out.fill = "0";
        if (out.align == 0 && !is_str(v)) out.align = '=';
        ++at;
    }
    if (!read_number(s, at, out.width)) return fail("Too many decimal digits in format string");
    if (at < s.size() && (s[at] == ',' || s[at] == '_')) {
        out.grouping = s[at++];
        if (at < s.size() && (s[at] == ',' || s[at] == '_') && s[at] != out.grouping)
            return fail("Cannot specify both ',' and '_'.");
    }
    if (at < s.size() && s[at] == '.') {
        ++at;
        u64 precision = 0;
        const std::size_t begin = at;
        if (!read_number(s, at, precision, INT64_MAX))
            return fail("Too many decimal digits in format string");
        if (at == begin) return fail("Format specifier missing precision");
        out.precision = static_cast<i64>(precision);
    }
    return parse_type(vm, s, s.substr(at), out, v);
}

std::string group(std::string_view digit_text, char separator, u32 each, u64 width)
{
    std::string out;
    u32 n = 0;
    std::string padded(digit_text);
    // Zero padding counts the separators.
    auto total = [&] { return padded.size() + (padded.size() - 1) / each; };
    while (width > 0 && total() < width) padded.insert(padded.begin(), '0');
    for (std::size_t i = padded.size(); i-- > 0;) {
        if (n != 0 && n % each == 0) out += separator;
        out += padded[i];
        ++n;
    }
    return {out.rbegin(), out.rend()};
}

}  // namespace

bool format_int(Vm& vm, Value v, const FormatSpec& spec, Text& out)
{
    const auto fail = [&](std::string_view m) { return value_error(vm, m).present(); };
    const bool known = spec.type == 0 || is_one_of(spec.type, "dnboxXc");
    if (known && spec.precision >= 0) return fail("Precision not allowed in integer format specifier");
    if (known && spec.no_minus_zero)
        return fail("Negative zero coercion (z) not allowed in integer format specifier");
    u32 base = 10;
    std::string_view prefix;
    switch (spec.type) {
        case 0:
        case 'd':
        case 'n':
            break;
        case 'b':
            base = 2;
            prefix = "0b";
            break;
        case 'o':
            base = 8;
            prefix = "0o";
            break;
        case 'x':
            base = 16;
            prefix = "0x";
            break;
        case 'X':
            base = 16;
            prefix = "0X";
            break;
        case 'c': {
            if (spec.sign_given) return fail("Sign not allowed with integer format specifier 'c'");
            if (spec.alternate)
                return fail("Alternate form (#) not allowed with integer format specifier 'c'");
            const auto point = to_i64(v);
            if (!point)
                return raise(vm, T.OverflowError, "Python int too large to convert to C long").present();
            if (*point < 0 || *point > 0x10ffff)
                return raise(vm, T.OverflowError, "%c arg not in range(0x110000)").present();
            std::string text;
            if (!utf8::append(text, static_cast<u32>(*point))) return fail("surrogates are not allowed");
            return pad_field(vm, spec, {}, text, '>', out);
        }
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case '%':
            return fail("floats are not available in format specifiers");
        default:
            return fail(cat("Unknown format code '", shown_type(spec.type), "' for object of type '",
                            type_name(v), "'"));
    }
    std::string text = int_text(vm, v.is_bool() ? Value::small(v == TRUE) : v, base);
    std::string front;
    if (text[0] == '-') {
        front = "-";
        text.erase(0, 1);
    } else if (spec.sign != '-') {
        front = spec.sign;
    }
    if (spec.type == 'X')
        for (char& c : text) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c;
    if (spec.alternate) front += prefix;
    if (spec.grouping != 0) {
        const bool zeros = spec.fill == "0" && spec.align == '=';
        const u64 room = zeros && spec.width > front.size() ? spec.width - front.size() : 0;
        vm.arena.need(room);
        vm.charge(room * 2 + text.size());
        if (room > 0) {
            std::string padded(text);
            const u32 each = base == 10 ? 3 : 4;
            while (padded.size() + (padded.size() - 1) / each < room) {
                const u64 lack = room - (padded.size() + (padded.size() - 1) / each);
                padded.insert(0, std::max<u64>(1, lack * each / (each + 1)), '0');
            }
            text = group(padded, spec.grouping, each, 0);
        } else {
            text = group(text, spec.grouping, base == 10 ? 3 : 4, 0);
        }
    }
    return pad_field(vm, spec, front, text, '>', out);
}

namespace {

bool format_str(Vm& vm, Value v, const FormatSpec& spec, Text& out)
{
    const auto fail = [&](std::string_view m) { return value_error(vm, m).present(); };
    if (spec.type != 0 && spec.type != 's')
        return fail(
            cat("Unknown format code '", shown_type(spec.type), "' for object of type '", type_name(v), "'"));
    if (spec.sign_given)
        return fail(cat(spec.sign == ' ' ? "Space" : "Sign", " not allowed in string format specifier"));
    if (spec.no_minus_zero) return fail("Negative zero coercion (z) not allowed in string format specifier");
    if (spec.alternate) return fail("Alternate form (#) not allowed in string format specifier");
    if (spec.align == '=') return fail("'=' alignment not allowed in string format specifier");
    std::string_view text = str_of(v);
    if (spec.precision >= 0 && static_cast<u64>(spec.precision) < cast<Str>(v)->points)
        text = str_of(str_slice(vm, cast<Str>(v), 0, 1, spec.precision));
    return pad_field(vm, spec, {}, text, '<', out);
}

}  // namespace

bool format_to(Vm& vm, Value v, std::string_view text, Text& out)
{
    if (v.is_object() && !v.as_object()->cls->is_builtin) {
        bool found = false;
        const Value r = call_special(vm, v, N.format, {new_str(vm, text)}, found);
        if (found) {
            if (r.absent()) return false;
            if (!is_str(r))
                return type_error(vm, cat("__format__ must return a str, not ", type_name(r))).present();
            out.add(str_of(r));
            return true;
        }
    }
    return native_format(vm, v, text, out);
}

bool native_format(Vm& vm, Value v, std::string_view text, Text& out)
{
    vm.charge(text.size());
    if (text.empty()) return str_to(vm, v, out);
    FormatSpec spec;
    if (is_str(v) || is_int(v)) {
        if (v.is_bool() && text.empty()) return str_to(vm, v, out);
        if (!parse_spec(vm, text, spec, v)) return false;
        return is_str(v) ? format_str(vm, v, spec, out) : format_int(vm, v, spec, out);
    }
    return type_error(vm, cat("unsupported format string passed to ", type_name(v), ".__format__")).present();
}

}  // namespace lariat::pvm
