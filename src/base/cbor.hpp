// Canonical CBOR: the core deterministic encoding of RFC 8949 section 4.2.1, without floats. The writer
// writes one form for each value; the reader refuses every other form.
#pragma once

#include <optional>
#include <utility>

#include "lariat/types.hpp"

namespace lariat {

class CborWriter {
public:
    CborWriter& put_uint(u64 v) { return put_head(0, v); }
    CborWriter& put_negative(u64 n) { return put_head(1, n); }  ///< the value is -1 - n
    CborWriter& put_int(i64 v);
    /// An integer of any size; `limbs` is its magnitude, lowest limb first. Beyond 64 bits it is written as a
    /// bignum (tags 2 and 3).
    CborWriter& put_integer(bool negative, std::span<const u64> limbs);
    CborWriter& put_bytes(BytesView v);
    CborWriter& put_text(std::string_view utf8);  ///< must be well-formed UTF-8
    CborWriter& put_bool(bool v);
    CborWriter& put_null();
    CborWriter& put_array(u64 count) { return put_head(4, count); }  ///< the head; write `count` items next
    /// The head of a map; write `pairs` pairs next, in the order of their encoded keys. put_sorted_map sorts.
    CborWriter& put_map(u64 pairs) { return put_head(5, pairs); }
    CborWriter& put_encoded(BytesView item);  ///< an item that is encoded already

    BytesView bytes() const noexcept { return out_; }
    std::size_t size() const noexcept { return out_.size(); }
    Bytes take() { return std::move(out_); }

private:
    CborWriter& put_head(u8 major, u64 argument);
    Bytes out_;
};

/// A key and its value, both encoded.
using CborPair = std::pair<Bytes, Bytes>;

/// Sorts the pairs by their encoded keys and writes the map. Returns false and writes nothing if two keys are
/// equal.
[[nodiscard]] bool put_sorted_map(CborWriter& out, std::vector<CborPair>& pairs);

struct CborItem {
    enum class Kind : u8 {
        unsigned_integer,  ///< number
        negative_integer,  ///< -1 - number
        big_positive,      ///< data, big-endian, at least 2^64
        big_negative,      ///< -1 - data
        bytes,             ///< data
        text,              ///< data, well-formed UTF-8
        boolean,           ///< number is 0 or 1
        null,
        array,  ///< `number` items follow, then an end
        map,    ///< `number` pairs follow, each key before its value, then an end
        end,    ///< ends the innermost open array or map
    };
    Kind kind = Kind::null;
    u64 number = 0;  ///< of items: never more than input bytes are left
    BytesView data;  ///< points into the input
    bool is_key = false;
};

enum class [[nodiscard]] CborFault : u8 {
    none,
    truncated,
    trailing,        ///< bytes after the item
    not_shortest,    ///< an argument, a bignum or its leading zeros
    indefinite,      ///< indefinite length
    reserved,        ///< additional information 28 to 30
    unsorted_keys,   ///< a key that belongs before the one in front of it
    duplicate_key,   ///< a key equal to the one in front of it
    floating,        ///< any float
    unknown_tag,     ///< any tag but 2 and 3, or one of these not around a byte string
    unknown_simple,  ///< the simple value undefined, or one that is not assigned
    not_utf8,        ///< a text that is not well-formed
    nesting_too_deep,
};

/// Reads exactly one item, step by step. The order of keys is checked when a key ends, so a caller must not
/// use anything that it read before next() returns `done`.
class CborReader {
public:
    enum class Step : u8 { item, done, refused };

    /// At most `depth_max` arrays and maps may be open at once; memory grows with those that are open.
    CborReader(BytesView in, u32 depth_max) : in_(in), depth_max_(depth_max) {}

    /// Sets `item` if it returns Step::item. After done or refused it returns the same again.
    Step next(CborItem& item);

    CborFault fault() const noexcept { return fault_; }
    std::size_t offset() const noexcept { return at_; }  ///< bytes read so far
    std::size_t depth() const noexcept { return open_.size(); }

private:
    struct Open {
        bool is_map = false;
        u64 items_left = 0;         // keys and values each count
        std::size_t key_begin = 0;  // of the key being read
        std::size_t last_key_begin = 0, last_key_end = 0;
    };
    Step refuse(CborFault fault) noexcept;
    bool read_head(u8& major, u8& info, u64& argument) noexcept;
    bool read_item(CborItem& item);
    bool open(bool is_map, CborItem& item);
    bool read_simple(u8 info, CborItem& item) noexcept;
    bool read_bignum(u64 tag, CborItem& item) noexcept;
    bool take(u64 n, BytesView& out) noexcept;
    bool item_ended() noexcept;

    BytesView in_;
    std::size_t at_ = 0;
    u32 depth_max_;
    std::vector<Open> open_;
    bool began_ = false;
    CborFault fault_ = CborFault::none;
};

/// Checks that `in` is one item in canonical form.
CborFault check_cbor(BytesView in, u32 depth_max);

}  // namespace lariat
