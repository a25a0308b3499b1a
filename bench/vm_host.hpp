// Hosts of the virtual machine for benchmarks: one without a chain, and one with a chain's storage.
#pragma once

#include "base/hex.hpp"
#include "chain/world.hpp"
#include "measure.hpp"
#include "pvm/pvm.hpp"
#include "state/log_store.hpp"

namespace lariat::bench {

/// For programs that ask nothing of their host.
class NoHost : public pvm::Host {
public:
    const pvm::Context& context() const override { return context_; }
    Result<std::optional<Bytes>> get_state(const Arg<BytesView>&) override { return refused(); }
    Status set_state(const Arg<BytesView>&, const Arg<BytesView>&) override { return refused(); }
    Status delete_state(const Arg<BytesView>&) override { return refused(); }
    Status emit_event(const Arg<std::string_view>&, const Arg<BytesView>&) override { return refused(); }
    Status charge_gas(const Arg<u64>&) override { return refused(); }
    Result<Hash32> randomness(const Arg<BytesView>&) override { return refused(); }
    Status send_message(const pvm::SendArgs&) override { return refused(); }
    Status transfer(const Arg<Address>&, const Arg<u128>&) override { return refused(); }
    Result<u128> balance(const Arg<Address>&) override { return refused(); }
    std::vector<std::pair<std::string, pvm::ConfigValue>> runtime_config() override { return {}; }
    Result<Hash32> schedule_timer(const ScheduleArgs&) override { return refused(); }
    Status extend_timer(const Arg<Bytes>&, const Arg<u64>&) override { return refused(); }
    Status cancel_timer(const Arg<Bytes>&) override { return refused(); }
    Result<Hash32> set_timeout(const TimeoutArgs&) override { return refused(); }
    Result<Hash32> set_state_watch(const WatchArgs&) override { return refused(); }
    Result<bool> cancel_timer_of(const Arg<Address>&, const Arg<Bytes>&) override { return refused(); }
    Status set_gba(const Arg<Address>&) override { return refused(); }
    Result<pvm::TimerEstimate> estimate_timer(const ScheduleArgs&) override { return refused(); }
    Result<Hash32> schedule_at(const pvm::ScheduleAtArgs&) override { return refused(); }
    Result<std::vector<Hash32>> scheduled_until(const Arg<u64>&) override { return refused(); }
    Status drop(const Arg<Bytes>&) override { return refused(); }

private:
    static Error refused() { return {ErrorCode::ReadOnly, "a benchmark has no chain"}; }
    pvm::Context context_;
};

/// Storage as an execution in a block has it: prices, then the actor's keys in the block's overlay, with its
/// journal, over a store.
class StorageHost final : public NoHost {
public:
    explicit StorageHost(Meter& meter)
        : meter_(meter), store_(open()), overlay_(*store_), world_(overlay_, {})
    {
    }

    Result<std::optional<Bytes>> get_state(const Arg<BytesView>& key) override
    {
        if (!meter_.take_cycles(10 + key.value.size() / 64)) return out_of(ErrorCode::OutOfCycles);
        auto value = world_.storage(actor_, key.value);
        if (value && !meter_.take_cycles(value->size() / 64)) return out_of(ErrorCode::OutOfCycles);
        return value;
    }
    Status set_state(const Arg<BytesView>& key, const Arg<BytesView>& value) override
    {
        if (!meter_.take_cycles(200)) return out_of(ErrorCode::OutOfCycles);
        if (!meter_.take_cells(key.value.size() + value.value.size())) return out_of(ErrorCode::OutOfCells);
        world_.set_storage(actor_, key.value, value.value);
        return {};
    }

private:
    static Error out_of(ErrorCode code) { return {code, "the benchmark's limit"}; }
    static std::unique_ptr<state::LogStore> open()
    {
        auto store = state::LogStore::open_in_memory();
        require(store.ok(), "a store in memory opens");
        return std::move(store).value();
    }

    Meter& meter_;
    std::unique_ptr<state::LogStore> store_;
    state::Overlay overlay_;
    chain::World world_;
    Address actor_;
};

/// A program of bench/programs, or its text, compiled.
inline std::string read_program(const std::string& path)
{
    std::FILE* file = std::fopen(path.c_str(), "r");
    require(file != nullptr, path + " can be read");
    std::string text;
    char part[4096];
    for (std::size_t n = 0; (n = std::fread(part, 1, sizeof part, file)) > 0;) text.append(part, n);
    std::fclose(file);
    return text;
}
inline std::shared_ptr<const pvm::Program> compiled(const std::string& source, const pvm::Limits& limits)
{
    const auto program = pvm::compile(source, limits);
    require(program.ok(), program.ok() ? "" : "a program compiles: " + program.error().to_string());
    return program.value();
}

/// One run of a program by whoever runs it.
struct Run {
    double ms = 0;
    Bytes returned;
    u64 cycles = 0;
};

/// Module body and handler `run`, metered, the processor's time of it.
inline Run run_ours(const pvm::Program& program, const pvm::Limits& limits)
{
    constexpr u64 CYCLES = 1'000'000'000;
    Meter meter{.cycles_left = CYCLES, .cells_left = CYCLES};
    StorageHost host(meter);
    const pvm::Call call{.handler = "run", .payload = {}, .self = {}, .deployer = {}};
    Run run;
    pvm::Outcome out;
    run.ms = 1e3 * cpu_seconds_of([&] { out = pvm::run(program, call, host, meter, limits); });
    require(out.status == ExecutionStatus::ok, "our VM ends well: " + out.error + out.traceback);
    run.returned = out.returned;
    run.cycles = CYCLES - meter.cycles_left;
    return run;
}

}  // namespace lariat::bench
