// Says in a paragraph why a timer does not fire, or that it does.
#pragma once

#include "cli/client/session.hpp"

namespace lariat::cli::client {

/// Of a TIMER of the API, in a chain of this status.
std::string why_text(const Json& timer, const Json& status);

}  // namespace lariat::cli::client
