// The keys whose modification is still to be shown to the watches (WAT-6): those
// modified since that step last ran, and those that it did not get to.
//
// Keys (docs/state-layout.md):  u → what the end of the last block modified
//   K ‖ position → a key that is carried over, in their order
#pragma once

#include <deque>
#include <map>

#include "state/overlay.hpp"
#include "state/walk.hpp"
#include "timers/watches/matched_keys.hpp"

namespace lariat::timers {

class ModifiedKeys {
public:
    explicit ModifiedKeys(state::Overlay& state) : state_(state) {}

    /// A committed execution left it with a value other than before.
    void add(PlacedKey key) { modified_.push_back(std::move(key)); }

    /// A key in the step's list.
    struct Listed {
        PlacedKey key;
        u64 first_had = 0;        ///< height of the block that first had it in its list
        std::optional<u64> done;  ///< number of the watch that it hit last; absent: not begun
        bool operator==(const Listed&) const = default;
    };
    /// What happened to a key that was shown: all its watches were hit, or it goes on from here later.
    struct Shown {
        bool finished = false;
        std::optional<u64> done;
    };
    /// Shows the list in its order until one is not finished or `limit` were shown; the rest is carried over.
    void show(u64 height, u64 limit, const std::function<Shown(const Listed&)>& to_watches);

    /// The end of a block: what was modified since show() is kept. `matters` tells keys that some watch is
    /// concerned with; with `only_what_matters` others are left out.
    void end_block(bool only_what_matters, const std::function<bool(const PlacedKey&)>& matters);

    u64 carried_over() const noexcept { return kept_.size(); }
    std::size_t modified() const noexcept { return modified_.size(); }

    void rebuild(state::Walk& walk);
    bool same_as(const ModifiedKeys& other) const;

private:
    std::vector<PlacedKey> take_modified();
    void put_kept(u64 position, const Listed& listed);
    void carry_over(Listed listed);
    void forget_as_not_begun();
    void drop_first();
    u64 position_of(std::size_t index) const { return first_ + index; }

    state::Overlay& state_;
    std::vector<PlacedKey> modified_;  ///< since show(); a key may stand in it more than once
    std::deque<Listed> kept_;
    u64 first_ = 0;                       ///< position of the first of kept_; 0 when there is none
    std::map<PlacedKey, u64> not_begun_;  ///< of kept_ → position
};

}  // namespace lariat::timers
