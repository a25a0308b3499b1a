// Makes commands of the command line from their definitions.
#include "cli/client/register.hpp"

#include <CLI/CLI.hpp>

#include "cli/client/session.hpp"
#include "cli/usage.hpp"

namespace lariat::cli::client {

namespace {

struct Group {
    const char* name;
    const char* about;
};
constexpr Group GROUPS[] = {{"account", "Make keys and show accounts"},
                            {"actor", "Show actors and remove them"},
                            {"tx", "Show, wait for, decode and post transactions"},
                            {"timer", "Show timers, and why they do not fire"},
                            {"watch", "Show watches"},
                            {"op", "Schedule calls for a time"},
                            {"control", "Hand over the control of operations"},
                            {"gov", "Send instructions of governance"},
                            {"proof", "Print proofs that lariat verify checks"},
                            {"dev", "Use a dev chain: mine, travel in time, set, go back"}};

void add_options(std::vector<Option>& to, std::initializer_list<Option> more)
{
    to.insert(to.end(), more.begin(), more.end());
}

/// The options of a command with those of its kind.
std::vector<Option> options_of(const Command& command)
{
    using Kind = Command::Kind;
    std::vector<Option> all = command.options;
    if (command.kind == Kind::signs || command.kind == Kind::runs)
        add_options(
            all, {{"--from", "NAME",
                   command.kind == Kind::runs
                       ? "the sender: a key, dev:0 … dev:9 or an address [LARIAT_FROM; on a dev chain dev:0]"
                       : "the key that signs, or dev:0 … dev:9 [LARIAT_FROM; on a dev chain dev:0]"},
                  {"--cycles-limit", "N", "cycles that it may use"},
                  {"--cells-limit", "N", "cells that it may use"}});
    if (command.kind == Kind::signs)
        add_options(all, {{"--max-fee-per-cycle", "AMOUNT", "[what the node suggests]"},
                          {"--max-fee-per-cell", "AMOUNT", "[what the node suggests]"},
                          {"--tip-per-cycle", "AMOUNT", "[what the node suggests]"},
                          {"--tip-per-cell", "AMOUNT", "[what the node suggests]"},
                          {"--nonce", "N", "[the next free one]"},
                          {"--valid-until", "H", "in no block above this one"},
                          {"--no-wait", "", "do not wait until it is included"}});
    if (command.kind == Kind::signs || command.kind == Kind::keys)
        add_options(all, {{"--password-file", "FILE",
                           "the first line is the password of the key [asked for on the terminal]"}});
    if (command.kind != Kind::offline && command.kind != Kind::keys)
        add_options(all, {{"--node", "URL", "the node [LARIAT_NODE, else http://127.0.0.1:8640]"},
                          {"--timeout", "SECONDS", "how long to wait for an answer [30]"}});
    add_options(all, {{"--json", "",
                       command.kind == Kind::offline || command.kind == Kind::keys
                           ? "print as JSON"
                           : "print the answer of the node as it is"}});
    return all;
}

void add_command(CLI::App& group, Command command, int& status)
{
    CLI::App* app = group.add_subcommand(command.name, command.about);
    auto line = std::make_shared<CommandLine>();
    for (const Word& word : command.words) {
        CLI::Option* option = nullptr;
        if (word.many)
            option = app->add_option(word.name, line->many, word.about)->expected(word.required ? 1 : 0, -1);
        else
            option = app->add_option_function<std::string>(
                word.name, [line, name = word.name](const std::string& value) { line->values[name] = value; },
                word.about);
        if (word.required) option->required();
    }
    for (const Option& option : options_of(command)) {
        if (option.value.empty())
            app->add_flag(option.flag, line->switches[option.flag], option.about);
        else
            app->add_option_function<std::string>(
                   option.flag,
                   [line, flag = option.flag](const std::string& value) { line->values[flag] = value; },
                   option.about)
                ->type_name(option.value);
    }
    const bool asks = command.kind != Command::Kind::offline && command.kind != Command::Kind::keys;
    app->footer((command.more.empty() ? "" : command.more + "\n\n") +
                (asks ? CLIENT_EXIT_CODES : EXIT_CODES));
    const std::string path = command.group.empty() ? command.name : command.group + " " + command.name;
    app->callback([line, path, command = std::move(command), &status] {
        Session session(path, *line);
        status = run_command(command, session);
    });
}

}  // namespace

void add_client_commands(CLI::App& app, const std::string& first, int& status)
{
    const bool all = first == "help" || first == "man" || first == "completions";
    std::map<std::string, CLI::App*> groups;
    const auto group_of = [&](const std::string& name) -> CLI::App& {
        if (name.empty()) return app;
        CLI::App*& group = groups[name];
        if (group) return *group;
        const char* about = "";
        for (const Group& known : GROUPS)
            if (name == known.name) about = known.about;
        group = app.add_subcommand(name, about);
        group->require_subcommand(0, 1);  // so that the error names an unknown command
        group->callback([made = group, &status] {
            if (made->get_subcommands().empty()) status = report_missing_subcommand(*made);
        });
        group->footer(CLIENT_EXIT_CODES);
        return *group;
    };
    for (const auto commands :
         {account_commands, transact_commands, actor_commands, tx_commands, timer_commands,
          operation_commands, govern_commands, chain_commands, follow_commands, dev_commands})
        for (Command& command : commands()) {
            CLI::App& group = group_of(command.group);
            const std::string& name = command.group.empty() ? command.name : command.group;
            if (all || name == first)
                add_command(group, std::move(command), status);
            else if (command.group.empty())
                app.add_subcommand(command.name, command.about);
        }
}

}  // namespace lariat::cli::client
