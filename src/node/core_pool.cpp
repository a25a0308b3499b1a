// The pool and its file: who comes in, who goes, and who waited when the process ended (NODE-21).
#include "node/core.hpp"

#include <charconv>

#include "trace/output.hpp"

namespace lariat::node {

namespace {

/// The engine's waiting transactions have nonces from the account's next one to so many above it.
constexpr u64 GIVEN_NONCES_AHEAD = 63;

/// Nonces, limits, heights and counts as numbers, money as amounts.
OrderedJson shown(PoolCode code, const std::string& value)
{
    const bool is_money = code == PoolCode::fee_too_low || code == PoolCode::insufficient_balance ||
                          code == PoolCode::replacement_underpriced || code == PoolCode::pool_full;
    u64 number = 0;
    const char* end = value.data() + value.size();
    const auto [stopped, error] = std::from_chars(value.data(), end, number);
    const bool is_number = error == std::errc() && stopped == end;
    return is_money || !is_number ? OrderedJson(value) : trace::number(number);
}

}  // namespace

Result<Submitted, Problem> Core::take_into_pool(Pooled pooled, Keep keep)
{
    const Hash32 hash = pooled.hash();
    const auto note_in_file = [&]() -> std::optional<Problem> {
        const Pooled* kept = keep == Keep::in_file && pool_file_ ? pool_.find(hash) : nullptr;
        if (kept) pool_file_->came(hash, kept->arrived_ms, kept->raw);
        const auto error = keep_pool();
        if (!error) return std::nullopt;
        fail(*error);
        return Problem{"internal", error->message};
    };
    if (pool_.find(hash)) {  // another node may have brought it
        if (auto problem = note_in_file()) return *problem;
        return Submitted{hash, false};
    }
    pooled.arrived_ms = host_now_ms();
    const auto account = blocks_are_given_ ? chain_->account_in_store(pooled.tx.from) : std::nullopt;
    if (account && pooled.nonce() > account->nonce && pooled.nonce() - account->nonce > GIVEN_NONCES_AHEAD) {
        Problem problem{"nonce_gap", "the nonce is too far ahead of the account's"};
        problem.more["got"] = std::to_string(pooled.nonce());
        problem.more["limit"] = std::to_string(account->nonce + GIVEN_NONCES_AHEAD);
        return problem;
    }
    if (const auto refused = pool_.add(std::move(pooled), pool_head())) {
        metrics_.pool_refused(std::string(name(refused->code)));
        Problem problem{std::string(name(refused->code)), refused->message};
        problem.more["got"] = shown(refused->code, refused->got);
        problem.more["limit"] = shown(refused->code, refused->limit);
        return problem;
    }
    forget_dropped(hash);
    if (auto problem = note_in_file()) return *problem;
    if (mining_.mode == Mine::automatic) wake_.notify_one();  // else a block comes when it comes
    return Submitted{hash, true};
}

/// Those who went are written behind the newcomer who made them go.
std::optional<ExitError> Core::keep_pool()
{
    const std::vector<Hash32> gone = std::exchange(gone_, {});
    if (!pool_file_) return std::nullopt;
    for (const Hash32& hash : gone) pool_file_->gone(hash);
    if (const auto written = pool_file_->write(); !written) return damaged(written.error().message);
    return std::nullopt;
}

std::optional<ExitError> Core::open_pool()
{
    if (!data_) return std::nullopt;
    auto directory = state::open_locked_directory(settings_.data);
    if (!directory) return damaged(directory.error().message);
    auto file = PoolFile::open(std::move(directory).value());
    if (!file) return damaged(file.error().message);
    pool_file_ = std::move(file).value();
    if (const auto& lost = pool_file_->lost())
        remarks_.push_back(lost->message + "; what stood behind is dropped");
    auto waiting = pool_file_->waiting();
    if (!waiting) return damaged(waiting.error().message);
    const PoolHead head = pool_head();
    const u64 now_ms = host_now_ms();
    for (PoolFile::Waiting& one : waiting.value()) {
        auto read = read_logged_tx(one.raw);
        if (!read) return damaged(data_->path_of("pool") + ": a transaction that is none: " + read.error());
        Pooled pooled;
        pooled.tx = std::move(read.value().tx);
        pooled.impersonated = read.value().impersonated;
        pooled.raw = std::move(one.raw);
        pooled.arrived_ms = one.arrived_ms;
        const Hash32 hash = pooled.hash();
        if (is_in_a_block(pooled.tx))
            gone_.push_back(hash);
        else
            pool_.restore(std::move(pooled), head, now_ms);
        if (blocks_are_given_ && pool_.find(hash)) outbox_.push_back(hash);
    }
    return keep_pool();
}

}  // namespace lariat::node
