// The canonical encoding of consensus values: big-endian integers, length-prefixed bytes.
// One value has exactly one encoding; Reader refuses what Writer would not have written.
#pragma once

#include "base/types.hpp"

namespace lariat {

class Writer {
public:
    Writer& put_u8(u8 v) { return put_be(v, 1); }
    Writer& put_bool(bool v) { return put_u8(v ? 1 : 0); }
    Writer& put_u16(u16 v) { return put_be(v, 2); }
    Writer& put_u32(u32 v) { return put_be(v, 4); }
    Writer& put_u48(u64 v) { return put_be(v, 6); }
    Writer& put_u64(u64 v) { return put_be(v, 8); }
    Writer& put_u128(u128 v) { return put_be(v, 16); }
    Writer& put_raw(BytesView b)
    {
        out_.insert(out_.end(), b.begin(), b.end());
        return *this;
    }
    Writer& put_bytes(BytesView b) { return put_u32(static_cast<u32>(b.size())).put_raw(b); }
    void reserve(std::size_t size) { out_.reserve(size); }
    Bytes take() { return std::move(out_); }
    BytesView bytes() const { return out_; }

private:
    Writer& put_be(u128 v, int width)
    {
        for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) out_.push_back(static_cast<u8>(v >> shift));
        return *this;
    }
    Bytes out_;
};

/// Reads what Writer wrote. After the first short read everything gives zero and ok() is false.
class Reader {
public:
    explicit Reader(BytesView in) : in_(in) {}
    u8 get_u8() { return static_cast<u8>(get_be(1)); }
    bool get_bool()
    {
        const u8 v = get_u8();
        if (v > 1) ok_ = false;
        return v == 1;
    }
    u16 get_u16() { return static_cast<u16>(get_be(2)); }
    u32 get_u32() { return static_cast<u32>(get_be(4)); }
    u64 get_u48() { return static_cast<u64>(get_be(6)); }
    u64 get_u64() { return static_cast<u64>(get_be(8)); }
    u128 get_u128() { return get_be(16); }
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
    /// Everything read, nothing left over.
    bool done() const noexcept { return ok_ && in_.empty(); }

private:
    u128 get_be(std::size_t width)
    {
        u128 v = 0;
        for (const u8 b : get_raw(width)) v = v << 8 | b;
        return v;
    }
    BytesView in_;
    bool ok_ = true;
};

}  // namespace lariat
