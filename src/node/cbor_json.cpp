// One pass over the items; the open arrays and maps are on a stack.
#include "node/cbor_json.hpp"

#include <algorithm>

#include "base/cbor.hpp"
#include "base/hex.hpp"

namespace lariat::node {

namespace {

constexpr u32 DEPTH_MAX = 32;
constexpr u64 JSON_NUMBER_MAX = u64{1} << 53;

/// The decimal digits of a big-endian number of any size, plus `add`.
std::string decimal(BytesView big_endian, u32 add)
{
    std::vector<u32> digits{0};  // of base 10^9, lowest first
    constexpr u64 BASE = 1'000'000'000;
    const auto times_plus = [&](u64 factor, u64 plus) {
        u64 carry = plus;
        for (u32& digit : digits) {
            carry += digit * factor;
            digit = static_cast<u32>(carry % BASE);
            carry /= BASE;
        }
        if (carry) digits.push_back(static_cast<u32>(carry));
    };
    for (const u8 byte : big_endian) times_plus(256, byte);
    times_plus(1, add);
    std::string out = std::to_string(digits.back());
    for (std::size_t i = digits.size() - 1; i-- > 0;) {
        const std::string part = std::to_string(digits[i]);
        out += std::string(9 - part.size(), '0') + part;
    }
    return out;
}

OrderedJson integer(bool negative, u64 number)
{
    if (!negative)
        return number <= JSON_NUMBER_MAX ? OrderedJson(number) : OrderedJson(std::to_string(number));
    if (number < JSON_NUMBER_MAX) return -static_cast<i64>(number) - 1;
    u8 bytes[8];
    for (int i = 0; i < 8; ++i) bytes[i] = static_cast<u8>(number >> (56 - 8 * i));
    return "-" + decimal(bytes, 1);
}

struct Open {
    OrderedJson value;
    std::optional<std::string> key;  ///< of a map: whose value comes next
};

}  // namespace

std::optional<OrderedJson> cbor_as_json(BytesView value)
{
    // A long text of digits takes the square of its length; a value in storage is paid for by its bytes
    // alone.
    constexpr std::size_t BIG_INTEGER_BYTES_MAX = 512;
    CborReader reader(value, DEPTH_MAX);
    std::vector<Open> open;
    OrderedJson whole;
    bool done = false;
    const auto put = [&](OrderedJson item) {
        if (open.empty()) {
            whole = std::move(item);
            done = true;
        } else if (open.back().value.is_array()) {
            open.back().value.push_back(std::move(item));
        } else {
            open.back().value[*open.back().key] = std::move(item);
            open.back().key.reset();
        }
    };
    CborItem item;
    for (;;) {
        const CborReader::Step step = reader.next(item);
        if (step == CborReader::Step::refused) return std::nullopt;
        if (step == CborReader::Step::done) return done ? std::optional(whole) : std::nullopt;
        using Kind = CborItem::Kind;
        const bool wants_key = !open.empty() && open.back().value.is_object() && !open.back().key;
        if (wants_key && item.kind != Kind::end) {
            if (item.kind != Kind::text) return std::nullopt;
            open.back().key = std::string(text(item.data));
            continue;
        }
        switch (item.kind) {
            case Kind::unsigned_integer:
                put(integer(false, item.number));
                break;
            case Kind::negative_integer:
                put(integer(true, item.number));
                break;
            case Kind::big_positive:
            case Kind::big_negative:
                if (item.data.size() > BIG_INTEGER_BYTES_MAX) return std::nullopt;
                put(item.kind == Kind::big_positive ? decimal(item.data, 0) : "-" + decimal(item.data, 1));
                break;
            case Kind::bytes:
                put(to_hex(item.data));
                break;
            case Kind::text:
                put(std::string(text(item.data)));
                break;
            case Kind::boolean:
                put(item.number == 1);
                break;
            case Kind::null:
                put(nullptr);
                break;
            case Kind::array:
                open.push_back({OrderedJson::array(), {}});
                break;
            case Kind::map:
                open.push_back({OrderedJson::object(), {}});
                break;
            case Kind::end: {
                OrderedJson closed = std::move(open.back().value);
                open.pop_back();
                put(std::move(closed));
                break;
            }
        }
    }
}

}  // namespace lariat::node
