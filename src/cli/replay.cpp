// lariat replay: applies the lines of a trace and prints result lines.
#include "trace/replay.hpp"

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/explain.hpp"

namespace lariat::cli {

namespace {

struct Options {
    std::string trace;
    std::string expect;
    bool explain = false, json = false;
    trace::ReplayOptions replay;
};

int refuse(const std::string& message)
{
    std::cerr << "lariat replay: " << message << '\n';
    return EXIT_USAGE;
}

int run(Options options)
{
    Explainer explainer(std::cerr, options.json);
    if (options.explain) {
        options.replay.observer = &explainer;
        options.replay.after_block = [&](const chain::BlockResult& result) { explainer.tell(result); };
    }
    std::ifstream file;
    if (options.trace != "-") {
        file.open(options.trace, std::ios::binary);
        if (!file) return refuse("cannot read " + options.trace);
    }
    std::istream& lines = options.trace == "-" ? std::cin : file;
    const std::string where = options.trace == "-" ? "standard input" : options.trace;

    std::ostringstream problems;
    trace::Verdict verdict;
    if (options.expect.empty()) {
        verdict = trace::replay(lines, std::cout, problems, options.replay);
    } else {
        std::ifstream expected(options.expect, std::ios::binary);
        if (!expected) return refuse("cannot read " + options.expect);
        trace::Expectation expectation(expected, problems);
        verdict = trace::replay(lines, std::cout, problems, options.replay,
                                [&](const std::string& line) { return expectation.check(line); });
        if (verdict == trace::Verdict::good && !expectation.finish()) verdict = trace::Verdict::different;
    }
    if (lines.bad()) return refuse("cannot read " + where);
    if (verdict != trace::Verdict::good) std::cerr << "lariat replay: " << where << ": " << problems.str();
    return static_cast<int>(verdict);
}

}  // namespace

void add_replay(CLI::App& app, int& status)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("replay", "Replay a trace and print a result line for each block");
    command->add_option("TRACE", options->trace, "JSON-lines file, or - for standard input")->required();
    command->add_option("--state", options->replay.state_dir, "keep state in this directory");
    command->add_option("--expect", options->expect,
                        "compare with these result lines: exit 1 at the first difference");
    CLI::Option* explain = command->add_flag(
        "--explain", options->explain,
        "write on standard error why transactions, fires, messages, operations and agents failed");
    command->add_flag("--json", options->json, "with --explain: a line of JSON for each failure")
        ->needs(explain);
    command->add_flag("--quiet", options->replay.quiet, "print only the last line");
    command->add_option("--fields", options->replay.fields, "print only these fields: a,b,c")
        ->delimiter(',')
        ->allow_extra_args(false);  // what follows is the trace
    command
        ->add_option("--keep-blocks", options->replay.rollback_depth_max,
                     "how many blocks can be rolled back")
        ->capture_default_str();
    command->footer(EXIT_CODES);
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace lariat::cli
