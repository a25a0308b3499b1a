// The plain model that the store and the overlay are compared with.
#pragma once

#include <map>
#include <random>

#include "lariat/assert.hpp"
#include "state/store.hpp"

namespace lariat::state {

using Contents = std::map<Bytes, Bytes>;

inline Contents contents_of(const Store& store)
{
    Contents out;
    store.for_each([&](BytesView key, BytesView value) {
        const bool first_time = out.emplace(to_bytes(key), to_bytes(value)).second;
        LARIAT_ASSERT(first_time);
    });
    return out;
}

inline void apply(Contents& contents, const std::vector<Write>& batch)
{
    for (const Write& write : batch) {
        if (write.value) {
            contents[write.key] = *write.value;
        } else {
            contents.erase(write.key);
        }
    }
}

inline Bytes random_bytes(std::mt19937_64& random, std::size_t size_max)
{
    Bytes out(random() % (size_max + 1));
    for (u8& b : out) b = static_cast<u8>(random());
    return out;
}

/// Few distinct keys, so that batches overwrite and delete; the empty key is one of them.
inline Bytes random_key(std::mt19937_64& random)
{
    Bytes key(random() % 3);
    for (u8& b : key) b = static_cast<u8>(random() % 6);
    return key;
}

inline std::vector<Write> random_batch(std::mt19937_64& random)
{
    std::map<Bytes, std::optional<Bytes>> writes;
    for (u64 left = random() % 9; left > 0; --left) {
        const bool erase = random() % 3 == 0;
        writes[random_key(random)] = erase ? std::nullopt : std::optional{random_bytes(random, 5)};
    }
    std::vector<Write> out;
    for (auto& [key, value] : writes) out.push_back({key, value});
    return out;
}

/// The changes of an overlay, with bytes of their own.
inline std::vector<Write> owned(std::span<const WriteView> changes)
{
    std::vector<Write> out;
    for (const WriteView& w : changes)
        out.push_back({to_bytes(w.key), w.value ? std::optional(to_bytes(*w.value)) : std::nullopt});
    return out;
}

}  // namespace lariat::state
