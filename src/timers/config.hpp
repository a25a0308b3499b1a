// TimerConfig: the governed parameters (GOV-2, GOV-3), their defaults and the rules that bind them.
#pragma once

#include <variant>

#include "timers/record.hpp"

namespace lariat::timers {

enum class Discipline : u8 { fifo = 0, globalbox = 1, auction = 2 };
enum class TieBreak : u8 { spec = 0, fair = 1, outcome = 2 };

std::string_view name(Discipline d) noexcept;
std::string_view name(TieBreak t) noexcept;

/// Cycles, cells, counts and heights; thousandths where the table of docs/trace.md says so.
struct TimerConfig {
    Discipline discipline = Discipline::fifo;  ///< fifo or globalbox
    u64 auction_activation_height = 0;         ///< 0: never
    bool timers_paused = false;
    u64 max_ttl_blocks = 2'592'000;
    u64 max_cycles_per_fire = 550'000;
    u64 max_cells_per_fire = 550'000;
    u32 max_timers_per_actor = 1'024;
    u32 max_timers_per_target = 65'536;
    u64 min_gas_limit_per_timer = 200;
    u32 max_payload_size = 1'048'576;
    u64 lane_timer_cycles = 2'000'000;
    u64 lane_timer_cells = 1'000'000;
    u64 gc_cycles_per_block = 5'000'000;
    u32 due_intake_per_block = 65'536;
    u32 maintenance_moves_per_block = 65'536;
    u32 max_looks_per_block = 16'384;
    u32 max_misfits = 8;
    u32 ring_buffer_size = 4'096;
    u32 epoch_blocks = 3'600;
    u32 epoch_queue_len = 720;
    u32 timer_lane_fee_multiplier = 1'000;  ///< thousandths
    u64 max_cycles_per_fire_auction_phase = 250'000;
    u32 fairness_window_blocks = 1'000;
    u32 fairness_clip_min = 1'000;  ///< thousandths
    u32 fairness_clip_max = 2'000;  ///< thousandths
    u32 lane_basefee_gain_denominator = 1;
    TieBreak tie_break = TieBreak::spec;
    u32 tier_economy = 800;  ///< thousandths, as the other tiers
    u32 tier_standard = 1'000;
    u32 tier_fast = 1'500;
    u32 tier_urgent = 2'500;
    u64 gba_cycles_per_call = 25'000;
    u64 gba_cycles_per_block = 1'000'000;
    u128 w_age = u128{1} << 96;
    u64 w_bid = 1;
    u128 min_bid = 0;  ///< Q32.96
    u128 max_bid = U128_MAX;
    u32 max_fires_per_block = 4'096;
    u32 max_fires_per_target = 64;
    u32 max_watch_keys = 16;
    u32 max_watch_hits_per_block = 4'096;
    u32 max_modified_keys_per_block = 65'536;
    u32 max_matched_keys = 64;
    u32 max_watch_hits_per_actor = 512;
    u32 max_kept_keys_per_actor = 4'096;
    u64 sch_cycles_per_second = 2'000'000;
    u64 sch_cycles_per_block = 4'000'000;
    u64 sch_initiation_cycles = 1'000;
    u32 estimate_horizon = 3'600;

    bool operator==(const TimerConfig&) const = default;
};

/// A field's value in a patch or for display: a number, a bool, or a name.
using ConfigValue = std::variant<u128, bool, std::string>;
using ConfigPatch = std::vector<std::pair<std::string, ConfigValue>>;

enum class FieldKind : u8 { number, boolean, name };

/// What kind of value a field takes; nothing for a name that is no field.
std::optional<FieldKind> field_kind(std::string_view field) noexcept;
/// u128 fields are amounts: shown as decimal strings.
bool is_amount(std::string_view field) noexcept;
/// Every field with its value, in the order of the table in docs/trace.md.
ConfigPatch all_fields(const TimerConfig& config);

/// The config of a new chain: the named fields, and for the others the default or the bound that a
/// named field puts on it when that is lower (docs/trace.md). InvalidConfig names the broken rule.
Result<TimerConfig> genesis_config(const ConfigPatch& named, u64 block_cycle_capacity);

/// `config` with `patch` laid over it, or InvalidConfig naming the broken rule: all or nothing.
Result<TimerConfig> updated_config(const TimerConfig& config, const ConfigPatch& patch,
                                   u64 block_cycle_capacity);

/// Canonical: a version byte, then the fields in the order of the table in docs/trace.md.
Bytes encode(const TimerConfig& config);
std::optional<TimerConfig> decode_config(BytesView bytes);

/// The discipline of a block: `auction` once its governed height is reached (GOV-4).
Discipline discipline_at(const TimerConfig& config, u64 height) noexcept;
/// A tier's part of the median priority (GBA-7).
u32 tier_thousandths(Tier tier, const TimerConfig& config) noexcept;
/// What the default-gas mark stands for, and the highest explicit limit, in a block of `discipline`.
u64 gas_cap(const TimerConfig& config, Discipline discipline) noexcept;

}  // namespace lariat::timers
