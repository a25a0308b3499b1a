// str.format and format_map: templates with fields in braces.
#include "base/utf8.hpp"
#include "pvm/objects/format.hpp"

namespace lariat::pvm {

namespace {

struct Replacement {
    Vm& vm;
    const Args& args;
    Value mapping;
    i64 automatic = 0;  ///< next number; -1: numbers are written out
    u32 depth = 0;
};

// The argument of this number, which a field without one counts.
Value positional(Replacement& r, std::string_view digits)
{
    Vm& vm = r.vm;
    u64 n = 0;
    std::size_t at = 0;
    if (!read_number(digits, at, n, INT64_MAX))
        return value_error(vm, "Too many decimal digits in format string");
    if (digits.empty()) {
        if (r.automatic < 0)
            return value_error(vm,
                               "cannot switch from manual field specification to automatic field numbering");
        n = static_cast<u64>(r.automatic++);
    } else {
        if (r.automatic > 0)
            return value_error(vm,
                               "cannot switch from automatic field numbering to manual field specification");
        r.automatic = -1;
    }
    if (r.mapping.present()) return value_error(vm, "Format string contains positional fields");
    if (n >= r.args.positional)
        return raise(vm, T.IndexError,
                     cat("Replacement index ", number(n), " out of range for positional args tuple"));
    return r.args[static_cast<u32>(n)];
}

Value field_value(Replacement& r, std::string_view field)
{
    Vm& vm = r.vm;
    const std::size_t end = std::min(field.find_first_of(".["), field.size());
    const std::string_view first = field.substr(0, end);
    Value v;
    bool numeric = true;
    for (const char c : first) numeric = numeric && c >= '0' && c <= '9';
    if (numeric) {
        v = positional(r, first);
    } else if (r.mapping.present()) {
        v = subscript(vm, r.mapping, new_str(vm, first));
    } else {
        vm.charge(r.args.keywords() / 2);
        for (u32 k = 0; k < r.args.keywords() && v.absent(); ++k) {
            const std::string_view name = str_of(r.args.names->items[k]);
            if (name.size() != first.size()) continue;
            vm.charge(name.size() / 32);
            if (name == first) v = r.args[r.args.positional + k];
        }
        if (v.absent()) return raise_value(vm, T.KeyError, new_str(vm, first));
    }
    std::string_view rest = field.substr(end);
    while (v.present() && !rest.empty()) {
        if (rest[0] == '.') {
            const std::size_t stop = std::min(rest.find_first_of(".[", 1), rest.size());
            if (stop == 1) return value_error(vm, "Empty attribute in format string");
            vm.charge(gas::LIST);  // the name becomes a str
            v = get_attr(vm, v, name_object(vm, rest.substr(1, stop - 1)));
            rest.remove_prefix(stop);
        } else if (rest[0] == '[') {
            const std::size_t stop = rest.find(']');
            if (stop == rest.npos) return value_error(vm, "Missing ']' in format string");
            const std::string_view key = rest.substr(1, stop - 1);
            if (key.empty()) return value_error(vm, "Empty attribute in format string");
            bool number_key = true;
            for (const char c : key) number_key = number_key && c >= '0' && c <= '9';
            const Value at = number_key ? int_parse(vm, key, 10, NONE) : new_str(vm, key);
            if (number_key && (at.absent() || !to_i64(at))) {
                vm.pending = ABSENT;
                return value_error(vm, "Too many decimal digits in format string");
            }
            v = subscript(vm, v, at);
            rest.remove_prefix(stop + 1);
        } else {
            return value_error(vm, "Only '.' or '[' may follow ']' in format field specifier");
        }
    }
    return v;
}

/// One replacement field: what stands between its braces.
struct Field {
    std::string_view name, spec;
    u32 conversion = 0;
};

// Reads a field whose brace has been read, and the one that closes it, in the order in which CPython
// complains.
bool read_field(Vm& vm, std::string_view f, std::size_t& at, Field& field)
{
    const auto fail = [&](std::string_view m) { return value_error(vm, m).present(); };
    const std::size_t begin = at;
    for (; at < f.size() && f[at] != '}' && f[at] != ':' && f[at] != '!'; ++at) {
        if (f[at] == '{') return fail("unexpected '{' in field name");
        if (f[at] == '[') at = std::min(f.find(']', at), f.size() - 1);
    }
    if (at >= f.size()) return fail("expected '}' before end of string");
    field.name = f.substr(begin, at - begin);
    char mark = f[at++];
    if (mark == '!') {
        if (at >= f.size()) return fail("end of string while looking for conversion specifier");
        const utf8::CodePoint point = *utf8::decode(view(f.substr(at)));
        field.conversion = point.value;
        at += point.length;
        if (at < f.size()) {
            mark = f[at++];
            if (mark != '}' && mark != ':') return fail("expected ':' after conversion specifier");
        }
    }
    if (mark == '}') return true;
    const std::size_t spec = at;
    for (u64 depth = 1; at < f.size(); ++at) {
        depth += f[at] == '{' ? 1 : 0;
        depth -= f[at] == '}' ? 1 : 0;
        if (depth > 0) continue;
        field.spec = f.substr(spec, at++ - spec);
        return true;
    }
    return fail("unmatched '{' in format spec");
}

Value converted(Vm& vm, Value v, u32 conversion)
{
    switch (conversion) {
        case 0:
            return v;
        case 'r':
            return repr_value(vm, v);
        case 'a':
            return ascii_value(vm, v);
        case 's':
            return str_value(vm, v);
        default:
            return value_error(
                vm, cat("Unknown conversion specifier ", printable_ascii(conversion)
                                                             ? std::string(1, static_cast<char>(conversion))
                                                             : "\\x" + hex_digits(conversion)));
    }
}

bool expand(Replacement& r, std::string_view f, Text& out)
{
    Vm& vm = r.vm;
    const auto fail = [&](std::string_view m) { return value_error(vm, m).present(); };
    vm.charge(f.size());
    if (r.depth > 1 && f.find('{') != f.npos) return fail("Max string recursion exceeded");
    for (std::size_t at = 0; at < f.size();) {
        const char c = f[at];
        if (c != '{' && c != '}') {
            const std::size_t end = std::min(f.find_first_of("{}", at), f.size());
            out.add_made(f.substr(at, end - at));
            at = end;
            continue;
        }
        if (at + 1 < f.size() && f[at + 1] == c) {
            out.add_made(f.substr(at, 1));
            at += 2;
            continue;
        }
        if (c == '}') return fail("Single '}' encountered in format string");
        if (++at >= f.size()) return fail("Single '{' encountered in format string");
        Field field;
        if (!read_field(vm, f, at, field)) return false;
        Value v = field_value(r, field.name);
        if (v.present()) v = converted(vm, v, field.conversion);
        if (v.absent()) return false;
        Text spec_text(vm, Text::For::message);
        ++r.depth;
        if (!expand(r, field.spec, spec_text)) return false;
        --r.depth;
        if (!format_to(vm, v, spec_text.view(), out)) return false;
    }
    return true;
}

}  // namespace

Value str_format(Vm& vm, std::string_view format, const Args& args, Value mapping)
{
    Text out(vm);
    Replacement r{vm, args, mapping};
    return expand(r, format, out) ? new_str(vm, out.view()) : ABSENT;
}

}  // namespace lariat::pvm
