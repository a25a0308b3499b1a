// The parameters that genesis fixes for the life of a chain, and the numbers that every block updates.
#pragma once

#include "timers/config.hpp"

namespace lariat::chain {

inline constexpr u128 BASEFEE_CEILING = u128{1'000'000'000'000} * 1'000'000'000'000;  ///< 10^24

/// The fields of `fees` in genesis (docs/trace.md). Base fees are in base units, at most the ceiling. No
/// field may be zero.
struct FeeParams {
    u128 cycle_basefee = 1;  ///< in force in the first block
    u128 cell_basefee = 1;
    u128 min_basefee = 1;
    u64 cycle_capacity = 20'000'000;  ///< of a block
    u64 cell_capacity = 1'000'000;
    u64 cycle_target = 10'000'000;
    u64 cell_target = 500'000;
    u64 user_lane = 5'000'000;  ///< cycles
    u64 system_lane = 500'000;  ///< cycles
    bool operator==(const FeeParams&) const = default;
};

struct ChainParams {
    std::string chain_id = "t";
    FeeParams fees;
    std::vector<Address> system_deployers;
    bool dev = false;  ///< blocks may have dev changes (chain/dev_changes.hpp)
    bool operator==(const ChainParams&) const = default;
};

struct Burned {
    u128 cycle = 0;
    u128 cell = 0;
    u128 lane = 0;
    u128 total() const noexcept { return cycle + cell + lane; }
    bool operator==(const Burned&) const = default;
};

/// The chain's own numbers in consensus state.
struct ChainState {
    u64 height = 0;
    u64 timestamp_ms = 0;
    u128 cycle_basefee = 1;  ///< in force in the next block
    u128 cell_basefee = 1;
    Burned burned;            ///< since genesis
    u128 genesis_supply = 0;  ///< on a dev chain with what dev changes made, without what they destroyed
    u128 balances = 0;        ///< sum over all accounts
    u128 locked = 0;          ///< deposits
    bool operator==(const ChainState&) const = default;
};

Bytes encode(const ChainParams& params);
Bytes encode(const ChainState& state);
std::optional<ChainParams> decode_params(BytesView bytes);
std::optional<ChainState> decode_state(BytesView bytes);

/// The rule of genesis that the fees break, if any.
std::optional<std::string> broken_rule(const FeeParams& fees);

/// The next block's base fee from this block's usage (FEE-9).
u128 next_basefee(u128 fee, u64 usage, u64 target, u128 min_basefee) noexcept;

}  // namespace lariat::chain
