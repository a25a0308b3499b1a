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

MatchedKeys::List& MatchedKeys::list(const TimerId& id, u64 watch_number)
{
    const auto [it, is_new] = lists_.try_emplace(watch_number);
    List& list = it->second;
    if (!is_new) return list;
    list.header = header(id);
    for (u32 n = 0; n < list.header.count; ++n)
        list.hashes.insert(keccak256(state_.get_existing(matched_key(id, n))));
    return list;
}

void MatchedKeys::join(const TimerId& id, u64 watch_number, BytesView key, const Hash32& key_hash, u32 limit)
{
    List& list = this->list(id, watch_number);
    Header& h = list.header;
    if (h.cut && h.count >= limit) return;
    if (list.hashes.contains(key_hash)) return;
    const bool is_listed = key.size() <= sizeof(Address::bytes) + LISTED_KEY_BYTES_MAX;
    if (is_listed && h.count < limit) {
        state_.put(matched_key(id, h.count++), key);
        list.hashes.insert(key_hash);
    } else if (h.cut) {
        return;
    } else {
        h.cut = true;
    }
    unwritten_.emplace(watch_number, id);
}

void MatchedKeys::write_lengths()
{
    for (const auto& [number, id] : unwritten_) {
        const Header& h = lists_.at(number).header;
        Writer w;
        w.put_u32(h.count).put_bool(h.cut);
        state_.put(matched_key(id), w.bytes());
    }
    unwritten_.clear();
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
    LARIAT_ASSERT(unwritten_.empty());
    lists_.erase(watch.watch_number);
    const Header h = header(watch.id);
    if (h.count == 0 && !h.cut) return;
    for (u32 n = 0; n < h.count; ++n) state_.erase(matched_key(watch.id, n));
    state_.erase(matched_key(watch.id));
}

}  // namespace lariat::timers
