// lariat verify: checks a proof against a state root, without a store and a chain.
#include <CLI/CLI.hpp>
#include <iostream>

#include "actor_tools/read_file.hpp"
#include "base/checked.hpp"
#include "base/hex.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/print_json.hpp"
#include "trace/proof_json.hpp"

namespace lariat::cli {

using namespace actor_tools;

namespace {

struct VerifyOptions {
    std::string proof;
    std::string root;
    bool json = false;
};

/// What a proof says, for people.
struct ShownWords {
    const chain::Subject& subject;

    std::string operator()(const chain::ProvedTimer& timer) const
    {
        const std::string id = to_hex(std::get<chain::TimerSubject>(subject).id);
        if (!timer) return "proved: timer " + id + " is not live\n";
        const trace::OrderedJson json = trace::to_json(*timer, {});
        return "proved: timer " + id + " is " + json["state"].get<std::string>() + "\n  height     " +
               std::to_string(timer->height) + "\n  owner      " + to_hex(timer->owner) + "\n  fee payer  " +
               to_hex(timer->fee_payer) + "\n  expires at " + std::to_string(timer->expires_at) +
               "\n  payload    " + to_hex(timer->payload) + '\n';
    }
    std::string operator()(const chain::ProvedHeight& ids) const
    {
        const std::string height = std::to_string(std::get<chain::HeightSubject>(subject).height);
        if (ids.empty()) return "proved: no timer is listed at height " + height + '\n';
        std::string out = "proved: at height " + height +
                          " these are listed, in this order, and no others: " + std::to_string(ids.size()) +
                          '\n';
        for (const Hash32& id : ids) out += "  " + to_hex(id) + '\n';
        return out;
    }
    std::string operator()(const chain::ProvedOperation& operation) const
    {
        const std::string id = to_hex(std::get<chain::OperationSubject>(subject).id);
        if (!operation) return "proved: operation " + id + " is not scheduled\n";
        return "proved: operation " + id + " is scheduled\n  timestamp  " +
               std::to_string(operation->place.timestamp_ms) + " ms\n  account    " +
               to_hex(operation->account) + "\n  target     " + to_hex(operation->target) +
               "\n  handler    " + operation->handler + "\n  gas limit  " +
               std::to_string(operation->gas_limit) + "\n  deposit    " + to_decimal(operation->deposit) +
               "\n  payload    " + to_hex(operation->payload) + '\n';
    }
    std::string operator()(const chain::ProvedReceipt& proved) const
    {
        const u64 place = std::get<chain::ReceiptSubject>(subject).place;
        if (!proved.row) return none("transaction", place, proved.height, proved.count);
        const chain::Receipt& r = *proved.row;
        return "proved: transaction " + std::to_string(place) + " of block " + std::to_string(proved.height) +
               " ended " + std::string(status_name(r)) + "\n  hash       " + to_hex(r.hash) +
               "\n  cycles     " + std::to_string(r.cycles) + "\n  cells      " + std::to_string(r.cells) +
               "\n  fee        " + to_decimal(r.fee) + '\n';
    }
    std::string operator()(const chain::ProvedFire& proved) const
    {
        const u64 place = std::get<chain::FireSubject>(subject).place;
        if (!proved.row) return none("fire", place, proved.height, proved.count);
        const lane::Fired& f = *proved.row;
        return "proved: fire " + std::to_string(place) + " of block " + std::to_string(proved.height) +
               " ended " + std::string(status_name(f.status)) + "\n  kind       " +
               std::string(name(f.kind)) + (f.id ? "\n  id         " + to_hex(*f.id) : "") +
               "\n  actor      " + to_hex(f.target) + "\n  handler    " + f.handler + "\n  charged    " +
               to_decimal(f.charged) + '\n';
    }
    static std::string none(const std::string& what, u64 place, u64 height, u64 count)
    {
        return "proved: block " + std::to_string(height) + " has no " + what + ' ' + std::to_string(place) +
               ": it has " + std::to_string(count) + '\n';
    }
    std::string operator()(const chain::ProvedStorage& value) const
    {
        const auto& [actor, key] = std::get<chain::StorageSubject>(subject);
        const std::string entry = "the storage of " + to_hex(actor);
        if (!value) return "proved: " + entry + " has no entry " + to_hex(key) + '\n';
        return "proved: " + entry + " has entry " + to_hex(key) + "\n  value " + to_hex(*value) + '\n';
    }
};

void print_json(const trace::OrderedJson& out)
{
    std::cout << out.dump(-1, ' ', false, trace::OrderedJson::error_handler_t::replace) << '\n';
}

int run(const VerifyOptions& options)
{
    const auto root = hash_from_hex(options.root);
    if (!root) return refuse("verify", "ROOT must be 32 bytes as 0x…, got \"" + options.root + "\"");
    const std::string where = options.proof == "-" ? "standard input" : options.proof;
    const auto text = read_file(options.proof);
    if (!text) return refuse("verify", text.error());
    const auto proof = trace::parse_proof(text.value());
    if (!proof) return refuse("verify", where + ": " + proof.error().message);
    const auto& [subject, claims, inclusion] = proof.value();
    const auto proved = chain::verify_claims(subject, claims, *root, inclusion);
    if (options.json) {
        trace::OrderedJson out{{"proved", proved.ok()}, {"subject", trace::to_json(subject)}};
        if (proved)
            out["result"] = trace::to_json(proved.value(), {});
        else
            out["reason"] = proved.error();
        print_json(out);
    } else if (proved) {
        std::cout << std::visit(ShownWords{subject}, proved.value());
    }
    if (proved) return 0;
    std::cerr << "lariat verify: " << where << ": not proved: " << proved.error() << '\n';
    return EXIT_DIFFERENT;
}

}  // namespace

void add_verify(CLI::App& app, int& status)
{
    auto options = std::make_shared<VerifyOptions>();
    CLI::App* command = app.add_subcommand("verify", "Check a proof against a state root; needs no chain");
    command
        ->add_option("PROOF", options->proof,
                     "the result line of a query {\"proof\": …}: a file, or - for standard input")
        ->required();
    command->add_option("ROOT", options->root, "a state root that you trust: 0x and 64 hexadecimal digits")
        ->required();
    command->add_flag("--json", options->json, "print as JSON");
    command->footer(EXIT_CODES);
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace lariat::cli
