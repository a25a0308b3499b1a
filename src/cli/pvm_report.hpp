// How executions of Python read in the author's tools.
#pragma once

#include <string>

#include "pvm/pvm.hpp"
#include "trace/output.hpp"

namespace lariat::cli {

/// The VM's traceback with the file's name and the lines of its source, as Python prints it.
std::string with_source(const std::string& traceback, const std::string& file, const std::string& source);
std::string_view status_name(pvm::ExitStatus status);
/// Text where it is printable UTF-8, else 0x….
std::string shown_bytes(BytesView bytes);
/// A name that a program chose, in one word: in quotes, and escaped, where it is not one.
std::string shown_word(const std::string& word);
/// What a transaction can start: what API-9 lets it call, and `deploy`.
std::vector<std::string> callable_handlers(const pvm::Program& program);
/// Where a class that is the actor hides functions: that it does. Else empty.
std::string why_no_handler(const pvm::Program& program, const std::string& handler = {});
using Lines = std::vector<std::string>;
Lines lines_of(const std::string& source);
/// Counted from 1, without what blanks end it; empty when there is none.
std::string source_line(const Lines& lines, u32 line);
void print_json(const trace::OrderedJson& out);

}  // namespace lariat::cli
