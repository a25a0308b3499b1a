// Codec of the timer record. Layout in docs/state-layout.md; pinned by a golden hash.
#include "timers/record.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"

namespace lariat::timers {

namespace {

constexpr u8 TIMER_VERSION = 4;

/// The optional parts and the properties of a record, a bit each.
enum Mark : u16 {
    IS_WATCH = 1u << 0,
    OTHER_TARGET = 1u << 1,  ///< than its owner
    OTHER_PAYER = 1u << 2,   ///< than its owner
    GAS_LIMIT = 1u << 3,
    MAX_FEE = 1u << 4,
    MAX_PRIORITY_FEE = 1u << 5,
    TIER = 1u << 6,
    CLIENT_NONCE = 1u << 7,
    QUEUED = 1u << 8,
    QUEUED_WITH = 1u << 9,
    LONG_WATCH_KEYS = 1u << 10,
};

void put_place(Writer& w, const Place& place)
{
    switch (place.where) {
        case Place::Where::pending:
            w.put_short(place.in_height.chunk);
            break;
        case Place::Where::waiting:
            w.put_short(place.arrival).put_short(place.era);
            break;
        case Place::Where::parked:
            w.put_short(place.arrival).put_short(place.era).put_short(place.parked_gas);
            break;
        case Place::Where::idle:
            break;
        case Place::Where::standing:
            LARIAT_ASSERT(false);  // follows from era, never kept
            break;
        case Place::Where::dead:
            w.put_u8(static_cast<u8>(place.death.cause)).put_short(place.death.number);
            w.put_short(place.death.required).put_short(place.death.available);
            break;
    }
}

bool get_place(Reader& r, u8 where, Place& place)
{
    if (where > static_cast<u8>(Place::Where::idle)) return false;
    place.where = static_cast<Place::Where>(where);
    switch (place.where) {
        case Place::Where::pending:
            place.in_height.chunk = r.get_short<u64>();
            if (place.in_height.chunk == 0) return false;
            return true;
        case Place::Where::waiting:
        case Place::Where::parked:
            place.arrival = r.get_short<u64>();
            place.era = r.get_short<u64>();
            if (place.where == Place::Where::parked) place.parked_gas = r.get_short<u64>();
            return true;
        case Place::Where::standing:
            return false;
        case Place::Where::idle:
            return true;
        case Place::Where::dead:
            break;
    }
    const u8 cause = r.get_u8();
    place.death.cause = static_cast<Death::Cause>(cause);
    place.death.number = r.get_short<u64>();
    place.death.required = r.get_short<u128>();
    place.death.available = r.get_short<u128>();
    return cause <= 1;
}

/// 0 and the bytes, or the slot of a long payload and its length.
void put_payload(Writer& w, BytesView payload, u32 long_payload, PayloadSlot slot)
{
    LARIAT_ASSERT(payload.size() <= (long_payload != 0 ? 0 : INLINE_PAYLOAD_MAX));
    if (long_payload != 0)
        w.put_u8(static_cast<u8>(slot)).put_short(long_payload);
    else
        w.put_u8(0).put_short_bytes(payload);
}

bool get_payload(Reader& r, Bytes& payload, u32& long_payload, PayloadSlot& slot)
{
    const u8 where = r.get_u8();
    if (where == 0) {
        payload = to_bytes(r.get_short_bytes());
        return payload.size() <= INLINE_PAYLOAD_MAX;
    }
    slot = static_cast<PayloadSlot>(where);
    long_payload = r.get_short<u32>();
    return where <= static_cast<u8>(PayloadSlot::second) && long_payload > INLINE_PAYLOAD_MAX;
}

void put_queue_place(Writer& w, const QueuePlace& q)
{
    w.put_short(q.reign).put_raw(q.rank).put_u8(q.bucket).put_short(q.cursor);
    if (!q.with) return;
    w.put_bool(q.with->gas_limit.has_value());
    if (q.with->gas_limit) w.put_short(*q.with->gas_limit);
    w.put_short(q.with->bid);
    put_payload(w, q.with->payload, q.with->long_payload, q.with->slot);
}

QueuePlace get_queue_place(Reader& r, bool has_with, bool& valid)
{
    QueuePlace q;
    q.reign = r.get_short<u64>();
    q.rank = r.get_hash().bytes;
    q.bucket = r.get_u8();
    q.cursor = r.get_short<u32>();
    if (!has_with) return q;
    QueuedWith& with = q.with.emplace();
    if (r.get_bool()) with.gas_limit = r.get_short<u64>();
    with.bid = r.get_short<u128>();
    valid = get_payload(r, with.payload, with.long_payload, with.slot) && valid;
    return q;
}

u16 marks_of(const Timer& t)
{
    u32 marks = 0;
    const auto mark = [&](Mark bit, bool is_set) { marks |= is_set ? u32{bit} : 0; };
    mark(IS_WATCH, t.kind == Kind::watch);
    mark(OTHER_TARGET, t.target != t.owner);
    mark(OTHER_PAYER, t.fee_payer != t.owner);
    mark(GAS_LIMIT, t.gas_limit.has_value());
    mark(MAX_FEE, t.max_fee_per_cycle.has_value());
    mark(MAX_PRIORITY_FEE, t.max_priority_fee_per_cycle.has_value());
    mark(TIER, t.tier.has_value());
    mark(CLIENT_NONCE, t.client_nonce.has_value());
    mark(QUEUED, t.queue.has_value());
    mark(QUEUED_WITH, t.queue && t.queue->with);
    mark(LONG_WATCH_KEYS, t.long_watch_keys != 0);
    return static_cast<u16>(marks);
}

}  // namespace

std::string_view name(Kind k) noexcept
{
    return k == Kind::height ? "height" : "watch";
}

std::optional<Tier> tier_from_name(std::string_view name) noexcept
{
    if (name == "economy") return Tier::economy;
    if (name == "standard") return Tier::standard;
    if (name == "fast") return Tier::fast;
    if (name == "urgent") return Tier::urgent;
    return std::nullopt;
}

/// Of most records, without payload and handler.
constexpr std::size_t RECORD_BYTES = 192;

void put_timer(Writer& w, const Timer& t)
{
    w.reserve(RECORD_BYTES + t.payload.size() + t.handler.size());
    w.put_u8(TIMER_VERSION).put_u8(static_cast<u8>(t.place.where)).put_u16(marks_of(t));
    w.put_raw(view(t.id)).put_raw(view(t.owner));
    if (t.target != t.owner) w.put_raw(view(t.target));
    w.put_short(t.height);
    if (t.kind == Kind::watch) {
        w.put_short(t.watch_number).put_short(t.hit_height);
        if (t.long_watch_keys != 0)
            w.put_short(t.long_watch_keys);
        else
            w.put_bytes(encode_watch_keys(t.watch_keys));
    }
    put_payload(w, t.payload, t.long_payload, t.slot);
    w.put_short_bytes(view(t.handler));
    if (t.fee_payer != t.owner) w.put_raw(view(t.fee_payer));
    if (t.gas_limit) w.put_short(*t.gas_limit);
    w.put_short(t.expires_at);
    if (t.max_fee_per_cycle) w.put_short(*t.max_fee_per_cycle);
    if (t.max_priority_fee_per_cycle) w.put_short(*t.max_priority_fee_per_cycle);
    if (t.tier) w.put_u8(static_cast<u8>(*t.tier));
    w.put_short(t.bid).put_short(t.schedule_block).put_short(t.sequence);
    w.put_short(t.fire_seq).put_short(t.last_fire_height);
    if (t.client_nonce) w.put_short(*t.client_nonce);
    if (t.queue) put_queue_place(w, *t.queue);
    put_place(w, t.place);
    w.put_short(t.in_owner.chunk);
}

Bytes encode(const Timer& timer)
{
    Writer w;
    put_timer(w, timer);
    return w.take();
}

/// A timer and its queued fire never have their long payloads under one key.
static bool slots_differ(const Timer& timer, const QueuedWith& with)
{
    return timer.long_payload == 0 || with.long_payload == 0 || timer.slot != with.slot;
}

bool read_timer(BytesView bytes, Timer& t)
{
    Reader r(bytes);
    if (r.get_u8() != TIMER_VERSION) return false;
    const u8 where = r.get_u8();
    const u16 marks = r.get_u16();
    bool valid = true;
    t.id = r.get_hash();
    t.owner = r.get_address();
    t.target = (marks & OTHER_TARGET) != 0 ? r.get_address() : t.owner;
    t.kind = (marks & IS_WATCH) != 0 ? Kind::watch : Kind::height;
    t.height = r.get_short<u64>();
    if (t.kind == Kind::watch) {
        t.watch_number = r.get_short<u64>();
        t.hit_height = r.get_short<u64>();
        if ((marks & LONG_WATCH_KEYS) != 0) {
            t.long_watch_keys = r.get_short<u32>();
            valid = valid && t.long_watch_keys > INLINE_WATCH_KEYS_MAX;
        } else {
            const BytesView keys = r.get_bytes();
            auto decoded = decode_watch_keys(keys);
            valid = valid && decoded && keys.size() <= INLINE_WATCH_KEYS_MAX;
            if (decoded) t.watch_keys = std::move(*decoded);
        }
    }
    valid = get_payload(r, t.payload, t.long_payload, t.slot) && valid;
    t.handler = text(r.get_short_bytes());
    t.fee_payer = (marks & OTHER_PAYER) != 0 ? r.get_address() : t.owner;
    if ((marks & GAS_LIMIT) != 0) t.gas_limit = r.get_short<u64>();
    t.expires_at = r.get_short<u64>();
    if ((marks & MAX_FEE) != 0) t.max_fee_per_cycle = r.get_short<u128>();
    if ((marks & MAX_PRIORITY_FEE) != 0) t.max_priority_fee_per_cycle = r.get_short<u128>();
    if ((marks & TIER) != 0) {
        const u8 tier = r.get_u8();
        t.tier = static_cast<Tier>(tier);
        valid = valid && tier <= static_cast<u8>(Tier::urgent);
    }
    t.bid = r.get_short<u128>();
    t.schedule_block = r.get_short<u64>();
    t.sequence = r.get_short<u64>();
    t.fire_seq = r.get_short<u32>();
    t.last_fire_height = r.get_short<u64>();
    if ((marks & CLIENT_NONCE) != 0) t.client_nonce = r.get_short<u64>();
    if ((marks & QUEUED) != 0) t.queue = get_queue_place(r, (marks & QUEUED_WITH) != 0, valid);
    valid = get_place(r, where, t.place) && valid;
    t.in_owner.chunk = r.get_short<u64>();
    valid = valid && t.in_owner.chunk != 0;
    if (t.queue && t.queue->with) valid = valid && slots_differ(t, *t.queue->with);
    const bool fits_kind =
        t.kind == Kind::watch ? t.place.where != Place::Where::pending : t.place.where != Place::Where::idle;
    // A mark that says nothing, or the same as another field, would be a second encoding.
    return valid && fits_kind && r.done() && marks == marks_of(t);
}

Result<Timer, std::string> decode_timer(BytesView bytes)
{
    if (bytes.empty() || bytes[0] != TIMER_VERSION)
        return "timer record of codec version " + std::to_string(bytes.empty() ? 0 : bytes[0]) +
               ", this program reads " + std::to_string(TIMER_VERSION);
    Timer timer;
    if (!read_timer(bytes, timer)) return std::string("malformed timer record");
    return timer;
}

Bytes encode_watch_keys(const std::vector<WatchKey>& keys)
{
    Writer w;
    w.put_u32(static_cast<u32>(keys.size()));
    for (const WatchKey& key : keys) w.put_raw(view(key.actor)).put_bytes(key.prefix);
    return w.take();
}

std::optional<std::vector<WatchKey>> decode_watch_keys(BytesView bytes)
{
    Reader r(bytes);
    std::vector<WatchKey> keys;
    for (u32 n = r.get_u32(); n > 0 && r.ok(); --n) {
        const Address actor = r.get_address();
        keys.push_back({actor, to_bytes(r.get_bytes())});
    }
    if (!r.done()) return std::nullopt;
    return keys;
}

bool is_pending_record(BytesView bytes) noexcept
{
    constexpr u8 PENDING = static_cast<u8>(Place::Where::pending);
    return bytes.size() >= 2 && bytes[0] == TIMER_VERSION && bytes[1] == PENDING;
}

TimerId height_timer_id(const Address& owner, u64 height, BytesView payload, u64 nonce)
{
    Writer fixed;
    fixed.put_u64(height).put_u64(nonce);
    const BytesView numbers = fixed.bytes();
    return keccak256({view(owner), numbers.first(8), payload, numbers.subspan(8)});
}

TimerId watch_timer_id(const Address& owner, const Address& target, BytesView payload, u64 nonce)
{
    Writer fixed;
    fixed.put_u8(0x01).put_u64(nonce);
    const BytesView numbers = fixed.bytes();
    return keccak256({view(owner), view(target), numbers.first(1), payload, numbers.subspan(1)});
}

}  // namespace lariat::timers
