// lariat pvm check: lists every refusal of a source, and warnings.
#include <algorithm>
#include <iostream>

#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/hints.hpp"
#include "actor_tools/read_file.hpp"
#include "actor_tools/shown.hpp"
#include "cli/commands.hpp"
#include "cli/print_json.hpp"
#include "cli/pvm_commands.hpp"

namespace lariat::cli {

using namespace actor_tools;

namespace {

constexpr std::size_t REFUSALS_MAX = 200;

/// The source with lines as the compiler counts them: without a byte order mark, each line ending with a line
/// feed.
std::string as_counted(const std::string& source)
{
    std::string out;
    for (std::size_t i = source.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < source.size(); ++i)
        if (source[i] != '\r')
            out += source[i];
        else if (source.substr(i + 1, 1) != "\n")
            out += '\n';
    return out;
}

struct Position {
    u32 line, column;
};

/// A place in the source with the line itself, a mark below it and a hint.
void print_place(const CheckOptions& o, const Lines& source, const Position& at, const std::string& said,
                 const std::string& hint)
{
    const std::string text = source_line(source, at.line);
    std::string margin;  // as wide as what stands before it: tabs stay tabs
    for (std::size_t i = 0; margin.size() + 1 < at.column; ++i)
        if (i >= text.size() || (text[i] & 0xc0) != 0x80)
            margin += i < text.size() && text[i] == '\t' ? '\t' : ' ';
    std::cout << o.file << ": line " << at.line << ", column " << at.column << ": " << said << '\n';
    if (!text.empty()) std::cout << "    " << text << "\n    " << margin << "^\n";
    if (!hint.empty()) std::cout << "    hint: " << hint << '\n';
}

void print(const CheckOptions& o, const Lines& source, const pvm::Refusal& r)
{
    const std::string hint = lint::hint_for_refusal(r.reason);
    if (!o.json) return print_place(o, source, {r.line, r.column}, r.reason, hint);
    trace::OrderedJson out{{"file", o.file}, {"line", r.line}, {"column", r.column}, {"reason", r.reason}};
    if (!hint.empty()) out["hint"] = hint;
    print_json(out);
}

trace::OrderedJson as_json(const lint::Warnings& warnings)
{
    trace::OrderedJson list = trace::OrderedJson::array();
    for (const lint::Warning& w : warnings) {
        trace::OrderedJson one{{"line", w.line}, {"column", w.column}, {"warning", w.text}};
        if (!w.hint.empty()) one["hint"] = w.hint;
        list.push_back(one);
    }
    return list;
}

/// Warnings where nothing is refused already.
lint::Warnings warnings_beside(const std::vector<pvm::Refusal>& refusals, const std::string& source)
{
    lint::Warnings warnings = lint::warnings_of(source);
    std::erase_if(warnings, [&](const lint::Warning& w) {
        return std::any_of(refusals.begin(), refusals.end(),
                           [&](const pvm::Refusal& r) { return r.line == w.line && r.column == w.column; });
    });
    return warnings;
}

std::string counted(std::size_t n, const std::string& what)
{
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

}  // namespace

int check_source(const CheckOptions& o)
{
    const auto source = read_file(o.file);
    if (!source) {
        std::cerr << "lariat pvm check: " << source.error().message << '\n';
        return EXIT_USAGE;
    }
    const std::string text = as_counted(source.value());
    const auto [refusals, whole, more] = pvm::diagnose(text, pvm::Limits{}, REFUSALS_MAX);
    const lint::Warnings warnings = warnings_beside(refusals, text);
    const Lines lines = lines_of(text);
    for (const pvm::Refusal& r : refusals) print(o, lines, r);
    if (!o.json)
        for (const lint::Warning& w : warnings)
            print_place(o, lines, {w.line, w.column}, "warning: " + w.text, w.hint);
    const std::string also = warnings.empty() ? "" : ", " + counted(warnings.size(), "warning");
    if (o.json) {
        print_json({{"file", o.file},
                    {"accepted", refusals.empty()},
                    {"refusals", refusals.size()},
                    {"whole", whole && !more},
                    {"warnings", as_json(warnings)}});
    } else if (refusals.empty()) {
        std::cout << o.file << ": accepted, " << source.value().size() << " bytes" << also << '\n';
    } else {
        std::cout << counted(refusals.size(), "refusal") << also
                  << (more    ? "; there may be more\n"
                      : whole ? "\n"
                              : "; not everything could be looked at\n");
    }
    return refusals.empty() && (warnings.empty() || !o.strict) ? 0 : EXIT_DIFFERENT;
}

}  // namespace lariat::cli
