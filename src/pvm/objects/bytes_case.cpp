// Methods of bytes and bytearray about case and classes of characters: ASCII's, as in Python.
#include "pvm/objects/bytes.hpp"
#include "pvm/objects/str_methods.hpp"

namespace lariat::pvm {

namespace {

std::string_view me(Value self)
{
    return text(bytes_of(self));
}
bool letter(char c)
{
    return ascii::upper(c) || ascii::lower(c);
}
bool blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

template <class F>
Value mapped(Vm& vm, Value self, F&& f)
{
    vm.charge(me(self).size() * gas::BYTE);
    std::string s(me(self));
    for (char& c : s) c = f(c);
    return bytes_like(vm, self, view(std::string_view(s)));
}
Value upper(Vm& vm, Value self, const Args&)
{
    return mapped(vm, self, ascii::to_upper);
}
Value lower(Vm& vm, Value self, const Args&)
{
    return mapped(vm, self, ascii::to_lower);
}
Value swapcase(Vm& vm, Value self, const Args&)
{
    return mapped(vm, self, [](char c) { return letter(c) ? static_cast<char>(c ^ 32) : c; });
}
Value capitalize(Vm& vm, Value self, const Args&)
{
    bool first = true;
    return mapped(vm, self, [&](char c) {
        const char out = first ? ascii::to_upper(c) : ascii::to_lower(c);
        first = false;
        return out;
    });
}
Value title(Vm& vm, Value self, const Args&)
{
    bool inside = false;
    return mapped(vm, self, [&](char c) {
        const char out = inside ? ascii::to_lower(c) : ascii::to_upper(c);
        inside = letter(c);
        return out;
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
Value isalpha(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, letter);
}
Value isdigit(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, ascii::digit);
}
Value isalnum(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, [](char c) { return letter(c) || ascii::digit(c); });
}
Value isspace(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, blank);
}
Value isascii(Vm& vm, Value self, const Args&)
{
    return me(self).empty() ? TRUE : all_of(vm, self, [](char c) { return (c & 0x80) == 0; });
}
Value cased(Vm& vm, Value self, bool want_upper)
{
    vm.charge(me(self).size() * gas::BYTE);
    bool any = false;
    for (const char c : me(self)) {
        if (want_upper ? ascii::lower(c) : ascii::upper(c)) return FALSE;
        any = any || letter(c);
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
Value istitle(Vm& vm, Value self, const Args&)
{
    vm.charge(me(self).size() * gas::BYTE);
    bool any = false, inside = false;
    for (const char c : me(self)) {
        if (inside ? ascii::upper(c) : ascii::lower(c)) return FALSE;
        inside = letter(c);
        any = any || inside;
    }
    return Value::boolean(any);
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec METHODS[] = {
    {"upper", upper, "", P},     {"lower", lower, "", P},           {"swapcase", swapcase, "", P},
    {"title", title, "", P},     {"capitalize", capitalize, "", P}, {"isalpha", isalpha, "", P},
    {"isdigit", isdigit, "", P}, {"isalnum", isalnum, "", P},       {"isspace", isspace, "", P},
    {"isascii", isascii, "", P}, {"isupper", isupper, "", P},       {"islower", islower, "", P},
    {"istitle", istitle, "", P},
};

}  // namespace

std::span<const NativeSpec> bytes_case_methods()
{
    return METHODS;
}

}  // namespace lariat::pvm
