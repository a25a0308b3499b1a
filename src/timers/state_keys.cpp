// Builds state keys: a table's letter, then the entry's own key. See state_keys.hpp.
#include "timers/state_keys.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "lariat/assert.hpp"

namespace lariat::timers {

namespace {

constexpr u8 CLIENT_NONCE_TABLE = 'j', TARGET_TABLE = 'N', MATCHED_TABLE = 'y';

/// Hashes that a block asks for again and again: of an id at intake, at the look, at the end of a fire; of a
/// height whenever a timer is scheduled for it. Who makes ids share a slot makes them cost what they would
/// have cost without this.
template <class Preimage>
struct Known {
    Preimage preimage{};
    Hash32 hash = keccak256(preimage);
};

/// Where the hash of this preimage stands if it is known.
template <class Preimage, std::size_t SLOTS>
Known<Preimage>& slot_of(const Preimage& preimage)
{
    thread_local std::vector<Known<Preimage>> known(SLOTS, Known<Preimage>{});
    return known[preimage.back() + 256u * (preimage[preimage.size() - 2] % (SLOTS / 256))];
}

template <class Preimage, std::size_t SLOTS>
const Hash32& keccak_of(const Preimage& preimage)
{
    Known<Preimage>& slot = slot_of<Preimage, SLOTS>(preimage);
    if (slot.preimage != preimage) slot = {preimage, keccak256(preimage)};
    return slot.hash;
}

constexpr std::size_t IDS_KNOWN = 2048;

const Hash32& keccak_of(const TimerId& id)
{
    return keccak_of<decltype(id.bytes), IDS_KNOWN>(id.bytes);
}

}  // namespace

Key& Key::add(BytesView part)
{
    LARIAT_ASSERT(part.size() <= bytes_.size() - size_);
    std::memcpy(bytes_.data() + size_, part.data(), part.size());
    size_ = static_cast<u8>(size_ + part.size());
    return *this;
}
Key& Key::add_u64(u64 number)
{
    std::array<u8, 8> bytes;
    write_u64(bytes.data(), number);
    return add(bytes);
}
Key& Key::add_u32(u32 number)
{
    std::array<u8, 8> bytes;
    write_u64(bytes.data(), number);
    return add(BytesView{bytes}.last(4));
}

Key record_key(const TimerId& id)
{
    return Key(RECORD_TABLE).add(view(keccak_of(id)));
}
std::vector<Key> record_keys(std::span<const TimerId> ids)
{
    const std::vector<Hash32> hashes = keccak256_each(ids);
    std::vector<Key> keys;
    keys.reserve(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        slot_of<decltype(ids[i].bytes), IDS_KNOWN>(ids[i].bytes) = {ids[i].bytes, hashes[i]};
        keys.push_back(Key(RECORD_TABLE).add(view(hashes[i])));
    }
    return keys;
}
Key payload_key(const TimerId& id, PayloadSlot slot)
{
    const u8 table = slot == PayloadSlot::first ? PAYLOAD_TABLE : SECOND_PAYLOAD_TABLE;
    return Key(table).add(view(keccak_of(id)));
}
Key watch_keys_key(const TimerId& id)
{
    return Key(WATCH_KEYS_TABLE).add(view(keccak_of(id)));
}
Key height_key(u64 height)
{
    std::array<u8, 8> bytes;
    write_u64(bytes.data(), height);
    return Key(HEIGHT_TABLE).add(view(keccak_of<std::array<u8, 8>, 1024>(bytes)));
}
Key owner_key(const Address& owner)
{
    return Key(OWNER_TABLE).add(view(owner));
}
Key chunk_key(const Key& list, u64 number)
{
    return Key(list).add_u64(number);
}
Key client_nonce_key(const Address& owner, const Address& target, u64 nonce)
{
    return Key(CLIENT_NONCE_TABLE).add(view(owner)).add(view(target)).add_u64(nonce);
}
Key target_count_key(const Address& target)
{
    return Key(TARGET_TABLE).add(view(target));
}
Key matched_key(const TimerId& id)
{
    return Key(MATCHED_TABLE).add(view(keccak_of(id)));
}
Key matched_key(const TimerId& id, u32 number)
{
    return Key(MATCHED_TABLE).add(view(keccak_of(id))).add_u32(number);
}
Key kept_key(u64 place, u64 position)
{
    return Key(KEPT_TABLE).add_u64(place).add_u64(position);
}

}  // namespace lariat::timers
