// Makes the archive of a stopped node anew, beside the one that it has.
#include "base/hex.hpp"
#include "node/core.hpp"
#include "state/log_store.hpp"

namespace lariat::node {

Result<std::unique_ptr<Core>, ExitError> Core::remake(StoredChain& stored, u64 to,
                                                      const std::function<void(u64)>& progress)
{
    Settings settings;
    settings.dev = stored.genesis.is_dev();
    settings.keep_states = U64_MAX;
    std::unique_ptr<Core> core(new Core(settings));
    core->genesis_ = stored.genesis;
    auto archive = Archive::open_temporary();
    if (!archive) return damaged(archive.error().message);
    core->archive_ = std::move(archive).value();
    if (stored.log->first() == 0) {
        if (auto error = core->run_all(*stored.log, to, progress)) return *error;
        return core;
    }
    auto directory = state::open_directory_to_read(stored.data->path_of("state"));
    if (!directory) return damaged(directory.error().message);
    auto store = state::LogStore::open(std::move(directory.value().directory), {.checkpoint = false});
    if (!store) return damaged(store.error().message);
    auto chain = chain::Chain::open(std::move(store).value());
    if (!chain) return damaged(chain.error().message);
    core->chain_ = std::move(chain).value();
    core->log_ = std::move(stored.log);
    const u64 height = core->chain_->state().height;
    if (height < to)
        return damaged(stored.data->path_of("state") + ": the state is of block " + std::to_string(height) +
                       ", and the archive has block " + std::to_string(to));
    if (height > to)
        if (const auto back = core->chain_->rollback(height - to); !back)
            return damaged(back.error().message);
    if (auto error = core->archive_from_log(to)) return *error;
    return core;
}

std::optional<ExitError> Core::run_all(const BlockLog& log, u64 to, const std::function<void(u64)>& progress)
{
    if (auto error = open_parts()) return error;
    for (u64 height = 1; height <= to; ++height) {
        auto block = log.block(height);
        if (!block) return damaged(block.error().message);
        if (auto error = run_logged(std::move(block).value(), false)) return error;
        if (auto error = differs_from_told(log, height, head_.hash)) return error;
        if (const auto done = log_->forget_below(height); !done) return damaged(done.error().message);
        progress(height);
    }
    return std::nullopt;
}

}  // namespace lariat::node
