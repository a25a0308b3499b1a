// C3: the order in which a class and those that it derives from are asked.
#include <algorithm>

#include "pvm/objects/class_making.hpp"

namespace lariat::pvm {

namespace {

constexpr u64 LONG_ORDER = 64;

/// The order of a base, or the bases themselves, of which the head is merged next.
struct Line {
    Class* const* next;
    Class* const* end;
    bool empty() const noexcept { return next == end; }
};

/// In how many lines a class stands behind the head. Sorted by where the classes lie: it is asked only, never
/// walked.
class Behind {
public:
    explicit Behind(const std::vector<Line>& lines)
    {
        for (const Line& line : lines) classes_.insert(classes_.end(), line.next, line.end);
        std::ranges::sort(classes_);
        const auto rest = std::ranges::unique(classes_);
        classes_.erase(rest.begin(), rest.end());
        counts_.resize(classes_.size());
        for (const Line& line : lines)
            for (Class* const* c = line.next; c != line.end; ++c) counts_[at(*c)] += c != line.next;
    }
    bool any(const Class* c) const { return counts_[at(c)] != 0; }
    void advance(Line& line)
    {
        if (++line.next != line.end) --counts_[at(*line.next)];
    }

private:
    std::size_t at(const Class* c) const
    {
        return static_cast<std::size_t>(std::ranges::lower_bound(classes_, c) - classes_.begin());
    }
    std::vector<const Class*> classes_;
    std::vector<u32> counts_;
};

bool bases_differ(Vm& vm, const Tuple* bases)
{
    for (u32 i = 0; i < bases->size; ++i)
        for (u32 k = 0; k < i; ++k)
            if (bases->items[k] == bases->items[i])
                return type_error(vm,
                                  cat("duplicate base class ", str_of(cast<Class>(bases->items[i])->name)))
                    .present();
    return true;
}

// Named are the heads that block each other, as CPython lists them.
bool blocked(Vm& vm, const std::vector<Line>& lines)
{
    std::string names;
    std::vector<const Class*> heads;
    for (const Line& line : lines)
        if (!line.empty() && std::ranges::find(heads, *line.next) == heads.end()) heads.push_back(*line.next);
    for (const Class* c : heads) names += (names.empty() ? "" : ", ") + std::string(str_of(c->name));
    return type_error(vm, cat("Cannot create a consistent method resolution\norder (MRO) for bases ", names))
        .present();
}

// Merges the orders of the bases and the bases themselves; false: pending.
bool merge(Vm& vm, const Tuple* bases, std::vector<Class*>& out)
{
    std::vector<Class*> own;
    for (const Value b : bases->view()) own.push_back(cast<Class>(b));
    std::vector<Line> lines;
    for (const Class* c : own) lines.push_back({c->mro, c->mro + c->mro_count});
    lines.push_back({own.data(), own.data() + own.size()});
    Behind behind(lines);
    const auto left = [](const Line& line) { return !line.empty(); };
    while (std::ranges::any_of(lines, left)) {
        vm.charge(lines.size());
        const auto first = std::ranges::find_if(
            lines, [&](const Line& line) { return !line.empty() && !behind.any(*line.next); });
        if (first == lines.end()) return blocked(vm, lines);
        Class* const next = *first->next;
        out.push_back(next);
        for (Line& line : lines)
            if (!line.empty() && *line.next == next) behind.advance(line);
    }
    return true;
}

void keep_order(Vm& vm, Class* cls, std::span<Class* const> rest)
{
    cls->mro_count = static_cast<u32>(rest.size() + 1);
    cls->mro = static_cast<Class**>(vm.arena.take(cls->mro_count * sizeof(Class*)));
    cls->mro[0] = cls;
    std::ranges::copy(rest, cls->mro + 1);
}

// Whatever a metaclass says, the class comes first, and the builtin classes in it are those of its layout,
// which their methods rely on.
bool order_fits(Vm& vm, const Class* cls, std::span<const Value> order)
{
    u64 ancestors[std::size(Class{}.ancestors)] = {};
    for (const Value v : order) {
        if (!is(v, Kind::Class))
            return type_error(vm, cat("mro() returned a non-class ('", type_name(v), "')")).present();
        const Class* c = cast<Class>(v);
        const bool inside =
            c->layout == nullptr || (cls->layout != nullptr && is_subclass(cls->layout, c->layout));
        if (c->layout != nullptr && cls->layout != nullptr) vm.charge(subclass_price(cls->layout, c->layout));
        for (std::size_t i = 0; i < std::size(ancestors); ++i) {
            if ((c->ancestors[i] & ~cls->ancestors[i]) != 0 || !inside)
                return type_error(vm,
                                  cat("mro() returned base with unsuitable layout ('", str_of(c->name), "')"))
                    .present();
            if (c->is_builtin) ancestors[i] |= u64{c->number / 64 == i} << c->number % 64;
        }
    }
    if (order.empty()) return type_error(vm, "type MRO must not be empty").present();
    if (!(order[0] == Value::object(cls)))
        return type_error(vm, "mro() returned an order that does not begin with the class").present();
    if (!std::ranges::equal(ancestors, cls->ancestors))
        return type_error(vm, "mro() left out a builtin class of the order").present();
    return true;
}

}  // namespace

bool ask_order(Vm& vm, Class* cls)
{
    if (!says(vm, Value::object(cls), HAS_MRO)) return true;
    bool own = false;
    const Value method = lookup(vm, cls->cls, N.make_order, &own);
    if (!own) return true;
    class_changed(vm);  // the class may be looked at
    const Value said = call_found(vm, method, Value::object(cls), {});
    if (said.absent()) return false;
    List* order = new_list(vm, {});
    if (!list_extend(vm, order, said)) return false;
    vm.charge(3 * gas::order(u64{order->size} * order->size) + 8 * gas::ITEM * order->size);
    if (!order_fits(vm, cls, order->view())) return false;
    const auto same = [](Value v, const Class* c) { return v == Value::object(c); };
    if (std::ranges::equal(order->view(), std::span(cls->mro, cls->mro_count), same)) return true;
    if (cls->flag != 0)
        return type_error(vm, cat("mro() of class ", str_of(cls->name), ": others derive from it already"))
            .present();
    std::vector<Class*> rest;
    for (const Value v : order->view().subspan(1)) {
        rest.push_back(cast<Class>(v));
        if (!rest.back()->is_builtin) rest.back()->flag = 1;
        cls->features |= rest.back()->features & OPERATORS;
    }
    keep_order(vm, cls, rest);
    cls->one_line = false;
    cls->features = static_cast<u16>(features_of(vm, cls) | (cls->features & (OPERATORS | LAYOUT)));
    return true;
}

bool order_of_bases(Vm& vm, const Tuple* bases, std::vector<Class*>& out)
{
    u64 total = 1;
    for (const Value b : bases->view()) total += cast<Class>(b)->mro_count;
    vm.charge(total * (bases->size + 1));
    if (!bases_differ(vm, bases)) return false;
    if (bases->size == 1) {
        const Class* base = cast<Class>(bases->items[0]);
        vm.charge(u64{2} * base->mro_count);
        out.assign(base->mro, base->mro + base->mro_count);
        return true;
    }
    if (total > LONG_ORDER) vm.charge(total * total / 4);
    return merge(vm, bases, out);
}

bool linearize(Vm& vm, Class* cls, Tuple* bases)
{
    std::vector<Class*> order;
    if (!order_of_bases(vm, bases, order)) return false;
    cls->one_line = bases->size == 1 && cast<Class>(bases->items[0])->one_line;
    std::ranges::fill(cls->ancestors, 0);
    for (const Value b : bases->view())
        for (std::size_t i = 0; i < std::size(cls->ancestors); ++i)
            cls->ancestors[i] |= cast<Class>(b)->ancestors[i];
    keep_order(vm, cls, order);
    return true;
}

}  // namespace lariat::pvm
