// Sorting lists: what is compared, and the list meanwhile; in which order, powersort.hpp says.
#include "pvm/objects/ops.hpp"
#include "pvm/objects/powersort.hpp"

namespace lariat::pvm {

namespace {

/// Where every key is a small integer.
struct SmallIntsLess {
    const Value* keys;

    bool operator()(u32 a, u32 b) const { return keys[a].as_small() < keys[b].as_small(); }
    static bool failed() { return false; }
};

struct AnyLess {
    Vm& vm;
    const Value* keys;
    bool has_failed = false;
    /// The class derived from int that was asked about last and says nothing of order, in this state of all
    /// classes, and what the two lookups cost that find this out.
    Class* silent = nullptr;
    u64 silent_epoch = 0, silent_price = 0;

    bool is_silent(Class* cls)
    {
        if (cls == silent && silent_epoch == vm.epoch) return true;
        const u64 before = vm.meter.cycles_left;
        bool own = false;
        for (Str* name : {N.lt, N.gt})
            if (!own) lookup(vm, cls, name, &own);
        silent_price = before - vm.meter.cycles_left;
        vm.meter.cycles_left = before;  // each comparison pays for it
        if (own) return false;
        silent = cls;
        silent_epoch = vm.epoch;
        return true;
    }

    // Of two integers of one class of a program, which leaves their order to int; -1: asked in full.
    int int_before(Value x, Value y)
    {
        if (!is(x, Kind::Int) || !is(y, Kind::Int)) return -1;
        Class* cls = x.as_object()->cls;
        if (cls != y.as_object()->cls || cls->is_builtin || !is_silent(cls)) return -1;
        vm.charge(silent_price);
        return int_order(vm, x, y) < 0 ? 1 : 0;
    }

    // Of two tuples that differ first where both have a small integer; -1: asked in full.
    int tuple_before(Value x, Value y)
    {
        if (!x.is_object() || !y.is_object() || x.as_object()->cls != &T.tuple ||
            y.as_object()->cls != &T.tuple || vm.native_depth >= Vm::NATIVE_DEPTH_MAX)
            return -1;
        const auto left = cast<Tuple>(x)->view(), right = cast<Tuple>(y)->view();
        std::size_t i = 0;
        while (i < left.size() && i < right.size() && left[i].is_small() && left[i] == right[i]) ++i;
        if (i == left.size() || i == right.size() || !left[i].is_small() || !right[i].is_small()) return -1;
        for (std::size_t looked_at = 0; looked_at <= i; ++looked_at) vm.charge(gas::ITEM);
        return left[i].as_small() < right[i].as_small() ? 1 : 0;
    }

    bool operator()(u32 a, u32 b)
    {
        const Value x = keys[a], y = keys[b];
        if (x.is_small() && y.is_small()) return x.as_small() < y.as_small();
        int r = tuple_before(x, y);
        if (r < 0) r = int_before(x, y);
        if (r < 0) r = less(vm, x, y);
        if (r < 0) has_failed = true;
        return r == 1;
    }
    bool failed() const { return has_failed; }
};

template <class Less>
bool sort_by(Less less, u32* order, u32 n)
{
    Powersort(order, n, order + n, less).sort();
    return !less.failed();
}

/// Where the least of the keys lies, the next, and so on; as far as it came where `done` is false.
struct Order {
    const u32* places;
    bool done;
};

Order order_of(Vm& vm, const List* keys, bool reverse)
{
    const u32 n = keys->size;
    u32* order = static_cast<u32*>(vm.arena.take(u64{n} * 8));
    for (u32 i = 0; i < n; ++i) order[i] = i;
    // What is equal stays in its order when the whole is turned around before and after.
    if (reverse) std::reverse(order, order + n);
    const auto all = keys->view();
    const bool done = std::all_of(all.begin(), all.end(), [](Value key) { return key.is_small(); })
                          ? sort_by(SmallIntsLess{keys->items}, order, n)
                          : sort_by(AnyLess{.vm = vm, .keys = keys->items}, order, n);
    if (reverse) std::reverse(order, order + n);
    return {order, done};
}

}  // namespace

const u32* sorted_order(Vm& vm, List* keys, bool reverse)
{
    const Order order = order_of(vm, keys, reverse);
    return order.done ? order.places : nullptr;
}

// The caller has charged 20 + n ceil(log2 n); what keys and comparisons of programs cost comes on top.
// Meanwhile the list is empty: what a key or a comparison does to it is noticed and undone.
bool list_sort(Vm& vm, List* l, Value key, bool reverse)
{
    const u32 n = l->size;
    if (n == 0) return true;
    List* keys = new_list(vm, l->view());
    Value* items = l->items;
    const u64 capacity = l->capacity;
    l->items = nullptr;
    l->size = 0;
    l->capacity = 0;
    bool failed = false;
    if (key.present() && !(key == NONE))
        for (u32 i = 0; i < n && !failed; ++i) {
            keys->items[i] = call(vm, key, {keys->items[i]});
            failed = keys->items[i].absent();
        }
    if (!failed) {
        const Order order = order_of(vm, keys, reverse);
        failed = !order.done;
        // A comparison that failed leaves the list as far as it had come, as in CPython.
        const List* before = new_list(vm, {items, n});
        for (u32 i = 0; i < n; ++i) items[i] = before->items[order.places[i]];
    }
    const bool touched = l->capacity != 0;
    l->items = items;
    l->size = n;
    l->capacity = capacity;
    if (touched && !failed) return value_error(vm, "list modified during sort").present();
    return !failed;
}

}  // namespace lariat::pvm
