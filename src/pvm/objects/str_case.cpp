// Methods of str about case and classes of characters, of ASCII: where a character beyond it would decide,
// they fail, for the chain has no tables of Unicode's cases.
#include "base/utf8.hpp"
#include "pvm/objects/str_methods.hpp"

namespace lariat::pvm {

namespace {

std::string_view me(Value self)
{
    return str_of(self);
}

Value made(Vm& vm, const std::string& text)
{
    vm.charge(text.size() * gas::BYTE);
    return new_str(vm, text);
}

Value beyond_ascii(Vm& vm, std::string_view method)
{
    return value_error(vm, cat("str.", method, "() of non-ASCII text is not available"));
}

template <class F>
Value map_ascii(Vm& vm, Value self, std::string_view method, F&& f)
{
    if (!cast<Str>(self)->ascii()) return beyond_ascii(vm, method);
    std::string out(me(self));
    f(out);
    return made(vm, out);
}
Value method_upper(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, "upper", [](std::string& s) {
        for (char& c : s) c = ascii::to_upper(c);
    });
}
Value method_lower(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, "lower", [](std::string& s) {
        for (char& c : s) c = ascii::to_lower(c);
    });
}
Value method_swapcase(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, "swapcase", [](std::string& s) {
        for (char& c : s) c = ascii::upper(c) ? ascii::to_lower(c) : ascii::to_upper(c);
    });
}
Value method_capitalize(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, "capitalize", [](std::string& s) {
        for (std::size_t i = 0; i < s.size(); ++i)
            s[i] = i == 0 ? ascii::to_upper(s[i]) : ascii::to_lower(s[i]);
    });
}
Value method_title(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, "title", [](std::string& s) {
        bool inside = false;
        for (char& c : s) {
            const bool letter = ascii::upper(c) || ascii::lower(c);
            c = inside ? ascii::to_lower(c) : ascii::to_upper(c);
            inside = letter;
        }
    });
}

// An ASCII character that is none of the class settles it; otherwise one beyond ASCII would.
template <class F>
Value all_of(Vm& vm, Value self, std::string_view method, F&& f)
{
    vm.charge(me(self).size() * gas::BYTE);
    if (me(self).empty()) return FALSE;
    for (const char c : me(self))
        if ((c & 0x80) == 0 && !f(c)) return FALSE;
    return cast<Str>(self)->ascii() ? TRUE : beyond_ascii(vm, method);
}
Value isdigit(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, "isdigit", ascii::digit);
}
Value isdecimal(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, "isdecimal", ascii::digit);
}
Value isnumeric(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, "isnumeric", ascii::digit);
}
bool letter(char c)
{
    return ascii::upper(c) || ascii::lower(c);
}
Value isalpha(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, "isalpha", letter);
}
Value isalnum(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, "isalnum", [](char c) { return letter(c) || ascii::digit(c); });
}
Value isspace(Vm& vm, Value self, const Args&)
{
    std::string_view s = me(self);
    vm.charge(s.size() * gas::BYTE);
    if (s.empty()) return FALSE;
    while (!s.empty()) {
        const u32 n = blank_in_front(s);
        if (n == 0) return FALSE;
        s.remove_prefix(n);
    }
    return TRUE;
}
Value isascii(Vm& vm, Value self, const Args&)
{
    vm.charge(1);
    return Value::boolean(cast<Str>(self)->ascii());
}
Value cased(Vm& vm, Value self, bool want_upper)
{
    vm.charge(me(self).size());
    bool any = false;
    for (const char c : me(self)) {
        if (want_upper ? ascii::lower(c) : ascii::upper(c)) return FALSE;
        any = any || ascii::upper(c) || ascii::lower(c);
    }
    if (!cast<Str>(self)->ascii()) return beyond_ascii(vm, want_upper ? "isupper" : "islower");
    return Value::boolean(any);
}
Value isupper(Vm& vm, Value self, const Args&)
{
    return cased(vm, self, true);
}
Value islower(Vm& vm, Value self, const Args&)
{
    return cased(vm, self, false);
}
Value isidentifier(Vm& vm, Value self, const Args&)
{
    if (me(self).empty() || ascii::digit(me(self)[0])) return FALSE;
    return all_of(vm, self, "isidentifier",
                  [](char c) { return ascii::upper(c) || ascii::lower(c) || ascii::digit(c) || c == '_'; });
}
Value istitle(Vm& vm, Value self, const Args&)
{
    vm.charge(me(self).size());
    if (!cast<Str>(self)->ascii()) return beyond_ascii(vm, "istitle");
    bool any = false, inside = false;
    for (const char c : me(self)) {
        if (ascii::upper(c) && inside) return FALSE;
        if (ascii::lower(c) && !inside) return FALSE;
        inside = ascii::upper(c) || ascii::lower(c);
        any = any || inside;
    }
    return Value::boolean(any);
}
Value isprintable(Vm& vm, Value self, const Args&)
{
    std::string_view s = me(self);
    vm.charge(s.size());
    while (!s.empty()) {
        const auto point = utf8::decode(view(s));
        if (!printable(point->value)) return FALSE;
        s.remove_prefix(point->length);
    }
    return TRUE;
}
Value casefold(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, "casefold", [](std::string& s) {
        for (char& c : s) c = ascii::to_lower(c);
    });
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec METHODS[] = {
    {"upper", method_upper, "", P},
    {"lower", method_lower, "", P},
    {"casefold", casefold, "", P},
    {"swapcase", method_swapcase, "", P},
    {"capitalize", method_capitalize, "", P},
    {"title", method_title, "", P},
    {"isdigit", isdigit, "", P},
    {"isdecimal", isdecimal, "", P},
    {"isnumeric", isnumeric, "", P},
    {"isalpha", isalpha, "", P},
    {"isalnum", isalnum, "", P},
    {"isspace", isspace, "", P},
    {"isascii", isascii, "", P},
    {"isupper", isupper, "", P},
    {"islower", islower, "", P},
    {"isidentifier", isidentifier, "", P},
    {"istitle", istitle, "", P},
    {"isprintable", isprintable, "", P},
};

}  // namespace

std::span<const NativeSpec> str_case_methods()
{
    return METHODS;
}

}  // namespace lariat::pvm
