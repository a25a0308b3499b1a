// lariat demo: runs the demo script on a chain in this process; prints text, or result lines.
#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <thread>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/demo_totals.hpp"
#include "cli/demo_view.hpp"
#include "cli/stop_signals.hpp"
#include "scripted/engine.hpp"
#include "state/log_store.hpp"
#include "trace/input.hpp"

namespace lariat::cli {

namespace {

constexpr u64 BLOCK_MS = 1'000, DEMO_BLOCKS_MAX = 1'000'000;
constexpr u32 BLOCKS_PER_SECOND_MAX = 1'000;

struct DemoOptions {
    u64 blocks = 32;
    u32 speed = 3;  ///< blocks per second
    bool no_wait = false;
    bool json = false;
    bool trace = false;
};

/// The demo's trace, block by block on a chain of its own.
class Demo {
public:
    Demo(const DemoOptions& options, const DemoScript& script)
        : options_(options),
          live_(stdout_is_terminal() && !options.json && !options.no_wait),
          view_(std::cout, script, stdout_has_colour())
    {
    }

    /// Why it ended early, if it did.
    std::optional<std::string> run(const std::vector<std::string>& trace)
    {
        for (const std::string& text : trace) {
            if (stop_requested()) break;
            const auto line = trace::parse_line(text);
            if (!line) return line.error().message;
            if (const auto* genesis = std::get_if<chain::Genesis>(&line.value())) {
                if (auto problem = begin(*genesis)) return problem;
            } else if (const auto* block = std::get_if<trace::BlockLine>(&line.value())) {
                if (auto problem = apply(block->txs)) return problem;
            } else if (const auto* empty = std::get_if<trace::BlocksLine>(&line.value())) {
                for (u64 i = 0; i < empty->count && !stop_requested(); ++i)
                    if (auto problem = apply({})) return problem;
            }
        }
        if (options_.json)
            std::cout << totals_.to_json().dump() << '\n';
        else
            totals_.print(std::cout);
        return std::nullopt;
    }

private:
    std::optional<std::string> begin(const chain::Genesis& genesis)
    {
        auto store = state::LogStore::open_in_memory();
        if (!store) return store.error().message;
        auto made = chain::Chain::create(genesis, std::move(store).value());
        if (!made) return made.error().message;
        chain_ = std::move(made).value();
        if (!options_.json) view_.begin(*chain_, options_.blocks);
        return std::nullopt;
    }

    std::optional<std::string> apply(const std::vector<chain::Transaction>& txs)
    {
        const chain::Block block{.height = chain_->state().height + 1,
                                 .timestamp_ms = chain_->state().timestamp_ms + BLOCK_MS,
                                 .proposer = trace::default_proposer(),
                                 .txs = txs};
        wait_for(block.height);
        if (stop_requested()) return std::nullopt;
        scripts_.begin_block();
        const auto result = chain_->apply(block, scripts_);
        if (!result) return result.error().message;
        totals_.add(result.value());
        if (options_.json)
            std::cout << trace::to_json(result.value(), scripts_.labels()).dump() << '\n';
        else
            view_.show(result.value(), *chain_);
        return std::nullopt;
    }

    /// On a terminal, blocks come at the speed of a chain; the number of the next one stands below.
    void wait_for(u64 height) const
    {
        if (!live_) return;
        const bool erasable = !is_dumb_terminal();
        if (erasable) std::cout << "block " << height << " ...";
        std::cout << std::flush;
        std::this_thread::sleep_for(std::chrono::milliseconds(1'000) / options_.speed);
        if (erasable) std::cout << "\r\033[K";
    }

    const DemoOptions& options_;
    const bool live_;
    std::unique_ptr<chain::Chain> chain_;
    scripted::Engine scripts_;
    DemoView view_;
    DemoTotals totals_;
};

int run(const DemoOptions& options)
{
    watch_stop_signals();
    const DemoScript script = demo_script();
    const std::vector<std::string> trace = demo_trace(script, options.blocks);
    if (options.trace) {
        for (const std::string& line : trace) std::cout << line << '\n';
        return 0;
    }
    const auto problem = Demo(options, script).run(trace);
    if (!problem) {
        std::cout.flush();
        if (stop_requested())
            std::cerr << "lariat demo: stopped by a signal; the sums are of the blocks so far\n";
        return EXIT_GOOD;
    }
    std::cout.flush();
    std::cerr << "lariat demo: " << *problem << '\n';
    return EXIT_USAGE;
}

}  // namespace

void add_demo(CLI::App& app, int& status)
{
    auto options = std::make_shared<DemoOptions>();
    CLI::App* command =
        app.add_subcommand("demo", "Run a small chain whose actors set timers, and show its blocks");
    command->add_option("--blocks", options->blocks, "how many blocks to run, from 1 to 1000000")
        ->check(CLI::Range(u64{1}, DEMO_BLOCKS_MAX).description(""))
        ->capture_default_str();
    command->add_option("--speed", options->speed, "blocks per second on a terminal, from 1 to 1000")
        ->check(CLI::Range(u32{1}, BLOCKS_PER_SECOND_MAX).description(""))
        ->capture_default_str();
    command->add_flag("--no-wait", options->no_wait, "do not pause between blocks");
    CLI::Option* json =
        command->add_flag("--json", options->json,
                          "print result lines as replay does, then a summary object; not with --trace");
    command
        ->add_flag("--trace", options->trace,
                   "print the blocks of the demo as a trace for lariat replay; run nothing")
        ->excludes(json);
    command->footer(
        std::string(
            "The first Ctrl-C (SIGINT) or SIGTERM stops the demo after the current block, with status "
            "0. The second one stops it at once, with status 130.\n\n") +
        EXIT_CODES);
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace lariat::cli
