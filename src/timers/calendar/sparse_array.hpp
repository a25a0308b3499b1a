// A sparse array: a tree of nodes with 64 places, whose memory follows the elements in use. A node with few
// elements keeps them packed; a full-size node keeps each at its own place. Finding an element, and the next
// one in use, cost one step for each six bits of the index. Elements may move in memory.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <utility>

#include "lariat/assert.hpp"
#include "lariat/types.hpp"

namespace lariat::timers {

template <class T>
class SparseArray {
public:
    /// Indexes from 0 to `last`.
    explicit SparseArray(u64 last = 0) : levels_(last < 64 ? 0 : (std::bit_width(last) - 1) / 6) {}

    bool empty() const noexcept { return root_.used == 0; }
    u64 size() const noexcept { return size_; }

    T* find(u64 index) noexcept { return const_cast<T*>(std::as_const(*this).find(index)); }
    const T* find(u64 index) const noexcept
    {
        const Node* node = &root_;
        for (int level = levels_; level > 0; --level) {
            const u8 place = place_of(index, level);
            if (!node->has(place)) return nullptr;
            node = &node->inner[node->rank(place)];
        }
        const u8 place = place_of(index, 0);
        return node->has(place) ? &node->values[node->rank(place)] : nullptr;
    }

    /// A new element is `T{}`.
    T& find_or_add(u64 index)
    {
        Node* node = &root_;
        for (int level = levels_; level > 0; --level) {
            const u8 place = place_of(index, level);
            if (!node->has(place)) node->open(node->inner, place);
            node = &node->inner[node->rank(place)];
        }
        const u8 place = place_of(index, 0);
        if (!node->has(place)) {
            node->open(node->values, place);
            ++size_;
        }
        return node->values[node->rank(place)];
    }

    void erase(u64 index)
    {
        if (erase_below(root_, levels_, index)) --size_;
    }

    /// Removes elements in ascending order while `take(index, value)` returns true.
    template <class Take>
    void take_out(const Take& take)
    {
        take_below(root_, levels_, 0, [&](u64 index, T& value) {
            if (!take(index, value)) return false;
            --size_;
            return true;
        });
    }

    /// The first index in use that is not below `index`.
    std::optional<u64> first_from(u64 index) const
    {
        std::optional<u64> found;
        scan(index, [&](u64 at, const T&) {
            found = at;
            return false;
        });
        return found;
    }

    /// Visits the elements from `index` on, ascending, until `visit(index, value)` returns false.
    template <class Visit>
    bool scan(u64 index, const Visit& visit) const
    {
        if (levels_ < 10 && index >> (6 * (levels_ + 1)) != 0) return true;
        return scan_below(root_, levels_, 0, index, visit);
    }

private:
    static constexpr u8 PLACES = 64;
    struct Node {
        u64 used = 0;
        u8 capacity = 0;
        std::unique_ptr<Node[]> inner;
        std::unique_ptr<T[]> values;

        bool has(u8 place) const noexcept { return (used >> place & 1) != 0; }
        u8 count() const noexcept { return population(used); }
        /// The position of a place in the node.
        u8 rank(u8 place) const noexcept
        {
            return capacity == PLACES ? place : population(used & ((u64{1} << place) - 1));
        }

        template <class V>
        void open(std::unique_ptr<V[]>& of, u8 place)
        {
            if (capacity != PLACES && count() == capacity)
                resize(of, capacity == 0 ? 2 : static_cast<u8>(2 * capacity));
            const u8 at = rank(place);
            if (capacity != PLACES)
                std::move_backward(of.get() + at, of.get() + count(), of.get() + count() + 1);
            of[at] = V{};
            used |= u64{1} << place;
        }
        template <class V>
        void close(std::unique_ptr<V[]>& of, u8 place)
        {
            const u8 n = count(), at = rank(place);
            if (capacity != PLACES) std::move(of.get() + at + 1, of.get() + n, of.get() + at);
            of[capacity == PLACES ? at : n - 1] = V{};
            used &= ~(u64{1} << place);
            give_back(of, n - 1);
        }
        /// Drops the places below `place`, whose elements were moved from.
        template <class V>
        void close_below(std::unique_ptr<V[]>& of, u8 place)
        {
            const u64 left = place == PLACES ? 0 : used & (U64_MAX << place);
            if (left == used) return;
            const u8 n = count(), kept = population(left);
            if (capacity != PLACES) std::move(of.get() + (n - kept), of.get() + n, of.get());
            used = left;
            give_back(of, kept);
        }

    private:
        /// Frees unused memory: all of an empty node, half or more of a node too large for its `n` elements.
        template <class V>
        void give_back(std::unique_ptr<V[]>& of, u8 n)
        {
            if (n == 0) {
                of.reset();
                capacity = 0;
                return;
            }
            u8 wanted = capacity;
            while (n <= wanted / 4) wanted /= 2;
            if (wanted != capacity) resize(of, wanted);
        }
        template <class V>
        void resize(std::unique_ptr<V[]>& of, u8 to)
        {
            std::unique_ptr<V[]> made(new V[to]());
            u8 from_at = 0, to_at = 0;
            for (u64 left = used; left != 0; left &= left - 1) {
                const u8 place = static_cast<u8>(std::countr_zero(left));
                made[to == PLACES ? place : to_at++] = std::move(of[capacity == PLACES ? place : from_at++]);
            }
            of = std::move(made);
            capacity = to;
        }
    };

    /// Written out because the compiler would otherwise call a library function on a baseline processor.
    static u8 population(u64 bits) noexcept
    {
        bits -= bits >> 1 & 0x5555555555555555;
        bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
        bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
        return static_cast<u8>(bits * 0x0101010101010101 >> 56);
    }
    static u8 place_of(u64 index, int level) noexcept { return index >> (6 * level) & 63; }

    static bool erase_below(Node& node, int level, u64 index)
    {
        const u8 place = place_of(index, level);
        if (!node.has(place)) return false;
        if (level == 0) {
            node.close(node.values, place);
            return true;
        }
        Node& below = node.inner[node.rank(place)];
        const bool erased = erase_below(below, level - 1, index);
        if (below.used == 0) node.close(node.inner, place);
        return erased;
    }

    /// Returns false once `take` has returned false.
    template <class Take>
    static bool take_below(Node& node, int level, u64 base, const Take& take)
    {
        u8 place = PLACES;  // place of the first element that stays
        for (u64 left = node.used; left != 0 && place == PLACES; left &= left - 1) {
            const u8 next = static_cast<u8>(std::countr_zero(left));
            const u64 at = base | u64{next} << (6 * level);
            const u8 rank = node.rank(next);
            if (level == 0 ? !take(at, node.values[rank])
                           : !take_below(node.inner[rank], level - 1, at, take))
                place = next;
        }
        level == 0 ? node.close_below(node.values, place) : node.close_below(node.inner, place);
        return place == PLACES;
    }

    /// `base`: the first index below this node.
    template <class Visit>
    static bool scan_below(const Node& node, int level, u64 base, u64 from, const Visit& visit)
    {
        const u8 first = from > base ? place_of(from, level) : 0;
        for (u64 left = node.used & (U64_MAX << first); left != 0; left &= left - 1) {
            const u8 place = static_cast<u8>(std::countr_zero(left));
            const u64 at = base | u64{place} << (6 * level);
            const u8 rank = node.rank(place);
            if (level == 0 ? !visit(at, node.values[rank])
                           : !scan_below(node.inner[rank], level - 1, at, from, visit))
                return false;
        }
        return true;
    }

    int levels_;  ///< above the leaves
    u64 size_ = 0;
    Node root_;
};

}  // namespace lariat::timers
