// Reading parameters and bodies, cursors, pages.
#include "node/api_call.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "base/utf8.hpp"
#include "chain/json_input.hpp"
#include "trace/output.hpp"

namespace lariat::node {

using Json = nlohmann::json;

namespace {

constexpr int NESTING_MAX = 32;
/// A body of 4 MiB may have more than a million, at fifty bytes each; no verb needs so many.
constexpr u64 VALUES_MAX = 100'000;
constexpr std::size_t KEY_DIGITS = 16;

/// All of the text as a number; nullopt if it is anything else or too large.
std::optional<u64> whole_number(std::string_view text)
{
    u64 value = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

/// Thrown and caught in read_body: what the JSON library has no word for.
struct BadJson {
    std::string why;
};

}  // namespace

std::optional<std::string> Call::maybe_text(const std::string& name) const
{
    const auto found = params_.find(name);
    return found == params_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<u64> Call::maybe_number(const std::string& name) const
{
    const auto found = params_.find(name);
    if (found == params_.end()) return std::nullopt;
    u64 value = 0;
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), value);
    return value;
}

u64 Call::number(const std::string& name, u64 otherwise) const
{
    return maybe_number(name).value_or(otherwise);
}

bool Call::flag(const std::string& name) const
{
    const auto found = params_.find(name);
    return found != params_.end() && found->second == "true";
}

Address Call::address(const std::string& name) const
{
    return *address_from_hex(params_.at(name));
}
std::optional<Address> Call::maybe_address(const std::string& name) const
{
    return has(name) ? std::optional(address(name)) : std::nullopt;
}
Hash32 Call::id(const std::string& name) const
{
    return *hash_from_hex(params_.at(name));
}
std::optional<Hash32> Call::maybe_id(const std::string& name) const
{
    return has(name) ? std::optional(id(name)) : std::nullopt;
}

Bytes Call::bytes(const std::string& name) const
{
    const std::string& value = params_.at(name);
    if (value.starts_with("0x"))
        if (auto decoded = from_hex(value)) return *decoded;
    return to_bytes(value);
}

std::string Call::list_key() const
{
    std::string all = route_->operation;
    for (const auto& [name, value] : params_)
        if (name != "cursor" && name != "limit") all += "\n" + name + "=" + value;
    return to_hex(keccak256(view(all))).substr(2, KEY_DIGITS);
}

std::string make_cursor(const Call& call, const std::string& place)
{
    return call.list_key() + to_hex(view(place)).substr(2);
}

Result<std::optional<std::string>, Problem> read_cursor(const Call& call)
{
    const auto cursor = call.maybe_text("cursor");
    if (!cursor) return std::optional<std::string>();
    const Problem bad{"bad_cursor",
                      "the cursor is not one of this list with these filters: take `next` of the page before "
                      "and change no filter"};
    if (cursor->size() < KEY_DIGITS || cursor->substr(0, KEY_DIGITS) != call.list_key()) return bad;
    const auto place = from_hex("0x" + cursor->substr(KEY_DIGITS));
    if (!place) return bad;
    return std::optional(std::string(text(*place)));
}

std::string make_place_cursor(const Call& call, const CursorPlace& place)
{
    return make_cursor(call, std::to_string(place.first) + "." + std::to_string(place.second));
}

Result<std::optional<CursorPlace>, Problem> read_place_cursor(const Call& call)
{
    const auto cursor = read_cursor(call);
    if (!cursor) return cursor.error();
    if (!cursor.value()) return std::optional<CursorPlace>();
    const std::string& place = *cursor.value();
    const std::size_t dot = place.find('.');
    if (dot == std::string::npos) return damaged_cursor();
    const auto first = whole_number(std::string_view(place).substr(0, dot)),
               second = whole_number(std::string_view(place).substr(dot + 1));
    if (!first || !second) return damaged_cursor();
    return std::optional(CursorPlace{*first, *second});
}

Problem damaged_cursor()
{
    return {"bad_cursor", "the cursor is damaged: take `next` of the page before"};
}

OrderedJson page(OrderedJson items, std::optional<std::string> next, u64 height)
{
    return {{"items", std::move(items)},
            {"next", next ? OrderedJson(*next) : OrderedJson()},
            {"height", trace::number(height)}};
}

std::string page_text(std::span<const std::string> items, const std::optional<std::string>& next, u64 height)
{
    std::string text = "{\"items\":[";
    for (const std::string& item : items) {
        if (text.back() != '[') text += ',';
        text += item;
    }
    OrderedJson rest = page({}, next, height);
    rest.erase("items");
    return text + "]," + rest.dump().substr(1);
}

Result<nlohmann::json, Problem> read_body(const std::string& text)
{
    // The library takes this byte for the end of the text.
    if (const auto nul = text.find('\0'); nul != std::string::npos)
        return Problem{"bad_json", "the body is no JSON at byte " + std::to_string(nul + 1)};
    std::vector<std::set<std::string>> keys;
    u64 values = 0;
    const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
        const bool opens =
            event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
        if (opens && depth >= NESTING_MAX)
            throw BadJson{"nested deeper than " + std::to_string(NESTING_MAX) + " levels"};
        if ((opens || event == Json::parse_event_t::value) && ++values > VALUES_MAX)
            throw BadJson{"more than " + std::to_string(VALUES_MAX) + " values"};
        if (event == Json::parse_event_t::object_start) keys.emplace_back();
        if (event == Json::parse_event_t::object_end) keys.pop_back();
        if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
            throw BadJson{"the key \"" + parsed.get<std::string>().substr(0, 60) + "\" stands twice"};
        return true;
    };
    try {
        return Json::parse(text, watch);
    } catch (const BadJson& bad) {
        return Problem{"bad_json", "the body: " + bad.why};
    } catch (const Json::parse_error& error) {
        return Problem{"bad_json", "the body is no JSON at byte " + std::to_string(error.byte)};
    } catch (const Json::exception&) {
        return Problem{"bad_json", "the body is no JSON"};
    }
}

std::optional<Problem> unknown_key(const nlohmann::json& object, std::initializer_list<const char*> known)
{
    for (const auto& [key, value] : object.items()) {
        if (std::any_of(known.begin(), known.end(), [&](const char* name) { return key == name; })) continue;
        std::string wanted;
        for (const char* name : known) wanted += (wanted.empty() ? "" : ", ") + std::string(name);
        return bad_request("unknown key \"" + std::string(utf8::head(key, 60)) + "\"; there " +
                           (wanted.empty() ? "is none here" : "are " + wanted));
    }
    return std::nullopt;
}

Result<u64, Problem> read_number(const nlohmann::json& body, const char* key, u64 otherwise, u64 least,
                                 u64 most)
{
    const auto found = body.find(key);
    if (found == body.end()) return otherwise;
    try {
        const u64 value = chain::read_u64(*found, key);
        // In the form in which numbers are written: a text above 2^53 alone (docs/trace.md).
        const bool is_of_its_kind = found->is_string() == trace::number(value).is_string();
        if (is_of_its_kind && value >= least && value <= most) return value;
    } catch (const chain::BadInput&) {
    }
    return bad_request(std::string(key) + " must be a number from " + std::to_string(least) + " to " +
                       std::to_string(most));
}

Problem bad_request(std::string detail)
{
    return {"bad_request", std::move(detail)};
}

Problem bad_parameter(const std::string& name, const std::string& wanted, const std::string& got)
{
    return {"bad_parameter", name + " must be " + wanted + ", got \"" + got.substr(0, 100) + "\""};
}

}  // namespace lariat::node
