// The validators of a replicated chain and the version of its rules, in the storage of system actor 0x09
// (CLU-7, CLU-17, CLU-19). A chain whose genesis names no validators has neither.
//
// CometBFT halts at a set that it cannot take: an update with negative power, a key twice in a block, the
// removal of an unknown one, an empty set, a sum above 2^60 - 1. The rules here refuse each of them.
#pragma once

#include <set>

#include "chain/world.hpp"
#include "lariat/error.hpp"

namespace lariat::chain {

struct Validator {
    Hash32 key;     ///< Ed25519, public
    u64 power = 0;  ///< of its votes; in the state at least 1
    Address payee;  ///< gets the tips of its blocks
    bool operator==(const Validator&) const = default;
};

inline constexpr std::size_t VALIDATORS_MAX = 128;  ///< one value of the state holds them all
/// CometBFT's bound for the sum of all powers. It adds the updates of a block before it removes anybody.
inline constexpr u64 POWER_MAX = (u64{1} << 60) - 1;

/// As CometBFT names a validator: the first 20 bytes of the SHA-256 of its key.
Address address_of(const Hash32& validator_key);

/// By ascending key. Empty: the chain is not replicated.
using Validators = std::vector<Validator>;
Validators load_validators(const World& world);
/// The rule of genesis that the set breaks, if any.
std::optional<std::string> broken_rule(const Validators& validators);
void store_validators(World& world, const Validators& validators);
/// Key of the set in the state.
Bytes validators_key();
/// Nothing if the bytes are no set that store_validators() wrote.
std::optional<Validators> decode_validators(BytesView bytes);
/// Who gets the tips of a block: the payee of the validator with this address, or else the address (CLU-7).
Address payee_of(const Validators& validators, const Address& proposer);

/// What a block has done to the set so far.
struct ValidatorChanges {
    std::set<Hash32> keys;  ///< each can change once in a block
    u64 removed_power = 0;  ///< of those that are removed: CometBFT counts it until the next block
    Validators updates;     ///< what the engine has to be told, in the order in which it happened
};

/// System instruction 51: gives a validator another power, 0 removes it. Without a payee it keeps its own,
/// and a new one gets its own address.
struct SetValidator {
    Hash32 key;
    u64 power = 0;
    std::optional<Address> payee;
};
/// InvalidInput with the rule that the change breaks; nothing has changed then.
Status set_validator(World& world, ValidatorChanges& changes, const SetValidator& change);
/// Removes who signed two blocks of a height, but never the last validator. Unknown addresses and those that
/// are there twice are passed over: evidence may be older than the set.
void punish(World& world, ValidatorChanges& changes, std::span<const Address> equivocators);

/// Which rules blocks are run by. They change at a height that is known before.
struct RulesVersion {
    u64 in_force = 1;     ///< in the block of the state
    u64 next_height = 0;  ///< the first block of the next version; 0: none is planned
    u64 next_version = 0;
    u64 at(u64 height) const noexcept
    {
        return next_height != 0 && height >= next_height ? next_version : in_force;
    }
    bool operator==(const RulesVersion&) const = default;
};
RulesVersion load_rules_version(const World& world);
/// System instruction 52: blocks from `height` on have rules of `version`. Height 0 takes the plan back.
/// InvalidInput unless the height is at least two above the block's, so that the engine knows in time, and
/// the version is above the one in force.
Status plan_version(World& world, u64 block_height, u64 height, u64 version);
/// At the begin of a block: what was planned for it comes into force.
void begin_version(World& world, u64 block_height);
const Bytes& rules_version_key();
std::optional<RulesVersion> decode_rules_version(BytesView bytes);

}  // namespace lariat::chain
