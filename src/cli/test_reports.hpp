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

/// Waits until a Python file of the folder changes. False if the folder cannot be watched.
bool wait_for_change(const std::string& folder);

}  // namespace lariat::cli
