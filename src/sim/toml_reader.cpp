// Implements the strict reading of TOML tables.
#include "sim/toml_reader.hpp"

#include <algorithm>
#include <charconv>

namespace lariat::sim {

namespace {

u64 natural(const toml::node& node, std::string_view key)
{
    const auto value = node.value_exact<int64_t>();
    if (!value || *value < 0) bad_scenario(node, std::string(key) + " must be a whole number, not below 0");
    return static_cast<u64>(*value);
}

Q32 fraction(const toml::node& node, std::string_view key)
{
    constexpr double LARGEST = 2147483647.0;
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !(*value >= 0) || *value > LARGEST)
        bad_scenario(node, std::string(key) + " must be a number from 0 to 2^31 - 1");
    return q32_of(*value);
}

std::pair<Q32, Q32> pair_of(const toml::node& node, std::string_view key)
{
    const toml::array* list = node.as_array();
    if (!list || list->size() != 2) bad_scenario(node, std::string(key) + " needs a list of two numbers");
    return {fraction(*list->get(0), key), fraction(*list->get(1), key)};
}

}  // namespace

void bad_scenario(const toml::node& where, const std::string& why)
{
    const auto line = where.source().begin.line;
    throw BadScenario{line == 0 ? why : "line " + std::to_string(line) + ": " + why};
}

const toml::node* TableReader::find(std::string_view key)
{
    taken_.emplace_back(key);
    return table_.get(key);
}

const toml::node& TableReader::need(std::string_view key)
{
    const toml::node* found = find(key);
    if (!found) bad_scenario(table_, what_ + " needs \"" + std::string(key) + "\"");
    return *found;
}

void TableReader::read(std::string_view key, u64& value)
{
    if (const toml::node* node = find(key)) value = natural(*node, key);
}

void TableReader::read(std::string_view key, bool& value)
{
    const toml::node* node = find(key);
    if (!node) return;
    const auto given = node->value_exact<bool>();
    if (!given) bad_scenario(*node, std::string(key) + " must be true or false");
    value = *given;
}

void TableReader::read(std::string_view key, std::string& value)
{
    const toml::node* node = find(key);
    if (!node) return;
    const auto given = node->value_exact<std::string>();
    if (!given) bad_scenario(*node, std::string(key) + " must be a text");
    value = *given;
}

void TableReader::read(std::string_view key, Q32& value)
{
    if (const toml::node* node = find(key)) value = fraction(*node, key);
}

void TableReader::read(std::string_view key, Distribution& value)
{
    const toml::node* node = find(key);
    if (!node) return;
    if (node->is_number()) {
        value = Distribution::constant(fraction(*node, key));
        return;
    }
    const toml::table* table = node->as_table();
    using Kind = Distribution::Kind;
    constexpr std::pair<std::string_view, Kind> KINDS[] = {
        {"uniform", Kind::uniform}, {"lognormal", Kind::lognormal}, {"pareto", Kind::pareto}};
    if (table && table->size() == 1)
        for (const auto& [name, kind] : KINDS)
            if (const toml::node* list = table->get(name)) {
                const auto [a, b] = pair_of(*list, key);
                if (kind == Kind::uniform && b < a) bad_scenario(*node, std::string(key) + ": from above to");
                if (kind == Kind::pareto && (a == 0 || b == 0))
                    bad_scenario(*node, std::string(key) + ": pareto needs two numbers above 0");
                value = {kind, a, b};
                return;
            }
    bad_scenario(*node, std::string(key) +
                            " must be a number, {uniform = [from, to]}, "
                            "{lognormal = [median, sigma]} or {pareto = [least, exponent]}");
}

void TableReader::read_amount(std::string_view key, u128& value)
{
    constexpr std::size_t DIGITS_MAX = 24;
    const toml::node* node = find(key);
    if (!node) return;
    if (node->is_integer()) {
        value = natural(*node, key);
        return;
    }
    const std::string text = node->value_exact<std::string>().value_or("");
    if (text.empty() || text.size() > DIGITS_MAX || text.find_first_not_of("0123456789") != std::string::npos)
        bad_scenario(*node, std::string(key) + " must be a whole number of at most 24 digits");
    value = 0;
    for (const char digit : text) value = 10 * value + static_cast<u128>(digit - '0');
}

std::optional<std::size_t> TableReader::read_word(std::string_view key, const std::vector<std::string>& words)
{
    const toml::node* node = find(key);
    if (!node) return std::nullopt;
    const auto given = node->value_exact<std::string>();
    const auto found = given ? std::find(words.begin(), words.end(), *given) : words.end();
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
    bad_scenario(*node, std::string(key) + " must be one of " + all);
}

void TableReader::finish() const
{
    for (const auto& [key, node] : table_)
        if (std::find(taken_.begin(), taken_.end(), std::string(key.str())) == taken_.end()) {
            const auto line = key.source().begin.line;
            throw BadScenario{(line == 0 ? "" : "line " + std::to_string(line) + ": ") + "unknown key \"" +
                              std::string(key.str()) + "\" in " + what_};
        }
}

}  // namespace lariat::sim
