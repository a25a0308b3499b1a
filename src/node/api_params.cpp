// Targets and parameters: what a client may put into a URL.
#include <algorithm>
#include <charconv>

#include "base/hex.hpp"
#include "base/utf8.hpp"
#include "node/api.hpp"

namespace lariat::node {

namespace {

int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<std::string> unescaped(std::string_view text, bool plus_is_space)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && plus_is_space) {
            out += ' ';
        } else if (text[i] != '%') {
            out += text[i];
        } else {
            if (i + 2 >= text.size()) return std::nullopt;
            const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            out += static_cast<char>(high << 4 | low);
            i += 2;
        }
    }
    return out;
}

Problem no_such_path()
{
    return {"not_found", "no route has this path; /openapi.json lists all routes"};
}

bool is_number(const std::string& text, u64 least, u64 most)
{
    u64 value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && error == std::errc{} && end == text.data() + text.size() && value >= least &&
           value <= most;
}

std::string join(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

/// What a parameter's value should be, when it is something else.
std::optional<std::string> wanted_instead(const Param& param, const std::string& value)
{
    switch (param.kind) {
        case ParamKind::number:
            if (is_number(value, param.least, param.most)) return std::nullopt;
            return "a number from " + std::to_string(param.least) + " to " + std::to_string(param.most);
        case ParamKind::flag:
            if (value == "true" || value == "false") return std::nullopt;
            return "true or false";
        case ParamKind::word:
            if (std::find(param.words.begin(), param.words.end(), value) != param.words.end())
                return std::nullopt;
            return "one of " + join(param.words);
        case ParamKind::address:
            if (address_from_hex(value)) return std::nullopt;
            return "an address: 0x and 40 hex digits";
        case ParamKind::id:
            if (hash_from_hex(value)) return std::nullopt;
            return "0x and 64 hex digits";
        case ParamKind::block:
            if (value == "head" || is_number(value, 0, U64_MAX) || hash_from_hex(value)) return std::nullopt;
            return "a height, a hash (0x and 64 hex digits), or head";
        case ParamKind::bytes:
            if (!value.starts_with("0x") ? utf8::valid(view(value)) : from_hex(value).has_value())
                return std::nullopt;
            return "0x and an even number of hex digits, or text";
        case ParamKind::text:
            if (utf8::valid(view(value))) return std::nullopt;
            return "text in UTF-8";
    }
    return std::nullopt;
}

}  // namespace

Result<Target, Problem> read_target(const std::string& target)
{
    std::string_view path = target;
    // The absolute form, which proxies send (RFC 9112, 3.2.2). Host is checked in any case.
    for (const std::string_view scheme : {"http://", "https://"})
        if (path.starts_with(scheme)) {
            const std::size_t begin = path.find_first_of("/?", scheme.size());
            path = begin == std::string_view::npos ? "/" : path.substr(begin);
        }
    std::string_view query;
    if (const std::size_t mark = path.find('?'); mark != std::string_view::npos) {
        query = path.substr(mark + 1);
        path = path.substr(0, mark);
    }
    if (path.empty() || path.front() != '/') return no_such_path();
    Target out;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::size_t slash = path.find('/');
        const auto segment = unescaped(path.substr(0, slash), false);
        if (!segment) return Problem{"bad_request", "the path has a malformed escape"};
        if (*segment == ".." || segment->find('/') != std::string::npos ||
            segment->find('\0') != std::string::npos)
            return no_such_path();
        out.segments.push_back(*segment);
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash);
    }
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        const std::string_view pair = query.substr(0, end);
        query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
        if (pair.empty()) continue;
        const std::size_t equals = pair.find('=');
        const auto name = unescaped(pair.substr(0, equals), true);
        const auto value =
            unescaped(equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1), true);
        if (!name || !value) return Problem{"bad_request", "the query has a malformed escape"};
        out.query.emplace_back(*name, *value);
    }
    return out;
}

Result<std::map<std::string, std::string>, Problem> check_params(
    const Route& route, const std::map<std::string, std::string>& in_path, const Target& target)
{
    std::map<std::string, std::string> out;
    const std::vector<Param>& known = route.all_params;
    const auto find = [&](const std::string& name, bool path) {
        return std::find_if(known.begin(), known.end(),
                            [&](const Param& param) { return param.name == name && param.in_path == path; });
    };
    for (const auto& [name, value] : in_path)
        if (const auto param = find(name, true); param != known.end()) {
            if (const auto wanted = wanted_instead(*param, value)) return bad_parameter(name, *wanted, value);
            out[name] = value;
        }
    for (const auto& [name, value] : target.query) {
        const auto param = find(name, false);
        if (param == known.end())
            return Problem{"unknown_parameter", "there is no parameter \"" + name.substr(0, 60) + "\" here"};
        if (out.contains(name)) return Problem{"bad_parameter", name + " stands twice"};
        if (const auto wanted = wanted_instead(*param, value)) return bad_parameter(name, *wanted, value);
        out[name] = value;
    }
    return out;
}

}  // namespace lariat::node
