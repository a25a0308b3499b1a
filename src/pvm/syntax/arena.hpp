// A bump allocator: what it holds is freed all at once, without running a destructor.
#pragma once

#include <memory>
#include <new>
#include <type_traits>

#include "lariat/types.hpp"

namespace lariat::pvm::syntax {

/// Owns the nodes, lists and strings of one syntax tree. Objects never move, also when the arena does.
class Arena {
public:
    Arena() = default;
    Arena(Arena&&) noexcept = default;
    Arena& operator=(Arena&&) noexcept = default;

    /// A value-initialised T.
    template <class T>
    T* make()
    {
        static_assert(std::is_trivially_destructible_v<T>);
        return new (allocate(sizeof(T), alignof(T))) T{};
    }

    template <class T>
    std::span<T> copy(std::span<const T> items)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        if (items.empty()) return {};
        T* to = static_cast<T*>(allocate(items.size_bytes(), alignof(T)));
        std::uninitialized_copy(items.begin(), items.end(), to);
        return {to, items.size()};
    }

    std::string_view copy(std::string_view text)
    {
        const auto chars = copy(std::span<const char>(text.data(), text.size()));
        return {chars.data(), chars.size()};
    }

private:
    static constexpr std::size_t BLOCK_BYTES = 64u << 10;

    void* allocate(std::size_t bytes, std::size_t alignment)
    {
        std::size_t start = (used_ + alignment - 1) & ~(alignment - 1);
        if (blocks_.empty() || bytes > size_ || start > size_ - bytes) {
            size_ = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
            blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size_));
            start = 0;
        }
        used_ = start + bytes;
        return blocks_.back().get() + start;
    }

    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::size_t size_ = 0;  ///< of the last block
    std::size_t used_ = 0;  ///< of the last block
};

}  // namespace lariat::pvm::syntax
