// lariat actor: code and storage of actors.
#include <iostream>

#include "cli/client/signing.hpp"
#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"

namespace lariat::cli::client {

namespace {

std::string path_of(Session& session, const char* rest = "")
{
    return "/v1/actors/" + read_actor(session, session.value("ACTOR")) + rest;
}

int show_actor(Session& session)
{
    const Json actor = session.get(path_of(session));
    if (session.wants_json()) return session.print_answer();
    Record().add_members(actor).print();
    return EXIT_GOOD;
}

int code(Session& session)
{
    lariat::client::HttpClient::Request request;
    request.target = path_of(session, "/code");
    session.fetch(request);
    return session.print_answer();
}

std::string entry_value(const Json& entry)
{
    return entry["cbor"].is_null() ? shown_hex(entry["value"].get<std::string>())
                                   : plain(entry["cbor"].dump());
}

int storage(Session& session)
{
    if (session.has("KEY")) {
        const std::string key = read_payload(session.value("KEY"), "KEY");
        const Json entry = session.get(path_of(session, "/storage/") + key);
        if (session.wants_json()) return session.print_answer();
        std::cout << entry_value(entry) << '\n';
        return EXIT_GOOD;
    }
    std::string path =
        with_query(session, path_of(session, "/storage"), {{"--limit", "limit"}, {"--cursor", "cursor"}});
    if (session.has("--prefix"))
        add_query(path, "prefix", read_payload(session.value("--prefix"), "--prefix"));
    const Json page = session.get(path);
    if (session.wants_json()) return session.print_answer();
    Table table({{"KEY"}, {"VALUE"}});
    for (const Json& entry : page["items"])
        table.add({shown_hex(entry["key"].get<std::string>()), entry_value(entry)});
    print_list(table, page, "Nothing is stored.");
    return EXIT_GOOD;
}

int remove(Session& session)
{
    return sign_and_send(session, {{"remove_actor", read_actor(session, session.value("ACTOR"))}});
}

}  // namespace

std::vector<Command> actor_commands()
{
    const Word actor{"ACTOR", "its address, or the first six digits or more"};
    return {
        {"actor", "show", "Show an actor: owner, handlers, hash of its code", {actor}, {}, show_actor},
        {"actor", "code", "Print its source", {actor}, {}, code},
        {"actor",
         "storage",
         "Show its storage, or one entry",
         {actor, {"KEY", "text, 0x… or @FILE; then the value alone is printed", false}},
         {{"--prefix", "BYTES", "keys that begin with these"},
          {"--limit", "N", "entries of a page [100]"},
          {"--cursor", "TEXT", "the next page"}},
         storage},
        {"actor", "remove", "Remove an actor", {actor}, {}, remove, Command::Kind::signs},
    };
}

}  // namespace lariat::cli::client
