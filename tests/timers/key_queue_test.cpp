// Random steps over the kept keys of a few actors, held against lists that are written down plainly: order,
// marks, the state after each step, and the memory that a restart builds from it.
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "timers/watches/kept_keys.hpp"

namespace lariat::timers {
namespace {

/// A store in memory.
class Contents final : public state::Readable {
public:
    std::optional<Bytes> get(BytesView key) const override
    {
        const auto found = pairs.find(to_bytes(key));
        return found == pairs.end() ? std::nullopt : std::optional(found->second);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        for (const auto& [key, value] : pairs) visit(key, value);
    }
    void commit(state::Overlay& overlay)
    {
        for (const state::WriteView& write : overlay.changes()) {
            if (write.value)
                pairs[to_bytes(write.key)] = to_bytes(*write.value);
            else
                pairs.erase(to_bytes(write.key));
        }
        overlay.clear();
    }
    std::map<Bytes, Bytes> pairs;
};

Address actor(u8 n)
{
    Address a;
    a.bytes.back() = n;
    return a;
}

PlacedKey key_of(u8 of, u8 n)
{
    PlacedKey key = to_bytes(view(actor(of)));
    key.push_back(n);
    return key;
}

/// An actor and its list, written down as plainly as R-39 says it.
struct Plain {
    u8 actor = 0;
    std::deque<ListedKey> keys;

    void add(const PlacedKey& key, u64 height)
    {
        for (ListedKey& listed : keys)
            if (!listed.done && (listed.is_mark || listed.key == key)) {
                listed.first_had = height;
                return;
            }
        keys.push_back({key, false, height, std::nullopt});
    }
    void blur(u64 limit)
    {
        if (keys.size() <= limit) return;
        ListedKey mark{to_bytes(view(timers::actor_of(keys[0].key))), true, 0, std::nullopt};
        std::deque<ListedKey> left;
        for (const ListedKey& listed : keys) {
            if (listed.done)
                left.push_back(listed);
            else
                mark.first_had = std::max(mark.first_had, listed.first_had);
        }
        if (left.size() < keys.size()) left.push_back(mark);
        keys = left;
    }
};

class Both {
public:
    explicit Both(u64 seed) : random_(seed) {}

    u64 below(u64 n) { return random_() % n; }

    void step(u64 height, u64 limit)
    {
        std::map<u8, KeyQueue> fresh;
        std::vector<KeyQueue*> changed;
        for (u8 of = 0; of < ACTORS; ++of) {
            KeyQueue* queue = kept_.of(actor(of));
            for (u8 n = 0; n < 8; ++n) {
                if (below(4) != 0) continue;
                if (!queue) queue = &fresh.try_emplace(of, actor(of)).first->second;
                queue->add(key_of(of, n), height);
                plain_of(of).add(key_of(of, n), height);
            }
        }
        for (KeyQueue* queue = kept_.next(0); queue; queue = kept_.next(queue->place)) {
            serve(*queue);
            changed.push_back(queue);
        }
        for (auto& [of, queue] : fresh) serve(queue);
        for (KeyQueue* queue : changed) kept_.settle(*queue, limit);
        for (auto& [of, queue] : fresh) kept_.settle_new(std::move(queue), limit);
        kept_.shrink_all(limit);
        for (Plain& plain : plain_) plain.blur(limit);
        std::erase_if(plain_, [](const Plain& plain) { return plain.keys.empty(); });
        contents_.commit(overlay_);
    }

    void expect_same(u64 limit)
    {
        u64 count = 0;
        KeyQueue* queue = kept_.next(0);
        for (const Plain& plain : plain_) {
            ASSERT_NE(queue, nullptr);
            EXPECT_EQ(queue->actor(), actor(plain.actor));
            EXPECT_EQ(queue->keys(), plain.keys);
            EXPECT_LE(queue->size(), std::max<u64>(limit, 2));
            count += queue->size();
            queue = kept_.next(queue->place);
        }
        EXPECT_EQ(queue, nullptr);
        EXPECT_EQ(kept_.count(), count);
        EXPECT_EQ(contents_.pairs.size(), count) << "one value in the state for each kept key";
        KeptKeys restarted(overlay_);
        ASSERT_TRUE(state::rebuild_alone(restarted, contents_).ok());
        EXPECT_TRUE(restarted.same_as(kept_));
    }

    u64 marks = 0, begun_marks = 0, behind_marks = 0;

private:
    static constexpr u8 ACTORS = 4;

    Plain& plain_of(u8 of)
    {
        for (Plain& plain : plain_)
            if (plain.actor == of) return plain;
        return plain_.emplace_back(Plain{of, {}});
    }

    /// Some keys are done with; the first of the rest may have begun.
    void serve(KeyQueue& queue)
    {
        Plain& plain = plain_of(queue.actor().bytes.back());
        for (u64 n = below(4); n > 0 && !queue.empty(); --n) {
            queue.drop_front();
            plain.keys.pop_front();
        }
        if (queue.empty() || below(2) == 0) return;
        const u64 watch = queue.front().done.value_or(0) + 1;
        marks += queue.front().is_mark;
        begun_marks += queue.front().is_mark && queue.front().done;
        behind_marks += queue.front().is_mark && queue.size() > 1;
        queue.hit(watch);
        plain.keys.front().done = watch;
    }

    std::mt19937_64 random_;
    Contents contents_;
    state::Overlay overlay_{contents_};
    KeptKeys kept_{overlay_};
    std::deque<Plain> plain_;
};

TEST(KeptKeys, R39_TMR7_ListsMarksOrderAndStateAreThoseOfAPlainModel)
{
    u64 marks = 0, begun_marks = 0, behind_marks = 0;
    for (u64 seed = 0; seed < 400; ++seed) {
        Both both(seed);
        for (u64 height = 1; height < 60; ++height) {
            const u64 limit = both.below(10) == 0 ? 1 + both.below(9) : 1 + seed % 9;
            both.step(height, limit);
            both.expect_same(limit);
            ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << " height " << height;
        }
        marks += both.marks;
        begun_marks += both.begun_marks;
        behind_marks += both.behind_marks;
    }
    EXPECT_GT(marks, 1'000u);
    EXPECT_GT(begun_marks, 100u);
    EXPECT_GT(behind_marks, 100u);
}

TEST(KeptKeys, BLK8_AListThatWaitsForAWatchIsPassedOverUntilTheWatchChanges)
{
    Contents contents;
    state::Overlay overlay(contents);
    KeptKeys kept(overlay);
    for (u8 n = 0; n < 3; ++n) {
        KeyQueue queue(actor(n));
        queue.add(key_of(n, 1), 5);
        kept.set_blocker(queue, {.watch = 7u + n % 2, .expires_at = 100u + n});
        kept.settle_new(std::move(queue), 9);
    }
    EXPECT_EQ(kept.next_unblocked(0), nullptr);
    kept.watch_changed(8);
    ASSERT_NE(kept.next_unblocked(0), nullptr);
    EXPECT_EQ(kept.next_unblocked(0)->actor(), actor(1));
    EXPECT_EQ(kept.next_unblocked(2), nullptr);
    kept.forget_blockers_below(101);
    EXPECT_EQ(kept.next_unblocked(0)->actor(), actor(0));
    kept.forget_blockers_below(103);
    EXPECT_EQ(kept.next_unblocked(2)->actor(), actor(2));
}

TEST(KeptKeys, TMR7_AStateThatHoldsNoListsIsRefused)
{
    const auto refusal = [](std::vector<std::pair<Bytes, Bytes>> pairs) {
        Contents contents;
        for (auto& [key, value] : pairs) contents.pairs[std::move(key)] = std::move(value);
        state::Overlay overlay(contents);
        KeptKeys kept(overlay);
        const auto built = state::rebuild_alone(kept, contents);
        return built.ok() ? std::string() : built.error();
    };
    const auto at = [](u64 place, u64 position) {
        Bytes key{'K'};
        for (const u64 number : {place, position})
            for (int shift = 56; shift >= 0; shift -= 8) key.push_back(static_cast<u8>(number >> shift));
        return key;
    };
    const Bytes a1 = encode(ListedKey{key_of(1, 1), false, 5, std::nullopt});
    const Bytes a2 = encode(ListedKey{key_of(1, 2), false, 5, std::nullopt});
    const Bytes b1 = encode(ListedKey{key_of(2, 1), false, 5, std::nullopt});
    const Bytes begun = encode(ListedKey{key_of(1, 1), false, 5, 3});
    const Bytes mark = encode(ListedKey{to_bytes(view(actor(1))), true, 5, std::nullopt});
    EXPECT_EQ(refusal({{at(1, 4), a1}, {at(1, 5), a2}, {at(9, 0), b1}}), "");
    EXPECT_EQ(refusal({{at(1, 4), begun}, {at(1, 5), mark}}), "");
    EXPECT_NE(refusal({{at(1, 4), a1}, {at(1, 6), a2}}), "") << "a gap";
    EXPECT_NE(refusal({{at(1, 4), a1}, {at(1, 5), b1}}), "") << "keys of two actors";
    EXPECT_NE(refusal({{at(1, 4), a1}, {at(2, 0), a2}}), "") << "two lists of an actor";
    EXPECT_NE(refusal({{at(1, 4), a1}, {at(1, 5), a1}}), "") << "a key twice";
    EXPECT_NE(refusal({{at(1, 4), a2}, {at(1, 5), begun}}), "") << "begun, and not the first";
    EXPECT_NE(refusal({{at(1, 4), a1}, {at(1, 5), mark}}), "") << "a mark beside a key that has not begun";
    EXPECT_NE(refusal({{at(1, 4), mark}, {at(1, 5), a1}}), "") << "a key behind a mark that has not begun";
    EXPECT_NE(refusal({{at(0, 0), a1}}), "") << "no place";
    EXPECT_NE(refusal({{at(1, 0), Bytes(a1.begin(), a1.end() - 2)}}), "") << "no actor";
    EXPECT_NE(refusal({{at(1, 0),
                        [&] {
                            Bytes b = mark;
                            b.push_back(1);
                            return b;
                        }()}}),
              "")
        << "a mark with a key";
}

}  // namespace
}  // namespace lariat::timers
