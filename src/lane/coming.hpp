// Looks ahead at the coming block: whether anything is due in it, in which order it looks at timers, and why
// a timer fires in it or does not. It assumes that nothing else comes in: no transaction, no operation, no
// fire that changes another timer or a balance, and of bidding agents the answers that they have given so
// far.
//
// Nothing is changed. The work is bounded by the budgets of a block and by the number of timers asked for.
// What intake takes and the order are worked out at the first question that needs them and kept for the next
// ones: an answer of the node asks about up to 1,000 timers. So an object is for one thread.
#pragma once

#include <map>
#include <set>

#include "lane/coming_hits.hpp"
#include "lane/engine.hpp"

namespace lariat::lane {

/// Why a timer fires in the coming block, or does not: the first that holds.
struct Why {
    enum class Reason : u8 {
        dead,            ///< it is to be removed
        not_due,         ///< its height is a later one
        idle,            ///< a watch: no key that is left over hits it
        paused,          ///< timers_paused
        will_expire,     ///< its expires_at is below the coming height
        intake_backlog,  ///< the block takes in, or hits, others before it, and then its budget is used up
        parked,          ///< its gas limit is above the cap
        below_lane_basefee,  ///< its bid is below the lane base fee
        payer_short,         ///< its payer cannot pay: it dies when it is looked at
        behind,              ///< of those ahead there may be too many for it
        next,                ///< it fires
    };
    enum class Limit : u8 { looks, fires, target, lane };

    Reason reason = Reason::next;
    std::optional<timers::Death> death{};  ///< dead; payer_short: required and available
    u64 height = 0;                        ///< not_due: of the timer
    u64 expires_at = 0;                    ///< will_expire
    std::optional<u64> ahead{};  ///< intake_backlog: none above AHEAD_MAX; behind: none above COUNTED_MAX
    u64 gas_limit = 0, cap = 0;  ///< parked
    u128 max_fee = 0, lane_basefee = 0;  ///< below_lane_basefee
    Address payer{};                     ///< payer_short
    Limit limit = Limit::looks;          ///< behind: the first of them that is exceeded

    static constexpr u64 AHEAD_MAX = 1'000;
    static constexpr u64 COUNTED_MAX = 16'384;
};
std::string_view name(Why::Reason reason) noexcept;
std::string_view name(Why::Limit limit) noexcept;

class Coming {
public:
    /// After begin() … finish() of the last block and before begin() of this one.
    /// `by_hand`: of a dev chain, timers that a change of the block makes due, in this order.
    Coming(Engine& engine, const Engine::Start& block, const timers::TimerConfig& config,
           std::vector<timers::TimerId> by_hand = {});

    /// A timer or watch waits, stands, is dead or is hit by keys that are left over; or a timer's height is
    /// within `heights` of the last block.
    bool is_anything_due(u64 heights) const;
    /// The lowest due height of the pending timers.
    std::optional<u64> lowest_due_height() const;
    /// The first timers in the order in which the block looks at them, its own limits left out.
    std::vector<timers::TimerId> first(u64 most) const;

    using Balance = std::function<u128(const Address&)>;
    /// None for a timer that is not live.
    std::optional<Why> why(const timers::TimerId& id, const Balance& balance) const;

private:
    /// What intake takes, in its order.
    struct Intake {
        std::vector<timers::Timer> standing;  ///< that wait again, by arrival
        std::vector<timers::Timer> pending;   ///< that begin to wait
        std::set<timers::TimerId> ids;        ///< of both
    };
    /// What stands before a timer in the order.
    struct Ahead {
        u64 timers = 0, of_target = 0, gas = 0;
    };
    using Visit = std::function<bool(const timers::TimerId&)>;
    void for_each_to_take_in(const Visit& visit) const;
    const Intake& intake() const;
    Intake make_intake() const;
    std::optional<u64> ahead_in_intake(const timers::TimerId& id) const;
    bool is_to_be_taken_in(const timers::Timer& timer) const;
    bool is_by_hand(const timers::TimerId& id) const;
    /// A timer as it is once it has been taken in or hit.
    timers::Timer as_it_joins(timers::Timer timer) const;
    std::vector<timers::Timer> joining() const;
    std::vector<timers::TimerId> first_by_arrival(u64 most) const;
    std::vector<timers::TimerId> first_of_globalbox(u64 most) const;
    std::vector<timers::TimerId> first_of_auction(u64 most) const;
    u64 gas_of(const timers::Timer& timer) const;
    std::optional<Price> price_of(const timers::Timer& timer) const;
    std::optional<Why> why_not_waiting(const timers::Timer& timer) const;
    std::optional<Why> why_not_fired(const timers::Timer& timer, const Balance& balance) const;
    const std::map<timers::TimerId, Ahead>& ahead() const;
    std::map<timers::TimerId, Ahead> make_ahead() const;
    Why why_behind(const timers::Timer& timer) const;

    Engine& engine_;
    Engine::Start block_;
    timers::BlockRules rules_;
    std::vector<timers::TimerId> by_hand_;  ///< those of them that are not due without it
    bool discipline_changes_;
    timers::Counters counters_;  ///< as far as the order of the Globalbox needs them
    ComingHits hits_;
    mutable std::optional<Intake> intake_;
    mutable std::optional<std::vector<timers::TimerId>> first_in_intake_;
    mutable std::optional<std::map<timers::TimerId, Ahead>> ahead_;
};

}  // namespace lariat::lane
