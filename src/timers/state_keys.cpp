// A table's letter, then what finds the entry in it; see state_keys.hpp.
#include "timers/state_keys.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"

namespace lariat::timers {

namespace {

constexpr u8 PAYLOAD_TABLE = 'p';
constexpr u8 CLIENT_NONCE_TABLE = 'j', TARGET_TABLE = 'N', SNAPSHOT_TABLE = 'x', MATCHED_TABLE = 'y';

Bytes key(u8 table, BytesView rest)
{
    Bytes out;
    out.reserve(1 + rest.size());
    out.push_back(table);
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
}

/// keccak(id), which a block asks for again and again: at intake, at the look, at the end of a fire. Who
/// makes ids share a slot makes them cost what they would have cost without this.
const Hash32& keccak_of(const TimerId& id)
{
    struct Known {
        TimerId id;
        Hash32 hash = keccak256(view(TimerId{}));
    };
    constexpr std::size_t SLOTS = 2048;
    thread_local std::vector<Known> known(SLOTS);
    Known& slot = known[Hash32Hash{}(id) % SLOTS];
    if (slot.id != id) slot = {id, keccak256(view(id))};
    return slot.hash;
}

}  // namespace

Bytes record_key(const TimerId& id)
{
    return key(RECORD_TABLE, view(keccak_of(id)));
}
Bytes payload_key(const TimerId& id)
{
    return key(PAYLOAD_TABLE, view(keccak_of(id)));
}
Bytes height_key(u64 height)
{
    Writer w;
    w.put_u64(height);
    return key(HEIGHT_TABLE, view(keccak256(w.bytes())));
}
Bytes owner_key(const Address& owner)
{
    return key(OWNER_TABLE, view(owner));
}
Bytes chunk_key(BytesView list, u64 number)
{
    Writer w;
    w.reserve(list.size() + 8);
    w.put_raw(list).put_u64(number);
    return w.take();
}
Bytes client_nonce_key(const Address& owner, const Address& target, u64 nonce)
{
    Writer w;
    w.put_u8(CLIENT_NONCE_TABLE).put_raw(view(owner)).put_raw(view(target)).put_u64(nonce);
    return w.take();
}
Bytes target_count_key(const Address& target)
{
    return key(TARGET_TABLE, view(target));
}
Bytes snapshot_key(const TimerId& id)
{
    return key(SNAPSHOT_TABLE, view(keccak_of(id)));
}
Bytes matched_key(const TimerId& id)
{
    return key(MATCHED_TABLE, view(keccak_of(id)));
}
Bytes matched_key(const TimerId& id, u32 number)
{
    Writer w;
    w.put_u8(MATCHED_TABLE).put_raw(view(keccak_of(id))).put_u32(number);
    return w.take();
}
Bytes kept_key(u64 position)
{
    Writer w;
    w.put_u8(KEPT_TABLE).put_u64(position);
    return w.take();
}

}  // namespace lariat::timers
