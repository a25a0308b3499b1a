// A list of timer ids in consensus state, kept in chunks of bounded size: adding the n-th
// entry costs what adding the first did (TMR-4), taking one out costs one chunk, and what is left
// of a long list that lost most of its entries is never longer than its entries (CAL-8).
//
// A list lives under a prefix: prefix → header, prefix ‖ chunk number → chunk. Chunks are linked both
// ways; an empty chunk is unlinked and deleted, an empty list leaves no key.
#pragma once

#include "state/overlay.hpp"
#include "timers/record.hpp"

namespace lariat::timers {

class ChunkedList {
public:
    ChunkedList(state::Overlay& state, Bytes prefix) : state_(state), prefix_(std::move(prefix)) {}

    ListPosition append(const TimerId& id);
    void erase(const ListPosition& position);  ///< an entry that is there
    u64 size() const;                          ///< entries
    std::optional<TimerId> front() const;
    /// In order; at most `limit` entries.
    std::vector<TimerId> entries(u64 limit = U64_MAX) const;

private:
    struct Header {
        u64 first = 0, last = 0, next = 0, count = 0;
    };
    class Chunk;
    static constexpr u64 NONE = U64_MAX;

    std::optional<Header> header() const;
    Chunk chunk(u64 number) const;
    void put_header(const Header& h);
    void put_chunk(u64 number, Chunk c);
    void unlink(Header& h, u64 number, const Chunk& c);

    state::Overlay& state_;
    Bytes prefix_;
};

}  // namespace lariat::timers
