// SIGINT and SIGTERM: what they do to a command. Most commands end at the first signal; those that apply
// blocks stop after the current block, and end at the second signal.
#pragma once

namespace lariat::cli {

/// From now on, a SIGINT or SIGTERM ends the process at once with EXIT_INTERRUPTED. A signal that the process
/// inherited as ignored (nohup) stays ignored.
void end_at_first_signal();

/// From now on, the first SIGINT or SIGTERM makes stop_requested() true. The second one ends the process at
/// once with EXIT_INTERRUPTED. A signal that is ignored stays ignored.
void watch_stop_signals();

bool stop_requested() noexcept;

/// A descriptor that becomes readable at the first signal, for poll(). -1 before watch_stop_signals().
int stop_descriptor() noexcept;

}  // namespace lariat::cli
