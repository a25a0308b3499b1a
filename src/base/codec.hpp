// The canonical encoding of consensus values: big-endian integers, bytes with their length in front.
// A value has exactly one encoding, and Reader refuses every other.
#pragma once

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
        out_.push_back(v);
        return *this;
    }
    Writer& put_bool(bool v) { return put_u8(v ? 1 : 0); }
    Writer& put_u16(u16 v) { return put_u8(static_cast<u8>(v >> 8)).put_u8(static_cast<u8>(v)); }
    Writer& put_u32(u32 v) { return put_last_of(v, 4); }
    Writer& put_u48(u64 v) { return put_last_of(v, 6); }
    Writer& put_u64(u64 v) { return put_last_of(v, 8); }
    Writer& put_u128(u128 v) { return put_u64(static_cast<u64>(v >> 64)).put_u64(static_cast<u64>(v)); }
    Writer& put_raw(BytesView b)
    {
        out_.insert(out_.end(), b.begin(), b.end());
        return *this;
    }
    Writer& put_bytes(BytesView b) { return put_u32(static_cast<u32>(b.size())).put_raw(b); }
    void reserve(std::size_t size) { out_.reserve(size); }
    /// For the next value, in the memory of this one.
    void clear() { out_.clear(); }
    Bytes take() { return std::move(out_); }
    BytesView bytes() const { return out_; }

private:
    /// Appends the last `width` of the eight big-endian bytes of `v`.
    Writer& put_last_of(u64 v, std::size_t width)
    {
        std::array<u8, 8> bytes;
        write_u64(bytes.data(), v);
        return put_raw(BytesView{bytes}.last(width));
    }
    Bytes out_;
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
        for (std::size_t i = 0; i < WIDTH; ++i) v = v << 8 | part[i];
        return v;
    }
    BytesView in_;
    bool ok_ = true;
};

}  // namespace lariat
