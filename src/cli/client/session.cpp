// Asks the node and tells how a command ended.
#include "cli/client/session.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "base/checked.hpp"
#include "base/utf8.hpp"
#include "cli/client/tables.hpp"
#include "client/problem.hpp"

namespace lariat::cli::client {

using lariat::client::HttpClient;

namespace {

constexpr const char* DEFAULT_NODE = "http://127.0.0.1:8640";
constexpr u64 DEFAULT_SECONDS = 30, SECONDS_MAX = 86'400;

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

}  // namespace

void stop(Failure failure)
{
    throw Stop{std::move(failure), {}};
}

void stop_for_input(std::string message)
{
    throw Stop{lariat::client::bad_input(std::move(message)), {}};
}

Session::Session(std::string command, CommandLine line) : command_(std::move(command)), line_(std::move(line))
{
}

bool Session::has(const std::string& name) const
{
    const auto flag = line_.switches.find(name);
    return flag != line_.switches.end() ? flag->second : line_.values.contains(name);
}

std::string Session::value(const std::string& name) const
{
    const auto found = line_.values.find(name);
    return found == line_.values.end() ? std::string() : found->second;
}

std::optional<u64> Session::number(const std::string& name) const
{
    if (!has(name)) return std::nullopt;
    const auto number = parse_decimal(value(name));
    if (!number || *number > U64_MAX)
        stop_for_input(name + " must be a whole number, got \"" + value(name) + "\"");
    return static_cast<u64>(*number);
}

std::chrono::milliseconds Session::timeout() const
{
    const u64 seconds = number("--timeout").value_or(DEFAULT_SECONDS);
    if (seconds == 0 || seconds > SECONDS_MAX)
        stop_for_input("--timeout must be a number of seconds from 1 to 86400, got \"" + value("--timeout") +
                       "\"");
    return std::chrono::milliseconds(seconds * 1000);
}

HttpClient& Session::http()
{
    if (!http_) {
        std::string node = has("--node") ? value("--node") : variable("LARIAT_NODE");
        if (node.empty()) node = DEFAULT_NODE;
        http_ = std::make_unique<HttpClient>(take(lariat::client::parse_url(node)), timeout());
    }
    return *http_;
}

std::string Session::fetch(const HttpClient::Request& request)
{
    answer_ = take(http().send(request)).body;
    return answer_;
}

Json Session::get(const std::string& path)
{
    HttpClient::Request request;
    request.target = path;
    Json out = Json::parse(fetch(request), nullptr, false);
    if (out.is_discarded())
        stop({Failure::Kind::refused, "the answer of " + path + " is no JSON", "no_json", {}});
    return out;
}

Json Session::post(const std::string& path, const Json& body, std::chrono::milliseconds patience)
{
    HttpClient::Request request;
    request.method = "POST";
    request.target = path;
    request.body = body.dump();
    request.token = path.starts_with("/v1/dev/") ? variable("LARIAT_TOKEN") : "";
    request.patience = patience;
    Json out = Json::parse(fetch(request), nullptr, false);
    if (out.is_discarded())
        stop({Failure::Kind::refused, "the answer of " + path + " is no JSON", "no_json", {}});
    return out;
}

const Json& Session::status()
{
    if (!status_) status_ = get("/v1/status");
    return *status_;
}

int Session::print_answer() const
{
    std::cout << answer_;
    if (!answer_.ends_with('\n')) std::cout << '\n';
    return EXIT_GOOD;
}

void say_error(const std::string& text)
{
    std::cout.flush();
    std::cerr << (isatty(STDERR_FILENO) == 1 ? paragraph(text) : text + "\n");
}

int report(const Session& session, const Failure& failure)
{
    const std::string name = "lariat " + session.command() + ": ";
    if (session.wants_json() && !failure.problem.empty())
        std::cerr << failure.problem << '\n';
    else
        say_error(name + (failure.code.empty() ? "" : failure.code + ": ") + failure.message);
    switch (failure.kind) {
        case Failure::Kind::input:
            return EXIT_USAGE;
        case Failure::Kind::no_answer:
            if (!session.wants_json())
                say_error(
                    "Is it the right address? --node or LARIAT_NODE name it; lariat node --dev starts a dev "
                    "chain");
            return EXIT_NO_ANSWER;
        case Failure::Kind::refused:
            if (const auto advice = lariat::client::advice(failure.code);
                !session.wants_json() && !advice.empty())
                say_error(std::string(advice));
            return EXIT_REFUSED;
    }
    return EXIT_USAGE;
}

int run_command(const Command& command, Session& session)
{
    try {
        for (const Word& word : command.words)
            if (!utf8::valid(lariat::view(std::string_view(session.value(word.name)))))
                stop_for_input(word.name + " is not UTF-8");
        for (const Option& option : command.options)
            if (!utf8::valid(lariat::view(std::string_view(session.value(option.flag)))))
                stop_for_input(option.flag + " is not UTF-8");
        for (const std::string& word : session.words())
            if (!utf8::valid(lariat::view(std::string_view(word))))
                stop_for_input("the command line is not UTF-8");
        return command.run(session);
    } catch (const Stop& stopped) {
        return stopped.status ? *stopped.status : report(session, stopped.failure);
    }
}

void add_query(std::string& path, const std::string& parameter, const std::string& value)
{
    path += path.find('?') == std::string::npos ? '?' : '&';
    path += parameter + "=" + lariat::client::url_encoded(value);
}

std::string with_query(const Session& session, std::string path, const Pairs& parameters)
{
    for (const auto& [flag, parameter] : parameters) {
        if (!session.has(flag)) continue;
        add_query(path, parameter, session.value(flag));
    }
    return path;
}

}  // namespace lariat::cli::client
