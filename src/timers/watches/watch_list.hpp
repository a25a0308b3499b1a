// The watches on one prefix, by creation: chunks of bounded size, each knowing the latest expiry in it, so
// that one look finds the next watch that lives, and a chunk of dead ones is dropped as a whole.
#pragma once

#include <map>
#include <optional>

#include "lariat/types.hpp"

namespace lariat::timers {

class WatchList {
public:
    void insert(u64 number, u64 expires_at);
    /// One that was inserted; it may have been dropped since because it was dead.
    void erase(u64 number);
    void set_expiry(u64 number, u64 expires_at);
    bool empty() const noexcept { return chunks_.empty(); }

    /// The lowest number ≥ from with expires_at ≥ bound; what it passes that ends below `bound` is dead.
    std::optional<u64> next(u64 from, u64 bound);

    struct Entry {
        u64 number = 0;
        u64 expires_at = 0;
        bool operator==(const Entry&) const = default;
    };
    template <class Visit>
    void for_each(const Visit& visit) const
    {
        for (const auto& [first, chunk] : chunks_)
            for (const Entry& entry : chunk.entries) visit(entry);
    }

private:
    struct Chunk {
        std::vector<Entry> entries;
        u64 latest_expiry = 0;
        void summarise();
    };
    using Chunks = std::map<u64, Chunk>;  ///< by a number not above their first
    Chunks::iterator chunk_of(u64 number);

    Chunks chunks_;
};

}  // namespace lariat::timers
