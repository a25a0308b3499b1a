// Blocks that an engine outside decides: run, then kept; and what such a node tells the other nodes.
//
// From execute() to keep_executed() the chain shows the writes of a block that is not the head yet, so lock()
// waits. What comes from other nodes meanwhile must not wait: the engine takes no block before it has its
// answer. It sees balances and nonces that the store has, and the pool is looked through again once the block
// is kept.
#include <algorithm>
#include <future>

#include "chain/result_tree.hpp"
#include "chain/transactions.hpp"
#include "node/core.hpp"
#include "node/keys.hpp"

namespace lariat::node {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct Core::Given {
    std::unique_ptr<chain::OpenBlock> open;
    LoggedBlock logged;
    BlockTxs txs;
    chain::BlockResult result;
    std::vector<Hash32> refused;  ///< listed and not run: the engine has them no more
    /// Made by a thread of its own while the engine stores its part. The last member: it is awaited before
    /// what it reads is gone.
    std::future<ArchivedBlock> archived;
};

// A proposal has thousands of transactions, and while it is prepared, judged or run others come in: the lock
// is taken once for all that the pool knows, to find them and for nothing else, and those that it does not
// know are verified without it.

namespace {

/// Nothing for those that are none of this chain. A proposer may bring thousands that nobody else has heard
/// of, and blocks wait meanwhile: so a few threads share them.
std::vector<std::optional<chain::Transaction>> verified_each(const Core& core,
                                                             std::span<const BytesView> raws)
{
    constexpr std::size_t EACH_MIN = 64, THREADS_MAX = 4;
    std::vector<std::optional<chain::Transaction>> out(raws.size());
    const auto verify = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (auto wire = core.verified(raws[i])) out[i] = std::move(wire.value().tx);
    };
    const std::size_t threads = std::min<std::size_t>(
        {raws.size() / EACH_MIN, THREADS_MAX, std::max(1U, std::thread::hardware_concurrency())});
    std::vector<std::future<void>> others;
    for (std::size_t i = 1; i < threads; ++i)
        others.push_back(std::async(std::launch::async, verify, raws.size() * i / threads,
                                    raws.size() * (i + 1) / threads));
    verify(0, threads > 1 ? raws.size() / threads : raws.size());
    for (std::future<void>& other : others) other.get();
    return out;
}

}  // namespace

std::vector<std::shared_ptr<const Pooled>> Core::pooled(std::span<const BytesView> raws) const
{
    std::vector<std::shared_ptr<const Pooled>> out(raws.size());
    const std::unique_lock held(mutex_);  // the pool has only what was verified
    for (std::size_t i = 0; i < raws.size(); ++i) out[i] = pool_.find_signed(raws[i]);
    return out;
}

std::vector<std::optional<BlockTx>> Core::read_given(std::span<const BytesView> raws) const
{
    const auto known = pooled(raws);
    std::vector<std::optional<BlockTx>> out(raws.size());
    std::vector<std::size_t> places;
    std::vector<BytesView> others;
    for (std::size_t i = 0; i < raws.size(); ++i) {
        if (known[i]) {
            out[i] = BlockTx{known[i]->tx, false};
        } else if (auto judged = judged_.find(raws[i])) {
            out[i] = BlockTx{std::move(*judged), false};
        } else {
            places.push_back(i);
            others.push_back(raws[i]);
        }
    }
    auto read = verified_each(*this, others);
    for (std::size_t i = 0; i < others.size(); ++i)
        if (read[i]) out[places[i]] = BlockTx{std::move(*read[i]), false};
    return out;
}

std::vector<std::optional<Core::Wanted>> Core::wanted_by_given(std::span<const BytesView> raws) const
{
    const auto wanted = [](const chain::Transaction& tx) {
        return Wanted{tx.limits.cycles, tx.limits.cells, chain::is_system(tx)};
    };
    const auto known = pooled(raws);
    std::vector<std::optional<Wanted>> out(raws.size());
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < raws.size(); ++i) {
        if (known[i])
            out[i] = wanted(known[i]->tx);
        else
            places.push_back(i);
    }
    // In parts, so that a proposal with one that is nobody's costs little.
    constexpr std::size_t PART = 1'024;
    JudgedTxs::All judged;
    bool all_good = true;
    for (std::size_t begin = 0; begin < places.size() && all_good; begin += PART) {
        const auto part = std::span(places).subspan(begin, std::min(PART, places.size() - begin));
        std::vector<BytesView> others;
        for (const std::size_t place : part) others.push_back(raws[place]);
        auto read = verified_each(*this, others);
        for (std::size_t i = 0; i < part.size(); ++i) {
            all_good = all_good && read[i];
            if (!read[i]) continue;
            out[part[i]] = wanted(*read[i]);
            judged.emplace(to_bytes(others[i]), std::move(*read[i]));
        }
    }
    judged_.keep(std::move(judged));
    return out;
}

Result<std::shared_ptr<Core::Given>, ExitError> Core::begin_given(GivenBlock& block)
{
    const std::unique_lock held(mutex_);
    drop_given();
    if (failure_) return *failure_;
    if (stopping_) return ExitError{1, "the node is stopping"};
    if (auto wrong = wrong_rules(block.rules)) return *wrong;
    began_ = steady_clock::now();
    const u64 timestamp_ms = std::max(block.timestamp_ms, head_.timestamp_ms + 1);
    const Address payee = chain::payee_of(chain_->validators(), block.proposer);
    auto begun = changing().begin({block.height, timestamp_ms, payee, block.misbehaviour}, scripts_);
    if (!begun) return ExitError{1, begun.error().message};
    auto given = std::make_shared<Given>();
    given->open = std::move(begun).value();
    given->logged = {.height = block.height,
                     .timestamp_ms = timestamp_ms,
                     .proposer = payee,
                     .txs = {},
                     .dev = {},
                     .misbehaviour = std::move(block.misbehaviour)};
    executing_ = true;
    return given;
}

Result<Core::Executed, ExitError> Core::execute(GivenBlock block)
{
    std::vector<std::optional<BlockTx>> txs =
        read_given(std::vector<BytesView>(block.txs.begin(), block.txs.end()));
    auto begun = begin_given(block);
    if (!begun) return begun.error();
    const std::shared_ptr<Given> given = std::move(begun).value();

    // Without the lock: whoever wants it by lock() waits, and what comes from other nodes is judged meanwhile
    // by what the store has.
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
            given->refused.push_back(*txs[i]->tx.hash);
            continue;
        }
        const chain::Receipt& receipt = *tried.value();
        outcome.status = receipt.status;
        outcome.cycles = receipt.cycles;
        outcome.receipt = chain::receipt_hash(receipt);
        outcome.message = receipt.refusal ? receipt.message : receipt.error;
        if (receipt.refusal) {
            given->refused.push_back(*txs[i]->tx.hash);
            continue;
        }
        given->txs.push_back(std::move(*txs[i]));
        given->logged.txs.push_back(std::move(block.txs[i]));
    }
    const auto ran = given->open->run_rest();

    const std::unique_lock held(mutex_);
    executing_ = false;
    kept_.notify_all();
    if (!ran) return damaged(ran.error().message);
    auto ended = given->open->end();
    if (!ended) return damaged(ended.error().message);
    given->result = std::move(ended).value();
    out.state_root = given->result.state_root;
    out.validators = given->result.validators;
    const chain::RulesVersion rules = chain_->rules_version();
    if (rules.next_height == block.height + 1) out.next_version = rules.next_version;
    given->archived = std::async(std::launch::async, [this, &kept = *given] {
        return sealed(*kept.open, kept.result, kept.logged, kept.txs);
    });
    given_ = given;
    return out;
}

std::optional<ExitError> Core::wrong_rules(const RulesRange& known) const
{
    const u64 height = head_.height + 1;
    const u64 version = chain_->rules_version().at(height);
    if (version >= known.first && version <= known.last) return std::nullopt;
    return ExitError{WRONG_SETTING,
                     "block " + std::to_string(height) + " has rules of version " + std::to_string(version) +
                         ", and this program knows " + std::to_string(known.first) + " to " +
                         std::to_string(known.last) +
                         (version > known.last ? ": install a newer lariat and start it on the same home"
                                               : ": run an older lariat up to the block of the upgrade")};
}

std::optional<ExitError> Core::keep_executed()
{
    std::shared_ptr<Given> given;
    {
        const std::unique_lock held(mutex_);
        given = given_;
    }
    if (!given) return ExitError{1, "there is no block that was run and not kept"};
    // Only the engine's thread writes the log, and whoever reads it waits for the block: this needs no lock.
    ArchivedBlock archived = given->archived.get();
    // The state's commit is the one sync of a block (CLU-10): the engine has the blocks that this log may
    // lose.
    const auto logged = log_->append(given->logged, BlockLog::Durable::later);

    const std::unique_lock held(mutex_);
    std::optional<ExitError> error;
    if (!logged) error = damaged(logged.error().message);
    if (!error)
        error = keep(*given->open, given->result, std::move(archived), std::move(given->logged),
                     std::move(given->txs), InLog::newly);
    if (!error) {
        pool_.drop_old(pool_head(), host_now_ms());
        error = keep_pool();
    }
    // Those that had no room, and what waits for them, must come into a later block.
    for (const Hash32& hash : given->refused) outbox_.push_back(hash);
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

void Core::forget_executed()
{
    const auto held = hold();
    drop_given();
}

std::optional<ExitError> Core::undo_above(u64 height)
{
    const auto held = lock();
    if (height >= head_.height) return std::nullopt;
    if (head_.height - height > chain_->rollback_depth())
        return ExitError{1, "block " + std::to_string(height) + " is " +
                                std::to_string(head_.height - height) + " blocks back; at most " +
                                std::to_string(chain_->rollback_depth()) + " can be undone"};
    if (height < oldest_to_go_back_to())
        return ExitError{1, "block " + std::to_string(height) + " is no longer kept (keep_blocks)"};
    what_ifs_.end_all();
    return undo_to(height);
}

Result<u64, Problem> Core::take_from_outside(BytesView raw)
{
    if (const auto known = pooled_cycles(raw)) return *known;
    auto wire = verified(raw);
    if (!wire) return wire.error();
    const u64 cycles = wire.value().tx.limits.cycles;
    const std::unique_lock held(mutex_);
    if (stopping_) return Problem{"stopping", "the node is stopping"};
    Pooled pooled;
    pooled.tx = std::move(wire.value().tx);
    pooled.raw = to_bytes(raw);
    const auto taken = take_into_pool(std::move(pooled), Keep::in_memory);
    return taken ? Result<u64, Problem>(cycles) : taken.error();
}

std::optional<u64> Core::pooled_cycles(BytesView raw) const
{
    const std::unique_lock held(mutex_);
    const auto found = pool_.find_signed(raw);
    return found ? std::optional(found->tx.limits.cycles) : std::nullopt;
}

std::vector<Bytes> Core::take_outbox(u64 wait_ms)
{
    std::unique_lock held(mutex_);
    const auto until = steady_clock::now() + milliseconds(wait_ms);
    outbox_filled_.wait_until(held, until, [this] { return stopping_ || !outbox_.empty(); });
    std::vector<Bytes> out;
    if (stopping_) return out;
    for (const Hash32& hash : std::exchange(outbox_, {}))
        if (const Pooled* pooled = pool_.find(hash)) out.push_back(pooled->raw);
    return out;
}

}  // namespace lariat::node
