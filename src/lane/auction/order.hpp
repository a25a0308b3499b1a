// Who is best among all that wait, at any lane base fee, median and weights, without sorting what waits
// (AUC-8). Timers of one owner that bid alike are a bundle and stand in it by tie-break; owners with equally
// many recent fires are a group, so that the weight multiplies once for each group; in a group, bundles that
// follow the default or a tier stand by their first timer, the others in a BundleTree.
//
// A block asks each group once for its best, and once more the groups that a look changed. A timer whose
// owner's weight changes moves with its bundle, one that expired is dropped when it comes to the front.
//
// In memory only; rebuilt from the records on restart (TMR-7).
#pragma once

#include <array>
#include <map>
#include <set>

#include "lane/auction/bundle_tree.hpp"

namespace lariat::lane {

/// How a bundle's bid comes about: the default bid, a tier's, or one of its own.
struct BidSource {
    u8 kind = 0;  ///< 0 default, 1 + tier, OWN
    Bid own;
    static constexpr u8 OWN = 5;
    auto operator<=>(const BidSource&) const = default;
};

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
    AuctionOrder(const AuctionOrder&) = delete;  // bundles are linked

    void set_tie_break(timers::TieBreak tie_break);  ///< another one than before: everything is ordered anew

    void add(const timers::TimerId& id, const Waiting& timer, u64 recent_of_owner, u64 outcome_of_owner);
    void remove(const timers::TimerId& id);  ///< one that is there
    const Waiting* find(const timers::TimerId& id) const;
    void set_expiry(const timers::TimerId& id, u64 expires_at);
    void set_source(const timers::TimerId& id, const BidSource& source);
    void set_recent(const Address& owner, u64 recent);
    void set_outcome(const Address& owner, u64 outcome);

    void clear();

    void open(const Terms& terms);
    std::optional<Candidate> best();
    void put_aside(const timers::TimerId& id);  ///< until close()
    void close();

    u64 size() const noexcept { return waiting_.size(); }
    const std::map<timers::TimerId, Waiting>& all() const noexcept { return waiting_; }
    /// Bundles and groups visited or changed since it was made: what the work of a block is measured by.
    u64 steps() const noexcept { return steps_; }

private:
    struct Owner;
    struct Bundle;
    using ByFirst = std::map<Tie, Bundle*>;
    struct Bundle : BundleNode {
        Owner* owner = nullptr;
        BidSource source;
        std::map<Tie, u64> timers;  ///< → expires_at; ties without the outcome
        bool indexed = false;       ///< stands in its group
        ByFirst::iterator place;    ///< there, unless its bid is its own
    };
    struct Group {
        u64 recent = 0;
        std::array<ByFirst, BidSource::OWN> by_kind;
        BundleTree own;
        u64 bundles = 0;
    };
    struct Owner {
        Address address;
        u64 recent = 0;
        u64 outcome = 0;
        u64 timers = 0;  ///< that wait, put aside and dropped ones included
        std::map<BidSource, Bundle> bundles;
    };
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

    Tie tie_of(const timers::TimerId& id, const Waiting& timer) const;
    Tie first_of(const Bundle& bundle) const;
    void put_in_bundle(const timers::TimerId& id, const Waiting& timer, Owner& owner);
    void take_from_bundle(const timers::TimerId& id, const Waiting& timer);
    void index(Bundle& bundle);
    void unindex(Bundle& bundle);
    void reindex(Bundle& bundle);
    void change(const timers::TimerId& id, const std::function<void(Waiting&)>& edit);
    void move(Owner& owner, const std::function<void(Owner&)>& edit);
    void touch(u64 recent);
    std::optional<Head> head_of(u64 recent);
    bool drop_expired(Bundle& bundle);

    timers::TieBreak tie_break_ = timers::TieBreak::spec;
    std::map<timers::TimerId, Waiting> waiting_;
    std::map<Address, Owner> owners_;
    std::map<u64, Group> groups_;  ///< by recent fires

    std::optional<Terms> terms_;  ///< while a block looks
    std::set<Head, HeadOrder> heads_;
    std::map<u64, std::set<Head, HeadOrder>::iterator> head_of_group_;
    std::set<u64> touched_;  ///< groups whose head may have changed
    std::set<timers::TimerId> aside_;
    u64 steps_ = 0;
};

}  // namespace lariat::lane
