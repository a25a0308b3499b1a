// Changes that developers make to the state of a dev chain from outside: the first phase of a block, before
// it reads its config (the node's specification, sections 8 and 11). A chain whose genesis does not say `dev`
// refuses a block that has any.
#pragma once

#include <map>
#include <variant>
#include <vector>

#include "timers/lifecycle.hpp"

namespace lariat::chain {

class World;
class CodeCache;
struct ChainParams;

/// Several settings that hold together or not at all. Code comes before storage, so that an actor can be made
/// and filled by one change.
struct DevSet {
    std::map<Address, u128> fund;      ///< added to the balance
    std::map<Address, u128> balances;  ///< in place of the balance
    std::map<Address, std::string> code;
    struct Storage {
        Address actor;
        Bytes key;
        std::optional<Bytes> value;  ///< absent: the key goes
        bool operator==(const Storage&) const = default;
    };
    std::vector<Storage> storage;
    timers::ConfigPatch config;
    bool operator==(const DevSet&) const = default;
};
/// The timer is due now: it is taken in before all others. Whatever else decides about its fire holds as
/// ever.
struct DevFire {
    timers::TimerId timer;
    bool operator==(const DevFire&) const = default;
};
struct DevPause {
    bool paused = true;  ///< timers_paused
    bool operator==(const DevPause&) const = default;
};
using DevChange = std::variant<DevSet, DevFire, DevPause>;

/// What the changes of a block have made and destroyed: the supply moves by it (BLK-7).
struct SupplyChange {
    u128 made = 0, destroyed = 0;
};

/// What a change is made to. `supply`: balances, locked and burned together.
struct DevTarget {
    const ChainParams& params;
    World& world;
    CodeCache& code;
    timers::TimerState& timers;
    u64 height = 0;  ///< of the block
    u128 supply = 0;
};

/// Why a timer cannot be fired by hand in the block of this height.
Status why_not_fired(const timers::TimerState& timers, const timers::TimerId& id, u64 height);

/// Makes one change, or says why not and leaves everything as it was. What it writes into storage is for the
/// caller to tell to the watches.
Status make_change(const DevTarget& target, const DevChange& change, SupplyChange& supply);

}  // namespace lariat::chain
