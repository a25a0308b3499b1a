// How a class comes to be: its bases, its order, its slots, and its attributes until others derive from it.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

/// A class statement: the dict that its body fills, and the class when the body has run.
Value class_namespace(Vm& vm, Str* name, Value bases, Dict* keywords);
Value build_class(Vm& vm, Str* name, Value bases, Value ns, Dict* keywords);
/// The keywords of a class statement that are not for it: names and `values` of a call.
Tuple* keyword_arguments(Vm& vm, Dict* keywords, std::vector<Value>& values);
bool linearize(Vm& vm, Class* cls, Tuple* bases);  ///< its order, of those of its bases; false: pending
/// The order behind a class with these bases; false: pending.
bool order_of_bases(Vm& vm, const Tuple* bases, std::vector<Class*>& out);
/// The order that the class's metaclass wants, if it has a say; false: pending.
bool ask_order(Vm& vm, Class* cls);
/// The bases of a class statement, with what stands for those that are no classes; null: pending.
Tuple* resolve_bases(Vm& vm, Tuple* bases);
bool read_slots(Vm& vm, Class* cls);  ///< what __slots__ and the bases say; false: pending
Value make_class(Vm& vm, Class& meta, Str* name, Tuple* bases, Dict* ns, Dict* keywords);
Class* metaclass_of(Vm& vm, const Tuple* bases, Class* wanted);  ///< the most derived; null: pending
/// Sets any attribute of a class from which none derives yet, and what follows from it.
bool class_define(Vm& vm, Class* cls, Str* name, Value value);

}  // namespace lariat::pvm
