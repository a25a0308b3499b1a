// Objects with numbers, in pages that never move: a number is half of a pointer, a page is contiguous, and
// what is given back is taken again without going through the allocator.
#pragma once

#include <memory>
#include <vector>

#include "lariat/assert.hpp"
#include "lariat/types.hpp"

namespace lariat {

template <class T>
class Slots {
public:
    static constexpr u32 NONE = UINT32_MAX;

    /// The number of an object as it was made, or as it was given back.
    u32 take()
    {
        if (!free_.empty()) {
            const u32 number = free_.back();
            free_.pop_back();
            return number;
        }
        LARIAT_ASSERT(end_ < NONE);
        if (end_ == pages_.size() * PAGE) pages_.push_back(std::make_unique<T[]>(PAGE));
        return end_++;
    }
    void give_back(u32 number) { free_.push_back(number); }

    T& operator[](u32 number) { return pages_[number / PAGE][number % PAGE]; }
    const T& operator[](u32 number) const { return pages_[number / PAGE][number % PAGE]; }

    /// All numbers ever taken are below it.
    u32 end() const noexcept { return end_; }
    void clear()
    {
        pages_.clear();
        free_.clear();
        end_ = 0;
    }

private:
    static constexpr u32 PAGE = 512;
    std::vector<std::unique_ptr<T[]>> pages_;
    std::vector<u32> free_;
    u32 end_ = 0;
};

}  // namespace lariat
