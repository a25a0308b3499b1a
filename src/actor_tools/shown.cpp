// Tracebacks with their source, statuses by name, bytes as text.
#include "actor_tools/shown.hpp"

#include <algorithm>
#include <sstream>

#include "base/hex.hpp"
#include "base/utf8.hpp"
#include "chain/execution.hpp"
#include "trace/output.hpp"

namespace lariat::actor_tools {

Lines lines_of(const std::string& source)
{
    Lines lines;
    std::istringstream in(source);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::string source_line(const Lines& lines, u32 line)
{
    if (line == 0 || line > lines.size()) return {};
    std::string text = lines[line - 1];
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.pop_back();
    return text;
}

namespace {

/// Adds the source's line below each frame that names `named`, and puts `shown` for that name.
std::string add_lines(const std::string& traceback, const std::string& named, const std::string& shown,
                      const std::string& source)
{
    const std::string frame = "  File \"" + named + "\", line ";
    if (traceback.find(frame) == traceback.npos) return traceback;
    const Lines lines = lines_of(source);
    std::string out;
    for (const std::string& line : lines_of(traceback)) {
        const std::size_t at = line.find(frame);
        // A line of a group's tree begins with its margin.
        if (at == line.npos || line.find_first_not_of(" |") < at) {
            out += line + "\n";
            continue;
        }
        const std::string margin = line.substr(0, at), rest = line.substr(at + frame.size());
        out += margin + "  File \"" + shown + "\", line " + rest + "\n";
        const std::string text =
            source_line(lines, static_cast<u32>(std::strtoul(rest.c_str(), nullptr, 10)));
        const std::size_t begin = text.find_first_not_of(" \t\f");
        if (begin != text.npos) out += margin + "    " + text.substr(begin) + "\n";
    }
    return out;
}

}  // namespace

std::string with_source(const std::string& traceback, const std::string& file, const std::string& source)
{
    return add_lines(traceback, "<actor>", file, source);
}

std::string with_lines(const std::string& traceback, const std::string& file, const std::string& source)
{
    return add_lines(traceback, file, file, source);
}

std::string indented(const std::string& text)
{
    std::string out;
    for (const std::string& line : lines_of(text)) out += (line.empty() ? "" : "  ") + line + "\n";
    return out;
}

std::vector<std::string> callable_handlers(const pvm::Program& program)
{
    std::vector<std::string> names = pvm::handlers(program);
    std::erase_if(names, [](const std::string& n) { return n != "deploy" && !chain::is_callable_name(n); });
    return names;
}

std::string why_no_handler(const pvm::Program& program, const std::string& handler)
{
    const auto [actor, beside] = pvm::actor_class(program);
    const bool is_beside = std::find(beside.begin(), beside.end(), handler) != beside.end();
    if (beside.empty() || (!is_beside && !callable_handlers(program).empty())) return {};
    return "class " + actor + " is the actor (the module's only class, or the one marked) and defines no " +
           (is_beside ? handler : "handlers") + "; mark the actor with @actor or move " +
           (is_beside ? handler : beside.front()) + " into a class";
}

namespace {

/// Whether the text has controls of ASCII or C1, or Unicode's ends of lines and marks of direction: on a
/// terminal they would move the cursor, end the line, or turn the direction of other text.
bool steers(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto at = [&](std::size_t n) { return i + n < text.size() ? static_cast<u8>(text[i + n]) : 0; };
        if (at(0) < 0x20 || at(0) == 0x7f) return true;
        if (at(0) == 0xc2 && at(1) < 0xa0) return true;
        if (at(0) == 0xe2 && at(1) == 0x80 && at(2) >= 0xa8 && at(2) <= 0xae) return true;
        if (at(0) == 0xe2 && at(1) == 0x81 && at(2) >= 0xa6 && at(2) <= 0xa9) return true;
    }
    return false;
}

}  // namespace

std::string shown_bytes(BytesView bytes)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return utf8::count(bytes).has_value() && !steers(text) ? std::string(text) : to_hex(bytes);
}

std::string shown_word(const std::string& word)
{
    const bool plain = !word.empty() && !steers(word) && word.find_first_of(" \"\\") == word.npos;
    return plain ? word
                 : trace::OrderedJson(word).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace lariat::actor_tools
