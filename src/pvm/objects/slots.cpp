// __slots__: a class that names the attributes of its instances lets them have no others.
#include "pvm/objects/ops.hpp"

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
    return base->is_builtin ? base->instances == Kind::Exception : base->slots == nullptr;
}

// The class whose own slots come last in what `c` inherits; null: none has any.
const Class* layout_of(Vm& vm, const Class* c)
{
    for (u32 i = 0; i < c->mro_count; ++i) {
        if (c->mro[i]->is_builtin || c->mro[i]->slots == nullptr) continue;
        vm.charge(gas::ITEM);
        const Value own = dict_get_name(vm, c->mro[i]->dict, N.slots);
        if (own.present() && !(is(own, Kind::Tuple) && own.as_object()->size == 0) &&
            c->mro[i]->slots->size != 0)
            return c->mro[i];
    }
    return nullptr;
}

bool bases_agree(Vm& vm, const Class* cls)
{
    const Class* layout = nullptr;
    for (const Value b : cls->bases->view()) {
        vm.charge(3 * gas::order(cast<Class>(b)->mro_count));
        const Class* next = cast<Class>(b)->is_builtin ? nullptr : layout_of(vm, cast<Class>(b));
        if (next == nullptr) continue;
        if (layout != nullptr && !is_subclass(layout, next) && !is_subclass(next, layout))
            return type_error(vm, "multiple bases have instance lay-out conflict").present();
        if (layout == nullptr || is_subclass(next, layout)) layout = next;
    }
    return true;
}

// As the compiler mangles names in a class body.
std::string mangled(const Class* cls, std::string_view name)
{
    std::string_view of = str_of(cls->name);
    while (!of.empty() && of.front() == '_') of.remove_prefix(1);
    if (!name.starts_with("__") || name.ends_with("__") || of.empty()) return std::string(name);
    return cat("_", of, name);
}

}  // namespace

bool read_slots(Vm& vm, Class* cls)
{
    cls->slots = nullptr;
    bool any = false, inherits = false;
    for (const Value b : cls->bases->view()) {
        any = any || any_attribute(cast<Class>(b));
        inherits = inherits || cast<Class>(b)->slots != nullptr;
    }
    if (inherits && !bases_agree(vm, cls)) return false;
    const Value own = dict_get_name(vm, cls->dict, N.slots);
    if (own.absent()) return true;
    Dict* slots = new_set(vm);
    for (const Value b : cls->bases->view())
        if (cast<Class>(b)->slots != nullptr && !set_update(vm, slots, Value::object(cast<Class>(b)->slots)))
            return false;
    const bool sized =
        cls->instances == Kind::Int || cls->instances == Kind::Bytes || cls->instances == Kind::Tuple;
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
        if (str_of(name) == "__weakref__") return true;
        if (name == Value::object(N.dict_) || str_of(name) == "__dict__") {
            if (any) return type_error(vm, "__dict__ slot disallowed: we already got one").present();
            any = true;
            return true;
        }
        Str* stored = new_str_object(vm, mangled(cls, str_of(name)));
        if (dict_get(vm, cls->dict, Value::object(stored)).present())
            return value_error(vm, cat("'", str_of(name), "' in __slots__ conflicts with class variable"))
                .present();
        return !pending(vm) && set_add(vm, slots, Value::object(stored));
    };
    if (is_str(own) ? !add(own) : !for_each(vm, own, add)) return false;
    if (!any) cls->slots = slots;
    return true;
}

}  // namespace lariat::pvm
