// Memory for objects that never change and are freed together.
#pragma once

#include <memory>
#include <vector>

#include "lariat/types.hpp"

namespace lariat::pvm {

class Pool {
public:
    void* take(u64 bytes)
    {
        blocks_.push_back(std::make_unique<u64[]>((bytes + 7) / 8));
        return blocks_.back().get();
    }

private:
    std::vector<std::unique_ptr<u64[]>> blocks_;
};

}  // namespace lariat::pvm
