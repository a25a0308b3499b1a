// Tests of big integers against Python's answers, against each other, and at the limit of 4,096 bits.
#include "pvm/numbers/bigint.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/hex.hpp"

namespace lariat::pvm::bigint {
namespace {

constexpr char CASES[] =
#include "bigint_cases.inc"
    ;

Big parsed(std::string_view digits, u32 base = 16)
{
    Big out;
    EXPECT_EQ(from_text(digits, base, out), Status::ok) << digits;
    return out;
}

bool same(const Big& a, const Big& b)
{
    return compare(a, b) == std::strong_ordering::equal;
}

Big power_of_two(u32 exponent)
{
    Big out;
    EXPECT_EQ(shift_left(from_u64(1), from_u64(exponent), out), Status::ok);
    return out;
}

std::string name(Status s)
{
    switch (s) {
        case Status::ok:
            return "ok";
        case Status::overflow:
            return "overflow";
        case Status::division_by_zero:
            return "division_by_zero";
        case Status::negative_shift:
            return "negative_shift";
        case Status::negative_exponent:
            return "negative_exponent";
        case Status::not_invertible:
            return "not_invertible";
        case Status::does_not_fit:
            return "does_not_fit";
        case Status::negative_unsigned:
            return "negative_unsigned";
        case Status::invalid_text:
            return "invalid_text";
    }
    return "?";
}

std::string shown(Status s, const Big& v)
{
    return s == Status::ok ? to_text(v, 16) : name(s);
}

std::string shown_bytes(const Big& v, std::size_t length, bool is_signed)
{
    Bytes big(length, 0xcc), little(length, 0xcc);
    const Status status = to_bytes(v, ByteOrder::big, is_signed, big);
    EXPECT_EQ(to_bytes(v, ByteOrder::little, is_signed, little), status);
    if (status != Status::ok) return name(status);
    EXPECT_EQ(Bytes(little.rbegin(), little.rend()), big);
    return to_hex(big).substr(2);
}

std::string read_bytes(std::string_view behind_a_one, bool is_signed)
{
    Bytes big = *from_hex("0x0" + std::string(behind_a_one));
    big.erase(big.begin());
    const Bytes little(big.rbegin(), big.rend());
    Big out, from_little;
    const Status status = from_bytes(big, ByteOrder::big, is_signed, out);
    EXPECT_EQ(from_bytes(little, ByteOrder::little, is_signed, from_little), status);
    EXPECT_TRUE(same(out, from_little));
    return shown(status, out);
}

std::string evaluate(const std::string& op, const std::string& a_text, const Big& b, const Big& c)
{
    if (op == "from_bytes") return read_bytes(a_text, c.size != 0);
    const Big a = parsed(a_text);
    if (op == "to_bytes") return shown_bytes(a, static_cast<std::size_t>(*to_u64(b)), c.size != 0);
    if (op == "text") return to_text(a, static_cast<u32>(*to_u64(b)));
    Big out, second;
    if (op == "divmod") {
        const Status status = divmod(a, b, out, second);
        return status == Status::ok ? to_text(out, 16) + " " + to_text(second, 16) : name(status);
    }
    using Binary = Status (*)(View, View, Big&) noexcept;
    static constexpr std::pair<std::string_view, Binary> BINARY[] = {
        {"add", add},         {"sub", sub},     {"mul", mul},   {"pow", pow},    {"shl", shift_left},
        {"shr", shift_right}, {"and", bit_and}, {"or", bit_or}, {"xor", bit_xor}};
    for (const auto& [binary_name, function] : BINARY)
        if (op == binary_name) return shown(function(a, b, out), out);
    if (op == "invert") return shown(invert(a, out), out);
    if (op == "powmod") return shown(pow_mod(a, b, c, out), out);
    return "unknown operation";
}

u32 run_cases(std::istream& in)
{
    u32 run = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.empty()) continue;
        std::istringstream fields(line);
        std::string op, a, b, c, expected;
        std::getline(fields, op, '|');
        std::getline(fields, a, '|');
        std::getline(fields, b, '|');
        std::getline(fields, c, '|');
        std::getline(fields, expected);
        EXPECT_EQ(evaluate(op, a, parsed(b), parsed(c)), expected) << line;
        ++run;
    }
    return run;
}

/// Deterministic numbers of every length, with runs of ones and zeros (splitmix64).
class Numbers {
public:
    u64 next()
    {
        u64 z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    Big up_to_limbs(u32 limbs_max)
    {
        Big v;
        v.size = static_cast<u32>(next() % (limbs_max + 1));
        for (u32 i = 0; i < v.size; ++i) {
            const u64 kind = next() % 4;
            v.limbs[i] = kind == 0 ? 0 : kind == 1 ? U64_MAX : next();
        }
        while (v.size != 0 && v.limbs[v.size - 1] == 0) --v.size;
        v.negative = v.size != 0 && next() % 2 == 0;
        return v;
    }

private:
    u64 state_ = 42;
};

TEST(BigInt, GivesWhatPythonGives)
{
    std::istringstream in(CASES);
    EXPECT_EQ(run_cases(in), 340u);
}

TEST(BigInt, GivesWhatPythonGivesForCasesFromAFile)
{
    const char* path = std::getenv("LARIAT_BIGINT_CASES");
    if (path == nullptr) GTEST_SKIP() << "LARIAT_BIGINT_CASES names no file";
    std::ifstream in(path);
    EXPECT_GT(run_cases(in), 0u);
}

TEST(BigInt, QuotientTimesDivisorPlusRemainderIsTheDividend)
{
    Numbers numbers;
    Big q, r, product, sum;
    for (int i = 0; i < 3000; ++i) {
        const Big a = numbers.up_to_limbs(LIMBS_MAX), b = numbers.up_to_limbs(i % 2 == 0 ? 4 : LIMBS_MAX);
        if (b.size == 0) continue;
        ASSERT_EQ(divmod(a, b, q, r), Status::ok);
        ASSERT_EQ(mul(q, b, product), Status::ok);
        ASSERT_EQ(add(product, r, sum), Status::ok);
        ASSERT_EQ(to_text(sum, 16), to_text(a, 16));
        ASSERT_TRUE(r.size == 0 || r.negative == b.negative) << "the remainder has the divisor's sign";
        Big magnitude_r = r, magnitude_b = b;
        magnitude_r.negative = magnitude_b.negative = false;
        ASSERT_TRUE(compare(magnitude_r, magnitude_b) < 0);
    }
}

TEST(BigInt, ShiftsAreProductsAndFloorQuotientsOfPowersOfTwo)
{
    Numbers numbers;
    Big shifted, product, q, r;
    for (u32 n = 0; n < 130; ++n) {
        const Big a = numbers.up_to_limbs(60), two_n = power_of_two(n);
        ASSERT_EQ(shift_left(a, from_u64(n), shifted), Status::ok);
        ASSERT_EQ(mul(a, two_n, product), Status::ok);
        EXPECT_TRUE(same(shifted, product));
        ASSERT_EQ(shift_right(a, from_u64(n), shifted), Status::ok);
        ASSERT_EQ(divmod(a, two_n, q, r), Status::ok);
        EXPECT_TRUE(same(shifted, q));
    }
}

TEST(BigInt, BitOperationsAddUp)
{
    Numbers numbers;
    Big x, y, left, right;
    for (int i = 0; i < 500; ++i) {
        const Big a = numbers.up_to_limbs(60), b = numbers.up_to_limbs(60);
        ASSERT_EQ(bit_and(a, b, x), Status::ok);
        ASSERT_EQ(bit_or(a, b, y), Status::ok);
        ASSERT_EQ(add(x, y, left), Status::ok);
        ASSERT_EQ(add(a, b, right), Status::ok);
        EXPECT_TRUE(same(left, right)) << "(a & b) + (a | b) == a + b";
        ASSERT_EQ(bit_xor(a, b, x), Status::ok);
        ASSERT_EQ(bit_xor(x, b, y), Status::ok);
        EXPECT_TRUE(same(y, a)) << "a ^ b ^ b == a";
    }
}

TEST(BigInt, ExactlyTheLimitFitsAndOneMoreDoesNot)
{
    Big top, out;
    ASSERT_EQ(sub(power_of_two(4095), from_u64(1), top), Status::ok);
    ASSERT_EQ(add(top, power_of_two(4095), top), Status::ok);
    EXPECT_EQ(bit_length(top), 4096u);
    EXPECT_EQ(add(top, from_u64(1), out), Status::overflow);
    EXPECT_EQ(out.size, 0u) << "nothing is left of a result that does not fit";
    Big bottom;
    ASSERT_EQ(negate(top, bottom), Status::ok);
    EXPECT_EQ(sub(bottom, from_u64(1), out), Status::overflow);
    EXPECT_EQ(invert(top, out), Status::overflow);
    ASSERT_EQ(invert(bottom, out), Status::ok);
    EXPECT_EQ(bit_length(out), 4096u);
    EXPECT_EQ(bit_count(out), 4095u);
    EXPECT_EQ(bit_and(bottom, power_of_two(4095), out), Status::ok);
    EXPECT_EQ(bit_and(bottom, from_i64(-2), out), Status::overflow) << "-(2**4096)";
    EXPECT_EQ(mul(power_of_two(2048), power_of_two(2047), out), Status::ok);
    EXPECT_EQ(mul(power_of_two(2048), power_of_two(2048), out), Status::overflow);
    EXPECT_EQ(pow(from_u64(2), from_u64(4095), out), Status::ok);
    EXPECT_EQ(pow(from_u64(2), from_u64(4096), out), Status::overflow);
    EXPECT_EQ(pow(from_i64(-2), from_u64(4096), out), Status::overflow);
    EXPECT_EQ(pow(from_u64(2), power_of_two(4000), out), Status::overflow);
    EXPECT_EQ(from_text(to_text(top), 10, out), Status::ok);
    EXPECT_TRUE(same(out, top));
    EXPECT_EQ(from_text(to_text(top) + "0", 10, out), Status::overflow);
    EXPECT_EQ(from_text("0x1" + std::string(1024, '0'), 16, out), Status::overflow);
    EXPECT_EQ(from_text(std::string(100000, '9'), 10, out), Status::overflow);
}

TEST(BigInt, TheResultMayReplaceAnOperand)
{
    const Big a = parsed("123456789abcdef0123456789abcdef0"), b = parsed("-fedcba9876543210f");
    Big sum, product, q, r, x = a, y = b;
    ASSERT_EQ(add(a, b, sum), Status::ok);
    ASSERT_EQ(add(x, y, x), Status::ok);
    EXPECT_TRUE(same(x, sum));
    x = a;
    ASSERT_EQ(mul(a, b, product), Status::ok);
    ASSERT_EQ(mul(x, y, y), Status::ok);
    EXPECT_TRUE(same(y, product));
    y = b;
    ASSERT_EQ(divmod(a, b, q, r), Status::ok);
    ASSERT_EQ(divmod(x, y, y, x), Status::ok);
    EXPECT_TRUE(same(y, q));
    EXPECT_TRUE(same(x, r));
}

TEST(BigInt, ConvertsToFixedWidthsOnlyWhatFits)
{
    const i64 least = std::numeric_limits<i64>::min(), most = std::numeric_limits<i64>::max();
    for (const i64 v : {i64{0}, i64{1}, i64{-1}, least, most}) EXPECT_EQ(to_i64(from_i64(v)), v);
    EXPECT_EQ(to_i64(from_u64(u64{1} << 63)), std::nullopt);
    EXPECT_EQ(to_i64(parsed("-8000000000000001")), std::nullopt);
    EXPECT_EQ(to_u64(from_u64(U64_MAX)), U64_MAX);
    EXPECT_EQ(to_u64(from_i64(-1)), std::nullopt);
    EXPECT_EQ(to_u64(parsed("10000000000000000")), std::nullopt);
    EXPECT_TRUE(to_u128(from_u128(U128_MAX)) == U128_MAX);
    EXPECT_FALSE(to_u128(parsed("100000000000000000000000000000000")).has_value());
    EXPECT_TRUE(to_u128(from_u64(7)) == u128{7});
}

TEST(BigInt, OrdersBySignThenMagnitude)
{
    const char* ascending[] = {"-100000000000000000", "-ffffffffffffffff", "-1", "0", "1", "ffffffffffffffff",
                               "10000000000000000",   "10000000000000001"};
    for (std::size_t i = 0; i < std::size(ascending); ++i)
        for (std::size_t j = 0; j < std::size(ascending); ++j)
            EXPECT_TRUE(compare(parsed(ascending[i]), parsed(ascending[j])) == (i <=> j)) << i << ' ' << j;
}

TEST(BigInt, ReadsTheTextsThatPythonsIntReads)
{
    struct Row {
        std::string_view text;
        u32 base;
        const char* value;  // nullptr: ValueError
    };
    const Row rows[] = {
        {"0", 10, "0"},
        {" \v12\n", 10, "12"},
        {"-0", 10, "0"},
        {"+7", 10, "7"},
        {"1_000", 10, "1000"},
        {"0_0", 0, "0"},
        {"00", 0, "0"},
        {"-00_0", 0, "0"},
        {"0x_1F", 16, "31"},
        {"-0x1f", 0, "-31"},
        {"0o17", 0, "15"},
        {"0B101", 0, "5"},
        {"0b1", 36, "397"},
        {"0b", 16, "11"},
        {"zZ", 36, "1295"},
        {"0012", 10, "12"},
        {"", 10, nullptr},
        {"+", 0, nullptr},
        {"_1", 10, nullptr},
        {"1_", 10, nullptr},
        {"1__0", 10, nullptr},
        {"+ 1", 10, nullptr},
        {"0_7", 0, nullptr},
        {"01", 0, nullptr},
        {"0X", 16, nullptr},
        {"0x", 0, nullptr},
        {"0b_", 2, nullptr},
        {"-_1", 10, nullptr},
        {"0b2", 0, nullptr},
        {"\x1c"
         "5",
         10, nullptr},
        {"12a", 10, nullptr},
        {"--1", 10, nullptr},
        {"0x__1", 16, nullptr},
        {"0x1", 10, nullptr},
        {"\xd9\xa1", 10, nullptr},
        {"9", 8, nullptr},
        {{"5\0", 2}, 10, nullptr},
    };
    for (const Row& row : rows) {
        Big out;
        const Status status = from_text(row.text, row.base, out);
        EXPECT_EQ(status, row.value != nullptr ? Status::ok : Status::invalid_text) << row.text;
        if (row.value == nullptr) continue;
        EXPECT_EQ(to_text(out), row.value) << row.text;
    }
}

TEST(BigInt, AMalformedTextIsInvalidHoweverLongItIs)
{
    Big out;
    EXPECT_EQ(from_text(std::string(5000, '9') + "x", 10, out), Status::invalid_text);
    EXPECT_EQ(from_text("0" + std::string(5000, '9'), 0, out), Status::invalid_text);
    EXPECT_EQ(from_text(std::string(5000, '0') + "1", 10, out), Status::ok);
    EXPECT_EQ(to_i64(out), 1);
}

TEST(BigInt, PowersOfZeroOneAndMinusOneTakeAnyExponent)
{
    Big out;
    const Big huge = power_of_two(4000), huge_odd = parsed("1" + std::string(900, '0') + "1");
    ASSERT_EQ(pow(from_i64(-1), huge, out), Status::ok);
    EXPECT_EQ(to_i64(out), 1);
    ASSERT_EQ(pow(from_i64(-1), huge_odd, out), Status::ok);
    EXPECT_EQ(to_i64(out), -1);
    ASSERT_EQ(pow(Big{}, huge, out), Status::ok);
    EXPECT_EQ(out.size, 0u);
    ASSERT_EQ(pow(Big{}, Big{}, out), Status::ok);
    EXPECT_EQ(to_i64(out), 1);
}

TEST(BigInt, ModularPowersWorkAtTheFullWidth)
{
    // Fermat: 2^(p-1) mod p = 1 for the prime 2^521 - 1; and a full-width modulus stays in bounds.
    Big p, exponent, out;
    ASSERT_EQ(sub(power_of_two(521), from_u64(1), p), Status::ok);
    ASSERT_EQ(sub(p, from_u64(1), exponent), Status::ok);
    ASSERT_EQ(pow_mod(from_u64(3), exponent, p, out), Status::ok);
    EXPECT_EQ(to_i64(out), 1);
    Big widest, inverse, product, quotient, rest;
    ASSERT_EQ(invert(parsed("-" + std::string(1024, 'f')), widest), Status::ok);  // 2^4096 - 2
    ASSERT_EQ(pow_mod(from_u64(3), from_u64(200), widest, out), Status::ok);
    ASSERT_EQ(pow_mod(parsed("10001"), from_i64(-1), power_of_two(2040), inverse), Status::ok);
    ASSERT_EQ(mul(inverse, parsed("10001"), product), Status::ok);
    ASSERT_EQ(divmod(product, power_of_two(2040), quotient, rest), Status::ok);
    EXPECT_EQ(to_i64(rest), 1);
    EXPECT_EQ(pow_mod(from_u64(2), from_i64(-1), power_of_two(64), out), Status::not_invertible);
}

}  // namespace
}  // namespace lariat::pvm::bigint
