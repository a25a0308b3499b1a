// The cycles and cells that an execution has left, and which of the two ran out (FEE-6, FEE-7).
#pragma once

#include "lariat/types.hpp"

namespace lariat {

struct Meter {
    u64 cycles_left = 0;  ///< units of abstract computation
    u64 cells_left = 0;   ///< bytes of data or state
    enum class Out : u8 { no, cycles, cells } out = Out::no;

    /// Charges `n` cycles. Returns false if fewer are left: the execution ends as out_of_cycles, and this and
    /// all later calls charge nothing.
    [[nodiscard]] bool take_cycles(u64 n) noexcept
    {
        if (out != Out::no) return false;
        if (n > cycles_left) {
            out = Out::cycles;
            return false;
        }
        cycles_left -= n;
        return true;
    }
    [[nodiscard]] bool take_cells(u64 n) noexcept
    {
        if (out != Out::no) return false;
        if (n > cells_left) {
            out = Out::cells;
            return false;
        }
        cells_left -= n;
        return true;
    }
};

}  // namespace lariat
