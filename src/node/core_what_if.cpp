// What would be if: runs blocks in a forked child, where nothing of them stays.
#include "node/core.hpp"

namespace lariat::node {

bool Core::what_if(std::function<std::string()> work, ForkedRuns::Done done)
{
    const auto alone = [this, work = std::move(work)] {
        chain_->leave_files_alone();
        log_->leave_files_alone();
        if (data_) data_->let_go();
        return work();
    };
    const auto at_rest = [this] {
        auto held = lock();
        (void)archive_.finish();  // the child has none of this process's threads
        return held;
    };
    return what_ifs_.start(at_rest, alone, std::move(done));
}

namespace {

/// Halves a limit that the client left out and for which the block has no room: an operation before it has
/// used some. False: nothing is left to halve.
bool makes_smaller(UnsignedTx& run, chain::TxRefusal refusal)
{
    const bool is_cells = refusal == chain::TxRefusal::cells_full;
    if (!chain::is_block_full(refusal) || (is_cells ? run.has_cells_limit : run.has_cycles_limit))
        return false;
    u64& limit = is_cells ? run.tx.limits.cells : run.tx.limits.cycles;
    limit /= 2;
    return limit > 0;
}

}  // namespace

Result<Core::Simulated, Problem> Core::simulate(UnsignedTx& run, u64 blocks)
{
    Simulated out;
    NodeClock clock = clock_;
    const u64 now_ms = host_now_ms();
    for (u64 i = 0; i < blocks; ++i) {
        const chain::ChainState& parent = chain_->state();
        const u64 timestamp_ms = clock.next(parent.timestamp_ms, now_ms + i * clock.block_time_ms());
        const chain::BlockHeader header{parent.height + 1, timestamp_ms, settings_.proposer};
        auto begun = i == 0 ? changing().begin(header, scripts_, nullptr, dev_.waiting)
                            : changing().begin(header, scripts_);
        if (parent.timestamp_ms >= BLOCK_TIME_MAX)
            return Problem{"time_not_later", "no block can be later than its parent at 2^53 - 1 ms"};
        if (!begun) return Problem{"internal", begun.error().message};
        chain::OpenBlock& open = *begun.value();
        if (i == 0) {
            auto tried = open.try_transaction(run.tx, chain::OpenBlock::Refused::leave_out, &out.report);
            while (tried && tried.value()->refusal && makes_smaller(run, *tried.value()->refusal))
                tried = open.try_transaction(run.tx, chain::OpenBlock::Refused::leave_out, &out.report);
            if (tried && tried.value()->refusal)
                tried = open.try_transaction(run.tx, chain::OpenBlock::Refused::list, &out.report);
            if (!tried) return Problem{"internal", tried.error().message};
            out.receipt = *tried.value();
        }
        auto ended = open.end();
        if (!ended) return Problem{"internal", ended.error().message};
        out.results.push_back(std::move(ended).value());
        if (const auto done = open.commit(); !done) return Problem{"internal", done.error().message};
        clock.made(timestamp_ms);
    }
    return out;
}

}  // namespace lariat::node
