// A full pool against a plain reading of its rule: while there is no room, of the senders' last transactions
// the one goes that tips least, of equal ones the latest; the newcomer stands in its sender's queue and is
// refused if its turn comes. And what each transaction waits for, against the rule applied to its whole
// queue.
#include "node/pool.hpp"

#include <gtest/gtest.h>

#include <map>
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
        std::vector<std::pair<Hash32, Bytes>> signed_ones;
        std::vector<Bytes> impersonated_ones;
        for (u64 step = 0; step < 200; ++step) {
            for (const auto& [hash, raw] : signed_ones)
                ASSERT_EQ(pool.find(hash), pool.find_signed(raw).get());
            for (const Bytes& raw : impersonated_ones) ASSERT_EQ(nullptr, pool.find_signed(raw));
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
            pooled.tx.limits = {.cycles = 200,
                                .cells = 10,
                                .max_fee_per_cycle = one.cap,
                                .max_fee_per_cell = 5,
                                .tip_per_cycle = one.tip,
                                .tip_per_cell = 0};
            Hash32 hash;
            for (u8 i = 0; i < 8; ++i) hash.bytes[i] = static_cast<u8>(step >> (8 * i));
            pooled.tx.hash = hash;
            pooled.raw = Bytes(one.bytes);
            std::copy_n(hash.bytes.begin(), 8, pooled.raw.begin());
            pooled.impersonated = random() % 5 == 0;
            if (!pooled.impersonated) signed_ones.emplace_back(hash, pooled.raw);
            if (pooled.impersonated) impersonated_ones.push_back(pooled.raw);

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

TEST(Pool, NODE20_ATipThatIsNeverPaidPutsNobodyInFront)
{
    Pool pool({.count = 3, .bytes = 100'000, .per_sender = 64, .ttl_ms = 1'000});
    const PoolHead head{
        .height = 1,
        .cycle_basefee = 5,
        .cell_basefee = 1,
        .min_basefee = 1,
        .user_lane = 1'000'000,
        .system_lane = 1'000'000,
        .cell_capacity = 1'000'000,
        .account = [](const Address&) { return std::optional(PoolHead::Account{1'000'000'000, 0}); }};
    u8 count = 0;
    const auto add = [&](u64 cycles, u64 cells, u64 payload, u128 tip) {
        Pooled pooled;
        pooled.tx.from = sender(count);
        pooled.tx.nonce = 0;
        pooled.tx.body = chain::CallTx{.actor = {}, .handler = "h", .payload = Bytes(payload)};
        pooled.tx.limits = {.cycles = cycles,
                            .cells = cells,
                            .max_fee_per_cycle = tip + 5,
                            .max_fee_per_cell = 1,
                            .tip_per_cycle = tip,
                            .tip_per_cell = 0};
        Hash32 hash;
        hash.bytes[0] = ++count;
        pooled.tx.hash = hash;
        pooled.raw = Bytes{count};
        return pool.add(pooled, head);
    };
    const u128 huge = u128{1} << 100;
    EXPECT_FALSE(add(0, 0, 0, huge)) << "no cycles: it costs nothing, whatever it promises";
    EXPECT_FALSE(add(200, 99, 100, 1'000)) << "the payload alone is beyond its cells";
    EXPECT_FALSE(add(200, 100, 100, 1));
    std::vector<u8> order;
    Pool::Picker picker = pool.pick(head);
    while (const Pooled* next = picker.next()) {
        order.push_back(next->raw[0]);
        picker.took(true);
    }
    EXPECT_EQ((std::vector<u8>{3, 1, 2}), order);
    EXPECT_FALSE(add(200, 0, 0, 1)) << "in a full pool those go first whose tips count for nothing";
    EXPECT_FALSE(add(200, 0, 0, 1));
    std::vector<u8> left;
    for (const Pooled* tx : pool.all()) left.push_back(tx->raw[0]);
    EXPECT_EQ((std::vector<u8>{3, 4, 5}), left);
}

/// What a sender's transactions wait for, by the rule, one after the other.
std::map<u64, WaitsFor> waits_by_rule(const std::map<u64, chain::Transaction>& queue, const PoolHead& head,
                                      const PoolHead::Account& account)
{
    std::map<u64, WaitsFor> out;
    u128 needed = 0;
    u64 next = account.nonce;
    bool is_held_up = false;
    for (const auto& [nonce, tx] : queue) {
        needed += *most_it_costs(tx, head.cycle_basefee, head.cell_basefee);
        WaitsFor waits = WaitsFor::nothing;
        if (is_held_up || nonce != next)
            waits = WaitsFor::nonce;
        else if (tx.limits.max_fee_per_cycle < head.cycle_basefee)
            waits = WaitsFor::fee;
        else if (needed > account.balance)
            waits = WaitsFor::balance;
        is_held_up = is_held_up || waits != WaitsFor::nothing;
        out[nonce] = waits;
        next = nonce + 1;
    }
    return out;
}

/// CLU-14: whoever picks apart from the pool tries what the pool's own producer would.
void expect_same_picks(const Pool& pool, const PoolHead& head, std::mt19937_64& random)
{
    Pool::Picker with_lock = pool.pick(head);
    Pool::PickerApart apart = pool.pick_apart(head);
    for (;;) {
        const Pooled* next = with_lock.next();
        ASSERT_EQ(next, apart.next());
        if (!next) return;
        const bool goes_in = random() % 4 != 0;
        with_lock.took(goes_in);
        apart.took(goes_in);
    }
}

TEST(Pool, NODE20_CLU14_ANewcomerIsJudgedAsIfTheWholeQueueWereAndPickedApartAsInPlace)
{
    std::map<WaitsFor, u64> seen;
    u64 poor = 0;
    for (u64 seed = 0; seed < 100; ++seed) {
        std::mt19937_64 random(seed);
        Pool pool({.count = 1'000, .bytes = 100'000, .per_sender = 64, .ttl_ms = 1'000'000});
        std::map<Address, PoolHead::Account> accounts;
        for (u64 i = 0; i < 3; ++i) accounts[sender(i)] = {500 + random() % 3'000, 0};
        PoolHead head{.height = 1,
                      .cycle_basefee = 5,
                      .cell_basefee = 1,
                      .min_basefee = 1,
                      .user_lane = 1'000'000,
                      .system_lane = 1'000'000,
                      .cell_capacity = 1'000'000,
                      .account = [&](const Address& who) { return std::optional(accounts.at(who)); }};
        std::map<Address, std::map<u64, chain::Transaction>> model;
        for (u64 step = 0; step < 150; ++step) {
            if (random() % 12 == 0) {  // a block: some run, the base fee and the balances change
                head.cycle_basefee = 1 + random() % 9;
                std::vector<Hash32> included;
                for (auto& [who, account] : accounts) {
                    while (random() % 2 && model[who].contains(account.nonce)) {
                        included.push_back(*model[who].at(account.nonce).hash);
                        model[who].erase(account.nonce++);
                    }
                    if (random() % 2) account.balance = 300 + random() % 3'000;
                }
                ++head.height;
                pool.block_done(included, head, 0);
                continue;
            }
            const Address who = sender(random() % 3);
            Pooled pooled;
            pooled.tx.from = who;
            // Mostly behind the last one, as clients send them.
            const u64 behind = model[who].empty() ? accounts.at(who).nonce : model[who].rbegin()->first + 1;
            pooled.tx.nonce = random() % 4 ? behind : accounts.at(who).nonce + random() % 12;
            pooled.tx.limits = {.cycles = 10,
                                .cells = 10,
                                .max_fee_per_cycle = 4 + random() % 20,
                                .max_fee_per_cell = 5,
                                .tip_per_cycle = random() % 12,
                                .tip_per_cell = 0};
            Hash32 hash;
            for (u8 i = 0; i < 8; ++i) hash.bytes[i] = static_cast<u8>(step >> (8 * i));
            pooled.tx.hash = hash;
            pooled.raw = Bytes(10);
            u128 needed = *most_it_costs(pooled.tx, head.cycle_basefee, head.cell_basefee);
            for (const auto& [nonce, tx] : model[who])
                if (nonce < *pooled.tx.nonce)
                    needed += *most_it_costs(tx, head.cycle_basefee, head.cell_basefee);
            const auto refused = pool.add(pooled, head);
            const bool is_poor = refused && refused->code == PoolCode::insufficient_balance;
            ASSERT_EQ(is_poor, needed > accounts.at(who).balance) << seed << " " << step;
            poor += is_poor;
            if (!refused) model[who][*pooled.tx.nonce] = pooled.tx;
            for (const auto& [address, queue] : model) {
                const auto wanted = waits_by_rule(queue, head, accounts.at(address));
                std::map<u64, WaitsFor> got;
                for (const Pooled* tx : pool.of_sender(address)) got[tx->nonce()] = tx->waits_for;
                ASSERT_EQ(got, wanted) << seed << " " << step;
                for (const auto& [nonce, waits] : wanted) ++seen[waits];
            }
            ASSERT_NO_FATAL_FAILURE(expect_same_picks(pool, head, random)) << seed << " " << step;
        }
    }
    for (const WaitsFor waits : {WaitsFor::nothing, WaitsFor::nonce, WaitsFor::fee, WaitsFor::balance})
        EXPECT_GT(seen[waits], 100u) << name(waits);
    EXPECT_GT(poor, 100u);
}

}  // namespace
}  // namespace lariat::node
