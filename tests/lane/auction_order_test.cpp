// Tests of the auction's order against a full sort, over random histories in which lane base fee, median,
// weights and outcomes change in every block and answers become void, and of the work that it does.
#include "lane/auction/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/short_form.hpp"

namespace lariat::lane::auction_order_test {
namespace {

using timers::TieBreak;
using timers::TimerId;

constexpr u64 ONE = u64{1} << 32;

TimerId id_of(u64 number)
{
    TimerId id;
    std::mt19937_64 spread(number);
    for (auto& b : id.bytes) b = static_cast<u8>(spread());
    return id;
}
Address owner_of(u64 number)
{
    Address a;
    for (int i = 0; i < 8; ++i) a.bytes[static_cast<std::size_t>(i)] = static_cast<u8>(number >> (8 * i));
    return a;
}

/// What waits, in a list; the best is found by looking at all of it.
class Sorted {
public:
    struct Entry {
        TimerId id;
        AuctionOrder::Waiting timer;
    };
    std::vector<Entry> all;
    std::map<Address, u64> recent, outcome;
    TieBreak tie_break = TieBreak::spec;
    bool oldest_first = false;

    /// Best first, as section 7 ranks them.
    std::vector<TimerId> ranked(const AuctionOrder::Terms& terms) const
    {
        struct Row {
            u128 effective;
            u64 weight, outcome, due;
            TimerId id;
        };
        std::vector<Row> rows;
        for (const auto& [id, t] : all) {
            if (t.expires_at < terms.height) continue;
            u128 priority = 0;
            if (t.source.kind >= BidSource::OWN) {
                if (t.source.own.max_fee < terms.lane_basefee) continue;
                priority = std::min(t.source.own.max_priority, t.source.own.max_fee - terms.lane_basefee);
            } else {
                priority = terms.priority_of_kind[t.source.kind];
            }
            const u64 weight = terms.weight(of(recent, t.owner, 0));
            rows.push_back({priority * weight, weight, of(outcome, t.owner, ONE), t.due_height, id});
        }
        std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
            if (a.effective != b.effective) return a.effective > b.effective;
            if (oldest_first && a.due != b.due) return a.due < b.due;
            if (tie_break == TieBreak::fair) {
                if (a.weight != b.weight) return a.weight > b.weight;
                if (a.due != b.due) return a.due < b.due;
            }
            if (tie_break == TieBreak::outcome && a.outcome != b.outcome) return a.outcome > b.outcome;
            return a.id < b.id;
        });
        std::vector<TimerId> out;
        for (const Row& row : rows) out.push_back(row.id);
        return out;
    }
    static u64 of(const std::map<Address, u64>& map, const Address& a, u64 otherwise)
    {
        const auto it = map.find(a);
        return it == map.end() ? otherwise : it->second;
    }
};

class Both {
public:
    Both(u64 seed, u64 owners) : random(seed), owners_(owners) {}

    void add(u64 height)
    {
        AuctionOrder::Waiting w;
        w.owner = owner_of(random() % owners_);
        w.due_height = height - std::min<u64>(height, random() % 3);
        w.expires_at = height + random() % (fees > 12 ? 60 : 12);
        w.source = source();
        const TimerId id = id_of(++made_);
        const auto outcome = sorted.outcome.find(w.owner);
        order.add(id, w, Sorted::of(sorted.recent, w.owner, 0),
                  outcome == sorted.outcome.end() ? std::nullopt : std::optional(outcome->second));
        sorted.all.push_back({id, w});
    }
    void remove(const TimerId& id)
    {
        order.remove(id);
        std::erase_if(sorted.all, [&](const auto& e) { return e.id == id; });
    }
    void change_one(u64 height)
    {
        if (sorted.all.empty()) return;
        auto& entry = sorted.all[random() % sorted.all.size()];
        if (entry.timer.expires_at < height) return;
        if (random() % 2) {
            entry.timer.expires_at = height + random() % 12;
            order.set_expiry(entry.id, entry.timer.expires_at);
        } else {
            entry.timer.source = source();
            order.set_source(entry.id, entry.timer.source);
        }
    }
    void move_owner()
    {
        const Address owner = owner_of(random() % owners_);
        sorted.recent[owner] = random() % 4;
        order.set_recent(owner, sorted.recent[owner]);
        if (sorted.tie_break != TieBreak::outcome) return;
        sorted.outcome[owner] = ONE / 2 + random() % 3 * ONE / 4;
        order.keep_outcome(owner);
        order.set_outcomes([this](const Address& of) { return sorted.outcome.at(of); });
    }
    void forget_answers()
    {
        const Address owner = owner_of(random() % owners_);
        for (auto& entry : sorted.all)
            if (entry.timer.owner == owner && entry.timer.source.kind == BidSource::ANSWERED)
                entry.timer.source = {};
        order.forget_answers(owner);
    }
    AuctionOrder::Terms terms(u64 height)
    {
        AuctionOrder::Terms t;
        t.height = height;
        t.lane_basefee = 1 + random() % 9;
        for (u128& p : t.priority_of_kind) p = random() % (static_cast<u64>(t.lane_basefee) + 1);
        t.weight = [median = 1 + random() % 4](u64 recent) {
            return recent >= median ? ONE : 2 * ONE - (recent << 32) / median;
        };
        return t;
    }
    BidSource source()
    {
        const u8 kind = static_cast<u8>(random() % 10);
        if (kind < BidSource::OWN) return {kind, {}};
        const u128 fee = random() % fees;
        return {kind < 8 ? BidSource::OWN : BidSource::ANSWERED,
                {fee, random() % (static_cast<u64>(fee) + 1)}};
    }

    AuctionOrder order;
    Sorted sorted;
    std::mt19937_64 random;
    u64 fees = 12;  ///< so many, from 0 on

private:
    u64 owners_;
    u64 made_ = 0;
};

/// Histories of random blocks: whoever is looked at is the first of a full sort.
void follow_full_sorts(TieBreak tie_break, bool oldest_first)
{
    for (u64 seed = 1; seed <= 40; ++seed) {
        Both both(seed, 1 + seed % 7);
        both.sorted.tie_break = tie_break;
        both.sorted.oldest_first = oldest_first;
        both.order.set_tie_break(tie_break);
        for (u64 height = 1; height <= 40; ++height) {
            for (u64 n = both.random() % 6; n > 0; --n) both.add(height);
            for (u64 n = both.random() % 3; n > 0; --n) both.change_one(height);
            for (u64 n = both.random() % 3; n > 0; --n) both.move_owner();
            if (both.random() % 4 == 0) both.forget_answers();
            auto terms = both.terms(height);
            terms.oldest_first = oldest_first;
            both.order.open(terms);
            auto expected = both.sorted.ranked(terms);
            for (u64 looks = both.random() % 8; looks > 0; --looks) {
                const auto best = both.order.best();
                ASSERT_EQ(best.has_value(), !expected.empty()) << "seed " << seed << ", height " << height;
                if (!best) break;
                ASSERT_EQ(best->id, expected.front()) << "seed " << seed << ", height " << height;
                if (both.random() % 3 == 0)
                    both.order.put_aside(best->id);  // it waits on and is not looked at again
                else
                    both.remove(best->id);
                expected.erase(expected.begin());
                if (both.random() % 4 == 0 && expected.size() > 2) {  // a handler cancels another
                    both.remove(expected[1]);
                    expected.erase(expected.begin() + 1);
                }
            }
            both.order.close();
        }
    }
}

TEST(AuctionOrder, AUC4_AUC8_TheBestIsWhatAFullSortPutsFirstBlockAfterBlock)
{
    for (const TieBreak tie_break : {TieBreak::spec, TieBreak::fair, TieBreak::outcome})
        follow_full_sorts(tie_break, false);
}

TEST(AuctionOrder, SIM6_UnderTheTrialRuleTheOldestOfEqualPrioritiesComesFirst)
{
    follow_full_sorts(TieBreak::fair, true);
}

/// Two owners have up to a hundred bids each, so their sets are large, and few blocks take any of them. The
/// lane base fee swings between a few values or wanders, and the owners' recent fires and answers change.
TEST(AuctionOrder, AUC4_AUC8_OwnersWithManyBidsShowTheBestAtEveryLaneBaseFee)
{
    for (const TieBreak tie_break : {TieBreak::spec, TieBreak::fair, TieBreak::outcome}) {
        for (u64 seed = 1; seed <= 20; ++seed) {
            Both both(seed, 2 + seed % 2);
            both.sorted.tie_break = tie_break;
            both.order.set_tie_break(tie_break);
            both.fees = 40;
            u64 lane_basefee = 20;
            for (u64 height = 1; height <= 60; ++height) {
                for (u64 n = both.random() % (height < 40 ? 16 : 3); n > 0; --n) both.add(height);
                for (u64 n = both.random() % 4; n > 0; --n) both.change_one(height);
                if (both.random() % 2) both.move_owner();
                if (both.random() % 12 == 0) both.forget_answers();
                auto terms = both.terms(height);
                lane_basefee =
                    seed % 2 ? 12 + 9 * (height % 3) : (lane_basefee + both.random() % 9 + 37) % 42;
                terms.lane_basefee = lane_basefee;
                for (u128& p : terms.priority_of_kind) p = std::min<u128>(p, lane_basefee);
                both.order.open(terms);
                auto expected = both.sorted.ranked(terms);
                for (u64 looks = height < 40 ? both.random() % 5 : 30; looks > 0; --looks) {
                    const auto best = both.order.best();
                    ASSERT_EQ(best.has_value(), !expected.empty())
                        << "seed " << seed << ", height " << height;
                    if (!best) break;
                    ASSERT_EQ(best->id, expected.front()) << "seed " << seed << ", height " << height;
                    if (both.random() % 2)
                        both.order.put_aside(best->id);
                    else
                        both.remove(best->id);
                    expected.erase(expected.begin());
                }
                both.order.close();
            }
        }
    }
}

TEST(AuctionOrder, AUC4_AnotherTieBreakOrdersWhatWaitsAnew)
{
    Both both(7, 3);
    for (int i = 0; i < 60; ++i) both.add(1);
    for (const TieBreak tie_break : {TieBreak::fair, TieBreak::outcome, TieBreak::spec, TieBreak::fair}) {
        both.sorted.tie_break = tie_break;
        both.order.set_tie_break(tie_break);
        const auto terms = both.terms(1);
        both.order.open(terms);
        for (const TimerId& id : both.sorted.ranked(terms)) {
            const auto best = both.order.best();
            ASSERT_TRUE(best);
            ASSERT_EQ(best->id, id) << name(tie_break);
            both.order.put_aside(id);
        }
        EXPECT_FALSE(both.order.best());
        both.order.close();
    }
}

/// Steps of one block: 1,000 newly due, 200 selected and fired, 200 owners with another weight, the base
/// fee elsewhere; with so many waiting of so many owners.
u64 steps_of_a_block(u64 waiting, u64 owners)
{
    std::mt19937_64 random(1);
    AuctionOrder order;
    u64 made = 0;
    const auto add = [&] {
        AuctionOrder::Waiting w;
        w.owner = owner_of(random() % owners);
        w.due_height = 1;
        w.expires_at = 1'000'000;
        const u128 fee = 1'000 + random() % 1'000;
        if (random() % 2) w.source = {BidSource::OWN, {fee, random() % 1'000}};
        order.add(id_of(++made), w, w.owner.bytes[0] % 5, std::nullopt);
    };
    while (made < waiting) add();
    u64 most = 0;
    for (u64 height = 1; height <= 3; ++height) {
        const u64 before = order.steps();
        for (int i = 0; i < 1'000; ++i) add();
        for (int i = 0; i < 200; ++i) order.set_recent(owner_of(random() % owners), random() % 5);
        AuctionOrder::Terms terms;
        terms.height = height;
        terms.lane_basefee = 1'000 + height * 100;
        terms.weight = [](u64 recent) { return 2 * ONE - (recent << 32) / 5; };
        order.open(terms);
        for (int i = 0; i < 200; ++i) {
            const auto best = order.best();
            if (!best) break;
            order.remove(best->id);
        }
        order.close();
        most = std::max(most, order.steps() - before);
    }
    return most;
}

TEST(AuctionOrder, AUC8_TheWorkOfABlockFollowsWhatFiresAndComesDueNotWhatWaits)
{
    const u64 more = support::how_much(100, 10);
    const u64 few = steps_of_a_block(10'000, 1'000), many = steps_of_a_block(more * 10'000, more * 1'000);
    EXPECT_LE(many, 2 * few) << few << " steps with 10,000 waiting, " << many << " with " << more
                             << " times as many";
}

}  // namespace
}  // namespace lariat::lane::auction_order_test
