// The keys that a watch was hit by since its last fire, in the order they joined (WAT-2).
//
// Keys (docs/state-layout.md):  y ‖ keccak(id) → how many, and whether some were left out
//   y ‖ keccak(id) ‖ number → key
#pragma once

#include <map>
#include <set>

#include "state/overlay.hpp"
#include "timers/record.hpp"

namespace lariat::timers {

/// A storage key of an actor: its address, then the key.
using PlacedKey = Bytes;

/// Longer storage keys hit like others but are not listed: the mark stands for them. A fire shows its whole
/// list, which nobody pays for by the byte.
inline constexpr std::size_t LISTED_KEY_BYTES_MAX = 256;

class MatchedKeys {
public:
    explicit MatchedKeys(state::Overlay& state) : state_(state) {}

    /// `key_hash`: keccak256 of it. Each key joins once, at most `limit` of them.
    void join(const Timer& watch, BytesView key, const Hash32& key_hash, u32 limit);
    /// With an empty last one if some were left out.
    std::vector<PlacedKey> of(const TimerId& id) const;
    /// A fire starts, or the watch goes. May be undone.
    void forget(const Timer& watch);

private:
    struct Header {
        u32 count = 0;
        bool cut = false;
    };
    Header header(const TimerId& id) const;
    void put_header(const TimerId& id, const Header& header);

    state::Overlay& state_;
    /// Hashes of what is in a list, read from the state when first asked for: a cache.
    std::map<u64, std::set<Hash32>> seen_;
};

}  // namespace lariat::timers
