// Python loops of a million steps: our VM, metered, against Debian's CPython, in turns.
#include <fstream>
#include <sstream>

#include "base/hex.hpp"
#include "measure.hpp"
#include "pvm/pvm.hpp"

using namespace lariat;

namespace {

constexpr int REPETITIONS = 7;
constexpr u64 CYCLES = 1'000'000'000;
const char* const PEER = "/usr/bin/python3";
const std::string FOLDER = LARIAT_BENCH_FOLDER;
const bench::Unit MS{"ms", false};

/// The programs ask nothing of their host.
class NoHost final : public pvm::Host {
public:
    const pvm::Context& context() const override { return context_; }
    Result<std::optional<Bytes>> get_state(BytesView) override { return refused(); }
    Status set_state(BytesView, BytesView) override { return refused(); }
    Status delete_state(BytesView) override { return refused(); }
    Status emit_event(std::string_view, BytesView) override { return refused(); }
    Status charge_gas(const Arg<u64>&) override { return refused(); }
    Result<Hash32> randomness(BytesView) override { return refused(); }
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

struct Run {
    double ms = 0;
    Bytes returned;
    u64 cycles = 0;
};

Run run_ours(const pvm::Program& program, const pvm::Limits& limits)
{
    NoHost host;
    Meter meter{.cycles_left = CYCLES, .cells_left = CYCLES};
    const pvm::Call call{.handler = "run", .payload = {}, .self = {}, .deployer = {}};
    Run run;
    pvm::Outcome out;
    run.ms = 1e3 * bench::cpu_seconds_of([&] { out = pvm::run(program, call, host, meter, limits); });
    bench::require(out.status == pvm::ExitStatus::ok, "our VM ends well: " + out.error + out.traceback);
    run.returned = out.returned;
    run.cycles = CYCLES - meter.cycles_left;
    return run;
}

std::string output_of(const std::string& command)
{
    std::FILE* pipe = ::popen(command.c_str(), "r");
    bench::require(pipe != nullptr, "a program can be started");
    std::string text;
    char part[256];
    while (std::fgets(part, sizeof part, pipe) != nullptr) text += part;
    bench::require(::pclose(pipe) == 0, PEER + std::string(" ends well"));
    return text;
}

Run run_peer(const std::string& path)
{
    std::istringstream said(output_of(fmt::format("{} {}/python_peer.py {}", PEER, FOLDER, path)));
    u64 ns = 0;
    std::string hex;
    said >> ns >> hex;
    const auto returned = from_hex("0x" + hex);
    bench::require(returned.has_value(), "the peer says what it returned");
    return {static_cast<double>(ns) / 1e6, *returned, 0};
}

void compare(const std::string& name)
{
    const std::string path = FOLDER + "/programs/" + name + ".py";
    std::ifstream file(path);
    std::ostringstream source;
    source << file.rdbuf();
    const pvm::Limits limits;
    const auto program = pvm::compile(source.str(), limits);
    bench::require(program.ok(), program.ok() ? "" : path + " compiles: " + program.error().to_string());

    bench::Samples ours, theirs;
    u64 cycles = 0;
    for (int i = 0; i < REPETITIONS; ++i) {
        const Run mine = run_ours(*program.value(), limits);
        const Run peer = run_peer(path);
        bench::require(mine.returned == peer.returned, "both return the same");
        ours.add(mine.ms);
        theirs.add(peer.ms);
        cycles = mine.cycles;
    }
    bench::report("python_" + name, ours, MS, fmt::format("1000000 steps, {} cycles, equal results", cycles),
                  theirs);
}

}  // namespace

int main()
{
    for (const char* name : {"while_loop", "arithmetic", "calls", "containers"}) compare(name);
}
