// A list of timer ids in consensus state, kept in chunks of bounded size: adding the n-th
// entry costs what adding the first did (TMR-4), taking one out costs one chunk, and what is left
// of a long list that lost most of its entries is never longer than its entries (CAL-8).
//
// A list lies under a key: key → fields ‖ head, which has the last chunk in it, so that a short list, and an
// addition to a long one, is one value; key ‖ number → a chunk that was full. Chunks are linked both ways; an
// empty one is unlinked and deleted. The fields are the owner's of the list, so many bytes.
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

    /// None when the key is absent. Valid until the next change.
    std::optional<BytesView> fields() const;
    void set_fields(BytesView fields);

    // What changes the list writes the fields with it; without any they stay, and are zeros at first.

    /// Gives the number of the chunk in which it stands: it stays there.
    u64 append(const TimerId& id, std::optional<BytesView> fields);
    void erase(u64 chunk, const TimerId& id, std::optional<BytesView> fields);  ///< an entry that is there
    /// Takes the first `count` out: one delete for each chunk that leaves whole, at most two writes.
    void erase_front(u64 count, std::optional<BytesView> fields);

    u64 size() const;  ///< entries
    /// The entries in order, as many at a time as stand together, until `visit` gives fewer than it was
    /// shown; the sum of what it gave. It may change the state, except for this list.
    u64 visit(const std::function<u64(std::span<const TimerId>)>& visit) const;
    /// In order; at most `limit` entries.
    std::vector<TimerId> entries(u64 limit = U64_MAX) const;

private:
    ListHead head() const;  ///< of an empty list when the key is absent
    state::Overlay::At chunk_at(u64 number) const;
    ListChunk chunk(state::Overlay::At at) const;
    void seal(ListHead& head);
    void take_out(state::Overlay::At at, std::size_t ids_at, const TimerId& id);
    void unlink(ListHead& head, state::Overlay::At at, const ListChunk& chunk);
    void set_link(u64 number, std::size_t at, u64 to);
    /// The head's value with room for so many ids, fields and numbers written; ids that were there stay if
    /// the list was as short or as long before.
    std::span<u8> edit_head(const ListHead& head, std::optional<BytesView> fields, std::size_t ids_bytes);
    void put_empty(std::optional<BytesView> fields);

    state::Overlay& state_;
    Key key_;
    state::Overlay::At head_at_;
    std::size_t fields_size_;
    WhenEmpty when_empty_;
};

}  // namespace lariat::timers
