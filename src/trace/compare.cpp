// Compares two JSON values recursively.
#include "trace/compare.hpp"

#include <algorithm>
#include <optional>

#include "trace/output.hpp"

namespace lariat::trace {

namespace {

std::string shown(const OrderedJson& json)
{
    const std::string text = json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    return text.size() <= 200 ? text : text.substr(0, 197) + "...";
}

/// The digits of an integer, whether it is written as a number or as a decimal string.
std::optional<std::string> digits(const OrderedJson& json)
{
    if (json.is_number_integer()) return json.dump();
    if (!json.is_string()) return std::nullopt;
    const std::string& text = json.get_ref<const std::string&>();
    const bool all =
        !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return all ? std::optional{text} : std::nullopt;
}

std::optional<Difference> compare(const std::string& path, const OrderedJson& expected,
                                  const OrderedJson& got)
{
    if (path == "used.moves") return std::nullopt;  // depends on the implementation
    const auto differ = [&] { return Difference{path, shown(expected), shown(got)}; };
    if (expected.is_object()) {
        if (!got.is_object() && !got.is_null()) return differ();
        for (const auto& [key, value] : expected.items()) {
            const auto found = got.is_object() ? got.find(key) : got.end();
            const OrderedJson ours = got.is_object() && found != got.end() ? *found : OrderedJson();
            std::string inner = path.empty() ? key : path;
            if (!path.empty()) inner.append(".").append(key);
            if (auto d = compare(inner, value, ours)) return d;
        }
        return std::nullopt;
    }
    if (expected.is_array()) {
        const OrderedJson ours = got.is_null() ? OrderedJson::array() : got;
        if (!ours.is_array() || ours.size() != expected.size()) return differ();
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (auto d = compare(path + "[" + std::to_string(i) + "]", expected[i], ours[i])) return d;
        return std::nullopt;
    }
    if (expected == got) return std::nullopt;
    const auto a = digits(expected), b = digits(got);
    if (a && b && *a == *b) return std::nullopt;
    return differ();
}

}  // namespace

std::optional<Difference> first_difference(const OrderedJson& expected, const OrderedJson& got)
{
    return compare("", expected, got);
}

}  // namespace lariat::trace
