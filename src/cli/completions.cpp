// lariat completions: scripts for bash, zsh and fish, made from the commands themselves.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "cli/commands.hpp"

namespace lariat::cli {

namespace {

struct Words {
    std::string command, description;
    std::vector<std::string> subcommands;
    std::vector<std::string> options;  ///< those of its subcommands too, each once
};

void add_options(const CLI::App& command, std::vector<std::string>& options)
{
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            if (std::find(options.begin(), options.end(), "--" + name) == options.end())
                options.push_back("--" + name);
}

std::vector<Words> words_of(const CLI::App& app)
{
    std::vector<Words> out;
    for (const CLI::App* sub : app.get_subcommands({})) {
        Words w{sub->get_name(), sub->get_description(), {}, {}};
        add_options(*sub, w.options);
        for (const CLI::App* inner : sub->get_subcommands({})) {
            w.subcommands.push_back(inner->get_name());
            add_options(*inner, w.options);
        }
        out.push_back(std::move(w));
    }
    return out;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
    return out;
}

/// Between fish's single quotes.
std::string quoted_text(const std::string& text)
{
    std::string out;
    for (const char c : text) out += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return out;
}

/// zsh runs the same script through bashcompinit.
void print_bash(const std::vector<Words>& commands, bool zsh)
{
    std::vector<std::string> names;
    names.reserve(commands.size());
    for (const Words& c : commands) names.push_back(c.command);
    if (zsh) std::cout << "#compdef lariat\nautoload -U +X bashcompinit && bashcompinit\n";
    std::cout << "_lariat() {\n  local words=\"" << joined(names) << " --help\"\n"
              << "  if [ \"$COMP_CWORD\" -gt 1 ]; then\n    case \"${COMP_WORDS[1]}\" in\n";
    for (const Words& c : commands) {
        std::cout << "      " << c.command << ") words=\"" << joined(c.options) << "\"";
        if (!c.subcommands.empty())
            std::cout << "; [ \"$COMP_CWORD\" -gt 2 ] || words=\"" << joined(c.subcommands) << " --help\"";
        std::cout << " ;;\n";
    }
    std::cout << "    esac\n  fi\n"
              << "  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\n"
              << "complete -o default -F _lariat lariat\n";
}

void print_fish(const std::vector<Words>& commands)
{
    for (const Words& c : commands) {
        std::cout << "complete -c lariat -n __fish_use_subcommand -a " << c.command << " -d '"
                  << quoted_text(c.description) << "'\n";
        for (const std::string& inner : c.subcommands)
            std::cout << "complete -c lariat -n '__fish_seen_subcommand_from " << c.command << "' -a "
                      << inner << "\n";
        for (const std::string& option : c.options)
            std::cout << "complete -c lariat -n '__fish_seen_subcommand_from " << c.command << "' -l "
                      << option.substr(2) << "\n";
    }
}

}  // namespace

void add_completions(CLI::App& app, int& status)
{
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("completions", "Print a completion script for a shell");
    command->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    command->callback([shell, &app, &status] {
        const std::vector<Words> commands = words_of(app);
        if (*shell == "fish")
            print_fish(commands);
        else
            print_bash(commands, *shell == "zsh");
        status = 0;
    });
}

}  // namespace lariat::cli
