// Workload of every peer program: the keys, values and draws that bench/peers/README.md defines.
// commonware/src/workload.rs is the same in Rust; the driver compares the results of both.
#pragma once

#include <vector>

#include "lariat/types.hpp"

namespace lariat::peers {

/// A bijection of 64-bit words that leaves no pattern of its input.
inline u64 mix(u64 x)
{
    constexpr u64 FACTOR = 0xd6e8feb86659fd93;
    x = (x ^ (x >> 32)) * FACTOR;
    x = (x ^ (x >> 32)) * FACTOR;
    return x ^ (x >> 32);
}

inline void append_word(Bytes& to, u64 word)
{
    for (int shift = 56; shift >= 0; shift -= 8) to.push_back(static_cast<u8>(word >> shift));
}

/// 32 bytes, different in their first 8 for each number: a hash as the chain uses them for keys.
inline Bytes key_of(u64 number)
{
    constexpr u64 SALT = 0x1a51a7c0ffee0001;
    Bytes key;
    key.reserve(32);
    for (u64 word = 0; word < 4; ++word) append_word(key, mix(number * 4 + word + SALT));
    return key;
}

/// What key `number` holds after batch `serial`; both below 2^32. `size` is a multiple of 8.
inline Bytes value_of(u64 number, u64 serial, std::size_t size)
{
    constexpr u64 SALT = 0x1a51a7c0ffee0002;
    const u64 seed = mix(number + (serial << 32) + SALT);
    Bytes value;
    value.reserve(size);
    for (u64 word = 0; word < size / 8; ++word) append_word(value, mix(seed + word));
    return value;
}

/// A stream of numbers.
class Draws {
public:
    explicit Draws(u64 seed) : state_(mix(seed)) {}
    u64 below(u64 limit)
    {
        state_ += 0x9e3779b97f4a7c15;
        return static_cast<u64>((static_cast<u128>(mix(state_)) * limit) >> 64);
    }

private:
    u64 state_;
};

struct Pair {
    Bytes key;
    Bytes value;
};
using Batch = std::vector<Pair>;

/// What the store must hold, in 4 bytes for each key.
class Model {
public:
    Model(u64 keys, std::size_t value_size) : value_size_(value_size), serials_(keys, 0) {}

    u64 keys() const { return serials_.size(); }
    Bytes value(u64 number) const { return value_of(number, serials_[number], value_size_); }
    u64 draw() { return reads_.below(keys()); }

    /// Keys `begin` to `end` - 1 with their first values.
    Batch first(u64 begin, u64 end) const
    {
        Batch batch;
        batch.reserve(end - begin);
        for (u64 i = begin; i < end; ++i) batch.push_back({key_of(i), value_of(i, 0, value_size_)});
        return batch;
    }

    /// New values for `count` different keys, in the order in which they were drawn.
    Batch next(u64 count)
    {
        ++serial_;
        Batch batch;
        batch.reserve(count);
        while (batch.size() < count) {
            const u64 number = updates_.below(keys());
            if (serials_[number] == serial_) continue;
            serials_[number] = serial_;
            batch.push_back({key_of(number), value(number)});
        }
        return batch;
    }

private:
    std::size_t value_size_;
    std::vector<u32> serials_;  ///< of the batch that wrote the key last
    u32 serial_ = 0;
    Draws updates_{1};
    Draws reads_{2};
};

}  // namespace lariat::peers
