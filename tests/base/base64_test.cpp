// Tests of base64: the vectors of RFC 4648, refusals of the strict form, and CPython's answers for the
// lenient forms.
#include "base/base64.hpp"

#include <gtest/gtest.h>

namespace lariat {
namespace {

TEST(Base64, EncodesAndDecodesTheVectorsOfRfc4648)
{
    const std::pair<std::string_view, std::string_view> rows[] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };
    for (const auto& [plain, encoded] : rows) {
        EXPECT_EQ(base64_encode(view(plain)), encoded);
        EXPECT_EQ(base64_decode(encoded), to_bytes(plain)) << encoded;
    }
}

TEST(Base64, EveryByteSurvivesInEitherAlphabet)
{
    Bytes all(256);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<u8>(i);
    for (const auto alphabet : {Base64Alphabet::standard, Base64Alphabet::url_safe})
        for (std::size_t n = 0; n <= all.size(); ++n) {
            const Bytes part(all.end() - static_cast<std::ptrdiff_t>(n), all.end());
            EXPECT_EQ(base64_decode(base64_encode(part, alphabet), alphabet), part);
        }
}

TEST(Base64, ALongTextIsThatOfItsParts)
{
    Bytes part(3 << 10);
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = static_cast<u8>(i * 131 >> 3);
    Bytes all;
    std::string expected;
    for (int i = 0; i < 1'025; ++i) {
        all.insert(all.end(), part.begin(), part.end());
        expected += base64_encode(part);
    }
    all.push_back(0xff);
    EXPECT_EQ(base64_encode(all), expected + "/w==");
    EXPECT_EQ(base64_encode(all, Base64Alphabet::url_safe).substr(expected.size()), "_w==");
}

TEST(Base64, AnAlphabetRefusesTheOthersDigits)
{
    EXPECT_EQ(base64_encode(Bytes{0xfb, 0xff}), "+/8=");
    EXPECT_EQ(base64_encode(Bytes{0xfb, 0xff}, Base64Alphabet::url_safe), "-_8=");
    EXPECT_FALSE(base64_decode("-_8="));
    EXPECT_FALSE(base64_decode("+/8=", Base64Alphabet::url_safe));
}

TEST(Base64, StrictDecodingRefusesWhateverTheEncoderWouldNotWrite)
{
    const std::string_view refused[] = {
        "A",        "AA",      "AAA",       "AA=",   "AAA==",    "A===",   "====",  "=",
        "AB==",     "AAB=",    "AA==AA==",  "AA=A",  "A=AA",     "AA==\n", "AA ==", "AAAA=",
        "AAAA====", "AAA\xff", "Zm9v Zm9v", "Zm9vZ", "====AAAA", "AA*=",
    };
    for (const auto text : refused) EXPECT_FALSE(base64_decode(text)) << text;
    EXPECT_FALSE(base64_decode(std::string_view("AAA\0", 4)));
}

TEST(Base64, EveryGroupOfFourHasOneValueAtMost)
{
    // All texts of two digits and two pads, and of three digits and one: accepted exactly if re-encoding
    // gives the text back.
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int accepted = 0;
    for (const char a : digits)
        for (const char b : digits) {
            const std::string text{a, b, '=', '='};
            const auto decoded = base64_decode(text);
            EXPECT_EQ(decoded.has_value(), digits.find(b) % 16 == 0) << text;
            if (!decoded) continue;
            EXPECT_EQ(base64_encode(*decoded), text);
            ++accepted;
        }
    EXPECT_EQ(accepted, 256);
    for (const char c : digits)
        EXPECT_EQ(base64_decode(std::string{'A', 'A', c, '='}).has_value(), digits.find(c) % 4 == 0);
}

std::string python(std::string_view text, Base64Mode mode, Base64Alphabet alphabet = Base64Alphabet::standard)
{
    const auto decoded = base64_decode_python(text, mode, alphabet);
    return decoded ? std::string(lariat::text(decoded.value())) : decoded.error();
}

TEST(Base64, LenientDecodingIsThatOfPython)
{
    const std::string padding = "Incorrect padding";
    const std::string lone =
        "Invalid base64-encoded string: number of data characters (5) cannot be 1 more than a multiple of 4";
    const std::pair<std::string_view, std::string> rows[] = {
        {"Zm9v", "foo"},
        {"Zm\n9 v*", "foo"},
        {"Zg==", "f"},
        {"Zh==", "f"},
        {"Zg==Zg==", "f"},
        {"Zg", padding},
        {"Zg=", padding},
        {"Zm8", padding},
        {"Zm9vZ", lone},
        {"Zm9vZ===", lone},
        {"=Zg==", "f"},
        {"Z=g==", "f"},
        {"Zg=9v",
         "f\x0f"
         "o"},
        {"====", ""},
        {"", ""},
        {"Zm9v=", "foo"},
        {"Zm-9_v", "foo"},
    };
    for (const auto& [text, expected] : rows) EXPECT_EQ(python(text, Base64Mode::lenient), expected) << text;
}

TEST(Base64, ValidatingDecodingIsThatOfPython)
{
    const std::pair<std::string_view, std::string> rows[] = {
        {"Zm9v", "foo"},
        {"Zh==", "f"},
        {"", ""},
        {"=Zg=", "Leading padding not allowed"},
        {"Zg==Zg==", "Excess data after padding"},
        {"Zg=g", "Discontinuous padding not allowed"},
        {"Zm9v\n", "Only base64 data is allowed"},
        {"Zg=", "Incorrect padding"},
    };
    for (const auto& [text, expected] : rows) EXPECT_EQ(python(text, Base64Mode::validate), expected) << text;
}

TEST(Base64, PythonsUrlSafeDecodingTakesBothAlphabets)
{
    EXPECT_EQ(python("-_8=", Base64Mode::lenient, Base64Alphabet::url_safe), "\xfb\xff");
    EXPECT_EQ(python("+/8=", Base64Mode::lenient, Base64Alphabet::url_safe), "\xfb\xff");
}

}  // namespace
}  // namespace lariat
