// Options of `lariat pvm run`, `check` and `test`, and the functions that carry them out.
#pragma once

#include <optional>
#include <string>

#include "lariat/types.hpp"

namespace lariat::cli {

struct RunOptions {
    std::string file, handler;
    std::string payload, deploy_payload;  ///< text, 0x…, or @FILE
    std::string sender;                   ///< empty: the test account
    std::optional<std::string> balance;   ///< of the actor
    u64 cycles = 500'000;
    std::optional<u64> cells;
    bool trace = false, profile = false, json = false;
};
struct CheckOptions {
    std::string file;
    bool json = false, strict = false;
};
struct TestOptions {
    std::string folder = ".", only;
    std::string command = "pvm test";  ///< as messages name it
    std::string junit;                 ///< a file; empty: none
    bool json = false, watch = false, gas = false, coverage = false;
};

int run_handler(const RunOptions& o);
int check_source(const CheckOptions& o);
int run_tests(const TestOptions& o);

}  // namespace lariat::cli
