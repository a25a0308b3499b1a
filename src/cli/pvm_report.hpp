// Writes what the author's tools show of Python: tracebacks, bytes, names, lines of source.
#pragma once

#include <string>

#include "pvm/pvm.hpp"
#include "trace/output.hpp"

namespace lariat::cli {

/// The VM's traceback with the file's name and the lines of its source, as Python prints it.
std::string with_source(const std::string& traceback, const std::string& file, const std::string& source);
/// The same for frames that name `file` already.
std::string with_lines(const std::string& traceback, const std::string& file, const std::string& source);
std::string_view status_name(pvm::ExitStatus status);
/// The text with two blanks before each line.
std::string indented(const std::string& text);
/// Text where it is printable UTF-8, else 0x….
std::string shown_bytes(BytesView bytes);
/// A name that a program chose, in one word: in quotes, and escaped, where it is not one.
std::string shown_word(const std::string& word);
/// The handlers that a transaction can start: those that API-9 lets it call, and `deploy`.
std::vector<std::string> callable_handlers(const pvm::Program& program);
/// Says that the class which is the actor hides functions beside it; else empty.
std::string why_no_handler(const pvm::Program& program, const std::string& handler = {});
using Lines = std::vector<std::string>;
Lines lines_of(const std::string& source);
/// Lines count from 1; without blanks at the end; empty when there is no such line.
std::string source_line(const Lines& lines, u32 line);
void print_json(const trace::OrderedJson& out);

}  // namespace lariat::cli
