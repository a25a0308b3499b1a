// Reports of `lariat test`: cost of handlers, coverage by line, JUnit XML.
#pragma once

#include <string>
#include <vector>

#include "actor_tools/test_usage.hpp"

namespace lariat::cli {

/// A test for the XML: `name` is empty for a file of which no test can run.
struct RanTest {
    std::string file, name;
    bool passed = false;
    double seconds = 0;
    std::string message;  ///< of a failure, in a line
    std::string text;     ///< of a failure: the traceback
    std::string printed;
};

// As tables, or each as a line of JSON.
void print_costs(const actor_tools::TestUsage& usage, bool json);
void print_coverage(const actor_tools::TestUsage& usage, bool json);
/// Writes the file. Returns why that failed; empty if it did not.
std::string write_junit(const std::string& path, const std::vector<RanTest>& tests);

/// The Python files of a folder, from its making on.
class ChangeWatch {
public:
    explicit ChangeWatch(const std::string& folder);
    ~ChangeWatch();
    ChangeWatch(const ChangeWatch&) = delete;
    ChangeWatch& operator=(const ChangeWatch&) = delete;
    /// Returns when one has changed, or false if the folder cannot be watched.
    bool wait();

private:
    int fd_ = -1;
    bool good_ = false;
};

}  // namespace lariat::cli
