// Reads values of the command line, and shows those of answers.
#pragma once

#include "cli/client/session.hpp"

namespace lariat::cli::client {

// From the command line; what cannot be read ends the command.

/// Base units, or a number with up to nine decimals and the suffix cby: 10^9 base units.
std::string read_amount(const std::string& text, const std::string& what);
/// Text, 0x… or @FILE, as 0x….
std::string read_payload(const std::string& text, const std::string& what);
/// The content of a file; `-` is standard input.
std::string read_whole_file(const std::string& path);
/// 0x and 40 digits; `dev:N`; the name of a key.
std::string read_account(const std::string& text, const std::string& what);
/// An actor: an account, or the beginning of an actor's address, `0x` and at least six digits.
std::string read_actor(Session& session, const std::string& text);
/// An id, or the beginning of that of a timer, operation or transaction, as tables show it.
std::string read_id(Session& session, const std::string& text, const std::string& list);
/// 0x and an even number of digits.
bool is_hex(const std::string& text, std::size_t digits = 0);

// Of answers.

/// A number up to 2^53 or a decimal string, as decimal digits; empty for null.
std::string digits_of(const Json& number);
u64 number_of(const Json& number);
/// Digits in groups of three.
std::string grouped_number(const Json& number);
/// 2026-11-28 01:20:33.123
std::string shown_time(const Json& milliseconds);
/// "3 s", "5 min", "2 h 10 min"
std::string shown_span(u64 milliseconds);
/// Text without control characters, so that nothing of a chain writes on the terminal.
std::string plain(const std::string& text);
/// Bytes as text if they are printable UTF-8, otherwise as they are.
std::string shown_hex(const std::string& hex);

}  // namespace lariat::cli::client
