// Fuzz target: arbitrary bytes as Python source are parsed, or refused with a place; no crash, no hang.
// What is refused is diagnosed too.
#include "pvm/syntax/dump.hpp"
#include "pvm/syntax/parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    namespace syntax = lariat::pvm::syntax;
    const std::string_view source(reinterpret_cast<const char*>(data), size);
    const auto parsed = syntax::parse(source, lariat::pvm::Limits{});
    if (parsed) {
        LARIAT_ASSERT(!syntax::dump(*parsed.value().module).empty());
    } else {
        LARIAT_ASSERT(!lariat::pvm::diagnose(source, lariat::pvm::Limits{}, 100).refusals.empty());
        LARIAT_ASSERT(parsed.error().line > 0 && parsed.error().column > 0 && !parsed.error().reason.empty());
    }
    return 0;
}
