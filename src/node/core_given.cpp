// Blocks that an engine outside decides: run, then kept; and what such a node tells the other nodes.
//
// Between execute() and keep_executed() the chain shows the writes of a block that is not the head yet, so
// lock() waits. What comes from other nodes meanwhile must not wait: the engine takes no block before it has
// its answer. It sees balances and nonces of the coming head, and the pool is looked through again once the
// block is kept.
#include <algorithm>

#include "base/hash.hpp"
#include "chain/result_tree.hpp"
#include "node/core.hpp"
#include "node/keys.hpp"

namespace lariat::node {

namespace {
constexpr u32 TOLD_AGAIN_AFTER = 16;  ///< blocks in a row in which it could have run
}

using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct Core::Given {
    std::unique_ptr<chain::OpenBlock> open;
    LoggedBlock logged;
    BlockTxs txs;
    chain::BlockResult result;
    std::vector<Hash32> passed_over;  ///< there was no room for them
};

std::optional<BlockTx> Core::read_given(BytesView raw) const
{
    {
        const std::unique_lock held(mutex_);  // the pool has only what was verified
        if (const Pooled* known = pool_.find(keccak256(raw))) return BlockTx{known->tx, false};
    }
    auto wire = verified(raw);
    if (!wire) return std::nullopt;
    return BlockTx{std::move(wire.value().tx), false};
}

Result<Core::Executed, ExitError> Core::execute(GivenBlock block)
{
    std::vector<std::optional<BlockTx>> txs;
    txs.reserve(block.txs.size());
    for (const Bytes& raw : block.txs) txs.push_back(read_given(raw));

    const std::unique_lock held(mutex_);
    drop_given();
    if (failure_) return *failure_;
    if (stopping_) return ExitError{1, "the node is stopping"};
    began_ = steady_clock::now();
    const u64 timestamp_ms = std::max(block.timestamp_ms, head_.timestamp_ms + 1);
    auto begun = chain_->begin({block.height, timestamp_ms, block.proposer}, scripts_);
    if (!begun) return ExitError{1, begun.error().message};
    auto given = std::make_shared<Given>();
    given->open = std::move(begun).value();
    given->logged = {.height = block.height,
                     .timestamp_ms = timestamp_ms,
                     .proposer = block.proposer,
                     .txs = {},
                     .dev = {}};
    Executed out;
    for (std::size_t i = 0; i < txs.size(); ++i) {
        Outcome& outcome = out.outcomes.emplace_back();
        if (!txs[i]) {
            outcome.message = "the bytes are no transaction of this chain";
            continue;
        }
        outcome.cycles_limit = txs[i]->tx.limits.cycles;
        const auto tried = given->open->try_transaction(txs[i]->tx);
        if (!tried) {
            outcome.message = tried.error().message;
            continue;
        }
        const chain::Receipt& receipt = *tried.value();
        outcome.status = receipt.status;
        outcome.cycles = receipt.cycles;
        outcome.receipt = chain::receipt_hash(receipt);
        outcome.message = receipt.refusal ? receipt.message : receipt.error;
        if (receipt.refusal) {
            if (chain::is_block_full(*receipt.refusal)) given->passed_over.push_back(*txs[i]->tx.hash);
            continue;
        }
        given->txs.push_back(std::move(*txs[i]));
        given->logged.txs.push_back(std::move(block.txs[i]));
    }
    auto ended = given->open->end();
    if (!ended) return damaged(ended.error().message);
    given->result = std::move(ended).value();
    out.state_root = given->result.state_root;
    given_ = std::move(given);
    return out;
}

std::optional<ExitError> Core::keep_executed()
{
    const std::unique_lock held(mutex_);
    if (!given_) return ExitError{1, "there is no block that was run and not kept"};
    Given& given = *given_;
    auto error = keep(*given.open, given.result, std::move(given.logged), std::move(given.txs), false);
    if (!error) {
        pool_.drop_old(pool_head(), host_now_ms());
        error = keep_pool();
    }
    for (const Hash32& hash : given.passed_over) tell_others(hash);
    turns_.clear();
    // Whatever the engine has lost of its list.
    for (const Pooled* pooled : pool_.all())
        if (pooled->is_ready() && pooled->passed_over % TOLD_AGAIN_AFTER == TOLD_AGAIN_AFTER - 1)
            tell_others(pooled->hash());
    if (error) fail(*error);
    given_.reset();
    kept_.notify_all();
    outbox_filled_.notify_all();
    return error;
}

void Core::drop_given()
{
    given_.reset();
    kept_.notify_all();
}

std::optional<ExitError> Core::undo_above(u64 height)
{
    const auto held = lock();
    if (height >= head_.height) return std::nullopt;
    if (head_.height - height > chain_->rollback_depth())
        return ExitError{1, "block " + std::to_string(height) + " is " +
                                std::to_string(head_.height - height) + " blocks back; at most " +
                                std::to_string(chain_->rollback_depth()) + " can be undone"};
    what_ifs_.end_all();
    return undo_to(height);
}

Result<u64, Problem> Core::take_from_outside(BytesView raw)
{
    {
        const std::unique_lock held(mutex_);
        if (const Pooled* known = pool_.find(keccak256(raw))) return known->tx.limits.cycles;
    }
    auto wire = verified(raw);
    if (!wire) return wire.error();
    const u64 cycles = wire.value().tx.limits.cycles;
    const std::unique_lock held(mutex_);
    if (stopping_) return Problem{"stopping", "the node is stopping"};
    Pooled pooled;
    pooled.tx = std::move(wire.value().tx);
    pooled.raw = to_bytes(raw);
    const auto taken = take_into_pool(std::move(pooled));
    return taken ? Result<u64, Problem>(cycles) : taken.error();
}

/// The engine gives a proposer its list up to the cycles of a block, in the order of arrival, and looks
/// through it in that order after each block. What cannot run leaves the list then, and so does what stands
/// before the lower nonces of its sender: a block's worth of either in front would stop everybody's.
std::optional<u64> Core::cycles_in_turn(BytesView raw)
{
    const Hash32 hash = keccak256(raw);
    const std::unique_lock held(mutex_);
    const Pooled* pooled = pool_.find(hash);
    if (!pooled || !pooled->is_ready()) return std::nullopt;
    const Address& from = pooled->tx.from;
    auto turn = turns_.find(from);
    if (turn == turns_.end()) {
        const auto account = chain_->account(from);
        turn = turns_.emplace(from, account ? account->nonce : 0).first;
    }
    if (pooled->nonce() != turn->second) {
        if (turn->second != U64_MAX)  // all of the sender's again, in the order of nonces
            for (const Pooled* one : pool_.of_sender(from))
                if (one->is_ready()) tell_others(one->hash());
        turn->second = U64_MAX;
        return std::nullopt;
    }
    ++turn->second;
    return pooled->tx.limits.cycles;
}

void Core::tell_others(const Hash32& hash)
{
    if (!blocks_are_given_) return;
    outbox_.push_back(hash);
    outbox_filled_.notify_all();
}

std::vector<Bytes> Core::take_outbox(u64 wait_ms)
{
    std::unique_lock held(mutex_);
    const auto until = steady_clock::now() + milliseconds(wait_ms);
    outbox_filled_.wait_until(held, until, [this] { return stopping_ || !outbox_.empty(); });
    std::vector<Bytes> out;
    if (stopping_) return out;
    std::vector<const Pooled*> going;
    for (const Hash32& hash : std::exchange(outbox_, {}))
        if (const Pooled* pooled = pool_.find(hash)) going.push_back(pooled);
    // What fills a gap came after those that waited for it.
    std::ranges::sort(going, {},
                      [](const Pooled* pooled) { return std::pair(pooled->nonce(), pooled->arrival); });
    for (const Pooled* pooled : going) out.push_back(pooled->raw);
    return out;
}

}  // namespace lariat::node
