// How much of something a test does: less where LARIAT_SHORT is set, as in `make test`
// (docs/decisions/0033-what-make-test-leaves-out.md).
#pragma once

#include <cstdint>
#include <cstdlib>

namespace lariat::support {

inline bool is_short()
{
    return std::getenv("LARIAT_SHORT") != nullptr;
}

inline std::uint64_t how_much(std::uint64_t usual, std::uint64_t in_short)
{
    return is_short() ? in_short : usual;
}

/// The same, unless the environment has `name`: then that.
inline std::uint64_t setting(const char* name, std::uint64_t usual, std::uint64_t in_short)
{
    if (const char* const given = std::getenv(name)) return std::strtoull(given, nullptr, 10);
    return how_much(usual, in_short);
}

}  // namespace lariat::support
