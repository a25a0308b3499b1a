// Reads the JSON kinds of the trace format: numbers up to 2^53 as JSON numbers, larger ones as decimal
// strings.
#include "chain/json_input.hpp"

#include <algorithm>
#include <set>

#include "base/checked.hpp"
#include "base/hex.hpp"

namespace lariat::chain {

namespace {

constexpr u64 JSON_NUMBER_MAX = u64{1} << 53;
constexpr int NESTING_MAX = 64;

template <class Tree>
std::string shown(const Tree& json)
{
    const std::string text = json.dump(-1, ' ', false, Tree::error_handler_t::replace);
    return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

template <class Tree>
Tree parse_tree(std::string_view text)
{
    // The library takes a zero byte for the end of the text.
    if (const auto zero = text.find('\0'); zero != std::string_view::npos)
        bad_input("malformed JSON: byte " + std::to_string(zero + 1) + " is NUL");
    std::vector<std::set<std::string>> keys;
    const auto watch = [&](int depth, typename Tree::parse_event_t event, Tree& parsed) {
        if (depth > NESTING_MAX) bad_input("nested deeper than " + std::to_string(NESTING_MAX) + " levels");
        if (event == Tree::parse_event_t::object_start) keys.emplace_back();
        if (event == Tree::parse_event_t::object_end) keys.pop_back();
        if (event == Tree::parse_event_t::key &&
            !keys.back().insert(parsed.template get<std::string>()).second)
            bad_input("the key " + shown(parsed) + " stands twice");
        return true;
    };
    try {
        return Tree::parse(text, watch);
    } catch (const Json::parse_error& e) {
        bad_input("malformed JSON: byte " + std::to_string(e.byte) + " is not what JSON has there");
    } catch (const Json::exception&) {
        bad_input("malformed JSON: a number is out of range");
    }
}

[[noreturn]] void wrong_kind(const std::string& what, const std::string& wanted, const Json& json)
{
    bad_input(what + " must be " + wanted + ", not " + shown(json));
}

}  // namespace

void bad_input(const std::string& message)
{
    throw BadInput{{message, false}};
}
void not_built_yet(const std::string& what)
{
    throw BadInput{{"not built yet: " + what, true}};
}

ObjectReader::ObjectReader(const Json& json, std::string what) : json_(json), what_(std::move(what))
{
    if (!json.is_object()) wrong_kind(what_, "an object", json);
}

const Json* ObjectReader::find(const char* key)
{
    taken_.emplace_back(key);
    const auto it = json_.find(key);
    return it == json_.end() ? nullptr : &*it;
}

const Json& ObjectReader::need(const char* key)
{
    const Json* value = find(key);
    if (!value) bad_input(what_ + " needs the key \"" + key + "\"");
    return *value;
}

void ObjectReader::finish() const
{
    for (const auto& [key, value] : json_.items())
        if (std::find(taken_.begin(), taken_.end(), key) == taken_.end())
            bad_input("unknown key \"" + key.substr(0, 60) + "\" in " + what_);
}

Json parse_json(std::string_view text)
{
    return parse_tree<Json>(text);
}

nlohmann::ordered_json parse_ordered_json(std::string_view text)
{
    return parse_tree<nlohmann::ordered_json>(text);
}

u128 read_u128(const Json& json, const std::string& what)
{
    if (json.is_number_unsigned()) {
        const u64 n = json.get<u64>();
        if (n > JSON_NUMBER_MAX)
            bad_input(what + " is " + std::to_string(n) + ": above 2^53 a number is written as a string");
        return n;
    }
    if (json.is_string())
        if (const auto n = parse_decimal(json.get_ref<const std::string&>())) return *n;
    wrong_kind(what, "a non-negative integer", json);
}

u64 read_u64(const Json& json, const std::string& what)
{
    const u128 n = read_u128(json, what);
    if (n > U64_MAX) bad_input(what + " is " + to_decimal(n) + ", at most " + to_decimal(U64_MAX));
    return static_cast<u64>(n);
}

bool read_bool(const Json& json, const std::string& what)
{
    if (!json.is_boolean()) wrong_kind(what, "true or false", json);
    return json.get<bool>();
}

std::string read_text(const Json& json, const std::string& what)
{
    if (!json.is_string()) wrong_kind(what, "a text", json);
    return json.get<std::string>();
}

Bytes read_bytes(const Json& json, const std::string& what)
{
    const std::string text = read_text(json, what);
    if (!text.starts_with("0x")) return to_bytes(text);
    auto bytes = from_hex(text);
    if (!bytes) wrong_kind(what, "0x and pairs of hex digits", json);
    return std::move(*bytes);
}

Address read_address(const Json& json, const std::string& what)
{
    const auto address = address_from_hex(read_text(json, what));
    if (!address) wrong_kind(what, "an address of 20 bytes", json);
    return *address;
}

Hash32 read_hash(const Json& json, const std::string& what)
{
    const auto hash = hash_from_hex(read_text(json, what));
    if (!hash) wrong_kind(what, "a hash of 32 bytes", json);
    return *hash;
}

Moment read_moment(const Json& json, const std::string& what)
{
    if (json.is_string() && json.get_ref<const std::string&>().starts_with("+")) {
        const auto n = parse_decimal(std::string_view(json.get_ref<const std::string&>()).substr(1));
        if (!n || *n > U64_MAX) wrong_kind(what, "\"+n\"", json);
        return {static_cast<u64>(*n), true};
    }
    return {read_u64(json, what), false};
}

ScheduleAtCall read_schedule_at_fields(ObjectReader& from)
{
    ScheduleAtCall s;
    s.timestamp_ms = read_moment(from.need("timestamp_ms"), "timestamp_ms");
    if (const Json* v = from.find("handler")) s.handler = read_text(*v, "handler");
    if (const Json* v = from.find("payload")) s.payload = read_bytes(*v, "payload");
    if (const Json* v = from.find("gas_limit")) s.gas_limit = read_u64(*v, "gas_limit");
    if (const Json* v = from.find("label")) s.label = read_text(*v, "label");
    return s;
}

TimerRef read_timer_ref(const Json& json, const std::string& what)
{
    const std::string text = read_text(json, what);
    if (!text.starts_with("0x")) {
        if (text.empty()) bad_input(what + " is an empty label");
        return {text, {}};
    }
    const auto id = hash_from_hex(text);
    if (!id) wrong_kind(what, "a label or an id of 32 bytes", json);
    return {"", *id};
}

const Json& read_list(const Json& json, const std::string& what)
{
    if (!json.is_array()) wrong_kind(what, "a list", json);
    return json;
}

const Json& read_list(const Json& json, const std::string& what, std::size_t length)
{
    if (read_list(json, what).size() != length) wrong_kind(what, "a list of " + std::to_string(length), json);
    return json;
}

}  // namespace lariat::chain
