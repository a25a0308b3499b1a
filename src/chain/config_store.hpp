// Access to the governed config in the storage of system actor 0x09 (GOV-2).
#pragma once

#include "chain/world.hpp"

namespace lariat::chain {

/// 0x00…09, the base fee system actor.
Address config_actor() noexcept;

/// The stored config, or the code's defaults if there is none. Opening the state checked the stored one.
timers::TimerConfig load_config(const World& world);
/// Where it stands in the state.
Bytes config_key();

/// Stores the whole config under `system:timer_config`, and the fields of CIP-1 also under `system:cip1:…`.
void store_config(World& world, const timers::TimerConfig& config);

}  // namespace lariat::chain
