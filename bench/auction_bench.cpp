// Benchmark of the auction (AUC-8, FAIR-4, GBA-5): a block with a million waiting timers against one with
// ten thousand and against sorting them all, a fairness window of a million actors, and bidding agents in
// Python.
#include <random>

#include "../tests/support/program_arguments.hpp"
#include "lane/auction/fairness.hpp"
#include "library_chain.hpp"
#include "scenario.hpp"

using namespace lariat;

namespace {

constexpr u64 FIRES = 200, NEWLY_DUE = 1'000;  // of one block
constexpr u64 GAS = 1'000;
constexpr u64 BLOCKS = 2;  // of a repetition: what waits grows by 800 in each
constexpr int REPETITIONS = 5;
constexpr u64 FEE = 1'000'000;  // cycle base fee, with which the lane base fee begins
const bench::Unit BLOCK_TIME{"us/block", false};

/// What a timer bids: as the order keeps it, and as a plain list keeps it.
ScheduleRequest with_bid(u64 height, std::mt19937_64& random)
{
    ScheduleRequest request;
    request.height = height;
    request.gas_limit = GAS;
    request.payload = {1, 2, 3, 4, 5, 6, 7, 8};
    const u64 kind = random() % 10;
    if (kind < 3) return request;  // the default bid
    if (kind < 5) {
        request.tier = static_cast<PriorityTier>(random() % 4);
        return request;
    }
    request.max_fee_per_cycle = 2 * FEE + random() % (8 * FEE);
    request.max_priority_fee_per_cycle = random() % FEE;
    return request;
}

/// A chain in its auction on which so many timers of so many owners wait, and NEWLY_DUE more come due at each
/// of the heights to be measured.
class Market {
public:
    Market(u64 waiting, u64 owners) : chain_(open()), owners_(owners)
    {
        const u64 newly = NEWLY_DUE * BLOCKS * REPETITIONS;
        const u64 first = (waiting + newly) / PORTION + 6;  // a block after they were taken in
        add(waiting, [&](u64) { return first - 2; });
        add(newly, [&](u64 number) { return first + number / NEWLY_DUE; });
        while (chain_.height() + 1 < first) block(false);
    }

    struct Cost {
        bench::Samples end_of_block, whole_block;
    };
    void measure(Cost& cost)
    {
        double end = 0;
        const double whole = bench::cpu_seconds_of([&] {
            for (u64 b = 0; b < BLOCKS; ++b) end += block(true);
        });
        cost.end_of_block.add(end / BLOCKS * 1e6);
        cost.whole_block.add(whole / BLOCKS * 1e6);
    }

private:
    static constexpr u64 PORTION = 512;

    static bench::LibraryChain open()
    {
        auto store = state::LogStore::open_in_memory();
        bench::require(store.ok(), "a store in memory opens");
        // 200 looks, so 200 fires; they use two thirds of the lane, or nothing of it: the fee moves each
        // block.
        return {std::move(store).value(),
                {{"auction_activation_height", u128{1}},
                 {"lane_timer_cycles", u128{FIRES * GAS * 3 / 2}},
                 {"max_looks_per_block", u128{FIRES}},
                 {"max_cycles_per_fire", u128{GAS}},
                 {"max_cycles_per_fire_auction_phase", u128{GAS}},
                 {"min_gas_limit_per_timer", u128{GAS}},
                 {"max_cells_per_fire", u128{1}},
                 {"max_timers_per_actor", u128{100'000'000}},
                 {"due_intake_per_block", u128{100'000'000}}}};
    }
    void add(u64 timers, const std::function<u64(u64 number)>& height_of)
    {
        for (u64 i = 0; i < timers;) {
            chain_.begin(FEE);
            for (u64 end = std::min(i + PORTION, timers); i < end; ++i)
                chain_.schedule(bench::LibraryChain::owner(random_() % owners_),
                                with_bid(height_of(i), random_));
            chain_.run_due();
            chain_.finish();
        }
    }
    double block(bool is_measured)
    {
        chain_.let_fires_use_gas(chain_.height() % 2 == 0);
        chain_.begin(FEE);
        const double end = bench::cpu_seconds_of([&] {
            const BlockReport report = chain_.run_due();
            bench::require(!is_measured || (report.woken.size() == FIRES && report.work.intake == NEWLY_DUE),
                           "a block takes 1,000 in and fires 200");
        });
        chain_.finish();
        return end;
    }

    bench::LibraryChain chain_;
    std::mt19937_64 random_{42};
    u64 owners_;
};

/// The same block with a list of all that waits, sorted anew: what the order spares.
bench::Samples sorting(u64 waiting, u64 owners)
{
    struct Candidate {
        Hash32 id;
        u64 owner;
        u128 max_fee, max_priority;
        u128 effective = 0;
    };
    std::mt19937_64 random(42);
    std::vector<Candidate> all;
    std::vector<u64> weights(owners);
    const auto add = [&] {
        const ScheduleRequest r = with_bid(0, random);
        Candidate c{{},
                    random() % owners,
                    r.max_fee_per_cycle.value_or(2 * FEE),
                    r.max_priority_fee_per_cycle.value_or(FEE / 2)};
        for (u8& b : c.id.bytes) b = static_cast<u8>(random());
        all.push_back(c);
    };
    while (all.size() < waiting) add();
    bench::Samples samples;
    for (int i = 0; i < REPETITIONS; ++i) {
        for (u64 n = 0; n < NEWLY_DUE; ++n) add();
        for (u64& w : weights) w = (u64{1} << 32) + random() % (u64{1} << 32);
        const u128 lane_basefee = FEE + random() % FEE;
        samples.add(1e6 * bench::cpu_seconds_of([&] {
                        for (Candidate& c : all)
                            c.effective =
                                std::min(c.max_priority, c.max_fee - lane_basefee) * weights[c.owner];
                        std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
                            return a.effective != b.effective ? a.effective > b.effective : a.id < b.id;
                        });
                    }));
        all.erase(all.begin(), all.begin() + FIRES);
    }
    return samples;
}

void markets()
{
    Market::Cost of_much, of_little;
    {
        Market much(1'000'000, 100'000), little(10'000, 1'000);
        for (int i = 0; i < REPETITIONS; ++i) {  // in turns
            much.measure(of_much);
            little.measure(of_little);
        }
    }
    const std::string work =
        "200 fires and 1000 newly due in a block, base fee and weights moving, "
        "1000000 waiting of 100000 actors against ";
    bench::report("auction_waiting_1m_end", of_much.end_of_block, BLOCK_TIME, work + "10000, end of block",
                  of_little.end_of_block, 2.0);
    bench::report("auction_waiting_1m_whole", of_much.whole_block, BLOCK_TIME,
                  work + "10000, with commit and root", of_little.whole_block);
    bench::report("auction_against_sorting", of_much.end_of_block, BLOCK_TIME,
                  work + "pricing and sorting all of them, which fires nothing", sorting(1'000'000, 100'000));
}

/// Blocks of FIRES fires with so many actors in the window of 1,000 blocks.
bench::Samples fairness(u64 actors, u64 blocks)
{
    constexpr u64 WINDOW = 1'000;
    auto store = state::LogStore::open_in_memory();
    bench::require(store.ok(), "a store in memory opens");
    state::Overlay overlay(*store.value());
    lane::FairnessWindow window(overlay);
    u64 changes = 0, height = 0, next = 0;
    const auto changed = [&](const Address&, u64) { ++changes; };
    const auto fires_of = [&](u64 count) {
        std::vector<Address> owners;  // each once for each of its fires
        for (u64 n = 0; n < count; ++n)
            owners.insert(owners.end(), 1 + n % 3, bench::LibraryChain::owner(next++ * 7919 % actors));
        return owners;
    };
    while (height < WINDOW) {  // each actor once, and half of those of the blocks to be measured more often
        window.record(++height, fires_of(actors / WINDOW), changed);
    }
    bench::Samples samples;
    for (int i = 0; i < REPETITIONS; ++i) {
        std::vector<std::vector<Address>> fires;
        for (u64 b = 0; b < blocks; ++b) fires.push_back(fires_of(FIRES));
        changes = 0;
        const double spent = bench::cpu_seconds_of([&] {
            for (std::vector<Address>& owners : fires) {
                ++height;
                window.slide(height - WINDOW, changed);
                window.record(height, std::move(owners), changed);
            }
        });
        bench::require(changes >= blocks * FIRES, "every fire is counted");
        samples.add(spent * 1e9 / static_cast<double>(changes));
    }
    return samples;
}

/// Owners of agents in Python, whose timers wait: their bid is below the lane base fee.
bench::Samples blocks_with_agents(u64 agents, u64 blocks)
{
    const std::string agent =
        "from cowboy_sdk import TxFeeParams\n\n\ndef getGasBid(context):\n"
        "    fee = context.basefee_lane_timer // 2\n"
        "    return TxFeeParams(fee, fee // 4, context.basefee_cell, 0)\n\n\n"
        "def handle_timer(payload):\n    return None\n";
    bench::Scenario scenario = bench::Scenario::of_many(chain::CodeKind::python, agent, agents,
                                                        {{"auction_activation_height", u128{1}}}, 1'000);
    std::vector<chain::Transaction> txs;
    for (u64 n = 0; n < agents; ++n) {
        scripted::Steps steps;
        steps.push_back({scripted::SetGbaStep{bench::Scenario::actor(n)}, std::nullopt});
        scripted::ScheduleStep timer;
        timer.height = chain::Moment{3, false};
        steps.push_back({std::move(timer), std::nullopt});
        txs.push_back(scenario.steps_of(n, std::move(steps), 1'000, 1'000));
    }
    scenario.apply(std::move(txs));
    while (scenario.height() < 4) scenario.apply();
    bench::Samples samples;
    for (int i = 0; i < REPETITIONS; ++i) {
        u64 cycles = 0;
        const double spent = bench::cpu_seconds_of([&] {
            for (u64 b = 0; b < blocks; ++b) {
                const chain::BlockResult result = scenario.apply();
                bench::require(result.events.empty() && result.fired.empty(),
                               "agents answer, and what they bid waits");
                cycles += result.used.gba;
            }
        });
        bench::require(agents == 0 || cycles > agents * blocks * 10, "every agent is asked in every block");
        samples.add(spent * 1e6 / static_cast<double>(blocks));
    }
    return samples;
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv,
        "Measures the auction: a block with a million timers waiting, the fairness window, bidding agents.",
        {{.name = "ONLY",
          .meaning = "measure this alone",
          .otherwise = "",
          .choices = {"waiting", "fairness", "agents"}}});
    const std::string only = arguments.word(0);
    if (only.empty() || only == "waiting") markets();
    if (only.empty() || only == "fairness")
        bench::report("auction_fairness_1m", fairness(1'000'000, 50), {"ns/change", false},
                      "50 blocks of 200 actors that fire, and those that leave a window of 1000 blocks with "
                      "1000000 actors, against 10000",
                      fairness(10'000, 50));
    if (only.empty() || only == "agents")
        bench::report("auction_agents_40", blocks_with_agents(40, 100), BLOCK_TIME,
                      "100 blocks in which 40 agents in Python are asked, against the same without agents",
                      blocks_with_agents(0, 100));
}
