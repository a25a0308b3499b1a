// lariat block, events, fees, proof.
#include <iostream>

#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"

namespace lariat::cli::client {

namespace {

int block(Session& session)
{
    const std::string which = session.has("BLOCK") ? session.value("BLOCK") : "head";
    const Json block = session.get("/v1/blocks/" + lariat::client::url_encoded(which) +
                                   (session.has("--full") ? "?full=true" : ""));
    if (session.wants_json()) return session.print_answer();
    Record record;
    record.add_members(
        block, {"txs", "receipts", "fired", "exits", "events", "balances", "scheduled", "dev", "totals",
                "supply", "context_hash", "txs_hash", "results_root", "used", "burned"});
    record.add("used", grouped_number(block["used"]["cycles"]) + " cycles, " +
                           grouped_number(block["used"]["cells"]) + " cells, " +
                           grouped_number(block["used"]["lane"]) + " of the timer lane");
    if (block.contains("dev"))
        for (const Json& change : block["dev"]) record.add("dev", plain(change.dump()));
    for (const Json& hash : block["txs"]) record.add("transaction", hash.get<std::string>());
    record.print();
    return EXIT_GOOD;
}

int events(Session& session)
{
    std::string path = with_query(session, "/v1/events",
                                  {{"--name", "name"},
                                   {"--topic", "topic"},
                                   {"--from-height", "from_height"},
                                   {"--to-height", "to_height"},
                                   {"--limit", "limit"},
                                   {"--cursor", "cursor"}});
    if (session.has("--actor")) add_query(path, "actor", read_actor(session, session.value("--actor")));
    if (session.has("--timer"))
        add_query(path, "timer", read_id(session, session.value("--timer"), "/v1/timers"));
    const Json page = session.get(path);
    if (session.wants_json()) return session.print_answer();
    Table table(
        {{"BLOCK", Column::Kind::number}, {"NAME"}, {"ACTOR", Column::Kind::id}, {"TOPIC"}, {"DATA"}});
    for (const Json& event : page["items"]) {
        const bool is_actors = event["name"] == "actor";
        Json rest = event;
        for (const char* key : {"height", "index", "name", "actor", "cause"}) rest.erase(key);
        table.add({digits_of(event["height"]), event["name"].get<std::string>(), event.value("actor", ""),
                   is_actors ? plain(event.value("topic", "")) : "",
                   is_actors ? shown_value("data", event["data"]) : shown_value("event", rest)});
    }
    print_list(table, page, "There is no such event.");
    return EXIT_GOOD;
}

int fees(Session& session)
{
    const Json fees = session.get("/v1/fees");
    if (session.wants_json()) return session.print_answer();
    Table table({{""},
                 {"CYCLE", Column::Kind::number},
                 {"CELL", Column::Kind::number},
                 {"LANE", Column::Kind::number}});
    const Json& base = fees["basefee"];
    table.add({"base fee", grouped_number(base["cycle"]), grouped_number(base["cell"]),
               grouped_number(base["lane"])});
    table.add({"suggested most", grouped_number(fees["max_fee_per_cycle"]),
               grouped_number(fees["max_fee_per_cell"]), ""});
    table.add(
        {"suggested tip", grouped_number(fees["tip_per_cycle"]), grouped_number(fees["tip_per_cell"]), ""});
    table.print();
    return EXIT_GOOD;
}

/// A proof is for programs (`lariat verify`), so it is printed as it is.
int proof(Session& session, const std::string& path)
{
    session.get("/v1/proofs/" + path);
    return session.print_answer();
}

int prove_timer(Session& session)
{
    return proof(session, "timer/" + read_id(session, session.value("ID"), "/v1/timers"));
}

int prove_height(Session& session)
{
    return proof(session, "height/" + std::to_string(*session.number("HEIGHT")));
}

int prove_operation(Session& session)
{
    return proof(session, "operation/" + read_id(session, session.value("ID"), "/v1/operations"));
}

int prove_storage(Session& session)
{
    return proof(session, "storage/" + read_actor(session, session.value("ACTOR")) + "/" +
                              read_payload(session.value("KEY"), "KEY"));
}

}  // namespace

std::vector<Command> chain_commands()
{
    const Word id{"ID", "its id, or the first six digits or more"};
    return {
        {"",
         "block",
         "Show a block",
         {{"BLOCK", "height, hash or head [head]", false}},
         {{"--full", "", "with all lists of its result, for --json"}},
         block},
        {"",
         "events",
         "List events, the latest first",
         {},
         {{"--name", "NAME", "of this name, such as actor or TimerExpired"},
          {"--actor", "ADDRESS", "of this actor"},
          {"--topic", "TEXT", "with this topic"},
          {"--timer", "ID", "of this timer"},
          {"--from-height", "H", "in this block or later"},
          {"--to-height", "H", "in this block or earlier"},
          {"--limit", "N", "entries of a page [100]"},
          {"--cursor", "TEXT", "the next page"}},
         events},
        {"", "fees", "Show the base fees of the coming block, and what to offer", {}, {}, fees},
        {"proof",
         "timer",
         "Prove a timer or its absence",
         {id},
         {},
         prove_timer,
         Command::Kind::asks,
         "lariat verify takes what is printed."},
        {"proof",
         "height",
         "Prove which timers are due at a height",
         {{"HEIGHT", "the height"}},
         {},
         prove_height,
         Command::Kind::asks,
         "lariat verify takes what is printed."},
        {"proof",
         "operation",
         "Prove an operation or its absence",
         {id},
         {},
         prove_operation,
         Command::Kind::asks,
         "lariat verify takes what is printed."},
        {"proof",
         "storage",
         "Prove an entry of storage or its absence",
         {{"ACTOR", "the actor"}, {"KEY", "text, 0x… or @FILE"}},
         {},
         prove_storage,
         Command::Kind::asks,
         "lariat verify takes what is printed."},
    };
}

}  // namespace lariat::cli::client
