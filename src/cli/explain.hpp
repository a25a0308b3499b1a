// replay --explain: writes why executions failed, block by block.
#pragma once

#include <iosfwd>

#include "cli/failures.hpp"

namespace lariat::cli {

class Explainer : public FailureObserver {
public:
    /// As text for people, or as JSON, a line for each failure.
    Explainer(std::ostream& out, bool json) : out_(out), json_(json) {}
    void tell(const chain::BlockResult& result);

private:
    std::ostream& out_;
    bool json_;
};

}  // namespace lariat::cli
