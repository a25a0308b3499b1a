// The tiers of the calendar (CAL-1 to CAL-6), which map heights to values: a ring for the current epoch, a
// bucket for each of the following epochs, a tree for everything beyond, and overdue heights. A height is in
// one place; moving between tiers moves the whole height, so the order within it cannot change (CAL-5).
//
// The height and the current height determine its proper tier (tier_of). Moving is bounded and may lag: the
// present place follows from three bounds, which are state and which only advance() moves. Searching works
// wherever a height is.
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "base/checked.hpp"
#include "lariat/assert.hpp"
#include "timers/calendar/overflow_tree.hpp"
#include "timers/calendar/sparse_array.hpp"

namespace lariat::timers {

enum class CalendarTier : u8 { overdue, ring, queue, overflow };

/// The fixed config fields of the tiers.
struct CalendarSizes {
    u32 ring_buffer_size = 4'096;
    u32 epoch_blocks = 3'600;
    u32 epoch_queue_len = 720;
    bool operator==(const CalendarSizes&) const = default;
};

/// The bounds of the tiers: heights below `ring_first` are overdue, those up to `ring_last` in the ring, up
/// to `queue_last` in the queue, above it in the tree. Inclusive, so that height 2^64 - 1 needs no larger
/// number.
struct TierBounds {
    u64 ring_first = 0;
    u64 ring_last = 0;
    u64 queue_last = 0;
    bool operator==(const TierBounds&) const = default;
};

/// The bounds without a lag of maintenance.
inline TierBounds bounds_at(const CalendarSizes& sizes, u64 current_height)
{
    const u64 first = current_height / sizes.epoch_blocks * sizes.epoch_blocks;
    const u64 last = saturating_add(first, u64{sizes.epoch_blocks} - 1);
    return {first, last, saturating_add(last, u64{sizes.epoch_queue_len} * sizes.epoch_blocks)};
}

/// `T` is the value of a height: default-constructible and movable.
template <class T>
class Tiers {
public:
    using Tier = CalendarTier;

    explicit Tiers(const CalendarSizes& sizes, u64 current_height = 0)
        : sizes_(sizes),
          bounds_(bounds_at(sizes, current_height)),
          ring_(sizes.ring_buffer_size - 1),
          queue_(sizes.epoch_queue_len - 1)
    {
        LARIAT_ASSERT(sizes.epoch_blocks >= 1 && sizes.epoch_queue_len >= 1 &&
                      sizes.ring_buffer_size >= sizes.epoch_blocks);
    }

    const TierBounds& bounds() const noexcept { return bounds_; }
    /// Sets the bounds of empty tiers, for a rebuild.
    void set_bounds(const TierBounds& bounds)
    {
        LARIAT_ASSERT(size() == 0);
        bounds_ = bounds;
    }

    /// The proper tier of a height (CAL-4).
    Tier tier_of(u64 height, u64 current_height) const
    {
        return place(height, bounds_at(sizes_, current_height));
    }
    Tier stands_in(u64 height) const noexcept { return place(height, bounds_); }

    /// Number of heights.
    u64 size() const noexcept { return overdue_size_ + ring_.size() + queue_size_ + overflow_.size(); }
    u64 overdue() const noexcept { return overdue_size_; }
    OverflowTree& overflow() noexcept { return overflow_; }
    const OverflowTree& overflow() const noexcept { return overflow_; }

    T* find(u64 height) noexcept { return const_cast<T*>(std::as_const(*this).find(height)); }
    const T* find(u64 height) const noexcept
    {
        switch (stands_in(height)) {
            case Tier::overdue: {
                const auto found = overdue_.find(epoch(height));
                return found == overdue_.end() ? nullptr : found->second.find(offset(height));
            }
            case Tier::ring:
                return ring_.find(ring_place(height));
            case Tier::queue: {
                const EpochBucket* bucket = queue_.find(queue_place(height));
                return bucket ? bucket->find(offset(height)) : nullptr;
            }
            case Tier::overflow: {
                const auto number = overflow_.find(height);
                return number ? &overflow_values_[*number] : nullptr;
            }
        }
        return nullptr;
    }

    /// A new value is `T{}`.
    T& find_or_add(u64 height) { return find_or_add_in(stands_in(height), height); }

    /// Fills empty tiers whose bounds are set, by ascending height.
    void build(std::span<const std::pair<u64, T>> sorted)
    {
        LARIAT_ASSERT(size() == 0);
        const auto beyond = std::partition_point(sorted.begin(), sorted.end(), [&](const auto& entry) {
            return stands_in(entry.first) != Tier::overflow;
        });
        for (auto it = sorted.begin(); it != beyond; ++it) find_or_add(it->first) = it->second;
        std::vector<u64> heights;
        heights.reserve(static_cast<std::size_t>(sorted.end() - beyond));
        overflow_values_.clear();
        overflow_values_.reserve(heights.capacity());
        for (auto it = beyond; it != sorted.end(); ++it) {
            heights.push_back(it->first);
            overflow_values_.push_back(it->second);
        }
        overflow_.build(heights);
    }

    /// The height must be present.
    void erase(u64 height)
    {
        switch (stands_in(height)) {
            case Tier::overdue: {
                const auto found = overdue_.find(epoch(height));
                found->second.erase(offset(height));
                if (found->second.empty()) overdue_.erase(found);
                --overdue_size_;
                break;
            }
            case Tier::ring:
                ring_.erase(ring_place(height));
                break;
            case Tier::queue: {
                EpochBucket* bucket = queue_.find(queue_place(height));
                bucket->erase(offset(height));
                if (bucket->empty()) queue_.erase(queue_place(height));
                --queue_size_;
                break;
            }
            case Tier::overflow:
                overflow_.erase(height);
                break;
        }
    }

    /// The lowest height here that is not below `height`.
    std::optional<u64> first_from(u64 height) const
    {
        std::optional<u64> found;
        scan(height, [&](u64 at, const T&) {
            found = at;
            return false;
        });
        return found;
    }

    /// Visits the heights from `height` on, lowest first, until `visit(height, value)` returns false.
    template <class Visit>
    void scan(u64 height, const Visit& visit) const
    {
        if (height < bounds_.ring_first && !scan_overdue(height, visit)) return;
        if (height <= bounds_.ring_last && !scan_ring(std::max(height, bounds_.ring_first), visit)) return;
        if (height <= bounds_.queue_last && bounds_.ring_last < bounds_.queue_last &&
            !scan_queue(std::max(height, bounds_.ring_last + 1), visit))
            return;
        scan_overflow(height, visit);
    }

    /// Epoch maintenance: moves heights to their proper tier, lowest first, at most `moves_max`. Returns the
    /// number of moves.
    u64 advance(u64 current_height, u64 moves_max)
    {
        LARIAT_ASSERT(moves_max >= 1);
        const TierBounds wanted = bounds_at(sizes_, current_height);
        Moving moving{moves_max, 0};
        if (bounds_.ring_first < wanted.ring_first) {
            const u64 to = move_up_to(wanted.ring_first - 1, bounds_.ring_first, moving, Tier::overdue);
            bounds_.ring_first = to + 1;
            bounds_.ring_last = std::max(bounds_.ring_last, to);
            bounds_.queue_last = std::max(bounds_.queue_last, to);
            if (moving.ran_out) return moving.moves;
        }
        if (bounds_.ring_last < wanted.ring_last) {
            bounds_.ring_last = move_up_to(wanted.ring_last, bounds_.ring_last + 1, moving, Tier::ring);
            bounds_.queue_last = std::max(bounds_.queue_last, bounds_.ring_last);
            if (moving.ran_out) return moving.moves;
        }
        if (bounds_.queue_last < wanted.queue_last)
            bounds_.queue_last = move_up_to(wanted.queue_last, bounds_.queue_last + 1, moving, Tier::queue);
        return moving.moves;
    }

private:
    using EpochBucket = SparseArray<T>;  ///< by offset in the epoch
    struct Moving {
        u64 moves_max;
        u64 moves;
        bool ran_out = false;
    };

    static Tier place(u64 height, const TierBounds& b) noexcept
    {
        if (height > b.queue_last) return Tier::overflow;
        if (height > b.ring_last) return Tier::queue;
        return height >= b.ring_first ? Tier::ring : Tier::overdue;
    }
    /// A 32-bit division takes half the time, and heights in use fit 32 bits.
    static u64 quotient(u64 a, u32 b) noexcept { return a >> 32 == 0 ? static_cast<u32>(a) / b : a / b; }
    /// The usual power of two needs no division.
    static u64 remainder(u64 a, u32 b) noexcept
    {
        if ((b & (b - 1)) == 0) return a & (b - 1);
        return a >> 32 == 0 ? static_cast<u32>(a) % b : a % b;
    }

    u64 epoch(u64 height) const noexcept { return quotient(height, sizes_.epoch_blocks); }
    u64 offset(u64 height) const noexcept { return remainder(height, sizes_.epoch_blocks); }
    u64 queue_place(u64 height) const noexcept { return remainder(epoch(height), sizes_.epoch_queue_len); }
    u64 ring_place(u64 height) const noexcept { return remainder(height, sizes_.ring_buffer_size); }

    T& find_or_add_in(Tier tier, u64 height)
    {
        switch (tier) {
            case Tier::overdue:
                return find_or_add_in(overdue_.try_emplace(epoch(height)).first->second, height,
                                      overdue_size_);
            case Tier::ring:
                return ring_.find_or_add(ring_place(height));
            case Tier::queue:
                return find_or_add_in(queue_.find_or_add(queue_place(height)), height, queue_size_);
            case Tier::overflow:
                break;
        }
        const u64 before = overflow_.size();
        const u32 number = overflow_.find_or_add(height);
        if (number >= overflow_values_.size()) overflow_values_.resize(number + 1);
        if (overflow_.size() != before) overflow_values_[number] = T{};
        return overflow_values_[number];
    }
    T& find_or_add_in(EpochBucket& bucket, u64 height, u64& heights)
    {
        if (bucket.empty()) bucket = EpochBucket(sizes_.epoch_blocks - 1);
        const u64 before = bucket.size();
        T& value = bucket.find_or_add(offset(height));
        heights += bucket.size() - before;
        return value;
    }

    template <class Visit>
    bool scan_overdue(u64 height, const Visit& visit) const
    {
        for (auto it = overdue_.lower_bound(epoch(height)); it != overdue_.end(); ++it) {
            const u64 base = it->first * sizes_.epoch_blocks;
            if (!it->second.scan(base < height ? height - base : 0,
                                 [&](u64 at, const T& value) { return visit(base + at, value); }))
                return false;
        }
        return true;
    }

    /// The ring holds at most `ring_buffer_size` heights in a row: from where `height` stands to its end, and
    /// then from its beginning.
    template <class Visit>
    bool scan_ring(u64 height, const Visit& visit) const
    {
        if (height > bounds_.ring_last) return true;
        const u64 size = sizes_.ring_buffer_size;
        const u64 from = height % size;
        const u64 last = from + (bounds_.ring_last - height);  // past the end: so far from the beginning
        bool more = true;
        ring_.scan(from, [&](u64 at, const T& value) {
            return at <= last && (more = visit(height + (at - from), value));
        });
        if (more && last >= size)
            ring_.scan(0, [&](u64 at, const T& value) {
                return at + size <= last && (more = visit(height + (at + size - from), value));
            });
        return more;
    }

    template <class Visit>
    bool scan_queue(u64 height, const Visit& visit) const
    {
        const u64 last_epoch = epoch(bounds_.queue_last);
        u64 at = epoch(height);
        while (at <= last_epoch) {
            const u64 place = at % sizes_.epoch_queue_len;
            const auto next = queue_.first_from(place);
            if (!next) {  // nothing up to the end of the circle
                const u64 skip = sizes_.epoch_queue_len - place;
                if (skip > last_epoch - at) return true;
                at += skip;
                continue;
            }
            if (*next - place > last_epoch - at) return true;
            at += *next - place;
            const u64 base = at * sizes_.epoch_blocks;
            if (!queue_.find(*next)->scan(base < height ? height - base : 0, [&](u64 offset, const T& value) {
                    return visit(base + offset, value);
                }))
                return false;
            if (at == last_epoch) return true;
            ++at;
        }
        return true;
    }

    template <class Visit>
    void scan_overflow(u64 height, const Visit& visit) const
    {
        overflow_.scan(height, [&](u64 at, u32 number) { return visit(at, overflow_values_[number]); });
    }

    /// Moves the heights from `first` to `last` into `to`, lowest first, and returns the height reached.
    u64 move_up_to(u64 last, u64 first, Moving& moving, Tier to)
    {
        for (auto next = first_from(first); next && *next <= last; next = first_from(*next)) {
            if (moving.moves == moving.moves_max) {
                moving.ran_out = true;
                return *next - 1;
            }
            const u64 moved_up_to = stands_in(*next) == Tier::queue ? move_bucket(*next, last, moving, to)
                                                                    : move_one(*next, moving, to);
            if (moved_up_to == last) break;
            next = moved_up_to + 1;
        }
        return last;
    }
    u64 move_one(u64 height, Moving& moving, Tier to)
    {
        ++moving.moves;
        T value = std::move(*find(height));
        erase(height);
        find_or_add_in(to, height) = std::move(value);
        return height;
    }
    /// Moves the bucket whose lowest height is `height`, as far as `last` and the bound of moves allow.
    u64 move_bucket(u64 height, u64 last, Moving& moving, Tier to)
    {
        EpochBucket& bucket = *queue_.find(queue_place(height));
        const u64 base = height - offset(height);
        const u64 moves_before = moving.moves;
        bucket.take_out([&](u64 offset, T& value) {
            if (base + offset > last || moving.moves == moving.moves_max) return false;
            ++moving.moves;
            height = base + offset;
            find_or_add_in(to, height) = std::move(value);
            return true;
        });
        queue_size_ -= moving.moves - moves_before;
        if (bucket.empty()) queue_.erase(queue_place(height));
        return height;
    }

    CalendarSizes sizes_;
    TierBounds bounds_;
    std::map<u64, EpochBucket> overdue_;  ///< by epoch
    u64 overdue_size_ = 0;
    SparseArray<T> ring_;             ///< by height mod its size
    SparseArray<EpochBucket> queue_;  ///< by epoch mod its length; no bucket is empty
    u64 queue_size_ = 0;
    OverflowTree overflow_;
    std::vector<T> overflow_values_;  ///< by the tree's numbers
};

}  // namespace lariat::timers
