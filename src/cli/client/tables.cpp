// Fits tables into the width of the terminal.
#include "cli/client/tables.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "base/utf8.hpp"
#include "cli/client/values.hpp"

namespace lariat::cli::client {

namespace {

constexpr std::size_t GAP = 2, ID_CUT = 12, TEXT_CUT = 8, WIDTH_MIN = 40, WIDTH_USUAL = 80;

std::size_t width_of(const std::string& text)
{
    return utf8::count(lariat::view(std::string_view(text))).value_or(text.size());
}

std::string cut(const std::string& text, std::size_t width, Column::Kind kind)
{
    if (width_of(text) <= width) return text;
    if (kind == Column::Kind::id) return text.substr(0, width);
    return std::string(utf8::head_of_points(text, width - 1)) + "…";
}

bool is_quantity(const std::string& name)
{
    for (const char* known :
         {"cycles", "cells", "fee", "balance", "locked", "deposit", "amount", "charged", "burned", "basefee",
          "gas_limit", "cost", "bytes", "cycle", "cell", "lane", "tips", "live"})
        if (name == known) return true;
    return name.ends_with("_limit") || name.ends_with("_bytes") || name.starts_with("max_fee") ||
           name.starts_with("tip_per");
}

}  // namespace

std::size_t output_width()
{
    if (!stdout_is_terminal()) return 0;
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return WIDTH_USUAL;
    return std::max<std::size_t>(size.ws_col, WIDTH_MIN);
}

std::vector<std::size_t> Table::widths(std::size_t limit) const
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t width = width_of(columns_[i].title);
        for (const auto& row : rows_) width = std::max(width, width_of(row[i]));
        out.push_back(width);
    }
    const auto total = [&] {
        std::size_t sum = GAP * (out.size() - 1);
        for (const std::size_t width : out) sum += width;
        return sum;
    };
    if (limit == 0) return out;
    for (std::size_t i = 0; i < out.size() && total() > limit; ++i)
        if (columns_[i].kind == Column::Kind::id) out[i] = std::min(out[i], ID_CUT);
    while (total() > limit) {
        std::size_t widest = out.size();
        for (std::size_t i = 0; i < out.size(); ++i)
            if (columns_[i].kind == Column::Kind::text && (widest == out.size() || out[i] > out[widest]))
                widest = i;
        if (widest == out.size() || out[widest] <= TEXT_CUT) break;
        --out[widest];
    }
    return out;
}

void Table::print() const
{
    const std::vector<std::size_t> width = widths(output_width());
    const bool colour = stdout_has_colour();
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string out;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string cell = cut(cells[i], width[i], columns_[i].kind);
            const std::string blanks(width[i] - std::min(width[i], width_of(cell)), ' ');
            out += columns_[i].kind == Column::Kind::number ? blanks + cell : cell + blanks;
            out += std::string(GAP, ' ');
        }
        out.erase(out.find_last_not_of(' ') + 1);
        return out;
    };
    std::vector<std::string> titles;
    for (const Column& column : columns_) titles.push_back(column.title);
    std::cout << coloured(Colour::dim, line(titles), colour) << '\n';
    for (const auto& row : rows_) std::cout << line(row) << '\n';
}

Record& Record::add(const std::string& name, const std::string& value, Colour colour)
{
    std::string shown = name;
    std::replace(shown.begin(), shown.end(), '_', ' ');
    lines_.push_back({shown, value, colour});
    return *this;
}

Record& Record::add_if(const std::string& name, const std::string& value)
{
    return value.empty() ? *this : add(name, value);
}

std::string shown_value(const std::string& name, const Json& value)
{
    if (name.ends_with("timestamp_ms") || name == "clock_ms") return shown_time(value);
    if (is_quantity(name) && !value.is_structured()) return grouped_number(value);
    if (value.is_string()) {
        const std::string text = value.get<std::string>();
        if (name == "payload" || name == "data" || name == "returned")
            return text == "0x" ? "" : shown_hex(text);
        return plain(text);
    }
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_number()) return digits_of(value);
    std::string out;
    if (value.is_array())
        for (const Json& one : value) out += (out.empty() ? "" : ", ") + shown_value(name, one);
    if (value.is_object())
        for (const auto& [key, one] : value.items()) {
            const std::string text = shown_value(key, one);
            if (!text.empty()) out += (out.empty() ? "" : ", ") + key + " " + text;
        }
    return out;
}

Record& Record::add_members(const Json& object, const std::vector<std::string>& but)
{
    for (const auto& [key, value] : object.items())
        if (!value.is_null() && std::find(but.begin(), but.end(), key) == but.end())
            add_if(key, shown_value(key, value));
    return *this;
}

void Record::print() const
{
    std::size_t names = 0;
    // So narrow that a hash fits beside it into 80 columns; longer names push their values to the right.
    constexpr std::size_t NAMES_MAX = 12;
    for (const Line& line : lines_) names = std::max(names, std::min(width_of(line.name), NAMES_MAX));
    const std::size_t limit = output_width();
    const bool colour = stdout_has_colour();
    for (const Line& line : lines_) {
        const std::size_t name = std::max(names, width_of(line.name));
        const std::size_t room = limit > name + GAP ? limit - name - GAP : 0;
        std::string value = line.value;
        const bool is_hash =
            value.starts_with("0x") && value.find(' ') == std::string::npos && value.size() <= 66;
        if (room > 0 && !is_hash) value = cut(value, room, Column::Kind::text);
        std::cout << coloured(Colour::dim, line.name, colour)
                  << std::string(name - width_of(line.name) + GAP, ' ')
                  << coloured(line.colour, value, colour) << '\n';
    }
}

void print_next(const Json& page)
{
    if (page.contains("next") && page["next"].is_string())
        std::cout << "There are more: --limit N, or --cursor " << page["next"].get<std::string>() << '\n';
}

void print_list(const Table& table, const Json& page, const std::string& none)
{
    if (table.is_empty())
        std::cout << none << '\n';
    else
        table.print();
    print_next(page);
}

std::string paragraph(const std::string& text)
{
    const std::size_t terminal = output_width();
    const std::size_t limit = terminal == 0 ? WIDTH_USUAL : std::min(terminal, WIDTH_USUAL);
    std::string out, line, word;
    const auto put = [&] {
        if (word.empty()) return;
        if (!line.empty() && width_of(line) + 1 + width_of(word) > limit) {
            out += line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
        word.clear();
    };
    for (const char c : text)
        if (c == ' ')
            put();
        else
            word += c;
    put();
    return out + line + '\n';
}

}  // namespace lariat::cli::client
