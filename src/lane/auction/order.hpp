// The best of all timers that wait, at any lane base fee, median and weights, without sorting them (AUC-8).
//
// Timers of one owner with the same bid are a bundle, in which they stand by tie-break. Owners with equally
// many recent fires are a group, so that the weight multiplies once for each group. In a group, bundles with
// the default bid or a tier's stand by their first timer, the others in a BidTree. A block asks each group
// once for its best, and once more the groups that a look has changed.
//
// An owner whose recent fires change moves to another group. So that this costs O(log n) however much it has
// waiting, only few of its bundles stand in the group: of bids of its own at most BidSet::SHOWN of each sort,
// among them the one that is best at the present lane base fee. An owner with more of them keeps them all in
// a tree of its own, which says between which lane base fees its best stays the best; it is asked again when
// the fee has left that interval.
//
// When an owner's agent is replaced all its answers are void. Their timers bid the default from then on: the
// bundles of the answers become parts of the default bundle, all at once. A timer that expired is dropped
// when it comes to the front.
//
// The order is kept in memory only and rebuilt from the records on restart (TMR-7). Where something stands in
// memory follows from its history and from a secret; which timer is best follows from what waits alone.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "lane/auction/bid_tree.hpp"
#include "lane/auction/bundle_heap.hpp"
#include "lane/auction/keyed_table.hpp"
#include "lane/auction/outcome.hpp"

namespace lariat::lane {

class AuctionOrder {
public:
    struct Waiting {
        Address owner;
        u64 due_height = 0;
        u64 expires_at = 0;
        BidSource source;
        bool aside = false;  ///< it did not fit and is not looked at again in this block
        bool operator==(const Waiting&) const = default;
    };
    struct Candidate {
        timers::TimerId id;
        Address owner;
        u128 priority = 0;
        u64 weight = 0;
    };
    /// The terms of one block (W is frozen while it looks).
    struct Terms {
        u64 height = 0;
        u128 lane_basefee = 0;
        std::array<u128, BidSource::OWN> priority_of_kind{};  ///< of the default and the four tiers
        std::function<u64(u64 recent)> weight;
        /// Under tie_break fair, the due height decides before the weight. Simulated chains alone
        /// (policy.hpp).
        bool oldest_first = false;
    };
    /// O of an owner; none when nothing is kept of it, which counts as one.
    using OutcomeOf = std::function<std::optional<u64>(const Address& owner)>;

    AuctionOrder() = default;
    AuctionOrder(const AuctionOrder&) = delete;

    void set_tie_break(timers::TieBreak tie_break);  ///< another one than before: everything is ordered anew

    void add(const timers::TimerId& id, const Waiting& timer, u64 recent_of_owner,
             std::optional<u64> outcome_of_owner);
    /// Returns the timer as it stood here, or nothing if it did not.
    std::optional<Waiting> remove(const timers::TimerId& id);
    std::optional<Waiting> find(const timers::TimerId& id) const;
    void set_expiry(const timers::TimerId& id, u64 expires_at);
    void set_source(const timers::TimerId& id, const BidSource& source);  ///< if it is there
    void set_recent(const Address& owner, u64 recent);
    /// All that `owner`'s agent has answered is void.
    void forget_answers(const Address& owner);
    /// The outcome of `owner` is kept from now on: the next set_outcomes() asks for it.
    void keep_outcome(const Address& owner);
    /// Asks for the outcome of each owner that has a timer here and an outcome that is kept.
    void set_outcomes(const OutcomeOf& outcome_of);

    void open(const Terms& terms);
    std::optional<Candidate> best();
    void put_aside(const timers::TimerId& id);  ///< until close()
    void close();

    /// For an order that is needed no longer: frees so many pages of 512 objects at most. True when all are
    /// free.
    bool give_back(u64 pages);

    u64 size() const noexcept { return size_; }
    /// A copy of everything: for comparing two of them.
    std::map<timers::TimerId, Waiting> all() const;
    /// Bundles, owners and groups visited or changed since it was made: the measure of a block's work.
    u64 steps() const noexcept { return steps_; }

private:
    static constexpr u32 NONE = Bundle::NONE;

    struct Entry {
        timers::TimerId id;
        u64 due_height = 0;
        u64 expires_at = 0;
        u32 bundle = NONE;  ///< NONE: nothing stands here
        u32 in_bundle = NumberHeap::NOWHERE;
        bool aside = false;
    };
    /// The listed bundles of an owner with bids of one sort: stated by timers, or answered by its agent.
    struct BidSet {
        static constexpr u32 SHOWN = 12;
        std::array<u32, SHOWN> shown{};  ///< those that stand in the owner's group, the latest last
        u32 shown_count = 0;
        u32 count = 0;
        u32 large = NONE;  ///< its Large, once it has had more than SHOWN; else all are shown
    };
    /// All bundles of a large set.
    struct Large {
        BidTree tree;
        u128 low = 0, high = 0;  ///< the set shows its best bid at any lane base fee within these
        bool changed = false;    ///< since `low` and `high` were found
        u32 owner = NONE;
        u32 in_by_low = NumberHeap::NOWHERE, in_by_high = NumberHeap::NOWHERE;
    };
    using Larges = Slots<Large>;
    struct Owner {
        u64 recent = 0;
        u64 group = 0;  ///< where its bundles stand: its recent fires when it was last settled
        u64 outcome = 0;
        u64 timers = 0;                             ///< all that wait, those put aside and dropped included
        std::array<u32, BidSource::OWN> of_kind{};  ///< the bundle of each kind; NONE if there is none
        BidSet own, answered;
        u32 generation = 0;  ///< of its answers
        u32 answers = NONE;  ///< a BundleHeap: the listed bundles of this generation's answers
        u32 void_answers =
            NONE;  ///< a BundleHeap: those of earlier ones, which are parts of the default bundle
        u32 in_with_outcome = NumberHeap::NOWHERE;
        bool ranks_anew = false;  ///< its outcome has changed since it was last settled
        bool unsettled = false;
    };
    struct Group {
        std::array<NumberHeap, BidSource::OWN> by_kind;
        BidTree own{NONE, true};
        u64 bundles = 0;
    };
    using Groups = std::map<u64, Group>;  ///< by recent fires
    /// The best of a group, ranked against those of others: the lowest is the best.
    struct Head {
        u128 effective = 0;
        u64 weight = 0;
        u64 outcome_rank = 0;
        Tie tie;
        u64 recent = 0;
        u128 priority = 0;
        Address owner;
    };
    struct HeadOrder {
        timers::TieBreak tie_break = timers::TieBreak::spec;
        bool oldest_first = false;
        bool operator()(const Head& a, const Head& b) const;
    };

    struct TimersOfBundle {
        AuctionOrder& all;
        u64 key(u32 n) const { return all.key_of(all.tie_of(all.entries_[n])); }
        bool before(u32 a, u32 b) const { return all.tie_of(all.entries_[a]) < all.tie_of(all.entries_[b]); }
        u32& place(u32 n) const { return all.entries_[n].in_bundle; }
    };
    struct BundlesOfKind {
        AuctionOrder& all;
        u64 key(u32 n) const
        {
            const Bundle& bundle = all.bundles_[n];
            return all.tie_break_ == timers::TieBreak::outcome ? bundle.outcome_rank
                                                               : all.key_of(bundle.first);
        }
        bool before(u32 a, u32 b) const { return all.bundles_[a].first < all.bundles_[b].first; }
        u32& place(u32 n) const { return all.bundles_[n].in_group; }
    };
    struct ByLow {
        Larges& all;
        u64 key(u32 n) const { return ~shorten(all[n].low); }
        bool before(u32 a, u32 b) const { return all[a].low > all[b].low; }
        u32& place(u32 n) const { return all[n].in_by_low; }
    };
    struct ByHigh {
        Larges& all;
        u64 key(u32 n) const { return shorten(all[n].high); }
        bool before(u32 a, u32 b) const { return all[a].high < all[b].high; }
        u32& place(u32 n) const { return all[n].in_by_high; }
    };
    /// Fees below 2^92, as a key: larger ones do not occur.
    static u64 shorten(u128 fee) { return static_cast<u64>(std::min(fee, u128{1} << 92) >> 30); }

    // order.cpp: timers and bundles
    u64 key_of(const Tie& tie) const;
    u64 hash_of(BytesView key) const { return hash_(key); }
    u64 hash_of_own(u32 owner, const BidSource& source, u32 generation) const;
    u32 entry_of(const timers::TimerId& id) const;
    Waiting waiting_at(u32 entry) const;
    Tie tie_of(const Entry& entry) const;
    u32 bundle_for(u32 owner, const BidSource& source);  ///< made if it is not there
    void release(u32 bundle);                            ///< one that holds nothing
    void release_empty_default(const Owner& owner);
    void hold(u32 entry, u32 owner, const BidSource& source);
    void let_go(u32 entry);
    void push(u32 entry);  ///< among those of its bundle that may be looked at
    void pull(u32 entry);  ///< from there, if it is there

    // order_owners.cpp: which bundles an owner lists, and shows in its group
    bool is_void(const Bundle& bundle) const;  ///< of answers that were forgotten
    u32 first_timer(const Bundle& bundle) const;
    BidSet* set_of(Owner& owner, u8 kind) const;
    void place(u32 bundle);  ///< its first timer may be another one now, or none
    void place_void(u32 bundle);
    void list(u32 bundle);
    void unlist(u32 bundle);
    void move_first(u32 bundle, const Tie& first);
    void enroll(u32 bundle);
    void withdraw(u32 bundle);
    void show(BidSet& set, u32 bundle);
    void hide(BidSet& set, u32 bundle);
    void make_large(BidSet& set, u32 owner);
    void make_small(BidSet& set);
    void note_change(Large& large);
    void unsettle(u32 owner);
    void settle_all();
    void settle(u32 owner);
    void move_to_group(Owner& owner);
    void rank_anew(Owner& owner);
    void find_best(BidSet& set);
    template <class Visit>
    void for_each_enrolled(Owner& owner, const Visit& visit);
    void drop_outcome(u32 owner);

    // order_best.cpp
    void touch(u64 group);
    std::optional<Head> head_of(u64 group);
    bool drop_expired(u32 bundle);

    timers::TieBreak tie_break_ = timers::TieBreak::spec;
    state::KeyHash hash_{random_secret()};
    Slots<Entry> entries_;
    AddressTable<Owner> owners_;
    Bundles bundles_;
    BundleHeap heaps_{bundles_};
    BidForest forest_{bundles_};
    Larges larges_;
    NumberHeap by_low_;   ///< of larges_, the highest `low` first
    NumberHeap by_high_;  ///< of larges_, the lowest `high` first
    SlotTable entry_by_id_, bundle_by_bid_;
    u64 size_ = 0;
    Groups groups_;
    std::vector<u32> unsettled_;     ///< owners, some of which may be settled or gone
    std::vector<u32> with_outcome_;  ///< owners

    std::optional<Terms> terms_;  ///< while a block looks
    std::set<Head, HeadOrder> heads_;
    std::map<u64, std::set<Head, HeadOrder>::iterator> head_of_group_;
    std::set<u64> touched_;  ///< groups whose head may have changed
    std::set<timers::TimerId> aside_;
    u64 steps_ = 0;
};

}  // namespace lariat::lane
