// lariat sim: runs scenarios, checks and lists them, and prints a run as a trace.
#include "sim/campaign.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

#include "actor_tools/nearest.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/progress.hpp"
#include "cli/stop_signals.hpp"
#include "cli/usage.hpp"

namespace lariat::cli {

namespace {

constexpr u64 BLOCKS_MAX = 10'000'000, JOBS_MAX = 256;

struct SimOptions {
    std::string file, out = "sim-results", seeds, arm;
    u64 jobs = 1, seed = 1, blocks = BLOCKS_MAX;
    bool quiet = false, roots = false;
};

Result<sim::ScenarioFile, sim::ScenarioError> load(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) return sim::ScenarioError{"cannot read " + path};
    return sim::read_scenario_file(text.str(), path);
}

std::string no_such_arm(const sim::ScenarioFile& file, const std::string& arm)
{
    std::vector<std::string> names;
    for (const auto& [a, scenario] : file.arms) names.push_back(a.name);
    const std::string near = actor_tools::nearest(arm, names);
    return "there is no arm \"" + arm + "\"" +
           (near.empty() ? "; lariat sim list names them" : "; did you mean " + near + "?");
}

/// The runs that the options choose, or why there are none.
Result<std::vector<sim::PlannedRun>, sim::ScenarioError> chosen(const sim::ScenarioFile& file,
                                                                const SimOptions& options)
{
    std::optional<std::pair<u64, u64>> seeds;
    if (!options.seeds.empty()) {
        seeds = sim::parse_seeds(options.seeds);
        if (!seeds)
            return sim::ScenarioError{"--seeds must be a range such as 1..30, got \"" + options.seeds + "\""};
    }
    auto runs = sim::plan(file, seeds, options.blocks);
    if (!options.arm.empty()) {
        if (!file.find(options.arm)) return sim::ScenarioError{no_such_arm(file, options.arm)};
        std::erase_if(runs, [&](const sim::PlannedRun& run) { return run.arm->name != options.arm; });
    }
    return runs;
}

/// "12 of 60 runs, about 3 min left", from the runs of this process.
class CampaignProgress {
public:
    explicit CampaignProgress(bool quiet) : shown_(!quiet), line_(false) {}
    void show(u64 done, u64 skipped, u64 all)
    {
        if (!shown_) return;
        const auto spent = std::chrono::steady_clock::now() - begin_;
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(spent).count();
        const u64 left = all - done - skipped;
        const u64 wait = done == 0 ? 0 : static_cast<u64>(seconds) * left / done;
        const std::string text = std::to_string(done + skipped) + " of " + std::to_string(all) + " runs" +
                                 (done == 0 || left == 0 ? "" : ", about " + in_words(wait) + " left");
        line_.note(text);
        const u64 tenth = 10 * (done + skipped) / std::max<u64>(1, all);
        if (isatty(STDERR_FILENO) == 0 && tenth != tenth_) std::cerr << "lariat sim: " << text << '\n';
        tenth_ = tenth;
    }
    void end() { line_.end(); }

private:
    static std::string in_words(u64 seconds)
    {
        constexpr u64 MINUTE = 60, SHORT = 120;
        return seconds < SHORT ? std::to_string(seconds) + " s" : std::to_string(seconds / MINUTE) + " min";
    }

    bool shown_;
    Progress line_;
    u64 tenth_ = 0;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

int run(const SimOptions& options)
{
    const auto file = load(options.file);
    if (!file) return refuse("sim", file.error().message);
    const auto runs = chosen(file.value(), options);
    if (!runs) return refuse("sim", runs.error().message);
    watch_stop_signals();
    CampaignProgress progress(options.quiet);
    const auto end = sim::run_campaign(runs.value(), {.out = options.out,
                                                      .jobs = options.jobs,
                                                      .blocks = options.blocks,
                                                      .stop = stop_requested,
                                                      .progress = [&](u64 done, u64 skipped, u64 all) {
                                                          progress.show(done, skipped, all);
                                                      }});
    progress.end();
    if (end.error) return refuse("sim", end.error->message);
    std::cerr << "lariat sim: " << end.done << " runs done, " << end.skipped << " were there, of "
              << runs.value().size() << " of " << file.value().name << '\n';
    if (!end.stopped) return EXIT_GOOD;
    std::cerr << "lariat sim: stopped by a signal; the same command goes on\n";
    return EXIT_INTERRUPTED;
}

int check(const SimOptions& options)
{
    const auto file = load(options.file);
    if (!file) return refuse("sim", file.error().message);
    std::cout << options.file << ": good, " << file.value().arms.size() << " arms, "
              << sim::plan(file.value(), std::nullopt, BLOCKS_MAX).size() << " runs\n";
    return EXIT_GOOD;
}

int list(const SimOptions& options)
{
    const auto file = load(options.file);
    if (!file) return refuse("sim", file.error().message);
    const auto runs = chosen(file.value(), options);
    if (!runs) return refuse("sim", runs.error().message);
    for (const sim::PlannedRun& run : runs.value()) {
        std::error_code none;
        const bool there = std::filesystem::exists(std::filesystem::path(options.out) / run.file_name, none);
        std::cout << run.file_name << ' ' << (there ? "done" : "missing") << " seed " << run.seed << ' '
                  << run.arm->name << '\n';
    }
    return EXIT_GOOD;
}

int trace(const SimOptions& options)
{
    const auto file = load(options.file);
    if (!file) return refuse("sim", file.error().message);
    const std::string arm = options.arm.empty() ? file.value().arms.front().first.name : options.arm;
    const sim::Scenario* scenario = file.value().find(arm);
    if (!scenario) return refuse("sim", no_such_arm(file.value(), arm));
    if (scenario->rules.any())
        return refuse(
            "sim", "arm \"" + arm + "\" has rules that the specification does not have: it leaves no trace");
    watch_stop_signals();
    const auto result =
        sim::run_scenario(*scenario, options.seed,
                          {.trace = [](const std::string& line) { std::cout << line << '\n'; },
                           .roots = options.roots,
                           .stop = [] { return stop_requested() || !std::cout; },
                           .blocks = options.blocks});
    if (!result) return refuse("sim", result.error().message);
    return EXIT_GOOD;
}

void add_blocks(CLI::App* command, SimOptions& options)
{
    command->add_option("--blocks", options.blocks, "at most so many blocks in a run, from 1 to 10000000")
        ->check(CLI::Range(u64{1}, BLOCKS_MAX).description(""));
}

CLI::App* add_command(CLI::App* group, const char* name, const char* what,
                      const std::shared_ptr<SimOptions>& options, int (*does)(const SimOptions&), int& status)
{
    CLI::App* command = group->add_subcommand(name, what);
    command->add_option("FILE", options->file, "the scenario file (docs/simulation.md)")->required();
    command->footer(EXIT_CODES);
    command->callback([options, does, &status] { status = does(*options); });
    return command;
}

void add_choice(CLI::App* command, SimOptions& options)
{
    command->add_option("--seeds", options.seeds, "the seeds, for example 1..30; default: those of the file")
        ->type_name("A..B");
    command->add_option("--arm", options.arm, "only this arm")->type_name("NAME");
    command->add_option("--out", options.out, "the folder of the results")
        ->type_name("DIR")
        ->capture_default_str();
}

}  // namespace

void add_sim(CLI::App& app, int& status)
{
    CLI::App* group = app.add_subcommand("sim", "Simulate markets of timers on the real chain");
    group->require_subcommand(0, 1);
    group->footer(EXIT_CODES);
    group->callback([group, &status] {
        if (group->get_subcommands().empty()) status = report_missing_subcommand(*group);
    });

    auto options = std::make_shared<SimOptions>();
    CLI::App* command = add_command(
        group, "run", "Run what is missing of a scenario; one file of results a run", options, run, status);
    add_choice(command, *options);
    add_blocks(command, *options);
    command->add_option("--jobs", options->jobs, "runs side by side, from 1 to 256")
        ->check(CLI::Range(u64{1}, JOBS_MAX).description(""))
        ->capture_default_str();
    command->add_flag("--quiet", options->quiet, "show no progress");
    command->footer(
        std::string("The first Ctrl-C (SIGINT) or SIGTERM stops the campaign; the same command goes "
                    "on where it stopped.\n\n") +
        EXIT_CODES);

    options = std::make_shared<SimOptions>();
    add_command(group, "check", "Check a scenario file, and count its arms and runs", options, check, status);

    options = std::make_shared<SimOptions>();
    command =
        add_command(group, "list", "List the runs of a scenario, and which are done", options, list, status);
    add_choice(command, *options);
    add_blocks(command, *options);

    options = std::make_shared<SimOptions>();
    command = add_command(group, "trace", "Print a run as a trace for lariat replay", options, trace, status);
    command->add_option("--arm", options->arm, "the arm; default: the first one")->type_name("NAME");
    command->add_option("--seed", options->seed, "the seed")->capture_default_str();
    command->add_flag("--roots", options->roots, "after each block, an assert of its state root");
    add_blocks(command, *options);
}

}  // namespace lariat::cli
