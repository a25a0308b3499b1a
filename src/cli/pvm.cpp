// lariat pvm: runs, checks and tests an actor on a new chain in memory.
#include <CLI/CLI.hpp>

#include "actor_tools/test_chain.hpp"
#include "cli/commands.hpp"
#include "cli/pvm_commands.hpp"
#include "cli/usage.hpp"

namespace lariat::cli {

using namespace actor_tools;

namespace {

/// Checks the text of a number before it is read, which would take -1 as the largest number.
std::string is_limit(const std::string& given)
{
    const std::string most = std::to_string(TEST_LIMIT_MAX);
    if (given.starts_with('-')) return given + " is less than 0";
    if (given.empty() || given.find_first_not_of("0123456789") != given.npos) return given + " is no integer";
    const std::string digits = given.substr(std::min(given.find_first_not_of('0'), given.size() - 1));
    const bool above = digits.size() > most.size() || (digits.size() == most.size() && digits > most);
    return above ? given + " is above " + most : std::string();
}

void add_run(CLI::App& pvm, int& status)
{
    auto o = std::make_shared<RunOptions>();
    CLI::App* command =
        pvm.add_subcommand("run", "Deploy an actor, run one of its handlers, print its effects and its cost");
    command->add_option("FILE", o->file, "source of the actor")->required();
    command->add_option("--handler", o->handler, "name of the handler; not needed if there is only one");
    command->add_option("--payload", o->payload,
                        "payload of the handler: text, bytes as 0x…, or @FILE for the bytes of a file");
    command->add_option("--deploy-payload", o->deploy_payload,
                        "payload of the actor's deploy handler, written the same way");
    command->add_option("--sender", o->sender,
                        "address that signs and pays for the call; by default the account that deploys");
    command->add_option("--balance", o->balance, "balance of the actor; by default 1000000000000");
    command->add_option("--cycles", o->cycles, "cycles that the handler may use")
        ->capture_default_str()
        ->check(is_limit);
    command
        ->add_option("--cells", o->cells,
                     "cells that the handler may use; by default 50000, for deploy 1000000")
        ->check(is_limit);
    command->add_flag("--trace", o->trace, "print each line that is run, with the cycles used before it");
    command->add_flag("--profile", o->profile, "print the cycles of each line");
    command->add_flag("--json", o->json, "as JSON");
    command->footer(EXIT_CODES);
    command->callback([o, &status] { status = run_handler(*o); });
}

void add_source_check(CLI::App& pvm, int& status)
{
    auto o = std::make_shared<CheckOptions>();
    CLI::App* command = pvm.add_subcommand(
        "check", "List every reason why a chain would refuse a source, and warn of probable mistakes");
    command->add_option("FILE", o->file, "source of the actor")->required();
    command->add_flag("--strict", o->strict, "end with 1 if there are warnings");
    command->add_flag("--json", o->json, "as JSON: a line for each refusal, then one with all warnings");
    command->footer(EXIT_CODES);
    command->callback([o, &status] { status = check_source(*o); });
}

void add_test(CLI::App& pvm, int& status)
{
    auto o = std::make_shared<TestOptions>();
    CLI::App* command =
        pvm.add_subcommand("test", "Run the tests in the test_*.py files of a folder and of its subfolders");
    command->add_option("DIR", o->folder, "folder of the tests, or one file")->required();
    command->add_option("--only", o->only, "run only the tests whose FILE::NAME contains this text");
    command->add_flag("--json", o->json, "as JSON, a line for each test and one for all");
    command->footer(EXIT_CODES);
    command->callback([o, &status] { status = run_tests(*o); });
}

}  // namespace

void add_pvm(CLI::App& app, int& status)
{
    CLI::App* pvm = app.add_subcommand("pvm", "Run, check and test Python actors without a chain");
    pvm->require_subcommand(0, 1);  // so that a word that is none is named in the error
    pvm->callback([pvm, &status] {
        if (pvm->get_subcommands().empty()) status = report_missing_subcommand(*pvm);
    });
    pvm->footer(EXIT_CODES);
    add_run(*pvm, status);
    add_source_check(*pvm, status);
    add_test(*pvm, status);
}

}  // namespace lariat::cli
