// The archive puts its writing off: the last blocks wait in memory, and what a revert cuts off is removed
// later. Whatever waits, it answers as one that wrote the same blocks and nothing else.
#include "node/archive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include <unistd.h>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "node/block_text.hpp"
#include "node/fed_archive.hpp"

namespace lariat::node {
namespace {

using Draw = std::mt19937_64;

Hash32 hash_of(const std::string& name)
{
    return keccak256(view(name));
}

/// A branch has its own blocks; rows of different branches may have the same hash or id, as the same
/// transaction or timer has when it comes again after a revert.
ArchivedBlock block_of(u64 height, u64 branch, Draw& draw)
{
    const std::string name = std::to_string(height) + "/" + std::to_string(branch);
    ArchivedBlock block;
    block.height = height;
    block.hash = hash_of(name);
    block.json = R"({"height":)" + std::to_string(height) + R"(,"branch":)" + std::to_string(branch) + "}";
    block.lists = draw() % 2 ? R"("receipts":[],"fired":[])" : "";
    for (u64 i = draw() % 3; i > 0; --i) {
        const std::string tx = "tx" + std::to_string(height) + "." + std::to_string(i);
        block.txs.push_back({hash_of(tx), {}, R"({"tx":")" + name + tx + R"("})"});
    }
    for (u64 i = draw() % 3; i > 0; --i) {
        const Hash32 timer = hash_of("timer" + std::to_string(draw() % 12));
        block.fires.push_back({timer, {}, {}, "height", "ok", R"({"fire":")" + name + R"("})"});
        block.exits.push_back({timer, std::nullopt, "fired", R"({"exit":")" + name + R"("})"});
        block.events.push_back({"E", std::nullopt, "t", timer, R"({"event":")" + name + R"("})"});
    }
    if (draw() % 3 == 0)
        block.origins.push_back({hash_of("timer" + std::to_string(draw() % 12)), "\"" + name + "\""});
    if (draw() % 3 == 0)
        block.gone.push_back({hash_of("timer" + std::to_string(draw() % 12)), "fired", name});
    // Keys that a chain writes in every block.
    for (const char key : {'R', 'k', 'm'})
        if (draw() % 2)
            block.writes.push_back(
                {{static_cast<u8>(key)}, draw() % 4 ? std::optional(to_bytes("e" + name)) : std::nullopt});
    // Now and then more than may wait.
    const u64 keys = draw() % 10 == 0 ? 80 : 4;
    for (u64 key = 0; key < keys; ++key)
        if (draw() % 2)
            block.writes.push_back(
                {{static_cast<u8>(key)}, draw() % 4 ? std::optional(to_bytes("v" + name)) : std::nullopt});
    return block;
}

/// Without rows.
ArchivedBlock bare_block(u64 height)
{
    ArchivedBlock block;
    block.height = height;
    block.hash = hash_of(std::to_string(height));
    block.json = "{}";
    return block;
}

std::unique_ptr<Archive> opened(const std::string& path = {})
{
    auto archive = Archive::open(path);
    EXPECT_TRUE(archive.ok()) << archive.error().message;
    return std::move(archive).value();
}

/// Every kind of question, each before the other archive is made whole by comparing.
void expect_alike(const Archive& a, const Archive& b, u64 top)
{
    ASSERT_EQ(a.head(), b.head());
    for (u64 height = 0; height <= top + 1; ++height) {
        ASSERT_EQ(a.block_json(height, true), b.block_json(height, true)) << height;
        ASSERT_EQ(a.block_json(height, false), b.block_json(height, false)) << height;
        for (u64 branch = 0; branch < 40; ++branch) {
            const Hash32 hash = hash_of(std::to_string(height) + "/" + std::to_string(branch));
            ASSERT_EQ(a.height_of(hash), b.height_of(hash)) << height;
        }
        for (u64 i = 1; i < 3; ++i) {
            const Hash32 hash = hash_of("tx" + std::to_string(height) + "." + std::to_string(i));
            const auto x = a.tx(hash), y = b.tx(hash);
            ASSERT_EQ(x.has_value(), y.has_value()) << height;
            if (x) {
                ASSERT_EQ(x->json, y->json);
                ASSERT_EQ(x->height, y->height);
                ASSERT_EQ(x->index, y->index);
            }
        }
    }
    for (u8 key = 0; key < 4; ++key)
        for (u64 height = 0; height <= top; ++height)
            ASSERT_EQ(a.state_at(Bytes{key}, height), b.state_at(Bytes{key}, height)) << int(key);
}

void expect_same_lists(const Archive& a, const Archive& b, u64 top)
{
    using T = Archive::Table;
    for (const T table : {T::blocks, T::txs, T::fires, T::exits, T::events}) {
        HistoryPage page;
        page.limit = 1'000;
        const auto x = a.list(table, {}, page).rows, y = b.list(table, {}, page).rows;
        ASSERT_EQ(x.size(), y.size());
        for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(x[i].json, y[i].json);
    }
    for (u64 id = 0; id < std::min<u64>(12, top); ++id) {
        const Hash32 timer = hash_of("timer" + std::to_string(id));
        const u64 height = top - id;
        const auto x = a.life(timer, height), y = b.life(timer, height);
        ASSERT_EQ(x.has_value(), y.has_value());
        if (!x) continue;
        ASSERT_EQ(x->cause, y->cause);
        ASSERT_EQ(x->exit_height, y->exit_height);
        ASSERT_EQ(x->json, y->json);
    }
    ASSERT_EQ(a.state_with_prefix({}, top, {}, 1'000, 1'000'000).pairs,
              b.state_with_prefix({}, top, {}, 1'000, 1'000'000).pairs);
    const auto difference = a.difference(b, 0, true, [](const std::string&, u64) {});
    ASSERT_TRUE(difference.ok()) << difference.error().message;
    ASSERT_EQ(difference.value(), std::nullopt);
}

TEST(Archive, NODE46_WhatItPutsOffShowsInNoAnswer)
{
    const std::string path =
        (std::filesystem::temp_directory_path() / ("archive-test-" + std::to_string(::getpid()))).string();
    u64 cut = 0, reopened = 0;
    for (u64 seed = 1; seed <= 30; ++seed) {
        Draw draw(seed);
        std::filesystem::remove(path);
        auto archive = opened(path);
        std::vector<ArchivedBlock> live;
        u64 branch = 0, top = 0;
        for (u64 step = 0; step < 60; ++step) {
            const u64 choice = draw() % 12;
            if (choice < 8 || live.empty()) {
                live.push_back(block_of(live.size(), branch, draw));
                ASSERT_TRUE(archive->add(live.back()).ok());
            } else if (choice < 10) {
                const u64 to = live.size() - 1 - std::min<u64>(live.size() - 1, draw() % 25);
                cut += live.size() - 1 - to;
                live.resize(to + 1);
                ++branch;
                ASSERT_TRUE(archive->revert_to(to).ok());
            } else if (choice == 10) {
                ASSERT_TRUE(archive->settle().ok());
            } else {
                archive.reset();
                archive = opened(path);
                ++reopened;
            }
            top = std::max<u64>(top, live.size());
        }
        const auto plain = opened();
        for (const ArchivedBlock& block : live) ASSERT_TRUE(plain->add(block).ok());
        expect_alike(*archive, *plain, top);
        expect_same_lists(*archive, *plain, top);
        EXPECT_TRUE(archive->is_settled());
    }
    std::filesystem::remove(path);
    EXPECT_GT(cut, 100u);
    EXPECT_GT(reopened, 50u);
}

TEST(Archive, NODE31_ForgettingKeepsEveryStateFromTheFirstOnThatIsKept)
{
    for (u64 seed = 1; seed <= 30; ++seed) {
        Draw draw(seed);
        const auto archive = opened(), plain = opened();
        u64 states_from = 0;
        for (u64 height = 0; height < 80; ++height) {
            const ArchivedBlock block = block_of(height, 0, draw);
            ASSERT_TRUE(archive->add(block).ok());
            ASSERT_TRUE(plain->add(block).ok());
            if (draw() % 8 != 0) continue;
            states_from = std::max(states_from, draw() % (height + 1));
            ASSERT_TRUE(archive->forget(0, states_from).ok());
        }
        for (u64 height = states_from; height < 80; ++height)
            for (u8 key = 0; key < 128; ++key)
                ASSERT_EQ(archive->state_at(Bytes{key}, height), plain->state_at(Bytes{key}, height));
        const auto difference =
            archive->difference(*plain, states_from, true, [](const std::string&, u64) {});
        ASSERT_TRUE(difference.ok());
        ASSERT_EQ(difference.value(), std::nullopt);
        // What was forgotten is gone: one version of a key, or none.
        u64 rows = 0, versions = 0;
        archive->each_state(states_from, [&](BytesView, BytesView) { ++rows; });
        for (u8 key = 0; key < 128; ++key)
            if (archive->state_at(Bytes{key}, states_from)) ++versions;
        EXPECT_EQ(rows, versions);
    }
}

TEST(Archive, NODE30_AHashIsFoundInEveryPartOfItsIndex)
{
    constexpr u64 IN_PART = 65'536, BLOCKS = 40, EACH = 2 * IN_PART / BLOCKS + 100;
    const std::string path =
        (std::filesystem::temp_directory_path() / ("archive-parts-" + std::to_string(::getpid()))).string();
    std::filesystem::remove(path);
    const auto name = [](u64 height, u64 index) {
        return hash_of(std::to_string(height) + "." + std::to_string(index));
    };
    const auto add_blocks = [&](Archive& archive, u64 from, u64 to) {
        for (u64 height = from; height <= to; ++height) {
            ArchivedBlock block = bare_block(height);
            for (u64 i = 0; i < EACH; ++i) block.txs.push_back({name(height, i), {}, "{}"});
            ASSERT_TRUE(archive.add(std::move(block)).ok());
        }
    };
    const auto is_there = [&](const Archive& archive, u64 height, u64 index) {
        const auto found = archive.tx(name(height, index));
        return found && found->height == height && found->index == index;
    };
    auto archive = opened(path);
    add_blocks(*archive, 1, 15);
    archive.reset();
    archive = opened(path);  // in the midst of a part
    add_blocks(*archive, 16, BLOCKS);
    for (u64 height = 1; height <= BLOCKS; ++height)
        for (const u64 index : {u64{0}, EACH / 2, EACH - 1}) EXPECT_TRUE(is_there(*archive, height, index));
    EXPECT_FALSE(is_there(*archive, 1, EACH));
    EXPECT_FALSE(is_there(*archive, BLOCKS + 1, 0));

    ASSERT_TRUE(archive->revert_to(BLOCKS - 2).ok());
    EXPECT_FALSE(is_there(*archive, BLOCKS, 0));
    EXPECT_TRUE(is_there(*archive, BLOCKS - 2, 0));
    ASSERT_TRUE(archive->forget(25, 0).ok());  // the oldest part with it
    EXPECT_FALSE(is_there(*archive, 24, EACH - 1));
    EXPECT_TRUE(is_there(*archive, 25, 0));
    add_blocks(*archive, BLOCKS - 1, BLOCKS);
    EXPECT_TRUE(is_there(*archive, BLOCKS, EACH - 1));
    std::filesystem::remove(path);
}

TEST(Archive, NODE27_APageIsWhatAPlainReadingOfItsBoundsGives)
{
    constexpr u64 HEIGHTS = 30;
    Draw draw(1);
    const auto archive = opened();
    std::vector<std::pair<u64, u64>> all;
    for (u64 height = 0; height < HEIGHTS; ++height) {
        ArchivedBlock block = bare_block(height);
        for (u64 i = 0, rows = draw() % 4; i < rows; ++i) {
            block.txs.push_back({hash_of(std::to_string(height) + "." + std::to_string(i)), {}, "{}"});
            all.emplace_back(height, i);
        }
        ASSERT_TRUE(archive->add(std::move(block)).ok());
    }
    const auto any_height = [&]() -> u64 {
        constexpr u64 FAR[] = {u64{1} << 34, u64{1} << 35, u64{1} << 36, static_cast<u64>(INT64_MAX),
                               U64_MAX};
        return draw() % 6 == 0 ? FAR[draw() % std::size(FAR)] : draw() % (HEIGHTS + 3);
    };
    u64 shown = 0;
    for (u64 round = 0; round < 4'000; ++round) {
        HistoryPage page;
        page.from_height = any_height();
        page.to_height = any_height();
        page.ascending = draw() % 2 == 0;
        if (draw() % 2) page.after = {any_height(), draw() % 5 == 0 ? any_height() : draw() % 4};
        page.limit = 1 + draw() % 9;
        std::vector<std::pair<u64, u64>> wanted;
        for (const auto& place : all) {
            const bool is_behind =
                !page.after || (page.ascending ? place > *page.after : place < *page.after);
            if (place.first >= page.from_height && place.first <= page.to_height && is_behind)
                wanted.push_back(place);
        }
        if (!page.ascending) std::ranges::reverse(wanted);
        if (wanted.size() > page.limit) wanted.resize(page.limit);
        std::vector<std::pair<u64, u64>> got;
        for (const ArchivedRow& row : archive->list(Archive::Table::txs, {}, page).rows)
            got.emplace_back(row.height, row.index);
        ASSERT_EQ(wanted, got) << "round " << round;
        shown += got.size();
    }
    EXPECT_GT(shown, 4'000u);
}

TEST(Archive, NODE27_NODE51_WithTwoFiltersAPageEndsByWhatItLookedAtAndAllPagesTogetherHaveAllRows)
{
    const auto archive = opened();
    constexpr u64 HEIGHTS = 40, FIRES = 2'000;
    std::vector<std::pair<u64, u64>> wanted;
    for (u64 height = 0; height < HEIGHTS; ++height) {
        ArchivedBlock block = bare_block(height);
        for (u64 i = 0; i < FIRES; ++i) {
            // The rare ones are of the other owner but for a few.
            const bool is_rare = i % 7 == 0, is_wanted = is_rare && height == HEIGHTS / 2 && i < 20;
            Address owner;
            owner.bytes.fill(is_rare && !is_wanted ? 2 : 1);
            block.fires.push_back(
                {hash_of(std::to_string(i)), owner, {}, "height", is_rare ? "failed" : "ok", "{}"});
            if (is_wanted) wanted.emplace_back(height, i);
        }
        ASSERT_TRUE(archive->add(std::move(block)).ok());
    }
    Address owner;
    owner.bytes.fill(1);
    const ArchiveFilters both{{"status", "failed"}, {"owner", std::string(text(view(owner)))}};
    for (const bool ascending : {true, false}) {
        HistoryPage page;
        page.ascending = ascending;
        page.limit = 2;
        std::vector<std::pair<u64, u64>> got;
        u64 pages = 0, ended_early = 0;
        for (;; ++pages) {
            const auto [rows, looked_to] = archive->list(Archive::Table::fires, both, page);
            for (const ArchivedRow& row : rows) got.emplace_back(row.height, row.index);
            if (looked_to) {
                ASSERT_LT(rows.size(), page.limit);
                ++ended_early;
                page.after = looked_to;
            } else if (rows.size() == page.limit) {
                page.after = {rows.back().height, rows.back().index};
            } else {
                break;
            }
        }
        if (!ascending) std::ranges::reverse(got);
        EXPECT_EQ(wanted, got);
        EXPECT_GE(ended_early, 2u);
        EXPECT_LT(pages, 20u);
    }
}

TEST(Archive, NODE27_APageOfStatesEndsByTheDeletedKeysThatItLookedAtAndAllPagesTogetherHaveAllKeys)
{
    const auto archive = opened();
    const auto key_of = [](u64 number) {
        Bytes key{'x'};
        for (int shift = 16; shift >= 0; shift -= 8) key.push_back(static_cast<u8>(number >> shift));
        return key;
    };
    constexpr u64 KEYS = 50'000;
    std::vector<std::pair<Bytes, Bytes>> wanted;
    for (u64 height = 0; height < 3; ++height) {
        ArchivedBlock block = bare_block(height);
        for (u64 i = 0; i < KEYS; ++i) {
            const bool stays = i < 3 || i == KEYS / 2;
            const Bytes value{static_cast<u8>(height)};
            if (height == 0) block.writes.push_back({key_of(i), value});
            if (height == 1 && !stays) block.writes.push_back({key_of(i), std::nullopt});
            if (height == 2 && stays) block.writes.push_back({key_of(i), value});
            if (height == 2 && stays) wanted.emplace_back(key_of(i), value);
        }
        ASSERT_TRUE(archive->add(std::move(block)).ok());
    }
    std::vector<std::pair<Bytes, Bytes>> got;
    Bytes after;
    u64 ended_early = 0;
    for (;;) {
        const auto [pairs, looked_to] = archive->state_with_prefix(Bytes{'x'}, 2, after, 2, 1'000'000);
        got.insert(got.end(), pairs.begin(), pairs.end());
        if (looked_to)
            after = *looked_to;
        else if (pairs.size() == 2)
            after = pairs.back().first;
        else
            break;
        ended_early += looked_to ? 1 : 0;
        ASSERT_LT(ended_early, 10u);
    }
    EXPECT_EQ(wanted, got);
    EXPECT_EQ(2u, ended_early);
    EXPECT_EQ(KEYS,
              archive->state_with_prefix(Bytes{'x'}, 0, {}, KEYS + 1, U64_MAX).pairs.size() +
                  archive->state_with_prefix(Bytes{'x'}, 0, key_of(19'999), KEYS, U64_MAX).pairs.size() +
                  archive->state_with_prefix(Bytes{'x'}, 0, key_of(39'999), KEYS, U64_MAX).pairs.size());
}

TEST(Archive, NODE52_TheHashOfTheFirstBlockOutlivesTheBlockAndNotTheChain)
{
    const auto archive = opened();
    EXPECT_FALSE(archive->first_hash());
    for (u64 height = 0; height < 4; ++height) ASSERT_TRUE(archive->add(bare_block(height)).ok());
    ASSERT_TRUE(archive->keep_first_hash(hash_of("0")).ok());
    ASSERT_TRUE(archive->forget(3, 3).ok());
    ASSERT_TRUE(archive->revert_to(3).ok());
    EXPECT_EQ(hash_of("0"), archive->first_hash());
    ASSERT_TRUE(archive->clear().ok());
    EXPECT_FALSE(archive->first_hash());
}

TEST(FedArchive, NODE46_BlocksFromTheThreadBesideAreThereForWhoeverReads)
{
    for (u64 seed = 0; seed < 12; ++seed) {
        Draw draw(seed);
        FedArchive fed;
        fed = opened();
        const auto plain = opened();
        u64 states_from = 0;
        // Reads after every block, seldom, or never before the end.
        const u64 reads = std::array<u64, 3>{2, 600, 100'000}[seed % 3];
        for (u64 height = 0; height < 3'000; ++height) {
            ArchivedBlock block = block_of(height, 0, draw);
            block.gone.clear();  // what they were is asked of a state that these blocks do not have
            ASSERT_TRUE(plain->add(block).ok());
            ASSERT_TRUE(fed.feed(std::move(block), {}).ok());
            if (height % 64 == 63) {
                states_from += draw() % 64;
                const u64 blocks_from = states_from / 2;
                ASSERT_TRUE(plain->forget(blocks_from, states_from).ok());
                ASSERT_TRUE(fed.feed_forget(blocks_from, states_from).ok());
            }
            if (draw() % reads == 0) {
                ASSERT_EQ(fed->states_from(), plain->states_from());
                ASSERT_EQ(fed->block_json(height, true), plain->block_json(height, true));
            }
        }
        ASSERT_EQ(fed->states_from(), plain->states_from());
        expect_alike(*fed, *plain, 100);
        const auto difference = fed->difference(*plain, states_from, true, [](const std::string&, u64) {});
        ASSERT_TRUE(difference.ok()) << difference.error().message;
        ASSERT_EQ(difference.value(), std::nullopt);
    }
}

TEST(FedArchive, ABlockThatCannotBeAddedIsToldOfByALaterCall)
{
    FedArchive fed;
    fed = opened();
    Draw draw(1);
    ArchivedBlock block = block_of(1, 0, draw);
    block.gone.clear();
    bool is_told = false;
    // The same height again and again.
    for (u64 i = 0; i < 10'000 && !is_told; ++i) is_told = !fed.feed(block, {}).ok();
    EXPECT_TRUE(is_told);
    EXPECT_FALSE(fed.finish().ok());
    EXPECT_FALSE(fed.feed(block, {}).ok());
    EXPECT_FALSE(fed.add(block, Archive::Write::soon).ok());
    fed = opened();
    EXPECT_TRUE(fed.feed(block, {}).ok());
}

TEST(BlockText, PacksAnyTextAndUnpacksNoOtherBytes)
{
    Draw draw(7);
    BlockText text;
    const std::string block =
        R"({"height":7,"hash":"0x21","discipline":"fifo","used":{"cycles":0,"cells":0,"lane":0}})";
    EXPECT_LT(text.pack(block).size(), block.size());
    const std::string hash = to_hex(hash_of("a")), address = hash.substr(0, 42);
    const std::string hashes = "\"" + hash + "\",\"" + address + "\"";
    EXPECT_LT(text.pack(hashes).size(), hashes.size() * 2 / 3);
    // One digit more or less, digits in upper case, no digit, no end.
    for (const std::string& one :
         {hashes, "\"" + hash + "0\"", "\"" + hash.substr(0, 65) + "\"", "\"0xABCDEF" + hash.substr(8) + "\"",
          "\"" + hash.substr(0, 60) + "g" + hash.substr(61) + "\"", "\"" + hash, "\"" + address,
          std::string("\"0x"), "\"\"0x\"" + hash + "\"\"" + address + "\""})
        EXPECT_EQ(text.unpack(text.pack(one)), one);
    for (u64 i = 0; i < 300; ++i) {
        std::string one(draw() % (i % 20 ? 5'000 : 200'000), 'x');
        for (char& c : one) c = draw() % 3 ? block[draw() % block.size()] : static_cast<char>(draw());
        if (i % 2)
            for (char& c : one) c = static_cast<u8>(c) >= 0xfe ? ' ' : c;  // then hashes are folded
        for (std::size_t at = draw() % 500; at + hashes.size() < one.size(); at += 1 + draw() % 500)
            one.replace(at, hashes.size(), hashes);
        Bytes packed = to_bytes(text.pack(one));
        ASSERT_EQ(text.unpack(packed), one);
        // With a byte that changed it may be another text, of a length that so few bytes can have.
        packed[draw() % packed.size()] ^= static_cast<u8>(1 + draw() % 255);
        const auto other = text.unpack(packed);
        ASSERT_LE(other.value_or("").size(), packed.size() * 1'100);
        packed.resize(draw() % packed.size());
        ASSERT_FALSE(text.unpack(packed).has_value());
    }
    EXPECT_FALSE(text.unpack(Bytes{0xff, 0xff, 0xff, 0xff}).has_value());
    EXPECT_EQ(text.unpack(text.pack("")), "");
}

}  // namespace
}  // namespace lariat::node
