// The load of a height (API-16): the sum of the explicit gas limits of its pending timers, and the number of
// timers with the default-gas mark.
#pragma once

#include <optional>

#include "base/checked.hpp"
#include "lariat/assert.hpp"

namespace lariat::timers {

struct Load {
    u128 gas = 0;  ///< cycles
    u64 marks = 0;
    bool operator==(const Load&) const = default;

    void add(const std::optional<u64>& gas_limit)
    {
        if (gas_limit)
            gas += *gas_limit;
        else
            ++marks;
    }
    bool has(const std::optional<u64>& gas_limit) const noexcept
    {
        return gas_limit ? gas >= *gas_limit : marks > 0;
    }
    void take(const std::optional<u64>& gas_limit)
    {
        LARIAT_ASSERT(has(gas_limit));
        if (gas_limit)
            gas -= *gas_limit;
        else
            --marks;
    }
};

/// A load packed in eight bytes. One that does not fit is marked WIDE and kept in Calendar::wide_.
class PackedLoad {
public:
    PackedLoad() = default;
    static PackedLoad of(const Load& load)
    {
        PackedLoad out;
        out.word_ = fits(load) ? static_cast<u64>(load.gas) << MARKS_BITS | load.marks : WIDE;
        return out;
    }
    static bool fits(const Load& load) { return load.gas >> GAS_BITS == 0 && load.marks >> MARKS_BITS == 0; }

    bool is_elsewhere() const noexcept { return word_ == WIDE; }
    Load load() const
    {
        LARIAT_ASSERT(!is_elsewhere());
        return {word_ >> MARKS_BITS, word_ & ((u64{1} << MARKS_BITS) - 1)};
    }

private:
    static constexpr int MARKS_BITS = 23, GAS_BITS = 40;  // the top bit is free, so no load equals WIDE
    static constexpr u64 WIDE = U64_MAX;
    u64 word_ = 0;
};

}  // namespace lariat::timers
