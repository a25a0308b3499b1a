// Ends the program when an invariant is broken, and prints the place.
#include "lariat/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace lariat {

void assertion_failed(const char* expression, const char* file, int line) noexcept
{
    std::fprintf(stderr, "lariat: broken invariant at %s:%d: %s\n", file, line, expression);
    std::abort();
}

}  // namespace lariat
