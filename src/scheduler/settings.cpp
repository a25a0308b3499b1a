// The table of TimerSettings' fields and their names, and the conversions that use it.
#include "lariat/settings.hpp"

#include <array>

#include "base/checked.hpp"
#include "scheduler/settings_view.hpp"

namespace lariat {

namespace {

using Member = std::variant<std::optional<u32> TimerSettings::*, std::optional<u64> TimerSettings::*,
                            std::optional<bool> TimerSettings::*, std::optional<TieBreak> TimerSettings::*>;
struct Field {
    std::string_view name;
    Member member;
};

#define FIELD(name) {#name, &TimerSettings::name}
constexpr std::array FIELDS{
    Field FIELD(lane_timer_cycles),
    Field FIELD(lane_timer_cells),
    Field FIELD(gc_cycles_per_block),
    Field FIELD(due_intake_per_block),
    Field FIELD(maintenance_moves_per_block),
    Field FIELD(max_looks_per_block),
    Field FIELD(max_misfits),
    Field FIELD(min_gas_limit_per_timer),
    Field FIELD(max_cycles_per_fire),
    Field FIELD(max_cells_per_fire),
    Field FIELD(max_payload_size),
    Field FIELD(max_ttl_blocks),
    Field FIELD(max_timers_per_actor),
    Field FIELD(timers_paused),
    Field FIELD(timer_lane_fee_multiplier),
    Field FIELD(auction_activation_height),
    Field FIELD(max_cycles_per_fire_auction_phase),
    Field FIELD(lane_basefee_gain_denominator),
    Field FIELD(tie_break),
    Field FIELD(fairness_window_blocks),
    Field FIELD(fairness_clip_min),
    Field FIELD(fairness_clip_max),
    Field FIELD(tier_economy),
    Field FIELD(tier_standard),
    Field FIELD(tier_fast),
    Field FIELD(tier_urgent),
    Field FIELD(ring_buffer_size),
    Field FIELD(epoch_blocks),
    Field FIELD(epoch_queue_len),
};
#undef FIELD

constexpr std::array TIE_BREAKS{TieBreak::spec, TieBreak::fair, TieBreak::outcome};

/// A number outside the enumeration keeps its number as its name, so that it is refused by name.
std::string tie_break_name(TieBreak tie_break)
{
    for (const TieBreak known : TIE_BREAKS)
        if (known == tie_break) return std::string(timers::name(static_cast<timers::TieBreak>(known)));
    return "the number " + std::to_string(static_cast<unsigned>(tie_break));
}

template <class T>
Setting setting(std::string_view name, T value)
{
    if constexpr (std::is_same_v<T, bool>)
        return {std::string(name), value};
    else if constexpr (std::is_same_v<T, TieBreak>)
        return {std::string(name), tie_break_name(value)};
    else
        return {std::string(name), u128{value}};
}

/// `value` is of a valid config, so it fits the member.
template <class T>
T of_setting(const Setting& setting)
{
    if constexpr (std::is_same_v<T, bool>) {
        return std::get<bool>(setting.second);
    } else if constexpr (std::is_same_v<T, TieBreak>) {
        for (const TieBreak known : TIE_BREAKS)
            if (tie_break_name(known) == std::get<std::string>(setting.second)) return known;
        LARIAT_ASSERT(false);
        return TieBreak::spec;
    } else {
        return static_cast<T>(std::get<u128>(setting.second));
    }
}

}  // namespace

Settings TimerSettings::named() const
{
    Settings out;
    for (const Field& field : FIELDS)
        std::visit(
            [&](auto member) {
                if (const auto& value = this->*member) out.push_back(setting(field.name, *value));
            },
            field.member);
    return out;
}

TimerSettings settings_of(const timers::TimerConfig& config)
{
    TimerSettings out;
    for (const Setting& setting : timers::all_fields(config))
        for (const Field& field : FIELDS)
            if (field.name == setting.first)
                std::visit(
                    [&]<class T>(std::optional<T> TimerSettings::* member) {
                        out.*member = of_setting<T>(setting);
                    },
                    field.member);
    return out;
}

std::optional<std::string> why_not_in_a_library(const timers::TimerConfig& config)
{
    if (config.discipline == timers::Discipline::fifo) return std::nullopt;
    return "discipline " + std::string(timers::name(config.discipline)) +
           ": a scheduler without a chain of ours runs fifo and the auction";
}

}  // namespace lariat
