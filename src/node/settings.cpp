// One table row for each setting: how it is read, shown and explained.
#include "node/settings.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <arpa/inet.h>
#include <toml++/toml.h>

#include "base/hex.hpp"

namespace lariat::node {

namespace {

constexpr std::size_t TOKEN_BYTES_MIN = 16;
constexpr u64 COUNT_MAX = u64{1} << 53;

template <class E>
struct Named {
    E value;
    std::string_view name;
};
constexpr Named<Mine> MINES[] = {
    {Mine::automatic, "auto"}, {Mine::interval, "interval"}, {Mine::manual, "manual"}};
constexpr Named<EmptyBlocks> EMPTIES[] = {
    {EmptyBlocks::always, "always"}, {EmptyBlocks::due, "due"}, {EmptyBlocks::never, "never"}};
constexpr Named<Clock> CLOCKS[] = {{Clock::wall, "wall"}, {Clock::step, "step"}};
constexpr Named<LogLevel> LEVELS[] = {{LogLevel::debug, "debug"},
                                      {LogLevel::info, "info"},
                                      {LogLevel::warn, "warn"},
                                      {LogLevel::error, "error"}};
constexpr Named<LogFormat> FORMATS[] = {{LogFormat::text, "text"}, {LogFormat::json, "json"}};

template <class E, std::size_t N>
std::string_view name_in(const Named<E> (&list)[N], E value)
{
    for (const auto& entry : list)
        if (entry.value == value) return entry.name;
    return {};
}
template <class E, std::size_t N>
std::optional<E> find_in(const Named<E> (&list)[N], std::string_view name)
{
    for (const auto& entry : list)
        if (entry.name == name) return entry.value;
    return std::nullopt;
}
template <class E, std::size_t N>
std::string all_of(const Named<E> (&list)[N])
{
    std::string out;
    for (const auto& entry : list) out += (out.empty() ? "" : ", ") + std::string(entry.name);
    return out;
}

using Wanted = std::optional<std::string>;  ///< what is wanted, when a value was refused

std::string toml_text(const std::string& text)
{
    std::ostringstream out;
    out << toml::value<std::string>(text);
    return out.str();
}

std::string joined(const std::vector<std::string>& list, char by)
{
    std::string out;
    for (const std::string& entry : list) out += (out.empty() ? "" : std::string(1, by)) + entry;
    return out;
}

/// A setting: its value as text in and out. Lists are texts with commas; `toml` is the literal of a TOML
/// file.
struct Row {
    std::string name;
    std::string help;
    std::function<Wanted(Settings&, const std::string&)> read;
    std::function<std::string(const Settings&)> toml;
    bool is_switch = false;
    bool is_list = false;
    bool is_number = false;
};

Row text_row(std::string name, std::string help, std::string Settings::* field)
{
    return {std::move(name), std::move(help),
            [field](Settings& s, const std::string& v) -> Wanted {
                if (v.empty()) return "a text that is not empty";
                s.*field = v;
                return std::nullopt;
            },
            [field](const Settings& s) { return toml_text(s.*field); }};
}

Row number_row(std::string name, std::string help, u64 Settings::* field, u64 least, u64 most)
{
    Row row{std::move(name), std::move(help),
            [=](Settings& s, const std::string& v) -> Wanted {
                u64 value = 0;
                const auto [end, error] = std::from_chars(v.data(), v.data() + v.size(), value);
                if (error != std::errc{} || end != v.data() + v.size() || value < least || value > most)
                    return "a number from " + std::to_string(least) + " to " + std::to_string(most);
                s.*field = value;
                return std::nullopt;
            },
            [field](const Settings& s) { return std::to_string(s.*field); }};
    row.is_number = true;
    return row;
}

template <class E, std::size_t N>
Row name_row(std::string name, std::string help, E Settings::* field, const Named<E> (&list)[N])
{
    return {std::move(name), std::move(help),
            [field, &list](Settings& s, const std::string& v) -> Wanted {
                const auto found = find_in(list, v);
                if (!found) return "one of " + all_of(list);
                s.*field = *found;
                return std::nullopt;
            },
            [field, &list](const Settings& s) { return toml_text(std::string(name_in(list, s.*field))); }};
}

bool is_host_name(const std::string& entry)
{
    return entry.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") ==
           std::string::npos;
}

bool is_origin(const std::string& entry)
{
    for (const std::string scheme : {"http://", "https://"})
        if (entry.starts_with(scheme))
            return entry.size() > scheme.size() &&
                   entry.find_first_of("/*?# ", scheme.size()) == std::string::npos;
    return false;
}

Row list_row(std::string name, std::string help, std::vector<std::string> Settings::* field,
             const char* wanted, bool (*is_good)(const std::string&))
{
    Row row{std::move(name), std::move(help),
            [field, wanted, is_good](Settings& s, const std::string& v) -> Wanted {
                (s.*field).clear();
                std::istringstream in(v);
                for (std::string entry; std::getline(in, entry, ',');) {
                    if (entry.empty()) return "entries that are not empty, with commas between them";
                    if (!is_good(entry)) return wanted;
                    (s.*field).push_back(entry);
                }
                return std::nullopt;
            },
            [field](const Settings& s) {
                std::string out = "[";
                for (const std::string& entry : s.*field)
                    out += (out.size() > 1 ? ", " : "") + toml_text(entry);
                return out + "]";
            }};
    row.is_list = true;
    return row;
}

Row dev_row()
{
    Row row{"dev", "a dev chain: rich accounts, verbs that change the chain and its clock",
            [](Settings& s, const std::string& v) -> Wanted {
                if (v != "true" && v != "false") return "true or false";
                s.dev = v == "true";
                return std::nullopt;
            },
            [](const Settings& s) { return s.dev ? "true" : "false"; }};
    row.is_switch = true;
    return row;
}

Row listen_row()
{
    return {"listen", "ADDRESS:PORT to listen on; port 0 takes a free one [127.0.0.1:8640]",
            [](Settings& s, const std::string& v) -> Wanted {
                if (!endpoint_of(v)) return "ADDRESS:PORT, with an IP address and a port from 0 to 65535";
                s.listen = v;
                return std::nullopt;
            },
            [](const Settings& s) { return toml_text(s.listen); }};
}

Row proposer_row()
{
    return {"proposer", "address that the tips of blocks go to [0x00…ff]",
            [](Settings& s, const std::string& v) -> Wanted {
                const auto address = address_from_hex(v);
                if (!address) return "an address: 0x and 40 hex digits";
                s.proposer = *address;
                return std::nullopt;
            },
            [](const Settings& s) { return toml_text(to_hex(s.proposer)); }};
}

std::vector<Row> make_rows()
{
    using S = Settings;
    return {
        text_row("data", "directory that keeps the chain; without it everything is kept in memory", &S::data),
        text_row("genesis", "file with the genesis of a new chain, as JSON", &S::genesis),
        dev_row(),
        text_row("load", "a dump that a dev chain begins with", &S::load),
        text_row("fork", "a dump or exported state that a dev chain begins with", &S::fork),
        listen_row(),
        list_row("hosts", "names that requests may give in Host, with commas between them", &S::hosts,
                 "names of hosts, without scheme and port", is_host_name),
        list_row("cors", "origins of web pages that may use the API, with commas between them", &S::cors,
                 "origins as browsers send them: http:// or https://, a host, perhaps a port", is_origin),
        text_row("token", "bearer token that the dev verbs want", &S::token),
        name_row("mine", "when blocks are made: auto, interval or manual [auto with dev, else interval]",
                 &S::mine, MINES),
        number_row("block_time_ms", "time between ticks, in milliseconds [1000]", &S::block_time_ms,
                   BLOCK_TIME_LEAST_MS, BLOCK_TIME_MOST_MS),
        name_row("empty_blocks",
                 "blocks without transactions: always, due or never [due with auto, else always]",
                 &S::empty_blocks, EMPTIES),
        name_row("clock", "time of blocks: wall, or step for parent + block_time_ms [wall]", &S::clock,
                 CLOCKS),
        proposer_row(),
        number_row("pool_count", "transactions that wait at most [10000]", &S::pool_count, 1, 10'000'000),
        number_row("pool_bytes", "their bytes at most [67108864]", &S::pool_bytes, 1, COUNT_MAX),
        number_row("pool_per_sender", "of them from one sender at most [64]", &S::pool_per_sender, 1, 1'024),
        number_row("pool_ttl_s", "seconds after which one that waits is dropped [10800]", &S::pool_ttl_s, 1,
                   COUNT_MAX),
        number_row("max_tx_bytes", "bytes of a transaction at most [1048576]", &S::max_tx_bytes, 256,
                   4 * 1'024 * 1'024),
        number_row("max_block_bytes", "bytes of a block's transactions at most [4194304]",
                   &S::max_block_bytes, 256, 1'024 * 1'024 * 1'024),
        number_row("max_connections", "connections at once at most [1024]", &S::max_connections, 1,
                   1'000'000),
        number_row("max_streams", "streams at once at most [256]", &S::max_streams, 0, 1'000'000),
        number_row("rate", "requests a second from one address (IPv6: one /64) at most, 0 for any [0]",
                   &S::rate, 0, 1'000'000),
        number_row("keep_blocks", "blocks of history to keep, 0 for all [0]", &S::keep_blocks, 0, COUNT_MAX),
        number_row("keep_states", "states to keep, 1 for the head's [1, with dev 10000]", &S::keep_states, 1,
                   COUNT_MAX),
        name_row("log_level", "debug, info, warn or error [info]", &S::log_level, LEVELS),
        name_row("log_format", "text or json [text]", &S::log_format, FORMATS),
    };
}

const std::vector<Row>& rows()
{
    static const std::vector<Row> all = make_rows();
    return all;
}

const Row* row_of(const std::string& name)
{
    for (const Row& row : rows())
        if (row.name == name) return &row;
    return nullptr;
}

std::string shown(const Row& row, const std::string& value)
{
    if (row.name == "token") return "what was given";
    return "\"" + value.substr(0, 100) + "\"";
}

SettingError wrong(const std::string& where, const Row& row, const std::string& value,
                   const std::string& wanted)
{
    return {where + " must be " + wanted + ", got " + shown(row, value)};
}

/// A value of the TOML file as the text that a flag would have; nullopt for a value of another kind.
std::optional<std::string> text_of(const toml::node& node, const Row& row)
{
    if (row.is_list) {
        const auto* array = node.as_array();
        if (!array) return std::nullopt;
        std::vector<std::string> entries;
        for (const toml::node& entry : *array) {
            const auto* text = entry.as_string();
            if (!text || text->get().find(',') != std::string::npos) return std::nullopt;
            entries.push_back(text->get());
        }
        return joined(entries, ',');
    }
    if (row.is_switch) {
        const auto* flag = node.as_boolean();
        return flag ? std::optional<std::string>(flag->get() ? "true" : "false") : std::nullopt;
    }
    if (row.is_number) {
        const auto* number = node.as_integer();
        return number && number->get() >= 0 ? std::optional(std::to_string(number->get())) : std::nullopt;
    }
    const auto* text = node.as_string();
    return text ? std::optional(text->get()) : std::nullopt;
}

using Values = std::map<std::string, std::pair<std::string, std::string>>;  ///< by name: where from, text

[[nodiscard]] std::optional<SettingError> read_file(const std::string& path, Values& values)
{
    std::ifstream in(path);
    if (!in) return SettingError{"config: cannot read " + path};
    std::ostringstream text;
    text << in.rdbuf();
    toml::table table;
    try {
        table = toml::parse(text.str(), path);
    } catch (const toml::parse_error& error) {
        return SettingError{"config: " + path + ", line " + std::to_string(error.source().begin.line) + ": " +
                            std::string(error.description())};
    }
    for (const auto& [key, node] : table) {
        const std::string setting(key.str());
        const Row* row = row_of(setting);
        if (!row) return SettingError{path + ": unknown key " + setting};
        const auto value = text_of(node, *row);
        if (!value)
            return SettingError{path + ": " + setting + " must be " +
                                (row->is_list     ? "an array of texts"
                                 : row->is_switch ? "true or false"
                                 : row->is_number ? "a whole number"
                                                  : "a text")};
        values[setting] = {path + ": " + setting, *value};
    }
    return std::nullopt;
}

[[nodiscard]] std::optional<SettingError> check_together(const Settings& s)
{
    const auto endpoint = endpoint_of(s.listen);
    if (s.dev && !endpoint->is_loopback && s.token.size() < TOKEN_BYTES_MIN)
        return SettingError{
            "token must be stated and have at least 16 bytes where a dev chain listens beyond loopback, on " +
            s.listen};
    if (s.mine == Mine::manual && !s.dev)
        return SettingError{"mine may be manual on a dev chain only: add dev"};
    if (!s.load.empty() && !s.dev) return SettingError{"load is for dev chains only: add dev"};
    if (!s.fork.empty() && !s.dev) return SettingError{"fork is for dev chains only: add dev"};
    if (!s.load.empty() && !s.fork.empty()) return SettingError{"load and fork exclude each other"};
    return std::nullopt;
}

}  // namespace

std::string_view name(Mine m) noexcept
{
    return name_in(MINES, m);
}
std::string_view name(EmptyBlocks e) noexcept
{
    return name_in(EMPTIES, e);
}
std::string_view name(Clock c) noexcept
{
    return name_in(CLOCKS, c);
}
std::optional<Mine> mine_from_name(std::string_view text) noexcept
{
    return find_in(MINES, text);
}
EmptyBlocks default_empty_blocks(Mine mode) noexcept
{
    return mode == Mine::automatic ? EmptyBlocks::due : EmptyBlocks::always;
}

std::optional<EmptyBlocks> empty_blocks_from_name(std::string_view text) noexcept
{
    return find_in(EMPTIES, text);
}
std::optional<LogLevel> log_level_from_name(std::string_view text) noexcept
{
    return find_in(LEVELS, text);
}

std::string url_of(const Endpoint& endpoint, u16 port)
{
    const bool is_six = endpoint.address.find(':') != std::string::npos;
    return "http://" + (is_six ? "[" + endpoint.address + "]" : endpoint.address) + ":" +
           std::to_string(port);
}

std::optional<Endpoint> endpoint_of(const std::string& listen)
{
    const std::size_t colon = listen.rfind(':');
    if (colon == std::string::npos) return std::nullopt;
    Endpoint out;
    out.address = listen.substr(0, colon);
    const std::string port = listen.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), out.port);
    if (error != std::errc{} || end != port.data() + port.size()) return std::nullopt;
    if (out.address.size() > 2 && out.address.front() == '[' && out.address.back() == ']') {
        out.address = out.address.substr(1, out.address.size() - 2);
        in6_addr parsed{};
        if (inet_pton(AF_INET6, out.address.c_str(), &parsed) != 1) return std::nullopt;
        out.is_loopback = IN6_IS_ADDR_LOOPBACK(&parsed);
        return out;
    }
    in_addr parsed{};
    if (inet_pton(AF_INET, out.address.c_str(), &parsed) != 1) return std::nullopt;
    out.is_loopback = (ntohl(parsed.s_addr) >> 24) == 127;
    return out;
}

const std::vector<std::string>& setting_names()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out;
        for (const Row& row : rows()) out.push_back(row.name);
        return out;
    }();
    return names;
}

std::string flag_of(const std::string& setting)
{
    std::string flag = "--" + setting;
    std::replace(flag.begin(), flag.end(), '_', '-');
    return flag;
}

std::string variable_of(const std::string& setting)
{
    std::string out = "LARIAT_";
    for (const char c : setting) out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return out;
}

std::string describe(const std::string& setting)
{
    const Row* row = row_of(setting);
    return row ? row->help : std::string();
}

bool is_switch(const std::string& setting)
{
    const Row* row = row_of(setting);
    return row && row->is_switch;
}

Result<Settings, SettingError> gather_settings(const SettingSources& sources)
{
    Values outside;  // flags and variables: they may name the directory whose file is read
    for (const Row& row : rows())
        if (const auto value = sources.variable ? sources.variable(variable_of(row.name)) : std::nullopt)
            outside[row.name] = {variable_of(row.name), *value};
    for (const auto& [setting, value] : sources.flags) outside[setting] = {flag_of(setting), value};

    Values values;
    std::string file = sources.file;
    if (file.empty() && outside.contains("data")) {
        const std::string kept = outside["data"].second + "/lariat.toml";
        std::error_code ignored;
        if (std::filesystem::exists(kept, ignored)) file = kept;
    }
    if (!file.empty())
        if (auto error = read_file(file, values)) return *error;
    for (auto& [setting, value] : outside) values[setting] = value;

    Settings settings;
    settings.proposer.bytes[19] = 0xff;
    for (const auto& [setting, value] : values) {
        const Row* row = row_of(setting);
        if (!row) return SettingError{"unknown setting " + setting};
        if (const Wanted wanted = row->read(settings, value.second))
            return wrong(value.first, *row, value.second, *wanted);
    }
    if (!values.contains("dev") && !(settings.load.empty() && settings.fork.empty())) settings.dev = true;
    if (!values.contains("mine")) settings.mine = settings.dev ? Mine::automatic : Mine::interval;
    if (!values.contains("empty_blocks")) settings.empty_blocks = default_empty_blocks(settings.mine);
    if (!values.contains("keep_states")) settings.keep_states = settings.dev ? 10'000 : 1;
    if (auto error = check_together(settings)) return *error;
    return settings;
}

std::string print_settings(const Settings& settings)
{
    std::string out;
    for (const Row& row : rows()) {
        std::string value = row.toml(settings);
        if (value == "\"\"" || value == "''") {
            out += "# " + row.name + " is not set\n";
            continue;
        }
        if (row.name == "token") value = "\"(hidden)\"";
        out += row.name + " = " + value + "\n";
    }
    return out;
}

}  // namespace lariat::node
