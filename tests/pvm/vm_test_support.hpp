// Runs a source under a fake host in one line.
#pragma once

#include <gtest/gtest.h>

#include "vm_fake_host.hpp"

namespace lariat::pvm {

struct Ran {
    Outcome out;
    u64 cycles = 0, cells = 0;
    Meter meter;
};

inline Ran run_source(std::string_view source, FakeHost& host, std::string_view handler = "go",
                      std::string_view payload = "", u64 cycles = 10'000'000, Limits limits = {})
{
    const auto program = compile(source, limits);
    Ran r;
    if (!program) {
        ADD_FAILURE() << program.error().to_string();
        return r;
    }
    r.meter = Meter{cycles, 1'000'000};
    host.meter = &r.meter;
    Call call{handler, view(payload), host.context_.actor, {}};
    call.deployer.bytes.fill(0xdd);
    call.want_traceback = true;
    r.out = run(*program.value(), call, host, r.meter, limits);
    host.meter = nullptr;
    r.cycles = cycles - r.meter.cycles_left;
    r.cells = 1'000'000 - r.meter.cells_left;
    return r;
}

inline Ran run_source(std::string_view source)
{
    FakeHost host;
    return run_source(source, host);
}

}  // namespace lariat::pvm
