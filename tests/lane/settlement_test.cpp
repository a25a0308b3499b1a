// Tests of pre-charge and settlement (FEE-1 to FEE-3): no unit is lost or made.
#include "lane/settlement.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace lariat::lane {
namespace {

/// A ledger that only counts.
class Purse final : public Ledger {
public:
    u128 balance(const Address& of) const override { return balances.contains(of) ? balances.at(of) : 0; }
    void debit(const Address& from, u128 amount) override { balances[from] -= amount; }
    void credit(const Address& to, u128 amount) override { balances[to] += amount; }
    void burn(Burn kind, u128 amount) override { burned[kind] += amount; }
    void tip(u128 amount) override { tips += amount; }
    void hold(u128 amount) override { held += amount; }
    void release(u128 amount) override
    {
        ASSERT_LE(amount, held);
        held -= amount;
    }

    std::map<Address, u128> balances;
    std::map<Burn, u128> burned;
    u128 tips = 0, held = 0;
};

const Address PAYER{{7}};

u128 price_part()
{
    return u128{*rc::gen::inRange<u64>(0, U64_MAX)} >> *rc::gen::inRange(0, 64);
}

Price any_price()
{
    return {price_part(), price_part(), price_part(), price_part(), price_part()};
}

struct Limits {
    u64 cycles, cells;
};

/// Up to limits that keep every product far inside 128 bits.
u64 up_to(u64 most)
{
    return *rc::gen::inRange<u64>(0, most + 1);
}

RC_GTEST_PROP(Settlement, FEE2_FEE3_BurnedTippedHeldAndRefundedAddUpToThePreCharge, ())
{
    const Price price = any_price();
    const Limits limits{up_to(20'000'000), up_to(1'000'000)};
    Usage used;
    used.cycles = up_to(limits.cycles);
    used.cells = up_to(limits.cells);
    used.aside_cycles = up_to(used.cycles);
    used.aside_cells = up_to(used.cells);
    const auto cost = max_cost(price, limits.cycles, limits.cells);
    RC_ASSERT(cost.has_value());

    Purse purse;
    purse.balances[PAYER] = *cost + 5;
    pre_charge(purse, PAYER, *cost);
    RC_ASSERT(purse.held == *cost);
    RC_ASSERT(purse.balances[PAYER] == u128{5});
    const Settled settled = settle(purse, {PAYER, limits.cycles, limits.cells, price}, used);

    const u128 own_cycles = used.cycles - used.aside_cycles, own_cells = used.cells - used.aside_cells;
    const u128 set_aside = price.per_cycle() * used.aside_cycles + price.per_cell() * used.aside_cells;
    RC_ASSERT(purse.burned[Ledger::Burn::cycle] == price.cycle_base * own_cycles);
    RC_ASSERT(purse.burned[Ledger::Burn::lane] == price.lane_base * own_cycles);
    RC_ASSERT(purse.burned[Ledger::Burn::cell] == price.cell_base * own_cells);
    RC_ASSERT(purse.tips == price.cycle_tip * own_cycles + price.cell_tip * own_cells);
    RC_ASSERT(purse.held == set_aside);
    u128 burned = 0;
    for (const auto& [kind, amount] : purse.burned) burned += amount;
    RC_ASSERT(purse.balances[PAYER] + burned + purse.tips + purse.held == *cost + 5);
    RC_ASSERT(settled.charged == price.per_cycle() * used.cycles + price.per_cell() * used.cells);
    RC_ASSERT(settled.tip == price.cycle_tip * used.cycles + price.cell_tip * used.cells);
    RC_ASSERT(settled.charged <= *cost);
}

TEST(Settlement, FEE2_NothingUsedIsRefundedWholeAndEverythingUsedRefundsNothing)
{
    const Price price{3, 2, 1, 5, 4};
    const u128 cost = max_cost(price, 100, 10).value();
    EXPECT_EQ(cost, u128{100 * 6 + 10 * 9});
    for (const bool everything : {false, true}) {
        Purse purse;
        purse.hold(cost);
        const Settled settled =
            settle(purse, {PAYER, 100, 10, price}, everything ? Usage{100, 10, 0, 0} : Usage{});
        EXPECT_EQ(settled.charged, everything ? cost : 0);
        EXPECT_EQ(purse.balance(PAYER), everything ? 0 : cost);
        EXPECT_EQ(purse.held, u128{0});
    }
}

TEST(MaxCost, FEE1_AddsCyclesAndCellsAtTheirWholePrices)
{
    EXPECT_EQ(
        max_cost({.cycle_base = 2, .lane_base = 3, .cycle_tip = 4, .cell_base = 5, .cell_tip = 6}, 10, 100),
        std::optional<u128>{90 + 1'100});
    EXPECT_EQ(max_cost({}, U64_MAX, U64_MAX), std::optional<u128>{0});
}

TEST(MaxCost, FEE1_WhatDoesNotFit128BitsIsNothingInsteadOfWrapping)
{
    const u128 whole = U128_MAX;
    EXPECT_EQ(max_cost({.cycle_base = whole}, 1, 0), std::optional{whole});
    EXPECT_FALSE(max_cost({.cycle_base = whole}, 2, 0));
    EXPECT_FALSE(max_cost({.cell_base = whole}, 0, 2));
    EXPECT_FALSE(max_cost({.cycle_base = whole, .cell_base = 1}, 1, 1)) << "the sum";
    EXPECT_EQ(max_cost({.cycle_base = whole - 1, .cell_base = 1}, 1, 1), std::optional{whole});
    EXPECT_EQ(max_cost({.cycle_base = u128{1} << 64}, U64_MAX, 0), std::optional{u128{U64_MAX} << 64});
    EXPECT_FALSE(max_cost({.cycle_base = (u128{1} << 64) + 2}, U64_MAX, 0));
}

}  // namespace
}  // namespace lariat::lane
