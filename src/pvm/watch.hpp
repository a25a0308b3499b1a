// How an author's tools look on while a program runs: every instruction, the line of the actor's source that
// it belongs to, and the cycles that it took. Never in a block.
#pragma once

#include "lariat/types.hpp"

namespace lariat::pvm {

class Watch {
public:
    virtual ~Watch() = default;
    /// Before an instruction: its line and its own price. What library code does belongs to the line that
    /// called it. `before`: cycles taken since the last call beyond the prices of instructions; they belong
    /// to the line of that call.
    virtual void instruction(u32 line, u64 price, u64 before) = 0;

    u64 cycles_left = 0;  ///< at the last call; kept by the VM
};

}  // namespace lariat::pvm
