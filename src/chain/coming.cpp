// Implements the questions about the coming block.
#include "chain/coming.hpp"

#include "base/checked.hpp"

namespace lariat::chain {

namespace {

std::vector<timers::TimerId> fired_by_hand(std::span<const DevChange> dev)
{
    std::vector<timers::TimerId> out;
    for (const DevChange& change : dev)
        if (const auto* fire = std::get_if<DevFire>(&change)) out.push_back(fire->timer);
    return out;
}

}  // namespace

ComingBlock::ComingBlock(const Chain& chain, std::span<const DevChange> dev)
    : chain_(chain),
      foreseen_(foresee(dev)),
      coming_(*chain.engine_,
              {.height = chain.state().height + 1,
               .parent_root = chain.root(),
               .cycle_basefee = chain.state().cycle_basefee,
               .cell_basefee = chain.state().cell_basefee},
              foreseen_.config, fired_by_hand(dev))
{
}

ComingBlock::Foreseen ComingBlock::foresee(std::span<const DevChange> dev) const
{
    Foreseen out{.config = chain_.config(), .balances = {}};
    const auto balance_in = [&](const Address& of) {
        const auto set = out.balances.find(of);
        return set != out.balances.end() ? set->second : balance_in_state(of);
    };
    for (const DevChange& change : dev) {
        DevSet set;
        if (const auto* given = std::get_if<DevSet>(&change)) set = *given;
        if (const auto* pause = std::get_if<DevPause>(&change))
            set.config = {{"timers_paused", pause->paused}};
        const auto config =
            timers::updated_config(out.config, set.config, chain_.params().fees.cycle_capacity);
        if (!config) continue;
        out.config = config.value();
        for (const auto& [address, more] : set.fund)
            out.balances[address] = checked_add(balance_in(address), more).value_or(balance_in(address));
        for (const auto& [address, wanted] : set.balances) out.balances[address] = wanted;
    }
    return out;
}

u128 ComingBlock::balance_in_state(const Address& of) const
{
    const auto account = chain_.account(of);
    return account ? account->balance : 0;
}

bool ComingBlock::is_anything_due(u64 timestamp_ms) const
{
    const auto head = chain_.operations().head();
    if (head && head->first.timestamp_ms <= timestamp_ms) return true;
    return coming_.is_anything_due(HEIGHTS_AHEAD);
}

std::optional<lane::Why> ComingBlock::why(const timers::TimerId& id) const
{
    return coming_.why(id, [this](const Address& of) {
        const auto set = foreseen_.balances.find(of);
        return set != foreseen_.balances.end() ? set->second : balance_in_state(of);
    });
}

}  // namespace lariat::chain
