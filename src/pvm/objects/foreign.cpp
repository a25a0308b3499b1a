// Builtin methods and attributes where they do not belong. They reach into the object that they are called
// on, so that of another class they must not be called at all.
#include <algorithm>

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

bool is_plain_member(const Attribute* a)
{
    const Class* const owners[] = {&T.range,    &T.slice,        &T.super,
                                   &T.property, &T.staticmethod, &T.classmethod};
    const std::string_view name = a->spec->name;
    if (a->owner == &T.generic_alias) return name != "__parameters__";
    return std::ranges::find(owners, a->owner) != std::end(owners) && name != "__isabstractmethod__" &&
           name != "__doc__";
}

bool does_not_apply(Vm& vm, std::string_view name, const Class* owner, Value self)
{
    return type_error(vm, cat("descriptor '", name, "' for '", str_of(owner->name),
                              "' objects doesn't apply to a '", type_name(self), "' object"))
        .present();
}

bool called_on_its_own(Vm& vm, const Native* n, Value self)
{
    if (n->flag != 0) {
        if (is(self, Kind::Class) && is_subclass(cast<Class>(self), n->owner)) return true;
        return type_error(vm, self.absent() ? cat("descriptor '", n->spec->name, "' needs a type")
                              : !is(self, Kind::Class)
                                  ? cat("descriptor '", n->spec->name, "' requires a type")
                                  : cat("descriptor '", n->spec->name, "' requires a subtype of '",
                                        str_of(n->owner->name), "' but received '",
                                        str_of(cast<Class>(self)->name), "'"))
            .present();
    }
    if (is_subclass(type_of(self), n->owner)) return true;
    if (!is_operator(n)) return does_not_apply(vm, n->spec->name, n->owner, self);
    return type_error(vm, cat("descriptor '", n->spec->name, "' requires a '", str_of(n->owner->name),
                              "' object but received a '", type_name(self), "'"))
        .present();
}

bool applies(Vm& vm, const Native* n, Value self)
{
    return n->owner == nullptr || is_subclass(type_of(self), n->owner) ||
           does_not_apply(vm, n->spec->name, n->owner, self);
}

bool applies(Vm& vm, const Attribute* a, Value self)
{
    return is_subclass(type_of(self), a->owner) || does_not_apply(vm, a->spec->name, a->owner, self);
}

}  // namespace lariat::pvm
