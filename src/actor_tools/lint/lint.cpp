// Runs every check over a source.
#include <algorithm>
#include <tuple>

#include "actor_tools/lint/checks.hpp"
#include "pvm/objects/ops.hpp"
#include "pvm/syntax/parser.hpp"

namespace lariat::actor_tools::lint {

namespace {

/// Lines that end with `# noqa`, from 1.
std::set<u32> lines_without_warnings(std::string_view source)
{
    std::set<u32> lines;
    u32 line = 1;
    while (!source.empty()) {
        const std::size_t end = std::min(source.find('\n'), source.size());
        std::string_view text = source.substr(0, end);
        source.remove_prefix(std::min(end + 1, source.size()));
        while (text.ends_with(' ') || text.ends_with('\r')) text.remove_suffix(1);
        if (text.ends_with("# noqa")) lines.insert(line);
        ++line;
    }
    return lines;
}

}  // namespace

Warnings warnings_of(std::string_view source)
{
    pvm::boot();
    const auto parsed = pvm::syntax::parse(source, pvm::Limits{});
    if (!parsed) return {};
    const Source facts(*parsed.value().module);
    Warnings out;
    for (const auto check : {find_undefined_names, find_unknown_host_names, find_wrong_host_arguments,
                             find_lost_copies, find_missing_handlers, find_unfit_parameters,
                             find_open_handlers, find_forwarded_payloads, find_prints})
        check(facts, out);
    const std::set<u32> quiet = lines_without_warnings(source);
    std::erase_if(out, [&](const Warning& w) { return quiet.contains(w.line); });
    std::sort(out.begin(), out.end(), [](const Warning& a, const Warning& b) {
        return std::tie(a.line, a.column, a.text) < std::tie(b.line, b.column, b.text);
    });
    return out;
}

}  // namespace lariat::actor_tools::lint
