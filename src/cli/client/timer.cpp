// lariat timer and watch.
#include <iostream>

#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"
#include "cli/client/why_text.hpp"

namespace lariat::cli::client {

namespace {

std::string reason_of(const Json& timer)
{
    return timer["why"].is_object() ? timer["why"]["reason"].get<std::string>() : std::string();
}

void print_timers(const Json& items, const char* none)
{
    if (items.empty()) {
        std::cout << none << '\n';
        return;
    }
    Table table({{"ID", Column::Kind::id},
                 {"DUE", Column::Kind::number},
                 {"STATE"},
                 {"WHY"},
                 {"TARGET", Column::Kind::id},
                 {"HANDLER"}});
    for (const Json& timer : items)
        table.add({timer["id"].get<std::string>(),
                   timer["kind"] == "watch" ? "watch" : digits_of(timer["height"]),
                   timer["state"].get<std::string>(), reason_of(timer), timer["target"].get<std::string>(),
                   plain(timer["handler"].get<std::string>())});
    table.print();
}

std::string filtered(Session& session, std::string path)
{
    path =
        with_query(session, path,
                   {{"--state", "state"}, {"--kind", "kind"}, {"--limit", "limit"}, {"--cursor", "cursor"}});
    for (const auto& [flag, parameter] : Pairs{{"--owner", "owner"}, {"--target", "target"}})
        if (session.has(flag)) add_query(path, parameter, read_actor(session, session.value(flag)));
    return path;
}

int list_at(Session& session, const std::string& path, const char* none)
{
    const Json page = session.get(filtered(session, path));
    if (session.wants_json()) return session.print_answer();
    print_timers(page["items"], none);
    print_next(page);
    return EXIT_GOOD;
}

int list_timers(Session& session)
{
    return list_at(session, "/v1/timers", "There is no such timer.");
}

int list_watches(Session& session)
{
    return list_at(session, "/v1/timers?kind=watch", "There is no such watch.");
}

Json timer_of(Session& session)
{
    return session.get("/v1/timers/" + read_id(session, session.value("ID"), "/v1/timers"));
}

int show_timer(Session& session)
{
    const Json timer = timer_of(session);
    if (session.wants_json()) return session.print_answer();
    Record().add_members(timer).print();
    return EXIT_GOOD;
}

int why(Session& session)
{
    const Json timer = timer_of(session);
    if (session.wants_json()) return session.print_answer();
    std::cout << paragraph(why_text(timer, session.status()));
    return EXIT_GOOD;
}

int next(Session& session)
{
    const Json page = session.get(filtered(session, "/v1/timers?sort=due"));
    if (session.wants_json()) return session.print_answer();
    const Json& status = session.status();
    const u64 head = number_of(status["height"]);
    Table table({{"BLOCK", Column::Kind::number},
                 {"WHEN"},
                 {"ID", Column::Kind::id},
                 {"TARGET", Column::Kind::id},
                 {"HANDLER"},
                 {"WHY"}});
    for (const Json& timer : page["items"]) {
        if (timer["kind"] == "watch" && reason_of(timer) == "idle") continue;
        const std::string reason = reason_of(timer);
        std::string when =
            reason == "not_due" ? "in " + digits_of(timer["why"]["blocks"]) + " blocks" : "now";
        if (reason == "not_due" && !timer["why"]["eta_ms"].is_null())
            when = "in " + shown_span(number_of(timer["why"]["eta_ms"]));
        table.add({timer["kind"] == "watch" ? digits_of(Json(head + 1)) : digits_of(timer["height"]), when,
                   timer["id"].get<std::string>(), timer["target"].get<std::string>(),
                   plain(timer["handler"].get<std::string>()), reason == "not_due" ? "" : reason});
    }
    print_list(table, page, "No timer is coming. The head is block " + std::to_string(head) + ".");
    return EXIT_GOOD;
}

int estimate(Session& session)
{
    Json timer{{"actor", read_actor(session, session.value("ACTOR"))}};
    const std::string height = session.value("HEIGHT");
    if (height.starts_with('+')) {
        const Json& status = session.status();
        CommandLine ahead;
        ahead.values["HEIGHT"] = height.substr(1);
        timer["height"] = number_of(status["height"]) + *Session("timer estimate", ahead).number("HEIGHT");
    } else {
        timer["height"] = *session.number("HEIGHT");
    }
    if (session.has("--payload")) timer["payload"] = read_payload(session.value("--payload"), "--payload");
    if (const auto gas = session.number("--gas-limit")) timer["gas_limit"] = *gas;
    const Json answer = session.post("/v1/estimate", {{"timer", timer}});
    const bool refused = !answer["refused"].empty();
    if (session.wants_json()) {
        session.print_answer();
        return refused ? EXIT_DIFFERENT : EXIT_GOOD;
    }
    Record record;
    record.add("first block with room",
               answer["height"].is_null() ? "none in sight" : digits_of(answer["height"]));
    record.add("costs at most", grouped_number(answer["cost"]));
    if (refused) record.add("would be refused", shown_value("refused", answer["refused"]), Colour::red);
    record.print();
    return refused ? EXIT_DIFFERENT : EXIT_GOOD;
}

int queue(Session& session)
{
    const Json answer = session.get(with_query(session, "/v1/queue", {{"--limit", "limit"}}));
    if (session.wants_json()) return session.print_answer();
    print_timers(answer["items"], "The coming block looks at no timer.");
    return EXIT_GOOD;
}

}  // namespace

std::vector<Command> timer_commands()
{
    const Word id{"ID", "the timer's id, or the first six digits or more"};
    const Option owner{"--owner", "ADDRESS", "of this owner"},
        target{"--target", "ADDRESS", "of this target"};
    const Option limit{"--limit", "N", "entries of a page [100]"},
        cursor{"--cursor", "TEXT", "the next page"};
    return {
        {"timer",
         "list",
         "List live timers and watches",
         {},
         {owner,
          target,
          {"--state", "STATE", "pending, waiting, parked, standing, dead or idle"},
          {"--kind", "KIND", "height or watch"},
          limit,
          cursor},
         list_timers},
        {"timer", "show", "Show a timer or watch", {id}, {}, show_timer},
        {"timer", "why", "Say why a timer has not fired", {id}, {}, why},
        {"timer", "next", "Show what fires next, and when", {}, {owner, target, limit, cursor}, next},
        {"timer",
         "estimate",
         "Say what a timer would cost, and the first block with room for it",
         {{"ACTOR", "the actor that would set it"}, {"HEIGHT", "the block, also +N: so many after the head"}},
         {{"--payload", "BYTES", "its payload"}, {"--gas-limit", "N", "its gas limit"}},
         estimate},
        {"timer", "queue", "List timers as the coming block looks at them", {}, {limit}, queue},
        {"watch",
         "list",
         "List watches",
         {},
         {owner, target, {"--state", "STATE", "waiting, idle, …"}, limit, cursor},
         list_watches},
    };
}

}  // namespace lariat::cli::client
