// Help as text of at most 80 columns: two columns for names and descriptions, [default] at the end of a
// description. The library's own format has its type names and its words for needs and exclusions.
#include "cli/help_format.hpp"

#include <CLI/CLI.hpp>

namespace lariat::cli {

namespace {

constexpr std::size_t COLUMNS = 80, NAMES = 24;

/// Columns of UTF-8 text without wide characters.
std::size_t width_of(std::string_view text)
{
    constexpr unsigned CONTINUATION_MASK = 0xC0, CONTINUATION = 0x80;
    std::size_t width = 0;
    for (const char c : text) width += (static_cast<unsigned char>(c) & CONTINUATION_MASK) != CONTINUATION;
    return width;
}

/// Breaks a paragraph at blanks. The first line begins in column `at`, the others are indented by `indent`.
std::string wrapped(std::string_view paragraph, std::size_t at, std::size_t indent)
{
    std::string out;
    bool line_is_empty = true;
    while (!paragraph.empty()) {
        const std::size_t blank = std::min(paragraph.find(' '), paragraph.size());
        const std::string_view word = paragraph.substr(0, blank);
        paragraph.remove_prefix(std::min(blank + 1, paragraph.size()));
        if (!line_is_empty && at + 1 + width_of(word) > COLUMNS) {
            out += '\n' + std::string(indent, ' ');
            at = indent;
            line_is_empty = true;
        }
        if (!line_is_empty) out += ' ', ++at;
        out += word;
        at += width_of(word);
        line_is_empty = false;
    }
    return out;
}

/// Wraps each line by itself. A line that begins with a blank, such as a row of a table, stays as it is.
std::string wrapped_lines(const std::string& text)
{
    std::string out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        out += (line.starts_with(' ') ? line : wrapped(line, 0, 0)) + '\n';
        begin = end + 1;
    }
    return out;
}

std::string row(const std::string& name, const std::string& description)
{
    std::string out = "  " + name;
    if (width_of(out) + 2 > NAMES)
        out += '\n' + std::string(NAMES, ' ');
    else
        out.resize(out.size() + NAMES - width_of(out), ' ');
    return out + wrapped(description, NAMES, NAMES) + '\n';
}

/// "-h, --help", "--state DIR"
std::string left_column(const CLI::Option& option, bool is_positional)
{
    if (is_positional) return option.get_name(true);
    std::string out;
    for (const std::string& name : option.get_snames()) out += (out.empty() ? "-" : ", -") + name;
    for (const std::string& name : option.get_lnames()) out += (out.empty() ? "--" : ", --") + name;
    if (option.get_items_expected_max() == 0) return out;  // a flag
    const std::string type = option.get_type_name();
    return out + ' ' + (type == "TEXT" ? "VALUE" : type == "UINT" ? "N" : type);
}

class HelpFormat : public CLI::Formatter {
public:
    HelpFormat()
    {
        label("Positionals", "Arguments");
        label("SUBCOMMAND", "COMMAND");
    }
    std::string make_description(const CLI::App* app) const override
    {
        return wrapped_lines(app->get_description()) + '\n';
    }
    std::string make_option(const CLI::Option* option, bool is_positional) const override
    {
        const std::string preset = option->get_default_str();
        return row(left_column(*option, is_positional),
                   option->get_description() + (preset.empty() ? "" : " [" + preset + "]"));
    }
    std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode) const override
    {
        std::string out;
        for (const CLI::App* command : app->get_subcommands({})) out += make_subcommand(command);
        return out.empty() ? out : "\nCommands:\n" + out;
    }
    std::string make_subcommand(const CLI::App* command) const override
    {
        return row(command->get_name(), command->get_description());
    }
    std::string make_footer(const CLI::App* app) const override { return wrapped_lines(app->get_footer()); }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_format()
{
    return std::make_shared<HelpFormat>();
}

}  // namespace lariat::cli
