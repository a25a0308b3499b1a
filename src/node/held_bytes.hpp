// How many bytes of bodies and answers all connections together hold in memory (NODE-56).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace lariat::node {

/// The sum over all connections. Threads share it.
class HeldBytes {
public:
    explicit HeldBytes(std::size_t most) : most_(most) {}

    /// False, and nothing counted, if the sum would pass the most, unless nobody else holds anything: one
    /// alone may be larger.
    bool take(std::size_t bytes)
    {
        std::size_t held = held_;
        do {
            if (held != 0 && bytes > most_ - std::min(held, most_)) return false;
        } while (!held_.compare_exchange_weak(held, held + bytes));
        return true;
    }
    /// Counts them in any case.
    void add(std::size_t bytes) { held_ += bytes; }
    void give(std::size_t bytes) { held_ -= bytes; }
    std::size_t most() const { return most_; }
    std::size_t now() const { return held_; }

private:
    const std::size_t most_;
    std::atomic<std::size_t> held_ = 0;
};

/// The share of one request, for as long as this lives. What a request holds below SMALL_BYTES is not
/// counted: however much the others hold, small requests get their answers, and the number of connections
/// bounds them.
class HeldShare {
public:
    static constexpr std::size_t SMALL_BYTES = 65'536;

    explicit HeldShare(HeldBytes& of) : of_(of) {}
    ~HeldShare() { of_.give(counted_); }
    HeldShare(const HeldShare&) = delete;
    HeldShare& operator=(const HeldShare&) = delete;

    /// The request holds `bytes` now. False if there is no room for as many; the share stays as it was.
    bool grow_to(std::size_t bytes)
    {
        const std::size_t wanted = counted_of(bytes);
        if (wanted <= counted_) return true;
        if (!of_.take(wanted - counted_)) return false;
        counted_ = wanted;
        return true;
    }
    /// The same for what cannot be refused any more.
    void set(std::size_t bytes)
    {
        const std::size_t wanted = counted_of(bytes);
        of_.add(wanted);
        of_.give(counted_);
        counted_ = wanted;
    }

private:
    static std::size_t counted_of(std::size_t bytes) { return std::max(bytes, SMALL_BYTES) - SMALL_BYTES; }

    HeldBytes& of_;
    std::size_t counted_ = 0;
};

}  // namespace lariat::node
