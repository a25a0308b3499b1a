// Invariants that hold in every build. User input never reaches one.
#pragma once

namespace lariat {
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line) noexcept;
}

#define LARIAT_ASSERT(expression) \
    (static_cast<bool>(expression) ? void(0) : ::lariat::assertion_failed(#expression, __FILE__, __LINE__))
