// Fills in, signs, posts and waits for transactions.
#include "cli/client/signing.hpp"

#include <cstdlib>
#include <iostream>

#include "base/checked.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"
#include "cli/progress.hpp"
#include "client/key_folder.hpp"
#include "node/node_genesis.hpp"
#include "node/tx_codec.hpp"
#include "node/tx_json.hpp"

namespace lariat::cli::client {

using lariat::client::KeyFolder;
using lariat::client::PrivateKey;
using std::chrono::steady_clock;

namespace {

constexpr u64 WAIT_MAX_MS = 60'000, WAIT_SHOWN_MS = 1'000;
constexpr std::chrono::milliseconds GRACE(
    2'000);  // for the answer itself, beyond the time that the node waits

std::string named_sender(Session& session)
{
    std::string name = session.value("--from");
    if (const char* variable = std::getenv("LARIAT_FROM"); name.empty() && variable) name = variable;
    if (!name.empty()) return name;
    if (session.status()["dev"] == true) return "dev:0";
    stop_for_input(
        "a sender is needed: --from NAME or LARIAT_FROM; lariat account list shows the keys there are");
}

PrivateKey key_of(Session& session, const std::string& name)
{
    if (name.starts_with("dev:")) {
        read_account(name, "--from");  // refuses what is none
        return node::dev_keys()[static_cast<std::size_t>(*parse_decimal(name.substr(4)))];
    }
    if (is_hex(name) && name.size() > 50)
        stop_for_input(
            "--from names a key, and no key is taken from the command line: lariat account import NAME");
    if (name.starts_with("0x"))
        stop_for_input(
            "--from must name a key, got an address; on a dev chain anybody can send: lariat dev send");
    const std::string file = take(take(KeyFolder::of_home()).read(name));
    return take(lariat::client::decrypt_key(file, read_password(session, "password of " + name)));
}

/// Adds the limits that the options or a trial give.
void add_limits(Session& session, Json& tx)
{
    for (const auto& [flag, key] :
         Pairs{{"--cycles-limit", "cycles_limit"}, {"--cells-limit", "cells_limit"}})
        if (const auto limit = session.number(flag)) tx[key] = *limit;
    if (tx.contains("cycles_limit") && tx.contains("cells_limit")) return;
    const Json trial = session.post("/v1/simulate", {{"tx", tx}});
    const Json& receipt = trial["receipt"];
    if (receipt["status"] != "ok") {
        print_failed_trial(receipt);
        say_error(
            "Nothing was sent: a trial in the coming block ended so. With --cycles-limit and --cells-limit "
            "it is sent "
            "without a trial");
        // The chain would not have taken it: that is a refusal, as after posting it.
        const std::string status = receipt["status"].get<std::string>();
        if (tx.contains("transfer") && receipt.value("error", "") == "InsufficientBalance")
            say_error("insufficient_balance");
        else if (status != "invalid" && status != "block_full")
            throw Stop{{}, EXIT_DIFFERENT};
        throw Stop{{}, EXIT_REFUSED};
    }
    for (const char* key : {"cycles_limit", "cells_limit"})
        if (!tx.contains(key)) tx[key] = trial["suggested"][key];
}

void add_fees(Session& session, Json& tx)
{
    const Pairs fees = {{"--max-fee-per-cycle", "max_fee_per_cycle"},
                        {"--max-fee-per-cell", "max_fee_per_cell"},
                        {"--tip-per-cycle", "tip_per_cycle"},
                        {"--tip-per-cell", "tip_per_cell"}};
    bool all = true;
    for (const auto& [flag, key] : fees) {
        if (session.has(flag))
            tx[key] = read_amount(session.value(flag), flag);
        else
            all = false;
    }
    if (all) return;
    const Json suggested = session.get("/v1/fees");
    for (const auto& [flag, key] : fees)
        if (!tx.contains(key)) tx[key] = suggested[key];
}

}  // namespace

std::string sender_of(Session& session)
{
    return read_account(named_sender(session), "--from");
}

void print_failed_trial(const Json& receipt)
{
    std::cout.flush();
    if (receipt.contains("traceback") && receipt["traceback"].is_string())
        std::cerr << receipt["traceback"].get<std::string>();
    else if (receipt.contains("message") && receipt["message"].is_string())
        std::cerr << plain(receipt["message"].get<std::string>()) << '\n';
    std::cerr << receipt["status"].get<std::string>();
    for (const char* key : {"error", "reason"})
        if (receipt.contains(key) && receipt[key].is_string())
            std::cerr << ": " << plain(receipt[key].get<std::string>());
    std::cerr << ", " << grouped_number(receipt["cycles"]) << " cycles, " << grouped_number(receipt["cells"])
              << " cells\n";
}

Json wait_for(Session& session, const std::string& hash, Json tx)
{
    Progress progress(false);
    const auto begin = steady_clock::now();
    const auto end = begin + session.timeout();
    while (tx["status"] == "pending" || tx["status"] == "queued") {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - steady_clock::now());
        if (left.count() <= 0) {
            progress.end();
            stop(lariat::client::no_answer("the transaction is still " + tx["status"].get<std::string>() +
                                           " after " + std::to_string(session.timeout().count() / 1000) +
                                           " s; lariat tx wait goes on waiting"));
        }
        const u64 waited = static_cast<u64>(
            std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - begin).count());
        progress.note("waiting for " + hash.substr(0, 12) + ": " + tx["status"].get<std::string>() + ", " +
                      shown_span(waited));
        const u64 slice =
            std::min<u64>(static_cast<u64>(left.count()), stdout_is_terminal() ? WAIT_SHOWN_MS : WAIT_MAX_MS);
        lariat::client::HttpClient::Request request;
        request.target = "/v1/transactions/" + hash + "?wait=" + std::to_string(slice);
        request.patience = GRACE;
        tx = Json::parse(session.fetch(request));
    }
    progress.end();
    if (tx["status"] == "dropped")
        say_error("lariat " + session.command() + ": " + tx.value("reason", "dropped") +
                  ": the transaction was dropped");
    return tx;
}

int status_of(const Json& tx)
{
    if (tx["status"] == "dropped") return EXIT_REFUSED;
    if (!tx.contains("receipt")) return EXIT_GOOD;
    return tx["receipt"]["status"] == "ok" ? EXIT_GOOD : EXIT_DIFFERENT;
}

int print_transaction(const Json& tx)
{
    Record record;
    record.add("transaction", tx["hash"].get<std::string>());
    const std::string status = tx["status"].get<std::string>();
    if (tx.contains("receipt") && tx["receipt"].is_object()) {
        const Json& receipt = tx["receipt"];
        const bool good = receipt["status"] == "ok";
        record.add("status",
                   receipt["status"].get<std::string>() +
                       (receipt.contains("error") ? ": " + plain(receipt["error"].get<std::string>()) : "") +
                       ", in block " + digits_of(tx["height"]),
                   good ? Colour::green : Colour::red);
        if (receipt.contains("address")) record.add("actor", receipt["address"].get<std::string>());
        record.add("from", tx["from"].get<std::string>());
        record.add("used", grouped_number(receipt["cycles"]) + " cycles, " +
                               grouped_number(receipt["cells"]) + " cells, fee " +
                               grouped_number(receipt["fee"]));
    } else {
        record.add("status",
                   status +
                       (tx.contains("waits_for") ? ", waits for " + tx["waits_for"].get<std::string>() : "") +
                       (tx.contains("reason") ? ": " + tx["reason"].get<std::string>() : ""),
                   status == "dropped" ? Colour::red : Colour::yellow);
        record.add("from", tx["from"].get<std::string>());
        record.add("nonce", digits_of(tx["nonce"]));
    }
    if (tx.contains("scheduled"))
        for (const Json& one : tx["scheduled"])
            record.add(one["kind"] == "timestamp" ? "operation"
                       : one["kind"] == "watch"   ? "watch"
                                                  : "timer",
                       one["id"].get<std::string>());
    if (tx.contains("exits"))
        for (const Json& one : tx["exits"])
            record.add(one["exit"].get<std::string>(), one["id"].get<std::string>());
    if (tx.contains("events"))
        for (const Json& one : tx["events"])
            record.add("event", one.contains("topic") ? plain(one["topic"].get<std::string>()) + " " +
                                                            shown_value("data", one.value("data", Json()))
                                                      : one["name"].get<std::string>());
    record.print();
    return status_of(tx);
}

int sign_and_send(Session& session, Json tx)
{
    const std::string name = named_sender(session);
    const PrivateKey key = key_of(session, name);
    const std::string chain_id = session.status()["chain_id"].get<std::string>();
    tx["from"] = to_hex(*node::address_of(key));
    add_limits(session, tx);
    add_fees(session, tx);
    tx["nonce"] = session.has("--nonce")
                      ? Json(*session.number("--nonce"))
                      : session.get("/v1/accounts/" + tx["from"].get<std::string>())["pending_nonce"];
    if (const auto until = session.number("--valid-until")) tx["valid_until"] = *until;

    const auto unsigned_tx = node::read_unsigned(nlohmann::json(tx));
    if (!unsigned_tx) stop_for_input(unsigned_tx.error());
    const Bytes body = node::encode_body(chain_id, unsigned_tx.value().tx);
    const auto signature = node::sign(node::digest_of_body(body), key);
    if (!signature) stop_for_input("the key cannot sign this");
    const Bytes raw = node::encode_transaction(body, *signature);
    const std::string hash = to_hex(keccak256(raw));
    try {
        Json answer = session.post("/v1/transactions", {{"raw", to_hex(BytesView(raw))}});
        if (!session.has("--no-wait")) answer = wait_for(session, hash, answer);
        if (session.wants_json()) {
            session.print_answer();
            return status_of(answer);
        }
        return print_transaction(answer);
    } catch (const Stop&) {
        std::cout.flush();
        std::cerr << "transaction " << hash << '\n';
        throw;
    }
}

}  // namespace lariat::cli::client
