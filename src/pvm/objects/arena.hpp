// The memory of one execution: a region of fixed size, objects from below, frames from above, freed whole.
#pragma once

#include "pvm/objects/poison.hpp"
#include "pvm/objects/value.hpp"

namespace lariat::pvm {

/// An execution that cannot go on: out of cycles, cells or memory. Thrown inside the VM only; a program
/// cannot catch it. The nearest stopping_halt() does, and the calls around it are left by return (vm.hpp).
struct Halt {
    enum class Why : u8 { cycles, cells, memory } why;
};

/// Every allocation counts its size rounded up to 8 bytes. The execution ends as out_of_memory when the
/// objects would meet the frames, so the limit is exact: both together never exceed it.
class Arena {
public:
    explicit Arena(u64 bytes);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    void* take(u64 bytes)
    {
        // What rounds up to more than is left does not fit into the whole words that are left.
        if (bytes > (static_cast<u64>(high_ - low_) & ~u64{7})) throw Halt{Halt::Why::memory};
        u8* at = low_;
        low_ += (bytes + 7) & ~u64{7};
        allow(at, bytes);
        return at;
    }
    /// Refuses early what take() would refuse, before work is spent on it.
    void need(u64 bytes) const
    {
        if (bytes > static_cast<u64>(high_ - low_)) throw Halt{Halt::Why::memory};
    }
    /// Grows the block that was taken last, in place. False when another was taken since.
    bool extend(void* block, u64 old_bytes, u64 new_bytes)
    {
        old_bytes = (old_bytes + 7) & ~u64{7};
        if (static_cast<u8*>(block) + old_bytes != low_) return false;
        take(new_bytes - old_bytes);
        return true;
    }
    /// A container has moved on to a larger block: nobody reads this one again. It stays counted.
    static void leave(const void* block, u64 bytes) noexcept { forbid(block, bytes); }

    u8* push(u64 bytes)
    {
        if (bytes > static_cast<u64>(high_ - low_)) throw Halt{Halt::Why::memory};
        high_ -= bytes;
        allow(high_, bytes);
        return high_;
    }
    void pop(u64 bytes) noexcept
    {
        forbid(high_, bytes);
        high_ += bytes;
    }

    u64 size() const noexcept { return size_; }
    /// Where an object lies: the same in every execution of the same program, unlike its address.
    bool holds(const void* object) const noexcept
    {
        return static_cast<const u8*>(object) >= base_ && static_cast<const u8*>(object) < low_;
    }
    u64 offset(const void* object) const noexcept
    {
        return static_cast<u64>(static_cast<const u8*>(object) - base_);
    }
    /// What was taken since an object was, itself included. Beyond size() for what does not lie here.
    u64 since(const void* object) const noexcept
    {
        return reinterpret_cast<std::uintptr_t>(low_) - reinterpret_cast<std::uintptr_t>(object);
    }
    u64 left() const noexcept { return static_cast<u64>(high_ - low_); }
    void reset() noexcept
    {
        forbid(base_, static_cast<u64>(low_ - base_));
        forbid(high_, static_cast<u64>(base_ + size_ - high_));
        low_ = base_;
        high_ = base_ + size_;
    }

private:
    u8* base_ = nullptr;
    u8* low_ = nullptr;
    u8* high_ = nullptr;
    u64 size_ = 0;
};

}  // namespace lariat::pvm
