// What exceptions of some classes know beyond their arguments: the name that was not found, the value of
// StopIteration, where text could not be coded.
#include <algorithm>

#include "base/utf8.hpp"
#include "pvm/interpreter/kept_parts.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

namespace {

// What may be given by keyword, and an attribute reads: kept as a tuple of two in `extra`.
struct Named {
    const Class* cls;
    std::string_view first, second;
};
constexpr u32 FIRST = 0, SECOND = 1, MESSAGE = 2;  // a message of ImportError, once it was set
const Named NAMED[] = {
    {&T.AttributeError, "name", "obj"}, {&T.NameError, "name", ""}, {&T.ImportError, "name", "path"}};

Value* part(Vm& vm, Value exception, u32 at)
{
    Exception* e = cast<Exception>(exception);
    if (!is(e->extra, Kind::Tuple)) {
        const Value none[] = {ABSENT, ABSENT, ABSENT};
        e->extra = Value::object(new_tuple(vm, {none, is_subclass(e->cls, &T.ImportError) ? 3u : 2u}));
    }
    return &cast<Tuple>(e->extra)->items[at];
}

Value read_part(Value self, u32 at)
{
    const Value extra = cast<Exception>(self)->extra;
    const Value v = is(extra, Kind::Tuple) ? cast<Tuple>(extra)->items[at] : ABSENT;
    return v.absent() ? NONE : v;
}
Value get_first(Vm&, Value self)
{
    return read_part(self, FIRST);
}
Value get_second(Vm&, Value self)
{
    return read_part(self, SECOND);
}
bool set_first(Vm& vm, Value self, Value v)
{
    *part(vm, self, FIRST) = v;
    return true;
}
bool set_second(Vm& vm, Value self, Value v)
{
    *part(vm, self, SECOND) = v;
    return true;
}

Value get_message(Vm&, Value self)
{
    const Value message = import_message(self);
    return message.absent() ? NONE : message;
}
bool set_message(Vm& vm, Value self, Value v)
{
    *part(vm, self, MESSAGE) = v.absent() ? NONE : v;
    return true;
}

bool take_keywords(Vm& vm, Value exception, const Args& args)
{
    const Class* cls = type_of(exception);
    const auto named = std::ranges::find_if(NAMED, [&](const Named& n) { return is_subclass(cls, n.cls); });
    if (named == std::end(NAMED))
        return type_error(vm, cat(str_of(cls->name), "() takes no keyword arguments")).present();
    for (u32 k = 0; k < args.keywords(); ++k) {
        const std::string_view name = str_of(args.names->items[k]);
        if (name != named->first && (name != named->second || name.empty()))
            return type_error(vm, cat("'", name, "' is an invalid keyword argument for ",
                                      str_of(named->cls->name), "()"))
                .present();
        *part(vm, exception, name == named->first ? FIRST : SECOND) = args[args.positional + k];
    }
    return true;
}

// What it was set to, else the only argument, all of them, or nothing.
Value get_code(Vm&, Value self)
{
    const Value set = cast<Exception>(self)->extra;
    if (set.present()) return set;
    const Tuple* args = cast<Exception>(self)->args;
    return args->size == 0 ? NONE : args->size == 1 ? args->items[0] : Value::object(args);
}
Value get_value(Vm&, Value self)
{
    const Value value = cast<Exception>(self)->extra;
    return value.absent() ? NONE : value;
}
bool set_extra(Vm&, Value self, Value v)
{
    cast<Exception>(self)->extra = v;
    return true;
}

// What could not be coded is kept as a tuple in `extra`, as it was when the exception was made: whatever
// `args` are set to later. Behind the five that a program gives, what the VM wrote where it raised the
// exception.
enum Unicode : u32 { ENCODING, OBJECT, START, END, REASON, UNICODE_ARGUMENTS, WRITTEN = UNICODE_ARGUMENTS };
constexpr u32 UNICODE_PARTS = WRITTEN + 1;

bool fill_unicode(Vm& vm, Exception* e)
{
    const Tuple* args = e->args;
    // UnicodeTranslateError has no encoding: its arguments stand one further to the front.
    const u32 first = is_subclass(e->cls, &T.UnicodeTranslateError) ? OBJECT : ENCODING;
    if (args->size != UNICODE_ARGUMENTS - first)
        return type_error(vm, cat("function takes exactly ", number(u32{UNICODE_ARGUMENTS} - first),
                                  " arguments (", number(args->size), " given)"))
            .present();
    Value parts[UNICODE_PARTS] = {};
    std::copy_n(args->items, args->size, parts + first);
    const auto wrong = [&](u32 at, std::string_view wanted) {
        return type_error(vm, cat("argument ", number(at + 1 - first), " must be ", wanted, ", not ",
                                  argument_name(parts[at])))
            .present();
    };
    if (first == ENCODING && !is_str(parts[ENCODING])) return wrong(ENCODING, "str");
    const Value object = parts[OBJECT];
    if (!is_subclass(e->cls, &T.UnicodeDecodeError)) {
        if (!is_str(object)) return wrong(OBJECT, "str");
    } else if (!is_bytes_like(object)) {
        return type_error(vm, cat("a bytes-like object is required, not '", type_name(object), "'"))
            .present();
    } else if (is(object, Kind::ByteArray)) {  // which may be changed
        vm.charge(bytes_of(object).size() * gas::BYTE);
        parts[OBJECT] = new_bytes(vm, bytes_of(object));
    }
    for (const u32 at : {START, END}) {
        const Value index = to_index(vm, parts[at]);
        if (index.absent()) return false;
        const auto n = to_i64(index);
        if (!n) return raise(vm, T.OverflowError, "Python int too large to convert to C ssize_t").present();
        parts[at] = int_of(vm, *n);
    }
    if (!is_str(parts[REASON])) return wrong(REASON, "str");
    e->extra = Value::object(new_tuple(vm, parts));
    return true;
}

Value unicode_part(Value self, Unicode at)
{
    return or_none(kept_part<UNICODE_PARTS>(self, at));
}
template <Unicode at>
Value get_unicode(Vm&, Value self)
{
    return unicode_part(self, at);
}

// From then on its text is made anew.
void set_unicode_part(Vm& vm, Value self, Unicode at, Value v)
{
    keep_part<UNICODE_PARTS>(vm, self, at, v);
    keep_part<UNICODE_PARTS>(vm, self, WRITTEN, ABSENT);
}
template <Unicode at>
bool set_unicode(Vm& vm, Value self, Value v)
{
    if (at == START || at == END) {
        if (v.absent()) return type_error(vm, "can't delete numeric/char attribute").present();
        if (!is_int(v)) return type_error(vm, "an integer is required").present();
        const auto n = to_i64(v);
        if (!n) return raise(vm, T.OverflowError, "Python int too large to convert to C ssize_t").present();
        v = int_of(vm, *n);
    }
    set_unicode_part(vm, self, at, v);
    return true;
}

std::string escape(u32 point)
{
    const std::string text = point < 0x100     ? "x" + hex_digits(point, 2)
                             : point < 0x10000 ? "u" + hex_digits(point, 4)
                                               : "U" + hex_digits(point, 8);
    return "'\\" + text + "'";
}

constexpr AttributeSpec ATTRIBUTE_ERROR[] = {{"name", get_first, set_first}, {"obj", get_second, set_second}};
constexpr AttributeSpec NAME_ERROR[] = {{"name", get_first, set_first}};
constexpr AttributeSpec IMPORT_ERROR[] = {
    {"msg", get_message, set_message}, {"name", get_first, set_first}, {"path", get_second, set_second}};
constexpr AttributeSpec SYSTEM_EXIT[] = {{"code", get_code, set_extra}};
constexpr AttributeSpec STOP_ITERATION[] = {{"value", get_value, set_extra}};
constexpr AttributeSpec UNICODE[] = {{"encoding", get_unicode<ENCODING>, set_unicode<ENCODING>},
                                     {"object", get_unicode<OBJECT>, set_unicode<OBJECT>},
                                     {"start", get_unicode<START>, set_unicode<START>},
                                     {"end", get_unicode<END>, set_unicode<END>},
                                     {"reason", get_unicode<REASON>, set_unicode<REASON>}};

}  // namespace

bool fill_exception(Vm& vm, Value exception, const Args& args)
{
    Exception* e = cast<Exception>(exception);
    e->args = new_tuple(vm, {args.values, args.positional});
    if (is_instance(exception, T.StopIteration)) e->extra = args.positional > 0 ? args[0] : NONE;
    if (is_instance(exception, T.SyntaxError)) return fill_syntax_error(vm, exception);
    return !is_unicode(exception) || fill_unicode(vm, e);
}

Value raise_unicode(Vm& vm, Class& type, std::string_view encoding, Value object, u64 start, u64 end,
                    std::string_view reason, std::string_view message)
{
    const Value parts[UNICODE_PARTS] = {new_str(vm, encoding), object,
                                        int_of_u64(vm, start), int_of_u64(vm, end),
                                        new_str(vm, reason),   new_str(vm, message)};
    const Value e = new_exception(vm, type, {parts, UNICODE_ARGUMENTS});
    cast<Exception>(e)->extra = Value::object(new_tuple(vm, parts));
    set_context(vm, e);
    vm.pending = e;
    return ABSENT;
}

bool fill_exception_keywords(Vm& vm, Value exception, const Args& args)
{
    return args.keywords() == 0 || take_keywords(vm, exception, args);
}

void note_name(Vm& vm, Value name, Value object)
{
    if (!is(vm.pending, Kind::Exception) || cast<Exception>(vm.pending)->extra.present()) return;
    *part(vm, vm.pending, FIRST) = name;
    *part(vm, vm.pending, SECOND) = object;
}

bool is_unicode(Value exception)
{
    return is_instance(exception, T.UnicodeEncodeError) || is_instance(exception, T.UnicodeDecodeError) ||
           is_instance(exception, T.UnicodeTranslateError);
}

Value import_message(Value exception)
{
    const Exception* e = cast<Exception>(exception);
    const Value set = is(e->extra, Kind::Tuple) ? cast<Tuple>(e->extra)->items[MESSAGE] : ABSENT;
    return set.present() ? set : e->args->size == 1 ? e->args->items[0] : ABSENT;
}

Value unicode_text(Vm& vm, Value exception)
{
    const auto part = [&](Unicode at) { return unicode_part(exception, at); };
    if (is_str(part(WRITTEN))) return part(WRITTEN);
    const Value object = part(OBJECT);
    const bool encodes = !is_instance(exception, T.UnicodeDecodeError),
               translates = is_instance(exception, T.UnicodeTranslateError);
    // Nothing was said of it, or another class of it keeps something else there.
    if (object == NONE || !is_int(part(START)) || !is_int(part(END))) return new_str(vm, "");
    const u64 start = static_cast<u64>(to_i64(part(START)).value_or(0)),
              end = static_cast<u64>(to_i64(part(END)).value_or(0));
    const Value reason = str_value(vm, part(REASON));
    if (reason.absent()) return ABSENT;
    const Value encoding = str_value(vm, part(ENCODING));
    if (encoding.absent()) return ABSENT;
    const auto signed_text = [](u64 n) { return std::to_string(static_cast<i64>(n)); };
    const u64 size = encodes ? (is_str(object) ? cast<Str>(object)->points : 0)
                             : (is(object, Kind::Bytes) ? bytes_of(object).size() : 0);
    std::string where = cat("s in position ", signed_text(start), "-", signed_text(end - 1));
    if (start < size && end == start + 1) {
        std::string shown;
        if (encodes) {
            const Value one = str_slice(vm, cast<Str>(object), static_cast<i64>(start), 1, 1);
            shown = escape(utf8::decode(view(str_of(one)))->value);
        } else {
            shown = "0x" + hex_digits(bytes_of(object)[start], 2);
        }
        where = cat(" ", shown, " in position ", signed_text(start));
    }
    Text out(vm, Text::For::message);
    if (!translates) {
        out.add("'");
        out.add(str_of(encoding));
        out.add("' codec ");
    }
    out.add(translates ? "can't translate character"
            : encodes  ? "can't encode character"
                       : "can't decode byte");
    out.add(where);
    out.add(": ");
    out.add(str_of(reason));
    return new_str(vm, out.view());
}

void boot_exception_parts()
{
    add_static(T.AttributeError, {}, ATTRIBUTE_ERROR);
    add_static(T.NameError, {}, NAME_ERROR);
    add_static(T.ImportError, {}, IMPORT_ERROR);
    add_static(T.SystemExit, {}, SYSTEM_EXIT);
    add_static(T.StopIteration, {}, STOP_ITERATION);
    add_static(T.UnicodeDecodeError, {}, UNICODE);
    add_static(T.UnicodeEncodeError, {}, UNICODE);
    add_static(T.UnicodeTranslateError, {}, UNICODE);
}

}  // namespace lariat::pvm
