// The classes of itertools: what they are called with. Their instances are walked in walk_steps.cpp and
// walk_orders.cpp.
#include "pvm/objects/text.hpp"
#include "pvm/objects/walks.hpp"

namespace lariat::pvm {

namespace {

Value walk_of(Vm& vm, Walk walk, Value iterable, Value extra)
{
    const Value source = get_iter(vm, iterable);
    if (source.absent()) return ABSENT;
    Iterator* it = new_iterator(vm, walk, source, 0);
    it->extra = extra;
    return Value::object(it);
}

bool is_a_number(Vm& vm, Value v)
{
    return v.absent() || is_int(v) ||
           (!exact(v) &&
            (lookup(vm, type_of(v), N.index).present() || lookup(vm, type_of(v), N.int_).present()));
}
Value count(Vm& vm, Value, const Args& a)
{
    if (!is_a_number(vm, a[0]) || !is_a_number(vm, a[1])) return type_error(vm, "a number is required");
    Value start = a[0].absent() ? Value::small(0) : a[0];
    Value step = a[1].absent() ? Value::small(1) : a[1];
    if (is_int(start) && is_int(step) && int_compare(step, Value::small(1)) == 0) {
        start = to_index(vm, start);
        step = Value::small(1);
        if (start.absent()) return ABSENT;
    }
    Iterator* it = new_iterator(vm, Walk::Count, start, 0);
    it->extra = step;
    return Value::object(it);
}
Value repeat(Vm& vm, Value, const Args& a)
{
    i64 times = -1;
    if (a[1].present() && !count_value(vm, a[1], times)) return ABSENT;
    return Value::object(new_iterator(vm, Walk::Repeat, a[0], a[1].present() ? std::max<i64>(times, 0) : -1));
}
bool only_one(Vm& vm, Value cls, const char* name, const Args& args)
{
    if (args.keywords() != 0 && !has_own_init(cls))
        return type_error(vm, cat(name, "() takes no keyword arguments")).present();
    return args.positional == 1 ||
           type_error(vm, cat(name, " expected 1 argument, got ", number(args.positional))).present();
}
Value cycle(Vm& vm, Value cls, const Args& a)
{
    if (!only_one(vm, cls, "cycle", a)) return ABSENT;
    const Value it = walk_of(vm, Walk::Cycle, a[0], ABSENT);
    if (it.present()) cast<Iterator>(it)->extra = Value::object(new_list_room(vm, 0));
    return it;
}
Value pairwise(Vm& vm, Value cls, const Args& a)
{
    return only_one(vm, cls, "pairwise", a) ? walk_of(vm, Walk::Pairwise, a[0], ABSENT) : ABSENT;
}
Value accumulate(Vm& vm, Value, const Args& a)
{
    Tuple* at = new_tuple_room(vm, ACCUMULATING);
    if (a[1].present()) at->items[SUM_FUNCTION] = a[1];
    if (a[2].present()) at->items[SUM_INITIAL] = a[2];
    at->items[SUM_TOTAL] = ABSENT;
    return walk_of(vm, Walk::Accumulate, a[0], Value::object(at));
}
Value chain(Vm& vm, Value cls, const Args& args)
{
    if (args.keywords() != 0 && !has_own_init(cls))
        return type_error(vm, "chain() takes no keyword arguments");
    vm.charge(args.positional * gas::ITEM);
    return walk_of(vm, Walk::Chain, Value::object(new_tuple(vm, {args.values, args.positional})), ABSENT);
}
Value chain_from(Vm& vm, Value cls, const Args& a)
{
    const Value made = walk_of(vm, Walk::Chain, a[0], ABSENT);
    return made.absent() || cast<Class>(cls)->is_builtin ? made : derive(vm, *cast<Class>(cls), made);
}
Value compress(Vm& vm, Value, const Args& a)
{
    Tuple* sources = nullptr;
    if (!all_iterators(vm, a, 0, sources)) return ABSENT;
    return Value::object(new_iterator(vm, Walk::Compress, Value::object(sources), 0));
}
template <Walk walk>
Value with_function(Vm& vm, Value, const Args& a)
{
    return walk_of(vm, walk, a[1], a[0]);
}

// What islice takes for a place: -1 for what is none, or too large for one. False: the execution has halted.
bool place(Vm& vm, Value v, i64& out)
{
    if (v.absent() || v == NONE) return true;
    const Value index = to_index(vm, v);
    if (index.absent()) {
        if (!pending_is(vm, T.BaseException)) return false;
        vm.pending = ABSENT;
    }
    out = index.absent() ? -1 : to_i64(index).value_or(-1);
    return true;
}
Value islice(Vm& vm, Value cls, const Args& args)
{
    const u32 given = args.positional;
    if (args.keywords() != 0 && !has_own_init(cls))
        return type_error(vm, "islice() takes no keyword arguments");
    if (given < 2 || given > 4)
        return type_error(vm, cat("islice expected at ", given < 2 ? "least 2" : "most 4", " arguments, got ",
                                  number(given)));
    i64 start = 0, stop = 0, step = 1;
    const Value end = args[given == 2 ? 1 : 2];
    if (given > 2 && !place(vm, args[1], start)) return ABSENT;
    if (!place(vm, end, stop)) return ABSENT;
    if (stop == -1)
        return value_error(vm,
                           "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    if (end == NONE) stop = -1;
    if (start < 0 || stop < -1)
        return value_error(vm, "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    if (given == 4 && !place(vm, args[3], step)) return ABSENT;
    if (step < 1) return value_error(vm, "Step for islice() must be a positive integer or None.");
    const Value it = walk_of(vm, Walk::Slice, args[0], Value::small(std::min(start, Value::SMALL_MAX)));
    if (it.absent()) return ABSENT;
    cast<Iterator>(it)->end = stop;
    cast<Iterator>(it)->changes = static_cast<u64>(step);
    return it;
}
Value zip_longest(Vm& vm, Value, const Args& args)
{
    const bool filled = args.keywords() == 1 && str_of(args.names->items[0]) == "fillvalue";
    if (args.keywords() != 0 && !filled)
        return type_error(vm, "zip_longest() got an unexpected keyword argument");
    Tuple* sources = nullptr;
    if (!all_iterators(vm, args, 0, sources)) return ABSENT;
    Iterator* it = new_iterator(vm, Walk::ZipLongest, Value::object(sources), args.positional);
    it->extra = filled ? args[args.positional] : NONE;
    return Value::object(it);
}
Value groupby(Vm& vm, Value, const Args& a)
{
    Tuple* at = new_tuple_room(vm, GROUPING);
    for (Value& each : std::span(at->items, GROUPING)) each = ABSENT;
    at->items[GROUP_KEY] = a[1].present() ? a[1] : NONE;
    return walk_of(vm, Walk::GroupBy, a[0], Value::object(at));
}

Value order(Vm& vm, Walk walk, Tuple* pool, u64 r, bool any)
{
    Iterator* it = new_iterator(vm, walk, any ? Value::object(pool) : ABSENT, static_cast<i64>(r));
    return Value::object(it);
}
Tuple* pool_of(Vm& vm, Value iterable)
{
    if (type_of(iterable) == &T.tuple) return cast<Tuple>(iterable);
    List* items = new_list_room(vm, 0);
    if (!list_extend(vm, items, iterable)) return nullptr;
    vm.charge(items->size * gas::ITEM);
    return new_tuple(vm, items->view());
}
Value product(Vm& vm, Value, const Args& args)
{
    i64 times = 1;
    if (args.keywords() > 1)
        return type_error(
            vm, cat("product() takes at most 1 keyword argument (", number(args.keywords()), " given)"));
    if (args.keywords() == 1) {
        const std::string_view name = str_of(args.names->items[0]);
        if (name != "repeat")
            return type_error(vm, cat("'", name, "' is an invalid keyword argument for product()"));
        if (!count_value(vm, args[args.positional], times)) return ABSENT;
        if (times < 0) return value_error(vm, "repeat argument cannot be negative");
    }
    const u64 repeats = static_cast<u64>(times), once = repeats == 0 ? 0 : args.positional;
    constexpr u64 MOST = (~u64{0} >> 1) / sizeof(u64);
    if (once != 0 && once > MOST / repeats) return raise(vm, T.OverflowError, "repeat argument too large");
    vm.charge(once * repeats * gas::ITEM);
    Tuple* pools = new_tuple_room(vm, once * repeats);
    bool any = true;
    for (u64 i = 0; i < once; ++i) {
        const Tuple* pool = pool_of(vm, args[static_cast<u32>(i)]);
        if (pool == nullptr) return ABSENT;
        any = any && pool->size != 0;
        for (u64 k = i; k < once * repeats; k += once) pools->items[k] = Value::object(pool);
    }
    return order(vm, Walk::Product, pools, pools->size, any);
}
Value permutations(Vm& vm, Value, const Args& a)
{
    Tuple* pool = pool_of(vm, a[0]);
    if (pool == nullptr) return ABSENT;
    i64 r = pool->size;
    if (a[1].present() && !(a[1] == NONE)) {
        if (!is_int(a[1])) return type_error(vm, "Expected int as r");
        if (!count_value(vm, a[1], r)) return ABSENT;
    }
    if (r < 0) return value_error(vm, "r must be non-negative");
    return order(vm, Walk::Permutations, pool, static_cast<u64>(r), r <= i64{pool->size});
}
template <Walk walk>
Value combinations(Vm& vm, Value, const Args& a)
{
    i64 r = 0;
    if (!count_value(vm, a[1], r)) return ABSENT;
    Tuple* pool = pool_of(vm, a[0]);
    if (pool == nullptr) return ABSENT;
    if (r < 0) return value_error(vm, "r must be non-negative");
    const bool any = walk == Walk::Combinations ? r <= i64{pool->size} : pool->size != 0 || r == 0;
    return order(vm, walk, pool, static_cast<u64>(r), any);
}

Value copy_of_tee(Vm& vm, Value self, const Args&)
{
    const Iterator* of = cast<Iterator>(self);
    Iterator* it = new_iterator(vm, Walk::Tee, of->source, 0);
    it->extra = of->extra;
    it->next = of->next;
    it->size = of->size;
    return Value::object(it);
}
Value length_hint(Vm& vm, Value self, const Args&)
{
    const Iterator* it = cast<Iterator>(self);
    return it->end < 0 ? type_error(vm, "len() of unsized object") : int_of(vm, it->end);
}

// In the order of Walk; the classes that programs do not call have no spec.
struct WalkClass {
    Class* cls;
    NativeSpec spec;
};
const WalkClass CLASSES[] = {
    {&T.count, {"count", count, "start=,step=", 0}},
    {&T.repeat, {"repeat", repeat, "object,times=", 0}},
    {&T.cycle, {"cycle", cycle, "...", 0}},
    {&T.accumulate, {"accumulate", accumulate, "iterable,func=,*,initial=", 0}},
    {&T.chain, {"chain", chain, "...", 0}},
    {&T.compress, {"compress", compress, "data,selectors", 0}},
    {&T.dropwhile, {"dropwhile", with_function<Walk::DropWhile>, "predicate,iterable/", 0}},
    {&T.takewhile, {"takewhile", with_function<Walk::TakeWhile>, "predicate,iterable/", 0}},
    {&T.filterfalse, {"filterfalse", with_function<Walk::FilterFalse>, "function,iterable/", 0}},
    {&T.starmap, {"starmap", with_function<Walk::StarMap>, "function,iterable/", 0}},
    {&T.islice, {"islice", islice, "...", 0}},
    {&T.pairwise, {"pairwise", pairwise, "...", 0}},
    {&T.zip_longest, {"zip_longest", zip_longest, "...", 0}},
    {&T.groupby, {"groupby", groupby, "iterable,key=", 0}},
    {&T.grouper, {}},
    {&T.tee, {}},
    {&T.product, {"product", product, "...", 0}},
    {&T.permutations, {"permutations", permutations, "iterable,r=", 0}},
    {&T.combinations, {"combinations", combinations<Walk::Combinations>, "iterable,r", 0}},
    {&T.combinations_with_replacement,
     {"combinations_with_replacement", combinations<Walk::Repeated>, "iterable,r", 0}},
};
constexpr u8 WALKS = static_cast<u8>(Walk::Repeated) - static_cast<u8>(Walk::Count) + 1;
static_assert(std::size(CLASSES) == WALKS);

// A class is called as a function with its parameters.
Value makers[WALKS];
template <u8 at>
Value make(Vm& vm, Value cls, const Args& args)
{
    return call_native(vm, cast<Native>(makers[at]), cls, args);
}
template <u8... at>
void boot_makers(std::integer_sequence<u8, at...>)
{
    ((CLASSES[at].cls->make = CLASSES[at].spec.code == nullptr ? nullptr : make<at>), ...);
}

constexpr NativeSpec FROM_ITERABLE = {"from_iterable", chain_from, "iterable/", gas::NATIVE};
constexpr NativeSpec HINT[] = {{"__length_hint__", length_hint, "", gas::NATIVE}};
constexpr NativeSpec COPY[] = {{"__copy__", copy_of_tee, "", gas::NATIVE}};

}  // namespace

Value tee(Vm& vm, Value, const Args& a)
{
    i64 n = 2;
    if (a[1].present() && !count_value(vm, a[1], n)) return ABSENT;
    if (n < 0) return value_error(vm, "n must be >= 0");
    vm.charge(static_cast<u64>(n) * gas::NATIVE);
    Tuple* out = new_tuple_room(vm, static_cast<u64>(n));
    if (n == 0) return Value::object(out);
    const Value source = get_iter(vm, a[0]);
    if (source.absent()) return ABSENT;
    Value copy = exact(source) ? ABSENT : find_attr(vm, source, name_object(vm, "__copy__"));
    if (pending(vm)) return ABSENT;
    Value first = source;
    if (copy.absent() && type_of(source) != &T.tee) {
        Iterator* it = new_iterator(vm, Walk::Tee, Value::object(new_list_room(vm, 0)), 0);
        it->extra = source;
        it->size = levels_of(source);
        first = Value::object(it);
    }
    out->items[0] = first;
    for (u32 i = 1; i < out->size; ++i) {
        out->items[i] = copy.present() ? call(vm, copy, {}) : copy_of_tee(vm, first, Args{});
        if (out->items[i].absent()) return ABSENT;
    }
    return Value::object(out);
}

bool has_repr(const Iterator* it) noexcept
{
    return it->flag == static_cast<u8>(Walk::Count) || it->flag == static_cast<u8>(Walk::Repeat);
}

bool walk_repr(Vm& vm, const Iterator* it, Text& out)
{
    const Walk walk = static_cast<Walk>(it->flag);
    out.add(str_of(it->cls->name));
    out.add("(");
    if (!repr_to(vm, it->source, out)) return false;
    if (walk == Walk::Repeat && it->end >= 0) out.add(cat(", ", number(it->end)));
    if (walk == Walk::Count && !(is_int(it->extra) && int_compare(it->extra, Value::small(1)) == 0)) {
        out.add(", ");
        if (!repr_to(vm, it->extra, out)) return false;
    }
    out.add(")");
    return true;
}

std::span<Class* const> walk_classes()
{
    static const std::array<Class*, WALKS> classes = [] {
        std::array<Class*, WALKS> all{};
        for (u8 i = 0; i < WALKS; ++i) all[i] = CLASSES[i].cls;
        return all;
    }();
    return classes;
}

void boot_walks()
{
    for (u8 i = 0; i < WALKS; ++i) {
        Class* cls = CLASSES[i].cls;
        cls->module = Value::object(static_name("itertools"));
        qualify_in_messages(cls, "itertools");
        if (CLASSES[i].spec.code != nullptr) makers[i] = static_native(CLASSES[i].spec, &T.native);
    }
    boot_makers(std::make_integer_sequence<u8, WALKS>());
    add_class_method(T.chain, FROM_ITERABLE);
    add_static(T.repeat, HINT);
    add_static(T.tee, COPY);
}

}  // namespace lariat::pvm
