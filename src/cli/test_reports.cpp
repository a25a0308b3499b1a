// Prints the tables of `lariat test` and writes its XML.
#include "cli/test_reports.hpp"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>

#include "actor_tools/read_file.hpp"
#include "actor_tools/shown.hpp"
#include "base/utf8.hpp"
#include "cli/console.hpp"
#include "cli/print_json.hpp"

namespace lariat::cli {

using namespace actor_tools;

namespace {

constexpr int NAME_COLUMNS = 34, NUMBER_COLUMNS = 11;

std::string cut_left(const std::string& text, std::size_t width)
{
    return text.size() <= width ? text : "…" + text.substr(text.size() - width + 1);
}

/// "3, 7-9", of line numbers; lines of statements in between that ran break a range.
std::string ranges(const std::vector<u32>& missed, const std::vector<StatementLines>& statements)
{
    std::string out;
    std::size_t at = 0;
    for (std::size_t i = 0; i < missed.size();) {
        while (at < statements.size() && statements[at].first != missed[i]) ++at;
        std::size_t end = i;
        while (end + 1 < missed.size() && at + 1 < statements.size() &&
               statements[at + 1].first == missed[end + 1])
            ++end, ++at;
        out += (out.empty() ? "" : ", ") + std::to_string(missed[i]);
        if (end > i) out += "-" + std::to_string(missed[end]);
        i = end + 1;
    }
    return out;
}

/// Text for XML 1.0, which has no place for control characters.
std::string xml(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\n':
            case '\t':
                out += c;
                break;
            default:
                out += static_cast<unsigned char>(c) < ' ' ? '?' : c;
        }
    }
    return utf8::valid(lariat::view(std::string_view(out)))
               ? out
               : shown_bytes(lariat::view(std::string_view(out)));
}

std::string seconds(double value)
{
    std::ostringstream out;
    out << std::fixed << std::setprecision(3) << value;
    return out.str();
}

}  // namespace

void print_costs(const TestUsage& usage, bool json)
{
    if (json) {
        trace::OrderedJson rows = trace::OrderedJson::array();
        for (const auto& [handler, cost] : usage.costs())
            rows.push_back({{"file", handler.first},
                            {"handler", handler.second},
                            {"runs", cost.runs},
                            {"cycles_least", cost.cycles_least},
                            {"cycles", cost.cycles},
                            {"cycles_most", cost.cycles_most},
                            {"cells", cost.cells},
                            {"cells_most", cost.cells_most}});
        return print_json({{"gas", rows}});
    }
    std::cout << "\nCost of handlers, in cycles, and cells at most\n"
              << std::left << std::setw(NAME_COLUMNS) << "handler" << std::right << std::setw(6) << "runs"
              << std::setw(NUMBER_COLUMNS) << "least" << std::setw(NUMBER_COLUMNS) << "mean"
              << std::setw(NUMBER_COLUMNS) << "most" << std::setw(7) << "cells" << '\n';
    std::string file;
    for (const auto& [handler, cost] : usage.costs()) {
        if (handler.first != file) std::cout << cut_left(handler.first, 78) << '\n';
        file = handler.first;
        std::string name = "  " + shown_word(handler.second);
        if (name.size() > NAME_COLUMNS - 1) name = name.substr(0, NAME_COLUMNS - 1);
        std::cout << std::left << std::setw(NAME_COLUMNS) << name << std::right << std::setw(6) << cost.runs
                  << std::setw(NUMBER_COLUMNS) << grouped(cost.cycles_least) << std::setw(NUMBER_COLUMNS)
                  << grouped(cost.cycles / cost.runs) << std::setw(NUMBER_COLUMNS)
                  << grouped(cost.cycles_most) << std::setw(7) << cost.cells_most << '\n';
    }
}

void print_coverage(const TestUsage& usage, bool json)
{
    if (json) {
        trace::OrderedJson rows = trace::OrderedJson::array();
        for (const auto& [path, lines] : usage.lines()) {
            const auto source = read_file(path);
            if (!source) continue;
            const Coverage coverage = coverage_of(source.value(), lines);
            rows.push_back({{"file", path},
                            {"statements", coverage.statements},
                            {"ran", coverage.ran},
                            {"not_run", coverage.missed}});
        }
        return print_json({{"coverage", rows}});
    }
    std::cout << "\nStatements that ran\n"
              << std::left << std::setw(40) << "file" << std::right << std::setw(12) << "statements"
              << std::setw(6) << "ran" << std::setw(7) << "%" << '\n';
    for (const auto& [path, lines] : usage.lines()) {
        const auto source = read_file(path);
        if (!source) continue;
        const Coverage coverage = coverage_of(source.value(), lines);
        const u64 percent = coverage.statements == 0 ? 100 : 100 * coverage.ran / coverage.statements;
        const std::string name = cut_left(path, 39);
        std::cout << name
                  << std::string(40 - std::min<std::size_t>(
                                          40, utf8::count(lariat::view(std::string_view(name))).value_or(0)),
                                 ' ')
                  << std::setw(12) << coverage.statements << std::setw(6) << coverage.ran << std::setw(7)
                  << percent << '\n';
        if (!coverage.missed.empty())
            std::cout << "  not run: line " << ranges(coverage.missed, statements_of(source.value())) << '\n';
    }
}

std::string write_junit(const std::string& path, const std::vector<RanTest>& tests)
{
    std::map<std::string, std::vector<const RanTest*>> files;
    for (const RanTest& test : tests) files[test.file].push_back(&test);
    std::ofstream out(path, std::ios::binary);
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const auto& [file, ran] : files) {
        const auto failed =
            std::count_if(ran.begin(), ran.end(), [](const RanTest* test) { return !test->passed; });
        double all = 0;
        for (const RanTest* test : ran) all += test->seconds;
        out << "  <testsuite name=\"" << xml(file) << "\" tests=\"" << ran.size() << "\" failures=\""
            << failed << "\" errors=\"0\" skipped=\"0\" time=\"" << seconds(all) << "\">\n";
        for (const RanTest* test : ran) {
            out << "    <testcase classname=\"" << xml(file) << "\" name=\""
                << xml(test->name.empty() ? file : test->name) << "\" file=\"" << xml(file) << "\" time=\""
                << seconds(test->seconds) << "\">";
            if (!test->passed)
                out << "\n      <failure message=\"" << xml(test->message) << "\">" << xml(test->text)
                    << "</failure>\n    ";
            if (!test->printed.empty())
                out << "\n      <system-out>" << xml(test->printed) << "</system-out>\n    ";
            out << "</testcase>\n";
        }
        out << "  </testsuite>\n";
    }
    out << "</testsuites>\n";
    out.close();
    return out ? "" : "cannot write " + path;
}

}  // namespace lariat::cli
