// The subcommands of lariat. Each function adds its subcommand to the app; the command stores its exit status
// in `status`.
#pragma once

namespace CLI {
class App;
}

namespace lariat::cli {

inline constexpr int EXIT_DIFFERENT = 1;
inline constexpr int EXIT_USAGE = 2;
inline constexpr int EXIT_DAMAGED = 74;  ///< state::DAMAGED_STATUS
inline constexpr const char* EXIT_CODES =
    "Exit status: 0 good; 1 a result differs from what was expected, a proof does not hold; 2 the input or "
    "the "
    "command line cannot be taken (standard error says why); 74 a state is damaged or cannot be read.";

void add_replay(CLI::App& app, int& status);
void add_demo(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_pvm(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_db(CLI::App& app, int& status);
void add_completions(CLI::App& app, int& status);
void add_version(CLI::App& app, int& status);

}  // namespace lariat::cli
