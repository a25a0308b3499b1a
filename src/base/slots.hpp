// A pool of objects that are named by 32-bit numbers. Objects stand in pages that never move and are reused
// without the allocator; once the pool is large, its pages lie in large pages of the system.
#pragma once

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "base/large_page.hpp"
#include "lariat/assert.hpp"

namespace lariat {

template <class T>
class Slots {
public:
    static constexpr u32 NONE = UINT32_MAX;

    Slots() = default;
    Slots(const Slots&) = delete;
    Slots& operator=(const Slots&) = delete;
    ~Slots() { clear(); }

    /// Takes an object and returns its number. The object is value-initialised, or as give_back() left it.
    u32 take()
    {
        if (!free_.empty()) {
            const u32 number = free_.back();
            free_.pop_back();
            return number;
        }
        LARIAT_ASSERT(end_ < NONE);
        if (end_ == pages_.size() * PAGE) add_page();
        return end_++;
    }
    void give_back(u32 number) { free_.push_back(number); }

    T& operator[](u32 number) { return pages_[number / PAGE][number % PAGE]; }
    const T& operator[](u32 number) const { return pages_[number / PAGE][number % PAGE]; }

    /// One more than the highest number that was ever taken.
    u32 end() const noexcept { return end_; }
    void clear()
    {
        for (T* const page : pages_) std::destroy_n(page, PAGE);
        pages_.clear();
        small_.clear();
        large_.clear();
        large_used_ = 0;
        free_.clear();
        end_ = 0;
    }

    /// Destroys up to 512 objects and frees their memory. False when none is left. After it only this may be
    /// called.
    bool destroy_page()
    {
        if (pages_.empty()) return false;
        T* const page = pages_.back();
        std::destroy_n(page, PAGE);
        pages_.pop_back();
        if (!large_.empty() && static_cast<void*>(large_.back().get()) == static_cast<void*>(page))
            large_.pop_back();
        else if (!small_.empty() && small_.back().get() == static_cast<void*>(page))
            small_.pop_back();
        return true;
    }

private:
    static constexpr u32 PAGE = 512;
    static constexpr u64 PAGE_BYTES = PAGE * sizeof(T);
    static_assert(PAGE_BYTES <= LARGE_PAGE_BYTES);

    struct Free {
        void operator()(void* page) const noexcept { ::operator delete(page, std::align_val_t{alignof(T)}); }
    };

    void add_page()
    {
        void* const room = pages_.size() * PAGE_BYTES < LARGE_PAGE_BYTES ? small_room() : large_room();
        T* const page = static_cast<T*>(room);
        std::uninitialized_value_construct_n(page, PAGE);
        pages_.push_back(page);
    }
    void* small_room()
    {
        return small_.emplace_back(::operator new(PAGE_BYTES, std::align_val_t{alignof(T)})).get();
    }
    void* large_room()
    {
        if (large_.empty() || large_used_ + PAGE_BYTES > LARGE_PAGE_BYTES) {
            LargePage page = map_large_page();
            if (page == nullptr) return small_room();
            large_.push_back(std::move(page));
            large_used_ = 0;
        }
        u8* const room = large_.back().get() + large_used_;
        large_used_ += PAGE_BYTES;
        return room;
    }

    std::vector<T*> pages_;
    std::vector<std::unique_ptr<void, Free>> small_;  ///< memory of the first pages
    std::vector<LargePage> large_;                    ///< memory of the later ones, where there is such
    u64 large_used_ = 0;                              ///< bytes used of the last large page
    std::vector<u32> free_;
    u32 end_ = 0;
};

}  // namespace lariat
