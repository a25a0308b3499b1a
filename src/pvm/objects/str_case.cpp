// Methods of str about case and classes of characters: of ASCII here, of what has more in str_wide_case.cpp.
#include "base/utf8.hpp"
#include "pvm/objects/str_methods.hpp"
#include "pvm/objects/str_wide_case.hpp"
#include "pvm/objects/unicode.hpp"

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

/// A character beyond ASCII is looked up twice for its two bytes or more.
void charge_wide(Vm& vm, Value self)
{
    vm.charge(me(self).size() * gas::BYTE * 2);
}

template <class F, class Wide>
Value mapped(Vm& vm, Value self, F&& f, Wide&& wide)
{
    if (!cast<Str>(self)->ascii()) {
        charge_wide(vm, self);
        return made(vm, wide(me(self)));
    }
    std::string out(me(self));
    f(out);
    return made(vm, out);
}
Value method_upper(Vm& vm, Value self, const Args&)
{
    return mapped(
        vm, self,
        [](std::string& s) {
            for (char& c : s) c = ascii::to_upper(c);
        },
        wide::upper);
}
Value method_lower(Vm& vm, Value self, const Args&)
{
    return mapped(
        vm, self,
        [](std::string& s) {
            for (char& c : s) c = ascii::to_lower(c);
        },
        wide::lower);
}
Value method_swapcase(Vm& vm, Value self, const Args&)
{
    return mapped(
        vm, self,
        [](std::string& s) {
            for (char& c : s) c = ascii::upper(c) ? ascii::to_lower(c) : ascii::to_upper(c);
        },
        wide::swapped);
}
Value method_capitalize(Vm& vm, Value self, const Args&)
{
    return mapped(
        vm, self,
        [](std::string& s) {
            for (std::size_t i = 0; i < s.size(); ++i)
                s[i] = i == 0 ? ascii::to_upper(s[i]) : ascii::to_lower(s[i]);
        },
        [](std::string_view t) { return wide::titled(t, true); });
}
Value method_title(Vm& vm, Value self, const Args&)
{
    return mapped(
        vm, self,
        [](std::string& s) {
            bool inside = false;
            for (char& c : s) {
                const bool letter = ascii::upper(c) || ascii::lower(c);
                c = inside ? ascii::to_lower(c) : ascii::to_upper(c);
                inside = letter;
            }
        },
        [](std::string_view t) { return wide::titled(t, false); });
}

template <class F>
Value all_of(Vm& vm, Value self, u32 wanted, F&& f)
{
    vm.charge(me(self).size() * gas::BYTE);
    if (!cast<Str>(self)->ascii()) {
        charge_wide(vm, self);
        return Value::boolean(wide::all(me(self), wanted));
    }
    return Value::boolean(!me(self).empty() && std::ranges::all_of(me(self), f));
}
Value isdigit(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, unicode::DIGIT, ascii::digit);
}
Value isdecimal(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, unicode::DECIMAL, ascii::digit);
}
Value isnumeric(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, unicode::NUMERIC, ascii::digit);
}
bool letter(char c)
{
    return ascii::upper(c) || ascii::lower(c);
}
Value isalpha(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, unicode::ALPHA, letter);
}
Value isalnum(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, unicode::ALPHA | unicode::DECIMAL | unicode::DIGIT | unicode::NUMERIC,
                  [](char c) { return letter(c) || ascii::digit(c); });
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
    if (!cast<Str>(self)->ascii()) {
        charge_wide(vm, self);
        return Value::boolean(wide::in_case(me(self), want_upper));
    }
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
Value isidentifier(Vm& vm, Value self, const Args&)
{
    vm.charge(me(self).size() * gas::BYTE);
    if (!cast<Str>(self)->ascii()) charge_wide(vm, self);
    return Value::boolean(wide::identifier(me(self)));
}
Value istitle(Vm& vm, Value self, const Args&)
{
    vm.charge(me(self).size());
    if (!cast<Str>(self)->ascii()) {
        charge_wide(vm, self);
        return Value::boolean(wide::is_titled(me(self)));
    }
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
    return mapped(
        vm, self,
        [](std::string& s) {
            for (char& c : s) c = ascii::to_lower(c);
        },
        wide::folded);
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
