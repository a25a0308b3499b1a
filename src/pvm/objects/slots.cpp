// __slots__: a class that names the attributes of its instances lets them have no others. Their values stand
// where other instances keep their attributes; where there is room for others too, in a dict behind that one.
#include "pvm/objects/class_making.hpp"

namespace lariat::pvm {

namespace {

bool identifier(std::string_view name)
{
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
    for (const char c : name)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
              (c & 0x80) != 0))
            return false;
    return true;
}

// Instances of these bases have attributes of any name, whatever a class derived from them says.
bool any_attribute(const Class* base)
{
    return base->is_builtin ? base->instances == Kind::Exception : (base->features & NO_DICT) == 0;
}

bool may_be_weak(const Class* base)
{
    return base->is_builtin ? base == &T.set || base == &T.frozenset || base == &T.type : base->weak;
}

bool lay_out_conflict(Vm& vm)
{
    return type_error(vm, "multiple bases have instance lay-out conflict").present();
}

// Of the bases, the one whose slots come last; false: pending.
bool bases_agree(Vm& vm, Class* cls)
{
    cls->layout = nullptr;
    for (const Value b : cls->bases->view()) {
        Class* next = cast<Class>(b)->layout;
        if (next == nullptr || next == cls->layout) continue;
        if (cls->layout == nullptr) {
            cls->layout = next;
            continue;
        }
        vm.charge(subclass_price(next, cls->layout) + subclass_price(cls->layout, next));
        if (is_subclass(next, cls->layout))
            cls->layout = next;
        else if (!is_subclass(cls->layout, next))
            return lay_out_conflict(vm);
    }
    // Slots of plain instances, of which a builtin class on the other side has no room for: classes have none
    // at all.
    const bool plain = cls->layout != nullptr && cls->layout->instances == Kind::Instance;
    return !plain || cls->instances == Kind::Instance || lay_out_conflict(vm);
}

// As the compiler mangles names in a class body.
std::string mangled(const Class* cls, std::string_view name)
{
    std::string_view of = str_of(cls->name);
    while (!of.empty() && of.front() == '_') of.remove_prefix(1);
    if (!name.starts_with("__") || name.ends_with("__") || of.empty()) return std::string(name);
    return cat("_", of, name);
}

// Two classes of which one derives from the other have a slot each, where they give them one name: whatever
// stands between them or was taken away.
Str* key_of(Vm& vm, const Class* cls, Str* name)
{
    if (cls->layouts == 1) return name;
    vm.charge(name->size * gas::BYTE);
    return new_str_object(vm, cat(name->view(), " of ", number(u32{cls->layouts})));
}

void add_members(Vm& vm, Class* cls, std::span<Str* const> names)
{
    cls->layouts = static_cast<u16>(cls->layout == nullptr ? 1 : cls->layout->layouts + 1);
    for (Str* name : names) {
        Member* m = vm.make<Member>(T.member, Kind::Member);
        m->name = Value::object(name);
        m->key = key_of(vm, cls, name);
        m->owner = cls;
        dict_set_name(vm, cls->dict, name, Value::object(m));
    }
    if (!names.empty()) cls->layout = cls;
}

Value member_set(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(slot_set(vm, cast<Member>(self), a[0], a[1]));
}
Value member_delete(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(slot_set(vm, cast<Member>(self), a[0], ABSENT));
}
Value member_name(Vm&, Value self)
{
    return cast<Member>(self)->name;
}
Value member_qualname(Vm& vm, Value self)
{
    const Member* m = cast<Member>(self);
    vm.charge(gas::beyond(m->owner->qualname.as_object()->size + m->name.as_object()->size, gas::NAME_FREE));
    return new_str(vm, cat(str_of(m->owner->qualname), ".", str_of(m->name)));
}
Value member_owner(Vm&, Value self)
{
    return Value::object(cast<Member>(self)->owner);
}
Value member_doc(Vm&, Value)
{
    return NONE;
}

constexpr NativeSpec MEMBER[] = {{"__set__", member_set, "instance,value/", 1},
                                 {"__delete__", member_delete, "instance/", 1}};
constexpr AttributeSpec MEMBER_ATTRIBUTES[] = {{"__name__", member_name, nullptr},
                                               {"__qualname__", member_qualname, nullptr},
                                               {"__objclass__", member_owner, nullptr},
                                               {"__doc__", member_doc, nullptr}};

bool applies(Vm& vm, const Member* m, Value v)
{
    vm.charge(subclass_price(type_of(v), m->owner));
    return is_subclass(type_of(v), m->owner) || does_not_apply(vm, str_of(m->name), m->owner, v);
}

}  // namespace

Dict* own_attributes(Value v)
{
    Dict* const* attributes = attributes_of(v);
    if (attributes == nullptr || *attributes == nullptr) return nullptr;
    return (type_of(v)->features & BESIDE_SLOTS) != 0 ? (*attributes)->attributes : *attributes;
}

Dict** attributes_place(Vm& vm, Value v)
{
    Dict** attributes = attributes_of(v);
    if (attributes == nullptr || (type_of(v)->features & BESIDE_SLOTS) == 0) return attributes;
    if (*attributes == nullptr) *attributes = new_dict(vm);
    return &(*attributes)->attributes;
}

Value slot_get(Vm& vm, const Member* m, Value v)
{
    if (!applies(vm, m, v)) return ABSENT;
    Dict* const* slots = attributes_of(v);
    const Value found = slots == nullptr || *slots == nullptr ? ABSENT : dict_get_name(vm, *slots, m->key);
    return found.present() ? found : no_attribute(vm, v, cast<Str>(m->name));
}

bool slot_set(Vm& vm, const Member* m, Value v, Value value)
{
    if (!applies(vm, m, v)) return false;
    Dict** slots = attributes_of(v);
    if (value.absent())
        return (*slots != nullptr && dict_delete_name(vm, *slots, m->key)) ||
               raise(vm, T.AttributeError, str_of(m->name)).present();
    if (*slots == nullptr) *slots = new_dict(vm);
    dict_set_name(vm, *slots, m->key, value);
    return true;
}

bool read_slots(Vm& vm, Class* cls)
{
    bool any = false, weak = false;
    for (const Value b : cls->bases->view()) {
        any = any || any_attribute(cast<Class>(b));
        weak = weak || may_be_weak(cast<Class>(b));
    }
    if (!bases_agree(vm, cls)) return false;
    const bool sized = cls->instances == Kind::Int || cls->instances == Kind::Bytes ||
                       cls->instances == Kind::Tuple || cls->instances == Kind::Class;
    const Value own = dict_get_name(vm, cls->dict, N.slots);
    if (own.absent()) {
        cls->weak = weak || !sized;
        cls->features = cls->layout == nullptr ? 0 : BESIDE_SLOTS;
        return true;
    }
    std::vector<Str*> names;
    const auto add = [&](Value name) {
        if (sized)
            return type_error(vm, cat("nonempty __slots__ not supported for subtype of '",
                                      str_of(cast<Class>(cls->bases->items[0])->name), "'"))
                .present();
        if (!is_str(name))
            return type_error(vm, cat("__slots__ items must be strings, not '", type_name(name), "'"))
                .present();
        vm.charge(str_of(name).size() * gas::BYTE + gas::DICT);
        if (!identifier(str_of(name))) return type_error(vm, "__slots__ must be identifiers").present();
        if (str_of(name) == "__weakref__") {
            if (weak)
                return type_error(vm,
                                  "__weakref__ slot disallowed: either we already got one, or "
                                  "__itemsize__ != 0")
                    .present();
            return weak = true;
        }
        if (str_of(name) == "__dict__") {
            if (any) return type_error(vm, "__dict__ slot disallowed: we already got one").present();
            return any = true;
        }
        names.push_back(name_object(vm, mangled(cls, str_of(name))));
        if (dict_get_name(vm, cls->dict, names.back()).present())
            return value_error(vm,
                               cat("'", names.back()->view(), "' in __slots__ conflicts with class variable"))
                .present();
        return !pending(vm);
    };
    if (is_str(own) ? !add(own) : !for_each(vm, own, add)) return false;
    cls->weak = weak;
    add_members(vm, cls, names);
    cls->features = !any ? NO_DICT : cls->layout != nullptr ? BESIDE_SLOTS : 0;
    return true;
}

void boot_slots()
{
    add_static(T.member, MEMBER, MEMBER_ATTRIBUTES);
    T.member.make = nullptr;
}

}  // namespace lariat::pvm
