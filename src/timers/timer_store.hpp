// The timers in consensus state (TMR-3, TMR-6): record by id, ids by height in insertion order, ids
// by owner in order of creation. One index entry per record and one record per entry (TMR-7). The calendar
// is told of every change of a height.
//
// Keys (docs/state-layout.md):  t ‖ keccak(id) → record   W ‖ keccak(id) → long watch keys
//   p ‖ keccak(id), x ‖ keccak(id) → long payloads, one for each PayloadSlot
//   h ‖ keccak(height) → load and list of that height   o ‖ owner → nonce and list of that owner
#pragma once

#include "timers/calendar/calendar.hpp"
#include "timers/chunked_list.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

class TimerStore {
public:
    TimerStore(state::Overlay& state, Calendar& calendar) : state_(state), calendar_(calendar) {}

    /// Without a long payload and without long watch keys.
    std::optional<Timer> find(const TimerId& id) const;
    /// A timer that memory or another value of the state refers to; damage if it has no record.
    Timer find_existing(const TimerId& id) const;
    /// Asks for the records of timers that will be read soon.
    void read_ahead(std::span<const TimerId> ids) const;
    Bytes payload_of(const Timer& timer) const;
    std::vector<WatchKey> watch_keys_of(const Timer& watch) const;
    bool contains(const TimerId& id) const;

    /// Adds a pending timer, or an idle watch, to record and indexes.
    void insert(Timer&& timer);
    /// Rewrites the record: expires_at, place. Payload and indexes stay as they are.
    void update(const Timer& timer);
    void update(const Timer& timer, const Key& record_key);  ///< by a caller that has its key already
    /// Rewrites the record with another gas limit, bid and payload (GBX-3). A queued payload stays where it
    /// is.
    void change(Timer& timer, const std::optional<u64>& gas_limit, u128 bid, Bytes payload);
    /// Record, payload and every index entry it still has.
    void remove(const Timer& timer);

    /// Takes one pending timer out of its height's list, leaving it live at `place`.
    void leave_height(Timer& timer, const Place& place);
    /// Takes a height in, first to last, until `take` gives false or it is at its end; gives whether it is.
    /// `take` puts the timer's record somewhere else (update), before it gives true.
    bool take_in(u64 height, const std::function<bool(Timer&&)>& take);
    const Calendar& calendar() const noexcept { return calendar_; }

    /// Not yet taken in, in order: at most `limit`.
    std::vector<TimerId> of_height(u64 height, u64 limit = U64_MAX) const;
    std::vector<TimerId> of_owner(const Address& owner) const;  ///< by creation
    u64 count_of_owner(const Address& owner) const;

    /// 0 for an owner's first accepted schedule, + 1 for each.
    u64 take_nonce(const Address& owner);
    /// How often it was taken.
    u64 nonce(const Address& owner) const;

    /// For what lies beside the records.
    state::Overlay& overlay() noexcept { return state_; }

private:
    /// Into a fresh timer; false if it has no record.
    bool read(const TimerId& id, Timer& timer) const;
    void put_record(state::Overlay::At at, const Timer& timer);
    void put_long_payload(Timer& timer);
    void put_long_watch_keys(Timer& timer);
    ChunkedList height_list(u64 height) const;
    ChunkedList owner_list(const Address& owner) const;
    void leave_list_of_height(const Timer& timer);
    Load load_of(u64 height) const;
    static void take_from_load(Load& load, u64 height, const std::optional<u64>& gas_limit);
    void expect(std::span<const Key> keys) const;

    state::Overlay& state_;
    Calendar& calendar_;
    Writer record_;  ///< for one record after the other
};

}  // namespace lariat::timers
