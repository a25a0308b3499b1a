// Exit statuses of the command: one table for every subcommand (docs/decisions/0025).
#pragma once

namespace lariat::cli {

inline constexpr int EXIT_GOOD = 0;
inline constexpr int EXIT_DIFFERENT =
    1;  ///< a check failed: results differ, a proof does not hold, a source is refused
inline constexpr int EXIT_USAGE = 2;  ///< the command line or the input cannot be taken
inline constexpr int EXIT_DAMAGED =
    74;  ///< a state is damaged or cannot be read or written; equals state::DAMAGED_STATUS
inline constexpr int EXIT_INTERRUPTED = 130;  ///< a second SIGINT or SIGTERM came before the work was ended

inline constexpr const char* EXIT_CODES =
    "Exit status: 0 good; 1 a check failed: results differ, a proof does not hold, a source is refused, a "
    "test "
    "fails; 2 the command line or the input cannot be taken; 74 a state is damaged or cannot be read or "
    "written; "
    "130 a second SIGINT or SIGTERM. Standard error says why.";

}  // namespace lariat::cli
