// Implements pre-charge and settlement of an execution.
#include "lane/settlement.hpp"

#include "base/checked.hpp"

namespace lariat::lane {

std::string_view name(FireKind k) noexcept
{
    switch (k) {
        case FireKind::timestamp:
            return "timestamp";
        case FireKind::height:
            return "height";
        case FireKind::watch:
            return "watch";
        case FireKind::message:
            return "message";
    }
    return "";
}

std::optional<u128> max_cost(const Price& price, u64 cycles_limit, u64 cells_limit) noexcept
{
    const auto cycles = checked_mul<u128>(price.per_cycle(), cycles_limit);
    const auto cells = checked_mul<u128>(price.per_cell(), cells_limit);
    if (!cycles || !cells) return std::nullopt;
    return checked_add(*cycles, *cells);
}

void pre_charge(Ledger& ledger, const Address& payer, u128 cost)
{
    ledger.debit(payer, cost);
    ledger.hold(cost);
}

void refund(Ledger& ledger, const Address& payer, u128 cost)
{
    ledger.release(cost);
    ledger.credit(payer, cost);
}

Settled settle(Ledger& ledger, const Paid& paid, const Usage& usage)
{
    const Price& price = paid.price;
    LARIAT_ASSERT(usage.aside_cycles <= usage.cycles && usage.aside_cells <= usage.cells);
    const u64 cycles = usage.cycles - usage.aside_cycles;
    const u64 cells = usage.cells - usage.aside_cells;
    // None of these wraps: each is at most `precharged`, which max_cost has checked.
    const u128 precharged = price.per_cycle() * paid.cycles + price.per_cell() * paid.cells;
    const u128 own = price.per_cycle() * cycles + price.per_cell() * cells;
    const u128 aside = price.per_cycle() * usage.aside_cycles + price.per_cell() * usage.aside_cells;
    const u128 tip = price.cycle_tip * cycles + price.cell_tip * cells;
    LARIAT_ASSERT(own + aside <= precharged);
    ledger.release(precharged - aside);
    ledger.burn(Ledger::Burn::cycle, price.cycle_base * cycles);
    ledger.burn(Ledger::Burn::lane, price.lane_base * cycles);
    ledger.burn(Ledger::Burn::cell, price.cell_base * cells);
    ledger.tip(tip);
    ledger.credit(paid.payer, precharged - own - aside);
    return {own + aside, tip + price.cycle_tip * usage.aside_cycles + price.cell_tip * usage.aside_cells};
}

}  // namespace lariat::lane
