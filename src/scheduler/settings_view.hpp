// TimerConfig as the public header shows it.
#pragma once

#include "lariat/settings.hpp"
#include "timers/config.hpp"

namespace lariat {

/// The fields that have an effect in a library, all of them set.
TimerSettings settings_of(const timers::TimerConfig& config);

/// The reason why a scheduler without a chain of ours cannot run with this config; nullopt if it can.
[[nodiscard]] std::optional<std::string> why_not_in_a_library(const timers::TimerConfig& config);

}  // namespace lariat
