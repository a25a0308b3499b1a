// Writes the failures of each block, with tracebacks, as text or JSON.
#include "cli/explain.hpp"

#include <ostream>

namespace lariat::cli {

void Explainer::tell(const chain::BlockResult& result)
{
    for (const actor_tools::FailureReport& report : take(result)) {
        if (json_)
            out_ << report.to_json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
        else
            out_ << report.to_text();
    }
    out_.flush();
}

}  // namespace lariat::cli
