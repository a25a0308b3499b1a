// lariat test and lariat pvm test: run the tests of test_*.py files, each on a new chain.
#include <algorithm>
#include <chrono>
#include <iostream>

#include "actor_tools/shown.hpp"
#include "actor_tools/test_files.hpp"
#include "base/hex.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/print_json.hpp"
#include "cli/pvm_commands.hpp"
#include "cli/test_reports.hpp"

namespace lariat::cli {

using namespace actor_tools;

namespace {

constexpr const char* NO_TEST =
    "has no test: neither a function test_… nor a class Test… with a method test_…";
constexpr std::size_t FAILURES_SHOWN = 10;  // at the end of blocks, of a test that failed

struct Tally {
    u64 passed = 0;
    u64 failed = 0;    ///< tests, and files of which no test can run
    u64 without = 0;   ///< of the failed ones the files without a test
    u64 left_out = 0;  ///< by --only
    std::vector<RanTest> tests;
    TestUsage usage;
};

std::string failures_at_ends(const std::vector<FailureReport>& failed)
{
    if (failed.empty()) return {};
    std::string out = "\nFailed at the end of blocks:\n\n";
    const std::size_t first = failed.size() - std::min(failed.size(), FAILURES_SHOWN);
    if (first > 0) out += std::to_string(first) + " earlier ones are not shown\n";
    for (std::size_t i = first; i < failed.size(); ++i) out += failed[i].to_text();
    return out;
}

void print_printed(const std::vector<Printed>& printed)
{
    for (const Printed& p : printed)
        for (const std::string& line : lines_of(p.text))
            std::cout << "    print" << (p.handler.empty() ? ": " : " in " + shown_word(p.handler) + ": ")
                      << shown_bytes(lariat::view(std::string_view(line))) << '\n';
}

trace::OrderedJson json_of(const std::vector<Printed>& printed)
{
    trace::OrderedJson out = trace::OrderedJson::array();
    for (const Printed& p : printed) {
        trace::OrderedJson one = trace::OrderedJson::object();
        if (!p.handler.empty()) one = {{"actor", to_hex(p.actor)}, {"handler", p.handler}};
        one["text"] = p.text;
        out.push_back(std::move(one));
    }
    return out;
}

/// `test_a`, or `TestClass::test_a` of the handler `TestClass.test_a`.
std::string shown_test(const std::string& handler)
{
    const std::size_t dot = handler.find('.');
    return dot == handler.npos ? handler : handler.substr(0, dot) + "::" + handler.substr(dot + 1);
}

void run_one(const TestOptions& o, const TestFile& file, const std::string& name, Tally& tally)
{
    const auto begin = std::chrono::steady_clock::now();
    const TestResult result = run_test(file, name, o.gas || o.coverage ? &tally.usage : nullptr);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    ++(result.passed ? tally.passed : tally.failed);
    std::string printed;
    for (const Printed& p : result.printed) printed += p.text + (p.text.ends_with('\n') ? "" : "\n");
    tally.tests.push_back({file.path, shown_test(name), result.passed, took.count(),
                           result.error + (result.message.empty() ? "" : ": " + result.message),
                           result.traceback + failures_at_ends(result.failures), printed});
    if (o.json) {
        trace::OrderedJson out{{"file", file.path}, {"test", shown_test(name)}, {"passed", result.passed}};
        if (!result.passed) {
            out["error"] = result.error;
            if (!result.message.empty()) out["message"] = result.message;
            out["traceback"] = result.traceback;
            out["failed"] = trace::OrderedJson::array();
            for (const FailureReport& f : result.failures) out["failed"].push_back(f.to_json());
        }
        if (!result.printed.empty()) out["printed"] = json_of(result.printed);
        return print_json(out);
    }
    std::cout << coloured(result.passed ? Colour::green : Colour::red, result.passed ? "ok    " : "FAILED",
                          stdout_has_colour())
              << "  " << file.path << "::" << shown_test(name) << '\n';
    print_printed(result.printed);
    if (!result.passed) std::cout << result.traceback << failures_at_ends(result.failures);
}

/// A file of which no test can run is a failure of its own.
void fail_file(const TestOptions& o, const std::string& path, const std::string& why, Tally& tally)
{
    ++tally.failed;
    tally.tests.push_back({path, "", false, 0, why, why, ""});
    if (o.json)
        print_json({{"file", path}, {"passed", false}, {"error", why}});
    else
        std::cout << "FAILED  " << path << ": " << why << '\n';
}

void run_file(const TestOptions& o, const std::string& path, Tally& tally)
{
    const auto read = read_test_file(path, o.folder);
    if (!read) return fail_file(o, path, read.error(), tally);
    const std::vector<std::string> tests = read.value().tests();
    for (const std::string& name : tests)
        if ((path + "::" + shown_test(name)).find(o.only) != o.only.npos)
            run_one(o, read.value(), name, tally);
        else
            ++tally.left_out;
    if (!tests.empty()) return;
    ++tally.without;
    fail_file(o, path, NO_TEST, tally);
}

int run_once(const TestOptions& o)
{
    const auto files = test_files(o.folder);
    if (!files) return refuse(o.command, "cannot read " + o.folder);
    if (files->empty()) return refuse(o.command, "no test_*.py file in " + o.folder);
    Tally tally;
    for (const std::string& file : *files) run_file(o, file, tally);
    if (tally.passed + tally.failed == tally.without && tally.left_out == 0)
        return refuse(o.command, "no test was run: " + o.folder + " has none");
    if (tally.passed + tally.failed == 0)
        return refuse(o.command,
                      "none of " + std::to_string(tally.left_out) + " tests has " + o.only + " in its name");
    if (o.json)
        print_json({{"passed", tally.passed}, {"failed", tally.failed}});
    else
        std::cout << tally.passed << " passed, " << tally.failed << " failed\n";
    if (o.gas) print_costs(tally.usage, o.json);
    if (o.coverage) print_coverage(tally.usage, o.json);
    if (!o.junit.empty())
        if (const std::string why = write_junit(o.junit, tally.tests); !why.empty())
            return refuse(o.command, why);
    return tally.failed == 0 ? 0 : EXIT_DIFFERENT;
}

}  // namespace

int run_tests(const TestOptions& o)
{
    if (!o.watch) return run_once(o);
    for (;;) {
        ChangeWatch changes(o.folder);  // before the run: what changes meanwhile counts
        run_once(o);
        std::cout << coloured(Colour::dim, "waiting for a change; Ctrl-C ends", stdout_has_colour())
                  << std::endl;
        if (!changes.wait()) return refuse(o.command, "cannot watch " + o.folder);
        if (stdout_has_colour()) std::cout << "\033[H\033[2J";
    }
}

}  // namespace lariat::cli
