// LARIAT_ASSERT checks an invariant of lariat, LARIAT_REQUIRE a rule that the caller keeps; in every build.
// SPDX-License-Identifier: Apache-2.0
//
// Both end the process with a message on standard error when the condition is false: a chain whose state may
// be wrong must not go on. Errors that data can cause are values (lariat/error.hpp) and reach neither.
#pragma once

namespace lariat {
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line) noexcept;
[[noreturn]] void requirement_failed(const char* rule) noexcept;
}  // namespace lariat

#define LARIAT_ASSERT(expression) \
    (static_cast<bool>(expression) ? void(0) : ::lariat::assertion_failed(#expression, __FILE__, __LINE__))

/// `rule` is the sentence that the message shows, e.g. "Scheduler::run_due: a block has begun".
#define LARIAT_REQUIRE(expression, rule) \
    (static_cast<bool>(expression) ? void(0) : ::lariat::requirement_failed(rule))
