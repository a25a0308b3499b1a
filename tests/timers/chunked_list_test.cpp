// Tests of the chunked list against a vector, and of the writes of each change.
#include "timers/chunked_list.hpp"

#include <gtest/gtest.h>

#include <random>

#include "state/log_store.hpp"

namespace lariat::timers::chunked_list_test {
namespace {

const Bytes KEY = to_bytes("hsome-height"), FIELDS = to_bytes("fields");

TimerId id_of(u64 n)
{
    TimerId id;
    std::memcpy(id.bytes.data(), &n, sizeof n);
    id.bytes.back() = 1;
    return id;
}

struct Entry {
    TimerId id;
    u64 chunk;
};

class Lists : public testing::Test {
protected:
    void commit()
    {
        ASSERT_TRUE(store->commit(state.changes()));
        state.clear();
    }

    /// Bytes of the keys and values that a commit would take now.
    std::size_t bytes_to_commit() const
    {
        std::size_t bytes = 0;
        for (const state::WriteView& w : state.changes())
            bytes += w.key.size() + (w.value ? w.value->size() : 0);
        return bytes;
    }

    std::size_t keys() const
    {
        std::size_t n = 0;
        store->for_each([&](BytesView, BytesView) { ++n; });
        return n;
    }

    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay state{*store};
    Entry append(u64 n) { return {id_of(n), list().append(id_of(n), FIELDS)}; }
    void erase(const Entry& entry) { list().erase(entry.chunk, entry.id, FIELDS); }

    ChunkedList list() { return {state, Key(KEY), FIELDS.size(), ChunkedList::WhenEmpty::is_erased}; }
};

std::vector<TimerId> ids(const std::vector<Entry>& model)
{
    std::vector<TimerId> out;
    for (const Entry& e : model) out.push_back(e.id);
    return out;
}

TEST_F(Lists, AgreeWithAVectorUnderAppendAndEraseInAnyOrder)
{
    for (u64 seed = 1; seed <= 10; ++seed) {
        std::mt19937_64 random(seed);
        std::vector<Entry> model;
        u64 next = seed * 1'000'000;
        u64 appends_of_ten = 6;
        for (int step = 0; step < 2'000; ++step) {
            if (step % 200 == 0) appends_of_ten = 2 + random() % 7;  // fills up, then runs low, and again
            if (model.empty() || random() % 10 < appends_of_ten) {
                model.push_back(append(next++));
            } else if (random() % 20 == 0) {
                const u64 count = random() % std::min<u64>(model.size() + 1, 60);
                list().erase_front(count, FIELDS);
                model.erase(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(count));
            } else {
                const auto at = static_cast<std::ptrdiff_t>(random() % model.size());
                erase(model[static_cast<std::size_t>(at)]);
                model.erase(model.begin() + at);
            }
            ASSERT_EQ(list().size(), model.size());
            ASSERT_EQ(list().fields().has_value(), !model.empty());
            ASSERT_EQ(list().entries(1), ids({model.begin(), model.begin() + (model.empty() ? 0 : 1)}));
            if (step % 50 == 0) {
                ASSERT_EQ(list().entries(), ids(model));
            }
            if (step % 97 == 0) commit();
        }
        ASSERT_EQ(list().entries(), ids(model));
        while (!model.empty()) {
            const auto at = static_cast<std::ptrdiff_t>(random() % model.size());
            erase(model[static_cast<std::size_t>(at)]);
            model.erase(model.begin() + at);
        }
        commit();
        ASSERT_EQ(keys(), 0u) << "an empty list leaves no key, seed " << seed;
    }
}

TEST_F(Lists, CanBeEmptiedAndFilledAgain)
{
    for (u64 round = 0; round < 5; ++round) {
        std::vector<Entry> at;
        for (u64 i = 0; i < 100; ++i) at.push_back(append(round * 1'000 + i));
        EXPECT_EQ(list().size(), 100u);
        if (round % 2 == 0) std::reverse(at.begin(), at.end());
        for (const Entry& e : at) erase(e);
        EXPECT_EQ(list().size(), 0u);
        EXPECT_FALSE(list().fields());
        EXPECT_TRUE(list().entries().empty());
        EXPECT_TRUE(state.changes().empty()) << "nothing is left to commit";
    }
}

TEST_F(Lists, GiveTheFirstEntriesUpToALimit)
{
    for (u64 i = 0; i < 70; ++i) append(i);
    EXPECT_EQ(list().entries(0).size(), 0u);
    const std::vector<TimerId> some = list().entries(33);
    ASSERT_EQ(some.size(), 33u);
    EXPECT_EQ(some.back(), id_of(32));
}

TEST_F(Lists, DoNotMixWithAListUnderAnotherKey)
{
    ChunkedList other(state, Key(view("hother")), 0, ChunkedList::WhenEmpty::is_erased);
    const Entry mine = append(1);
    other.append(id_of(2), {});
    erase(mine);
    EXPECT_EQ(other.entries(), std::vector{id_of(2)});
    EXPECT_EQ(list().size(), 0u);
}

TEST_F(Lists, TMR4_AddingTheNthEntryWritesNoMoreThanAnEarlyOne)
{
    std::size_t most_early = 0, most_late = 0;
    for (u64 i = 0; i < 5'000; ++i) {
        append(i);
        const std::size_t bytes = bytes_to_commit();
        (i < 200 ? most_early : most_late) = std::max(i < 200 ? most_early : most_late, bytes);
        commit();
    }
    EXPECT_LE(most_late, most_early) << "a later append costs what an early one did";
    EXPECT_LE(most_late, 1'500u);
}

TEST_F(Lists, CAL8_TakingOneOutWritesNoMoreThanThreeChunksWhereverItStands)
{
    std::mt19937_64 random(7);
    std::vector<Entry> at;
    for (u64 i = 0; i < 4'000; ++i) at.push_back(append(i));
    commit();
    std::shuffle(at.begin(), at.end(), random);
    for (const Entry& e : at) {
        erase(e);
        ASSERT_LE(bytes_to_commit(), 2'500u);
        commit();
    }
    EXPECT_EQ(keys(), 0u);
}

TEST_F(Lists, CAL8_WhatIsLeftOfALongListIsNoLongerThanItsEntries)
{
    std::vector<Entry> at;
    for (u64 i = 0; i < 3'200; ++i) at.push_back(append(i));
    for (u64 i = 0; i < 3'200; ++i)
        if (i % 320 != 0) erase(at[i]);
    commit();
    EXPECT_EQ(list().size(), 10u);
    EXPECT_LE(keys(), 11u) << "the header and at most one chunk for each entry";
}

TEST_F(Lists, AreUndoneWithTheOverlay)
{
    std::vector<Entry> at;
    for (u64 i = 0; i < 40; ++i) at.push_back(append(i));
    const std::vector<TimerId> before = list().entries();
    const state::Overlay::Checkpoint mark = state.checkpoint();
    for (u64 i = 0; i < 40; i += 3) erase(at[i]);
    for (u64 i = 100; i < 150; ++i) append(i);
    state.revert_to(mark);
    EXPECT_EQ(list().entries(), before);
    EXPECT_EQ(list().size(), 40u);
}

TEST_F(Lists, R2_AShortListIsOneValueAndALongOneIsShortAgainWhenAllHaveLeftIt)
{
    std::vector<Entry> at;
    for (u64 i = 0; i < CHUNK_IDS_MAX; ++i) at.push_back(append(i));
    EXPECT_EQ(state.changes().size(), 1u);
    at.push_back(append(100));
    EXPECT_EQ(state.changes().size(), 2u);
    EXPECT_EQ(at.front().chunk + 1, at.back().chunk);
    EXPECT_EQ(state.get(KEY)->size(), FIELDS.size() + 1 + 4 * 8 + ID_BYTES);
    for (const Entry& e : at) erase(e);
    EXPECT_TRUE(state.changes().empty());
    EXPECT_EQ(append(101).chunk, at.front().chunk);
}

TEST_F(Lists, TMR4_AnAdditionToALongListIsOneValueButForEverySixteenthOne)
{
    for (u64 i = 0; i < 100 * CHUNK_IDS_MAX; ++i) {
        append(i);
        EXPECT_EQ(state.changes().size(), i > 0 && i % CHUNK_IDS_MAX == 0 ? 2u : 1u) << i;
        commit();
    }
}

TEST_F(Lists, R2_TakingTheFrontDeletesWholeChunksAndWritesAtMostTwo)
{
    for (u64 i = 0; i < 100 * CHUNK_IDS_MAX; ++i) append(i);
    commit();
    list().erase_front(50 * CHUNK_IDS_MAX + 3, FIELDS);
    u64 deletes = 0, puts = 0;
    for (const state::WriteView& w : state.changes()) ++(w.value ? puts : deletes);
    EXPECT_EQ(deletes, 50u);
    EXPECT_EQ(puts, 2u) << "the head, and the chunk in which the taking ended";
    EXPECT_EQ(list().entries(1), std::vector{id_of(50 * CHUNK_IDS_MAX + 3)});
    commit();
    list().erase_front(list().size(), FIELDS);
    commit();
    EXPECT_EQ(keys(), 0u);
}

TEST_F(Lists, AVisitEndsWhereItIsToldToAndSaysHowFarItCame)
{
    for (u64 i = 0; i < 50; ++i) append(i);
    std::vector<TimerId> seen;
    const u64 visited = list().visit([&](std::span<const TimerId> ids) -> u64 {
        seen.insert(seen.end(), ids.begin(), ids.end());
        return seen.size() == CHUNK_IDS_MAX ? ids.size() : 3;
    });
    EXPECT_EQ(visited, CHUNK_IDS_MAX + 3);
    EXPECT_EQ(seen.back(), id_of(2 * CHUNK_IDS_MAX - 1));
    EXPECT_EQ(list().visit([](std::span<const TimerId> ids) { return ids.size(); }), 50u);
}

TEST_F(Lists, KeepTheirFieldsWhenEmptyIfTheyAreToldTo)
{
    ChunkedList keeping(state, Key(view("okeeping")), 3, ChunkedList::WhenEmpty::keeps_fields);
    EXPECT_FALSE(keeping.fields());
    keeping.set_fields(view("abc"));
    EXPECT_TRUE(equal(*keeping.fields(), view("abc")));
    EXPECT_EQ(keeping.size(), 0u);
    std::vector<u64> chunks;
    for (u64 i = 0; i < 40; ++i) chunks.push_back(keeping.append(id_of(i), view("def")));
    for (u64 i = 0; i < 40; ++i) keeping.erase(chunks[i], id_of(i), view("ghi"));
    EXPECT_TRUE(equal(*keeping.fields(), view("ghi")));
    EXPECT_EQ(keeping.size(), 0u);
    EXPECT_EQ(state.get(to_bytes("okeeping"))->size(), 4u);
}

}  // namespace
}  // namespace lariat::timers::chunked_list_test
