// The iterators of itertools: how they are made (walk_classes.cpp), and their next items.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

Value walk_next(Vm& vm, Iterator* it);   ///< with a Walk from Count on (walk_steps.cpp)
Value order_next(Vm& vm, Iterator* it);  ///< with one from Product on (walk_orders.cpp)
/// How many iterators are one within the other in one that walks this.
u32 levels_of(Value source);
/// The iterators of the arguments from that one on; false: pending.
bool all_iterators(Vm& vm, const Args& args, u32 from, Tuple*& out);
/// The next item, without asking a program's class. A StopIteration that a function raised is left pending.
Value native_next(Vm& vm, Iterator* it);
/// Of those that show more than their class; false: pending.
bool has_repr(const Iterator* it) noexcept;
bool walk_repr(Vm& vm, const Iterator* it, Text& out);
std::span<Class* const> walk_classes();
void boot_walks();
Value tee(Vm& vm, Value, const Args& args);

/// Where groupby is: a tuple that no program sees.
enum Grouping : u32 { GROUP_KEY, GROUP_TARGET, GROUP_NOW, GROUP_ITEM, GROUP_OPEN, GROUPING };
/// And accumulate.
enum Accumulating : u32 { SUM_FUNCTION, SUM_TOTAL, SUM_INITIAL, ACCUMULATING };

}  // namespace lariat::pvm
