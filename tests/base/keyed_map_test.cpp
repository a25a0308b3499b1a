// Tests of the keyed hash of tables whose keys users choose.
#include "base/keyed_map.hpp"

#include <gtest/gtest.h>

namespace lariat {
namespace {

TEST(KeyedMap, HashesDifferWithTheSecretAndAreTheSameThroughoutAProcess)
{
    const KeyedHash one({1, 2}), other({1, 3}), own, own_too;
    const std::string_view name = "name";
    EXPECT_NE(one(name), other(name));
    EXPECT_NE(one(u64{7}), other(u64{7}));
    EXPECT_NE(one(&one), other(&one));
    EXPECT_NE(own(name), one(name));
    EXPECT_EQ(own(name), own_too(name));
    EXPECT_NE(own(u64{7}), 7U);
}

TEST(KeyedMap, FindsWhatIsThere)
{
    KeyedMap<std::string_view, u32> map;
    KeyedSet<std::string> set;
    for (u32 i = 0; i < 1'000; ++i) map[*set.insert(std::to_string(i)).first] = i;
    for (u32 i = 0; i < 1'000; ++i) EXPECT_EQ(map.at(std::to_string(i)), i);
    EXPECT_FALSE(map.contains("1000"));
}

}  // namespace
}  // namespace lariat
