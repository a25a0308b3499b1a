// The order of sorting, comparison by comparison as in CPython 3.11: runs that are there are taken as they
// are, short ones are lengthened by insertion, and neighbours are merged in the order of powersort (Munro and
// Wild, 2018), with gallops where one side wins for long. So a program's comparisons see the same pairs in
// the same order, also where they contradict each other, count or raise.
#pragma once

#include <algorithm>
#include <array>

#include "lariat/assert.hpp"
#include "lariat/types.hpp"

namespace lariat::pvm {

/// Sorts numbers of items. `Less` has `bool operator()(u32 a, u32 b)`, is a's key less than b's, and
/// `bool failed() const`: nothing is compared from then on, and the numbers stay in the order reached.
template <class Less>
class Powersort {
public:
    /// `spare`: room for half as many.
    Powersort(u32* order, u32 count, u32* spare, Less& less)
        : order_(order), count_(count), spare_(spare), less_(less)
    {
    }

    void sort()
    {
        const u32 least = least_run(count_);
        for (u32 begin = 0; begin < count_ && !less_.failed();) {
            u32 length = take_run(begin);
            if (length < least && !less_.failed()) {
                const u32 wanted = std::min(count_ - begin, least);
                insert(order_ + begin, order_ + begin + length, order_ + begin + wanted);
                length = wanted;
            }
            if (!less_.failed()) add_run({begin, length, 0});
            begin += length;
        }
        while (run_count_ > 1 && !less_.failed()) {
            u32 at = run_count_ - 2;
            if (at > 0 && runs_[at - 1].length < runs_[at + 1].length) --at;
            merge(at);
        }
    }

private:
    static constexpr u32 RUN_MAX = 64;     ///< what is shorter is sorted by insertion alone
    static constexpr u32 GALLOP_FROM = 7;  ///< wins in a row
    static constexpr u32 RUNS_MAX =
        40;  ///< powers ascend among the runs that wait, and there are fewer than that

    struct Run {
        u32 begin, length;
        int power;  ///< of the border to the next
    };

    static u32 least_run(u32 n)
    {
        u32 any = 0;
        for (; n >= RUN_MAX; n >>= 1) any |= n & 1;
        return n + any;
    }

    /// Length of the run at `begin`, ascending afterwards.
    u32 take_run(u32 begin)
    {
        const u32* const end = order_ + count_;
        u32* const first = order_ + begin;
        u32* at = first + 1;
        if (at == end) return 1;
        const bool descends = less_(at[0], at[-1]);
        for (++at; at != end && !less_.failed() && less_(at[0], at[-1]) == descends; ++at) {}
        if (descends && !less_.failed()) std::reverse(first, at);
        return static_cast<u32>(at - first);
    }

    /// [begin, end) is sorted, of which [begin, from) was.
    void insert(u32* begin, u32* from, u32* end)
    {
        for (; from != end; ++from) {
            const u32 pivot = *from;
            u32 *left = begin, *right = from;
            while (left < right) {
                u32* const middle = left + (right - left) / 2;
                if (less_(pivot, *middle))
                    right = middle;
                else
                    left = middle + 1;
                if (less_.failed()) return;
            }
            std::copy_backward(left, from, from + 1);
            *left = pivot;
        }
    }

    /// Depth in the tree of halves at which the middles of two neighbouring runs part.
    int power_between(const Run& a, const Run& b) const
    {
        u64 x = u64{2} * a.begin + a.length, y = x + a.length + b.length;
        int power = 1;
        for (; x >= count_ || y < count_; ++power) {
            if (x >= count_) {
                x -= count_;
                y -= count_;
            }
            x <<= 1;
            y <<= 1;
        }
        return power;
    }

    void add_run(Run run)
    {
        if (run_count_ > 0) {
            const int power = power_between(runs_[run_count_ - 1], run);
            while (run_count_ > 1 && runs_[run_count_ - 2].power > power && !less_.failed())
                merge(run_count_ - 2);
            runs_[run_count_ - 1].power = power;
        }
        LARIAT_ASSERT(run_count_ < RUNS_MAX);
        runs_[run_count_++] = run;
    }

    /// How many of `count` sorted ones are before `key`, those equal to it too if `after_equal`. The search
    /// begins at `hint` and goes away from it in growing steps.
    template <bool after_equal>
    u32 gallop(u32 key, const u32* sorted, u32 count, u32 hint)
    {
        const auto is_before = [&](u32 at) {
            return after_equal ? !less_(key, sorted[at]) : less_(sorted[at], key);
        };
        u32 near = 0, far = 1, begin = 0, end = 0;  // what is sought: in [begin, end]
        if (is_before(hint)) {
            const u32 farthest = count - hint;
            while (far < farthest && !less_.failed() && is_before(hint + far)) {
                near = far;
                far = 2 * far + 1;
            }
            begin = hint + near + 1;
            end = hint + std::min(far, farthest);
        } else {
            const u32 farthest = hint + 1;
            while (far < farthest && !less_.failed() && !is_before(hint - far)) {
                near = far;
                far = 2 * far + 1;
            }
            begin = hint + 1 - std::min(far, farthest);
            end = hint - near;
        }
        while (begin < end && !less_.failed()) {
            const u32 middle = begin + (end - begin) / 2;
            if (is_before(middle))
                begin = middle + 1;
            else
                end = middle;
        }
        return begin;
    }

    /// The run at `at` and the next become one.
    void merge(u32 at)
    {
        Run& a = runs_[at];
        const Run b = runs_[at + 1];
        u32 *left = order_ + a.begin, *right = order_ + b.begin;
        u32 lefts = a.length, rights = b.length;
        a.length += b.length;
        if (at + 3 == run_count_) runs_[at + 1] = runs_[at + 2];
        --run_count_;
        // What is in its place already stays out of it.
        const u32 placed = gallop<true>(*right, left, lefts, 0);
        if (less_.failed() || placed == lefts) return;
        left += placed;
        lefts -= placed;
        rights = gallop<false>(left[lefts - 1], right, rights, rights - 1);
        if (less_.failed() || rights == 0) return;
        if (lefts <= rights)
            merge_up(left, lefts, right, rights);
        else
            merge_down(left, lefts, right, rights);
    }

    /// From the front; the left one, the shorter, waits in the spare room.
    void merge_up(u32* left, u32 lefts, const u32* right, u32 rights)
    {
        u32* to = left;
        const u32* from = std::copy(left, left + lefts, spare_) - lefts;
        const auto take_left = [&](u32 n) {
            to = std::copy(from, from + n, to);
            from += n;
            lefts -= n;
        };
        const auto take_right = [&](u32 n) {
            to = std::copy(right, right + n, to);
            right += n;
            rights -= n;
        };
        take_right(1);
        // The last of the left ones is known to come behind all of the right ones.
        const auto goes_on = [&] { return lefts > 1 && rights > 0 && !less_.failed(); };
        while (goes_on()) {
            u32 left_wins = 0, right_wins = 0;
            while (goes_on() && std::max(left_wins, right_wins) < gallop_from_) {
                const bool wins = less_(*right, *from);
                if (less_.failed()) break;
                left_wins = wins ? 0 : left_wins + 1;
                right_wins = wins ? right_wins + 1 : 0;
                wins ? take_right(1) : take_left(1);
            }
            if (!goes_on()) break;
            ++gallop_from_;
            do {
                gallop_from_ -= gallop_from_ > 1;
                left_wins = gallop<true>(*right, from, lefts, 0);
                if (less_.failed()) break;
                take_left(left_wins);
                if (!goes_on()) break;
                take_right(1);
                if (!goes_on()) break;
                right_wins = gallop<false>(*from, right, rights, 0);
                if (less_.failed()) break;
                take_right(right_wins);
                if (!goes_on()) break;
                take_left(1);
                if (!goes_on()) break;
            } while (left_wins >= GALLOP_FROM || right_wins >= GALLOP_FROM);
            if (goes_on()) ++gallop_from_;
        }
        if (lefts == 1 && !less_.failed()) take_right(rights);
        take_left(lefts);
    }

    /// From the back; the right one, the shorter, waits in the spare room.
    void merge_down(u32* left, u32 lefts, u32* right, u32 rights)
    {
        u32* to = right + rights;  // behind what is written next
        const u32* from = std::copy(right, right + rights, spare_);
        const auto take_left = [&](u32 n) {
            to = std::copy_backward(left + lefts - n, left + lefts, to);
            lefts -= n;
        };
        const auto take_right = [&](u32 n) {
            to = std::copy_backward(from - n, from, to);
            from -= n;
            rights -= n;
        };
        take_left(1);
        const auto goes_on = [&] { return lefts > 0 && rights > 1 && !less_.failed(); };
        while (goes_on()) {
            u32 left_wins = 0, right_wins = 0;
            while (goes_on() && std::max(left_wins, right_wins) < gallop_from_) {
                const bool wins = less_(from[-1], left[lefts - 1]);
                if (less_.failed()) break;
                left_wins = wins ? left_wins + 1 : 0;
                right_wins = wins ? 0 : right_wins + 1;
                wins ? take_left(1) : take_right(1);
            }
            if (!goes_on()) break;
            ++gallop_from_;
            do {
                gallop_from_ -= gallop_from_ > 1;
                left_wins = lefts - gallop<true>(from[-1], left, lefts, lefts - 1);
                if (less_.failed()) break;
                take_left(left_wins);
                if (!goes_on()) break;
                take_right(1);
                if (!goes_on()) break;
                right_wins = rights - gallop<false>(left[lefts - 1], spare_, rights, rights - 1);
                if (less_.failed()) break;
                take_right(right_wins);
                if (!goes_on()) break;
                take_left(1);
                if (!goes_on()) break;
            } while (left_wins >= GALLOP_FROM || right_wins >= GALLOP_FROM);
            if (goes_on()) ++gallop_from_;
        }
        if (rights == 1 && !less_.failed()) take_left(lefts);
        take_right(rights);
    }

    u32* order_;
    u32 count_;
    u32* spare_;
    Less& less_;
    u32 gallop_from_ = GALLOP_FROM;
    std::array<Run, RUNS_MAX> runs_;
    u32 run_count_ = 0;
};

}  // namespace lariat::pvm
