// What an execution reached lately: who goes from object to object where no cache of a processor holds them
// waits for memory at each, and pays for the wait.
#pragma once

#include <array>

#include "pvm/objects/arena.hpp"

namespace lariat::pvm {

/// A cache as processors have, of LINES lines, in which each object stands by its first byte alone. What lies
/// among the newest NEAR_BYTES of the arena needs none. The same everywhere: it knows offsets, no addresses.
class Reached {
public:
    static constexpr u64 NEAR_BYTES = u64{512} << 10U;
    static constexpr u64 LINE_BYTES = 64, LINES = 4096;

    static bool is_near(const Arena& arena, const Object* object) noexcept
    {
        return arena.since(object) <= NEAR_BYTES;
    }
    /// Whether an object that is not near was reached lately; it was, from now on.
    bool again(const Arena& arena, const Object* object) noexcept
    {
        if (!arena.holds(object)) return true;
        const u64 line = arena.offset(object) / LINE_BYTES;
        u32& last = last_[line % LINES];
        const u32 now = static_cast<u32>(line / LINES) + 1;
        const bool was = last == now;
        last = now;
        return was;
    }
    void forget() noexcept { last_.fill(0); }

private:
    std::array<u32, LINES> last_;
};

}  // namespace lariat::pvm
