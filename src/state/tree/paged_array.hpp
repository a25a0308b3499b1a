// An array in pages of a fixed size. Elements keep their absolute numbers when the front is dropped, and
// growing moves no page. A doubling vector would waste up to half of its memory.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "lariat/assert.hpp"
#include "lariat/types.hpp"

namespace lariat::state {

/// `PAGE` elements to a page, a power of two. Elements from begin() to end() exist.
template <class T, u64 PAGE>
class PagedArray {
    static_assert((PAGE & (PAGE - 1)) == 0);

public:
    explicit PagedArray(u64 begin = 0) : first_page_(begin / PAGE), begin_(begin), end_(begin) {}

    u64 begin() const noexcept { return begin_; }
    u64 end() const noexcept { return end_; }
    T& operator[](u64 i) noexcept { return pages_[forgotten_ + i / PAGE - first_page_][i % PAGE]; }
    const T& operator[](u64 i) const noexcept
    {
        return pages_[forgotten_ + i / PAGE - first_page_][i % PAGE];
    }

    void push_back(const T& element)
    {
        if (end_ / PAGE - first_page_ == pages_.size() - forgotten_) {
            pages_.push_back(std::make_unique_for_overwrite<T[]>(PAGE));
        }
        ++end_;
        (*this)[end_ - 1] = element;
    }
    /// Drops the elements from `end` on.
    void truncate(u64 end)
    {
        LARIAT_ASSERT(begin_ <= end && end <= end_);
        end_ = end;
        const u64 pages = end_ == begin_ ? 0 : (end_ - 1) / PAGE - first_page_ + 1;
        pages_.resize(forgotten_ + pages);
    }
    /// Drops the elements below `begin`.
    void forget_below(u64 begin)
    {
        LARIAT_ASSERT(begin_ <= begin && begin <= end_);
        begin_ = begin;
        while (first_page_ < begin / PAGE) {
            if (forgotten_ < pages_.size()) pages_[forgotten_++].reset();
            ++first_page_;
        }
        if (forgotten_ > pages_.size() / 2) {
            pages_.erase(pages_.begin(), pages_.begin() + static_cast<std::ptrdiff_t>(forgotten_));
            forgotten_ = 0;
        }
    }

    u64 memory() const noexcept
    {
        return (pages_.size() - forgotten_) * PAGE * sizeof(T) + pages_.capacity() * sizeof pages_[0];
    }

private:
    std::vector<std::unique_ptr<T[]>> pages_;  ///< the first `forgotten_` of them are null
    u64 forgotten_ = 0;
    u64 first_page_;  ///< number of the first page that is kept
    u64 begin_, end_;
};

}  // namespace lariat::state
