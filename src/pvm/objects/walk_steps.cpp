// The next item of the iterators of itertools. Each goes on after an exception of what it calls or walks
// where CPython's does, and a StopIteration that is raised there ends it for this time.
//
// Nothing is held across a call but the iterator itself and tuples, which do not move.
#include <algorithm>

#include "pvm/objects/walks.hpp"

namespace lariat::pvm {

namespace {

Value item_of(Vm& vm, Value source)
{
    vm.charge(gas::ITEM);
    return iter_next(vm, source);
}

Value count_next(Vm& vm, Iterator* it)
{
    const Value at = it->source;
    vm.charge(gas::ITEM);
    const Value next = at.is_small() && it->extra == Value::small(1) && at.as_small() < Value::SMALL_MAX
                           ? Value::small(at.as_small() + 1)
                           : binary(vm, BinaryOp::Add, at, it->extra, false);
    if (next.absent()) return ABSENT;
    it->source = next;
    return at;
}

Value repeat_next(Vm& vm, Iterator* it)
{
    vm.charge(gas::ITEM);
    if (it->end == 0) return ABSENT;
    if (it->end > 0) --it->end;
    return it->source;
}

// `extra` has what was walked; `changes` is 1 once that is all.
Value cycle_next(Vm& vm, Iterator* it)
{
    if (it->changes == 0) {
        const Value item = item_of(vm, it->source);
        if (item.present()) {
            list_append(vm, cast<List>(it->extra), item);
            return item;
        }
        if (pending(vm)) return ABSENT;
        it->changes = 1;
    }
    vm.charge(gas::ITEM);
    const List* saved = cast<List>(it->extra);
    if (saved->size == 0) return ABSENT;
    const Value item = saved->items[it->next];
    it->next = it->next + 1 == saved->size ? 0 : it->next + 1;
    return item;
}

Value accumulate_next(Vm& vm, Iterator* it)
{
    Tuple* at = cast<Tuple>(it->extra);
    if (!(at->items[SUM_INITIAL] == NONE)) {
        vm.charge(gas::ITEM);
        at->items[SUM_TOTAL] = at->items[SUM_INITIAL];
        at->items[SUM_INITIAL] = NONE;
        return at->items[SUM_TOTAL];
    }
    const Value item = item_of(vm, it->source);
    if (item.absent()) return ABSENT;
    const Value before = at->items[SUM_TOTAL];
    const Value total = before.absent()                   ? item
                        : at->items[SUM_FUNCTION] == NONE ? binary(vm, BinaryOp::Add, before, item, false)
                                                          : call(vm, at->items[SUM_FUNCTION], {before, item});
    if (total.present()) at->items[SUM_TOTAL] = total;
    return total;
}

// `extra` is the one that is being walked.
Value chain_next(Vm& vm, Iterator* it)
{
    while (it->source.present()) {
        if (it->extra.absent()) {
            const Value iterable = item_of(vm, it->source);
            const Value walked = iterable.absent() ? ABSENT : get_iter(vm, iterable);
            if (walked.absent()) {
                it->source = ABSENT;
                return ABSENT;
            }
            it->extra = walked;
            it->size = std::max(it->size, levels_of(walked));
        }
        const Value walked = it->extra, item = item_of(vm, walked);
        it->size = std::max(it->size, levels_of(walked));  // it may have begun with another one, within it
        if (item.present() || pending(vm)) return item;
        it->extra = ABSENT;
    }
    return ABSENT;
}

Value compress_next(Vm& vm, Iterator* it)
{
    const Tuple* sources = cast<Tuple>(it->source);
    for (;;) {
        const Value item = item_of(vm, sources->items[0]);
        if (item.absent()) return ABSENT;
        const Value selector = item_of(vm, sources->items[1]);
        if (selector.absent()) return ABSENT;
        const int t = truth(vm, selector);
        if (t != 0) return t == 1 ? item : ABSENT;
    }
}

// What the function says of the item: 1 true, 0 not, -1 pending.
int verdict(Vm& vm, Value function, Value item)
{
    const Value said = call(vm, function, {item});
    return said.absent() ? -1 : truth(vm, said);
}

// `next` is 1 once the first is found.
Value dropwhile_next(Vm& vm, Iterator* it)
{
    for (;;) {
        const Value item = item_of(vm, it->source);
        if (item.absent() || it->next == 1) return item;
        const int t = verdict(vm, it->extra, item);
        if (t < 0) return ABSENT;
        if (t == 1) continue;
        it->next = 1;
        return item;
    }
}

Value takewhile_next(Vm& vm, Iterator* it)
{
    if (it->next == 1) return ABSENT;
    const Value item = item_of(vm, it->source);
    if (item.absent()) return ABSENT;
    const int t = verdict(vm, it->extra, item);
    if (t == 0) it->next = 1;
    return t == 1 ? item : ABSENT;
}

Value filterfalse_next(Vm& vm, Iterator* it)
{
    const bool itself = it->extra == NONE || it->extra == Value::object(&T.bool_);
    for (;;) {
        const Value item = item_of(vm, it->source);
        if (item.absent()) return ABSENT;
        const int t = itself ? truth(vm, item) : verdict(vm, it->extra, item);
        if (t != 1) return t == 0 ? item : ABSENT;
    }
}

Value starmap_next(Vm& vm, Iterator* it)
{
    Value args = item_of(vm, it->source);
    if (args.absent()) return ABSENT;
    if (type_of(args) != &T.tuple) {
        List* items = new_list_room(vm, 0);
        if (!list_extend(vm, items, args)) return ABSENT;
        vm.charge(items->size);
        args = Value::object(new_tuple(vm, items->view()));
    }
    Tuple* tuple = cast<Tuple>(args);
    vm.charge(tuple->size);
    return call(vm, it->extra, Args{tuple->items, tuple->size, nullptr});
}

// `next` counts what was walked, `extra` says before which item to stop next, `end` where to end (-1:
// nowhere), `changes` is the step.
Value islice_next(Vm& vm, Iterator* it)
{
    const Value source = it->source;
    for (;;) {
        const bool wanted = it->next >= it->extra.as_small();
        if (wanted && it->end != -1 && it->next >= it->end) break;
        const Value item = item_of(vm, source);
        if (item.absent()) break;
        ++it->next;
        if (!wanted) continue;
        i64 next = 0;
        const bool beyond =
            __builtin_add_overflow(it->extra.as_small(), static_cast<i64>(it->changes), &next);
        if (beyond || (it->end != -1 && next > it->end)) next = it->end;
        it->extra = Value::small(std::min(next, Value::SMALL_MAX));
        return item;
    }
    it->source = ABSENT;
    return ABSENT;
}

// `extra` is the item before.
Value pairwise_next(Vm& vm, Iterator* it)
{
    if (it->extra.absent()) it->extra = item_of(vm, it->source);
    const Value before = it->extra;
    const Value next = before.absent() || it->source.absent() ? ABSENT : item_of(vm, it->source);
    if (next.absent()) {
        it->source = it->extra = ABSENT;
        return ABSENT;
    }
    it->extra = next;
    vm.charge(gas::ITEM);
    const Value pair[] = {before, next};
    return Value::object(new_tuple(vm, pair));
}

// `end` is how many still have items.
Value zip_longest_next(Vm& vm, Iterator* it)
{
    Tuple* sources = cast<Tuple>(it->source);
    if (it->end == 0) return ABSENT;
    vm.charge(gas::ITEM + sources->size);
    Tuple* out = new_tuple_room(vm, sources->size);
    for (u32 i = 0; i < sources->size; ++i) out->items[i] = it->extra;
    for (u32 i = 0; i < sources->size; ++i) {
        if (sources->items[i].absent()) continue;
        const Value item = iter_next(vm, sources->items[i]);
        if (item.present()) {
            out->items[i] = item;
            continue;
        }
        if (--it->end <= 0 || pending(vm)) {
            it->end = 0;
            return ABSENT;
        }
        sources->items[i] = ABSENT;
    }
    return Value::object(out);
}

bool read_group_item(Vm& vm, const Iterator* it, Tuple* at)
{
    const Value item = item_of(vm, it->source);
    if (item.absent()) return false;
    const Value key = at->items[GROUP_KEY] == NONE ? item : call(vm, at->items[GROUP_KEY], {item});
    if (key.absent()) return false;
    at->items[GROUP_ITEM] = item;
    at->items[GROUP_NOW] = key;
    return true;
}

Value groupby_next(Vm& vm, Iterator* it)
{
    Tuple* at = cast<Tuple>(it->extra);
    at->items[GROUP_OPEN] = ABSENT;
    for (;;) {
        const Value now = at->items[GROUP_NOW], target = at->items[GROUP_TARGET];
        if (now.present()) {
            if (target.absent()) break;
            const int same = identical_or_equal(vm, target, now);
            if (same < 0) return ABSENT;
            // What was asked may have gone on with this iterator.
            if (same == 0 && at->items[GROUP_NOW].present()) break;
        }
        if (!read_group_item(vm, it, at)) return ABSENT;
    }
    vm.charge(gas::ITEM);
    at->items[GROUP_TARGET] = at->items[GROUP_NOW];
    Iterator* group = new_iterator(vm, Walk::Group, Value::object(it), 0);
    group->extra = at->items[GROUP_TARGET];
    at->items[GROUP_OPEN] = Value::object(group);
    const Value pair[] = {at->items[GROUP_NOW], Value::object(group)};
    return Value::object(new_tuple(vm, pair));
}

Value group_next(Vm& vm, Iterator* it)
{
    const Iterator* parent = cast<Iterator>(it->source);
    Tuple* at = cast<Tuple>(parent->extra);
    if (!(at->items[GROUP_OPEN] == Value::object(it))) return ABSENT;
    if (at->items[GROUP_ITEM].absent() && !read_group_item(vm, parent, at)) return ABSENT;
    if (identical_or_equal(vm, it->extra, at->items[GROUP_NOW]) != 1) return ABSENT;
    const Value item = at->items[GROUP_ITEM];
    at->items[GROUP_ITEM] = at->items[GROUP_NOW] = ABSENT;
    return item;
}

// `source` is the list of what was walked, which its copies share; its flag says that one of them is walking.
Value tee_next(Vm& vm, Iterator* it)
{
    List* saved = cast<List>(it->source);
    if (it->next == saved->size) {
        if (saved->flag != 0) return raise(vm, T.RuntimeError, "cannot re-enter the tee iterator");
        saved->flag = 1;
        const Value item = item_of(vm, it->extra);
        saved->flag = 0;
        if (item.absent()) return ABSENT;
        list_append(vm, saved, item);
    }
    vm.charge(gas::ITEM);
    return saved->items[it->next++];
}

}  // namespace

Value walk_next(Vm& vm, Iterator* it)
{
    switch (static_cast<Walk>(it->flag)) {
        case Walk::Count:
            return count_next(vm, it);
        case Walk::Repeat:
            return repeat_next(vm, it);
        case Walk::Cycle:
            return cycle_next(vm, it);
        case Walk::Accumulate:
            return accumulate_next(vm, it);
        case Walk::Chain:
            return chain_next(vm, it);
        case Walk::Compress:
            return compress_next(vm, it);
        case Walk::DropWhile:
            return dropwhile_next(vm, it);
        case Walk::TakeWhile:
            return takewhile_next(vm, it);
        case Walk::FilterFalse:
            return filterfalse_next(vm, it);
        case Walk::StarMap:
            return starmap_next(vm, it);
        case Walk::Slice:
            return islice_next(vm, it);
        case Walk::Pairwise:
            return pairwise_next(vm, it);
        case Walk::ZipLongest:
            return zip_longest_next(vm, it);
        case Walk::GroupBy:
            return groupby_next(vm, it);
        case Walk::Group:
            return group_next(vm, it);
        case Walk::Tee:
            return tee_next(vm, it);
        default:
            return order_next(vm, it);
    }
}

}  // namespace lariat::pvm
