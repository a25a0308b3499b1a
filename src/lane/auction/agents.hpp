// Bidding agents (GBA-2…6): whose turn it is to be asked, and what was last answered. Owners take turns, and
// of an owner's timers the one that was asked longest ago comes first (GBA-5).
//
// In memory: the timers that may be asked about, by owner; rebuilt on restart (TMR-7). In the state: each
// owner's agent and place, each timer's last asking and answer.
#pragma once

#include <map>
#include <set>

#include "lane/auction/address_table.hpp"
#include "lane/auction/lane_state.hpp"
#include "lane/auction/pricing.hpp"
#include "lane/dispatcher.hpp"

namespace lariat::lane {

class Agents {
public:
    /// Told when a timer's answer is another one, or none.
    using Answered = std::function<void(const timers::TimerId& id, const std::optional<Bid>& bid)>;

    Agents(state::Overlay& state, LaneState& lane) : state_(state), lane_(lane) {}
    Agents(const Agents&) = delete;
    void set_listener(Answered answered) { answered_ = std::move(answered); }

    /// API-17. In force when agents are next asked.
    void name_agent(const Address& owner, const std::optional<Address>& agent);

    /// Only timers without caps and tier. `judged`: what waits with expires_at below it is dead.
    void join(const timers::Timer& timer, u64 height, u64 judged);
    void leave(const timers::Timer& timer);
    void set_expiry(const timers::Timer& timer, u64 expires_at);
    void forget_all();  ///< another discipline: queue and answers are gone

    void ask(Dispatcher& dispatcher);
    /// In a block that asks nobody: owners whose agent is in force join the queue all the same.
    void let_join_while_paused(u64 judged) { let_join(judged, true); }

    std::optional<Bid> answer_to(const timers::TimerId& id) const;

    void rebuild(state::Walk& walk);                 ///< agents and answers
    void rebuild_timer(const timers::Timer& timer);  ///< after that, each timer that waits
    void end_rebuild();
    bool same_as(const Agents& other, u64 judged) const;

private:
    struct Asking {
        u64 height = 0;  ///< of the last asking
        std::optional<Bid> bid;
        bool operator==(const Asking&) const = default;
    };
    struct Place {
        u64 asked = 0, arrival = 0;  ///< height of the last asking, 0 for never
        auto operator<=>(const Place&) const = default;
    };
    struct Askable {
        timers::TimerId id;
        u64 due_height = 0;
        u64 expires_at = 0;
        bool operator==(const Askable&) const = default;
    };
    struct Owner {
        std::optional<Address> named;     ///< by set_gba
        std::optional<Address> in_force;  ///< named before the last asking
        u64 place = 0;                    ///< in the queue; 0: none
        u64 joined_at = 0;                ///< last height at which one of its timers joined; in memory only
        std::map<Place, Askable> timers;  ///< who is asked next, first
        bool has_record() const { return named || in_force || place != 0; }
    };

    void keep(const Address& address, const Owner& owner);
    void keep(const timers::TimerId& id, const Asking& asking);
    void erase_asking(const timers::TimerId& id);
    void set_answer(const timers::TimerId& id, const std::optional<Bid>& bid);
    void set_place(const Address& address, Owner& owner, u64 place);
    void forget_answers(const Owner& owner, u64 judged);
    void settle(const Address& address);
    static bool has_alive(Owner& owner, u64 judged);
    void apply_changes(u64 judged);
    void let_join(u64 judged, bool only_in_force);
    void take_turn(Dispatcher& dispatcher, const Address& address, Owner& owner);
    void call(Dispatcher& dispatcher, const Address& address, const Owner& owner, const Askable& asked);

    state::Overlay& state_;
    LaneState& lane_;
    Answered answered_;
    AddressTable<Owner> owners_;
    u64 turns_ = 0;  ///< of this block
    std::map<timers::TimerId, Asking> askings_;
    std::map<u64, Address> queue_;                 ///< by place
    std::set<Address> joining_;                    ///< an agent, timers to ask about, no place yet
    std::map<timers::TimerId, Asking> unclaimed_;  ///< while rebuilding
    std::set<Address> changed_;                    ///< another agent named than is in force
};

}  // namespace lariat::lane
