// % formatting of str and bytes.
#include "base/utf8.hpp"
#include "pvm/objects/bytes.hpp"
#include "pvm/objects/format.hpp"

namespace lariat::pvm {

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
    /// The next argument where it is a str and no more; else nothing is taken.
    const Str* take_str()
    {
        if (is(args, Kind::Tuple) ? next >= cast<Tuple>(args)->size : next > 0) return nullptr;
        const Value v = is(args, Kind::Tuple) ? cast<Tuple>(args)->items[next] : args;
        if (!is_str(v) || !exact(v)) return nullptr;
        ++next;
        return cast<Str>(v);
    }
};

// A TypeError of an object that should have given a number is replaced by `message`, as in CPython.
Value wrong_number(Vm& vm, std::string_view message)
{
    if (!pending_is(vm, T.TypeError)) return ABSENT;
    vm.pending = ABSENT;
    return type_error(vm, message);
}

// %c: the character itself, or that of a number.
bool character(Vm& vm, Value v, bool bytes, std::string& out)
{
    if (bytes ? is_bytes_like(v) && bytes_of(v).size() == 1 : is_str(v) && cast<Str>(v)->points == 1) {
        out = bytes ? lariat::text(bytes_of(v)) : str_of(v);
        return true;
    }
    const std::string_view wanted =
        bytes ? "%c requires an integer in range(256) or a single byte" : "%c requires int or char";
    const Value index = to_index(vm, v);
    if (index.absent()) return wrong_number(vm, wanted).present();
    const auto point = to_i64(index);
    if (!point || *point < 0 || *point > (bytes ? 0xff : 0x10ffff))
        return raise(vm, T.OverflowError,
                     bytes ? "%c arg not in range(256)" : "%c arg not in range(0x110000)")
            .present();
    if (bytes)
        out = static_cast<char>(*point);
    else if (!utf8::append(out, static_cast<u32>(*point)))
        return value_error(vm, "surrogates are not allowed").present();
    return true;
}

// An integer for %d and its like, of any object that says what it is as one. Absent: an exception is pending.
Value whole_number(Vm& vm, Value v, char type)
{
    if (is_int(v)) return v;
    const bool decimal = type == 'd' || type == 'i' || type == 'u';
    const auto wanted = [&] {
        return cat("%", std::string(1, type), " format: ", decimal ? "a real number" : "an integer",
                   " is required, not ", type_name(v));
    };
    const bool says_int = decimal && special_method(vm, v, N.int_).present();
    if (pending(vm)) return ABSENT;
    if (!says_int && special_method(vm, v, N.index).absent())
        return pending(vm) ? ABSENT : type_error(vm, wanted());
    const Value n = says_int ? call(vm, Value::object(&T.int_), {v}) : to_index(vm, v);
    return n.absent() ? wrong_number(vm, wanted()) : n;
}

// What can be asked for a key: no tuple, no text, and in bytes % no bytes.
bool is_mapping(Vm& vm, Value v, bool bytes)
{
    if (is(v, Kind::Tuple) || is_str(v) || (bytes && is_bytes_like(v))) return false;
    if (is_dict(v) || is(v, Kind::List) || is_bytes_like(v) || is(v, Kind::Range) || is(v, Kind::Proxy))
        return true;
    if (!v.is_object() || type_of(v)->is_builtin) return false;
    const Value get = lookup(vm, type_of(v), N.getitem);
    // A deque's own is one of sequences alone: it stands in collections itself, those of mappings do not.
    return get.present() &&
           !(is(get, Kind::Function) && cast<Function>(get)->code->owner->source_name == "collections");
}

// A character that is no type of a field: of text all of its bytes.
bool unknown_type(Vm& vm, std::string_view f, std::size_t at, bool bytes)
{
    u32 point = static_cast<u8>(f[at]);
    u64 index = at;
    if (!bytes) {
        point = utf8::decode(view(f.substr(at)))->value;
        index = *utf8::count(view(f.substr(0, at)));
    }
    std::string shown;
    utf8::append(shown, bytes || point == ' ' || printable_ascii(point) ? point : '?');
    return value_error(vm, cat("unsupported format character '", shown, "' (0x", hex_digits(point),
                               ") at index ", number(index)))
        .present();
}

// A width or a precision: digits, or * for the next argument, which may be negative.
struct Extent {
    u64 size = 0;
    bool negative = false;
    std::string_view name, c_type;  ///< as complaints name it, and what it has to fit into
    i64 max = 0, star_max = 0;
};

bool read_extent(Percent& p, std::string_view f, std::size_t& at, Extent& extent)
{
    Vm& vm = p.vm;
    if (at >= f.size() || f[at] != '*')
        return read_number(f, at, extent.size, static_cast<u64>(extent.max)) ||
               value_error(vm, cat(extent.name, " too big")).present();
    ++at;
    const Value given = p.take();
    if (given.absent()) return false;
    if (!is_int(given)) return type_error(vm, "* wants int").present();
    const auto n = to_i64(given);
    if (!n || *n > extent.star_max || *n < -extent.star_max - 1)
        return raise(vm, T.OverflowError, cat("Python int too large to convert to C ", extent.c_type))
            .present();
    extent.negative = *n < 0;
    extent.size = *n < 0 ? u64{0} - static_cast<u64>(*n) : static_cast<u64>(*n);
    return true;
}

// The name in parentheses, if there is one, and the value that the mapping has for it.
bool read_key(Percent& p, std::string_view f, std::size_t& at, bool bytes, Value& v)
{
    Vm& vm = p.vm;
    if (at >= f.size() || f[at] != '(') return true;
    if (!is_mapping(vm, p.args, bytes)) return type_error(vm, "format requires a mapping").present();
    const std::size_t begin = ++at;
    int depth = 1;
    while (at < f.size() && depth > 0) {
        depth += f[at] == '(' ? 1 : f[at] == ')' ? -1 : 0;
        ++at;
    }
    if (depth > 0) return value_error(vm, "incomplete format key").present();
    const std::string_view name = f.substr(begin, at - 1 - begin);
    v = subscript(vm, p.args, bytes ? new_bytes(vm, view(name)) : new_str(vm, name));
    if (v.absent()) return false;
    p.mapped = true;
    p.next = 1;  // the mapping itself is no argument any more
    return true;
}

// Flags, width and precision, up to the type of the field.
bool read_spec(Percent& p, std::string_view f, std::size_t& at, FormatSpec& spec)
{
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
    Extent width{0, false, "width", "ssize_t", WIDTH_MAX, INT64_MAX};
    if (!read_extent(p, f, at, width)) return false;
    spec.width = width.size;
    spec.align = left || width.negative ? '<' : '>';
    if (zero && spec.align == '>') spec.fill = "0";
    if (at < f.size() && f[at] == '.') {
        ++at;
        Extent precision{0, false, spec.counts_bytes ? "prec" : "precision", "int", INT32_MAX, INT32_MAX};
        if (!read_extent(p, f, at, precision)) return false;
        spec.precision = precision.negative ? 0 : static_cast<i64>(precision.size);
    }
    if (at < f.size() && (f[at] == 'l' || f[at] == 'h' || f[at] == 'L')) ++at;
    return at < f.size() || value_error(p.vm, "incomplete format").present();
}

// %s and its like.
bool percent_text(Vm& vm, Value v, char type, FormatSpec& spec, Text& out)
{
    const bool bytes = spec.counts_bytes;
    spec.sign = '-';
    spec.fill = " ";
    if (bytes && (type == 's' || type == 'b')) {
        bool found = false;
        if (const Value own = is_bytes_like(v) ? v : bytes_of_hook(vm, v, found); own.present()) v = own;
        if (found && pending(vm)) return false;
        if (!is_bytes_like(v))
            return type_error(vm, cat("%b requires a bytes-like object, or an object that implements "
                                      "__bytes__, not '",
                                      type_name(v), "'"))
                .present();
        std::string_view shown = lariat::text(bytes_of(v));
        if (spec.precision >= 0) shown = shown.substr(0, static_cast<u64>(spec.precision));
        return pad_field(vm, spec, {}, shown, '>', out);
    }
    // Paid for as it grows, since the precision may leave nothing of it.
    Text made(vm), ascii(vm, Text::For::made);
    if (!(type == 's' ? str_to(vm, v, made) : repr_to(vm, v, made))) return false;
    const bool only_ascii = type == 'a' || (bytes && type == 'r');
    if (only_ascii) {
        add_ascii(ascii, made.view());
        vm.charge((ascii.size() - made.size()) * gas::BYTE);
    }
    std::string_view text = only_ascii ? ascii.view() : made.view();
    if (spec.precision >= 0 && bytes) {
        text = text.substr(0, static_cast<u64>(spec.precision));
    } else if (spec.precision >= 0) {
        const Value s = new_str(vm, text);
        if (static_cast<u64>(spec.precision) < cast<Str>(s)->points)
            text = str_of(str_slice(vm, cast<Str>(s), 0, 1, spec.precision));
    }
    return pad_made(vm, spec, {}, text, '>', out);
}

// %d and its like.
bool percent_integer(Vm& vm, Value v, char type, FormatSpec& spec, Text& out)
{
    v = whole_number(vm, v, type);
    if (v.absent()) return false;
    const i64 precision = spec.precision;
    spec.precision = -1;
    const bool decimal = type == 'd' || type == 'i' || type == 'u';
    spec.type = decimal ? 'd' : static_cast<u32>(type);
    FormatSpec bare = spec;
    bare.width = 0;
    Text digits(vm, Text::For::made);
    if (!format_int(vm, v, bare, digits)) return false;
    std::string text(digits.view()), front;
    while (!text.empty() && (text[0] == '-' || text[0] == '+' || text[0] == ' ')) {
        front += text[0];
        text.erase(0, 1);
    }
    if (spec.alternate && !decimal) {
        front += text.substr(0, 2);
        text.erase(0, 2);
    }
    if (precision > INT32_MAX - 3) return raise(vm, T.OverflowError, "precision too large").present();
    if (precision > static_cast<i64>(text.size())) {
        vm.arena.need(static_cast<u64>(precision));
        vm.charge(static_cast<u64>(precision));
        text.insert(0, static_cast<std::size_t>(precision) - text.size(), '0');
    }
    if (spec.fill == "0") spec.align = '=';
    return pad_field(vm, spec, front, text, '>', out);
}

bool percent_one(Percent& p, std::string_view f, std::size_t& at, Text& out, bool bytes)
{
    Vm& vm = p.vm;
    vm.charge(gas::ITEM);
    const std::size_t begin_of_spec = at;
    if (!bytes && at < f.size() && f[at] == 's')  // what most templates have, and it costs what %1s does
        if (const Str* s = p.take_str()) {
            ++at;
            const std::string_view text = str_of(Value::object(s));
            vm.charge(text.size() * 2);
            out.add_made(text);
            return true;
        }
    Value v;
    FormatSpec spec;
    spec.counts_bytes = bytes;
    if (!read_key(p, f, at, bytes, v) || !read_spec(p, f, at, spec)) return false;
    const char type = f[at++];
    if (type == '%' && at - 1 == begin_of_spec) {
        out.add_made("%");
        return true;
    }
    if (!p.mapped || v.absent()) v = p.take();
    if (v.absent()) return false;
    if (type == 's' || type == 'r' || type == 'a' || (type == 'b' && bytes))
        return percent_text(vm, v, type, spec, out);
    if (type == 'c') {
        std::string text;
        spec.fill = " ";
        return character(vm, v, bytes, text) && pad_field(vm, spec, {}, text, '>', out);
    }
    if (std::string_view("diuxXo").find(type) != std::string_view::npos)
        return percent_integer(vm, v, type, spec, out);
    if (std::string_view("eEfFgG").find(type) != std::string_view::npos)
        return type_error(vm, "floats are not available in % formatting").present();
    return unknown_type(vm, f, at - 1, bytes);
}

}  // namespace

Value percent_format(Vm& vm, Value format, Value args)
{
    const bool bytes = !is_str(format);
    std::string_view f = bytes ? text(bytes_of(format)) : str_of(format);
    vm.charge(f.size());
    Text kept(vm, Text::For::made);
    if (is(format, Kind::ByteArray)) {  // which an argument's hook may change
        kept.add_made(f);
        f = kept.view();
    }
    Text out(vm);
    Percent p{vm, args};
    for (std::size_t at = 0; at < f.size();) {
        const std::size_t field = std::min(f.find('%', at), f.size());
        out.add_made(f.substr(at, field - at));
        if (field == f.size()) break;
        at = field + 1;
        if (!percent_one(p, f, at, out, bytes)) return ABSENT;
    }
    const bool left = is(args, Kind::Tuple) ? p.next < cast<Tuple>(args)->size
                                            : p.next == 0 && !p.mapped && !is_mapping(vm, args, bytes);
    if (left)
        return type_error(vm, bytes ? "not all arguments converted during bytes formatting"
                                    : "not all arguments converted during string formatting");
    if (!bytes) return new_str(vm, out.view());
    return is(format, Kind::Bytes) ? new_bytes(vm, view(out.view())) : new_bytearray(vm, view(out.view()));
}

}  // namespace lariat::pvm
