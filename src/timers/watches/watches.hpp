// The state watches of a chain (WAT): which there are, by the prefixes they watch, and which keys were
// modified. In memory beside the records, rebuilt from them on restart (TMR-7), undone with the execution
// that changed it (BLK-4). What a hit does is lane/watch_hits.hpp.
#pragma once

#include <unordered_map>

#include "timers/watches/modified_keys.hpp"
#include "timers/watches/prefix_tree.hpp"

namespace lariat::timers {

class Watches {
public:
    explicit Watches(state::Overlay& state) : state_(state), modified_(state), matched_(state) {}
    Watches(const Watches&) = delete;  // undo actions hold on to it

    void attach(const Timer& watch);
    /// It ends, or is dead: nothing hits it any more. May have been detached before.
    void detach(const Timer& watch);
    void set_expiry(const Timer& watch, u64 expires_at);
    u64 count() const noexcept { return known_.size(); }

    struct Watch {
        TimerId id;
        u64 created = 0;  ///< in this block
        u64 expires_at = 0;
        bool operator==(const Watch&) const = default;
    };
    const Watch* find(u64 number) const;

    /// Watches that a key concerns, by creation, going on from a number; those with an expires_at below
    /// `dead_below` are passed over.
    class Matching {
    public:
        std::optional<u64> next(u64 from, u64 dead_below);

    private:
        friend class Watches;
        std::vector<WatchList*> lists_;
    };
    Matching matching(const PlacedKey& key);

    ModifiedKeys& modified() noexcept { return modified_; }
    MatchedKeys& matched() noexcept { return matched_; }
    const PrefixTree& tree() const noexcept { return tree_; }

    /// The modified keys; each watch is told by attach_before().
    void rebuild(state::Walk& walk) { modified_.rebuild(walk); }
    void attach_before(const Timer& watch);
    /// Watches that are dead need not be known.
    bool same_as(const Watches& other, const std::function<bool(const TimerId&)>& is_dead) const;

private:
    struct Known {
        Watch watch;
        std::vector<std::pair<Address, PrefixTree::Place>> places;  ///< one for each of its prefixes
    };
    void put_in(const Timer& watch);
    void take_out(const Timer& watch);

    state::Overlay& state_;
    PrefixTree tree_;
    std::unordered_map<u64, Known> known_;  ///< by number; never iterated for a result
    ModifiedKeys modified_;
    MatchedKeys matched_;
};

}  // namespace lariat::timers
