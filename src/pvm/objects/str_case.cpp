// Methods of str about case and classes of characters: ASCII's; others keep their case and are no digits.
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

template <class F>
Value map_ascii(Vm& vm, Value self, F&& f)
{
    std::string out(me(self));
    f(out);
    return made(vm, out);
}
Value method_upper(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        for (char& c : s) c = ascii::to_upper(c);
    });
}
Value method_lower(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        for (char& c : s) c = ascii::to_lower(c);
    });
}
Value method_swapcase(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        for (char& c : s) c = ascii::upper(c) ? ascii::to_lower(c) : ascii::to_upper(c);
    });
}
Value method_capitalize(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        for (std::size_t i = 0; i < s.size(); ++i)
            s[i] = i == 0 ? ascii::to_upper(s[i]) : ascii::to_lower(s[i]);
    });
}
Value method_title(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        bool inside = false;
        for (char& c : s) {
            const bool letter = ascii::upper(c) || ascii::lower(c);
            c = inside ? ascii::to_lower(c) : ascii::to_upper(c);
            inside = letter;
        }
    });
}

template <class F>
Value all_of(Vm& vm, Value self, F&& f)
{
    vm.charge(me(self).size() * gas::BYTE);
    if (me(self).empty()) return FALSE;
    for (const char c : me(self))
        if (!f(c)) return FALSE;
    return TRUE;
}
Value isdigit(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, ascii::digit);
}
Value isalpha(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, [](char c) { return ascii::upper(c) || ascii::lower(c) || (c & 0x80) != 0; });
}
Value isalnum(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, [](char c) {
        return ascii::upper(c) || ascii::lower(c) || ascii::digit(c) || (c & 0x80) != 0;
    });
}
Value isspace(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, ascii::blank);
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
    return all_of(vm, self,
                  [](char c) { return ascii::upper(c) || ascii::lower(c) || ascii::digit(c) || c == '_'; });
}
Value istitle(Vm& vm, Value self, const Args&)
{
    vm.charge(me(self).size());
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
    vm.charge(me(self).size());
    for (const char c : me(self))
        if (static_cast<u8>(c) < 0x20 || c == 0x7f) return FALSE;
    return TRUE;
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec METHODS[] = {
    {"upper", method_upper, "", P},
    {"lower", method_lower, "", P},
    {"casefold", method_lower, "", P},
    {"swapcase", method_swapcase, "", P},
    {"capitalize", method_capitalize, "", P},
    {"title", method_title, "", P},
    {"isdigit", isdigit, "", P},
    {"isdecimal", isdigit, "", P},
    {"isnumeric", isdigit, "", P},
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
