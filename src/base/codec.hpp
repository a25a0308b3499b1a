// The canonical encoding of consensus values: big-endian integers, bytes with their length in front.
// A value has exactly one encoding, and Reader refuses every other.
#pragma once

#include <algorithm>
#include <bit>

#include "lariat/types.hpp"

namespace lariat {

/// Writes the eight bytes of `v`, big-endian, at `at`.
inline void write_u64(u8* at, u64 v) noexcept
{
    const u64 big_endian = __builtin_bswap64(v);
    std::memcpy(at, &big_endian, sizeof big_endian);
}

class Writer {
public:
    Writer& put_u8(u8 v)
    {
        *extend(1) = v;
        return *this;
    }
    Writer& put_bool(bool v) { return put_u8(v ? 1 : 0); }
    Writer& put_u16(u16 v) { return put_u8(static_cast<u8>(v >> 8)).put_u8(static_cast<u8>(v)); }
    Writer& put_u32(u32 v) { return put_last_of<4>(v); }
    Writer& put_u48(u64 v) { return put_last_of<6>(v); }
    Writer& put_u64(u64 v) { return put_last_of<8>(v); }
    Writer& put_u128(u128 v) { return put_u64(static_cast<u64>(v >> 64)).put_u64(static_cast<u64>(v)); }
    /// One byte, the number of bytes that follow, and those: the number without leading zeroes.
    Writer& put_short(u128 v)
    {
        const u64 high = static_cast<u64>(v >> 64), low = static_cast<u64>(v);
        const std::size_t width = high != 0 ? 8 + bytes_of(high) : bytes_of(low);
        std::array<u8, 16> bytes;
        write_u64(bytes.data(), high);
        write_u64(bytes.data() + 8, low);
        u8* const at = extend(1 + width);
        at[0] = static_cast<u8>(width);
        std::memcpy(at + 1, bytes.data() + 16 - width, width);
        return *this;
    }
    Writer& put_short_bytes(BytesView b) { return put_short(b.size()).put_raw(b); }
    Writer& put_raw(BytesView b)
    {
        if (!b.empty()) std::memcpy(extend(b.size()), b.data(), b.size());
        return *this;
    }
    Writer& put_bytes(BytesView b) { return put_u32(static_cast<u32>(b.size())).put_raw(b); }
    void reserve(std::size_t size)
    {
        if (size > out_.size()) out_.resize(size);
    }
    /// For the next value, in the memory of this one.
    void clear() { size_ = 0; }
    Bytes take()
    {
        out_.resize(size_);
        size_ = 0;
        return std::move(out_);
    }
    BytesView bytes() const { return BytesView{out_}.first(size_); }

private:
    static constexpr std::size_t ROOM_MIN = 64;

    static std::size_t bytes_of(u64 v) { return (static_cast<std::size_t>(std::bit_width(v)) + 7) / 8; }

    /// Room for `n` more bytes, which the caller writes.
    u8* extend(std::size_t n)
    {
        if (n > out_.size() - size_) out_.resize(std::max(2 * out_.size(), std::max(size_ + n, ROOM_MIN)));
        u8* const at = out_.data() + size_;
        size_ += n;
        return at;
    }

    /// Appends the last `WIDTH` of the eight big-endian bytes of `v`.
    template <std::size_t WIDTH>
    Writer& put_last_of(u64 v)
    {
        std::array<u8, 8> bytes;
        write_u64(bytes.data(), v);
        std::memcpy(extend(WIDTH), bytes.data() + 8 - WIDTH, WIDTH);
        return *this;
    }

    Bytes out_;  ///< all of it is room; what is written is its first size_ bytes
    std::size_t size_ = 0;
};

/// Reads an encoding of Writer. Once the input is too short, ok() is false and every read returns zero.
class Reader {
public:
    explicit Reader(BytesView in) : in_(in) {}
    u8 get_u8() { return static_cast<u8>(get_be<1>()); }
    bool get_bool()
    {
        const u8 v = get_u8();
        if (v > 1) ok_ = false;
        return v == 1;
    }
    u16 get_u16() { return static_cast<u16>(get_be<2>()); }
    u32 get_u32() { return static_cast<u32>(get_be<4>()); }
    u64 get_u48() { return get_be<6>(); }
    u64 get_u64() { return get_be<8>(); }
    u128 get_u128()
    {
        const u64 high = get_u64();
        return u128{high} << 64 | get_u64();
    }
    /// Reads a number of put_short. One that T does not hold, or with a leading zero, is an error.
    template <class T>
    T get_short()
    {
        const std::size_t width = get_u8();
        if (width > sizeof(T)) ok_ = false;
        const BytesView part = get_raw(width);
        if (part.empty()) return 0;
        if (part[0] == 0) ok_ = false;
        T v = 0;
        for (const u8 byte : part) v = static_cast<T>(v << 8 | byte);
        return v;
    }
    BytesView get_short_bytes() { return get_raw(get_short<u32>()); }
    BytesView get_raw(std::size_t n)
    {
        if (!ok_ || n > in_.size()) {
            ok_ = false;
            return {};
        }
        const BytesView part = in_.first(n);
        in_ = in_.subspan(n);
        return part;
    }
    BytesView get_bytes() { return get_raw(get_u32()); }
    template <class Fixed>
    Fixed get_fixed()
    {
        Fixed out;
        const BytesView part = get_raw(out.bytes.size());
        if (ok_) std::memcpy(out.bytes.data(), part.data(), part.size());
        return out;
    }
    Address get_address() { return get_fixed<Address>(); }
    Hash32 get_hash() { return get_fixed<Hash32>(); }

    std::size_t left() const noexcept { return in_.size(); }
    bool ok() const noexcept { return ok_; }
    /// True when every read succeeded and no input is left.
    bool done() const noexcept { return ok_ && in_.empty(); }

private:
    template <std::size_t WIDTH>
    u64 get_be()
    {
        const BytesView part = get_raw(WIDTH);
        if (part.size() != WIDTH) return 0;
        u64 v = 0;
        std::memcpy(reinterpret_cast<u8*>(&v) + 8 - WIDTH, part.data(), WIDTH);
        return __builtin_bswap64(v);
    }
    BytesView in_;
    bool ok_ = true;
};

}  // namespace lariat
