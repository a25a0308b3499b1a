// mul_div with 256-bit intermediate values; decimal text of 128-bit numbers.
#include "base/checked.hpp"

#include <algorithm>

#include "lariat/assert.hpp"

namespace lariat {

namespace {

struct Wide {
    u128 high;
    u128 low;
};

Wide widening_mul(u128 a, u128 b) noexcept
{
    const u128 a0 = static_cast<u64>(a), a1 = a >> 64, b0 = static_cast<u64>(b), b1 = b >> 64;
    const u128 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    const u128 middle = (p00 >> 64) + static_cast<u64>(p01) + static_cast<u64>(p10);
    return {p11 + (p01 >> 64) + (p10 >> 64) + (middle >> 64), (middle << 64) | static_cast<u64>(p00)};
}

}  // namespace

u128 mul_div(u128 a, u128 b, u128 d) noexcept
{
    LARIAT_ASSERT(d != 0);
    if (const auto product = checked_mul(a, b)) return *product / d;
    Wide n = widening_mul(a, b);
    if (n.high >= d) return U128_MAX;
    u128 quotient = 0, rest = n.high;
    for (int i = 0; i < 128; ++i) {  // long division, one bit per step: rarely needed
        const bool carry = (rest >> 127) != 0;
        rest = (rest << 1) | (n.low >> 127);
        n.low <<= 1;
        quotient <<= 1;
        if (carry || rest >= d) {
            rest -= d;
            quotient |= 1;
        }
    }
    return quotient;
}

std::string to_decimal(u128 value)
{
    std::string digits;
    do {
        digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
        value /= 10;
    } while (value != 0);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::optional<u128> parse_decimal(std::string_view digits) noexcept
{
    if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
    u128 value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        const auto times = checked_mul<u128>(value, 10);
        if (!times) return std::nullopt;
        const auto sum = checked_add<u128>(*times, static_cast<u128>(c - '0'));
        if (!sum) return std::nullopt;
        value = *sum;
    }
    return value;
}

}  // namespace lariat
