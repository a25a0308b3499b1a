// A list of timer ids in consensus state, in chunks of bounded size. Adding the n-th entry costs the
// same as adding the first (TMR-4), removing one costs one chunk, and a list never has more chunks than
// entries (CAL-8).
//
// Keys: key → fields ‖ head; key ‖ number → a full chunk. The head contains the last chunk, so that a short
// list is one value and an addition writes one value. Chunks are linked both ways; an empty chunk is unlinked
// and deleted. The fields are bytes of a fixed number that belong to the caller.
#pragma once

#include "state/overlay.hpp"
#include "timers/list_layout.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

class ChunkedList {
public:
    enum class WhenEmpty : u8 { is_erased, keeps_fields };
    ChunkedList(state::Overlay& state, const Key& key, std::size_t fields_size, WhenEmpty when_empty)
        : state_(state),
          key_(key),
          head_at_(state.at(key)),
          fields_size_(fields_size),
          when_empty_(when_empty)
    {
    }

    /// The fields; nullopt if the key is absent. Valid until the next change.
    std::optional<BytesView> fields() const;
    void set_fields(BytesView fields);

    // A change writes the given fields. Without fields they stay as they are; at first they are zeros.

    /// Appends an id and returns the number of its chunk, in which it stays.
    u64 append(const TimerId& id, std::optional<BytesView> fields);
    void erase(u64 chunk, const TimerId& id, std::optional<BytesView> fields);  ///< an entry that is there
    /// Removes the first `count` entries: one delete for each whole chunk, at most two writes.
    void erase_front(u64 count, std::optional<BytesView> fields);

    u64 size() const;  ///< entries
    /// Visits the entries in order, chunk by chunk, until `visit` returns fewer than it was shown. Returns
    /// the sum of the returned numbers. `visit` may change the state, except for this list.
    u64 visit(const std::function<u64(std::span<const TimerId>)>& visit) const;
    /// At most `limit` entries in order.
    std::vector<TimerId> entries(u64 limit = U64_MAX) const;

private:
    ListHead head() const;  ///< the head of an empty list if the key is absent
    state::Overlay::At chunk_at(u64 number) const;
    ListChunk chunk(state::Overlay::At at) const;
    void seal(ListHead& head);
    void take_out(state::Overlay::At at, std::size_t ids_at, const TimerId& id);
    void unlink(ListHead& head, state::Overlay::At at, const ListChunk& chunk);
    void set_link(u64 number, std::size_t at, u64 to);
    /// Resizes the head's value to so many ids and writes fields and numbers. Existing ids stay if the form
    /// of the list (short or long) does not change.
    std::span<u8> edit_head(const ListHead& head, std::optional<BytesView> fields, std::size_t ids_bytes);
    void put_empty(std::optional<BytesView> fields);

    state::Overlay& state_;
    Key key_;
    state::Overlay::At head_at_;
    std::size_t fields_size_;
    WhenEmpty when_empty_;
};

}  // namespace lariat::timers
