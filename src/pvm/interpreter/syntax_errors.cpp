// SyntaxError and what derives from it: what was wrong, and where, as a program that parses text says it.
#include "pvm/interpreter/kept_parts.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

namespace {

enum Part : u32 { MESSAGE, FILE, LINE, COLUMN, TEXT, END_LINE, END_COLUMN, PRINTS, PARTS };
constexpr u32 PLACE_MIN = END_LINE - FILE, PLACE_MAX = PRINTS - FILE;

Value kept(Value exception, Part at)
{
    return kept_part<PARTS>(exception, at);
}

template <Part at>
Value get(Vm&, Value self)
{
    return or_none(kept(self, at));
}
template <Part at>
bool set(Vm& vm, Value self, Value v)
{
    keep_part<PARTS>(vm, self, at, v);
    return true;
}

/// Where it was: a file, a line, a column, the text there, and where that ends.
bool read_place(Vm& vm, Value exception, Value given)
{
    const Value made = call(vm, Value::object(&T.tuple), {given});
    if (made.absent()) return false;
    const auto place = cast<Tuple>(made)->view();
    if (place.size() < PLACE_MIN || place.size() > PLACE_MAX)
        return type_error(vm, cat("function takes at ", place.size() < PLACE_MIN ? "least " : "most ",
                                  number(place.size() < PLACE_MIN ? PLACE_MIN : PLACE_MAX), " arguments (",
                                  number(place.size()), " given)"))
            .present();
    for (u32 i = 0; i < place.size(); ++i) keep_part<PARTS>(vm, exception, FILE + i, place[i]);
    if (place.size() == PLACE_MAX - 1)
        return type_error(vm, "end_offset must be provided when end_lineno is provided").present();
    return true;
}

/// Of the file its name, without the folders.
std::string_view name_of_file(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

Value text(Vm& vm, Value self, const Args&)
{
    const Value file = kept(self, FILE), line = kept(self, LINE);
    const bool has_file = file.present() && is_str(file);
    const bool has_line = line.present() && is_int(line) && exact(line) && !line.is_bool();
    const Value message = str_value(vm, or_none(kept(self, MESSAGE)));
    if (message.absent() || (!has_file && !has_line)) return message;
    Text out(vm);
    out.add(str_of(message));
    out.add(" (");
    if (has_file) out.add(name_of_file(str_of(file)));
    if (has_line) {
        out.add(has_file ? ", line " : "line ");
        if (!str_to(vm, line, out)) return ABSENT;
    }
    out.add(")");
    return new_str(vm, out.view());
}

constexpr NativeSpec METHODS[] = {{"__str__", text, "", gas::NATIVE}};
constexpr AttributeSpec ATTRIBUTES[] = {{"msg", get<MESSAGE>, set<MESSAGE>},
                                        {"filename", get<FILE>, set<FILE>},
                                        {"lineno", get<LINE>, set<LINE>},
                                        {"offset", get<COLUMN>, set<COLUMN>},
                                        {"text", get<TEXT>, set<TEXT>},
                                        {"end_lineno", get<END_LINE>, set<END_LINE>},
                                        {"end_offset", get<END_COLUMN>, set<END_COLUMN>},
                                        {"print_file_and_line", get<PRINTS>, set<PRINTS>}};

}  // namespace

bool fill_syntax_error(Vm& vm, Value exception)
{
    const Tuple* args = cast<Exception>(exception)->args;
    if (args->size != 0) keep_part<PARTS>(vm, exception, MESSAGE, args->items[0]);
    return args->size != 2 || read_place(vm, exception, args->items[1]);
}

void boot_syntax_errors()
{
    add_static(T.SyntaxError, METHODS, ATTRIBUTES);
}

}  // namespace lariat::pvm
