// The basic types: integers of a fixed width, bytes, addresses and hashes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#ifndef __SIZEOF_INT128__
#error "lariat needs 128-bit integers: g++ or clang++ for a 64-bit processor"
#endif

namespace lariat {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u128 = unsigned __int128;
using i128 = __int128;

inline constexpr u64 U64_MAX = ~u64{0};
inline constexpr u128 U128_MAX = ~u128{0};

using Bytes = std::vector<u8>;
using BytesView = std::span<const u8>;  ///< does not own: valid as long as the bytes that it points to

/// The address of an account or actor. Addresses are compared byte by byte, from the first.
struct Address {
    std::array<u8, 20> bytes{};
    auto operator<=>(const Address&) const = default;
    bool is_zero() const noexcept { return *this == Address{}; }
};

/// 32 bytes: a timer id, a state root, a transaction hash. Compared byte by byte, from the first.
struct Hash32 {
    std::array<u8, 32> bytes{};
    auto operator<=>(const Hash32&) const = default;
    bool is_zero() const noexcept { return *this == Hash32{}; }
};

// view: the bytes of an address, a hash or a text, without a copy. text: bytes as characters, without a copy.
inline BytesView view(const Address& a) noexcept
{
    return a.bytes;
}
inline BytesView view(const Hash32& h) noexcept
{
    return h.bytes;
}
inline BytesView view(std::string_view s) noexcept
{
    return {reinterpret_cast<const u8*>(s.data()), s.size()};
}
inline std::string_view text(BytesView b) noexcept
{
    return {reinterpret_cast<const char*>(b.data()), b.size()};
}
inline Bytes to_bytes(BytesView b)
{
    return {b.begin(), b.end()};
}
inline Bytes to_bytes(std::string_view s)
{
    return to_bytes(view(s));
}

inline bool equal(BytesView a, BytesView b) noexcept
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// Hash functions and equality for unordered containers. Only for lookups: the order in which such a
/// container is walked must not reach a result (BLK-1).
struct BytesHash {
    using is_transparent = void;
    std::size_t operator()(BytesView b) const noexcept { return std::hash<std::string_view>{}(text(b)); }
    std::size_t operator()(const Bytes& b) const noexcept { return (*this)(BytesView{b}); }
};
struct BytesEqual {
    using is_transparent = void;
    bool operator()(BytesView a, BytesView b) const noexcept { return equal(a, b); }
};
struct AddressHash {
    std::size_t operator()(const Address& a) const noexcept { return BytesHash{}(view(a)); }
};
struct Hash32Hash {
    std::size_t operator()(const Hash32& h) const noexcept
    {
        std::size_t first = 0;
        std::memcpy(&first, h.bytes.data(), sizeof first);  // a hash is evenly spread already
        return first;
    }
};

}  // namespace lariat
