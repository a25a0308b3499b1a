// Reads the address of a node.
#include "client/url.hpp"

namespace lariat::client {

Outcome<Url> parse_url(const std::string& text)
{
    const auto wrong = [&](const std::string& why) {
        return bad_input("the node's address must be http://HOST:PORT, got \"" + text + "\"" + why);
    };
    constexpr std::string_view SCHEME = "http://";
    if (text.starts_with("https://"))
        return wrong("; a node speaks plain HTTP: put a proxy or an SSH tunnel before it");
    if (!text.starts_with(SCHEME)) return wrong("");
    Url out;
    out.text = text;
    while (out.text.ends_with('/')) out.text.pop_back();
    std::string rest = out.text.substr(SCHEME.size());
    if (rest.starts_with('[')) {
        const std::size_t end = rest.find(']');
        if (end == std::string::npos) return wrong("");
        out.host = rest.substr(1, end - 1);
        out.is_six = true;
        rest.erase(0, end + 1);
        if (!rest.empty() && !rest.starts_with(':')) return wrong("");
    } else {
        out.host = rest.substr(0, rest.find(':'));
        rest.erase(0, out.host.size());
    }
    out.port = rest.empty() ? "80" : rest.substr(1);
    constexpr std::size_t DIGITS_MAX = 5;
    if (out.host.empty() || out.host.find_first_of("/?#@ ") != std::string::npos || out.port.empty() ||
        out.port.size() > DIGITS_MAX || out.port.find_first_not_of("0123456789") != std::string::npos)
        return wrong("");
    return out;
}

}  // namespace lariat::client
