// Amounts, payloads, addresses, ids and times.
#include "cli/client/values.hpp"

#include <algorithm>
#include <ctime>

#include "actor_tools/read_file.hpp"
#include "actor_tools/shown.hpp"
#include "base/checked.hpp"
#include "base/hex.hpp"
#include "cli/console.hpp"
#include "client/key_folder.hpp"
#include "node/node_genesis.hpp"

namespace lariat::cli::client {

using lariat::client::KeyFolder;

namespace {

constexpr std::size_t ADDRESS_DIGITS = 40, ID_DIGITS = 64, PREFIX_DIGITS_MIN = 6, DECIMALS = 9;

/// The one item of a list whose `key` begins with this; pages are followed.
std::string with_prefix(Session& session, const std::string& list, const char* key, const std::string& prefix,
                        const std::string& what)
{
    std::string found, cursor;
    do {
        std::string path = list;
        add_query(path, "limit", "1000");
        if (!cursor.empty()) add_query(path, "cursor", cursor);
        const Json page = session.get(path);
        for (const Json& item : page["items"]) {
            const std::string id = item.value(key, "");
            if (!id.starts_with(prefix) || id == found) continue;
            if (!found.empty())
                stop_for_input("several " + what + " begin with " + prefix + ": give more digits");
            found = id;
        }
        cursor = page["next"].is_string() ? page["next"].get<std::string>() : "";
    } while (!cursor.empty());
    return found;
}

}  // namespace

bool is_hex(const std::string& text, std::size_t digits)
{
    return text.starts_with("0x") && (digits == 0 ? text.size() % 2 == 0 : text.size() == digits + 2) &&
           text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string::npos;
}

std::string read_amount(const std::string& text, const std::string& what)
{
    const auto wrong = [&] {
        stop_for_input(what +
                       " must be an amount in base units, or with the suffix cby (10^9 of them), got \"" +
                       text + "\"");
    };
    if (!text.ends_with("cby")) {
        if (!parse_decimal(text)) wrong();
        return text;
    }
    std::string whole = text.substr(0, text.size() - 3), part;
    if (const std::size_t dot = whole.find('.'); dot != std::string::npos) {
        part = whole.substr(dot + 1);
        whole.erase(dot);
        if (part.empty() || part.size() > DECIMALS) wrong();
    }
    if (!parse_decimal(whole)) wrong();
    std::string units = whole + part + std::string(DECIMALS - part.size(), '0');
    units.erase(0, std::min(units.find_first_not_of('0'), units.size() - 1));
    if (!parse_decimal(units)) wrong();
    return units;
}

std::string read_whole_file(const std::string& path)
{
    auto content = actor_tools::read_file(path);
    if (!content) stop_for_input(content.error().message);
    return std::move(content).value();
}

std::string read_payload(const std::string& text, const std::string& what)
{
    const auto hex = [](const std::string& bytes) { return to_hex(lariat::view(std::string_view(bytes))); };
    if (text.starts_with('@')) return hex(read_whole_file(text.substr(1)));
    if (!text.starts_with("0x")) return hex(text);
    if (!is_hex(text))
        stop_for_input(what + " is neither text nor 0x and an even number of hex digits: \"" + text + "\"");
    return text;
}

std::string read_account(const std::string& text, const std::string& what)
{
    if (is_hex(text, ADDRESS_DIGITS)) return to_hex(*address_from_hex(text));
    if (text.starts_with("dev:")) {
        const auto number = parse_decimal(text.substr(4));
        if (!number || *number >= node::DEV_ACCOUNTS)
            stop_for_input("the accounts of a dev chain are dev:0 … dev:9, got \"" + text + "\"");
        return to_hex(*node::address_of(node::dev_keys()[static_cast<std::size_t>(*number)]));
    }
    const KeyFolder keys = take(KeyFolder::of_home());
    if (!text.starts_with("0x") && keys.has(text)) {
        const auto address = lariat::client::stated_address(take(keys.read(text)));
        if (!address)
            stop_for_input("the key file " + text + " does not say its address; import it once more");
        return to_hex(*address);
    }
    stop_for_input(what +
                   " must be an address (0x and 40 hex digits), dev:0 … dev:9 or the name of a key, got \"" +
                   text + "\"");
}

std::string read_actor(Session& session, const std::string& text)
{
    if (text.starts_with("0x") && text.size() < ADDRESS_DIGITS + 2 && text.size() >= PREFIX_DIGITS_MIN + 2) {
        const std::string found = with_prefix(session, "/v1/actors", "address", text, "actors");
        if (found.empty()) stop_for_input("no actor's address begins with " + text);
        return found;
    }
    return read_account(text, "ACTOR");
}

std::string read_id(Session& session, const std::string& text, const std::string& list)
{
    if (is_hex(text, ID_DIGITS)) return to_hex(*hash_from_hex(text));
    const bool is_prefix = text.starts_with("0x") && text.size() >= PREFIX_DIGITS_MIN + 2 &&
                           text.size() < ID_DIGITS + 2 &&
                           text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string::npos;
    if (!is_prefix)
        stop_for_input("an id is 0x and 64 hex digits, or the first six of them or more, got \"" + text +
                       "\"");
    std::string found = with_prefix(
        session, list, list.find("transactions") != std::string::npos ? "hash" : "id", text, "ids");
    // What is gone is still in the list of exits.
    if (found.empty() && list.find("transactions") == std::string::npos)
        found = with_prefix(session, "/v1/exits", "id", text, "ids");
    if (found.empty()) stop_for_input("nothing here has an id that begins with " + text);
    return found;
}

std::string digits_of(const Json& number)
{
    if (number.is_string()) return number.get<std::string>();
    return number.is_number() ? std::to_string(number.get<u64>()) : std::string();
}

u64 number_of(const Json& number)
{
    return static_cast<u64>(std::min<u128>(parse_decimal(digits_of(number)).value_or(0), U64_MAX));
}

std::string grouped_number(const Json& number)
{
    const auto value = parse_decimal(digits_of(number));
    return value ? grouped(*value) : digits_of(number);
}

std::string shown_time(const Json& milliseconds)
{
    constexpr u64 SECOND = 1000, YEAR_10000_MS = 253'402'300'800'000;
    const u64 ms = number_of(milliseconds);
    if (ms >= YEAR_10000_MS) return digits_of(milliseconds) + " ms";
    const std::time_t seconds = static_cast<std::time_t>(ms / SECOND);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    char text[32];
    const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &utc);
    const std::string part = std::to_string(ms % SECOND);
    return std::string(text, size) + "." + std::string(3 - part.size(), '0') + part;
}

std::string shown_span(u64 milliseconds)
{
    constexpr u64 SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
    const auto two = [&](u64 large, const char* large_name, u64 small, const char* small_name) {
        const u64 rest = milliseconds % large / small;
        return std::to_string(milliseconds / large) + large_name +
               (rest == 0 ? "" : " " + std::to_string(rest) + small_name);
    };
    if (milliseconds < SECOND) return std::to_string(milliseconds) + " ms";
    if (milliseconds < MINUTE) return std::to_string(milliseconds / SECOND) + " s";
    if (milliseconds < HOUR) return two(MINUTE, " min", SECOND, " s");
    return milliseconds < DAY ? two(HOUR, " h", MINUTE, " min") : two(DAY, " d", HOUR, " h");
}

std::string plain(const std::string& text)
{
    return actor_tools::shown_bytes(lariat::view(std::string_view(text)));
}

std::string shown_hex(const std::string& hex)
{
    const auto bytes = from_hex(hex);
    return bytes ? actor_tools::shown_bytes(*bytes) : plain(hex);
}

}  // namespace lariat::cli::client
