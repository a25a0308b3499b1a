// The state watches of a chain (WAT): which there are, by the prefixes that they watch, and the modified
// keys. In memory beside the records, rebuilt from them on restart (TMR-7), undone with the execution that
// changed it (BLK-4). lane/watch_hits.hpp decides what is hit.
#pragma once

#include <unordered_map>

#include "timers/watches/kept_keys.hpp"
#include "timers/watches/modified_keys.hpp"
#include "timers/watches/prefix_tree.hpp"

namespace lariat::timers {

class Watches {
public:
    explicit Watches(state::Overlay& state) : state_(state), modified_(state), kept_(state), matched_(state)
    {
    }
    Watches(const Watches&) = delete;  // undo actions hold on to it
    Watches& operator=(const Watches&) = delete;

    void attach(const Timer& watch);
    /// Nothing hits the watch any more: it ends or is dead. May have been detached before.
    void detach(const Timer& watch) { detach(watch.watch_number); }
    void detach(u64 number);
    void set_expiry(const Timer& watch, u64 expires_at);
    u64 count() const noexcept { return known_.size(); }

    struct Watch {
        TimerId id;
        u64 created = 0;  ///< in this block
        u64 expires_at = 0;
        bool operator==(const Watch&) const = default;
    };
    const Watch* find(u64 number) const;

    /// The numbers of some watches, in the order of their creation.
    class Matching {
    public:
        /// The first from `from` on, which must not fall. Watches with an expires_at below `dead_below` are
        /// passed over.
        std::optional<u64> next(u64 from, u64 dead_below);

    private:
        friend class Watches;
        struct List {
            WatchList* watches = nullptr;
            bool was_read = false;
            std::optional<u64> next{};  ///< once it was read; absent at the end of the list
        };
        std::vector<List> lists_;
    };
    Matching matching(const PlacedKey& key);
    /// Watches with any prefix of this actor.
    Matching of_actor(const Address& actor);
    /// A dead watch of the actor may not be known any more.
    bool may_have_watches(const Address& actor) const { return of_actor_.contains(actor); }

    ModifiedKeys& modified() noexcept { return modified_; }
    KeptKeys& kept() noexcept { return kept_; }
    const KeptKeys& kept() const noexcept { return kept_; }
    MatchedKeys& matched() noexcept { return matched_; }
    const PrefixTree& tree() const noexcept { return tree_; }

    /// The modified keys. attach_before() is called for each watch.
    void rebuild(state::Walk& walk);
    void attach_before(const Timer& watch);
    /// Dead watches need not be known.
    bool same_as(const Watches& other, const std::function<bool(const TimerId&)>& is_dead) const;

private:
    struct OfActor {
        WatchList watches;
        u64 holders = 0;  ///< also dead ones that the list has dropped
    };
    struct Known {
        Watch watch;
        std::vector<std::pair<Address, PrefixTree::Place>> places;  ///< ascending, one for each prefix
    };
    void put_in(u64 number, const Watch& watch, std::vector<WatchKey> keys);
    void take_out(u64 number);
    template <class Visit>
    void for_each_actor(const Known& known, const Visit& visit);

    state::Overlay& state_;
    PrefixTree tree_;
    std::map<Address, OfActor> of_actor_;
    std::unordered_map<u64, Known> known_;  ///< by number; never iterated for a result
    ModifiedKeys modified_;
    KeptKeys kept_;
    MatchedKeys matched_;
};

}  // namespace lariat::timers
