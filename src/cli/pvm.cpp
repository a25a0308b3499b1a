// lariat pvm: an author's tools for one actor, without a chain around it.
#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/pvm_chain.hpp"
#include "cli/pvm_commands.hpp"

namespace lariat::cli {

namespace {

/// Of a whole number, before it is read: -1 would be the largest, and what is too large nothing at all.
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
    CLI::App* command = pvm.add_subcommand("run", "Run a handler of an actor and say what it did and cost");
    command->add_option("FILE", o->file, "source of the actor")->required();
    command->add_option("--handler", o->handler, "its name; not needed where there is only one");
    command->add_option("--payload", o->payload, "text, or bytes as 0x…");
    command->add_option("--cycles", o->cycles, "how many the handler may use")
        ->capture_default_str()
        ->check(is_limit);
    command->add_option("--cells", o->cells, "the same of cells; by default 50000, for deploy 1000000")
        ->check(is_limit);
    command->add_flag("--trace", o->trace, "print each line that is run, and the cycles used before it");
    command->add_flag("--profile", o->profile, "print what each line cost");
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
    CLI::App* command = pvm.add_subcommand("test", "Run the test_* functions of a folder's test_*.py files");
    command->add_option("DIR", o->folder, "folder of the tests, or one file of it")->required();
    command->add_option("--only", o->only, "only tests whose name contains this");
    command->add_flag("--json", o->json, "as JSON, a line for each test and one for all");
    command->footer(EXIT_CODES);
    command->callback([o, &status] { status = run_tests(*o); });
}

}  // namespace

void add_pvm(CLI::App& app, int& status)
{
    CLI::App* pvm = app.add_subcommand("pvm", "Run, check and test Python actors without a chain");
    pvm->require_subcommand(1);
    pvm->footer(EXIT_CODES);
    add_run(*pvm, status);
    add_source_check(*pvm, status);
    add_test(*pvm, status);
}

}  // namespace lariat::cli
