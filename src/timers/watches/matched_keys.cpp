// Implements the matched keys of a watch: a header and one value for each key, so that joining costs the
// same however many there are.
#include "timers/watches/matched_keys.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "state/damage.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

MatchedKeys::Header MatchedKeys::header(const TimerId& id) const
{
    const auto key = matched_key(id);
    const auto bytes = state_.get(key);
    if (!bytes) return {};
    Reader r(*bytes);
    Header h;
    h.count = r.get_u32();
    h.cut = r.get_bool();
    state::require_value(r.done(), key, "the header of a watch's matched keys is malformed");
    return h;
}

void MatchedKeys::put_header(const TimerId& id, const Header& h)
{
    Writer w;
    w.put_u32(h.count).put_bool(h.cut);
    state_.put(matched_key(id), w.bytes());
}

void MatchedKeys::join(const Timer& watch, BytesView key, const Hash32& key_hash, u32 limit)
{
    Header h = header(watch.id);
    if (h.cut && h.count >= limit) return;
    const bool is_listed = key.size() <= sizeof(Address::bytes) + LISTED_KEY_BYTES_MAX;
    const auto [seen, is_new] = seen_.try_emplace(watch.watch_number);
    if (is_new)
        for (u32 n = 0; n < h.count; ++n)
            seen->second.insert(keccak256(state_.get_existing(matched_key(watch.id, n))));
    if (seen->second.contains(key_hash)) return;
    if (is_listed && h.count < limit) {
        state_.put(matched_key(watch.id, h.count++), key);
        seen->second.insert(key_hash);
    } else if (h.cut) {
        return;
    } else {
        h.cut = true;
    }
    put_header(watch.id, h);
}

std::vector<PlacedKey> MatchedKeys::of(const TimerId& id) const
{
    const Header h = header(id);
    std::vector<PlacedKey> out;
    for (u32 n = 0; n < h.count; ++n) out.push_back(state_.get_existing(matched_key(id, n)));
    if (h.cut) out.emplace_back();
    return out;
}

void MatchedKeys::forget(const Timer& watch)
{
    seen_.erase(watch.watch_number);
    const Header h = header(watch.id);
    if (h.count == 0 && !h.cut) return;
    for (u32 n = 0; n < h.count; ++n) state_.erase(matched_key(watch.id, n));
    state_.erase(matched_key(watch.id));
}

}  // namespace lariat::timers
