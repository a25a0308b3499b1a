// itertools.product, permutations, combinations and combinations_with_replacement: `source` is the tuple of
// what there is (of product the tuples), ABSENT when nothing is left; `extra` the tuple of the indices that
// were given last, ABSENT before the first; `end` is how many items each has.
#include <algorithm>

#include "pvm/objects/walks.hpp"

namespace lariat::pvm {

namespace {

u64& number_at(Tuple* indices, u64 i)
{
    return indices->items[i].bits;
}

Tuple* all_zero(Vm& vm, u64 n)
{
    vm.charge(n * gas::ITEM);
    Tuple* indices = new_tuple_room(vm, n);
    for (u64 i = 0; i < n; ++i) number_at(indices, i) = 0;
    return indices;
}

// The first r indices; of permutations all n, and r counts behind them of how often each place turns yet.
Tuple* ascending(Vm& vm, u64 n, u64 r, bool permutations)
{
    const u64 indices = permutations ? n : r;
    Tuple* at = all_zero(vm, indices + (permutations ? r : 0));
    for (u64 i = 0; i < indices; ++i) number_at(at, i) = i;
    for (u64 i = 0; permutations && i < r; ++i) number_at(at, n + i) = n - i;
    return at;
}

bool next_product(const Tuple* pools, Tuple* at)
{
    for (u64 i = pools->size; i-- > 0;) {
        if (++number_at(at, i) < cast<Tuple>(pools->items[i])->size) return true;
        number_at(at, i) = 0;
    }
    return false;
}

bool next_combination(u64 n, u64 r, Tuple* at)
{
    u64 i = r;
    while (i > 0 && number_at(at, i - 1) == i - 1 + n - r) --i;
    if (i == 0) return false;
    ++number_at(at, i - 1);
    for (; i < r; ++i) number_at(at, i) = number_at(at, i - 1) + 1;
    return true;
}

bool next_with_replacement(u64 n, u64 r, Tuple* at)
{
    u64 i = r;
    while (i > 0 && number_at(at, i - 1) == n - 1) --i;
    if (i == 0) return false;
    const u64 next = number_at(at, i - 1) + 1;
    for (--i; i < r; ++i) number_at(at, i) = next;
    return true;
}

bool next_permutation(Vm& vm, u64 n, u64 r, Tuple* at)
{
    for (u64 i = r; i-- > 0;) {
        u64& turns = number_at(at, n + i);
        if (--turns > 0) {
            std::swap(at->items[i], at->items[n - turns]);
            return true;
        }
        vm.charge((n - i) * gas::ITEM);
        std::rotate(at->items + i, at->items + i + 1, at->items + n);
        turns = n - i;
    }
    return false;
}

}  // namespace

Value order_next(Vm& vm, Iterator* it)
{
    const Tuple* pool = cast<Tuple>(it->source);
    const u64 n = pool->size, r = static_cast<u64>(it->end);
    const Walk walk = static_cast<Walk>(it->flag);
    bool more = true;
    vm.charge(gas::ITEM + r * gas::ITEM);
    if (it->extra.absent()) {
        if (walk == Walk::Product || walk == Walk::Repeated)
            it->extra = Value::object(all_zero(vm, r));
        else
            it->extra = Value::object(ascending(vm, n, r, walk == Walk::Permutations));
    } else {
        Tuple* at = cast<Tuple>(it->extra);
        more = walk == Walk::Product        ? next_product(pool, at)
               : walk == Walk::Combinations ? next_combination(n, r, at)
               : walk == Walk::Permutations ? next_permutation(vm, n, r, at)
                                            : next_with_replacement(n, r, at);
    }
    if (!more) {
        it->source = ABSENT;
        return ABSENT;
    }
    Tuple* at = cast<Tuple>(it->extra);
    Tuple* out = new_tuple_room(vm, r);
    for (u64 i = 0; i < r; ++i) {
        const u64 index = number_at(at, i);
        out->items[i] =
            walk == Walk::Product ? cast<Tuple>(pool->items[i])->items[index] : pool->items[index];
    }
    return Value::object(out);
}

}  // namespace lariat::pvm
