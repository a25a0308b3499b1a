// Tells why a command line was refused; rewrites the messages of the command line library.
#include "cli/usage.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "actor_tools/nearest.hpp"
#include "cli/commands.hpp"

namespace lariat::cli {

namespace {

/// "lariat db check", of the innermost command that was named.
std::string path_of(const CLI::App& app)
{
    return app.get_parent() ? path_of(*app.get_parent()) + " " + app.get_name() : app.get_name();
}

const CLI::App& innermost(const CLI::App& app)
{
    const auto named = app.get_subcommands();
    return named.empty() ? app : innermost(*named.back());
}

std::vector<std::string> names_of(const CLI::App& group)
{
    std::vector<std::string> names;
    for (const CLI::App* command : group.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

std::vector<std::string> options_of(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::string in_a_row(const std::vector<std::string>& names)
{
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

std::string or_nearest(const std::string& wrong, const std::vector<std::string>& known)
{
    const std::string near = actor_tools::nearest(wrong, known);
    return near.empty() ? std::string() : "; did you mean " + near + "?";
}

/// Names the nearest command, or all of them if none is near.
std::string no_such_command(const CLI::App& group, const std::string& word)
{
    const std::vector<std::string> known = names_of(group);
    if (known.empty()) return path_of(group) + " has no commands of its own, got \"" + word + "\"";
    const std::string near = or_nearest(word, known);
    return "there is no command \"" + word + "\"" + (near.empty() ? "; there are " + in_a_row(known) : near);
}

int refuse_words(const std::string& path, const std::string& why)
{
    std::cerr << path << ": " << why << "\nTry " << path << " --help\n";
    return EXIT_USAGE;
}

/// The words that nothing took, in their order.
std::string about_extras(const CLI::App& command)
{
    const std::vector<std::string> extras = command.remaining(true);
    const std::string word = extras.empty() ? std::string() : extras.front();
    if (word.starts_with("-")) {
        const std::string name = word.substr(0, word.find('='));
        return "there is no option " + name + or_nearest(name, options_of(command));
    }
    if (!names_of(command).empty()) return no_such_command(command, word);
    return "one argument too many: \"" + word + "\"";
}

bool replace_end(std::string& text, std::string_view end, std::string_view by)
{
    if (!text.ends_with(end)) return false;
    text.replace(text.size() - end.size(), end.size(), by);
    return true;
}

/// What the library says, in our words where its own are not plain.
std::string in_words(const CLI::App& command, const CLI::ParseError& error)
{
    std::string text = error.what();
    const std::string kind = error.get_name();
    if (kind == "RequiredError") {
        if (replace_end(text, " is required", " is missing"))
            return text.starts_with("-") ? "the option " + text : "the argument " + text;
        return text;
    }
    // "--cycles: must be a whole number from 0 to 7, got "x"", of the checks in pvm.cpp
    if (const std::size_t at = text.find(": must be "); kind == "ValidationError" && at != std::string::npos)
        return text.erase(at, 1);
    // "--blocks: Value 0 not in range 1 to 1000", "SHELL: tcsh not in {bash,zsh,fish}"
    const std::size_t after_name = text.find(": ");
    if (kind == "ValidationError" && after_name != std::string::npos) {
        const std::string name = text.substr(0, after_name), rest = text.substr(after_name + 2);
        const std::size_t range = rest.find(" not in range "), set = rest.find(" not in {");
        constexpr std::size_t RANGE = 14, VALUE = 6, SET = 9;
        if (range != std::string::npos && rest.starts_with("Value "))
            return name + " must be a whole number from " + rest.substr(range + RANGE) + ", got \"" +
                   rest.substr(VALUE, range - VALUE) + "\"";
        if (set != std::string::npos && rest.ends_with("}"))
            return name + " must be one of " + rest.substr(set + SET, rest.size() - set - SET - 1) +
                   ", got \"" + rest.substr(0, set) + "\"";
    }
    if (kind == "ArgumentMismatch" && text.find("At Most") != std::string::npos)
        return "the option " + text.substr(0, text.find(':')) + " is given more than once";
    if (kind == "ArgumentMismatch" && text.find("required") != std::string::npos)
        return "the option " + text.substr(0, text.find(':')) + " needs a value";
    if (kind == "ConversionError") {
        // "Could not convert: --blocks = many"
        const std::size_t colon = text.find(": "), equals = text.find(" = ");
        if (colon == std::string::npos || equals == std::string::npos || equals < colon) return text;
        const std::string name = text.substr(colon + 2, equals - colon - 2);
        const CLI::Option* option = command.get_option_no_throw(name);
        if (option && option->get_items_expected_max() == 0) return "the option " + name + " takes no value";
        return name + " must be a whole number, got \"" + text.substr(equals + 3) + "\"";
    }
    if (kind == "RequiresError") {
        const std::size_t at = text.find(" requires ");
        if (at != std::string::npos) return text.substr(0, at) + " also needs " + text.substr(at + 10);
    }
    if (kind == "ExcludesError") {
        const std::size_t at = text.find(" excludes ");
        if (at != std::string::npos)
            return text.substr(0, at) + " and " + text.substr(at + 10) + " cannot be used together";
    }
    return text;
}

}  // namespace

int report_parse_error(const CLI::App& app, const CLI::ParseError& error)
{
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    const CLI::App& command = innermost(app);
    const std::string why = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)
                                ? about_extras(command)
                                : in_words(command, error);
    return refuse_words(path_of(command), why);
}

int report_missing_subcommand(const CLI::App& group)
{
    return refuse_words(path_of(group), "a command is missing; there are " + in_a_row(names_of(group)));
}

const CLI::App* find_command(const CLI::App& app, const std::vector<std::string>& words)
{
    const CLI::App* found = &app;
    for (const std::string& word : words) {
        const CLI::App* next = nullptr;
        for (const CLI::App* inner : found->get_subcommands({}))
            if (inner->get_name() == word) next = inner;
        if (!next) return nullptr;
        found = next;
    }
    return found;
}

void add_help(CLI::App& app, int& status)
{
    auto words = std::make_shared<std::vector<std::string>>();
    CLI::App* command = app.add_subcommand("help", "Print the help of a command");
    command->footer(EXIT_CODES);
    command->add_option("COMMAND", *words, "the command, for example: lariat help db check");
    command->callback([words, &app, &status] {
        const CLI::App* found = &app;
        for (const std::string& word : *words) {
            const CLI::App* next = nullptr;
            for (const CLI::App* inner : found->get_subcommands({}))
                if (inner->get_name() == word) next = inner;
            if (!next) {
                std::cerr << "lariat help: " << no_such_command(*found, word) << "\nTry " << path_of(*found)
                          << " --help\n";
                status = EXIT_USAGE;
                return;
            }
            found = next;
        }
        // CLI::App::help() would print the help of the command that was parsed, which is `help`.
        std::cout << found->get_formatter()->make_help(found, path_of(*found), CLI::AppFormatMode::Normal);
        status = EXIT_GOOD;
    });
}

}  // namespace lariat::cli
