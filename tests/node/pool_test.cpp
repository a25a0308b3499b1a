// A full pool against a plain reading of its rule: while there is no room, of the senders' last transactions
// the one goes that tips least, of equal ones the latest; the newcomer stands in its sender's queue and is
// refused if its turn comes.
#include "node/pool.hpp"

#include <gtest/gtest.h>

#include <random>

namespace lariat::node {
namespace {

constexpr u64 COUNT = 12, BYTES = 1'000, SENDERS = 7;

Address sender(u64 number)
{
    Address out;
    out.bytes[0] = static_cast<u8>(number + 1);
    return out;
}

struct Model {
    struct Entry {
        u64 sender, nonce, bytes, tip, cap, arrival;
        u64 effective(u64 basefee) const { return cap < basefee ? 0 : std::min(tip, cap - basefee); }
    };
    std::vector<Entry> entries;

    /// Which entries the newcomer drives out; nullopt: it is refused.
    std::optional<std::vector<Entry>> driven_out(const Entry& newcomer, u64 basefee) const
    {
        std::vector<Entry> all = entries, going;
        std::erase_if(
            all, [&](const Entry& e) { return e.sender == newcomer.sender && e.nonce == newcomer.nonce; });
        all.push_back(newcomer);
        const auto has_room = [&] {
            u64 bytes = 0;
            for (const Entry& e : all) bytes += e.bytes;
            return all.size() <= COUNT && bytes <= BYTES;
        };
        while (!has_room()) {
            const Entry* least = nullptr;
            for (const Entry& e : all) {
                const bool is_last = std::none_of(all.begin(), all.end(), [&](const Entry& o) {
                    return o.sender == e.sender && o.nonce > e.nonce;
                });
                const auto rank = [&](const Entry& x) { return std::pair(x.effective(basefee), ~x.arrival); };
                if (is_last && (!least || rank(e) < rank(*least))) least = &e;
            }
            if (least->arrival == newcomer.arrival) return std::nullopt;
            going.push_back(*least);
            std::erase_if(all, [arrival = least->arrival](const Entry& e) { return e.arrival == arrival; });
        }
        return going;
    }
};

TEST(Pool, NODE20_AFullPoolDrivesOutTheLeastTippingLastTransactions)
{
    u64 refused = 0, driven = 0, replaced = 0;
    for (u64 seed = 0; seed < 60; ++seed) {
        std::mt19937_64 random(seed);
        Pool pool({.count = COUNT, .bytes = BYTES, .per_sender = 64, .ttl_ms = 1'000});
        PoolHead head{
            .height = 1,
            .cycle_basefee = 5,
            .cell_basefee = 1,
            .min_basefee = 1,
            .user_lane = 1'000'000,
            .system_lane = 1'000'000,
            .cell_capacity = 1'000'000,
            .account = [](const Address&) { return std::optional(PoolHead::Account{U128_MAX, 0}); }};
        Model model;
        u64 arrivals = 0;
        for (u64 step = 0; step < 200; ++step) {
            if (random() % 20 == 0) head.cycle_basefee = 1 + random() % 9;
            const u64 basefee = static_cast<u64>(head.cycle_basefee);
            Model::Entry one{.sender = random() % SENDERS,
                             .nonce = random() % 5,
                             .bytes = 10 + random() % 200,
                             .tip = random() % 12,
                             .cap = 5 + random() % 20,
                             .arrival = 0};
            Pooled pooled;
            pooled.tx.from = sender(one.sender);
            pooled.tx.nonce = one.nonce;
            pooled.tx.limits = {.cycles = 10,
                                .cells = 10,
                                .max_fee_per_cycle = one.cap,
                                .max_fee_per_cell = 5,
                                .tip_per_cycle = one.tip,
                                .tip_per_cell = 0};
            Hash32 hash;
            for (u8 i = 0; i < 8; ++i) hash.bytes[i] = static_cast<u8>(step >> (8 * i));
            pooled.tx.hash = hash;
            pooled.raw = Bytes(one.bytes);

            const auto old = std::find_if(
                model.entries.begin(), model.entries.end(),
                [&](const Model::Entry& e) { return e.sender == one.sender && e.nonce == one.nonce; });
            const bool is_old = old != model.entries.end();
            const bool may = !is_old || (one.tip >= old->tip + std::max<u64>(1, (old->tip + 9) / 10) &&
                                         one.cap >= old->cap);
            const auto answer = pool.add(pooled, head);
            if (!may) {
                ASSERT_EQ(PoolCode::replacement_underpriced, answer.value().code);
                continue;
            }
            one.arrival = ++arrivals;
            const auto going = model.driven_out(one, basefee);
            ASSERT_EQ(going.has_value(), !answer.has_value()) << seed << " " << step;
            if (!going) {
                ASSERT_EQ(PoolCode::pool_full, answer->code);
                ++refused;
                continue;
            }
            replaced += is_old;
            driven += going->size();
            std::erase_if(model.entries, [&](const Model::Entry& e) {
                return (e.sender == one.sender && e.nonce == one.nonce) ||
                       std::any_of(going->begin(), going->end(),
                                   [&](const Model::Entry& g) { return g.arrival == e.arrival; });
            });
            model.entries.push_back(one);
            std::vector<u64> wanted, got;
            for (const Model::Entry& e : model.entries) wanted.push_back(e.arrival);
            for (const Pooled* tx : pool.all()) got.push_back(tx->arrival);
            std::sort(wanted.begin(), wanted.end());
            ASSERT_EQ(wanted, got) << seed << " " << step;
        }
    }
    EXPECT_GT(refused, 100u);
    EXPECT_GT(driven, 1'000u);
    EXPECT_GT(replaced, 20u);
}

}  // namespace
}  // namespace lariat::node
