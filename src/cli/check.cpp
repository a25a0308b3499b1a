// lariat check: says whether a chain would accept a source, and the address of the actor.
#include <CLI/CLI.hpp>
#include <iostream>

#include "actor_tools/read_file.hpp"
#include "base/hex.hpp"
#include "chain/json_input.hpp"
#include "chain/transactions.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/print_json.hpp"
#include "pvm/pvm.hpp"

namespace lariat::cli {

using namespace actor_tools;

namespace {

struct ShownCheckOptions {
    std::string file;
    std::string from;
    std::string salt;
    bool json = false;
};

int show_refusal(const ShownCheckOptions& options, const pvm::Refusal& refusal)
{
    if (options.json) {
        trace::OrderedJson out{{"file", options.file}, {"accepted", false}};
        out["line"] = refusal.line;
        out["column"] = refusal.column;
        out["reason"] = refusal.reason;
        print_json(out);
    }
    refuse("check", options.file + ": " + refusal.to_string());
    return EXIT_DIFFERENT;
}

int show_acceptance(const ShownCheckOptions& options, const std::string& source,
                    const std::optional<Address>& address)
{
    if (options.json) {
        trace::OrderedJson out{{"file", options.file}, {"accepted", true}};
        out["bytes"] = trace::number(source.size());
        if (address) out["address"] = to_hex(*address);
        print_json(out);
        return 0;
    }
    std::cout << options.file << ": accepted, " << source.size() << " bytes\n";
    if (address) std::cout << "address " << to_hex(*address) << '\n';
    return 0;
}

int run(const ShownCheckOptions& options)
{
    const auto source = read_file(options.file);
    if (!source) return refuse("check", source.error());
    std::optional<Address> address;
    try {
        const Bytes salt = chain::read_bytes(chain::Json(options.salt), "--salt");
        if (!options.from.empty())
            address = chain::deployed_address(chain::read_address(chain::Json(options.from), "--from"), salt,
                                              source.value());
    } catch (const chain::BadInput& bad) {
        return refuse("check", bad.error.message);
    }
    const auto program = pvm::compile_actor(source.value(), pvm::Limits{});
    return program ? show_acceptance(options, source.value(), address)
                   : show_refusal(options, program.error());
}

}  // namespace

void add_check(CLI::App& app, int& status)
{
    auto options = std::make_shared<ShownCheckOptions>();
    CLI::App* command =
        app.add_subcommand("check", "Check whether a chain would accept the source of an actor");
    command->add_option("FILE", options->file, "source of the actor, or - for standard input")->required();
    CLI::Option* from = command
                            ->add_option("--from", options->from,
                                         "print the address that the actor has if this account deploys it")
                            ->type_name("ADDRESS");
    command
        ->add_option("--salt", options->salt,
                     "with --from: the salt of the deployment, as text or as bytes 0x…")
        ->type_name("BYTES")
        ->needs(from);
    command->add_flag("--json", options->json, "print as JSON");
    command->footer(EXIT_CODES);
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace lariat::cli
