// lariat pvm check: everything that would be refused. The compiler stops at the first refusal; what it
// refused is taken out of a copy of the source, columns and lines staying where they are, and the rest is
// looked at.
#include <algorithm>
#include <iostream>
#include <tuple>

#include "cli/commands.hpp"
#include "cli/pvm_commands.hpp"
#include "cli/pvm_report.hpp"
#include "cli/read_file.hpp"

namespace lariat::cli {

namespace {

constexpr std::size_t REFUSALS_MAX = 200;
constexpr std::size_t COMPILED_BYTES_MAX = 8u << 20;  // each refusal has the source compiled once more
constexpr std::size_t STATEMENT_LINES_MAX = 60;

std::string joined(const Lines& lines)
{
    std::string out;
    for (const std::string& line : lines) out += line + "\n";
    return out;
}

/// Where a column, counted in code points, begins.
std::size_t byte_of(const std::string& line, u32 column)
{
    std::size_t at = 0;
    for (u32 n = 1; n < column && at < line.size(); ++n) do
            ++at;
        while (at < line.size() && (line[at] & 0xc0) == 0x80);
    return at;
}

bool word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::optional<pvm::Refusal> refusal_of(const Lines& lines)
{
    const auto program = pvm::compile(joined(lines), pvm::Limits{});
    if (program) return {};
    return program.error();
}

bool still_there(const std::optional<pvm::Refusal>& now, const pvm::Refusal& before)
{
    return now && now->line == before.line && now->column <= before.column;
}

// A number becomes an integer, a name another one.
bool replace_word(Lines& lines, const pvm::Refusal& r)
{
    std::string& line = lines[r.line - 1];
    const std::size_t begin = byte_of(line, r.column);
    if (begin >= line.size()) return false;
    const bool number = (line[begin] >= '0' && line[begin] <= '9') || line[begin] == '.';
    if (number) {
        for (std::size_t at = begin; at < line.size(); ++at) {
            const bool sign =
                (line[at] == '+' || line[at] == '-') && at > begin && (line[at - 1] | 0x20) == 'e';
            if (!word(line[at]) && line[at] != '.' && !sign) break;
            line[at] = '0';
        }
        return true;
    }
    if (!word(line[begin])) return false;
    std::size_t end = begin;
    while (end < line.size() && word(line[end])) ++end;
    std::fill(line.begin() + static_cast<std::ptrdiff_t>(begin),
              line.begin() + static_cast<std::ptrdiff_t>(end), '_');
    return true;
}

bool senseless(const std::string& reason)
{
    constexpr std::string_view SIGNS[] = {"syntax", "indent", "unmatched", "closed", "expected", "match"};
    return std::any_of(std::begin(SIGNS), std::end(SIGNS),
                       [&](std::string_view sign) { return reason.find(sign) != reason.npos; });
}

// Is it about all of the source, whatever statement it was noticed at?
bool about_all(const std::string& reason)
{
    return reason.ends_with("too much code");
}

// Is it about the number or the name that stands there, and not about its statement?
bool about_word(const std::string& reason)
{
    return reason.find("': ") != reason.npos || reason.starts_with("float") ||
           reason.starts_with("complex") || reason.starts_with("integer");
}

// The statement in which it stands becomes `pass`, if it ends within some lines. `next`: what is refused
// then.
bool drop_statement(Lines& lines, const pvm::Refusal& r, std::optional<pvm::Refusal>& next)
{
    const std::string first = lines[r.line - 1];
    const std::size_t indent = first.find_first_not_of(" \t");
    if (indent == first.npos) return false;
    for (std::size_t end = r.line; end <= std::min(lines.size(), r.line + STATEMENT_LINES_MAX); ++end) {
        Lines tried = lines;
        tried[r.line - 1] = first.substr(0, indent) + "pass";
        for (std::size_t i = r.line; i < end; ++i) tried[i].clear();
        next = refusal_of(tried);
        // What is left of a longer statement makes no sense.
        if (next && next->line > r.line && next->line <= end + 1 && senseless(next->reason)) continue;
        lines = std::move(tried);
        return true;
    }
    return false;
}

std::string hint_for(const std::string& reason)
{
    const auto says = [&](std::string_view what) { return reason.find(what) != reason.npos; };
    if (says("float")) return "count in a unit small enough, divide with //";
    if (says("import of 'abc'") || says("import of 'collections.abc'") || says("name 'abc'"))
        return "typing has Iterator, Mapping, Sequence, Protocol and their like; there is no ABC: raise "
               "NotImplementedError in what others have to define";
    if (says("import of"))
        return "importable: pvm_host, cowboy_sdk, json, base64, hashlib, struct, collections, enum, "
               "functools, itertools, "
               "operator, string, typing, dataclasses";
    if (says("'print'")) return "pvm_host.emit_event(topic, data) puts a line into the block's result";
    if (says("relative import")) return "an actor is one file";
    if (says("async")) return "schedule a timer or send a message and go on in its handler";
    if (says("not available in an actor"))
        return "an actor reads nothing but its payload, its storage and the chain";
    if (says("nested deeper") || says("too long") || says("deeper than")) return "split it";
    if (says("second class is marked")) return "mark one class with @actor";
    if (says("has no name")) return "this part of Python is not there; docs/actors.md says what is";
    return {};
}

void print(const CheckOptions& o, const Lines& source, const pvm::Refusal& r)
{
    const std::string hint = hint_for(r.reason);
    if (o.json) {
        trace::OrderedJson out{
            {"file", o.file}, {"line", r.line}, {"column", r.column}, {"reason", r.reason}};
        if (!hint.empty()) out["hint"] = hint;
        return print_json(out);
    }
    const std::string text = source_line(source, r.line);
    std::cout << o.file << ": " << r.to_string() << '\n';
    if (!text.empty()) std::cout << "    " << text << "\n    " << std::string(r.column - 1, ' ') << "^\n";
    if (!hint.empty()) std::cout << "    hint: " << hint << '\n';
}

}  // namespace

int check_source(const CheckOptions& o)
{
    const auto source = read_file(o.file);
    if (!source) {
        std::cerr << "lariat pvm check: cannot read " << o.file << '\n';
        return EXIT_USAGE;
    }
    const Lines whole_source = lines_of(*source);
    Lines lines = whole_source;
    std::vector<pvm::Refusal> found;
    const auto program = pvm::compile(*source, pvm::Limits{});
    if (!program) found.push_back(program.error());
    bool whole = true, more = false;
    const std::size_t most =
        std::clamp<std::size_t>(COMPILED_BYTES_MAX / (source->size() + 1), 1, REFUSALS_MAX);
    while (!found.empty()) {
        more = found.size() >= most;
        if (more) break;
        const pvm::Refusal& last = found.back();
        whole = last.line <= lines.size() && !about_all(last.reason);
        if (!whole) break;
        Lines tried = lines;
        std::optional<pvm::Refusal> next;
        bool replaced = about_word(last.reason) && replace_word(tried, last);
        if (replaced) {
            next = refusal_of(tried);
            replaced = !still_there(next, last);
        }
        if (!replaced) {
            tried = lines;
            // What is missing around a statement, an indented block or a bracket, is missing without it too.
            whole = drop_statement(tried, last, next) && !still_there(next, last);
            if (!whole) break;
        }
        lines = std::move(tried);
        if (!next) break;
        found.push_back(*next);
    }
    std::sort(found.begin(), found.end(), [](const pvm::Refusal& a, const pvm::Refusal& b) {
        return std::tie(a.line, a.column, a.reason) < std::tie(b.line, b.column, b.reason);
    });
    for (const pvm::Refusal& r : found) print(o, whole_source, r);
    if (o.json) {
        print_json({{"file", o.file},
                    {"accepted", found.empty()},
                    {"refusals", found.size()},
                    {"whole", whole && !more}});
    } else if (found.empty()) {
        std::cout << o.file << ": accepted, " << source->size() << " bytes\n";
    } else {
        std::cout << found.size() << (found.size() == 1 ? " refusal" : " refusals")
                  << (more    ? "; there may be more\n"
                      : whole ? "\n"
                              : "; behind the last nothing could be looked at\n");
    }
    return found.empty() ? 0 : EXIT_DIFFERENT;
}

}  // namespace lariat::cli
