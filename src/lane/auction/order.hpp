// Who is best among all that wait, at any lane base fee, median and weights, without sorting what waits
// (AUC-8). Timers of one owner that bid alike are a bundle and stand in it by tie-break; owners with equally
// many recent fires are a group, so that the weight multiplies once for each group; in a group, bundles that
// follow the default or a tier stand by their first timer, the others in a BidTree.
//
// A block asks each group once for its best, and once more the groups that a look changed. A timer whose
// owner's weight changes moves with its bundle, one that expired is dropped when it comes to the front.
//
// In memory only; rebuilt from the records on restart (TMR-7). Where something stands in memory follows from
// its history and from a secret, who is best from what waits alone.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "lane/auction/address_table.hpp"
#include "lane/auction/bid_tree.hpp"

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
    /// What holds while a block looks (W is frozen).
    struct Terms {
        u64 height = 0;
        u128 lane_basefee = 0;
        std::array<u128, BidSource::OWN> priority_of_kind{};  ///< of the default and the four tiers
        std::function<u64(u64 recent)> weight;
    };

    AuctionOrder() = default;
    AuctionOrder(const AuctionOrder&) = delete;  // trees hold on to its pages

    void set_tie_break(timers::TieBreak tie_break);  ///< another one than before: everything is ordered anew

    void add(const timers::TimerId& id, const Waiting& timer, u64 recent_of_owner, u64 outcome_of_owner);
    void remove(const timers::TimerId& id);  ///< one that is there
    std::optional<Waiting> find(const timers::TimerId& id) const;
    void set_expiry(const timers::TimerId& id, u64 expires_at);
    void set_source(const timers::TimerId& id, const BidSource& source);
    void set_recent(const Address& owner, u64 recent);
    void set_outcome(const Address& owner, u64 outcome);

    void clear();

    void open(const Terms& terms);
    std::optional<Candidate> best();
    void put_aside(const timers::TimerId& id);  ///< until close()
    void close();

    u64 size() const noexcept { return size_; }
    /// A copy of everything: for comparing two of them.
    std::map<timers::TimerId, Waiting> all() const;
    /// Bundles and groups visited or changed since it was made: what the work of a block is measured by.
    u64 steps() const noexcept { return steps_; }

private:
    static constexpr u32 NONE = Bundles::NONE;

    struct Entry {
        timers::TimerId id;
        u64 due_height = 0;
        u64 expires_at = 0;
        u32 bundle = NONE;  ///< NONE: nothing stands here
        u32 in_bundle = NumberHeap::NOWHERE;
        bool aside = false;
    };
    struct Owner {
        u64 recent = 0;
        u64 outcome = 0;
        u64 timers = 0;  ///< that wait, put aside and dropped ones included
        std::vector<u32> bundles;
        std::array<u32, BidSource::OWN> of_kind{};  ///< the bundle of each kind; NONE if there is none
    };
    struct Group {
        Group(BidTree::Nodes& nodes, const Bundles& all) : own(nodes, all) {}
        std::array<NumberHeap, BidSource::OWN> by_kind;
        BidTree own;
        u64 bundles = 0;
    };
    using Groups = std::map<u64, Group>;  ///< by recent fires
    /// The best of a group, ranked against those of others: the lowest is the best.
    struct Head {
        u128 effective = 0;
        u64 weight = 0;
        Tie tie;
        u64 recent = 0;
        u128 priority = 0;
        Address owner;
    };
    struct HeadOrder {
        timers::TieBreak tie_break = timers::TieBreak::spec;
        bool operator()(const Head& a, const Head& b) const;
    };

    /// What a tie is told by first, under this tie-break.
    u64 key_of(const Tie& tie) const;
    struct TimersOfBundle {
        AuctionOrder& all;
        u64 key(u32 n) const { return all.key_of(all.tie_of(all.entries_[n])); }
        bool before(u32 a, u32 b) const { return all.tie_of(all.entries_[a]) < all.tie_of(all.entries_[b]); }
        u32& place(u32 n) const { return all.entries_[n].in_bundle; }
    };
    struct BundlesOfKind {
        AuctionOrder& all;
        u64 key(u32 n) const { return all.key_of(all.bundles_[n].first); }
        bool before(u32 a, u32 b) const { return all.bundles_[a].first < all.bundles_[b].first; }
        u32& place(u32 n) const { return all.bundles_[n].in_group; }
    };

    u64 hash_of(BytesView key) const { return hash_(key); }
    u64 hash_of_own(u32 owner, const Bid& bid) const;
    u32 entry_of(const timers::TimerId& id) const;
    u32 bundle_for(u32 owner, const BidSource& source);  ///< made if it is not there
    void release(u32 bundle);                            ///< one that holds nothing
    Tie tie_of(const Entry& entry) const;
    Tie first_of(const Bundle& bundle) const;

    void hold(u32 entry, u32 owner, const BidSource& source);
    void let_go(u32 entry);
    void push(u32 entry);  ///< among those of its bundle that may be looked at
    void pull(u32 entry);  ///< from there, if it is there
    void index(Bundle& bundle, u32 number);
    void unindex(Bundle& bundle, u32 number);
    void reindex(u32 bundle);
    template <class Edit>
    void move(u32 owner, const Edit& edit);
    void touch(u64 recent);
    std::optional<Head> head_of(u64 recent);
    bool drop_expired(u32 bundle);

    timers::TieBreak tie_break_ = timers::TieBreak::spec;
    state::KeyHash hash_{random_secret()};
    Slots<Entry> entries_;
    AddressTable<Owner> owners_;
    Bundles bundles_;
    BidTree::Nodes nodes_;
    SlotTable entry_by_id_, bundle_by_bid_;
    u64 size_ = 0;
    Groups groups_;

    std::optional<Terms> terms_;  ///< while a block looks
    std::set<Head, HeadOrder> heads_;
    std::map<u64, std::set<Head, HeadOrder>::iterator> head_of_group_;
    std::set<u64> touched_;  ///< groups whose head may have changed
    std::set<timers::TimerId> aside_;
    u64 steps_ = 0;
};

}  // namespace lariat::lane
