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
using Lines = std::vector<std::string>;
Lines lines_of(const std::string& source);
/// Counted from 1, without what blanks end it; empty when there is none.
std::string source_line(const Lines& lines, u32 line);
void print_json(const trace::OrderedJson& out);

}  // namespace lariat::cli
