// Implements `replay --explain`: writes the failures of each block.
#pragma once

#include <iosfwd>

#include "actor_tools/failures.hpp"

namespace lariat::cli {

class Explainer : public actor_tools::FailureObserver {
public:
    /// With `json`, writes one line of JSON for each failure, otherwise text.
    Explainer(std::ostream& out, bool json) : out_(out), json_(json) {}
    void tell(const chain::BlockResult& result);

private:
    std::ostream& out_;
    bool json_;
};

}  // namespace lariat::cli
