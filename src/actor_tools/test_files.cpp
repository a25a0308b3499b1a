// Finds, compiles and runs files of tests.
#include "actor_tools/test_files.hpp"

#include <algorithm>
#include <filesystem>

#include "actor_tools/read_file.hpp"
#include "actor_tools/shown.hpp"
#include "actor_tools/test_host.hpp"

namespace lariat::actor_tools {

namespace {

namespace fs = std::filesystem;

constexpr u64 TEST_CYCLES = 1'000'000'000;

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

bool is_test(const std::string& handler)
{
    const std::size_t dot = handler.find('.');
    return handler.compare(dot == handler.npos ? 0 : dot + 1, 5, "test_") == 0;
}

}  // namespace

std::vector<std::string> TestFile::tests() const
{
    std::vector<std::string> names = pvm::handlers(*program);
    std::erase_if(names, [](const std::string& name) { return !is_test(name); });
    return names;
}

std::optional<std::vector<std::string>> test_files(const std::string& folder)
{
    std::error_code wrong;
    if (fs::is_regular_file(folder, wrong)) return std::vector<std::string>{folder};
    std::vector<std::string> files;
    wrong.clear();
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

Result<TestFile, std::string> read_test_file(const std::string& path, const std::string& folder)
{
    TestFile file{.path = path, .source = {}, .modules = {}, .program = nullptr};
    auto source = read_file(path);
    if (!source) return source.error().message;
    file.source = std::move(source).value();
    add_modules(fs::path(path).parent_path().string(), file.modules);
    if (std::error_code ignored; fs::is_directory(folder, ignored)) add_modules(folder, file.modules);
    auto program = pvm::compile_tests(file.source, file.modules);
    if (!program) return program.error().to_string();
    file.program = std::move(program).value();
    return file;
}

TestResult run_test(const TestFile& file, const std::string& test, TestUsage* usage)
{
    TestHost host(fs::path(file.path).parent_path().string(), usage);
    const pvm::Outcome outcome = host.run_test(*file.program, test, TEST_CYCLES);
    TestResult result;
    result.passed = outcome.status == ExecutionStatus::ok;
    result.printed = host.printed();
    if (result.passed) return result;
    result.error = outcome.error.empty() ? status_name(outcome.status) : outcome.error;
    result.message = outcome.message;
    result.traceback = traceback_of(outcome, file);
    if (outcome.error == "CallFailed" && !host.trail().empty())
        result.traceback += "\nIn the actor:\n\n" + host.trail();
    result.failures = host.failures();
    return result;
}

}  // namespace lariat::actor_tools
