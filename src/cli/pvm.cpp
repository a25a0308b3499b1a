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
    bool good = !given.empty() && given.find_first_not_of("0123456789") == given.npos;
    if (good) {
        const std::string digits = given.substr(std::min(given.find_first_not_of('0'), given.size() - 1));
        good = digits.size() < most.size() || (digits.size() == most.size() && digits <= most);
    }
    return good ? std::string() : "must be a whole number from 0 to " + most + ", got \"" + given + "\"";
}

void add_run(CLI::App& pvm, int& status)
{
    auto o = std::make_shared<RunOptions>();
    CLI::App* command =
        pvm.add_subcommand("run", "Deploy an actor on a new chain, run one handler, print effects and costs");
    command->add_option("FILE", o->file, "source of the actor")->required();
    command->add_option("--handler", o->handler, "the handler to run; may be left out if there is only one")
        ->type_name("NAME");
    command
        ->add_option("--payload", o->payload,
                     "payload of the handler: text, bytes as 0x…, or @FILE for the contents of a file")
        ->type_name("BYTES");
    command
        ->add_option("--deploy-payload", o->deploy_payload,
                     "payload of the handler deploy, written like --payload")
        ->type_name("BYTES");
    command
        ->add_option("--sender", o->sender,
                     "account that signs the call and pays for it [the account that deploys]")
        ->type_name("ADDRESS");
    command->add_option("--balance", o->balance, "balance of the actor, in base units [1000000000000]")
        ->type_name("AMOUNT");
    command->add_option("--cycles", o->cycles, "limit of cycles for the handler")
        ->capture_default_str()
        ->check(is_limit);
    command->add_option("--cells", o->cells, "limit of cells for the handler [50000, for deploy 1000000]")
        ->check(is_limit);
    command->add_flag("--trace", o->trace, "print each line when it runs, with the cycles used before it");
    command->add_flag("--profile", o->profile, "print how many cycles each line has used");
    command->add_flag("--json", o->json, "print as JSON");
    command->footer(EXIT_CODES);
    command->callback([o, &status] { status = run_handler(*o); });
}

void add_source_check(CLI::App& pvm, int& status)
{
    auto o = std::make_shared<CheckOptions>();
    CLI::App* command = pvm.add_subcommand(
        "check", "List all reasons why a chain would refuse a source, and likely mistakes");
    command->add_option("FILE", o->file, "source of the actor")->required();
    command->add_flag("--strict", o->strict, "exit with status 1 if there is a warning");
    command->add_flag("--json", o->json,
                      "print as JSON: a line for each refusal, then a line with all warnings");
    command->footer(EXIT_CODES);
    command->callback([o, &status] { status = check_source(*o); });
}

/// `pvm test DIR`, and `lariat test [DIR]`, which is the same with the folder that one is in.
void add_test(CLI::App& parent, bool is_short, int& status)
{
    auto o = std::make_shared<TestOptions>();
    if (is_short) o->command = "test";
    CLI::App* command = parent.add_subcommand(
        "test", is_short ? "Run the tests of actors: those in the test_*.py files of a folder"
                         : "Run the tests in the test_*.py files of a folder and its subfolders");
    CLI::Option* folder = command->add_option("DIR", o->folder, "the folder, or a single file of tests");
    if (is_short)
        folder->default_str(".");
    else
        folder->required();
    command->add_option("-k,--only", o->only, "run only the tests whose FILE::NAME contains this text")
        ->type_name("TEXT");
    command->add_flag("--watch", o->watch, "run them again whenever a Python file changes");
    command->add_flag("--gas", o->gas, "print what each handler cost");
    command->add_flag("--coverage", o->coverage, "print which statements of the actors ran");
    command->add_option("--junit", o->junit, "write the results as JUnit XML")->type_name("FILE");
    command->add_flag("--json", o->json, "print as JSON: a line for each test, then a line for all");
    command->footer(EXIT_CODES);
    command->callback([o, &status] { status = run_tests(*o); });
}

}  // namespace

void add_pvm(CLI::App& app, int& status)
{
    CLI::App* pvm = app.add_subcommand("pvm", "Run, check and test Python actors without a chain");
    pvm->require_subcommand(0, 1);  // so that the error names an unknown command
    pvm->callback([pvm, &status] {
        if (pvm->get_subcommands().empty()) status = report_missing_subcommand(*pvm);
    });
    pvm->footer(EXIT_CODES);
    add_run(*pvm, status);
    add_source_check(*pvm, status);
    add_test(*pvm, false, status);
}

void add_test(CLI::App& app, int& status)
{
    add_test(app, true, status);
}

}  // namespace lariat::cli
