// lariat op: operations at a time, and control of the deposit.
#include <iostream>

#include "cli/client/signing.hpp"
#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"

namespace lariat::cli::client {

namespace {

/// A time, or `+MS` from the node's clock on.
u64 read_timestamp(Session& session)
{
    const std::string text = session.value("TIMESTAMP");
    CommandLine line;
    line.values["TIMESTAMP"] = text.starts_with('+') ? text.substr(1) : text;
    const u64 number = *Session(session.command(), line).number("TIMESTAMP");
    return text.starts_with('+') ? number_of(session.status()["clock_ms"]) + number : number;
}

int list_operations(Session& session)
{
    std::string path = with_query(session, "/v1/operations", {{"--limit", "limit"}, {"--cursor", "cursor"}});
    if (session.has("ACCOUNT")) add_query(path, "account", read_actor(session, session.value("ACCOUNT")));
    const Json page = session.get(path);
    if (session.wants_json()) return session.print_answer();
    Table table({{"ID", Column::Kind::id},
                 {"TIME (UTC)"},
                 {"ACCOUNT", Column::Kind::id},
                 {"TARGET", Column::Kind::id},
                 {"HANDLER"}});
    for (const Json& one : page["items"])
        table.add({one["id"].get<std::string>(), shown_time(one["timestamp_ms"]),
                   one["account"].get<std::string>(), one["target"].get<std::string>(),
                   plain(one["handler"].get<std::string>())});
    print_list(table, page, "No operation is scheduled.");
    return EXIT_GOOD;
}

int schedule(Session& session)
{
    Json call{{"timestamp_ms", read_timestamp(session)},
              {"actor", read_actor(session, session.value("ACTOR"))}};
    call["handler"] = session.value("HANDLER");
    call["payload"] = read_payload(session.value("PAYLOAD"), "PAYLOAD");
    if (const auto gas = session.number("--gas-limit")) call["gas_limit"] = *gas;
    return sign_and_send(session, {{"schedule_at", call}});
}

int drop(Session& session)
{
    return sign_and_send(session, {{"drop", read_id(session, session.value("ID"), "/v1/operations")}});
}

int room(Session& session)
{
    Json operation{{"timestamp_ms", read_timestamp(session)}};
    if (const auto gas = session.number("--gas-limit")) operation["gas_limit"] = *gas;
    const Json answer = session.post("/v1/estimate", {{"operation", operation}});
    const bool none = answer["timestamp_ms"].is_null();
    if (session.wants_json())
        session.print_answer();
    else if (none)
        std::cout << "There is no room from that time on.\n";
    else
        Record()
            .add("first time with room", digits_of(answer["timestamp_ms"]))
            .add("UTC", shown_time(answer["timestamp_ms"]))
            .print();
    return none ? EXIT_DIFFERENT : EXIT_GOOD;
}

int transfer_control(Session& session)
{
    return sign_and_send(session, {{"transfer_control", true}});
}

}  // namespace

std::vector<Command> operation_commands()
{
    const Word time{"TIMESTAMP", "milliseconds since 1970, or +MS: from the node's clock on"};
    const Option gas{"--gas-limit", "N", "cycles that its handler may use"};
    return {
        {"op",
         "list",
         "List operations in the order of running",
         {{"ACCOUNT", "of this account", false}},
         {{"--limit", "N", "entries of a page [100]"}, {"--cursor", "TEXT", "the next page"}},
         list_operations},
        {"op",
         "schedule",
         "Schedule a call of a handler for a time",
         {time,
          {"ACTOR", "its address"},
          {"HANDLER", "name of the handler"},
          {"PAYLOAD", "text, bytes as 0x…, or @FILE", false}},
         {gas},
         schedule,
         Command::Kind::signs},
        {"op",
         "drop",
         "Take an operation back",
         {{"ID", "its id, or the first six digits or more"}},
         {},
         drop,
         Command::Kind::signs},
        {"op", "room", "Say the first time from one on that has room for an operation", {time}, {gas}, room},
        {"control",
         "transfer",
         "Give the control of the sender's operations to the chain",
         {},
         {},
         transfer_control,
         Command::Kind::signs},
    };
}

}  // namespace lariat::cli::client
