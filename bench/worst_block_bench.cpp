// Benchmark of the slowest block that the known attacks produce, against an ordinary full block (BLK-8): each
// attack against an ordinary full block of the discipline that it attacks.
//
// Prints a line for each attack with its slowest block, then the result line. Times are processor time of
// Chain::apply alone; each trace runs four times, and each block counts with its shortest time.
#include <map>

#include "../tests/support/program_arguments.hpp"
#include "attacks.hpp"
#include "base/kept_memory.hpp"
#include "chain/chain.hpp"
#include "measure.hpp"
#include "scripted/engine.hpp"
#include "state/log_store.hpp"
#include "trace/input.hpp"

using namespace lariat;

namespace {

constexpr int RUNS = 4;
constexpr double TARGET = 5;
const bench::Unit MS{"ms", false};

struct BlockCost {
    double ms = 0;
    timers::Used used;
    std::size_t txs = 0, fires = 0;
};

/// Replays a trace and tells what each block took. `due_intake` is the chain's due_intake_per_block.
class Replay {
public:
    explicit Replay(u64 due_intake) : due_intake_(due_intake) {}

    void take(const std::string& text)
    {
        auto line = trace::parse_line(text);
        bench::require(line.ok(), line.ok() ? "" : "the line is taken: " + line.error().message);
        if (auto* genesis = std::get_if<chain::Genesis>(&line.value())) {
            genesis->config.emplace_back("due_intake_per_block", u128{due_intake_});
            return begin(*genesis);
        }
        auto* read = std::get_if<trace::BlockLine>(&line.value());
        bench::require(read != nullptr, "the line is a genesis or a block");
        apply(std::move(*read));
    }
    std::vector<BlockCost> costs;

private:
    void begin(const chain::Genesis& genesis)
    {
        auto store = state::LogStore::open_in_memory();
        bench::require(store.ok(), "a store in memory opens");
        auto made = chain::Chain::create(genesis, std::move(store).value());
        bench::require(made.ok(), made.ok() ? "" : "genesis is taken: " + made.error().message);
        chain_ = std::move(made).value();
    }
    void apply(trace::BlockLine line)
    {
        chain::Block block;
        block.height = chain_->state().height + 1;
        block.timestamp_ms = line.timestamp_ms.value_or(chain_->state().timestamp_ms + 1'000);
        block.proposer = line.proposer;
        block.txs = std::move(line.txs);
        scripts_.begin_block();
        BlockCost cost;
        cost.txs = block.txs.size();
        cost.ms =
            1e3 * bench::cpu_seconds_of([&] {
                const auto result = chain_->apply(block, scripts_);
                bench::require(result.ok(),
                               result.ok() ? "" : "the block is applied: " + result.error().message);
                cost.used = result.value().used;
                cost.fires = result.value().fired.size();
                for (const chain::Receipt& r : result.value().receipts)
                    bench::require(r.status == ExecutionStatus::ok || r.status == ExecutionStatus::no_handler,
                                   fmt::format("transaction {} of block {} runs: {} {}", r.tx, block.height,
                                               chain::status_name(r), r.error));
            });
        costs.push_back(cost);
    }

    u64 due_intake_;
    std::unique_ptr<chain::Chain> chain_;
    scripted::Engine scripts_;
};

std::vector<BlockCost> replay(const std::function<void(const bench::TakeLine&)>& write, u64 due_intake)
{
    std::vector<BlockCost> best;
    for (int run = 0; run < RUNS; ++run) {
        Replay replay(due_intake);
        write([&](const std::string& line) { replay.take(line); });
        if (best.empty()) best = replay.costs;
        for (std::size_t i = 0; i < best.size(); ++i) best[i].ms = std::min(best[i].ms, replay.costs[i].ms);
    }
    return best;
}

bench::Samples ordinary_blocks(timers::Discipline discipline, u64 due_intake)
{
    const std::vector<BlockCost> costs = replay(
        [&](const bench::TakeLine& take) { bench::write_ordinary_chain(take, discipline); }, due_intake);
    bench::Samples samples;
    for (std::size_t i = costs.size() - bench::ORDINARY_BLOCKS; i < costs.size(); ++i)
        samples.add(costs[i].ms);
    const BlockCost& last = costs.back();
    fmt::print(
        "ordinary full block of {}: {:.1f} ms, {} transactions, {} fires and operations; cycles: {} in all, "
        "{} of the timer lane, {} of operations, {} of agents beside them\n",
        timers::name(discipline), samples.median(), last.txs, last.fires, static_cast<u64>(last.used.cycles),
        static_cast<u64>(last.used.lane), static_cast<u64>(last.used.sch), static_cast<u64>(last.used.gba));
    return samples;
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures the slowest block of each known attack against an ordinary full block.",
        {{.name = "ATTACK", .meaning = "run only the attacks whose name contains this text", .otherwise = ""},
         {.name = "DUE_INTAKE",
          .meaning = "due_intake_per_block of all chains",
          .otherwise = std::to_string(timers::TimerConfig{}.due_intake_per_block),
          .number = true}});
    const u64 due_intake = arguments.number(1);
    std::vector<bench::Attack> chosen = bench::attacks(due_intake);
    std::erase_if(
        chosen, [&](const bench::Attack& a) { return a.name.find(arguments.word(0)) == std::string::npos; });
    if (chosen.empty()) arguments.refuse("no attack has a name with " + arguments.word(0));
    keep_memory();  // as every node does

    std::map<timers::Discipline, bench::Samples> ordinary;
    for (const bench::Attack& attack : chosen)
        if (!ordinary.contains(attack.discipline))
            ordinary.emplace(attack.discipline, ordinary_blocks(attack.discipline, due_intake));
    double worst = 0;
    const bench::Attack* worst_attack = nullptr;
    bench::Samples slowest;
    for (const bench::Attack& attack : chosen) {
        const double usual = ordinary.at(attack.discipline).median();
        const std::vector<BlockCost> costs = replay(attack.write, due_intake);
        const auto block = std::ranges::max_element(costs, {}, &BlockCost::ms);
        fmt::print("{:24} {:8.1f} ms, {:5.1f} times, block {} of {}: {}\n", attack.name, block->ms,
                   block->ms / usual, block - costs.begin() + 1, costs.size(), attack.summary);
        std::fflush(stdout);
        if (block->ms / usual <= worst) continue;
        worst = block->ms / usual;
        worst_attack = &attack;
        slowest = {};
        slowest.add(block->ms);
    }
    bench::report("worst_block", slowest, MS, "the slowest block of all attacks, " + worst_attack->name,
                  ordinary.at(worst_attack->discipline), TARGET);
}
