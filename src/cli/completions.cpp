// lariat completions: scripts for bash, zsh and fish, made from the commands themselves.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iostream>

#include "cli/commands.hpp"

namespace lariat::cli {

namespace {

using Words = std::vector<std::string>;

constexpr std::array SHELLS{"bash", "zsh", "fish"};

/// A command and what can follow it.
struct Command {
    std::string path;  ///< "" for lariat itself, "db check"
    std::string description;
    Words subcommands;
    Words options;
    Words file_options;   ///< those whose value is a file or a directory
    Words value_options;  ///< those with any other value
    bool takes_files = false;
};

bool is_path(const std::string& type)
{
    return type == "FILE" || type == "DIR";
}

void add_options(const CLI::App& app, Command& command)
{
    constexpr std::array PATHS{"FILE", "DIR", "TRACE", "PROOF"};
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional())
            command.takes_files |=
                std::find(PATHS.begin(), PATHS.end(), option->get_name(true)) != PATHS.end();
        for (const std::string& name : option->get_lnames()) {
            command.options.push_back("--" + name);
            if (option->get_items_expected_max() == 0) continue;
            (is_path(option->get_type_name()) ? command.file_options : command.value_options)
                .push_back("--" + name);
        }
    }
}

/// The command and all that are below it.
void add_commands(const CLI::App& app, const std::string& path, std::vector<Command>& out)
{
    Command command{path, app.get_description(), {}, {}, {}, {}, false};
    for (const CLI::App* inner : app.get_subcommands({})) command.subcommands.push_back(inner->get_name());
    add_options(app, command);
    if (path == "completions") command.subcommands.assign(SHELLS.begin(), SHELLS.end());
    out.push_back(std::move(command));
    for (const CLI::App* inner : app.get_subcommands({}))
        add_commands(*inner, path.empty() ? inner->get_name() : path + " " + inner->get_name(), out);
}

std::string joined(const Words& words, const char* between = " ")
{
    std::string out;
    for (const std::string& w : words) out += (out.empty() ? "" : between) + w;
    return out;
}

/// Between single quotes of fish.
std::string quoted_text(const std::string& text)
{
    std::string out;
    for (const char c : text) out += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return out;
}

/// `help` and `man` are followed by the words of another command.
constexpr const char* BASH_BEGIN = R"(_lariat() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
  local path="" word i commands options files="" values="" arguments=""
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="${COMP_WORDS[i]}"
    [ "$i" = 1 ] && case "$word" in help | man) continue ;; esac
    case "${path:+$path }$word" in
)";
constexpr const char* BASH_END = R"(  if [ "$COMP_CWORD" -gt 1 ]; then
    case "${COMP_WORDS[1]}" in
      help) options="--help" files="" values="" arguments="" ;;
      man) options="--help --write" files="--write" values="" arguments="" ;;
    esac
  fi
  case " $values " in *" $previous "*) return ;; esac
  case " $files " in
    *" $previous "*) commands="" arguments=files ;;
    *) if [ "${current#-}" != "$current" ]; then commands="$options" arguments=""; fi ;;
  esac
  COMPREPLY=($(compgen -W "$commands" -- "$current"))
  if [ -n "$arguments" ]; then
    local IFS=$'\n'
    COMPREPLY+=($(compgen -f -- "$current"))
    compopt -o filenames 2> /dev/null
  fi
}
complete -F _lariat lariat
)";

/// zsh runs the same script through bashcompinit.
void print_bash(const std::vector<Command>& commands, bool zsh)
{
    if (zsh) std::cout << "#compdef lariat\nautoload -U +X bashcompinit && bashcompinit\n";
    std::cout << BASH_BEGIN;
    Words paths;
    for (const Command& c : commands)
        if (!c.path.empty()) paths.push_back('"' + c.path + '"');
    std::cout << "      " << joined(paths, "|") << ") path=\"${path:+$path }$word\" ;;\n    esac\n  done\n"
              << "  case \"$path\" in\n";
    for (const Command& c : commands) {
        std::cout << "    \"" << c.path << "\") commands=\"" << joined(c.subcommands) << "\" options=\""
                  << joined(c.options) << "\" files=\"" << joined(c.file_options) << "\" values=\""
                  << joined(c.value_options) << '"' << (c.takes_files ? " arguments=files" : "") << " ;;\n";
    }
    std::cout << "  esac\n" << BASH_END;
}

void print_fish(const std::vector<Command>& commands)
{
    std::cout << "complete -c lariat -f\n";
    for (const Command& c : commands) {
        std::string when = "__fish_use_subcommand";
        if (!c.path.empty()) {
            const std::size_t blank = c.path.find(' ');
            when = "__fish_seen_subcommand_from " + c.path.substr(0, blank);
            if (blank != std::string::npos)
                when += "; and __fish_seen_subcommand_from " + c.path.substr(blank + 1);
        }
        for (const std::string& inner : c.subcommands) {
            const auto at = std::find_if(commands.begin(), commands.end(), [&](const Command& other) {
                return other.path == (c.path.empty() ? inner : c.path + " " + inner);
            });
            std::cout << "complete -c lariat -n '" << when << "' -a " << inner;
            if (at != commands.end()) std::cout << " -d '" << quoted_text(at->description) << "'";
            std::cout << '\n';
        }
        for (const std::string& option : c.options) {
            const bool file =
                std::find(c.file_options.begin(), c.file_options.end(), option) != c.file_options.end();
            const bool value =
                std::find(c.value_options.begin(), c.value_options.end(), option) != c.value_options.end();
            std::cout << "complete -c lariat -n '" << when << "' -l " << option.substr(2)
                      << (file    ? " -r -F"
                          : value ? " -x"
                                  : "")
                      << '\n';
        }
        if (c.takes_files) std::cout << "complete -c lariat -n '" << when << "' -F\n";
    }
}

}  // namespace

void add_completions(CLI::App& app, int& status)
{
    auto shell = std::make_shared<std::string>();
    CLI::App* command =
        app.add_subcommand("completions", "Print a script that completes commands in a shell");
    command->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember(Words(SHELLS.begin(), SHELLS.end())));
    command->footer(
        std::string("bash: source <(lariat completions bash)\nzsh: lariat completions zsh > a file _lariat "
                    "in a folder of $fpath\nfish: lariat completions fish | source\n\n") +
        EXIT_CODES);
    command->callback([shell, &app, &status] {
        std::vector<Command> commands;
        add_commands(app, "", commands);
        if (*shell == "fish")
            print_fish(commands);
        else
            print_bash(commands, *shell == "zsh");
        status = EXIT_GOOD;
    });
}

}  // namespace lariat::cli
