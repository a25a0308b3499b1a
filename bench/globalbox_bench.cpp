// Benchmark of watches and the Globalbox: a modified key among a million watches that do not match it
// (WAT-7), and a block of new fires in front of a million queued ones (GBX-6).
#include "../tests/support/program_arguments.hpp"
#include "measure.hpp"
#include "scenario.hpp"
#include "timers/watches/prefix_tree.hpp"

using namespace lariat;

namespace {

constexpr int REPETITIONS = 5;
constexpr u64 BLOCKS = 5;
constexpr u64 KEYS = 1'000;   // modified in a block
constexpr u64 MATCHING = 10;  // watches that each of them concerns
const bench::Unit KEY_TIME{"ns/key", false};
const bench::Unit BLOCK_TIME{"us/block", false};

const char* const IDLE = R"({"handle_timer":[]})";

Bytes text(const std::string& prefix, u64 number)
{
    return to_bytes(std::string_view(prefix + std::to_string(number)));
}

/// Finding the watches of KEYS keys in the tree alone.
bench::Samples matching(u64 watches)
{
    timers::PrefixTree tree;
    const Address actor = bench::Scenario::actor(0);
    for (u64 n = 0; n < watches; ++n)
        tree.insert({actor, n < MATCHING ? to_bytes(std::string_view("hot/")) : text("cold/", n)}, n,
                    1'000'000);
    std::vector<Bytes> keys;
    for (u64 k = 0; k < KEYS; ++k) keys.push_back(text("hot/", k));
    bench::Samples samples;
    for (int i = 0; i < REPETITIONS; ++i) {
        u64 found = 0;
        const double spent = bench::cpu_seconds_of([&] {
            for (u64 round = 0; round < 20; ++round)
                for (const Bytes& key : keys)
                    for (timers::WatchList* list : tree.matching(actor, key))
                        for (auto at = list->next(0, 1); at; at = list->next(*at + 1, 1)) ++found;
        });
        bench::require(found == 20 * KEYS * MATCHING, "each key concerns ten watches");
        samples.add(spent * 1e9 / (20 * KEYS));
    }
    return samples;
}

/// A chain with so many watches, and so many records in its state: those that are no watches are timers.
class Watched {
public:
    Watched(u64 watches, u64 records)
        : scenario_(bench::Scenario::of_many(chain::CodeKind::script, IDLE, 1,
                                             {{"max_watch_hits_per_block", u128{KEYS * MATCHING}},
                                              {"max_modified_keys_per_block", u128{KEYS}}}))
    {
        const Address actor = bench::Scenario::actor(0);
        for (u64 n = 0; n < watches;) {
            scripted::Steps steps;
            for (u64 end = std::min(n + bench::TIMERS_PER_BLOCK, watches); n < end; ++n) {
                scripted::WatchStep step;
                step.rest.target = actor;
                step.rest.keys = WatchArgs::Keys{
                    {actor, n < MATCHING ? to_bytes(std::string_view("hot/")) : text("cold/", n)}};
                step.rest.gas_limit = u64{1'000};
                steps.push_back({std::move(step), std::nullopt});
            }
            const u64 count = steps.size();
            scenario_.apply({scenario_.steps_of(0, std::move(steps), 201 * count, 130 * count)});
        }
        scenario_.add_background(records - watches);
        for (int i = 0; i < 5; ++i) scenario_.apply({write()});
    }
    /// Whole blocks in which a transaction writes KEYS keys and ten watches fire.
    void measure(bench::Samples& samples)
    {
        double spent = 0;
        for (u64 b = 0; b < BLOCKS; ++b) {
            const chain::Transaction tx = write();
            spent += bench::cpu_seconds_of([&] {
                const chain::BlockResult result = scenario_.apply({tx});
                bench::require(result.fired.size() == MATCHING && result.used.hits == KEYS * MATCHING,
                               "a thousand keys hit ten watches each");
            });
        }
        samples.add(spent * 1e9 / (BLOCKS * KEYS));
    }

private:
    chain::Transaction write() const
    {
        scripted::Steps steps;
        for (u64 k = 0; k < KEYS; ++k)
            steps.push_back({scripted::SetStep{text("hot/", k), text("", scenario_.height())}, std::nullopt});
        return scenario_.steps_of(0, std::move(steps), 201 * KEYS, 30 * KEYS);
    }
    bench::Scenario scenario_;
};

/// A chain whose queue holds so many fires, of a thousand targets.
class Queue {
public:
    explicit Queue(u64 queued)
        : scenario_(bench::Scenario::of_many(chain::CodeKind::script, IDLE, TARGETS,
                                             {{"discipline", std::string("globalbox")},
                                              {"max_fires_per_block", u128{FIRES}},
                                              {"max_timers_per_target", u128{100'000'000}},
                                              {"due_intake_per_block", u128{100'000'000}},
                                              {"timers_paused", false}}))
    {
        const u64 newly = FIRES * BLOCKS * REPETITIONS;
        const u64 first = (queued + FIRES + newly) / bench::TIMERS_PER_BLOCK + 5;
        add(queued + FIRES, [&](u64) { return first - 1; });
        add(newly, [&](u64 number) { return first + number / FIRES; });
        while (scenario_.height() + 1 < first) scenario_.apply();
    }
    void measure(bench::Samples& samples)
    {
        double spent = 0;
        for (u64 b = 0; b < BLOCKS; ++b)
            spent += bench::cpu_seconds_of([&] {
                const chain::BlockResult result = scenario_.apply();
                bench::require(result.fired.size() == FIRES && result.used.intake == FIRES,
                               "a block takes a thousand in and fires a thousand");
            });
        samples.add(spent * 1e6 / BLOCKS);
    }

private:
    static constexpr u64 TARGETS = 1'000, FIRES = 1'000;

    void add(u64 timers, const std::function<u64(u64 number)>& height_of)
    {
        for (u64 n = 0; n < timers;) {
            scripted::Steps steps;
            for (u64 end = std::min(n + bench::TIMERS_PER_BLOCK, timers); n < end; ++n) {
                scripted::TimeoutStep step;
                step.rest.target = bench::Scenario::actor(n * 7'919 % TARGETS);
                step.due_height = {height_of(n), false};
                step.rest.gas_limit = u64{1'000};
                step.rest.bid = u128{n * 104'729 % 1'000} << 90;
                steps.push_back({std::move(step), std::nullopt});
            }
            const u64 count = steps.size();
            scenario_.apply({scenario_.steps_of(0, std::move(steps), 201 * count, 100 * count)});
        }
    }

    bench::Scenario scenario_;
};

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures a million watches, and a million queued fires under Globalbox.",
        {{.name = "ONLY",
          .meaning = "measure this alone",
          .otherwise = "",
          .choices = {"watches", "queue"}}});
    const std::string only = arguments.word(0);
    if (only.empty() || only == "watches") {
        constexpr u64 MANY = 1'000'000, FEW = 1'000;
        const std::string work =
            "1000 modified keys that concern 10 watches each, of 1000000 against of 1000";
        bench::report("watches_matching_1m", matching(MANY), KEY_TIME, work + ", the tree alone",
                      matching(FEW), 1.5);
        bench::Samples of_much, of_little;
        Watched much(MANY, MANY), little(FEW, MANY);
        for (int i = 0; i < REPETITIONS; ++i) {  // in turns
            much.measure(of_much);
            little.measure(of_little);
        }
        bench::report("watches_block_1m", of_much, KEY_TIME,
                      work + " and 999000 timers, whole blocks: writes, hits, fires, commit and root",
                      of_little, 1.5);
    }
    if (only.empty() || only == "queue") {
        bench::Samples of_much, of_little;
        Queue much(1'000'000), little(10'000);
        for (int i = 0; i < REPETITIONS; ++i) {  // in turns
            much.measure(of_much);
            little.measure(of_little);
        }
        bench::report(
            "globalbox_queue_1m", of_much, BLOCK_TIME,
            "1000 new fires and 1000 executed in a block, 1000000 queued against 10000, with commit "
            "and root",
            of_little, 2.0);
    }
}
