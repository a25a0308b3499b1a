// Where the governed config lives: storage of system actor 0x09 (GOV-2).
#pragma once

#include "chain/world.hpp"

namespace lariat::chain {

/// 0x00…09, the base fee system actor.
Address config_actor() noexcept;

timers::TimerConfig load_config(const World& world);  ///< the code's defaults while none is stored

/// Under `system:timer_config` whole, and field by field under `system:cip1:…` where tables.md marks it.
void store_config(World& world, const timers::TimerConfig& config);

}  // namespace lariat::chain
