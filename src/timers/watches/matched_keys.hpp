// The keys by which a watch was hit since its last fire, in the order in which they joined (WAT-2).
//
// Keys (docs/state-layout.md):  y ‖ keccak(id) → number of keys, and whether some were left out
//   y ‖ keccak(id) ‖ number → a part of the list, matched_part.hpp
#pragma once

#include <map>
#include <set>

#include "state/overlay.hpp"
#include "timers/record.hpp"

namespace lariat::timers {

/// A storage key of an actor: its address, then the key.
using PlacedKey = Bytes;

inline Address actor_of(const PlacedKey& key)
{
    Address actor;
    std::copy_n(key.begin(), actor.bytes.size(), actor.bytes.begin());
    return actor;
}

/// Longer storage keys hit like others but are not listed; the mark at the end of the list stands for them. A
/// fire shows its whole list, and nobody pays for the list by the byte.
inline constexpr std::size_t LISTED_KEY_BYTES_MAX = 256;

class MatchedKeys {
public:
    explicit MatchedKeys(state::Overlay& state) : state_(state) {}

    /// `key`: empty for a blurred actor. `key_hash`: keccak256 of it. Each key joins once, at most `limit` of
    /// them.
    void join(const TimerId& id, u64 watch_number, BytesView key, const Hash32& key_hash, u32 limit);
    /// The end of a step: writes the lengths of the lists that join() changed.
    void write_lengths();
    /// With an empty last one if some were left out.
    std::vector<PlacedKey> of(const TimerId& id) const;
    /// A fire starts, or the watch goes. May be undone.
    void forget(const Timer& watch);

private:
    struct Header {
        u32 count = 0;
        bool cut = false;
    };
    /// A list as it stands in the state, read when it is first asked for: a cache.
    struct List {
        Header header;
        std::set<Hash32> hashes;
    };
    Header header(const TimerId& id) const;
    List& list(const TimerId& id, u64 watch_number);

    state::Overlay& state_;
    std::map<u64, List> lists_;         ///< by number of the watch
    std::map<u64, TimerId> unwritten_;  ///< watches whose header differs from the state's
};

}  // namespace lariat::timers
