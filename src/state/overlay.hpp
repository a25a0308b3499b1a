// Uncommitted work over a store: the writes of one block, with a journal, so that a transaction or
// an execution inside the block can be undone to a checkpoint. Transaction inside block inside chain.
#pragma once

#include <map>
#include <variant>

#include "state/store.hpp"

namespace lariat::state {

class Overlay {
public:
    explicit Overlay(const Store& base) : base_(base) {}
    Overlay(const Overlay&) = delete;  // the journal points into the writes
    Overlay& operator=(const Overlay&) = delete;

    std::optional<Bytes> get(BytesView key) const;
    bool contains(BytesView key) const;
    void put(BytesView key, Bytes value);
    void erase(BytesView key);

    /// Something outside the store that must be undone with it, run when the journal is unwound
    /// past this point: latest first, among the writes as they happened. It may read the overlay,
    /// which then is as it was at this call; it may not write to it.
    void on_revert(std::function<void()> undo);

    using Checkpoint = std::size_t;
    Checkpoint checkpoint() const noexcept;
    void revert_to(Checkpoint mark);

    /// Puts, and deletes of what the base has, in ascending order of key: what Store::commit takes.
    std::vector<Write> changes() const;

    /// Forgets everything, journal included, undoing nothing. For the start of the next block.
    void clear();

private:
    struct Entry {
        std::optional<Bytes> value;  ///< absent: a delete
        std::size_t journaled_at;    ///< where the journal last holds what this key was before
    };
    struct Less {
        using is_transparent = void;
        bool operator()(BytesView a, BytesView b) const noexcept { return text(a) < text(b); }
    };
    /// Sorted, not hashed: users choose keys, and with a hash they would choose its collisions.
    using Writes = std::map<Bytes, Entry, Less>;
    struct UndoWrite {
        Writes::value_type* written;  ///< nodes stay where they are until the write that made them is undone
        std::optional<Entry> before;  ///< absent: the key was not in the overlay
    };
    using UndoAction = std::function<void()>;

    void write(BytesView key, std::optional<Bytes> value);

    const Store& base_;
    Writes writes_;
    std::vector<std::variant<UndoWrite, UndoAction>> journal_;
    /// A key journaled at or after this needs no second entry: no checkpoint and no action lies between.
    mutable std::size_t barrier_ = 0;
    bool reverting_ = false;
};

}  // namespace lariat::state
