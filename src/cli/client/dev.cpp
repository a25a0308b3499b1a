// lariat dev: the verbs of dev chains, each a command.
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "cli/client/signing.hpp"
#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"
#include "node/routes.hpp"

namespace lariat::cli::client {

namespace {

constexpr std::string_view PREFIX = "/v1/dev/";
constexpr std::chrono::milliseconds LONG(
    600'000);  // mining many blocks and running a dump again take their time

std::string verb_of(const Session& session)
{
    return session.command().substr(session.command().rfind(' ') + 1);
}

std::string token()
{
    const char* value = std::getenv("LARIAT_TOKEN");
    return value ? value : "";
}

int accounts(Session& session)
{
    lariat::client::HttpClient::Request request;
    request.target = "/v1/dev/accounts";
    request.token = token();
    const Json answer = Json::parse(session.fetch(request));
    if (session.wants_json()) return session.print_answer();
    Table table({{"NAME"}, {"ADDRESS"}});
    int number = 0;
    for (const Json& account : answer["accounts"])
        table.add({"dev:" + std::to_string(number++), account["address"].get<std::string>()});
    table.print();
    std::cout << "The whole world has their keys; --json prints them.\n";
    return EXIT_GOOD;
}

int dump(Session& session)
{
    const std::string path = session.value("FILE");
    lariat::client::HttpClient::Request request;
    request.target = "/v1/dev/dump";
    request.token = token();
    request.patience = LONG;
    const std::string file = session.fetch(request);
    if (path == "-") {
        std::cout << file;
        return EXIT_GOOD;
    }
    // Beside it first, so that a file that is there is replaced by a whole one alone.
    const std::string fresh = path + ".new-" + std::to_string(::getpid());
    std::ofstream out(fresh, std::ios::binary);
    out << file;
    out.close();
    if (!out || std::rename(fresh.c_str(), path.c_str()) != 0) {
        std::remove(fresh.c_str());
        stop_for_input("cannot write " + path);
    }
    if (session.wants_json())
        std::cout << Json{{"file", path}, {"bytes", file.size()}}.dump() << '\n';
    else
        std::cout << "wrote " << grouped_number(Json(file.size())) << " bytes to " << path << '\n';
    return EXIT_GOOD;
}

int load(Session& session)
{
    lariat::client::HttpClient::Request request;
    request.method = "PUT";
    request.target = "/v1/dev/load";
    request.body = read_whole_file(session.value("FILE"));
    request.content_type = "application/octet-stream";
    request.token = token();
    request.patience = LONG;
    const Json answer = Json::parse(session.fetch(request));
    if (session.wants_json()) return session.print_answer();
    Record().add_members(answer).print();
    return EXIT_GOOD;
}

/// The keys that a verb takes, for help and errors.
std::string keys_of(const std::string& name)
{
    static const std::map<std::string, std::string> keys{
        {"mine", "blocks=N, until_height=H or until_timer=ID; max_blocks=N, step_ms=MS"},
        {"set",
         "fund={ADDRESS: AMOUNT}, balances={…}, storage=[[ADDRESS, KEY, VALUE]], code={…}, config={…}"},
        {"send", "tx={\"from\": ADDRESS, \"call\": {…}}: a transaction of anybody"},
        {"time", "advance_ms=MS or next_timestamp_ms=TIME"},
        {"mining", "mode=auto|interval|manual, block_time_ms=MS, empty_blocks=always|due|never"},
        {"fire", "timer=ID"},
        {"revert", "id=ID, of a snapshot"}};
    const auto found = keys.find(name);
    return found == keys.end() ? std::string() : found->second;
}

/// The key that a word without one stands for: `lariat dev mine 3`.
std::string lone_key_of(const std::string& name)
{
    return name == "mine" ? "blocks" : name == "fire" ? "timer" : name == "revert" ? "id" : "";
}

int verb(Session& session)
{
    const std::string name = verb_of(session);
    Json body = read_pairs(session, keys_of(name), lone_key_of(name));
    for (const char* key : {"until_timer", "timer"})
        if (body.contains(key) && body[key].is_string())
            body[key] = read_id(session, body[key].get<std::string>(), "/v1/timers");
    if (name == "revert" && body.contains("id") && !body["id"].is_string()) body["id"] = body["id"].dump();
    std::string path = std::string(PREFIX) + name;
    if (name == "send" && !session.has("--no-wait") && !body.contains("wait")) path += "?wait=10000";
    const Json answer = session.post(path, body, LONG);
    const int status = name == "send"                                             ? status_of(answer)
                       : answer.contains("reached") && answer["reached"] == false ? EXIT_DIFFERENT
                                                                                  : EXIT_GOOD;
    if (session.wants_json())
        session.print_answer();
    else if (name == "send")
        print_transaction(answer);
    else
        Record().add_members(answer).print();
    return status;
}

}  // namespace

Json read_pairs(const Session& session, const std::string& keys, const std::string& lone)
{
    const auto json_of = [](const std::string& value) {
        const Json json = Json::parse(value, nullptr, false);
        return json.is_discarded() ? Json(value) : json;
    };
    const std::vector<std::string>& words = session.words();
    if (!lone.empty() && words.size() == 1 && words[0].find('=') == std::string::npos)
        return {{lone, json_of(words[0])}};
    Json out = Json::object();
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0)
            stop_for_input("KEY=VALUE is wanted, got \"" + word + "\"" + (keys.empty() ? "" : "; " + keys));
        const std::string key = word.substr(0, equals);
        if (out.contains(key)) stop_for_input("\"" + key + "\" is given twice");
        out[key] = json_of(word.substr(equals + 1));
    }
    return out;
}

std::vector<Command> dev_commands()
{
    std::vector<Command> out;
    for (const node::Route& route : node::dev_routes()) {
        const std::string name = route.path.substr(PREFIX.size());
        Command command{"dev", name, route.about, {}, {}, verb, Command::Kind::asks};
        const std::string keys = keys_of(name);
        if (name == "accounts") {
            command.run = accounts;
        } else if (name == "dump" || name == "load") {
            command.run = name == "dump" ? dump : load;
            command.words = {{"FILE", name == "dump" ? "where it is written; - is standard output"
                                                     : "a file of lariat dev dump"}};
        } else if (!keys.empty()) {
            command.words = {{"KEY=VALUE", keys, name != "mine", true}};
            const std::string lone = lone_key_of(name);
            command.more = "A VALUE is JSON if it can be read as that, else text." +
                           (lone.empty() ? "" : " One VALUE alone is that of " + lone + ".");
        }
        if (name == "send") command.options = {{"--no-wait", "", "do not wait until it is included"}};
        out.push_back(std::move(command));
    }
    return out;
}

}  // namespace lariat::cli::client
