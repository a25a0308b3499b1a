// What exceptions of some classes know beyond their arguments: the name that was not found, the value of
// StopIteration, where text could not be coded.
#include <algorithm>

#include "base/utf8.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

// What may be given by keyword, and an attribute reads: kept as a tuple of two in `extra`.
struct Named {
    const Class* cls;
    std::string_view first, second;
};
constexpr u32 FIRST = 0, SECOND = 1;
const Named NAMED[] = {
    {&T.AttributeError, "name", "obj"}, {&T.NameError, "name", ""}, {&T.ImportError, "name", "path"}};

Value* part(Vm& vm, Value exception, u32 at)
{
    Exception* e = cast<Exception>(exception);
    if (!is(e->extra, Kind::Tuple)) {
        const Value none[] = {ABSENT, ABSENT};
        e->extra = Value::object(new_tuple(vm, none));
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

// The only argument, all of them, or nothing.
Value get_code(Vm&, Value self)
{
    const Tuple* args = cast<Exception>(self)->args;
    return args->size == 0 ? NONE : args->size == 1 ? args->items[0] : Value::object(args);
}
Value get_value(Vm&, Value self)
{
    const Value value = cast<Exception>(self)->extra;
    return value.absent() ? NONE : value;
}

enum Unicode : u32 { ENCODING, OBJECT, START, END, REASON, UNICODE_PARTS };

bool check_unicode(Vm& vm, const Class& type, const Tuple* args)
{
    if (args->size != UNICODE_PARTS)
        return type_error(vm, cat("function takes exactly 5 arguments (", number(args->size), " given)"))
            .present();
    const auto wrong = [&](u32 at, std::string_view wanted) {
        return type_error(vm, cat("argument ", number(at + 1), " must be ", wanted, ", not ",
                                  argument_name(args->items[at])))
            .present();
    };
    if (!is_str(args->items[ENCODING])) return wrong(ENCODING, "str");
    if (is_subclass(&type, &T.UnicodeEncodeError)) {
        if (!is_str(args->items[OBJECT])) return wrong(OBJECT, "str");
    } else if (!is_bytes_like(args->items[OBJECT])) {
        return type_error(vm,
                          cat("a bytes-like object is required, not '", type_name(args->items[OBJECT]), "'"))
            .present();
    }
    for (const u32 at : {START, END})
        if (to_index(vm, args->items[at]).absent()) return false;
    return is_str(args->items[REASON]) || wrong(REASON, "str");
}

Value unicode_part(Value self, Unicode at)
{
    const Tuple* args = cast<Exception>(self)->args;
    return args->size == UNICODE_PARTS ? args->items[at] : NONE;
}
template <Unicode at>
Value get_unicode(Vm&, Value self)
{
    return unicode_part(self, at);
}

std::string hex(u64 value, int digits)
{
    std::string out;
    while (digits-- > 0) out += "0123456789abcdef"[value >> (4 * digits) & 15];
    return out;
}

std::string escape(u32 point)
{
    const std::string text = point < 0x100     ? "x" + hex(point, 2)
                             : point < 0x10000 ? "u" + hex(point, 4)
                                               : "U" + hex(point, 8);
    return "'\\" + text + "'";
}

constexpr AttributeSpec ATTRIBUTE_ERROR[] = {{"name", get_first, set_first}, {"obj", get_second, set_second}};
constexpr AttributeSpec NAME_ERROR[] = {{"name", get_first, set_first}};
constexpr AttributeSpec IMPORT_ERROR[] = {{"name", get_first, set_first}, {"path", get_second, set_second}};
constexpr AttributeSpec SYSTEM_EXIT[] = {{"code", get_code, nullptr}};
constexpr AttributeSpec STOP_ITERATION[] = {{"value", get_value, nullptr}};
constexpr AttributeSpec UNICODE[] = {{"encoding", get_unicode<ENCODING>, nullptr},
                                     {"object", get_unicode<OBJECT>, nullptr},
                                     {"start", get_unicode<START>, nullptr},
                                     {"end", get_unicode<END>, nullptr},
                                     {"reason", get_unicode<REASON>, nullptr}};

}  // namespace

bool fill_exception(Vm& vm, Value exception, const Args& args)
{
    Exception* e = cast<Exception>(exception);
    e->args = new_tuple(vm, {args.values, args.positional});
    if (is_instance(exception, T.StopIteration)) e->extra = args.positional > 0 ? args[0] : NONE;
    if (is_instance(exception, T.UnicodeEncodeError) || is_instance(exception, T.UnicodeDecodeError))
        return check_unicode(vm, *type_of(exception), e->args);
    return true;
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

Value unicode_text(Vm& vm, Value exception)
{
    // The VM's own are written where they are raised.
    if (is_str(cast<Exception>(exception)->extra)) return cast<Exception>(exception)->extra;
    const bool encodes = is_instance(exception, T.UnicodeEncodeError);
    const auto part = [&](Unicode at) { return unicode_part(exception, at); };
    if (!is_str(part(REASON))) return new_str(vm, "");
    const i64 start = to_i64(part(START)).value_or(0), end = to_i64(part(END)).value_or(0);
    const Value object = part(OBJECT);
    const u64 size = encodes ? cast<Str>(object)->points : bytes_of(object).size();
    std::string where = cat("s in position ", std::to_string(start), "-", std::to_string(end - 1));
    if (start >= 0 && static_cast<u64>(start) < size && end == start + 1) {
        std::string shown;
        if (encodes) {
            const Value one = str_slice(vm, cast<Str>(object), start, 1, 1);
            shown = escape(utf8::decode(view(str_of(one)))->value);
        } else {
            shown = "0x" + hex(bytes_of(object)[static_cast<u64>(start)], 2);
        }
        where = cat(" ", shown, " in position ", std::to_string(start));
    }
    return new_str(vm, cat("'", str_of(part(ENCODING)), "' codec can't ",
                           encodes ? "encode character" : "decode byte", where, ": ", str_of(part(REASON))));
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
}

}  // namespace lariat::pvm
