// Why a node does not start or does not go on, with the exit status of its process (NODE-1, NODE-5, NODE-7).
#pragma once

#include <string>

#include "state/damage.hpp"

namespace lariat::node {

/// Beside 0, and 1 for anything that has no status of its own.
inline constexpr int WRONG_SETTING = 2, ADDRESS_TAKEN = 3;
inline constexpr int DAMAGED = state::DAMAGED_STATUS;

struct [[nodiscard]] ExitError {
    int exit = 1;
    std::string message;
};

inline ExitError damaged(std::string message)
{
    return {DAMAGED, std::move(message)};
}

}  // namespace lariat::node
