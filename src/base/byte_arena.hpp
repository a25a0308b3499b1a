// An arena for bytes that are all freed together. Allocating a piece moves one pointer; pieces never move.
#pragma once

#include <algorithm>
#include <memory>

#include "lariat/types.hpp"

namespace lariat {

class ByteArena {
public:
    /// Allocates `size` bytes with undefined content; valid until clear().
    u8* take(std::size_t size)
    {
        if (size > left_) return take_elsewhere(size);
        u8* const piece = next_;
        next_ += size;
        left_ -= size;
        return piece;
    }

    /// Copies `bytes` into the arena; the copy is valid until clear().
    BytesView copy(BytesView bytes)
    {
        u8* const piece = take(bytes.size());
        if (!bytes.empty()) std::memcpy(piece, bytes.data(), bytes.size());
        return {piece, bytes.size()};
    }

    /// Frees all pieces. Keeps up to KEPT blocks for later pieces: a fresh block costs a page fault per page.
    void clear() noexcept
    {
        large_.clear();
        blocks_.resize(std::min(blocks_.size(), KEPT));
        used_ = 0;
        next_ = nullptr;
        left_ = 0;
    }

private:
    static constexpr std::size_t BLOCK = std::size_t{1} << 18;
    static constexpr std::size_t LARGE = BLOCK / 4;  ///< pieces from this size on get a block of their own
    static constexpr std::size_t KEPT = 32;

    u8* take_elsewhere(std::size_t size)
    {
        if (size >= LARGE) return large_.emplace_back(std::make_unique_for_overwrite<u8[]>(size)).get();
        if (used_ == blocks_.size()) blocks_.push_back(std::make_unique_for_overwrite<u8[]>(BLOCK));
        next_ = blocks_[used_++].get();
        left_ = BLOCK;
        return take(size);
    }

    std::vector<std::unique_ptr<u8[]>> blocks_;
    std::vector<std::unique_ptr<u8[]>> large_;
    std::size_t used_ = 0;  ///< of blocks_
    u8* next_ = nullptr;
    std::size_t left_ = 0;
};

}  // namespace lariat
