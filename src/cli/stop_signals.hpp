// SIGINT and SIGTERM: the first one asks a command to stop after the block at hand, the second one ends it.
#pragma once

namespace lariat::cli {

/// From now on, the first SIGINT or SIGTERM makes stop_requested() true. The second one ends the process at
/// once with EXIT_INTERRUPTED. A signal that the process inherited as ignored (nohup) stays ignored.
void watch_stop_signals();

bool stop_requested() noexcept;

/// A descriptor that becomes readable at the first signal, for poll(). -1 before watch_stop_signals().
int stop_descriptor() noexcept;

}  // namespace lariat::cli
