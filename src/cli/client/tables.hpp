// Tables and records for people. On a terminal they fit its width; elsewhere nothing is shortened.
#pragma once

#include "cli/client/session.hpp"
#include "cli/console.hpp"

namespace lariat::cli::client {

/// Columns of the terminal on standard output; 0 if that is none: then there is no limit.
std::size_t output_width();

struct Column {
    std::string title;
    enum class Kind { text, number, id };
    Kind kind = Kind::text;  ///< ids are cut to their first digits, texts to what fits; numbers are never cut
};

class Table {
public:
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    bool is_empty() const noexcept { return rows_.empty(); }
    void print() const;

private:
    std::vector<std::size_t> widths(std::size_t limit) const;
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// Lines of "name  value". Values that are wider than the terminal are cut, hashes never.
class Record {
public:
    Record& add(const std::string& name, const std::string& value, Colour colour = Colour::plain);
    /// As add(), unless the value is empty.
    Record& add_if(const std::string& name, const std::string& value);
    /// Every member of an object that is not null, nested ones in one line.
    Record& add_members(const Json& object, const std::vector<std::string>& but = {});
    void print() const;

private:
    struct Line {
        std::string name, value;
        Colour colour;
    };
    std::vector<Line> lines_;
};

/// A value of an answer in one line: amounts grouped, lists joined.
std::string shown_value(const std::string& name, const Json& value);

/// "and more: …" of a list that has a next page.
void print_next(const Json& page);
/// A page of a list: its table, or the sentence that says there is none; then whether there is more.
void print_list(const Table& table, const Json& page, const std::string& none);
/// Wraps a paragraph to the terminal's width, at most 80 columns.
std::string paragraph(const std::string& text);

}  // namespace lariat::cli::client
