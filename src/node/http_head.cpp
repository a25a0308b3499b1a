// The rules of http_head.hpp, line by line.
#include "node/http_head.hpp"

#include <algorithm>

namespace lariat::node {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_plain(std::string_view line)
{
    return std::none_of(line.begin(), line.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t') || byte == 0x7f;
    });
}

constexpr std::size_t LENGTH_DIGITS_MAX = 19;

bool is_number(std::string_view s)
{
    return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

struct Seen {
    int lengths = 0, encodings = 0, hosts = 0;
    bool huge = false;  ///< Content-Length is above every number of 64 bits
};

std::string check_field(std::string_view line, Seen& seen)
{
    if (line.front() == ' ' || line.front() == '\t') return "a header field is folded over two lines";
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return "a header field has no name and colon";
    const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
    if (name.find_first_of(" \t") != std::string_view::npos)
        return "the name of a header field contains a space";
    if (same_name(name, "content-length")) {
        if (++seen.lengths > 1) return "Content-Length stands twice";
        if (!is_number(value)) return "Content-Length is no number";
        const std::size_t first = value.find_first_not_of('0');
        seen.huge = first != value.npos && value.size() - first > LENGTH_DIGITS_MAX;
    }
    if (same_name(name, "transfer-encoding")) {
        if (++seen.encodings > 1) return "Transfer-Encoding stands twice";
        if (!same_name(value, "chunked")) return "Transfer-Encoding must be chunked";
    }
    if (same_name(name, "host") && ++seen.hosts > 1) return "Host stands twice";
    if (seen.lengths && seen.encodings) return "Content-Length and Transfer-Encoding stand together";
    return {};
}

}  // namespace

HeadVerdict check_head(std::string_view head, std::size_t target_max)
{
    Seen seen;
    bool first = true;
    while (!head.empty()) {
        const std::size_t end = head.find('\n');
        if (end == std::string_view::npos || end == 0 || head[end - 1] != '\r')
            return {400, "a line of the request's head does not end with CR and LF"};
        const std::string_view line = head.substr(0, end - 1);
        head.remove_prefix(end + 1);
        if (!is_plain(line)) return {400, "the request's head contains a control character"};
        if (first) {
            first = false;
            const std::size_t from = line.find(' ');
            const std::size_t to = line.rfind(' ');
            if (from == std::string_view::npos || to == from || from == 0)
                return {400, "the first line must be METHOD TARGET VERSION"};
            // The parser would wait for more of a version that is too short, behind the end of the head.
            const std::string_view version = line.substr(to + 1);
            if (version.size() != 8 || !version.starts_with("HTTP/"))
                return {400, "the first line must end with HTTP/1.1"};
            if (to - from - 1 > target_max)
                return {414, "the target has " + std::to_string(to - from - 1) + " bytes; at most " +
                                 std::to_string(target_max) + " are allowed"};
            continue;
        }
        if (line.empty()) break;
        if (std::string why = check_field(line, seen); !why.empty()) return {400, std::move(why)};
    }
    if (seen.huge) return {413, "the body of the request is too large"};
    return {};
}

std::string_view trimmed(std::string_view s)
{
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
    return s;
}

bool same_name(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace lariat::node
