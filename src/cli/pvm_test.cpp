// lariat pvm test: runs the tests of test_*.py files, each on a new chain.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "base/hex.hpp"
#include "cli/commands.hpp"
#include "cli/pvm_asked.hpp"
#include "cli/pvm_commands.hpp"
#include "cli/pvm_report.hpp"
#include "cli/read_file.hpp"

namespace lariat::cli {

namespace {

namespace fs = std::filesystem;

constexpr u64 TEST_CYCLES = 1'000'000'000;
constexpr const char* NO_TEST =
    "has no test: neither a function test_… nor a class Test… with a method test_…";
constexpr std::size_t FAILURES_SHOWN = 10;  // at the end of blocks, of a test that failed

struct Tally {
    u64 passed = 0;
    u64 failed = 0;    ///< tests, and files of which no test can run
    u64 without = 0;   ///< of the failed ones the files without a test
    u64 left_out = 0;  ///< by --only
};

/// One file of tests, compiled with the modules beside it.
struct TestFile {
    std::string path, source;
    pvm::TestModules modules;
    std::shared_ptr<const pvm::Program> program;
};

/// Adds the modules of a folder that the tests may import by name. Those that are there already stay.
void add_modules(const std::string& folder, pvm::TestModules& modules)
{
    std::error_code wrong;
    for (fs::directory_iterator at(folder.empty() ? "." : folder, wrong), end; !wrong && at != end;
         at.increment(wrong)) {
        const std::string name = at->path().stem().string();
        std::error_code ignored;
        if (at->path().extension() != ".py" || modules.contains(name) || !at->is_regular_file(ignored))
            continue;
        const std::string path = folder.empty() ? at->path().filename().string() : at->path().string();
        if (auto source = read_file(path)) modules[name] = {path, std::move(source).value()};
    }
}

/// The traceback with lines of the source, of the test's file and of the modules that it imports.
std::string traceback_of(const pvm::Outcome& outcome, const TestFile& file)
{
    std::string text = with_source(outcome.traceback, file.path, file.source);
    for (const auto& [name, module] : file.modules)
        if (module.file != file.path) text = with_lines(text, module.file, module.source);
    return text.empty() ? std::string(status_name(outcome.status)) + "\n" : text;
}

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

void run_test(const TestOptions& o, const TestFile& file, const std::string& name, Tally& tally)
{
    AskedChain chain(fs::path(file.path).parent_path().string());
    const pvm::Outcome outcome = chain.run_test(*file.program, name, TEST_CYCLES);
    const bool good = outcome.status == pvm::ExitStatus::ok;
    ++(good ? tally.passed : tally.failed);
    std::string said;
    if (!good) {
        said = traceback_of(outcome, file);
        if (outcome.error == "CallFailed" && !chain.trail().empty())
            said += "\nIn the actor:\n\n" + chain.trail();
    }
    if (o.json) {
        trace::OrderedJson out{{"file", file.path}, {"test", shown_test(name)}, {"passed", good}};
        if (!good) out["error"] = outcome.error.empty() ? status_name(outcome.status) : outcome.error;
        if (!good && !outcome.message.empty()) out["message"] = outcome.message;
        if (!good) out["traceback"] = said;
        if (!good) {
            out["failed"] = trace::OrderedJson::array();
            for (const FailureReport& f : chain.failures()) out["failed"].push_back(f.to_json());
        }
        if (!chain.printed().empty()) out["printed"] = json_of(chain.printed());
        return print_json(out);
    }
    std::cout << (good ? "ok      " : "FAILED  ") << file.path << "::" << shown_test(name) << '\n';
    print_printed(chain.printed());
    if (!good) std::cout << said << failures_at_ends(chain.failures());
}

/// A file of which no test can run is a failure of its own.
void fail_file(const TestOptions& o, const std::string& path, const std::string& why, Tally& tally)
{
    ++tally.failed;
    if (o.json)
        print_json({{"file", path}, {"passed", false}, {"error", why}});
    else
        std::cout << "FAILED  " << path << ": " << why << '\n';
}

bool is_test(const std::string& handler)
{
    const std::size_t dot = handler.find('.');
    return handler.compare(dot == handler.npos ? 0 : dot + 1, 5, "test_") == 0;
}

void run_file(const TestOptions& o, const std::string& path, Tally& tally)
{
    TestFile file{.path = path, .source = {}, .modules = {}, .program = nullptr};
    auto source = read_file(path);
    if (!source) return fail_file(o, path, source.error(), tally);
    file.source = std::move(source).value();
    add_modules(fs::path(path).parent_path().string(), file.modules);
    if (std::error_code ignored; fs::is_directory(o.folder, ignored)) add_modules(o.folder, file.modules);
    auto program = pvm::compile_tests(file.source, file.modules);
    if (!program) return fail_file(o, path, program.error().to_string(), tally);
    file.program = std::move(program).value();
    u64 tests = 0;
    for (const std::string& name : pvm::handlers(*file.program)) {
        if (!is_test(name)) continue;
        ++tests;
        if ((path + "::" + shown_test(name)).find(o.only) != o.only.npos)
            run_test(o, file, name, tally);
        else
            ++tally.left_out;
    }
    if (tests > 0) return;
    ++tally.without;
    fail_file(o, path, NO_TEST, tally);
}

/// The files of a folder and of its subfolders, but not of those whose names begin with a dot.
std::optional<std::vector<std::string>> test_files(const std::string& folder)
{
    std::vector<std::string> files;
    std::error_code wrong;
    for (fs::recursive_directory_iterator at(folder, wrong), end; !wrong && at != end; at.increment(wrong)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        if (at->is_directory(ignored)) {
            if (name.starts_with('.')) at.disable_recursion_pending();
        } else if (name.starts_with("test_") && name.ends_with(".py")) {
            files.push_back(at->path().string());
        }
    }
    if (wrong) return std::nullopt;
    std::sort(files.begin(), files.end());
    return files;
}

int refuse(const std::string& message)
{
    std::cerr << "lariat pvm test: " << message << '\n';
    return EXIT_USAGE;
}

}  // namespace

int run_tests(const TestOptions& o)
{
    std::error_code ignored;
    const auto files = fs::is_regular_file(o.folder, ignored)
                           ? std::optional(std::vector<std::string>{o.folder})
                           : test_files(o.folder);
    if (!files) return refuse("cannot read " + o.folder);
    if (files->empty()) return refuse("no test_*.py file in " + o.folder);
    Tally tally;
    for (const std::string& file : *files) run_file(o, file, tally);
    if (tally.passed + tally.failed == tally.without && tally.left_out == 0)
        return refuse("no test was run: " + o.folder + " has none");
    if (tally.passed + tally.failed == 0)
        return refuse("none of " + std::to_string(tally.left_out) + " tests has " + o.only + " in its name");
    if (o.json)
        print_json({{"passed", tally.passed}, {"failed", tally.failed}});
    else
        std::cout << tally.passed << " passed, " << tally.failed << " failed\n";
    return tally.failed == 0 ? 0 : EXIT_DIFFERENT;
}

}  // namespace lariat::cli
