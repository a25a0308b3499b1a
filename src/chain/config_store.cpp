// Reads and writes the config in the storage of system actor 0x09.
#include "chain/config_store.hpp"

#include "base/codec.hpp"
#include "chain/state_keys.hpp"
#include "state/damage.hpp"

namespace lariat::chain {

namespace {
constexpr std::string_view CONFIG_KEY = "system:timer_config";
constexpr std::string_view FIELD_PREFIX = "system:cip1:";
}  // namespace

Address config_actor() noexcept
{
    Address a;
    a.bytes.back() = 0x09;
    return a;
}

timers::TimerConfig load_config(const World& world)
{
    const auto stored = world.storage(config_actor(), view(CONFIG_KEY));
    if (!stored) return {};
    const auto config = timers::decode_config(*stored);
    state::require_value(config.has_value(), config_key(), "the configuration of timers is malformed");
    return *config;
}

Bytes config_key()
{
    return storage_key(config_actor(), view(CONFIG_KEY));
}

void store_config(World& world, const timers::TimerConfig& config)
{
    world.set_storage(config_actor(), view(CONFIG_KEY), timers::encode(config));
    const auto put_field = [&](std::string_view field, u64 value) {
        Writer w;
        w.put_u64(value);
        world.set_storage(config_actor(), view(std::string(FIELD_PREFIX) + std::string(field)), w.bytes());
    };
    put_field("max_cycles_per_fire_auction_phase", config.max_cycles_per_fire_auction_phase);
    put_field("fairness_window_blocks", config.fairness_window_blocks);
    put_field("fairness_clip_min", config.fairness_clip_min);
    put_field("fairness_clip_max", config.fairness_clip_max);
    put_field("priority_tier_multipliers.economy", config.tier_economy);
    put_field("priority_tier_multipliers.standard", config.tier_standard);
    put_field("priority_tier_multipliers.fast", config.tier_fast);
    put_field("priority_tier_multipliers.urgent", config.tier_urgent);
}

}  // namespace lariat::chain
