// Ends the process when an invariant or a rule for callers is broken.
#include "lariat/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace lariat {

void assertion_failed(const char* expression, const char* file, int line) noexcept
{
    std::fprintf(stderr, "lariat: broken invariant at %s:%d: %s\n", file, line, expression);
    std::abort();
}

void requirement_failed(const char* rule) noexcept
{
    std::fprintf(stderr, "lariat: the caller broke a rule: %s\n", rule);
    std::abort();
}

}  // namespace lariat
