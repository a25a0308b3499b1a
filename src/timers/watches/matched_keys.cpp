// Implements the matched keys of a watch: a header and parts of a bounded number of keys, so that joining
// costs the same however many there are.
#include "timers/watches/matched_keys.hpp"

#include <algorithm>
#include <iterator>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "state/damage.hpp"
#include "timers/state_keys.hpp"
#include "timers/watches/matched_part.hpp"

namespace lariat::timers {

namespace {

u32 parts_of(u32 count)
{
    return count / MATCHED_IN_PART + (count % MATCHED_IN_PART == 0 ? 0 : 1);
}

/// In the order in which they joined.
std::vector<PlacedKey> listed(const state::Overlay& state, const TimerId& id, u32 count)
{
    std::vector<PlacedKey> out;
    for (u32 part = 0; part < parts_of(count); ++part) {
        const auto at = matched_key(id, part);
        auto keys = decode_matched_part(state.get_existing(at));
        const std::size_t wanted = std::min<std::size_t>(MATCHED_IN_PART, count - out.size());
        state::require_value(keys && keys->size() == wanted, at,
                             "a part of a watch's matched keys is malformed");
        std::ranges::move(*keys, std::back_inserter(out));
    }
    return out;
}

void append(state::Overlay& state, const TimerId& id, u32 count, BytesView key)
{
    Writer w;
    w.put_bytes(key);
    const auto part = state.at(matched_key(id, count / MATCHED_IN_PART));
    if (count % MATCHED_IN_PART == 0) return state.put(part, w.bytes());
    const std::size_t before = state.size_of(part).value_or(0);
    std::ranges::copy(w.bytes(), state.edit(part, before + w.bytes().size()).last(w.bytes().size()).begin());
}

}  // namespace

std::optional<std::vector<PlacedKey>> decode_matched_part(BytesView bytes)
{
    std::vector<PlacedKey> out;
    Reader r(bytes);
    while (r.ok() && r.left() > 0) out.push_back(to_bytes(r.get_bytes()));
    if (!r.ok() || out.empty() || out.size() > MATCHED_IN_PART) return std::nullopt;
    return out;
}

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
    for (const PlacedKey& key : listed(state_, id, list.header.count)) list.hashes.insert(keccak256(key));
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
        append(state_, id, h.count++, key);
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
    std::vector<PlacedKey> out = listed(state_, id, h.count);
    if (h.cut) out.emplace_back();
    return out;
}

void MatchedKeys::forget(const Timer& watch)
{
    LARIAT_ASSERT(unwritten_.empty());
    lists_.erase(watch.watch_number);
    const Header h = header(watch.id);
    if (h.count == 0 && !h.cut) return;
    for (u32 part = 0; part < parts_of(h.count); ++part) state_.erase(matched_key(watch.id, part));
    state_.erase(matched_key(watch.id));
}

}  // namespace lariat::timers
