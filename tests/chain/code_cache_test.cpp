// Tests of the cache of compiled code: bounded by size, and separate for each version of the gas table.
#include "chain/code_cache.hpp"

#include <gtest/gtest.h>

namespace lariat::chain {
namespace {

struct Nothing final : state::Readable {
    std::optional<Bytes> get(BytesView) const override { return std::nullopt; }
    void for_each(const std::function<void(BytesView, BytesView)>&) const override {}
};

struct Codes {
    Nothing nothing;
    state::Overlay overlay{nothing};
    World world{overlay, {}};

    Hash32 put(u8 number, const std::string& source)
    {
        Hash32 hash;
        hash.bytes.fill(number);
        world.put_code(hash, source);
        return hash;
    }
};

TEST(CodeCache, CodeIsCompiledOnceForEachVersionOfTheGasTable)
{
    Codes codes;
    const Hash32 hash = codes.put(1, "def go(p): pass\n");
    CodeCache cache;
    const auto program = cache.program(hash, codes.world, 1);
    EXPECT_EQ(cache.program(hash, codes.world, 1), program);
    EXPECT_NE(cache.program(hash, codes.world, 2), program) << "a changed table met code with the old prices";
    EXPECT_EQ(cache.program(hash, codes.world, 1), program);
    EXPECT_EQ(cache.program(hash, codes.world), cache.program(hash, codes.world, pvm::gas::VERSION));
}

TEST(CodeCache, WhatCompiledCodeKeepsIsCountedAndNotItsSource)
{
    Codes codes;
    std::string dense = "def go(p): pass\nx = [";
    while (dense.size() < 100'000) dense += "a<b<c,";
    const Hash32 hash = codes.put(1, dense + "]\n");
    CodeCache cache;
    const auto program = cache.program(hash, codes.world);
    EXPECT_GE(cache.bytes(), pvm::kept_bytes(*program));
    EXPECT_GT(pvm::kept_bytes(*program), 5 * dense.size());
}

TEST(CodeCache, TheLeastRecentlyUsedGoesWhenCodeKeepsMoreThanTheBound)
{
    Codes codes;
    const auto source = [](int i) {
        return "def go(p): return b'" + std::string(2'000, 'a') + std::to_string(i) + "'\n";
    };
    CodeCache cache(CodeFiles::in_memory(), 64 << 10);
    std::vector<Hash32> hashes;
    for (u8 i = 0; i < 100; ++i) {
        hashes.push_back(codes.put(i, source(i)));
        cache.program(hashes.back(), codes.world);
        EXPECT_LE(cache.bytes(), u64{64} << 10);
    }
    EXPECT_LT(cache.size(), 40u);
    const auto latest = cache.program(hashes[99], codes.world);
    const auto first = cache.program(hashes[0], codes.world);  // compiled anew
    EXPECT_TRUE(pvm::defines_handler(*first, "go"));
    EXPECT_EQ(cache.program(hashes[99], codes.world), latest);
}

TEST(CodeCache, CodeBeyondTheBoundStaysAloneUntilOtherIsUsed)
{
    Codes codes;
    const Hash32 big = codes.put(1, "x = '" + std::string(100'000, 'a') + "'\ndef go(p): pass\n");
    const Hash32 small = codes.put(2, "def go(p): pass\n");
    CodeCache cache(CodeFiles::in_memory(), 10'000);
    const auto program = cache.program(big, codes.world);
    EXPECT_EQ(cache.program(big, codes.world), program);
    cache.program(small, codes.world);
    EXPECT_EQ(cache.size(), 1u);
    EXPECT_LE(cache.bytes(), 10'000u);
}

}  // namespace
}  // namespace lariat::chain
