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
    return what_ifs_.start([this] { return lock(); }, alone, std::move(done));
}

Result<Core::Simulated, Problem> Core::simulate(const chain::Transaction& tx, u64 blocks)
{
    Simulated out;
    NodeClock clock = clock_;
    const u64 now_ms = host_now_ms();
    for (u64 i = 0; i < blocks; ++i) {
        const chain::ChainState& parent = chain_->state();
        const u64 timestamp_ms = clock.next(parent.timestamp_ms, now_ms + i * clock.block_time_ms());
        const chain::BlockHeader header{parent.height + 1, timestamp_ms, settings_.proposer};
        auto begun =
            i == 0 ? chain_->begin(header, scripts_, nullptr, dev_.waiting) : chain_->begin(header, scripts_);
        if (!begun) return Problem{"internal", begun.error().message};
        chain::OpenBlock& open = *begun.value();
        if (i == 0) {
            const auto tried = open.try_transaction(tx, chain::OpenBlock::Refused::list, &out.report);
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
