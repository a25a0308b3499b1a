// The tables of a state and the lengths that their keys have: docs/state-layout.md, "Keys", as data.
#pragma once

#include "lariat/types.hpp"

namespace lariat::chain {

/// Keys of one length, or of a range of lengths, that begin with one letter. A letter may stand in several.
struct StateTable {
    u8 letter;
    std::size_t key_bytes_min, key_bytes_max;  ///< with the letter
};

/// Every table there is. The state check refuses keys of no table; a test holds the list against the page.
std::span<const StateTable> state_tables() noexcept;

bool is_key_of_a_table(BytesView key) noexcept;

}  // namespace lariat::chain
