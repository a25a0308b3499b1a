// Random numbers that depend on the seed, the actor, the purpose and a count alone (SIM-9): two arms of a
// scenario meet the same demand, whatever their blocks do in between. Integers alone (SIM-8).
#pragma once

#include "sim/fixed.hpp"

namespace lariat::sim {

/// What a number is drawn for. The values are part of every result: append only.
enum class Purpose : u64 { period = 1, gas, phase, arrivals, pick, tip, cap, activity, start };

/// The numbers of one (seed, actor, purpose, count), one after the other.
class Draw {
public:
    Draw(u64 seed, u64 actor, Purpose purpose, u64 count) noexcept;

    u64 bits() noexcept;             ///< 64 of them, each as likely as not
    u64 below(u64 bound) noexcept;   ///< 0 … bound - 1; bound is above 0
    Q32 uniform() noexcept;          ///< at least 0, below 1
    Q32 normal() noexcept;           ///< mean 0, standard deviation 1
    u64 poisson(Q32 mean) noexcept;  ///< mean is at least 0
    Q32 exponential() noexcept;      ///< mean 1
    Q32 lognormal(Q32 median, Q32 sigma) noexcept;
    Q32 pareto(Q32 least, Q32 exponent) noexcept;  ///< both above 0

private:
    u64 state_;
};

/// A distribution as scenario files name it.
struct Distribution {
    enum class Kind : u8 { constant, uniform, lognormal, pareto } kind = Kind::constant;
    Q32 a = 0;  ///< the constant, the lowest, the median, the least
    Q32 b = 0;  ///< the highest, sigma, the exponent

    static Distribution constant(Q32 value) noexcept { return {Kind::constant, value, 0}; }
    Q32 draw(Draw& from) const noexcept;
};

}  // namespace lariat::sim
