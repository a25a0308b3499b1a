// What a timer is (TMR-1): the record that is kept in consensus state, and its codec (TMR-2).
#pragma once

#include "base/codec.hpp"
#include "lariat/error.hpp"

namespace lariat::timers {

using TimerId = Hash32;

enum class Kind : u8 { height = 0, watch = 1 };
enum class Tier : u8 { economy = 0, standard = 1, fast = 2, urgent = 3 };

std::string_view name(Kind k) noexcept;
std::optional<Tier> tier_from_name(std::string_view name) noexcept;

/// Where an entry stands in a chunked list.
struct ListPosition {
    u64 chunk = 0;  ///< its number, from 1
    bool operator==(const ListPosition&) const = default;
};

/// Why a timer is dead, with the values found when it died (LIF-4, LIF-5).
struct Death {
    enum class Cause : u8 { expired = 0, insufficient_funds = 1 };
    Cause cause = Cause::expired;
    u64 number = 0;  ///< place in the dead list, first-in first-out
    u128 required = 0;
    u128 available = 0;
    bool operator==(const Death&) const = default;
};

/// Where a timer stands (docs/architecture.md, "The way of a timer"), as its record says it. What made it
/// stand again since, or die by its expiry, is not written into each record: DueSet::where_is tells.
struct Place {
    enum class Where : u8 { pending = 0, waiting = 1, parked = 2, standing = 3, dead = 4, idle = 5 };
    Where where = Where::pending;  ///< never standing in a record; idle: a watch that nothing has hit
    ListPosition in_height;        ///< pending: in the list of its height
    u64 arrival = 0;               ///< waiting, parked
    u64 era = 0;                   ///< waiting, parked: how often others had been made to stand before
    u64 parked_gas = 0;            ///< parked: the gas limit that must fit for it to stand; 0 always does
    Death death;                   ///< dead
    bool operator==(const Place&) const = default;
};

/// A timer has two places for a long payload, under keys of their own. An update of a queued timer puts the
/// new payload into the free one, so that the queued payload stays where it is.
enum class PayloadSlot : u8 { first = 1, second = 2 };

/// Gas limit, bid and payload of a queued fire whose timer was updated since (GBX-3).
struct QueuedWith {
    std::optional<u64> gas_limit;  ///< absent: the default-gas mark
    u128 bid = 0;
    Bytes payload;         ///< empty when it is a long one
    u32 long_payload = 0;  ///< its length, if it is a long one
    PayloadSlot slot = PayloadSlot::first;
    bool operator==(const QueuedWith&) const = default;
};

/// A place in the Globalbox: given when a fire is queued, never changed (GBX-5). It is good as long as the
/// discipline has not changed since.
struct QueuePlace {
    u64 reign = 0;                   ///< Counters::reign in which it was given
    std::array<u8, 32> rank{};       ///< clock less score, plus 2^192, big-endian: low comes first
    u8 bucket = 0;                   ///< priority bucket of the bid: high comes first
    u32 cursor = 0;                  ///< how many of its target stood before it among those that came with it
    std::optional<QueuedWith> with;  ///< absent: with what the record says
    bool operator==(const QueuePlace&) const = default;
};

struct WatchKey {
    Address actor;
    Bytes prefix;
    bool operator==(const WatchKey&) const = default;
};

struct Timer {
    TimerId id;
    Address owner;
    Address target;  ///< equal to owner for what schedule_timer sets
    Kind kind = Kind::height;
    u64 height = 0;                    ///< due height; 0 for a watch
    u64 watch_number = 0;              ///< of a watch: order of creation among watches
    u64 hit_height = 0;                ///< of a watch: of the first hit since its last fire; 0: none
    std::vector<WatchKey> watch_keys;  ///< of a watch; empty here when kept beside the record
    u32 long_watch_keys =
        0;                 ///< bytes of watch keys beside the record, which TimerStore::watch_keys_of reads
    Bytes payload;         ///< ≤ 1,048,576 bytes; empty here when kept beside the record
    u32 long_payload = 0;  ///< length of a payload beside the record, which TimerStore::payload_of reads
    PayloadSlot slot = PayloadSlot::first;  ///< of a long payload
    std::string handler;                    ///< ≤ 256 bytes
    Address fee_payer;
    std::optional<u64> gas_limit;                    ///< cycles per fire; absent: the default-gas mark
    u64 expires_at = 0;                              ///< last height at which it may fire
    std::optional<u128> max_fee_per_cycle;           ///< absent: no explicit cap
    std::optional<u128> max_priority_fee_per_cycle;  ///< absent: no explicit cap
    std::optional<Tier> tier;                        ///< absent: the default-bid mark
    u128 bid = 0;                                    ///< Q32.96
    u64 schedule_block = 0;
    u64 sequence = 0;  ///< order of creation on the chain
    u32 fire_seq = 0;
    u64 last_fire_height = 0;  ///< 0: has not fired
    std::optional<u64> client_nonce;
    std::optional<QueuePlace> queue;
    Place place;
    ListPosition in_owner;  ///< in the list of its owner's timers
    bool operator==(const Timer&) const = default;
};

/// Of what waits: for a watch the height of the hit (WAT-2).
inline u64 due_height(const Timer& timer) noexcept
{
    return timer.kind == Kind::watch ? timer.hit_height : timer.height;
}

/// Longer payloads are kept under a key of their own, so that looking at a record, or rewriting it,
/// costs the same whatever its payload (an extend pays 200 cycles, not a megabyte).
inline constexpr std::size_t INLINE_PAYLOAD_MAX = 128;
/// The same for the keys of a watch, encoded: a hit and a fire rewrite the record and need none of them.
inline constexpr std::size_t INLINE_WATCH_KEYS_MAX = 128;

/// The record without a long payload and without long watch keys.
Bytes encode(const Timer& timer);
/// The same, at the end of what the writer holds.
void put_timer(Writer& w, const Timer& timer);

/// A record of another codec version, or anything else that encode would not have written, is an
/// error that says so (TMR-2).
Result<Timer, std::string> decode_timer(BytesView bytes);
/// The same into a fresh timer, which is not moved then: each look at a timer reads its record. False where
/// decode_timer gives an error.
[[nodiscard]] bool read_timer(BytesView bytes, Timer& timer);

Bytes encode_watch_keys(const std::vector<WatchKey>& keys);
/// Nothing for bytes that encode_watch_keys would not have written.
std::optional<std::vector<WatchKey>> decode_watch_keys(BytesView bytes);

/// Whether it says of a timer that its height has not come, without reading the rest of it. No for a record
/// of another codec version.
bool is_pending_record(BytesView bytes) noexcept;

/// TMR-5. The owner comes first and one nonce serves all kinds: preimages never meet.
TimerId height_timer_id(const Address& owner, u64 height, BytesView payload, u64 nonce);
TimerId watch_timer_id(const Address& owner, const Address& target, BytesView payload, u64 nonce);

}  // namespace lariat::timers
