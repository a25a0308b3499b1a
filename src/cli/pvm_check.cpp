// lariat pvm check: everything that would be refused. The compiler stops at the first refusal; what it
// refused is taken out of a copy of the source, and the rest is looked at.
#include <algorithm>
#include <iostream>
#include <tuple>

#include "cli/commands.hpp"
#include "cli/pvm_commands.hpp"
#include "cli/pvm_repair.hpp"
#include "cli/pvm_report.hpp"
#include "cli/read_file.hpp"

namespace lariat::cli {

namespace {

constexpr std::size_t REFUSALS_MAX = 200;
constexpr std::size_t COMPILED_BYTES_MAX = 8u << 20;  // each refusal has the source compiled once more

std::optional<pvm::Refusal> refusal_of(const std::string& source)
{
    const auto program = pvm::compile(source, pvm::Limits{});
    if (program) return {};
    return program.error();
}

// As the compiler counts lines and columns: without a byte order mark, every line ending with a line feed.
std::string counted(const std::string& source)
{
    std::string out;
    for (std::size_t i = source.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < source.size(); ++i)
        if (source[i] != '\r')
            out += source[i];
        else if (source.substr(i + 1, 1) != "\n")
            out += '\n';
    return out;
}

// Did the repair help? It did not where the same is refused still, or where it left what makes no sense.
bool helped(const Repair& repair, const pvm::Refusal& before, const std::optional<pvm::Refusal>& now)
{
    if (!now) return true;
    if (now->line == before.line && now->column == before.column) return false;
    if (now->line == before.line && now->column < before.column && now->reason == before.reason) return false;
    constexpr std::string_view SIGNS[] = {"syntax", "indent", "unmatched", "closed", "expected"};
    const bool senseless = std::any_of(std::begin(SIGNS), std::end(SIGNS), [&](std::string_view sign) {
        return now->reason.find(sign) != std::string::npos;
    });
    return !senseless || now->line < repair.line || now->line > repair.end_line + 1;
}

struct Found {
    std::vector<pvm::Refusal> refusals;
    bool whole = true;  ///< everything was looked at
    bool more = false;  ///< there may be more than were looked for
};

Found all_refusals(std::string source)
{
    Found found;
    const std::size_t most =
        std::clamp<std::size_t>(COMPILED_BYTES_MAX / (source.size() + 1), 1, REFUSALS_MAX);
    std::optional<pvm::Refusal> last = refusal_of(source);
    while (last) {
        found.refusals.push_back(*last);
        found.more = found.refusals.size() >= most;
        if (found.more) break;
        const std::vector<Repair> possible =
            last->reason.ends_with("too much code") ? std::vector<Repair>{} : repairs(source, *last);
        std::optional<pvm::Refusal> next;
        const auto good = std::find_if(possible.begin(), possible.end(), [&](const Repair& repair) {
            next = refusal_of(repair.source);
            return helped(repair, *last, next);
        });
        found.whole = found.whole && good != possible.end() && good->whole;
        if (good == possible.end()) break;
        source = good->source;
        last = next;
    }
    std::sort(found.refusals.begin(), found.refusals.end(), [](const pvm::Refusal& a, const pvm::Refusal& b) {
        return std::tie(a.line, a.column, a.reason) < std::tie(b.line, b.column, b.reason);
    });
    return found;
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
    std::string margin;  // as wide as what stands before it: tabs stay tabs
    for (std::size_t at = 0; margin.size() + 1 < r.column; ++at)
        if (at >= text.size() || (text[at] & 0xc0) != 0x80)
            margin += at < text.size() && text[at] == '\t' ? '\t' : ' ';
    std::cout << o.file << ": " << r.to_string() << '\n';
    if (!text.empty()) std::cout << "    " << text << "\n    " << margin << "^\n";
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
    const std::string text = counted(*source);
    const auto [refusals, whole, more] = all_refusals(text);
    const Lines lines = lines_of(text);
    for (const pvm::Refusal& r : refusals) print(o, lines, r);
    std::string note;
    if (const auto program = pvm::compile(*source, pvm::Limits{})) note = why_no_handler(*program.value());
    if (o.json) {
        trace::OrderedJson out{{"file", o.file},
                               {"accepted", refusals.empty()},
                               {"refusals", refusals.size()},
                               {"whole", whole && !more}};
        if (!note.empty()) out["note"] = note;
        print_json(out);
    } else if (refusals.empty()) {
        std::cout << o.file << ": accepted, " << source->size() << " bytes\n";
        if (!note.empty()) std::cout << "    note: " << note << '\n';
    } else {
        std::cout << refusals.size() << (refusals.size() == 1 ? " refusal" : " refusals")
                  << (more    ? "; there may be more\n"
                      : whole ? "\n"
                              : "; not everything could be looked at\n");
    }
    return refusals.empty() ? 0 : EXIT_DIFFERENT;
}

}  // namespace lariat::cli
