// Formats tracebacks, bytes, names and source lines for people.
#pragma once

#include <string>

#include "pvm/pvm.hpp"

namespace lariat::actor_tools {

/// Adds the file name and the source lines to a traceback of the VM, in the form of Python.
std::string with_source(const std::string& traceback, const std::string& file, const std::string& source);
/// Adds the source lines to frames that name `file` already.
std::string with_lines(const std::string& traceback, const std::string& file, const std::string& source);
/// Puts two blanks before each line.
std::string indented(const std::string& text);
/// The bytes as text if they are printable UTF-8, otherwise as 0x….
std::string shown_bytes(BytesView bytes);
/// A name chosen by a program, as one word: quoted and escaped unless it is a plain word.
std::string shown_word(const std::string& word);
/// The handlers that a transaction can run: those that API-9 allows it to call, and `deploy`.
std::vector<std::string> callable_handlers(const pvm::Program& program);
/// A hint if the actor is a class and the module has functions beside it; otherwise empty.
std::string why_no_handler(const pvm::Program& program, const std::string& handler = {});
using Lines = std::vector<std::string>;
Lines lines_of(const std::string& source);
/// A line, counted from 1, without trailing blanks; empty if there is no such line.
std::string source_line(const Lines& lines, u32 line);

}  // namespace lariat::actor_tools
