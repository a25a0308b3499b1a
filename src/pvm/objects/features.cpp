// What a class of a program says of its instances by the methods it has: found when it is made, so that what
// is common need not look for them.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

std::span<const std::pair<Str*, Feature>> wanted()
{
    static const std::pair<Str*, Feature> WANTED[] = {{N.getattribute, HAS_GETATTRIBUTE},
                                                      {N.getattr, HAS_GETATTR},
                                                      {N.setattr, HAS_SETATTR},
                                                      {N.delattr, HAS_DELATTR},
                                                      {N.new_, HAS_NEW},
                                                      {N.init, HAS_INIT},
                                                      {N.eq, HAS_EQ}};
    return WANTED;
}

}  // namespace

u16 features_of(Vm& vm, const Class* cls)
{
    vm.charge(gas::TABLE_READ * gas::beyond(cls->mro_count, gas::ORDER_CLASSES));
    u16 features = 0;
    for (u32 i = 0; i < cls->mro_count; ++i) {
        Dict* d = cls->mro[i]->dict;
        if (cls->mro[i]->is_builtin) continue;
        if (d->index != nullptr) {
            for (const auto& [name, feature] : wanted())
                if (dict_get_name(vm, d, name).present()) features |= feature;
            continue;
        }
        // Without an index nothing is paid for a look: each entry once instead of each name.
        for (const Entry *e = d->entries, *end = e + d->used; e != end; ++e)
            if (is_str(e->key) && str_of(e->key).starts_with("__"))
                for (const auto& [name, feature] : wanted())
                    if (e->hash == name->hash && str_of(e->key) == name->view()) features |= feature;
    }
    return features;
}

namespace {

u16 operator_feature(std::string_view name) noexcept
{
    if (!name.starts_with("__")) return name == N.make_order->view() ? HAS_MRO : 0;
    if (name == N.length_hint->view()) return HAS_HINT;
    for (const Str* order : {N.lt, N.le, N.gt, N.ge})
        if (name == order->view()) return HAS_ORDER;
    return name == N.add->view() || name == N.radd->view() ? HAS_ADD : 0;
}

}  // namespace

u16 fixed_feature(const Str* name)
{
    for (const auto& [wanted_name, feature] : wanted())
        if (name == wanted_name) return feature == HAS_EQ ? 0 : feature;
    return 0;
}

void feature_lost(Vm& vm, Class* cls)
{
    vm.charge(cls->mro_count * wanted().size() * gas::ATTRIBUTE_HOP);
    cls->features = static_cast<u16>(features_of(vm, cls) | (cls->features & (OPERATORS | LAYOUT)));
}

void says_later(Vm& vm, Class* cls, std::string_view name)
{
    const u16 feature = name == N.eq->view() ? u16{HAS_EQ} : operator_feature(name);
    cls->features |= feature;
    if (cls->flag != 0) vm.said_later |= feature;  // whoever derives from it is not known here
}

u16 operators_of(const Class* cls)
{
    u16 features = 0;
    // A class that others derive from does not change.
    for (const Value b : cls->bases->view()) features |= cast<Class>(b)->features & OPERATORS;
    const Dict* d = cls->dict;
    for (const Entry *e = d->entries, *end = e + d->used; e != end; ++e)
        if (is_str(e->key)) features |= operator_feature(str_of(e->key));
    return features;
}

}  // namespace lariat::pvm
