// lariat call, send, transfer, deploy.
#include <iostream>

#include "base/utf8.hpp"
#include "cli/client/signing.hpp"
#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"

namespace lariat::cli::client {

namespace {

Json call_of(Session& session)
{
    return {{"call",
             {{"actor", read_actor(session, session.value("ACTOR"))},
              {"handler", session.value("HANDLER")},
              {"payload", read_payload(session.value("PAYLOAD"), "PAYLOAD")}}}};
}

int call(Session& session)
{
    Json tx = call_of(session);
    tx["from"] = sender_of(session);
    if (const auto limit = session.number("--cycles-limit")) tx["cycles_limit"] = *limit;
    if (const auto limit = session.number("--cells-limit")) tx["cells_limit"] = *limit;
    Json request{{"tx", tx}};
    if (const auto blocks = session.number("--blocks")) request["blocks"] = *blocks;
    const Json answer = session.post("/v1/simulate", request);
    const Json& receipt = answer["receipt"];
    const bool good = receipt["status"] == "ok";
    if (session.wants_json()) {
        session.print_answer();
        return good ? EXIT_GOOD : EXIT_DIFFERENT;
    }
    if (!good) {
        print_failed_trial(receipt);
        return EXIT_DIFFERENT;
    }
    std::cout << shown_hex(receipt["returned"].get<std::string>()) << '\n';
    if (session.has("--blocks")) {
        Table table({{"BLOCK", Column::Kind::number},
                     {"FIRED", Column::Kind::id},
                     {"HANDLER"},
                     {"STATUS"},
                     {"CYCLES", Column::Kind::number}});
        for (const Json& result : answer["results"])
            for (const Json& fire : result["fired"])
                table.add({digits_of(result["height"]),
                           fire.value("id", fire["deliver_id"].get<std::string>()),
                           plain(fire["handler"].get<std::string>()), fire["status"].get<std::string>(),
                           grouped_number(fire["cycles"])});
        if (!table.is_empty()) table.print();
    }
    return EXIT_GOOD;
}

int send(Session& session)
{
    return sign_and_send(session, call_of(session));
}

int transfer(Session& session)
{
    return sign_and_send(session, {{"transfer",
                                    {{"to", read_account(session.value("TO"), "TO")},
                                     {"amount", read_amount(session.value("AMOUNT"), "AMOUNT")}}}});
}

int deploy(Session& session)
{
    const std::string source = read_whole_file(session.value("FILE"));
    if (!utf8::valid(lariat::view(std::string_view(source))))
        stop_for_input(session.value("FILE") + " is not UTF-8");
    Json tx{{"deploy", {{"python", source}}}};
    if (session.has("--salt")) tx["salt"] = read_payload(session.value("--salt"), "--salt");
    if (session.has("--payload")) tx["payload"] = read_payload(session.value("--payload"), "--payload");
    return sign_and_send(session, std::move(tx));
}

}  // namespace

std::vector<Command> transact_commands()
{
    const Word actor{"ACTOR", "its address, or the first six digits or more"};
    const Word handler{"HANDLER", "name of the handler"};
    const Word payload{"PAYLOAD", "text, bytes as 0x…, or @FILE", false};
    return {
        {"",
         "call",
         "Run a handler in the coming block, print what it returns, keep nothing",
         {actor, handler, payload},
         {{"--blocks", "N", "run so many blocks, and show what fires in them"}},
         call,
         Command::Kind::runs},
        {"",
         "send",
         "Call a handler by a transaction",
         {actor, handler, payload},
         {},
         send,
         Command::Kind::signs},
        {"",
         "transfer",
         "Send money",
         {{"TO", "address, key or dev:N"}, {"AMOUNT", "base units, or with the suffix cby: 10^9 of them"}},
         {},
         transfer,
         Command::Kind::signs},
        {"",
         "deploy",
         "Deploy an actor",
         {{"FILE", "its Python source"}},
         {{"--salt", "BYTES", "for another address of the same source"},
          {"--payload", "BYTES", "payload of its handler deploy"}},
         deploy,
         Command::Kind::signs},
    };
}

}  // namespace lariat::cli::client
