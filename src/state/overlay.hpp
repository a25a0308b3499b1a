// Uncommitted work over a store: the writes of one block, with a journal, so that a transaction or
// an execution inside the block can be undone to a checkpoint. Transaction inside block inside chain.
#pragma once

#include <map>
#include <unordered_map>

#include "state/store.hpp"

namespace lariat::state {

class Overlay {
public:
    explicit Overlay(const Store& base) : base_(base) {}

    std::optional<Bytes> get(BytesView key) const;
    bool contains(BytesView key) const;
    void put(BytesView key, Bytes value);
    void erase(BytesView key);

    /// Something outside the store that must be undone with it, run when the journal is unwound
    /// past this point: latest first, among the writes as they happened.
    void on_revert(std::function<void()> undo);

    using Checkpoint = std::size_t;
    Checkpoint checkpoint() const noexcept;
    void revert_to(Checkpoint mark);

    /// Writes that differ from the base, in ascending order of key: what Store::commit takes.
    std::vector<Write> changes() const;

    /// Forgets everything, journal included, undoing nothing. For the start of the next block.
    void clear();

private:
    struct Undo {
        Bytes key;
        std::optional<std::optional<Bytes>> before;  ///< absent: the key was not in the overlay
        std::function<void()> action;                ///< instead of a write
    };
    const Store& base_;
    std::unordered_map<Bytes, std::optional<Bytes>, BytesHash, BytesEqual> writes_;
    std::vector<Undo> journal_;
};

}  // namespace lariat::state
