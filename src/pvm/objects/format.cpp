// Formatting: format specs of int and str, % formatting, str.format.
#include "base/utf8.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

struct Spec {
    std::string fill = " ";
    char align = 0;
    char sign = '-';
    bool alternate = false;
    bool zero = false;
    char grouping = 0;
    u64 width = 0;
    i64 precision = -1;
    char type = 0;
};

bool digits(std::string_view spec, std::size_t& at, u64& out)
{
    out = 0;
    while (at < spec.size() && spec[at] >= '0' && spec[at] <= '9') {
        out = out * 10 + static_cast<u64>(spec[at++] - '0');
        if (out > 0x7fffffff) return false;
    }
    return true;
}

bool parse(Vm& vm, std::string_view s, Spec& out, Value v)
{
    const auto fail = [&](std::string_view m) { return value_error(vm, m).present(); };
    const auto is_align = [](char c) { return c == '<' || c == '>' || c == '=' || c == '^'; };
    std::size_t at = 0;
    if (!s.empty()) {
        const auto first = utf8::decode(view(s));
        if (s.size() > first->length && is_align(s[first->length])) {
            out.fill = s.substr(0, first->length);
            out.align = s[first->length];
            at = first->length + 1;
        } else if (is_align(s[0])) {
            out.align = s[0];
            at = 1;
        }
    }
    if (at < s.size() && (s[at] == '+' || s[at] == '-' || s[at] == ' ')) out.sign = s[at++];
    if (at < s.size() && s[at] == '#') {
        out.alternate = true;
        ++at;
    }
    if (at < s.size() && s[at] == '0') {
        out.zero = true;
        if (out.align == 0) {
            out.align = is_str(v) ? '<' : '=';
            out.fill = "0";
        }
        ++at;
    }
    if (!digits(s, at, out.width)) return fail("Too many decimal digits in format string");
    if (at < s.size() && (s[at] == ',' || s[at] == '_')) {
        out.grouping = s[at++];
        if (at < s.size() && (s[at] == ',' || s[at] == '_'))
            return fail(out.grouping == s[at] ? cat("Cannot specify both ',' and '_'.")
                                              : cat("Cannot specify both ',' and '_'."));
    }
    if (at < s.size() && s[at] == '.') {
        ++at;
        u64 precision = 0;
        const std::size_t begin = at;
        if (!digits(s, at, precision)) return fail("Too many decimal digits in format string");
        if (at == begin) return fail("Format specifier missing precision");
        out.precision = static_cast<i64>(precision);
    }
    if (s.size() - at > 1)
        return fail(cat("Invalid format specifier '", s, "' for object of type '", type_name(v), "'"));
    if (at < s.size()) out.type = s[at];
    return true;
}

bool pad(Vm& vm, const Spec& spec, std::string_view prefix, std::string_view body, char default_align,
         std::string& out)
{
    const u64 points = utf8::count(view(body)).value_or(body.size()) + prefix.size();
    const char align = spec.align == 0 ? default_align : spec.align;
    const u64 fill = spec.width > points ? spec.width - points : 0;
    vm.arena.need(fill * spec.fill.size());
    vm.charge(fill * spec.fill.size() + prefix.size() + body.size());
    const u64 left = align == '>' ? fill : align == '^' ? fill / 2 : 0;
    const u64 inner = align == '=' ? fill : 0;
    for (u64 i = 0; i < left; ++i) out += spec.fill;
    out += prefix;
    for (u64 i = 0; i < inner; ++i) out += spec.fill;
    out += body;
    for (u64 i = 0; i < fill - left - inner; ++i) out += spec.fill;
    return true;
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

bool format_int(Vm& vm, Value v, const Spec& spec, std::string& out)
{
    const auto fail = [&](std::string_view m) { return value_error(vm, m).present(); };
    if (spec.precision >= 0) return fail("Precision not allowed in integer format specifier");
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
            if (spec.sign != '-') return fail("Sign not allowed with integer format specifier 'c'");
            if (spec.alternate)
                return fail("Alternate form (#) not allowed with integer format specifier 'c'");
            const auto point = to_i64(v);
            if (!point || *point < 0 || *point > 0x10ffff)
                return raise(vm, T.OverflowError, "%c arg not in range(0x110000)").present();
            std::string text;
            if (!utf8::append(text, static_cast<u32>(*point))) return fail("surrogates are not allowed");
            return pad(vm, spec, {}, text, '<', out);
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
            return fail(cat("Unknown format code '", std::string(1, spec.type), "' for object of type '",
                            type_name(v), "'"));
    }
    if (spec.grouping == ',' && base != 10)
        return fail(cat("Cannot specify ',' with '", std::string(1, spec.type), "'."));
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
    return pad(vm, spec, front, text, '>', out);
}

bool format_str(Vm& vm, Value v, const Spec& spec, std::string& out)
{
    const auto fail = [&](std::string_view m) { return value_error(vm, m).present(); };
    if (spec.type != 0 && spec.type != 's')
        return fail(cat("Unknown format code '", std::string(1, spec.type), "' for object of type 'str'"));
    if (spec.sign != '-') return fail("Sign not allowed in string format specifier");
    if (spec.alternate) return fail("Alternate form (#) not allowed in string format specifier");
    if (spec.grouping != 0)
        return fail(cat("Cannot specify '", std::string(1, spec.grouping), "' with 's'."));
    if (spec.align == '=') return fail("'=' alignment not allowed in string format specifier");
    std::string_view text = str_of(v);
    if (spec.precision >= 0 && static_cast<u64>(spec.precision) < cast<Str>(v)->points)
        text = str_of(str_slice(vm, cast<Str>(v), 0, 1, spec.precision));
    return pad(vm, spec, {}, text, '<', out);
}

}  // namespace

bool format_to(Vm& vm, Value v, std::string_view text, std::string& out)
{
    if (v.is_object() && !v.as_object()->cls->is_builtin) {
        bool found = false;
        const Value r = call_special(vm, v, N.format, {new_str(vm, text)}, found);
        if (found) {
            if (r.absent()) return false;
            if (!is_str(r))
                return type_error(vm, cat("__format__ must return a str, not ", type_name(r))).present();
            out += str_of(r);
            return true;
        }
    }
    vm.charge(text.size());
    if (text.empty()) return str_to(vm, v, out);
    Spec spec;
    if (is_str(v) || is_int(v)) {
        if (v.is_bool() && text.empty()) return str_to(vm, v, out);
        if (!parse(vm, text, spec, v)) return false;
        return is_str(v) ? format_str(vm, v, spec, out) : format_int(vm, v, spec, out);
    }
    return type_error(vm, cat("unsupported format string passed to ", type_name(v), ".__format__")).present();
}

namespace {

// One % conversion. The arguments are a tuple or one value, or a mapping.
struct Percent {
    Vm& vm;
    Value args;
    u32 next = 0;
    bool mapped = false;

    Value take()
    {
        if (!is(args, Kind::Tuple)) {
            if (next++ > 0) return type_error(vm, "not enough arguments for format string");
            return args;
        }
        if (next >= cast<Tuple>(args)->size) return type_error(vm, "not enough arguments for format string");
        return cast<Tuple>(args)->items[next++];
    }
};

// What repr says, without anything beyond ASCII.
std::string ascii_only(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const u32 n = utf8::decode(view(text.substr(i)))->length;
        std::string one(1, text[i]);
        if (n > 1) {
            one.clear();
            repr_text(text.substr(i, n), one, true);
            one = one.substr(1, one.size() - 2);
        }
        out += one;
        i += n;
    }
    return out;
}

bool percent_one(Percent& p, std::string_view f, std::size_t& at, std::string& out, bool bytes)
{
    Vm& vm = p.vm;
    Value v;
    if (at < f.size() && f[at] == '(') {
        const std::size_t begin = ++at;
        int depth = 1;
        while (at < f.size() && depth > 0) {
            depth += f[at] == '(' ? 1 : f[at] == ')' ? -1 : 0;
            ++at;
        }
        if (depth > 0) return value_error(vm, "incomplete format key").present();
        if (is(p.args, Kind::Tuple) || is_str(p.args))
            return type_error(vm, "format requires a mapping").present();
        v = subscript(vm, p.args, new_str(vm, f.substr(begin, at - 1 - begin)));
        if (v.absent()) return false;
        p.mapped = true;
    }
    Spec spec;
    spec.align = '>';
    bool left = false, zero = false;
    for (; at < f.size(); ++at) {
        if (f[at] == '-')
            left = true;
        else if (f[at] == '+')
            spec.sign = '+';
        else if (f[at] == ' ')
            spec.sign = spec.sign == '+' ? '+' : ' ';
        else if (f[at] == '#')
            spec.alternate = true;
        else if (f[at] == '0')
            zero = true;
        else
            break;
    }
    const auto number_or_star = [&](u64& n, bool& negative) {
        if (at < f.size() && f[at] == '*') {
            ++at;
            const Value w = p.take();
            if (w.absent()) return false;
            if (!is_int(w)) return type_error(vm, "* wants int").present();
            const i64 width = to_i64(w).value_or(0x7fffffff);
            negative = width < 0;
            n = static_cast<u64>(width < 0 ? -width : width);
            return true;
        }
        if (!digits(f, at, n)) return value_error(vm, "width too big").present();
        return true;
    };
    bool negative = false;
    if (!number_or_star(spec.width, negative)) return false;
    left = left || negative;
    if (at < f.size() && f[at] == '.') {
        ++at;
        u64 precision = 0;
        negative = false;
        if (!number_or_star(precision, negative)) return false;
        spec.precision = negative ? 0 : static_cast<i64>(precision);
    }
    while (at < f.size() && (f[at] == 'l' || f[at] == 'h' || f[at] == 'L')) ++at;
    if (at >= f.size()) return value_error(vm, "incomplete format").present();
    const char type = f[at++];
    if (type == '%') {
        out += '%';
        return true;
    }
    if (!p.mapped || v.absent()) v = p.take();
    if (v.absent()) return false;
    if (left) spec.align = '<';
    switch (type) {
        case 's':
        case 'r':
        case 'a':
        case 'b': {
            std::string text;
            if (bytes && (type == 's' || type == 'b')) {
                if (!is_bytes_like(v))
                    return type_error(vm, cat("%b requires a bytes-like object, or an object that implements "
                                              "__bytes__, not '",
                                              type_name(v), "'"))
                        .present();
                text = lariat::text(bytes_of(v));
            } else if (type == 's') {
                if (!str_to(vm, v, text)) return false;
            } else if (!repr_to(vm, v, text)) {
                return false;
            } else if (type == 'a') {
                text = ascii_only(text);
            }
            if (spec.precision >= 0 && !bytes) {
                const Value s = new_str(vm, text);
                if (static_cast<u64>(spec.precision) < cast<Str>(s)->points)
                    text = str_of(str_slice(vm, cast<Str>(s), 0, 1, spec.precision));
            }
            spec.sign = '-';
            return pad(vm, spec, {}, text, '>', out);
        }
        case 'c': {
            if (is_str(v) && cast<Str>(v)->points == 1) return pad(vm, spec, {}, str_of(v), '>', out);
            if (!is_int(v)) return type_error(vm, "%c requires int or char").present();
            const auto point = to_i64(v);
            std::string text;
            if (!point || *point < 0 || *point > 0x10ffff)
                return raise(vm, T.OverflowError, "%c arg not in range(0x110000)").present();
            if (bytes)
                text = static_cast<char>(*point);
            else if (!utf8::append(text, static_cast<u32>(*point)))
                return value_error(vm, "surrogates are not allowed").present();
            return pad(vm, spec, {}, text, '>', out);
        }
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'o': {
            if (!is_int(v)) {
                const bool decimal = type == 'd' || type == 'i' || type == 'u';
                return type_error(vm, cat("%", std::string(1, type),
                                          " format: ", decimal ? "a real number" : "an integer",
                                          " is required, not ", type_name(v)))
                    .present();
            }
            const i64 precision = spec.precision;
            spec.precision = -1;
            spec.type = type == 'i' || type == 'u' ? 'd' : type;
            Spec bare = spec;
            bare.width = 0;
            std::string text;
            if (!format_int(vm, v, bare, text)) return false;
            std::string front;
            while (!text.empty() && (text[0] == '-' || text[0] == '+' || text[0] == ' ')) {
                front += text[0];
                text.erase(0, 1);
            }
            if (spec.alternate && type != 'd' && type != 'i' && type != 'u') {
                front += text.substr(0, 2);
                text.erase(0, 2);
            }
            if (precision > static_cast<i64>(text.size())) {
                vm.arena.need(static_cast<u64>(precision));
                vm.charge(static_cast<u64>(precision));
                text.insert(0, static_cast<std::size_t>(precision) - text.size(), '0');
            }
            if (zero && !left) {
                spec.align = '=';
                spec.fill = "0";
            }
            return pad(vm, spec, front, text, '>', out);
        }
        default:
            break;
    }
    if (std::string_view("eEfFgG").find(type) != std::string_view::npos)
        return type_error(vm, "floats are not available in % formatting").present();
    return value_error(vm, cat(
                               "unsupported format character '", std::string(1, type), "' (0x",
                               [&] {
                                   constexpr char HEX[] = "0123456789abcdef";
                                   return std::string{HEX[static_cast<u8>(type) >> 4],
                                                      HEX[static_cast<u8>(type) & 15]};
                               }(),
                               ") at index ", number(static_cast<u64>(at - 1))))
        .present();
}

}  // namespace

Value percent_format(Vm& vm, Value format, Value args)
{
    const bool bytes = !is_str(format);
    const std::string f(bytes ? text(bytes_of(format)) : str_of(format));
    vm.charge(f.size());
    std::string out;
    Percent p{vm, args};
    for (std::size_t at = 0; at < f.size();) {
        if (f[at] != '%') {
            out += f[at++];
            continue;
        }
        ++at;
        if (!percent_one(p, f, at, out, bytes)) return ABSENT;
        vm.arena.need(out.size());
    }
    const bool left = is(args, Kind::Tuple)
                          ? p.next < cast<Tuple>(args)->size
                          : p.next == 0 && !is_dict(args) && !is(args, Kind::List) && !p.mapped &&
                                !(args.is_object() && !args.as_object()->cls->is_builtin &&
                                  lookup(vm, type_of(args), N.getitem).present());
    if (left)
        return type_error(vm, bytes ? "not all arguments converted during bytes formatting"
                                    : "not all arguments converted during string formatting");
    vm.charge(out.size());
    if (!bytes) return new_str(vm, out);
    return is(format, Kind::Bytes) ? new_bytes(vm, view(std::string_view(out)))
                                   : new_bytearray(vm, view(std::string_view(out)));
}

namespace {

struct Replacement {
    Vm& vm;
    const Args& args;
    Value mapping;
    i64 automatic = 0;  ///< next number; -1: numbers are written out
    u32 depth = 0;
};

Value field_value(Replacement& r, std::string_view field)
{
    Vm& vm = r.vm;
    const std::size_t end = std::min(field.find_first_of(".["), field.size());
    const std::string_view first = field.substr(0, end);
    Value v;
    bool numeric = !first.empty();
    for (const char c : first) numeric = numeric && c >= '0' && c <= '9';
    if (first.empty() || numeric) {
        if (r.mapping.present()) return value_error(vm, "Format string contains positional fields");
        u64 n = 0;
        if (first.empty()) {
            if (r.automatic < 0)
                return value_error(
                    vm, "cannot switch from manual field specification to automatic field numbering");
            n = static_cast<u64>(r.automatic++);
        } else {
            if (r.automatic > 0)
                return value_error(
                    vm, "cannot switch from automatic field numbering to manual field specification");
            r.automatic = -1;
            std::size_t at = 0;
            if (!digits(first, at, n)) return value_error(vm, "Too many decimal digits in format string");
        }
        if (n >= r.args.positional)
            return raise(vm, T.IndexError,
                         cat("Replacement index ", number(n), " out of range for positional args tuple"));
        v = r.args[static_cast<u32>(n)];
    } else if (r.mapping.present()) {
        v = subscript(vm, r.mapping, new_str(vm, first));
    } else {
        for (u32 k = 0; k < r.args.keywords(); ++k)
            if (str_of(r.args.names->items[k]) == first) v = r.args[r.args.positional + k];
        if (v.absent()) return raise_value(vm, T.KeyError, new_str(vm, first));
    }
    std::string_view rest = field.substr(end);
    while (v.present() && !rest.empty()) {
        if (rest[0] == '.') {
            const std::size_t stop = std::min(rest.find_first_of(".[", 1), rest.size());
            if (stop == 1) return value_error(vm, "Empty attribute in format string");
            v = get_attr(vm, v, new_str_object(vm, rest.substr(1, stop - 1)));
            rest.remove_prefix(stop);
        } else if (rest[0] == '[') {
            const std::size_t stop = rest.find(']');
            if (stop == rest.npos) return value_error(vm, "Missing ']' in format string");
            const std::string_view key = rest.substr(1, stop - 1);
            if (key.empty()) return value_error(vm, "Empty attribute in format string");
            bool number_key = true;
            for (const char c : key) number_key = number_key && c >= '0' && c <= '9';
            v = subscript(vm, v, number_key ? int_parse(vm, key, 10, NONE) : new_str(vm, key));
            rest.remove_prefix(stop + 1);
        } else {
            return value_error(vm, "Only '.' or '[' may follow ']' in format field specifier");
        }
    }
    return v;
}

bool expand(Replacement& r, std::string_view f, std::string& out)
{
    Vm& vm = r.vm;
    const auto fail = [&](std::string_view m) { return value_error(vm, m).present(); };
    if (r.depth > 2) return fail("Max string recursion exceeded");
    vm.charge(f.size());
    for (std::size_t at = 0; at < f.size();) {
        const char c = f[at];
        if (c != '{' && c != '}') {
            out += c;
            ++at;
            continue;
        }
        if (at + 1 < f.size() && f[at + 1] == c) {
            out += c;
            at += 2;
            continue;
        }
        if (c == '}') return fail("Single '}' encountered in format string");
        if (at + 1 >= f.size()) return fail("Single '{' encountered in format string");
        const std::size_t begin = ++at;
        int depth = 1;
        while (at < f.size() && depth > 0) {
            depth += f[at] == '{' ? 1 : f[at] == '}' ? -1 : 0;
            ++at;
        }
        if (depth > 0) return fail("expected '}' before end of string");
        std::string_view field = f.substr(begin, at - 1 - begin), spec;
        char conversion = 0;
        std::size_t stop = 0;
        bool bracket = false;
        while (stop < field.size() && (bracket || (field[stop] != ':' && field[stop] != '!'))) {
            bracket = field[stop] == '[' || (bracket && field[stop] != ']');
            ++stop;
        }
        if (stop < field.size() && field[stop] == '!') {
            if (stop + 1 >= field.size()) return fail("end of string while looking for conversion specifier");
            conversion = field[stop + 1];
            if (stop + 2 < field.size() && field[stop + 2] != ':')
                return fail("expected ':' after conversion specifier");
            spec = stop + 2 < field.size() ? field.substr(stop + 3) : std::string_view();
        } else if (stop < field.size()) {
            spec = field.substr(stop + 1);
        }
        Value v = field_value(r, field.substr(0, stop));
        if (v.absent()) return false;
        if (conversion == 'r' || conversion == 'a')
            v = repr_value(vm, v);
        else if (conversion == 's')
            v = str_value(vm, v);
        else if (conversion != 0)
            return fail(cat("Unknown conversion specifier ", std::string(1, conversion)));
        if (v.absent()) return false;
        std::string spec_text;
        ++r.depth;
        if (!expand(r, spec, spec_text)) return false;
        --r.depth;
        if (!format_to(vm, v, spec_text, out)) return false;
        vm.arena.need(out.size());
    }
    return true;
}

}  // namespace

Value str_format(Vm& vm, std::string_view format, const Args& args, Value mapping)
{
    std::string out;
    Replacement r{vm, args, mapping};
    if (!expand(r, format, out)) return ABSENT;
    vm.charge(out.size());
    return new_str(vm, out);
}

}  // namespace lariat::pvm
