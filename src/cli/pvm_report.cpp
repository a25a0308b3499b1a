// Tracebacks with their source, statuses by name, bytes as text.
#include "cli/pvm_report.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>

#include "base/hex.hpp"
#include "base/utf8.hpp"
#include "chain/execution.hpp"

namespace lariat::cli {

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

std::string with_source(const std::string& traceback, const std::string& file, const std::string& source)
{
    constexpr std::string_view OWN = "  File \"<actor>\", line ";
    const Lines lines = lines_of(source);
    std::string out;
    for (const std::string& line : lines_of(traceback)) {
        const std::size_t at = line.find(OWN);
        // A line of a group's tree begins with its margin.
        if (at == line.npos || line.find_first_not_of(" |") < at) {
            out += line + "\n";
            continue;
        }
        const std::string margin = line.substr(0, at);
        out += margin + "  File \"" + file + "\"" + line.substr(at + OWN.size() - 7) + "\n";
        const std::string text =
            source_line(lines, static_cast<u32>(std::strtoul(line.c_str() + at + OWN.size(), nullptr, 10)));
        const std::size_t begin = text.find_first_not_of(" \t\f");
        if (begin != text.npos) out += margin + "    " + text.substr(begin) + "\n";
    }
    return out;
}

std::string_view status_name(pvm::ExitStatus status)
{
    return lane::name(chain::status_of(status));
}

std::string shown_bytes(BytesView bytes)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const bool plain = utf8::count(bytes).has_value() && std::none_of(text.begin(), text.end(), [](char c) {
                           return static_cast<u8>(c) < 0x20 || c == 0x7f;
                       });
    return plain ? std::string(text) : to_hex(bytes);
}

void print_json(const trace::OrderedJson& out)
{
    std::cout << out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace lariat::cli
