// The modified keys of one actor that have still to hit watches, in the order in which they are served
//
#pragma once

#include <deque>
#include <map>

#include "state/overlay.hpp"
#include "timers/watches/matched_keys.hpp"

namespace lariat::timers {

/// A modified key, or the mark that stands for all keys of a blurred actor.
struct ListedKey {
    PlacedKey key;  ///< of a mark: the actor's address alone
    bool is_mark = false;
    u64 first_had = 0;        ///< only watches that are older than this block are hit
    std::optional<u64> done;  ///< number of the watch that was hit last; absent: the key has not begun (R-36)
    bool operator==(const ListedKey&) const = default;
};

/// A list in memory. settle() writes to the state what has changed; until then nothing is written.
class KeyQueue {
public:
    explicit KeyQueue(const Address& actor) : actor_(actor) {}

    const Address& actor() const noexcept { return actor_; }
    bool empty() const noexcept { return keys_.empty(); }
    std::size_t size() const noexcept { return keys_.size(); }
    const ListedKey& front() const { return keys_.front(); }
    const std::deque<ListedKey>& keys() const noexcept { return keys_; }

    /// The key was modified since the last step. A mark that has not begun takes it in; if the key is in the
    /// list and has not begun, it keeps its place; otherwise it joins at the end. At most once for each key
    /// between two settle(). Costs the logarithm of the length.
    void add(PlacedKey key, u64 height);
    /// The first key hit this watch.
    void hit(u64 watch_number);
    /// All watches of the first key have been hit.
    void drop_front();

    /// The end of a step: blurs a list of more than `limit` keys, then writes the changes since the last
    /// settle(). The cost is proportional to those changes.
    void settle(state::Overlay& state, u64 limit);
    /// Nothing is left that blurring could make shorter.
    bool is_blurred() const;

    u64 place =
        0;  ///< order among the actors that keep keys, part of the state keys; 0: the actor keeps none
    std::size_t size_settled = 0;
    /// The first key is known to wait for a hit of this watch, as long as the watch lives. Only a shortcut:
    /// absent when unknown.
    struct Blocker {
        u64 watch = 0;
        u64 expires_at = 0;
    };
    std::optional<Blocker> blocker;
    bool counted = false;  ///< the first key counts already among the keys of this block

    /// From the state, in order of positions: false if the entry cannot stand behind the ones before.
    bool restore(u64 position, ListedKey listed);
    bool same_as(const KeyQueue& other) const;

private:
    void blur(state::Overlay& state);
    void forget_front_as_not_begun();
    void put(state::Overlay& state, u64 position) const;
    u64 end() const noexcept { return first_ + keys_.size(); }

    Address actor_;
    std::deque<ListedKey> keys_;
    u64 first_ = 0;                        ///< position of the first of keys_
    u64 saved_first_ = 0, saved_end_ = 0;  ///< positions that the state has
    std::vector<u64> changed_;             ///< positions whose entry differs from the state's
    std::map<PlacedKey, u64> not_begun_;   ///< key → position, of the saved ones
};

Bytes encode(const ListedKey& listed);
std::optional<ListedKey> decode_listed_key(BytesView bytes);

}  // namespace lariat::timers
