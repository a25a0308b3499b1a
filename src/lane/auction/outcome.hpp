// The outcome-based weight O of an owner (FAIR-6): how long its fires waited against how much of the lane
// they took, smoothed over epochs. Only for tie_break = outcome; forgotten otherwise.
#pragma once

#include <map>

#include "state/overlay.hpp"
#include "state/walk.hpp"

namespace lariat::lane {

class Outcomes {
public:
    static constexpr u64 ONE = u64{1} << 32;

    explicit Outcomes(state::Overlay& state) : state_(state) {}

    using Changed = std::function<void(const Address& owner, u64 outcome)>;

    /// A fire: how many blocks it waited, what it used.
    void record(const Address& owner, u64 waited, u64 cycles);
    /// At the first block of an epoch: what the fires of the last one make of each owner. `all_cycles`: of
    /// all of them together.
    void end_epoch(u64 all_cycles, const Changed& changed);
    void clear(const Changed& changed);

    u64 of(const Address& owner) const;

    void rebuild(state::Walk& walk);
    bool same_as(const Outcomes& other) const { return owners_ == other.owners_; }

private:
    struct Owner {
        u64 outcome = ONE;
        u128 waited = 0;  ///< blocks, this epoch
        u64 fires = 0;
        u64 cycles = 0;
        bool operator==(const Owner&) const = default;
    };
    void keep(const Address& address, const Owner& owner);

    state::Overlay& state_;
    std::map<Address, Owner> owners_;
};

}  // namespace lariat::lane
