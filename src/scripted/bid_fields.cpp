// Implements the table of bid context fields: names and values.
#include "scripted/bid_fields.hpp"

#include <array>

namespace lariat::scripted {

namespace {

using Question = lane::BidQuestion;

struct Field {
    std::string_view name;
    u128 (*value)(const Question&);
};

constexpr std::array FIELDS{
    Field{"trigger_block_height", [](const Question& q) -> u128 { return q.trigger_height; }},
    Field{"current_block_height", [](const Question& q) -> u128 { return q.current_height; }},
    Field{"basefee_cycle", [](const Question& q) { return q.cycle_basefee; }},
    Field{"basefee_cell", [](const Question& q) { return q.cell_basefee; }},
    Field{"basefee_lane_timer", [](const Question& q) { return q.lane_basefee; }},
    Field{"last_block_cycle_usage", [](const Question& q) -> u128 { return q.last_block_cycles; }},
    Field{"previous_block_p50_priority_tip_per_cycle", [](const Question& q) { return q.median_priority; }},
    Field{"owner_actor_balance", [](const Question& q) { return q.owner_balance; }},
};

const Field* find(std::string_view name) noexcept
{
    for (const Field& field : FIELDS)
        if (field.name == name) return &field;
    return nullptr;
}

}  // namespace

bool is_bid_field(std::string_view name) noexcept
{
    return find(name) != nullptr;
}

u128 bid_field(const Question& question, std::string_view name) noexcept
{
    const Field* field = find(name);
    return field ? field->value(question) : 0;
}

}  // namespace lariat::scripted
