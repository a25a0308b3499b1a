// Exit statuses of the command: one table for every subcommand (docs/decisions/0025).
#pragma once

namespace lariat::cli {

inline constexpr int EXIT_GOOD = 0;
/// A check failed: results differ, a proof does not hold, a source is refused.
inline constexpr int EXIT_DIFFERENT = 1;
inline constexpr int EXIT_USAGE = 2;  ///< invalid input or usage
// Of the commands that talk to a node (NODE-41).
inline constexpr int EXIT_NO_ANSWER = 3;  ///< no answer in time; the outcome is unknown
inline constexpr int EXIT_REFUSED = 4;    ///< the node refused; its code is on standard error
/// A state is damaged, or cannot be read or written. Equals state::DAMAGED_STATUS.
inline constexpr int EXIT_DAMAGED = 74;
/// A SIGINT or SIGTERM ended the command: the first one, or the second one if the first stops the command in
/// good order (replay, demo, node).
inline constexpr int EXIT_INTERRUPTED = 130;

/// The table of --help for commands that talk to a node.
inline constexpr const char* CLIENT_EXIT_CODES =
    "Exit status:\n"
    "  0    success\n"
    "  1    it ran and did not end well\n"
    "  2    invalid input or usage\n"
    "  3    no answer in time; the outcome is unknown\n"
    "  4    the node refused, its code is on standard error\n"
    "  74   a file or a state is damaged\n"
    "  130  ended by SIGINT or SIGTERM\n"
    "Errors go to standard error, results to standard output.";

/// The table of --help.
inline constexpr const char* EXIT_CODES =
    "Exit status:\n"
    "  0    success\n"
    "  1    a check failed: of a result, a proof, a source, a handler or a test\n"
    "  2    invalid input or usage\n"
    "  74   a state is damaged, or cannot be read or written\n"
    "  130  ended by SIGINT or SIGTERM\n"
    "Errors go to standard error, results to standard output.";

}  // namespace lariat::cli
