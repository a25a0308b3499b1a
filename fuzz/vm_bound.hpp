// The VM's bound on time: an execution takes at most a fixed multiple of the time that its cycles take in a
// plain loop, plus one cycle's time for each cell.
#pragma once

#include <algorithm>
#include <ctime>

#include "pvm/vm_fake_host.hpp"

namespace lariat::fuzz {

struct Measured {
    pvm::Outcome out;
    u64 cycles = 0, cells = 0;
    double ns = 0;  ///< of the thread on the processor: what else runs on the machine weighs little on it
};

inline double thread_ns() noexcept
{
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

inline Measured measure(const pvm::Program& program, u64 cycles)
{
    constexpr u64 CELLS = 1'000'000;
    pvm::FakeHost host;
    Meter meter{cycles, CELLS};
    host.meter = &meter;
    const pvm::Call call{.handler = "go", .payload = {}, .self = host.context_.actor, .deployer = {}};
    Measured m;
    const double begin = thread_ns();
    m.out = pvm::run(program, call, host, meter, {});
    m.ns = thread_ns() - begin;
    m.cycles = cycles - meter.cycles_left;
    m.cells = CELLS - meter.cells_left;
    return m;
}

/// The least of some runs, what disturbs only ever adds.
inline Measured least(const pvm::Program& program, u64 cycles, int runs)
{
    Measured best = measure(program, cycles);
    for (int i = 1; i < runs; ++i) {
        Measured next = measure(program, cycles);
        if (next.ns < best.ns) best = std::move(next);
    }
    return best;
}

/// Nanoseconds that a cycle takes in `while True: i += 1`, in this build, on this machine, now.
inline double plain_ns_per_cycle(int runs)
{
    static const auto program = pvm::compile("def go(p):\n    i = 0\n    while True: i += 1\n", {}).value();
    constexpr u64 CYCLES = 1'000'000;
    return least(*program, CYCLES, runs).ns / CYCLES;
}

/// What is left for the cycles when each cell has had its time.
inline double ns_of_cycles(const Measured& m, double plain)
{
    return std::max(0.0, m.ns - plain * static_cast<double>(m.cells));
}

}  // namespace lariat::fuzz
