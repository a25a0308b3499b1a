// lariat tx: transactions that are there, and raw ones.
#include <iostream>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "cli/client/signing.hpp"
#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"
#include "node/tx_codec.hpp"
#include "node/tx_json.hpp"

namespace lariat::cli::client {

namespace {

int answer(Session& session, const Json& tx)
{
    if (!session.wants_json()) return print_transaction(tx);
    session.print_answer();
    return status_of(tx);
}

int show_tx(Session& session)
{
    const std::string hash = read_id(session, session.value("HASH"), "/v1/transactions");
    const Json tx = session.get("/v1/transactions/" + hash);
    if (session.wants_json()) return session.print_answer();
    print_transaction(tx);
    return EXIT_GOOD;
}

int wait(Session& session)
{
    const std::string hash = read_id(session, session.value("HASH"), "/v1/transactions");
    return answer(session, wait_for(session, hash, session.get("/v1/transactions/" + hash)));
}

/// "call 0x1234… tick", "transfer 5 to 0x…"
std::string what_it_does(const Json& tx)
{
    for (const char* key :
         {"call", "transfer", "deploy", "remove_actor", "schedule_at", "drop", "transfer_control", "system"})
        if (tx.contains(key)) {
            if (std::string(key) == "call")
                return "call " + plain(tx["call"]["handler"].get<std::string>()) + " of " +
                       tx["call"]["actor"].get<std::string>();
            if (std::string(key) == "transfer")
                return "transfer " + grouped_number(tx["transfer"]["amount"]) + " to " +
                       tx["transfer"]["to"].get<std::string>();
            if (std::string(key) == "system") return tx["system"].begin().key();
            std::string name = key;
            for (char& c : name)
                if (c == '_') c = ' ';
            return name;
        }
    return {};
}

int list_pool(Session& session)
{
    std::string path = with_query(session, "/v1/transactions",
                                  {{"--status", "status"}, {"--limit", "limit"}, {"--cursor", "cursor"}});
    if (session.has("--sender"))
        add_query(path, "sender", read_account(session.value("--sender"), "--sender"));
    const Json page = session.get(path);
    if (session.wants_json()) return session.print_answer();
    Table table({{"HASH", Column::Kind::id},
                 {"BLOCK", Column::Kind::number},
                 {"STATUS"},
                 {"FROM", Column::Kind::id},
                 {"WHAT"}});
    for (const Json& tx : page["items"]) {
        const bool ran = tx.contains("receipt") && tx["receipt"].is_object();
        table.add({tx["hash"].get<std::string>(), digits_of(tx.value("height", Json())),
                   ran ? tx["receipt"]["status"].get<std::string>() : tx["status"].get<std::string>(),
                   tx["from"].get<std::string>(), what_it_does(tx)});
    }
    print_list(table, page, "There is no transaction.");
    return EXIT_GOOD;
}

Bytes raw_of(const Session& session)
{
    std::string text = session.value("RAW");
    if (text == "-" || text.starts_with('@')) {
        text = read_whole_file(text == "-" ? text : text.substr(1));
        text.erase(text.find_last_not_of(" \r\n") + 1);
    }
    const auto bytes = from_hex(text);
    if (!bytes)
        stop_for_input("RAW must be 0x and an even number of hex digits, @FILE, or - for standard input");
    return *bytes;
}

int decode(Session& session)
{
    const Bytes raw = raw_of(session);
    const auto wire = node::decode_transaction(raw, node::Kinds::replicated);
    if (!wire)
        stop_for_input("tx_malformed: " + std::string(node::name(wire.error().reason)) + ": " +
                       wire.error().message);
    chain::Transaction tx = wire.value().tx;
    const auto* signature = std::get_if<node::Signature>(&wire.value().seal);
    std::optional<Address> from;
    if (signature)
        from = node::recover(wire.value().digest, *signature);
    else
        from = std::get<Address>(wire.value().seal);
    if (from) tx.from = *from;
    Json out{{"hash", to_hex(keccak256(raw))}, {"chain_id", wire.value().chain_id}};
    const Json fields = node::tx_fields(tx, false);
    for (const auto& [key, value] : fields.items()) out[key] = value;
    if (!from) out["from"] = nullptr;
    out["signature"] = !signature ? "none: of a dev chain" : from ? "good" : "bad";
    if (session.wants_json())
        std::cout << out.dump() << '\n';
    else
        Record().add_members(out).print();
    return from && signature ? EXIT_GOOD : EXIT_DIFFERENT;
}

int post(Session& session)
{
    const Bytes raw = raw_of(session);
    const std::string hash = to_hex(keccak256(raw));
    try {
        Json tx = session.post("/v1/transactions", {{"raw", to_hex(BytesView(raw))}});
        if (!session.has("--no-wait")) tx = wait_for(session, hash, tx);
        return answer(session, tx);
    } catch (const Stop&) {
        std::cerr << "transaction " << hash << '\n';
        throw;
    }
}

}  // namespace

std::vector<Command> tx_commands()
{
    const Word hash{"HASH", "the transaction's hash, or the first six digits or more"};
    const Word raw{"RAW", "the bytes as 0x…, @FILE, or - for standard input"};
    return {
        {"tx", "show", "Show a transaction, wherever it is", {hash}, {}, show_tx},
        {"tx", "wait", "Wait until it is included or dropped", {hash}, {}, wait},
        {"tx",
         "list",
         "List transactions",
         {},
         {{"--sender", "ADDRESS", "from this account"},
          {"--status", "STATUS", "included [default], pending, queued or dropped"},
          {"--limit", "N", "entries of a page [100]"},
          {"--cursor", "TEXT", "the next page"}},
         list_pool},
        {"tx",
         "decode",
         "Show what a signed transaction does, and whether its signature is good",
         {raw},
         {},
         decode,
         Command::Kind::offline},
        {"tx",
         "post",
         "Give a signed transaction to the node",
         {raw},
         {{"--no-wait", "", "do not wait until it is included"}},
         post},
    };
}

}  // namespace lariat::cli::client
