// Implements the questions about the coming block.
#include "chain/coming.hpp"

namespace lariat::chain {

ComingBlock::ComingBlock(const Chain& chain)
    : chain_(chain),
      config_(chain.config()),
      coming_(*chain.engine_,
              {.height = chain.state().height + 1,
               .parent_root = chain.root(),
               .cycle_basefee = chain.state().cycle_basefee,
               .cell_basefee = chain.state().cell_basefee},
              config_)
{
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
        const auto account = chain_.account(of);
        return account ? account->balance : u128{0};
    });
}

}  // namespace lariat::chain
