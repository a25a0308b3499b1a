// The trie's roots: pinned, a function of the contents alone, and computable from the document.
#include "state/merkle_trie.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/hex.hpp"
#include "contents.hpp"

namespace lariat::state {
namespace {

Bytes b(std::string_view s)
{
    return to_bytes(s);
}

std::string root_text(const Contents& contents)
{
    return to_hex(root_of(contents));
}

Contents thousand()
{
    Contents out;
    for (u32 i = 0; i < 1000; ++i) {
        out[Bytes{0, 0, static_cast<u8>(i >> 8), static_cast<u8>(i)}] = Bytes(i, static_cast<u8>(i));
    }
    return out;
}

TEST(MerkleTrie, DET2_RootsOfFixedContentsArePinned)
{
    EXPECT_EQ(root_text({}), "0xdbc1b4c900ffe48d575b5da5c638040125f65db0fe3e24494b76ea986457d986");
    EXPECT_EQ(root_text({{b("a"), {}}}),
              "0xa4bbd8ecc11f4da3da075e0c5751c5b791f20c80642fbae9782503782a14adfc");
    EXPECT_EQ(root_text({{{}, b("a")}}),
              "0xbbbdecff0b581bc24ca184e7f888d6d2f887608bc66c5186271cfb8bf073af9b");
    EXPECT_EQ(root_text({{b("a"), b("1")}, {b("b"), b("2")}, {b("c"), b("3")}}),
              "0x62228204a3111d462f0a9bd7152c711bb11637f5c53061c95d8c628089ef74ab");
    EXPECT_EQ(root_text(thousand()), "0x7ab5ec2c4ecc4ef2b8cb71d6eefd1c0c410625fbcb5a94dc908af98d5392d767");
}

TEST(MerkleTrie, AbsentAndEmptyHaveDifferentRoots)
{
    EXPECT_NE(root_of({}), root_of({{b("k"), {}}}));
    EXPECT_NE(root_of({{b("a"), b("1")}}), root_of({{b("a"), b("1")}, {b("k"), {}}}));
    MerkleTrie trie;
    trie.put(view("k"), {});
    ASSERT_NE(trie.find(view("k")), nullptr);
    EXPECT_EQ(trie.find(view("")), nullptr);
}

TEST(MerkleTrie, PutAndEraseGiveWhatWasThere)
{
    MerkleTrie trie;
    EXPECT_EQ(trie.put(view("k"), b("1")), std::nullopt);
    EXPECT_EQ(trie.put(view("k"), b("2")), b("1"));
    EXPECT_EQ(trie.erase(view("other")), std::nullopt);
    EXPECT_EQ(trie.erase(view("k")), b("2"));
    EXPECT_EQ(trie.erase(view("k")), std::nullopt);
    EXPECT_EQ(trie.size(), 0U);
    EXPECT_EQ(trie.rehash(), MerkleTrie::empty_root());
}

TEST(MerkleTrie, TMR3_RootDoesNotDependOnTheOrderOfInsertion)
{
    const Contents contents = thousand();
    const Hash32 expected = root_of(contents);
    std::vector<std::pair<Bytes, Bytes>> pairs(contents.begin(), contents.end());
    for (u64 seed = 0; seed < 5; ++seed) {
        std::mt19937_64 random(seed);
        std::shuffle(pairs.begin(), pairs.end(), random);
        MerkleTrie trie;
        for (const auto& [key, value] : pairs) {
            trie.put(key, value);
            if (random() % 50 == 0) trie.rehash();
        }
        EXPECT_EQ(trie.rehash(), expected);
    }
}

TEST(MerkleTrie, DeletingAndAddingAgainGivesTheSameRoot)
{
    const Contents contents = thousand();
    MerkleTrie trie;
    for (const auto& [key, value] : contents) trie.put(key, value);
    const Hash32 expected = trie.rehash();
    for (const auto& [key, value] : contents) {
        if (key[3] % 3 == 0) trie.erase(key);
    }
    EXPECT_NE(trie.rehash(), expected);
    for (const auto& [key, value] : contents) trie.put(key, value);
    EXPECT_EQ(trie.rehash(), expected);
    for (const auto& [key, value] : contents) trie.erase(key);
    EXPECT_EQ(trie.rehash(), MerkleTrie::empty_root());
}

TEST(MerkleTrie, AnyChangeOfContentsChangesTheRoot)
{
    const Contents contents{{b("a"), b("1")}, {b("b"), b("2")}, {b("c"), b("")}};
    const Hash32 root = root_of(contents);
    for (const auto& [key, value] : contents) {
        Contents other = contents;
        other[key].push_back(0);
        EXPECT_NE(root_of(other), root);
        other.erase(key);
        EXPECT_NE(root_of(other), root);
    }
    EXPECT_NE(root_of({{b("a"), b("2")}, {b("b"), b("1")}, {b("c"), b("")}}), root);
}

TEST(MerkleTrie, VisitsEachPairOnceInAnOrderOfTheContentsAlone)
{
    const Contents contents = thousand();
    const auto order = [](const MerkleTrie& trie) {
        std::vector<Bytes> keys;
        trie.for_each([&](BytesView key, BytesView) { keys.push_back(to_bytes(key)); });
        return keys;
    };
    MerkleTrie forward;
    MerkleTrie backward;
    for (const auto& [key, value] : contents) forward.put(key, value);
    for (auto at = contents.rbegin(); at != contents.rend(); ++at) backward.put(at->first, at->second);
    EXPECT_EQ(order(forward).size(), contents.size());
    EXPECT_EQ(order(forward), order(backward));
}

std::string recomputed_root(const Contents& contents)
{
    const std::filesystem::path dump =
        std::filesystem::temp_directory_path() / ("lariat-root-" + std::to_string(std::random_device{}()));
    {
        std::ofstream out(dump);
        for (const auto& [key, value] : contents)
            out << to_hex(key).substr(2) << ',' << to_hex(value).substr(2) << '\n';
    }
    const auto script = std::filesystem::path(__FILE__).parent_path() / "recompute_root.py";
    const std::string command = "python3 '" + script.string() + "' < '" + dump.string() + "'";
    std::string printed;
    if (FILE* pipe = popen(command.c_str(), "r")) {
        char line[128];
        while (std::fgets(line, sizeof line, pipe) != nullptr) printed += line;
        if (pclose(pipe) != 0) printed = "the script failed";
    }
    std::filesystem::remove(dump);
    return printed;
}

TEST(MerkleTrie, DET2_RootIsWhatThePythonScriptComputesFromADump)
{
    EXPECT_EQ(recomputed_root({}), root_text({}) + "\n");
    EXPECT_EQ(recomputed_root(thousand()), root_text(thousand()) + "\n");
    std::mt19937_64 random(7);
    for (const int size : {1, 2, 3, 50}) {
        Contents contents;
        for (int i = 0; i < size; ++i) contents[random_bytes(random, 40)] = random_bytes(random, 40);
        EXPECT_EQ(recomputed_root(contents), root_text(contents) + "\n");
    }
}

}  // namespace
}  // namespace lariat::state
