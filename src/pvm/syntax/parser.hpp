// From Python source to a checked syntax tree.
#pragma once

#include "pvm/pvm.hpp"
#include "pvm/syntax/ast.hpp"
#include "pvm/syntax/refusals.hpp"

namespace lariat::pvm::syntax {

/// What CPython 3.11 compiles, this parses, and what it calls a SyntaxError is refused with line, column
/// and reason: also what its compiler finds (`return` outside a function, a name both parameter and
/// global, …). Refused beyond that: floats, complex numbers, `async` and `await`, names that are not ASCII,
/// `\N{…}`, surrogates, source longer than `limits.source_bytes` or nested deeper than `limits.nesting`,
/// trees deeper than TREE_DEPTH. Time and memory are proportional to the source's length.
Result<ParsedModule, Refusal> parse(std::string_view source, const Limits& limits);

/// Goes on behind each refusal. The tree lacks the statements that were refused; nothing if none can be made.
std::optional<ParsedModule> parse_on(std::string_view source, const Limits& limits, Refusals& all);

}  // namespace lariat::pvm::syntax
