// The checks of `lariat pvm check` that look for mistakes in source that a chain accepts. Each adds its
// warnings.
#pragma once

#include <vector>

#include "actor_tools/lint/source.hpp"

namespace lariat::actor_tools::lint {

struct Warning {
    u32 line = 1;    ///< from 1
    u32 column = 1;  ///< from 1, in code points
    std::string text;
    std::string hint;  ///< what to do; may be empty
};
using Warnings = std::vector<Warning>;

/// Names that nothing in the source binds and that are no builtins.
void find_undefined_names(const Source& source, Warnings& out);
/// Names that pvm_host, cowboy_sdk and cowboy_sdk.runtime do not have.
void find_unknown_host_names(const Source& source, Warnings& out);
/// Calls of the host with too many, too few or unknown arguments.
void find_wrong_host_arguments(const Source& source, Warnings& out);
/// Changes of values that were read from storage and are not written back.
void find_lost_copies(const Source& source, Warnings& out);
/// Schedules of handlers that do not exist.
void find_missing_handlers(const Source& source, Warnings& out);
/// Handlers with parameters that the chain's call does not fit.
void find_unfit_parameters(const Source& source, Warnings& out);
/// Handlers for timers and messages that do not look at their sender.
void find_open_handlers(const Source& source, Warnings& out);
/// Payloads of callers that become payloads of the actor's own timers and messages.
void find_forwarded_payloads(const Source& source, Warnings& out);

/// Calls of print(), whose text a chain drops.
void find_prints(const Source& source, Warnings& out);

/// All of these, in the order of the source. A line that ends with the comment `# noqa` has none. Source that
/// does not parse has none either.
Warnings warnings_of(std::string_view source);

}  // namespace lariat::actor_tools::lint
