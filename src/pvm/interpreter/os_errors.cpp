// OSError and what derives from it: the number says which class it is, and what is given is kept by name.
#include "pvm/interpreter/kept_parts.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

namespace {

enum Part : u32 { NUMBER, TEXT, FILE, OTHER_FILE, WRITTEN, PARTS };

Class& class_of_number(i64 number)
{
    switch (number) {  // those of Linux, where CPython's classes are meant
        case 1:
        case 13:
            return T.PermissionError;
        case 2:
            return T.FileNotFoundError;
        case 3:
            return T.ProcessLookupError;
        case 4:
            return T.InterruptedError;
        case 10:
            return T.ChildProcessError;
        case 11:
        case 114:
        case 115:
            return T.BlockingIOError;
        case 17:
            return T.FileExistsError;
        case 20:
            return T.NotADirectoryError;
        case 21:
            return T.IsADirectoryError;
        case 32:
        case 108:
            return T.BrokenPipeError;
        case 103:
            return T.ConnectionAbortedError;
        case 104:
            return T.ConnectionResetError;
        case 110:
            return T.TimeoutError;
        case 111:
            return T.ConnectionRefusedError;
        default:
            return T.OSError;
    }
}

// A program's class that has an __init__ and no __new__ reads its arguments in __init__, else where it is
// made.
bool reads_in_init(const Class& cls)
{
    return (cls.features & HAS_INIT) != 0 && (cls.features & HAS_NEW) == 0;
}

bool says_parts(const Args& args)
{
    return args.positional >= 2 && args.positional <= 5;
}

Value kept(Value exception, Part at)
{
    return kept_part<PARTS>(exception, at);
}
void keep(Vm& vm, Value exception, Part at, Value v)
{
    keep_part<PARTS>(vm, exception, at, v);
}

bool keep_written(Vm& vm, Value exception, Value v)
{
    const Value index = to_index(vm, v);
    if (index.absent()) return false;
    if (!to_i64(index))
        return value_error(vm, cat("cannot fit '", type_name(v), "' into an index-sized integer")).present();
    keep(vm, exception, WRITTEN, index);
    return true;
}

bool read_arguments(Vm& vm, Value exception, const Class& asked, const Args& args)
{
    if (args.keywords() != 0)
        return type_error(vm, cat(str_of(asked.name), "() takes no keyword arguments")).present();
    if (!fill_exception(vm, exception, args)) return false;
    if (!says_parts(args)) return true;
    keep(vm, exception, NUMBER, args[0]);
    keep(vm, exception, TEXT, args[1]);
    const Value file = args.positional > 2 ? args[2] : NONE;
    if (file == NONE) return true;
    if (type_of(exception) == &T.BlockingIOError &&
        (is_int(file) || special_method(vm, file, N.index).present()))
        return keep_written(vm, exception, file);
    if (pending(vm)) return false;
    keep(vm, exception, FILE, file);
    if (args.positional > 4 && !(args[4] == NONE)) keep(vm, exception, OTHER_FILE, args[4]);
    cast<Exception>(exception)->args = new_tuple(vm, {args.values, 2});
    return true;
}

Value init(Vm& vm, Value self, const Args& args)
{
    const Class& cls = *type_of(self);
    return none_or_absent(!reads_in_init(cls) || read_arguments(vm, self, cls, args));
}

bool shown(Vm& vm, Value v, bool quoted, Text& out)
{
    return quoted ? repr_to(vm, or_none(v), out) : str_to(vm, or_none(v), out);
}

Value text(Vm& vm, Value self, const Args&)
{
    const Value number = kept(self, NUMBER), why = kept(self, TEXT);
    const Value file = kept(self, FILE), other = kept(self, OTHER_FILE);
    if (file.absent() && (number.absent() || why.absent())) return exception_text_of_arguments(vm, self);
    Text out(vm);
    out.add("[Errno ");
    if (!shown(vm, number, false, out)) return ABSENT;
    out.add("] ");
    if (!shown(vm, why, false, out)) return ABSENT;
    if (file.present()) {
        out.add(": ");
        if (!shown(vm, file, true, out)) return ABSENT;
        if (other.present()) {
            out.add(" -> ");
            if (!shown(vm, other, true, out)) return ABSENT;
        }
    }
    return new_str(vm, out.view());
}

template <Part at>
Value get(Vm&, Value self)
{
    return or_none(kept(self, at));
}
template <Part at>
bool set(Vm& vm, Value self, Value v)
{
    keep(vm, self, at, v);
    return true;
}
Value get_written(Vm& vm, Value self)
{
    const Value v = kept(self, WRITTEN);
    return v.present() ? v : raise(vm, T.AttributeError, "characters_written");
}
bool set_written(Vm& vm, Value self, Value v)
{
    if (v.present()) return keep_written(vm, self, v);
    if (kept(self, WRITTEN).absent()) return raise(vm, T.AttributeError, "characters_written").present();
    keep(vm, self, WRITTEN, ABSENT);
    return true;
}

constexpr NativeSpec METHODS[] = {{"__init__", init, "...", 0}, {"__str__", text, "", gas::NATIVE}};
constexpr AttributeSpec ATTRIBUTES[] = {{"errno", get<NUMBER>, set<NUMBER>},
                                        {"strerror", get<TEXT>, set<TEXT>},
                                        {"filename", get<FILE>, set<FILE>},
                                        {"filename2", get<OTHER_FILE>, set<OTHER_FILE>},
                                        {"characters_written", get_written, set_written}};

}  // namespace

Value os_error_make(Vm& vm, Class& asked, const Args& args)
{
    if (reads_in_init(asked)) return new_exception(vm, asked, {});
    Class* cls = &asked;
    if (cls == &T.OSError && says_parts(args) && is_int(args[0]))
        cls = &class_of_number(to_i64(args[0]).value_or(0));
    const Value e = new_exception(vm, *cls, {});
    return read_arguments(vm, e, asked, args) ? e : ABSENT;
}

void boot_os_errors()
{
    add_static(T.OSError, METHODS, ATTRIBUTES);
}

}  // namespace lariat::pvm
