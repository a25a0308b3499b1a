// Tests of overlays: reads, reverts, and the changes handed to a commit.
#include "state/overlay.hpp"

#include <gtest/gtest.h>

#include "contents.hpp"
#include "state/log_store.hpp"

namespace lariat::state::overlay_test {
namespace {

Bytes b(std::string_view s)
{
    return to_bytes(s);
}

std::unique_ptr<Store> store_with(const std::vector<Write>& batch)
{
    auto store = LogStore::open_in_memory().value();
    EXPECT_TRUE(store->commit(batch));
    return store;
}

TEST(Overlay, ShowsItsWritesOverTheBase)
{
    const auto store = store_with({{b("a"), b("1")}, {b("b"), b("2")}});
    Overlay overlay(*store);
    overlay.put(view("a"), b("9"));
    overlay.erase(view("b"));
    overlay.put(view("c"), b(""));
    EXPECT_EQ(overlay.get(view("a")), b("9"));
    EXPECT_EQ(overlay.get(view("b")), std::nullopt);
    EXPECT_FALSE(overlay.contains(view("b")));
    EXPECT_EQ(overlay.get(view("c")), Bytes{});
    EXPECT_TRUE(overlay.contains(view("c")));
    EXPECT_FALSE(overlay.contains(view("d")));
    EXPECT_EQ(store->get(view("a")), b("1"));
}

TEST(Overlay, ChangesAreAscendingWithoutDeletesOfWhatIsAbsent)
{
    const auto store = store_with({{b("a"), b("1")}, {b("b"), b("2")}, {b("e"), b("")}});
    Overlay overlay(*store);
    overlay.put(view("z"), b("26"));
    overlay.put(view("\x80"), b("128"));
    overlay.put(view("a"), b("1"));   // as it was: the store leaves no trace of that
    overlay.erase(view("nothing"));   // was absent
    overlay.put(view("new"), b(""));  // empty is not absent
    overlay.erase(view("b"));
    const std::vector<Write> changes = owned(overlay.changes());
    ASSERT_EQ(changes.size(), 5U);
    EXPECT_EQ(changes[0].key, b("a"));
    EXPECT_EQ(changes[0].value, b("1"));
    EXPECT_EQ(changes[1].key, b("b"));
    EXPECT_EQ(changes[1].value, std::nullopt);
    EXPECT_EQ(changes[2].key, b("new"));
    EXPECT_EQ(changes[2].value, Bytes{});
    EXPECT_EQ(changes[3].key, b("z"));
    EXPECT_EQ(changes[4].key, b("\x80"));
}

TEST(Overlay, RevertingAnInnerCheckpointKeepsTheOuterWrites)
{
    const auto store = store_with({{b("a"), b("0")}});
    Overlay overlay(*store);
    overlay.put(view("a"), b("1"));
    const auto outer = overlay.checkpoint();
    overlay.put(view("a"), b("2"));
    const auto inner = overlay.checkpoint();
    overlay.put(view("a"), b("3"));
    overlay.put(view("a"), b("4"));
    overlay.revert_to(inner);
    EXPECT_EQ(overlay.get(view("a")), b("2"));
    overlay.put(view("a"), b("5"));
    overlay.revert_to(inner);  // a checkpoint can be reverted to more than once
    EXPECT_EQ(overlay.get(view("a")), b("2"));
    overlay.erase(view("a"));
    overlay.revert_to(outer);
    EXPECT_EQ(overlay.get(view("a")), b("1"));
    overlay.revert_to(0);
    EXPECT_EQ(overlay.get(view("a")), b("0"));
    EXPECT_TRUE(overlay.changes().empty());
}

TEST(Overlay, ActionsRunLatestFirstAndSeeTheStateOfTheirCall)
{
    const auto store = LogStore::open_in_memory().value();
    Overlay overlay(*store);
    std::vector<std::string> seen;
    const auto note = [&](std::string name) {
        return [&, name] {
            const auto value = overlay.get(view("k"));
            seen.push_back(name + ":" + (value ? std::string(text(*value)) : "-"));
        };
    };
    const auto mark = overlay.checkpoint();
    overlay.on_revert(note("first"));
    overlay.put(view("k"), b("1"));
    overlay.on_revert(note("second"));
    overlay.put(view("k"), b("2"));
    overlay.put(view("k"), b("3"));
    overlay.on_revert(note("third"));
    overlay.erase(view("k"));
    overlay.revert_to(mark);
    EXPECT_EQ(seen, (std::vector<std::string>{"third:3", "second:1", "first:-"}));
    overlay.revert_to(0);
    EXPECT_EQ(seen.size(), 3U);  // each once
}

/// Counts what is read of it.
class Asked final : public Readable {
public:
    explicit Asked(const Readable& base) : base_(base) {}
    std::optional<Bytes> get(BytesView key) const override
    {
        ++times;
        return base_.get(key);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        base_.for_each(visit);
    }
    mutable int times = 0;

private:
    const Readable& base_;
};

TEST(Overlay, BLK8_TheLengthOfALongValueIsReadFromTheBaseOnce)
{
    const Bytes large(2 * Overlay::CACHED_MAX, 7), long_key(Overlay::KEPT_KEY_MAX + 1, 1);
    const auto store = store_with({{long_key, b("1234")}, {b("large"), large}, {b("short"), b("123")}});
    const Asked base(*store);
    Overlay overlay(base);
    const auto size_of = [&](BytesView key) {
        const auto at = overlay.look_up(key);
        return at ? overlay.size_of(*at) : std::nullopt;
    };
    for (int i = 0; i < 3; ++i) EXPECT_EQ(size_of(view("large")), large.size());
    EXPECT_EQ(base.times, 1);
    EXPECT_EQ(overlay.get(view("large")), large);
    EXPECT_EQ(base.times, 2) << "it is not kept";
    EXPECT_EQ(size_of(view("large")), large.size());
    EXPECT_EQ(base.times, 2);
    EXPECT_EQ(size_of(view("short")), 3u);
    EXPECT_EQ(overlay.get(view("short")), b("123"));
    EXPECT_EQ(base.times, 3);
    EXPECT_EQ(size_of(long_key), 4u);
    EXPECT_EQ(size_of(view("nowhere")), std::nullopt);

    const auto mark = overlay.checkpoint();
    overlay.put(view("large"), b("12"));
    overlay.erase(view("short"));
    EXPECT_EQ(size_of(view("large")), 2u);
    EXPECT_EQ(size_of(view("short")), std::nullopt);
    overlay.revert_to(mark);
    const int before = base.times;
    EXPECT_EQ(size_of(view("large")), large.size());
    EXPECT_EQ(size_of(view("short")), 3u);
    EXPECT_EQ(base.times, before);
}

TEST(Overlay, LongKeysThatAreNowhereAreNotKept)
{
    const Bytes there(Overlay::KEPT_KEY_MAX + 1, 1), nowhere(Overlay::KEPT_KEY_MAX + 1, 2);
    const auto store = store_with({{there, b("1")}});
    Overlay overlay(*store);
    EXPECT_EQ(overlay.get(nowhere), std::nullopt);
    EXPECT_FALSE(overlay.contains(nowhere));
    overlay.erase(nowhere);
    EXPECT_EQ(overlay.keys_kept(), 0u);
    const auto mark = overlay.checkpoint();
    overlay.put(nowhere, b("2"));
    overlay.erase(there);
    EXPECT_EQ(overlay.get(nowhere), b("2"));
    EXPECT_FALSE(overlay.contains(there));
    overlay.erase(nowhere);
    EXPECT_FALSE(overlay.contains(nowhere));
    overlay.revert_to(mark);
    EXPECT_EQ(overlay.get(nowhere), std::nullopt);
    EXPECT_EQ(overlay.get(there), b("1"));
    EXPECT_TRUE(overlay.changes().empty());
    EXPECT_EQ(overlay.keys_kept(), 2u);
}

TEST(Overlay, WAT2_ChangedSinceTellsKeysWithAnotherValueThanAtTheCheckpoint)
{
    const Bytes large(2 * Overlay::CACHED_MAX, 7);
    const auto store = store_with({{b("s1"), b("1")}, {b("s2"), b("2")}, {b("s3"), large}, {b("s4"), large}});
    Overlay overlay(*store);
    overlay.put(view("s5"), b("5"));
    const auto mark = overlay.checkpoint();
    const auto changed = [&] {
        std::string out;
        for (const BytesView key : overlay.changed_since(mark, 's')) out += std::string(text(key)) + ' ';
        return out;
    };
    overlay.put(view("s2"), b("2"));  // unread until then, and the same
    overlay.put(view("s3"), large);   // the same, too long to be kept
    overlay.put(view("t1"), b("9"));  // of another table
    overlay.erase(view("s9"));        // was not there
    EXPECT_EQ(changed(), "");
    overlay.erase(view("s4"));
    overlay.put(view("s1"), b("x"));
    overlay.on_revert([] {});         // a second entry of the journal for what is written again
    overlay.put(view("s1"), b("1"));  // and back
    overlay.put(view("s5"), b("6"));
    overlay.put(view("s6"), b(""));
    EXPECT_EQ(changed(), "s4 s5 s6 ");
    const auto inner = overlay.checkpoint();
    overlay.put(view("s2"), b("y"));
    EXPECT_EQ(changed(), "s2 s4 s5 s6 ");
    overlay.revert_to(inner);
    EXPECT_EQ(changed(), "s4 s5 s6 ");
}

TEST(Overlay, ClearForgetsWithoutUndoing)
{
    const auto store = store_with({{b("a"), b("0")}});
    Overlay overlay(*store);
    bool ran = false;
    overlay.put(view("a"), b("1"));
    overlay.on_revert([&] { ran = true; });
    overlay.clear();
    EXPECT_EQ(overlay.checkpoint(), 0U);
    overlay.revert_to(0);
    EXPECT_FALSE(ran);
    EXPECT_EQ(overlay.get(view("a")), b("0"));
    EXPECT_TRUE(overlay.changes().empty());
}

TEST(Overlay, RepeatedWritesBetweenCheckpointsAreJournaledOnce)
{
    const auto store = LogStore::open_in_memory().value();
    Overlay overlay(*store);
    for (int i = 0; i < 100; ++i) overlay.put(view("k"), Bytes(1000));
    EXPECT_EQ(overlay.checkpoint(), 1U);
    for (int i = 0; i < 100; ++i) overlay.put(view("k"), Bytes(1000));
    EXPECT_EQ(overlay.checkpoint(), 2U);
}

TEST(Overlay, WhatIsSettledStaysAndOnlyTheNextCheckpointIsUndone)
{
    const auto store = store_with({{b("a"), b("0")}});
    Overlay overlay(*store);
    const auto before = overlay.checkpoint();
    bool ran = false;
    overlay.put(view("a"), b("1"));
    overlay.on_revert([&] { ran = true; });
    overlay.settle();
    EXPECT_DEATH(overlay.revert_to(before), "broken invariant");
    overlay.on_revert([&] { ran = true; });
    overlay.put(view("a"), b("2"));
    overlay.erase(view("b"));
    const auto mark = overlay.checkpoint();
    overlay.put(view("a"), b("3"));
    overlay.put(view("b"), b("3"));
    EXPECT_EQ(overlay.changed_since(mark, 'a').size(), 1u);
    overlay.revert_to(mark);
    EXPECT_FALSE(ran);
    EXPECT_EQ(overlay.get(view("a")), b("2"));
    EXPECT_EQ(overlay.get(view("b")), std::nullopt);
    overlay.settle();
    EXPECT_DEATH(overlay.revert_to(mark), "broken invariant") << "though nothing was journaled since";
}

/// Contents, and how many actions were recorded, at each checkpoint taken.
TEST(Overlay, RandomNestedCheckpointsBehaveAsCopiesOfAMap)
{
    for (u64 seed = 0; seed < 60; ++seed) {
        std::mt19937_64 random(seed);
        const auto store = store_with(random_batch(random));
        const Contents base = contents_of(*store);
        Overlay overlay(*store);
        struct Saved {
            Overlay::Checkpoint mark;
            Contents contents;
        };
        Contents model = base;
        std::vector<Saved> saved;
        for (int step = 0; step < 400; ++step) {
            const u64 what = random() % 11;
            if (what < 6) {
                const Bytes key = random_key(random);
                if (random() % 4 == 0) {
                    overlay.erase(key);
                    model.erase(key);
                } else {
                    const Bytes value = random_bytes(random, 3);
                    overlay.put(key, value);
                    model[key] = value;
                }
            } else if (what == 6) {
                overlay.on_revert([&overlay, &seed, expected = model] {
                    for (const auto& [key, value] : expected)
                        ASSERT_EQ(overlay.get(key), value) << "seed " << seed;
                });
            } else if (what < 9) {
                saved.push_back({overlay.checkpoint(), model});
            } else if (what == 10) {
                overlay.settle();
                saved.clear();
            } else if (!saved.empty()) {
                saved.resize(saved.size() - random() % saved.size());
                overlay.revert_to(saved.back().mark);
                model = saved.back().contents;
                if (random() % 2 == 0) saved.pop_back();
            }
            const Bytes probe = random_key(random);
            const auto held = model.find(probe);
            ASSERT_EQ(overlay.get(probe), held == model.end() ? std::nullopt : std::optional{held->second})
                << "seed " << seed << " step " << step;
        }
        const std::vector<Write> changes = owned(overlay.changes());
        Contents result = base;
        for (const Write& write : changes) EXPECT_TRUE(write.value || base.contains(write.key));
        apply(result, changes);
        EXPECT_EQ(result, model) << "seed " << seed;
        ASSERT_TRUE(store->commit(changes));
        EXPECT_EQ(contents_of(*store), model);
    }
}

}  // namespace
}  // namespace lariat::state::overlay_test
