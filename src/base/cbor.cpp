// Canonical CBOR: writer and reader.
#include "base/cbor.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace lariat {

namespace {

constexpr u8 FALSE_BYTE = 0xf4, TRUE_BYTE = 0xf5, NULL_BYTE = 0xf6;
constexpr u64 TAG_BIG_POSITIVE = 2, TAG_BIG_NEGATIVE = 3;
constexpr std::size_t WORD_BYTES = 8;

bool bytes_less(BytesView a, BytesView b) noexcept
{
    return text(a) < text(b);  // compares as unsigned bytes, a prefix first
}

/// Big-endian, without leading zeros.
Bytes big_endian(std::span<const u64> limbs)
{
    Bytes out;
    out.reserve(limbs.size() * WORD_BYTES);
    for (std::size_t i = limbs.size(); i-- > 0;)
        for (int shift = 56; shift >= 0; shift -= 8) {
            const u8 b = static_cast<u8>(limbs[i] >> shift);
            if (b != 0 || !out.empty()) out.push_back(b);
        }
    return out;
}

}  // namespace

CborWriter& CborWriter::put_head(u8 major, u64 argument)
{
    const u8 top = static_cast<u8>(major << 5);
    if (argument < 24) {
        out_.push_back(static_cast<u8>(top | argument));
        return *this;
    }
    const u8 width_log2 = argument >> 8 == 0 ? 0 : argument >> 16 == 0 ? 1 : argument >> 32 == 0 ? 2 : 3;
    out_.push_back(static_cast<u8>(top | (24 + width_log2)));
    for (int shift = (8 << width_log2) - 8; shift >= 0; shift -= 8)
        out_.push_back(static_cast<u8>(argument >> shift));
    return *this;
}

CborWriter& CborWriter::put_int(i64 v)
{
    return v >= 0 ? put_uint(static_cast<u64>(v)) : put_negative(~static_cast<u64>(v));
}

CborWriter& CborWriter::put_integer(bool negative, std::span<const u64> limbs)
{
    while (!limbs.empty() && limbs.back() == 0) limbs = limbs.first(limbs.size() - 1);
    if (limbs.empty()) return put_uint(0);
    if (!negative) {
        if (limbs.size() == 1) return put_uint(limbs[0]);
        return put_head(6, TAG_BIG_POSITIVE).put_bytes(big_endian(limbs));
    }
    std::vector<u64> less_one(limbs.begin(), limbs.end());  // the encoding holds n of -1 - n
    for (u64& limb : less_one)
        if (limb-- != 0) break;
    while (!less_one.empty() && less_one.back() == 0) less_one.pop_back();
    if (less_one.size() <= 1) return put_negative(less_one.empty() ? 0 : less_one[0]);
    return put_head(6, TAG_BIG_NEGATIVE).put_bytes(big_endian(less_one));
}

CborWriter& CborWriter::put_bytes(BytesView v)
{
    if (out_.empty()) out_.reserve(v.size() + 1 + WORD_BYTES);  // often it is all there is
    return put_head(2, v.size()).put_encoded(v);
}

CborWriter& CborWriter::put_text(std::string_view utf8)
{
    return put_head(3, utf8.size()).put_encoded(view(utf8));
}

CborWriter& CborWriter::put_bool(bool v)
{
    out_.push_back(v ? TRUE_BYTE : FALSE_BYTE);
    return *this;
}

CborWriter& CborWriter::put_null()
{
    out_.push_back(NULL_BYTE);
    return *this;
}

CborWriter& CborWriter::put_encoded(BytesView item)
{
    out_.insert(out_.end(), item.begin(), item.end());
    return *this;
}

bool put_sorted_map(CborWriter& out, std::vector<CborPair>& pairs)
{
    std::sort(pairs.begin(), pairs.end(),
              [](const CborPair& a, const CborPair& b) { return bytes_less(a.first, b.first); });
    const auto same_key = [](const CborPair& a, const CborPair& b) { return a.first == b.first; };
    if (std::adjacent_find(pairs.begin(), pairs.end(), same_key) != pairs.end()) return false;
    out.put_map(pairs.size());
    for (const auto& [key, value] : pairs) out.put_encoded(key).put_encoded(value);
    return true;
}

CborReader::Step CborReader::refuse(CborFault fault) noexcept
{
    if (fault_ == CborFault::none) fault_ = fault;
    return Step::refused;
}

CborReader::Step CborReader::next(CborItem& item)
{
    item = {};
    if (fault_ != CborFault::none) return Step::refused;
    if (!open_.empty() && open_.back().items_left == 0) {
        open_.pop_back();
        item.kind = CborItem::Kind::end;
        return item_ended() ? Step::item : Step::refused;
    }
    if (open_.empty() && began_) {
        if (at_ != in_.size()) return refuse(CborFault::trailing);
        return Step::done;
    }
    began_ = true;
    if (!open_.empty() && open_.back().is_map && open_.back().items_left % 2 == 0) {
        item.is_key = true;
        open_.back().key_begin = at_;
    }
    return read_item(item) ? Step::item : Step::refused;
}

/// Called when a whole item has been read, which may complete the key of a map.
bool CborReader::item_ended() noexcept
{
    if (open_.empty()) return true;
    Open& parent = open_.back();
    const bool was_key = parent.is_map && parent.items_left % 2 == 0;
    --parent.items_left;
    if (!was_key) return true;
    if (parent.last_key_end != 0) {  // no key ends at 0: the map's head stands before it
        const BytesView last =
            in_.subspan(parent.last_key_begin, parent.last_key_end - parent.last_key_begin);
        const BytesView key = in_.subspan(parent.key_begin, at_ - parent.key_begin);
        if (!bytes_less(last, key)) {
            refuse(equal(last, key) ? CborFault::duplicate_key : CborFault::unsorted_keys);
            return false;
        }
    }
    parent.last_key_begin = parent.key_begin;
    parent.last_key_end = at_;
    return true;
}

bool CborReader::take(u64 n, BytesView& out) noexcept
{
    if (n > in_.size() - at_) {
        refuse(CborFault::truncated);
        return false;
    }
    out = in_.subspan(at_, static_cast<std::size_t>(n));
    at_ += out.size();
    return true;
}

bool CborReader::read_head(u8& major, u8& info, u64& argument) noexcept
{
    BytesView head, rest;
    if (!take(1, head)) return false;
    major = head[0] >> 5;
    info = head[0] & 31;
    argument = info;
    if (major == 7) return true;  // simple values and floats: the argument is no number of anything
    if (info < 24) return true;
    if (info > 27) {
        refuse(info == 31 ? CborFault::indefinite : CborFault::reserved);
        return false;
    }
    const u32 width = 1u << (info - 24);
    if (!take(width, rest)) return false;
    argument = 0;
    for (const u8 b : rest) argument = argument << 8 | b;
    const u64 least = width == 1 ? 24 : u64{1} << 4 * width;
    if (argument < least) {
        refuse(CborFault::not_shortest);
        return false;
    }
    return true;
}

bool CborReader::read_item(CborItem& item)
{
    using Kind = CborItem::Kind;
    u8 major = 0, info = 0;
    if (!read_head(major, info, item.number)) return false;
    switch (major) {
        case 0:
            item.kind = Kind::unsigned_integer;
            return item_ended();
        case 1:
            item.kind = Kind::negative_integer;
            return item_ended();
        case 2:
            item.kind = Kind::bytes;
            return take(item.number, item.data) && item_ended();
        case 3:
            item.kind = Kind::text;
            if (!take(item.number, item.data)) return false;
            if (!utf8::valid(item.data)) {
                refuse(CborFault::not_utf8);
                return false;
            }
            return item_ended();
        case 4:
        case 5:
            return open(major == 5, item);
        case 6:
            return read_bignum(item.number, item) && item_ended();
        default:
            return read_simple(info, item) && item_ended();
    }
}

bool CborReader::open(bool is_map, CborItem& item)
{
    item.kind = is_map ? CborItem::Kind::map : CborItem::Kind::array;
    if (open_.size() >= depth_max_) {
        refuse(CborFault::nesting_too_deep);
        return false;
    }
    // An item has at least one byte, so a count above the number of bytes left is wrong. Because it is
    // refused here, callers may reserve memory by the count, and doubling it cannot overflow.
    const u64 left = in_.size() - at_;
    if (item.number > (is_map ? left / 2 : left)) {
        refuse(CborFault::truncated);
        return false;
    }
    Open& opened = open_.emplace_back();
    opened.is_map = is_map;
    opened.items_left = is_map ? 2 * item.number : item.number;
    return true;
}

bool CborReader::read_simple(u8 info, CborItem& item) noexcept
{
    item.number = 0;
    switch (info) {
        case 20:
        case 21:
            item.kind = CborItem::Kind::boolean;
            item.number = info - 20u;
            return true;
        case 22:
            item.kind = CborItem::Kind::null;
            return true;
        case 25:
        case 26:
        case 27:
            refuse(CborFault::floating);
            return false;
        case 28:
        case 29:
        case 30:
            refuse(CborFault::reserved);
            return false;
        case 31:
            refuse(CborFault::indefinite);
            return false;
        default:
            refuse(CborFault::unknown_simple);
            return false;
    }
}

/// An integer that fits in 64 bits must not be a bignum, so a bignum has at least nine bytes.
bool CborReader::read_bignum(u64 tag, CborItem& item) noexcept
{
    if (tag != TAG_BIG_POSITIVE && tag != TAG_BIG_NEGATIVE) {
        refuse(CborFault::unknown_tag);
        return false;
    }
    u8 major = 0, info = 0;
    u64 length = 0;
    if (!read_head(major, info, length)) return false;
    if (major != 2) {
        refuse(CborFault::unknown_tag);
        return false;
    }
    if (!take(length, item.data)) return false;
    if (length <= WORD_BYTES || item.data[0] == 0) {
        refuse(CborFault::not_shortest);
        return false;
    }
    item.kind = tag == TAG_BIG_POSITIVE ? CborItem::Kind::big_positive : CborItem::Kind::big_negative;
    item.number = 0;
    return true;
}

CborFault check_cbor(BytesView in, u32 depth_max)
{
    CborReader reader(in, depth_max);
    CborItem item;
    CborReader::Step step{};
    do step = reader.next(item);
    while (step == CborReader::Step::item);
    return reader.fault();
}

}  // namespace lariat
