// lariat pvm test: the test_* functions of test_*.py files, each on a new chain.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/pvm_asked.hpp"
#include "cli/pvm_commands.hpp"
#include "cli/pvm_report.hpp"
#include "cli/read_file.hpp"

namespace lariat::cli {

namespace {

constexpr u64 TEST_CYCLES = 1'000'000'000;

struct Tally {
    u64 passed = 0, failed = 0;
};

std::string failure(const pvm::Outcome& outcome, const std::string& file, const std::string& source)
{
    if (!outcome.traceback.empty()) return with_source(outcome.traceback, file, source);
    return std::string(status_name(outcome.status)) + "\n";
}

void run_test(const TestOptions& o, const std::string& file, const std::string& source,
              const std::shared_ptr<const pvm::Program>& program, const std::string& name, Tally& tally)
{
    AskedChain chain(std::filesystem::path(file).parent_path().string());
    const pvm::Outcome outcome = chain.run_test(*program, name, TEST_CYCLES);
    const bool good = outcome.status == pvm::ExitStatus::ok;
    ++(good ? tally.passed : tally.failed);
    std::string said = good ? "" : failure(outcome, file, source);
    if (outcome.error == "CallFailed" && !chain.trail().empty())
        said += "\nIn the actor:\n\n" + chain.trail();
    if (o.json) {
        trace::OrderedJson out{{"file", file}, {"test", name}, {"passed", good}};
        if (!good) out["error"] = outcome.error;
        if (!good) out["traceback"] = said;
        return print_json(out);
    }
    std::cout << (good ? "ok      " : "FAILED  ") << file << "::" << name << '\n';
    if (!good) std::cout << said;
}

void run_file(const TestOptions& o, const std::string& file, Tally& tally)
{
    const auto source = read_file(file);
    pvm::Limits limits;
    limits.tests = true;
    const auto program =
        source
            ? pvm::compile(*source, limits)
            : Result<std::shared_ptr<const pvm::Program>, pvm::Refusal>(pvm::Refusal{1, 1, "cannot be read"});
    if (!program) {
        ++tally.failed;
        if (o.json)
            print_json({{"file", file}, {"passed", false}, {"error", program.error().to_string()}});
        else
            std::cout << "FAILED  " << file << ": " << program.error().to_string() << '\n';
        return;
    }
    for (const std::string& name : pvm::handlers(*program.value()))
        if (name.starts_with("test_") && name.find(o.only) != name.npos)
            run_test(o, file, *source, program.value(), name, tally);
}

}  // namespace

int run_tests(const TestOptions& o)
{
    namespace fs = std::filesystem;
    std::error_code wrong;
    std::vector<std::string> files;
    if (std::error_code ignored; fs::is_regular_file(o.folder, ignored)) {
        files.push_back(o.folder);
    } else {
        for (fs::directory_iterator at(o.folder, wrong), end; !wrong && at != end; at.increment(wrong)) {
            const std::string name = at->path().filename().string();
            if (name.starts_with("test_") && name.ends_with(".py")) files.push_back(at->path().string());
        }
    }
    if (wrong) {
        std::cerr << "lariat pvm test: cannot read " << o.folder << '\n';
        return EXIT_USAGE;
    }
    std::sort(files.begin(), files.end());
    Tally tally;
    for (const std::string& file : files) run_file(o, file, tally);
    if (tally.passed + tally.failed == 0) {
        std::cerr << "lariat pvm test: no test_* function in "
                  << (files.size() == 1 && files[0] == o.folder ? "" : "a test_*.py file of ") << o.folder
                  << '\n';
        return EXIT_USAGE;
    }
    if (o.json)
        print_json({{"passed", tally.passed}, {"failed", tally.failed}});
    else
        std::cout << tally.passed << " passed, " << tally.failed << " failed\n";
    return tally.failed == 0 ? 0 : EXIT_DIFFERENT;
}

}  // namespace lariat::cli
