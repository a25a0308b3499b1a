// What is live at a height, in the orders in which the API lists it: timers, operations, actors. Follows the
// writes of each block; the state itself has no order of keys.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "timers/operations/record.hpp"
#include "timers/record.hpp"

namespace lariat::node {

class LiveIndex {
public:
    struct TimerFacts {
        Address owner, target;
        timers::Kind kind = timers::Kind::height;
        u64 due = 0;      ///< height; of a watch U64_MAX: it waits for no height
        u64 created = 0;  ///< order of creation on the chain
    };

    /// A key of the state has this value now, or none. Keys of other tables are ignored.
    void note(BytesView key, std::optional<BytesView> value);

    /// A place in an order of timers: (due, created) or (created, 0).
    using Place = std::pair<u64, u64>;
    enum class Sort : u8 { due, created };
    struct TimerFilter {
        std::optional<Address> owner, target;
        std::optional<timers::Kind> kind;
        u64 due_from = 0, due_to = U64_MAX;
    };
    /// Visits the timers that fit, from behind `after` on, until `visit` returns false or `most` were looked
    /// at. Returns the place to go on from; nothing at the end.
    std::optional<Place> each_timer(Sort sort, const TimerFilter& filter, std::optional<Place> after,
                                    u64 most, const std::function<bool(const timers::TimerId&)>& visit) const;
    /// The id of the timer whose record lies at this key.
    std::optional<timers::TimerId> timer_at(BytesView key) const;

    std::optional<Place> each_operation(const std::optional<Address>& account, u64 until_ms,
                                        std::optional<Place> after, u64 most,
                                        const std::function<bool(const timers::OperationId&)>& visit) const;

    /// Actors that are not removed and have this owner, if one is given, above `after`.
    void each_actor(const std::optional<Address>& owner, const std::optional<Address>& after,
                    const std::function<bool(const Address&)>& visit) const;

    std::size_t timers() const noexcept { return timers_.size(); }

private:
    struct HashOfHash {
        std::size_t operator()(const Hash32& h) const noexcept;
    };
    struct Timer {
        timers::TimerId id;
        TimerFacts facts;
    };
    using ByPlace = std::map<Place, Hash32>;  ///< to the key of the record
    static Place due_place(const TimerFacts& facts) { return {facts.due, facts.created}; }

    void put_timer(const Hash32& at, BytesView record);
    void erase_timer(const Hash32& at);

    std::unordered_map<Hash32, Timer, HashOfHash>
        timers_;  ///< by keccak of the id, as the state's keys have it
    ByPlace by_due_, by_created_;
    std::map<Address, ByPlace> by_owner_;  ///< by due height
    std::map<Address, ByPlace> by_target_;
    struct Operation {
        Address account;
        timers::OperationPlace place;
    };
    std::unordered_map<Hash32, Operation, HashOfHash> operations_;
    std::map<Place, Hash32> by_time_;
    std::map<Address, Address> actors_;  ///< to the owner
    std::set<std::pair<Address, Address>> by_actor_owner_;
};

}  // namespace lariat::node
