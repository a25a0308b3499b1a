// One row for each row of the page.
#include "chain/state_tables.hpp"

#include <algorithm>
#include <array>

#include "chain/world.hpp"

namespace lariat::chain {

namespace {

constexpr std::size_t ALONE = 1, NUMBER = 1 + 8, OF_ADDRESS = 1 + 20, OF_HASH = 1 + 32;
constexpr std::size_t NAME_MAX_BYTES = 256;

constexpr std::array TABLES{
    StateTable{'g', ALONE, ALONE},
    StateTable{'m', ALONE, ALONE},
    StateTable{'k', ALONE, ALONE},
    StateTable{'a', OF_ADDRESS, OF_ADDRESS},
    StateTable{'c', OF_ADDRESS, OF_ADDRESS},
    StateTable{'C', OF_HASH, OF_HASH},
    StateTable{'H', OF_HASH, OF_HASH + NAME_MAX_BYTES},
    StateTable{'s', OF_ADDRESS, OF_ADDRESS + STORAGE_KEY_BYTES_MAX},
    StateTable{'t', OF_HASH, OF_HASH},
    StateTable{'p', OF_HASH, OF_HASH},
    StateTable{'W', OF_HASH, OF_HASH},
    StateTable{'h', OF_HASH, OF_HASH},
    StateTable{'h', OF_HASH + 8, OF_HASH + 8},
    StateTable{'o', OF_ADDRESS, OF_ADDRESS},
    StateTable{'o', OF_ADDRESS + 8, OF_ADDRESS + 8},
    StateTable{'q', ALONE, ALONE},
    StateTable{'d', NUMBER, NUMBER},
    StateTable{'v', NUMBER, NUMBER},
    StateTable{'j', OF_ADDRESS + 20 + 8, OF_ADDRESS + 20 + 8},
    StateTable{'N', OF_ADDRESS, OF_ADDRESS},
    StateTable{'x', OF_HASH, OF_HASH},
    StateTable{'y', OF_HASH, OF_HASH},
    StateTable{'y', OF_HASH + 4, OF_HASH + 4},
    StateTable{'u', ALONE, ALONE},
    StateTable{'K', NUMBER + 8, NUMBER + 8},
    StateTable{'l', ALONE, ALONE},
    StateTable{'w', NUMBER, NUMBER},
    StateTable{'O', OF_ADDRESS, OF_ADDRESS},
    StateTable{'O', NUMBER, NUMBER},
    StateTable{'b', OF_ADDRESS, OF_ADDRESS},
    StateTable{'q', OF_HASH, OF_HASH},
    StateTable{'T', OF_HASH, OF_HASH},
    StateTable{'P', OF_HASH, OF_HASH},
    StateTable{'S', ALONE, ALONE},
    StateTable{'R', ALONE, ALONE},
};

}  // namespace

std::span<const StateTable> state_tables() noexcept
{
    return TABLES;
}

bool is_key_of_a_table(BytesView key) noexcept
{
    return !key.empty() && std::ranges::any_of(TABLES, [&](const StateTable& table) {
        return table.letter == key[0] && table.key_bytes_min <= key.size() &&
               key.size() <= table.key_bytes_max;
    });
}

}  // namespace lariat::chain
