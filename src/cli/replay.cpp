// lariat replay: applies the lines of a trace and prints result lines.
#include "trace/replay.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

#include "actor_tools/nearest.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/explain.hpp"
#include "cli/input_stream.hpp"
#include "cli/progress.hpp"
#include "cli/stop_signals.hpp"

namespace lariat::cli {

using namespace actor_tools;

namespace {

struct ReplayOptions {
    std::string trace;
    std::string expect;
    bool has_state = false, explain = false, json = false;
    trace::ReplayOptions replay;
};

/// A word as a shell takes it.
std::string shell_word(const std::string& word)
{
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_./-+:,@%") == std::string::npos;
    if (plain) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string{c};
    return quoted + "'";
}

/// Nothing if the options can be taken, else why not.
std::optional<std::string> unusable(const ReplayOptions& o)
{
    if (o.has_state && o.replay.state_dir.empty()) return "--state must name a directory, got \"\"";
    const auto& known = trace::result_fields();
    for (const std::string& field : o.replay.fields) {
        if (std::find(known.begin(), known.end(), field) != known.end()) continue;
        const std::string near = nearest(field, known);
        std::string all;
        for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
        return "--fields: no result line has a field \"" + field + "\"; " +
               (near.empty() ? "there are " + all : "did you mean " + near + "?");
    }
    return std::nullopt;
}

void say_how_to_go_on(const ReplayOptions& o, u64 height)
{
    std::cerr << "lariat replay: stopped by a signal at height " << height << "; ";
    if (o.replay.state_dir.empty())
        std::cerr << "nothing is kept without --state\n";
    else
        std::cerr << "to go on: lariat replay " << (o.trace == "-" ? "-" : shell_word(o.trace)) << " --state "
                  << shell_word(o.replay.state_dir) << " --resume"
                  << (o.trace == "-" ? ", with the same input from its beginning\n" : "\n");
}

/// On a terminal, if no result lines and no failures go there: those show it already.
class ReplayProgress {
public:
    ReplayProgress(const ReplayOptions& o, const InputStream& input)
        : progress_(false),
          input_(input),
          shown_(input.size() != 0 && o.trace != "-" && !o.replay.quiet && !o.explain &&
                 !stdout_is_terminal())
    {
    }
    void show(u64 height)
    {
        if (shown_)
            progress_.note(
                "block " + std::to_string(height) + ", " +
                std::to_string(100 * std::min(input_.bytes_read(), input_.size()) / input_.size()) +
                " % of the trace read");
    }
    void end() { progress_.end(); }

private:
    Progress progress_;
    const InputStream& input_;
    bool shown_;
};

int run(ReplayOptions options)
{
    if (const auto why = unusable(options)) return refuse("replay", *why);
    if (!options.expect.empty())
        if (const auto why = why_unreadable(options.expect)) return refuse("replay", why->message);
    auto input = InputStream::open(options.trace);
    if (!input) return refuse("replay", input.error());
    std::istream lines(input.value().get());
    const std::string where = options.trace == "-" ? "standard input" : options.trace;

    Explainer explainer(std::cerr, options.json);
    ReplayProgress progress(options, *input.value());
    if (options.explain) options.replay.observer = &explainer;
    options.replay.after_block = [&](const chain::BlockResult& result) {
        if (options.explain) explainer.tell(result);
        progress.show(result.height);
    };
    options.replay.after_skipping = [&](u64 skipped) {
        std::cerr << "lariat replay: " << options.replay.state_dir << ": the chain is at height " << skipped
                  << ": skipping as many blocks of the trace\n";
    };
    trace::ReplayEnd end;
    options.replay.end = &end;
    options.replay.name = where;
    options.replay.stop = stop_requested;
    watch_stop_signals();

    std::ostringstream problems, differences;
    trace::Verdict verdict;
    if (options.expect.empty()) {
        verdict = trace::replay(lines, std::cout, problems, options.replay);
    } else {
        std::ifstream expected(options.expect, std::ios::binary);
        if (!expected) return refuse("replay", cannot_read(options.expect));
        trace::Expectation expectation(expected, {where, options.expect}, differences);
        verdict = trace::replay(lines, std::cout, problems, options.replay,
                                [&](const std::string& line) { return expectation.check(line); });
        if (verdict == trace::Verdict::good && !end.stopped) verdict = expectation.finish();
    }
    progress.end();
    if (const auto& error = input.value()->error()) return refuse("replay", *error);
    if (!problems.view().empty()) std::cerr << "lariat replay: " << problems.view();
    if (!differences.view().empty()) std::cerr << "lariat replay: " << differences.view();
    if (end.stopped) say_how_to_go_on(options, end.height);
    return static_cast<int>(verdict);
}

constexpr u64 BLOCKS_KEPT_MAX = u64{1} << 32;

constexpr const char* SIGNALS =
    "The first Ctrl-C (SIGINT) or SIGTERM stops the replay after the current block, with status 0. The "
    "second "
    "one stops it at once, with status 130. The state keeps every block whose line was printed.";

}  // namespace

void add_replay(CLI::App& app, int& status)
{
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* command =
        app.add_subcommand("replay", "Apply the blocks of a trace and print a result line for each");
    command->add_option("TRACE", options->trace, "the trace: a file of JSON lines, or - for standard input")
        ->required();
    CLI::Option* state =
        command
            ->add_option("--state", options->replay.state_dir,
                         "keep the state in this directory, and continue the chain that it holds; a "
                         "missing directory is created")
            ->type_name("DIR");
    CLI::Option* expect =
        command
            ->add_option("--expect", options->expect,
                         "compare the result lines with the lines of this file; stop with status 1 "
                         "at the first difference; not with --resume")
            ->type_name("FILE");
    command
        ->add_flag("--resume", options->replay.resume,
                   "with --state: skip the blocks of the trace that the chain already has; not with --expect")
        ->needs(state)
        ->excludes(expect);
    CLI::Option* explain = command->add_flag(
        "--explain", options->explain,
        "write on standard error the message and the traceback of each execution that failed");
    command->add_flag("--json", options->json, "with --explain: write a line of JSON for each failure")
        ->needs(explain);
    command->add_flag("--quiet", options->replay.quiet, "print only the last line");
    command
        ->add_option("--fields", options->replay.fields,
                     "print only these fields of each line, with commas between them")
        ->type_name("A,B,C")
        ->delimiter(',')
        ->allow_extra_args(false);  // the next word is the trace
    command
        ->add_option("--keep-blocks", options->replay.rollback_depth_max,
                     "how many blocks a rollback can undo")
        ->check(CLI::Range(u64{0}, BLOCKS_KEPT_MAX).description(""))
        ->capture_default_str();
    command->footer(std::string(SIGNALS) + "\n\n" + EXIT_CODES);
    command->callback([options, state, &status] {
        options->has_state = state->count() != 0;
        status = run(*options);
    });
}

}  // namespace lariat::cli
