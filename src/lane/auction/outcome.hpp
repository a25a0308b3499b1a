// The outcome O of an owner (FAIR-6): how long its fires waited against how much of the lane they took,
// smoothed over epochs. It is kept only under tie_break outcome, and forgotten otherwise.
//
// O of an owner without fires moves at each epoch by a rule that needs nothing but O. So a record is written
// when its owner fires, and says in which epoch that was; O of a later epoch is computed from it when it is
// asked for, and is forgotten after at most LIFETIME epochs. That O of the epoch after the fire follows from
// all cycles of the epoch, which are kept as long. A few records that no longer count are deleted in each
// block.
#pragma once

#include <map>
#include <set>

#include "lane/auction/keyed_table.hpp"
#include "lane/auction/lane_state.hpp"
#include "state/overlay.hpp"
#include "state/walk.hpp"

namespace lariat::lane {

class Outcomes {
public:
    static constexpr u64 ONE = u64{1} << 32;  ///< O of an owner of which nothing is known
    /// So many epochs after its last fire at the latest, an owner is forgotten.
    static constexpr u64 LIFETIME = 64;

    Outcomes(state::Overlay& state, LaneState& lane) : state_(state), lane_(lane) {}

    /// A fire: how many blocks it waited, what it used.
    void record(const Address& owner, u64 waited, u64 cycles);
    /// At the first block of an epoch.
    void end_epoch();
    /// Everything up to here is forgotten.
    void clear();
    /// Deletes records that no longer count: so many at most, the oldest first.
    void delete_old(u64 most);

    /// O in this epoch; none when the owner is forgotten, or was never known.
    std::optional<u64> of(const Address& owner) const;
    /// O once the present epoch has ended.
    std::optional<u64> of_next_epoch(const Address& owner) const;
    /// Of an owner with `fires`, at the end of an epoch in which all fires used `all_cycles`.
    static u64 after_fires(u64 outcome, u128 waited, u64 fires, u64 cycles, u64 all_cycles);
    /// Of an owner without fires at the end of an epoch; none when it is forgotten.
    static std::optional<u64> after_rest(u64 outcome);

    u64 records() const noexcept { return owners_.size(); }
    void rebuild(state::Walk& walk);
    bool same_as(const Outcomes& other) const;

private:
    struct Record {
        u64 outcome = ONE;
        u128 waited = 0;  ///< blocks, in `epoch`
        u64 fires = 0;
        u64 cycles = 0;
        u64 epoch = 0;  ///< of its last fire
        bool operator==(const Record&) const = default;
    };
    std::optional<u64> now(const Record& record) const;
    void keep(const Address& owner, const Record& record);
    u64 oldest_that_counts() const;
    bool can_be(const Record& record) const;

    state::Overlay& state_;
    LaneState& lane_;
    AddressTable<Record> owners_;
    std::set<std::pair<u64, Address>> by_epoch_;  ///< of owners_
    std::map<u64, u64> cycles_;  ///< epoch → cycles of all its fires, of the last LIFETIME epochs
};

}  // namespace lariat::lane
