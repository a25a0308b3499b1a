// A list of timer ids in consensus state, kept in chunks of bounded size: adding the n-th
// entry costs what adding the first did (TMR-4), taking one out costs one chunk, and what is left
// of a long list that lost most of its entries is never longer than its entries (CAL-8).
//
// A list lies under a key: key → fields ‖ head, which has the first ids in it, so that a short list is one
// value; key ‖ number → chunk with more of them. Chunks are linked both ways; an empty one is unlinked and
// deleted. The fields are the owner's of the list, so many bytes, and are written with each change.
#pragma once

#include "state/overlay.hpp"
#include "timers/list_layout.hpp"

namespace lariat::timers {

class ChunkedList {
public:
    enum class WhenEmpty : u8 { is_erased, keeps_fields };
    ChunkedList(state::Overlay& state, Bytes key, std::size_t fields_size, WhenEmpty when_empty)
        : state_(state), key_(std::move(key)), fields_size_(fields_size), when_empty_(when_empty)
    {
    }

    /// None when the key is absent. Valid until the next change.
    std::optional<BytesView> fields() const;
    void set_fields(BytesView fields);

    /// Gives the number of the chunk in which it stands, 0 for the head: it stays there.
    u64 append(const TimerId& id, BytesView fields);
    void erase(u64 chunk, const TimerId& id, BytesView fields);  ///< an entry that is there
    /// Takes the first `count` out: one delete for each chunk that leaves whole, at most two writes.
    void erase_front(u64 count, BytesView fields);

    u64 size() const;  ///< entries
    /// The entries in order, until `visit` gives false; how many gave true. It may change the state, except
    /// for this list.
    u64 visit(const std::function<bool(const TimerId&)>& visit) const;
    /// In order; at most `limit` entries.
    std::vector<TimerId> entries(u64 limit = U64_MAX) const;

private:
    std::optional<ListHead> head() const;
    ListChunk chunk(u64 number) const;
    Bytes chunk_key_of(u64 number) const;
    void begin_chunk(u64 number, u64 previous, const TimerId& id);
    void take_out(BytesView key, std::size_t ids_at, std::size_t size, const TimerId& id);
    void unlink(ListHead& head, u64 number, const ListChunk& chunk);
    void set_link(u64 number, std::size_t at, u64 to);
    /// The head is written: fields and numbers, and its ids only if its form changes.
    void put_numbers(const ListHead& head, BytesView fields);
    void put_head(const ListHead& head, BytesView fields);
    void put_empty(BytesView fields);

    state::Overlay& state_;
    Bytes key_;
    std::size_t fields_size_;
    WhenEmpty when_empty_;
};

}  // namespace lariat::timers
