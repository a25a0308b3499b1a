// Reads TOML tables strictly: every key known, every value of its kind and range, errors with the line.
#pragma once

#include <optional>
#include <vector>

#include <toml++/toml.h>

#include "sim/scenario.hpp"

namespace lariat::sim {

/// Thrown and caught inside the reading of scenario files only.
struct BadScenario {
    std::string message;
};
[[noreturn]] void bad_scenario(const toml::node& where, const std::string& why);

/// A table whose keys are taken one by one; finish() refuses the others.
class TableReader {
public:
    TableReader(const toml::table& table, std::string what) : table_(table), what_(std::move(what)) {}

    const toml::node* find(std::string_view key);
    const toml::node& need(std::string_view key);

    void read(std::string_view key, u64& value);
    void read(std::string_view key, bool& value);
    void read(std::string_view key, std::string& value);
    void read(std::string_view key, Q32& value);  ///< a whole number or a decimal fraction, not below 0
    void read(std::string_view key, Distribution& value);
    void read_amount(std::string_view key, u128& value);  ///< a whole number, as text if it is large
    /// One of the words; its place in the list.
    std::optional<std::size_t> read_word(std::string_view key, const std::vector<std::string>& words);
    void finish() const;

private:
    const toml::table& table_;
    std::string what_;
    std::vector<std::string> taken_;
};

}  // namespace lariat::sim
