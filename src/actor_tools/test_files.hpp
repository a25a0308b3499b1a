// Files of tests: which there are, the modules beside them, and their tests run on a new chain each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "actor_tools/failures.hpp"
#include "actor_tools/test_chain.hpp"

namespace lariat::actor_tools {

/// One file of tests, compiled with the modules beside it.
struct TestFile {
    std::string path, source;
    pvm::TestModules modules;
    std::shared_ptr<const pvm::Program> program;

    /// The handlers that are tests: `test_a`, or `TestClass.test_a`.
    std::vector<std::string> tests() const;
};

/// The files test_*.py of a folder and of its subfolders, but not of those whose names begin with a dot; or
/// the one file. Nothing if the folder cannot be read.
std::optional<std::vector<std::string>> test_files(const std::string& folder);

/// The error says why no test of it can run. A test may import modules from the file's own folder and from
/// `folder`.
Result<TestFile, std::string> read_test_file(const std::string& path, const std::string& folder);

/// How a test ended, and what is to be told of it.
struct TestResult {
    bool passed = false;
    std::string error, message, traceback;  ///< empty if it passed; the traceback with that of the actor
    std::vector<FailureReport> failures;    ///< at the end of blocks
    std::vector<Printed> printed;           ///< `handler` is empty if the test printed the text
};
/// `usage`, if there is one, is told of each execution of an actor.
TestResult run_test(const TestFile& file, const std::string& test, TestUsage* usage = nullptr);

}  // namespace lariat::actor_tools
