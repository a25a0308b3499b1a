// The keys that were modified since the watches were last hit (WAT-2, WAT-5).
//
// Keys (docs/state-layout.md):  u → those that the end of the last block modified
#pragma once

#include "state/overlay.hpp"
#include "state/walk.hpp"
#include "timers/watches/matched_keys.hpp"

namespace lariat::timers {

class ModifiedKeys {
public:
    explicit ModifiedKeys(state::Overlay& state) : state_(state) {}

    /// A committed execution left the key with another value than before.
    void add(PlacedKey key) { modified_.push_back(std::move(key)); }
    /// The step begins: all of them, ascending, each once.
    std::vector<PlacedKey> take();
    /// The end of a block: keys modified since take() are kept in the state. With `only_what_matters` those
    /// of actors for which `matters` is false are left out; it is called once for each actor.
    void end_block(bool only_what_matters, const std::function<bool(const Address&)>& matters);
    /// What take() would give.
    std::vector<PlacedKey> sorted() const;
    /// A key that was added twice counts twice.
    std::size_t count() const noexcept { return modified_.size(); }

    void rebuild(state::Walk& walk);
    bool same_as(const ModifiedKeys& other) const { return modified_ == other.modified_; }

private:
    state::Overlay& state_;
    std::vector<PlacedKey> modified_;
};

}  // namespace lariat::timers
