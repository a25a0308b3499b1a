// The settings of a scheduler: as a struct with named fields, and as a list of names and values.
// SPDX-License-Identifier: Apache-2.0
//
// Settings are the fields of TimerConfig (GOV-2, GOV-3) that have an effect in a scheduler without a chain of
// ours. Units: cycles, cells (bytes), blocks, counts; a field marked "thousandths" is a factor times 1,000.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lariat/types.hpp"

namespace lariat {

/// One setting by name. The value is a number, a switch, or the name of a choice such as "fair".
using Setting = std::pair<std::string, std::variant<u128, bool, std::string>>;
/// Settings as text, for a chain that reads them from a file or a governance transaction. If a name occurs
/// twice, the last one counts.
using Settings = std::vector<Setting>;

/// Which of two timers with the same effective priority goes first in the auction: `spec` by id,
/// `fair` by the weight of the owner and then the height, `outcome` by how the owner fared in the last epoch.
enum class TieBreak : u8 { spec = 0, fair = 1, outcome = 2 };

/// The same with named fields. An absent field has its default when a scheduler is created, and keeps its
/// value when settings are changed. When a scheduler is created, an absent field sinks to the bound that
/// another field puts on it, so a small lane needs no other field.
///
/// Comments give default and rule. The error for a value that breaks a rule names the field (InvalidConfig).
struct TimerSettings {
    // The room of a block.
    std::optional<u64> lane_timer_cycles{};            ///< for handlers. 2,000,000; 1 … cycle_capacity
    std::optional<u64> lane_timer_cells{};             ///< for handlers. 1,000,000; 1 … 2^40
    std::optional<u64> gc_cycles_per_block{};          ///< for removals, 200 each. 5,000,000; at least 200
    std::optional<u32> due_intake_per_block{};         ///< timers taken in when due. 65,536; at least 1
    std::optional<u32> maintenance_moves_per_block{};  ///< of the calendar. 65,536; at least 1
    std::optional<u32> max_looks_per_block{};          ///< timers examined. 16,384; at least 1
    std::optional<u32>
        max_misfits{};  ///< timers in a row that do not fit, before a round ends. 8; at least 1

    // Limits of a timer.
    std::optional<u64> min_gas_limit_per_timer{};  ///< cycles. 200; at least 1
    std::optional<u64> max_cycles_per_fire{};      ///< 550,000; min_gas_limit_per_timer … lane_timer_cycles
    std::optional<u64> max_cells_per_fire{};       ///< 550,000; 1 … lane_timer_cells
    std::optional<u32> max_payload_size{};         ///< bytes. 1,048,576; at most that
    std::optional<u64> max_ttl_blocks{};           ///< longest life. 2,592,000; 1 … 10^9
    std::optional<u32> max_timers_per_actor{};     ///< live timers of one owner. 1,024; at least 1

    // Operation.
    std::optional<bool> timers_paused{};  ///< nothing wakes while true. false
    std::optional<u32>
        timer_lane_fee_multiplier{};  ///< thousandths of the cycle base fee. 1,000; at most 10,000

    // The auction (CIP-1). Without it timers wake first come, first served.
    std::optional<u64> auction_activation_height{};          ///< in force from this height on. 0: never
    std::optional<u64> max_cycles_per_fire_auction_phase{};  ///< as max_cycles_per_fire. 250,000
    std::optional<u32> lane_basefee_gain_denominator{};      ///< 1; 1 … 1,000
    std::optional<TieBreak> tie_break{};                     ///< spec
    std::optional<u32> fairness_window_blocks{};             ///< 1,000; 1 … 100,000
    std::optional<u32> fairness_clip_min{};                  ///< thousandths. 1,000; 1 … fairness_clip_max
    std::optional<u32> fairness_clip_max{};                  ///< thousandths. 2,000; 1 … 10,000
    std::optional<u32> tier_economy{};   ///< thousandths of the median priority. 800; at most 100,000
    std::optional<u32> tier_standard{};  ///< 1,000
    std::optional<u32> tier_fast{};      ///< 1,500
    std::optional<u32> tier_urgent{};    ///< 2,500

    // The calendar. Only when a scheduler is created; results do not depend on them, except for epoch_blocks
    // with TieBreak::outcome.
    std::optional<u32> ring_buffer_size{};  ///< heights. 4,096; at least epoch_blocks
    std::optional<u32> epoch_blocks{};      ///< 3,600; at least 1
    std::optional<u32> epoch_queue_len{};   ///< epochs. 720; at least 1

    /// The fields that are set, by name. The conversion lets every function that takes Settings take this
    /// struct.
    Settings named() const;
    operator Settings() const { return named(); }

    bool operator==(const TimerSettings&) const = default;
};

}  // namespace lariat
