// lariat man: manual pages, made from the commands themselves as --help is.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/usage.hpp"

namespace lariat::cli {

namespace {

/// Text for roff: no character of it is an instruction.
std::string roff(const std::string& text)
{
    std::string out;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && (c == '.' || c == '\'')) out += "\\&";
        line_begins = c == '\n';
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out;
}

std::string words_of(const CLI::App& app)
{
    return app.get_parent() ? words_of(*app.get_parent()) + " " + app.get_name() : app.get_name();
}

std::string page_name(const CLI::App& app)
{
    std::string name = words_of(app);
    for (char& c : name)
        if (c == ' ') c = '-';
    return name;
}

std::string synopsis(const CLI::App& app)
{
    std::string out = ".B " + roff(words_of(app)) + "\n";
    if (!app.get_subcommands({}).empty()) out += ".I COMMAND\n";
    bool options = false;
    std::string arguments;
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional()) {
            options = true;
            continue;
        }
        const std::string name =
            roff(option->get_name(true)) + (option->get_items_expected_max() > 1 ? "..." : "");
        arguments += option->get_required() ? ".I " + name + "\n" : ".RI [ " + name + " ]\n";
    }
    return out + (options ? "[options]\n" : "") + arguments;
}

std::string option_of(const CLI::Option& option)
{
    std::string names;
    for (const std::string& name : option.get_snames()) names += (names.empty() ? "" : ", ") + ("-" + name);
    for (const std::string& name : option.get_lnames()) names += (names.empty() ? "" : ", ") + ("--" + name);
    const std::string type = option.get_type_name(), preset = option.get_default_str();
    std::string out = ".TP\n.B " + roff(names);
    if (option.get_items_expected_max() != 0)
        out += " \\fI" + roff(type == "TEXT" ? "VALUE" : type == "UINT" ? "N" : type) + "\\fR";
    return out + "\n" + roff(option.get_description() + (preset.empty() ? "" : " [" + preset + "]")) + "\n";
}

std::string page(const CLI::App& app)
{
    std::string title = page_name(app);
    for (char& c : title)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    std::string out = ".TH " + roff(title) + " 1 \"\" \"lariat " LARIAT_VERSION "\" \"lariat\"\n.SH NAME\n" +
                      roff(page_name(app)) + " \\- " + roff(app.get_description()) + "\n.SH SYNOPSIS\n" +
                      synopsis(app);
    std::string arguments, options, commands;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional())
            arguments +=
                ".TP\n.I " + roff(option->get_name(true)) + "\n" + roff(option->get_description()) + "\n";
        else
            options += option_of(*option);
    }
    for (const CLI::App* inner : app.get_subcommands({}))
        commands += ".TP\n.BR " + roff(page_name(*inner)) + " (1)\n" + roff(inner->get_description()) + "\n";
    if (!arguments.empty()) out += ".SH ARGUMENTS\n" + arguments;
    if (!options.empty()) out += ".SH OPTIONS\n" + options;
    if (!commands.empty()) out += ".SH COMMANDS\n" + commands;
    if (const std::string footer = app.get_footer(); !footer.empty())
        out += ".SH NOTES\n.nf\n" + roff(footer) + "\n.fi\n";
    if (app.get_parent()) out += ".SH SEE ALSO\n.BR " + roff(page_name(*app.get_parent())) + " (1)\n";
    return out;
}

bool write_pages(const CLI::App& app, const std::filesystem::path& folder)
{
    std::ofstream file(folder / (page_name(app) + ".1"), std::ios::binary);
    file << page(app);
    file.close();
    bool good = static_cast<bool>(file);
    for (const CLI::App* inner : app.get_subcommands({})) good = write_pages(*inner, folder) && good;
    return good;
}

struct ManOptions {
    std::vector<std::string> words;
    std::string folder;
};

int print_pages(const CLI::App& app, const ManOptions& options)
{
    if (!options.folder.empty()) {
        std::error_code wrong;
        std::filesystem::create_directories(options.folder, wrong);
        if (!wrong && write_pages(app, options.folder)) return EXIT_GOOD;
        std::cerr << "lariat man: cannot write into " << options.folder << '\n';
        return EXIT_USAGE;
    }
    const CLI::App* found = find_command(app, options.words);
    if (!found) {
        std::cerr << "lariat man: there is no such command; lariat --help lists them\n";
        return EXIT_USAGE;
    }
    std::cout << page(*found);
    return EXIT_GOOD;
}

}  // namespace

void add_man(CLI::App& app, int& status)
{
    auto options = std::make_shared<ManOptions>();
    CLI::App* command = app.add_subcommand("man", "Print the manual page of a command");
    command->add_option("COMMAND", options->words, "the command, for example: lariat man timer why");
    command->add_option("--write", options->folder, "write the pages of all commands into this folder")
        ->type_name("DIR");
    command->footer(std::string("Read one: lariat man timer why | man -l -\nInstall them: lariat man --write "
                                "~/.local/share/man/man1\n\n") +
                    EXIT_CODES);
    command->callback([options, &app, &status] { status = print_pages(app, *options); });
}

}  // namespace lariat::cli
