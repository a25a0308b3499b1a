// All refusals of a source, collected by whoever goes on behind the first.
#pragma once

#include <algorithm>

#include "pvm/pvm.hpp"

namespace lariat::pvm::syntax {

/// A tokeniser, parser, checker or compiler that is given one of these adds each refusal to it and goes on
/// behind; without one it stops at the first, as a deployment does. The tree that comes of it is for finding
/// further refusals only: it is never run.
class Refusals {
public:
    explicit Refusals(std::size_t most) : most_(most) {}

    /// A place has one refusal, the first that was found.
    void add(Refusal refusal)
    {
        const auto same = [&](const Refusal& r) {
            return r.line == refusal.line && r.column == refusal.column;
        };
        if (!full() && std::none_of(found_.begin(), found_.end(), same)) found_.push_back(std::move(refusal));
    }
    bool full() const { return found_.size() >= most_; }
    /// A part of the source was left out with what was refused, and nobody looked at it.
    void left_out() { whole_ = false; }
    bool whole() const { return whole_; }
    const std::vector<Refusal>& found() const { return found_; }

private:
    std::size_t most_;
    std::vector<Refusal> found_;
    bool whole_ = true;
};

}  // namespace lariat::pvm::syntax
