// One run of a client command: its command line, its node and its output.
#pragma once

#include <map>
#include <optional>

#include <nlohmann/json.hpp>

#include "cli/client/command.hpp"
#include "cli/exit_status.hpp"
#include "client/http_client.hpp"

namespace lariat::cli::client {

using Json = nlohmann::ordered_json;
using lariat::client::Failure;

/// Ends a command. run_command() reports the failure and makes an exit status of it, or takes the status if
/// everything was said already.
struct Stop {
    Failure failure;
    std::optional<int> status = {};
};
[[noreturn]] void stop(Failure failure);
[[noreturn]] void stop_for_input(std::string message);

template <class T>
T take(lariat::client::Outcome<T> outcome)
{
    if (!outcome) stop(outcome.error());
    return std::move(outcome).value();
}

/// What the command line gave: the words by their names, the options by their flags.
struct CommandLine {
    std::map<std::string, std::string> values;
    std::map<std::string, bool> switches;
    std::vector<std::string> many;
};

class Session {
public:
    Session(std::string command, CommandLine line);

    const std::string& command() const noexcept { return command_; }
    bool has(const std::string& name) const;
    /// Empty if it was not given.
    std::string value(const std::string& name) const;
    const std::vector<std::string>& words() const noexcept { return line_.many; }
    /// A whole number from 0 on.
    std::optional<u64> number(const std::string& name) const;
    bool wants_json() const { return has("--json"); }
    std::chrono::milliseconds timeout() const;

    // Requests. What is no success ends the command.
    Json get(const std::string& path);
    Json post(const std::string& path, const Json& body, std::chrono::milliseconds patience = {});
    /// The answer as it is, for what is no JSON.
    std::string fetch(const lariat::client::HttpClient::Request& request);
    lariat::client::HttpClient& http();
    /// `/status`, asked for once.
    const Json& status();

    /// Prints the last answer as the node gave it.
    int print_answer() const;

private:
    std::string command_;
    CommandLine line_;
    std::unique_ptr<lariat::client::HttpClient> http_;
    std::string answer_;
    std::optional<Json> status_;
};

/// Runs the command and reports how it ended. The exit status of NODE-41.
int run_command(const Command& command, Session& session);
/// A line on standard error; wrapped where that is a terminal.
void say_error(const std::string& text);
/// Prints a failure: its code, its message, what to do.
int report(const Session& session, const Failure& failure);

/// The words KEY=VALUE as an object: a VALUE is JSON if it is that, else text. A word alone, without a key,
/// is the value of `lone`, where there is one. `keys` names those that there are, for the error.
Json read_pairs(const Session& session, const std::string& keys = {}, const std::string& lone = {});

/// Appends `?parameter=value`, or `&parameter=value` where the path has a query already.
void add_query(std::string& path, const std::string& parameter, const std::string& value);
/// Pairs of a flag and the name of a parameter or key.
using Pairs = std::vector<std::pair<const char*, const char*>>;
/// `path?a=1&b=2`, of the options that were given.
std::string with_query(const Session& session, std::string path, const Pairs& parameters);

}  // namespace lariat::cli::client
