// int | None and list[int]: what stands for classes without being one.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

// ── union.cpp ──
Value unite(Vm& vm, Value a, Value b);  ///< int | None; NOT_IMPLEMENTED: of these there is none
int unions_equal(Vm& vm, const Union* a, const Union* b);
void boot_unions();

// ── generic_alias.cpp ──
Value alias_attribute(Vm& vm, Value v, Str* name);
Value call_alias(Vm& vm, Value alias, const Args& args);
Value alias_subscript(Vm& vm, Value alias, Value item);  ///< of a union too
Value unpacked_alias(Vm& vm, const GenericAlias* a);     ///< what walking it gives, as a tuple
int aliases_equal(Vm& vm, const GenericAlias* a, const GenericAlias* b);
bool hash_alias(Vm& vm, const GenericAlias* a, u64& out);
bool repr_alias(Vm& vm, const GenericAlias* a, Text& out);
bool repr_type(Vm& vm, Value v, Text& out);  ///< as an argument is shown
Value type_parameters(Vm& vm, Tuple* args);  ///< the type variables in them, each once
void boot_generic_aliases();

}  // namespace lariat::pvm
