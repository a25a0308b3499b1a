// The table of fields, and the rules that a config obeys.
#include "timers/config.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/checked.hpp"
#include "base/codec.hpp"

namespace lariat::timers {

namespace {

constexpr u8 CONFIG_VERSION = 2;

using Member = std::variant<u32 TimerConfig::*, u64 TimerConfig::*, u128 TimerConfig::*, bool TimerConfig::*,
                            Discipline TimerConfig::*, TieBreak TimerConfig::*>;

struct Field {
    std::string_view name;
    Member member;
    bool fixed = false;  ///< cannot be named after genesis
};

#define FIELD(name) {#name, &TimerConfig::name}
#define FIXED(name) {#name, &TimerConfig::name, true}
constexpr std::array FIELDS{
    Field FIELD(discipline),
    Field FIELD(auction_activation_height),
    Field FIELD(timers_paused),
    Field FIELD(max_ttl_blocks),
    Field FIELD(max_cycles_per_fire),
    Field FIELD(max_cells_per_fire),
    Field FIELD(max_timers_per_actor),
    Field FIELD(max_timers_per_target),
    Field FIELD(min_gas_limit_per_timer),
    Field FIELD(max_payload_size),
    Field FIELD(lane_timer_cycles),
    Field FIELD(lane_timer_cells),
    Field FIELD(gc_cycles_per_block),
    Field FIELD(due_intake_per_block),
    Field FIELD(maintenance_moves_per_block),
    Field FIELD(max_looks_per_block),
    Field FIELD(max_misfits),
    Field FIXED(ring_buffer_size),
    Field FIXED(epoch_blocks),
    Field FIXED(epoch_queue_len),
    Field FIELD(timer_lane_fee_multiplier),
    Field FIELD(max_cycles_per_fire_auction_phase),
    Field FIELD(fairness_window_blocks),
    Field FIELD(fairness_clip_min),
    Field FIELD(fairness_clip_max),
    Field FIELD(lane_basefee_gain_denominator),
    Field FIELD(tie_break),
    Field FIELD(tier_economy),
    Field FIELD(tier_standard),
    Field FIELD(tier_fast),
    Field FIELD(tier_urgent),
    Field FIELD(gba_cycles_per_call),
    Field FIELD(gba_cycles_per_block),
    Field FIELD(w_age),
    Field FIELD(w_bid),
    Field FIELD(min_bid),
    Field FIELD(max_bid),
    Field FIELD(max_fires_per_block),
    Field FIELD(max_fires_per_target),
    Field FIELD(max_watch_keys),
    Field FIELD(max_watch_hits_per_block),
    Field FIELD(max_modified_keys_per_block),
    Field FIELD(max_matched_keys),
    Field FIELD(max_watch_hits_per_actor),
    Field FIELD(max_kept_keys_per_actor),
    Field FIELD(sch_cycles_per_second),
    Field FIELD(sch_cycles_per_block),
    Field FIELD(sch_initiation_cycles),
    Field FIELD(estimate_horizon),
};
#undef FIELD
#undef FIXED

constexpr std::array DISCIPLINES{Discipline::fifo, Discipline::globalbox};
constexpr std::array TIE_BREAKS{TieBreak::spec, TieBreak::fair, TieBreak::outcome};

const Field* find_field(std::string_view field) noexcept
{
    const auto it =
        std::find_if(FIELDS.begin(), FIELDS.end(), [&](const Field& f) { return f.name == field; });
    return it == FIELDS.end() ? nullptr : &*it;
}

Error broken(std::string rule)
{
    return {ErrorCode::InvalidConfig, std::move(rule)};
}

template <class Enum, std::size_t N>
bool set_by_name(Enum& out, const std::string& value, const std::array<Enum, N>& all)
{
    for (const Enum e : all)
        if (name(e) == value) {
            out = e;
            return true;
        }
    return false;
}

Status set_number(TimerConfig& config, const Field& field, u128 value)
{
    const auto store = [&]<class T>(T TimerConfig::* member) -> Status {
        if constexpr (std::is_same_v<T, u32> || std::is_same_v<T, u64> || std::is_same_v<T, u128>) {
            if (value > std::numeric_limits<T>::max())
                return broken(std::string(field.name) + ": " + to_decimal(value) + " above " +
                              to_decimal(std::numeric_limits<T>::max()));
            config.*member = static_cast<T>(value);
            return {};
        } else {
            return broken(std::string(field.name) + " is no number: " + to_decimal(value));
        }
    };
    return std::visit(store, field.member);
}

Status set_field(TimerConfig& config, const Field& field, const ConfigValue& value)
{
    if (const u128* number = std::get_if<u128>(&value)) return set_number(config, field, *number);
    if (const bool* flag = std::get_if<bool>(&value)) {
        if (const auto* member = std::get_if<bool TimerConfig::*>(&field.member)) {
            config.** member = *flag;
            return {};
        }
        return broken(std::string(field.name) + " is no bool: " + (*flag ? "true" : "false"));
    }
    const std::string& text = std::get<std::string>(value);
    if (const auto* member = std::get_if<Discipline TimerConfig::*>(&field.member))
        if (set_by_name(config.**member, text, DISCIPLINES)) return {};
    if (const auto* member = std::get_if<TieBreak TimerConfig::*>(&field.member))
        if (set_by_name(config.**member, text, TIE_BREAKS)) return {};
    return broken(std::string(field.name) + " cannot be " + text);
}

/// The rule of one field (docs/trace.md, "TimerConfig"): low ≤ value ≤ high. A limit that is the value of
/// another field has that field's name.
struct Range {
    std::string_view field;
    u128 value, low, high;
    std::string_view low_is{}, high_is{};
};

Error out_of_range(const Range& range, std::string_view side, std::string_view limit_is, u128 limit)
{
    return broken(std::string(range.field) + ": " + to_decimal(range.value) + ' ' + std::string(side) + ' ' +
                  std::string(limit_is) + (limit_is.empty() ? "" : " ") + to_decimal(limit));
}

/// A field that bounds others stands before them, with the lowest value that leaves room for theirs: whoever
/// sets it too low is told its name.
Status check_rules(const TimerConfig& c, u64 capacity)
{
    constexpr u128 ANY = U128_MAX;
    const u64 fire_min = std::max<u64>(1, c.min_gas_limit_per_timer);
    const std::string_view fire_min_is = c.min_gas_limit_per_timer > 1 ? "min_gas_limit_per_timer" : "";
    const Range ranges[] = {
        {"max_ttl_blocks", c.max_ttl_blocks, 1, 1'000'000'000},
        {"lane_timer_cycles", c.lane_timer_cycles, 1, capacity, "", "cycle_capacity"},
        {"lane_timer_cells", c.lane_timer_cells, 1, u64{1} << 40},
        {"max_cycles_per_fire", c.max_cycles_per_fire, fire_min, c.lane_timer_cycles, fire_min_is,
         "lane_timer_cycles"},
        {"max_cycles_per_fire_auction_phase", c.max_cycles_per_fire_auction_phase, fire_min,
         c.lane_timer_cycles, fire_min_is, "lane_timer_cycles"},
        {"min_gas_limit_per_timer", c.min_gas_limit_per_timer, 1, ANY},
        {"max_cells_per_fire", c.max_cells_per_fire, 1, c.lane_timer_cells, "", "lane_timer_cells"},
        {"max_timers_per_actor", c.max_timers_per_actor, 1, ANY},
        {"max_timers_per_target", c.max_timers_per_target, 1, ANY},
        {"max_payload_size", c.max_payload_size, 0, 1'048'576},
        {"gc_cycles_per_block", c.gc_cycles_per_block, 200, ANY},
        {"due_intake_per_block", c.due_intake_per_block, 1, ANY},
        {"maintenance_moves_per_block", c.maintenance_moves_per_block, 1, ANY},
        {"max_looks_per_block", c.max_looks_per_block, 1, ANY},
        {"max_misfits", c.max_misfits, 1, ANY},
        {"ring_buffer_size", c.ring_buffer_size, std::max<u32>(1, c.epoch_blocks), ANY,
         c.epoch_blocks > 1 ? "epoch_blocks" : ""},
        {"epoch_blocks", c.epoch_blocks, 1, ANY},
        {"epoch_queue_len", c.epoch_queue_len, 1, ANY},
        {"timer_lane_fee_multiplier", c.timer_lane_fee_multiplier, 0, 10'000},
        {"fairness_window_blocks", c.fairness_window_blocks, 1, 100'000},
        {"fairness_clip_max", c.fairness_clip_max, 1, 10'000},
        {"fairness_clip_min", c.fairness_clip_min, 1, c.fairness_clip_max, "", "fairness_clip_max"},
        {"lane_basefee_gain_denominator", c.lane_basefee_gain_denominator, 1, 1'000},
        {"tier_economy", c.tier_economy, 0, 100'000},
        {"tier_standard", c.tier_standard, 0, 100'000},
        {"tier_fast", c.tier_fast, 0, 100'000},
        {"tier_urgent", c.tier_urgent, 0, 100'000},
        {"gba_cycles_per_call", c.gba_cycles_per_call, 0, c.gba_cycles_per_block, "", "gba_cycles_per_block"},
        {"w_age", c.w_age, 0, (u128{1} << 120) - 1},
        {"min_bid", c.min_bid, 0, c.max_bid, "", "max_bid"},
        {"max_fires_per_block", c.max_fires_per_block, 1, ANY},
        {"max_fires_per_target", c.max_fires_per_target, 1, ANY},
        {"max_watch_keys", c.max_watch_keys, 1, 256},
        {"max_watch_hits_per_block", c.max_watch_hits_per_block, 1, ANY},
        {"max_modified_keys_per_block", c.max_modified_keys_per_block, 1, ANY},
        {"max_matched_keys", c.max_matched_keys, 1, 4'096},
        {"max_watch_hits_per_actor", c.max_watch_hits_per_actor, 1, c.max_watch_hits_per_block, "",
         "max_watch_hits_per_block"},
        {"max_kept_keys_per_actor", c.max_kept_keys_per_actor, 1, 65'536},
        {"sch_cycles_per_second", c.sch_cycles_per_second, 0, c.sch_cycles_per_block, "",
         "sch_cycles_per_block"},
    };
    for (const Range& r : ranges) {
        if (r.value < r.low) return out_of_range(r, "below", r.low_is, r.low);
        if (r.value > r.high) return out_of_range(r, "above", r.high_is, r.high);
    }
    return {};
}

/// Fields that were not named at genesis sink to the bound that another field puts on them.
void sink_to_bounds(TimerConfig& c, const std::function<bool(std::string_view)>& named, u64 capacity)
{
    const auto sink = [&]<class T>(std::string_view field, T& value, T bound) {
        if (!named(field)) value = std::min(value, bound);
    };
    sink("lane_timer_cycles", c.lane_timer_cycles, capacity);
    sink("epoch_blocks", c.epoch_blocks, c.ring_buffer_size);
    sink("max_cycles_per_fire", c.max_cycles_per_fire, c.lane_timer_cycles);
    sink("max_cycles_per_fire_auction_phase", c.max_cycles_per_fire_auction_phase, c.lane_timer_cycles);
    sink("max_cells_per_fire", c.max_cells_per_fire, c.lane_timer_cells);
    sink("min_gas_limit_per_timer", c.min_gas_limit_per_timer,
         std::min(c.max_cycles_per_fire, c.max_cycles_per_fire_auction_phase));
    sink("fairness_clip_min", c.fairness_clip_min, c.fairness_clip_max);
    sink("gba_cycles_per_call", c.gba_cycles_per_call, c.gba_cycles_per_block);
    sink("min_bid", c.min_bid, c.max_bid);
    sink("max_watch_hits_per_actor", c.max_watch_hits_per_actor, c.max_watch_hits_per_block);
    sink("sch_cycles_per_second", c.sch_cycles_per_second, c.sch_cycles_per_block);
}

}  // namespace

std::string_view name(Discipline d) noexcept
{
    return d == Discipline::fifo ? "fifo" : d == Discipline::globalbox ? "globalbox" : "auction";
}

std::string_view name(TieBreak t) noexcept
{
    return t == TieBreak::spec ? "spec" : t == TieBreak::fair ? "fair" : "outcome";
}

std::optional<FieldKind> field_kind(std::string_view field) noexcept
{
    const Field* f = find_field(field);
    if (!f) return std::nullopt;
    if (std::holds_alternative<bool TimerConfig::*>(f->member)) return FieldKind::boolean;
    if (std::holds_alternative<Discipline TimerConfig::*>(f->member)) return FieldKind::name;
    if (std::holds_alternative<TieBreak TimerConfig::*>(f->member)) return FieldKind::name;
    return FieldKind::number;
}

bool is_amount(std::string_view field) noexcept
{
    const Field* f = find_field(field);
    return f && std::holds_alternative<u128 TimerConfig::*>(f->member);
}

ConfigPatch all_fields(const TimerConfig& config)
{
    ConfigPatch out;
    for (const Field& field : FIELDS) {
        const auto value = [&]<class T>(T TimerConfig::* member) -> ConfigValue {
            if constexpr (std::is_same_v<T, bool>)
                return config.*member;
            else if constexpr (std::is_enum_v<T>)
                return std::string(name(config.*member));
            else
                return static_cast<u128>(config.*member);
        };
        out.emplace_back(field.name, std::visit(value, field.member));
    }
    return out;
}

Result<TimerConfig> genesis_config(const ConfigPatch& named, u64 block_cycle_capacity)
{
    TimerConfig config;
    for (const auto& [field_name, value] : named) {
        const Field* field = find_field(field_name);
        if (!field) return broken("no field is called " + field_name);
        if (const Status s = set_field(config, *field, value); !s) return s.error();
    }
    const auto is_named = [&](std::string_view field) {
        return std::any_of(named.begin(), named.end(), [&](const auto& p) { return p.first == field; });
    };
    sink_to_bounds(config, is_named, block_cycle_capacity);
    if (const Status s = check_rules(config, block_cycle_capacity); !s) return s.error();
    return config;
}

Result<TimerConfig> updated_config(const TimerConfig& config, const ConfigPatch& patch,
                                   u64 block_cycle_capacity)
{
    TimerConfig out = config;
    for (const auto& [field_name, value] : patch) {
        const Field* field = find_field(field_name);
        if (!field) return broken("no field is called " + field_name);
        if (field->fixed) return broken(field_name + " is fixed at genesis");
        if (const Status s = set_field(out, *field, value); !s) return s.error();
    }
    if (const Status s = check_rules(out, block_cycle_capacity); !s) return s.error();
    return out;
}

Bytes encode(const TimerConfig& config)
{
    Writer w;
    w.put_u8(CONFIG_VERSION);
    for (const Field& field : FIELDS) {
        const auto put = [&]<class T>(T TimerConfig::* member) {
            if constexpr (std::is_same_v<T, u32>)
                w.put_u32(config.*member);
            else if constexpr (std::is_same_v<T, u64>)
                w.put_u64(config.*member);
            else if constexpr (std::is_same_v<T, u128>)
                w.put_u128(config.*member);
            else
                w.put_u8(static_cast<u8>(config.*member));
        };
        std::visit(put, field.member);
    }
    return w.take();
}

std::optional<TimerConfig> decode_config(BytesView bytes)
{
    TimerConfig config;
    Reader r(bytes);
    if (r.get_u8() != CONFIG_VERSION) return std::nullopt;
    bool valid = true;
    for (const Field& field : FIELDS) {
        const auto get = [&]<class T>(T TimerConfig::* member) {
            if constexpr (std::is_same_v<T, u32>)
                config.*member = r.get_u32();
            else if constexpr (std::is_same_v<T, u64>)
                config.*member = r.get_u64();
            else if constexpr (std::is_same_v<T, u128>)
                config.*member = r.get_u128();
            else if constexpr (std::is_same_v<T, bool>)
                config.*member = r.get_bool();
            else {
                const u8 v = r.get_u8();
                valid = valid && v <= (std::is_same_v<T, Discipline> ? 1 : 2);
                config.*member = static_cast<T>(v);
            }
        };
        std::visit(get, field.member);
    }
    if (!valid || !r.done()) return std::nullopt;
    return config;
}

Discipline discipline_at(const TimerConfig& config, u64 height) noexcept
{
    const u64 from = config.auction_activation_height;
    return from != 0 && height >= from ? Discipline::auction : config.discipline;
}

u32 tier_thousandths(Tier tier, const TimerConfig& config) noexcept
{
    switch (tier) {
        case Tier::economy:
            return config.tier_economy;
        case Tier::standard:
            return config.tier_standard;
        case Tier::fast:
            return config.tier_fast;
        case Tier::urgent:
            return config.tier_urgent;
    }
    return 0;
}

u64 gas_cap(const TimerConfig& config, Discipline discipline) noexcept
{
    return discipline == Discipline::auction
               ? std::min(config.max_cycles_per_fire, config.max_cycles_per_fire_auction_phase)
               : config.max_cycles_per_fire;
}

}  // namespace lariat::timers
