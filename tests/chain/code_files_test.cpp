// Tests of the file of compiled code: entries are found again, never wrong, bounded, and never needed for a
// result.
#include "chain/code_files.hpp"

#include <gtest/gtest.h>

#include "chain/code_cache.hpp"
#include "state/disk/borrowed_directory.hpp"

namespace lariat::chain::code_files_test {
namespace {

constexpr const char* NAME = "programs";

Hash32 hash_of(u8 number)
{
    Hash32 hash;
    hash.bytes.fill(number);
    return hash;
}

Bytes image_of(u8 number)
{
    return Bytes(100 + 13 * number, number);
}

std::unique_ptr<state::Directory> directory_with(BytesView content)
{
    auto directory = state::memory_directory();
    EXPECT_TRUE(directory->create(NAME).value()->write_at(0, content).ok());
    return directory;
}

/// The bytes of the file after `numbers` were kept in it.
Bytes file_with(std::span<const u8> numbers)
{
    const auto directory = state::memory_directory();
    CodeFiles files(std::make_unique<state::BorrowedDirectory>(*directory));
    for (const u8 n : numbers) files.keep(hash_of(n), image_of(n));
    const auto file = directory->open(NAME).value();
    Bytes content(file->size().value());
    EXPECT_TRUE(file->read_at(0, content).ok());
    return content;
}

constexpr std::array<u8, 3> THREE = {1, 2, 3};

TEST(CodeFiles, WhatWasKeptIsFoundAgainAlsoAfterARestart)
{
    CodeFiles files = CodeFiles::in_memory();
    for (const u8 n : THREE) files.keep(hash_of(n), image_of(n));
    EXPECT_EQ(files.find(hash_of(2)), image_of(2));
    EXPECT_FALSE(files.find(hash_of(4)));
    CodeFiles again = std::move(files).reopened();
    EXPECT_EQ(again.size(), 3U);
    for (const u8 n : THREE) EXPECT_EQ(again.find(hash_of(n)), image_of(n));
}

TEST(CodeFiles, AFileThatIsCutOffAnywhereHasWhatIsWholeAndGoesOn)
{
    const Bytes whole = file_with(THREE);
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        CodeFiles files(directory_with(BytesView(whole).first(size)));
        for (const u8 n : THREE) {
            const auto found = files.find(hash_of(n));
            EXPECT_TRUE(!found || *found == image_of(n)) << size;
        }
        files.keep(hash_of(9), image_of(9));
        CodeFiles again = std::move(files).reopened();
        EXPECT_EQ(again.find(hash_of(9)), image_of(9)) << size;
    }
}

TEST(CodeFiles, AByteThatChangedIsNeverGivenOut)
{
    const Bytes whole = file_with(THREE);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        Bytes damaged = whole;
        damaged[at] ^= 0x40;
        CodeFiles files(directory_with(damaged));
        for (const u8 n : THREE) {
            const auto found = files.find(hash_of(n));
            EXPECT_TRUE(!found || *found == image_of(n)) << at;
            files.keep(hash_of(n), image_of(n));
            EXPECT_EQ(files.find(hash_of(n)), image_of(n)) << at;
        }
    }
}

/// A record as `files` of one's own would have it at `at`, as the bytes of a program's author may spell it.
Bytes forged_record(BytesView file, u64 at, u8 number)
{
    const Bytes own = file_with(std::array{number});
    Bytes record(own.begin() + 64, own.end());
    std::memcpy(record.data() + 8, &at, sizeof at);
    const BytesView head = BytesView(record).first(64);
    SipSecret guessed;  // not the one of the file
    std::memcpy(&guessed, own.data() + 40, sizeof guessed);
    EXPECT_NE(0, std::memcmp(&guessed, file.data() + 40, sizeof guessed));
    const u64 mark = siphash<2, 4>(guessed, head.subspan(8));
    std::memcpy(record.data(), &mark, sizeof mark);
    return record;
}

TEST(CodeFiles, BLK1_WhatTheAuthorOfAProgramWroteIsNoRecordWhereItsOwnWasCutOff)
{
    for (u64 forged_at = 64; forged_at < 400; forged_at += 8) {
        const auto directory = state::memory_directory();
        const auto reopened = [&] {
            return CodeFiles(std::make_unique<state::BorrowedDirectory>(*directory));
        };
        {  // an image full of a record of another's code, which is then cut off
            CodeFiles files = reopened();
            files.keep(hash_of(1), image_of(1));
            const u64 at = files.bytes();
            Bytes file(64);
            const auto on_disk = directory->open(NAME).value();
            ASSERT_TRUE(on_disk->read_at(0, file).ok());
            Bytes image(1'000);
            const Bytes record = forged_record(file, at + forged_at, 7);
            std::copy(record.begin(), record.end(),
                      image.begin() + static_cast<std::ptrdiff_t>(forged_at - 64));
            files.keep(hash_of(2), image);
            ASSERT_TRUE(on_disk->truncate(files.bytes() - 8).ok());
        }
        {  // a shorter one in its place, which ends where the forged one begins
            CodeFiles files = reopened();
            EXPECT_EQ(files.size(), 1U);
            if (forged_at >= 128) files.keep(hash_of(3), Bytes(forged_at - 64, 3));
        }
        CodeFiles files = reopened();
        EXPECT_FALSE(files.find(hash_of(7))) << forged_at;
        EXPECT_TRUE(files.find(hash_of(1)));
        EXPECT_EQ(files.find(hash_of(3)).has_value(), forged_at >= 128);
    }
}

TEST(CodeFiles, WhatAnotherBuildHasCompiledIsNotLoaded)
{
    Bytes other = file_with(THREE);
    other[8] ^= 1;  // in the mark of the build
    EXPECT_EQ(CodeFiles(directory_with(other)).size(), 0U);
}

TEST(CodeFiles, AFileThatWouldGrowBeyondItsBoundBeginsAnew)
{
    CodeFiles files(state::memory_directory(), 1'000);
    for (u8 n = 0; n < 60; ++n) {
        files.keep(hash_of(n), image_of(n));
        EXPECT_LE(files.bytes(), 1'000U);
        const bool fits = 64 + 64 + image_of(n).size() + 7 <= 1'000;
        if (fits) {
            EXPECT_EQ(files.find(hash_of(n)), image_of(n)) << int{n};
        }
    }
    EXPECT_LE(files.size(), 5U);
}

struct Nothing final : state::Readable {
    std::optional<Bytes> get(BytesView) const override { return std::nullopt; }
    void for_each(const std::function<void(BytesView, BytesView)>&) const override {}
};

TEST(CodeFiles, CodeThatMemoryHasNoRoomForIsLoadedAndNotCompiledAgain)
{
    Nothing nothing;
    state::Overlay overlay(nothing);
    const World without_sources(overlay, {});
    CodeCache cache(CodeFiles::in_memory(), 1);
    std::vector<std::string> names;
    for (u8 n = 0; n < 20; ++n) {
        names.push_back("handler_" + std::to_string(n));
        ASSERT_TRUE(cache.accept(hash_of(n), "def " + names.back() + "(p): pass\n").ok());
    }
    EXPECT_EQ(cache.size(), 1U);
    for (u8 n = 0; n < 20; ++n)
        EXPECT_TRUE(pvm::defines_handler(*cache.program(hash_of(n), without_sources), names[n]));
}

TEST(CodeFiles, BLK8_EnteringCodePaysForItsImageWhereItsSourceIsShort)
{
    CodeCache cache;
    const std::string plain = "def go(p):\n    x = 1\n    return b'" + std::string(4'000, 'a') + "'\n";
    std::string dense = "def go(p): pass\n";
    while (dense.size() < 100'000) dense += "class a:0\n";
    EXPECT_EQ(cache.accept(hash_of(1), plain).value().entry_cycles, plain.size() / 4);
    const u32 cycles = cache.accept(hash_of(2), dense).value().entry_cycles;
    EXPECT_EQ(cycles, (pvm::compile_image(dense, cache.limits()).value().size() - 4096) / 32);
    EXPECT_GT(cycles, dense.size() / 2);
}

}  // namespace
}  // namespace lariat::chain::code_files_test
