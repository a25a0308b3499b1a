// Where each live key's operation lies in the log: a hash table of tags and locations, without the
// keys themselves. It may find a location whose record holds another key, so who asks looks there.
//
// Buckets of one cache line hold seven entries: a 32-bit tag of the key's hash and a 40-bit location.
// Buckets stand in segments that grow by a quarter and then split in two, so that no insertion ever
// moves more than one segment (bounded work) and memory stays between about 11 and 15 bytes a key.
// The hash is keyed with a secret of this process's choosing: who chooses keys cannot choose where
// they land. Nothing of this order reaches a result.
#pragma once

#include "base/types.hpp"

namespace lariat::state {

/// Where a record begins: its offset in the log in units of 8 bytes, modulo 2^40.
using Location = u64;
inline constexpr int LOCATION_BITS = 40;

class KeyIndex {
public:
    struct Secret {
        u64 k0 = 0, k1 = 0;
    };

    explicit KeyIndex(Secret secret);

    u64 hash(BytesView key) const noexcept;
    /// Asks for the bucket of a hash ahead of its use.
    void prefetch(u64 hash) const noexcept;

    /// The first location with this hash's tag for which `is_it(location)` is true.
    template <class IsIt>
    std::optional<Location> find(u64 hash, IsIt&& is_it) const;

    /// The key must not be in it.
    void insert(u64 hash, Location at);
    /// The key is in it, at `from`.
    void replace(u64 hash, Location from, Location to);
    void erase(u64 hash, Location at);

    u64 size() const noexcept;
    /// All that it holds on the heap, in bytes.
    u64 memory() const noexcept;
};

}  // namespace lariat::state
