// Where the governed config lives: storage of system actor 0x09 (GOV-2).
#pragma once

#include "chain/world.hpp"

namespace lariat::chain {

/// 0x00…09, the base fee system actor.
Address config_actor() noexcept;

/// The code's defaults while none is stored. What is stored was checked when the state was opened.
timers::TimerConfig load_config(const World& world);
/// Is what is stored, if anything, of this program's codec version?
bool config_is_readable(const World& world);

/// Under `system:timer_config` whole, and field by field under `system:cip1:…` where tables.md marks it.
void store_config(World& world, const timers::TimerConfig& config);

}  // namespace lariat::chain
