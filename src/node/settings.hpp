// Settings of `lariat node` (NODE-1): from a flag, else an environment variable, else the TOML file, else the
// default.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lariat/error.hpp"

namespace lariat::node {

enum class Mine : u8 { automatic, interval, manual };
enum class EmptyBlocks : u8 { always, due, never };
enum class Clock : u8 { wall, step };
enum class LogLevel : u8 { debug, info, warn, error };
enum class LogFormat : u8 { text, json };

std::string_view name(Mine) noexcept;
std::string_view name(EmptyBlocks) noexcept;
std::string_view name(Clock) noexcept;
std::optional<Mine> mine_from_name(std::string_view) noexcept;
std::optional<EmptyBlocks> empty_blocks_from_name(std::string_view) noexcept;
/// Where none is stated.
EmptyBlocks default_empty_blocks(Mine) noexcept;
std::optional<LogLevel> log_level_from_name(std::string_view) noexcept;

/// Bounds of block_time_ms.
inline constexpr u64 BLOCK_TIME_LEAST_MS = 10, BLOCK_TIME_MOST_MS = 3'600'000;

/// Sizes in bytes, times in the unit of the name. An empty text: not set.
struct Settings {
    std::string data;     ///< directory; empty: everything is kept in memory
    std::string genesis;  ///< file
    bool dev = false;
    std::string load, fork;  ///< files that a dev chain begins with
    std::string listen = "127.0.0.1:8640";
    std::vector<std::string> hosts, cors;
    std::string token;
    Mine mine = Mine::interval;
    u64 block_time_ms = 1'000;
    EmptyBlocks empty_blocks = EmptyBlocks::always;
    Clock clock = Clock::wall;
    Address proposer;
    u64 pool_count = 10'000;
    u64 pool_bytes = 64 * 1'024 * 1'024;
    u64 pool_per_sender = 64;
    u64 pool_ttl_s = 10'800;
    u64 max_tx_bytes = 1'024 * 1'024;
    u64 max_block_bytes = 4 * 1'024 * 1'024;
    u64 max_connections = 1'024;
    u64 max_streams = 256;
    u64 rate = 0;         ///< requests a second and client address; 0: any number
    u64 keep_blocks = 0;  ///< 0: all
    u64 keep_states = 1;  ///< 1: of the head alone
    LogLevel log_level = LogLevel::info;
    LogFormat log_format = LogFormat::text;
};

/// Where `listen` points.
struct Endpoint {
    std::string address;  ///< an IP address, IPv6 without brackets
    u16 port = 0;
    bool is_loopback = false;
};
std::optional<Endpoint> endpoint_of(const std::string& listen);
/// http://ADDRESS:PORT, with `port` for the one that the system chose.
std::string url_of(const Endpoint& endpoint, u16 port);

/// A wrong setting: the message names the key, what was given, and what is allowed.
struct [[nodiscard]] SettingError {
    std::string message;
};

/// Name of each setting, as it stands in the file. The flag is `--` with dashes, the variable LARIAT_ in
/// capitals.
const std::vector<std::string>& setting_names();
std::string flag_of(const std::string& setting);
std::string variable_of(const std::string& setting);
/// One line for `--help`: what it is, with the default.
std::string describe(const std::string& setting);
/// Is the setting a switch (a flag without value is true)?
bool is_switch(const std::string& setting);

struct SettingSources {
    std::map<std::string, std::string> flags;  ///< by name of the setting
    std::function<std::optional<std::string>(const std::string&)> variable;
    std::string file;  ///< path of the TOML file; empty: DATA/lariat.toml if there is one
};

/// Gathers the settings and checks each alone and all together (NODE-1, NODE-4).
Result<Settings, SettingError> gather_settings(const SettingSources& sources);

/// The settings in force as TOML, the token hidden (NODE-3).
std::string print_settings(const Settings& settings);

}  // namespace lariat::node
