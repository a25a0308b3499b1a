// Bidding agents (GBA-2…6): which timer is asked about next, and what the agents have answered. Owners take
// turns; of an owner's timers the one that was asked about longest ago comes first (GBA-5).
//
// In the state: each owner's agent and place in the queue, each timer's last asking and answer. In memory:
// the timers that agents may be asked about, by owner; they are rebuilt on restart (TMR-7).
//
// No block pays for what has accumulated. An answer counts if it was given since its owner's agent came into
// force, so another agent makes all of them void at once. A record says in which auction it was written, so
// the end of an auction touches none; what the auction had in memory is freed in portions.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "lane/auction/keyed_table.hpp"
#include "lane/auction/lane_state.hpp"
#include "lane/auction/pricing.hpp"
#include "lane/dispatcher.hpp"

namespace lariat::lane {

class Agents {
public:
    struct Listener {
        /// The answer for a timer is another one, or none.
        std::function<void(const timers::TimerId& id, const std::optional<Bid>& bid)> answered;
        /// All answers that an owner's timers had are void.
        std::function<void(const Address& owner)> voided;
    };

    Agents(state::Overlay& state, LaneState& lane) : state_(state), lane_(lane) {}
    Agents(const Agents&) = delete;
    void set_listener(Listener listener) { listener_ = std::move(listener); }

    /// API-17. In force when agents are next asked.
    void name_agent(const Address& owner, const std::optional<Address>& agent);

    /// Only timers without caps and tier. `judged`: what waits with expires_at below it is dead.
    void join(const timers::Timer& timer, u64 height, u64 judged);
    void leave(const timers::Timer& timer);
    void set_expiry(const timers::Timer& timer, u64 expires_at);
    /// The auction has ended, and lane.since says so: the queue and all answers are void.
    void end_auction();
    /// Frees memory of auctions that have ended: at most so many timers and owners.
    void free_ended(u64 most);

    void ask(Dispatcher& dispatcher);
    /// In a block that asks nobody: owners whose agent is in force join the queue all the same.
    void let_join_while_paused(u64 judged) { let_join(judged, true); }

    std::optional<Bid> answer_to(const timers::Timer& timer) const;

    void rebuild(state::Walk& walk);                 ///< agents and answers
    void rebuild_timer(const timers::Timer& timer);  ///< after that, each timer that waits
    void end_rebuild();
    bool same_as(const Agents& other, u64 judged) const;

    /// Owners and timers visited since it was made: the measure of a block's work, calls apart.
    u64 steps() const noexcept { return steps_; }

private:
    struct Asking {
        u64 height = 0;  ///< of the last asking
        std::optional<Bid> bid;
        bool operator==(const Asking&) const = default;
    };
    struct Place {
        u64 asked = 0;  ///< height of the last asking; 0: never
        u64 arrival = 0;
        auto operator<=>(const Place&) const = default;
    };
    struct Askable {
        timers::TimerId id;
        u64 due_height = 0;
        u64 expires_at = 0;
        u64 asked = 0;  ///< as in its place
        bool operator==(const Askable&) const = default;
    };
    /// What the state keeps of an owner, as it is in the present auction.
    struct Owner {
        std::optional<Address> named;     ///< by set_gba
        std::optional<Address> in_force;  ///< named before the last asking
        u64 place = 0;                    ///< in the queue; 0: none
        u64 answers_from = 0;             ///< answers given at lower heights are void
        u64 since = 0;  ///< first height of the auction in which this was written; 0: outside of any
        bool has_record() const { return named || in_force || place != 0; }
        bool operator==(const Owner&) const = default;
    };
    /// An owner's timers that wait and that an agent may be asked about. Expired ones are dropped when they
    /// come to the front.
    struct Askables {
        std::map<Place, Askable> by_place;               ///< in the order in which they are asked about
        std::map<u64, const Askable*> asked_by_arrival;  ///< those that were asked about
        u64 joined_at = 0;                               ///< last height at which a timer joined
        bool empty() const { return by_place.empty(); }
    };
    /// What one auction keeps in memory.
    struct Session {
        AddressTable<Askables> timers;
        KeyedTable<timers::TimerId, Asking> askings;
        std::map<u64, Address> queue;          ///< by place
        std::set<Address> joining;             ///< an agent in force, timers to ask about, no place yet
        std::set<Address> joining_with_named;  ///< the same, but its agent has only been named
        std::set<Address> changed;             ///< another agent named than is in force
    };

    void freshen(Owner& owner) const;
    Owner& owner_of(const Address& address);
    void keep(const Address& address, const Owner& owner);
    void keep(const timers::TimerId& id, const Asking& asking);
    void erase_asking(const timers::TimerId& id);
    void erase_stale_asking(const timers::TimerId& id);
    void set_place(const Address& address, Owner& owner, u64 place);
    void settle(const Address& address);
    void insert(Askables& timers, u64 arrival, const Askable& timer) const;
    std::optional<Askable> take(Askables& timers, Place place) const;
    bool has_alive(const Address& owner, u64 judged);
    bool drop_expired(Askables& timers, u64 judged);
    u64 oldest_alive(Askables& timers, u64 judged);
    void apply_changes(u64 height);
    void let_join(u64 judged, bool only_in_force);
    void take_turns(Dispatcher& dispatcher, std::set<Address>& moved);
    void take_turn(Dispatcher& dispatcher, const Address& address, const Owner& owner);
    std::optional<Bid> call(Dispatcher& dispatcher, const Address& address, const Owner& owner,
                            const Askable& asked);

    state::Overlay& state_;
    LaneState& lane_;
    Listener listener_;
    AddressTable<Owner> owners_;
    std::unique_ptr<Session> session_ = std::make_unique<Session>();
    std::vector<std::unique_ptr<Session>> ended_;
    u32 freed_ = 0;                                ///< of the timers of ended_.back()
    u64 turns_ = 0;                                ///< of this block
    std::map<timers::TimerId, Asking> unclaimed_;  ///< while rebuilding
    u64 steps_ = 0;
};

}  // namespace lariat::lane
