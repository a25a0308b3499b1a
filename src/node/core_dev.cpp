// The verbs of dev chains that change chain, clock or pool (section 8 of the node's specification).
#include <algorithm>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/transactions.hpp"
#include "node/core.hpp"
#include "node/fork_name.hpp"

namespace lariat::node {

namespace {

constexpr std::size_t UNDONE_TOLD_MAX = 10'000;

Problem problem_of(const Error& error)
{
    return {error.code == ErrorCode::TimerNotFound ? "not_found" : "bad_request", error.message};
}

Problem internal(const ExitError& error)
{
    return {"internal", error.message};
}

}  // namespace

std::optional<Problem> Core::cannot_change() const
{
    if (!genesis_.is_dev()) return Problem{"not_dev", "this chain is no dev chain: it has no verbs"};
    if (stopping_) return Problem{"stopping", "the node is stopping"};
    return std::nullopt;
}

/// Makes what waits and the snapshots durable.
std::optional<ExitError> Core::save_dev()
{
    if (!genesis_.is_dev()) return std::nullopt;
    dev_.clock = clock_.state();
    dev_.waiting_for = head_.height + 1;
    if (!data_) return std::nullopt;
    if (const auto written = data_->write("dev", encode(dev_)); !written) return written.error();
    return std::nullopt;
}

Result<u64, Problem> Core::change(chain::DevChange change)
{
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    if (const Status would = chain_->would_make(change); !would) return problem_of(would.error());
    if (dev_.waiting.size() >= DEV_CHANGES_MAX)
        return Problem{"busy", std::to_string(DEV_CHANGES_MAX) + " changes wait for the next block already"};
    dev_.waiting.push_back(std::move(change));
    forget_answers();
    if (auto error = save_dev()) {
        dev_.waiting.pop_back();
        return internal(*error);
    }
    ++dev_generation_;
    wake_.notify_one();
    return head_.height + 1;
}

void Core::fill_limits(UnsignedTx& run) const
{
    const PoolHead head = pool_head();
    const auto account = chain_->account(run.tx.from);
    const u128 balance = account ? account->balance : 0;
    chain::TxLimits& limits = run.tx.limits;
    if (!run.has_cells_limit) limits.cells = head.cell_capacity;
    if (!run.has_cycles_limit) limits.cycles = chain::is_system(run.tx) ? head.system_lane : head.user_lane;
    // An amount that the balance does not pay is for the transaction to fail by, not for its limits.
    chain::Transaction priced = run.tx;
    priced.limits.cycles = priced.limits.cells = 0;
    if (const auto alone = most_it_costs(priced, 0, 0); !alone || *alone > balance)
        if (auto* transfer = std::get_if<chain::TransferTx>(&priced.body)) transfer->amount = 0;
    const auto fits = [&] {
        priced.limits = limits;
        const auto cost = most_it_costs(priced, head.cycle_basefee, head.cell_basefee);
        return cost && *cost <= balance;
    };
    if (fits()) return;
    /// The highest value of a limit that is paid for, by halving.
    const auto shrink = [&](u64& limit) {
        u64 low = 0, high = limit;
        while (low < high) {
            limit = high - (high - low) / 2;
            if (fits())
                low = limit;
            else
                high = limit - 1;
        }
        limit = low;
    };
    if (!run.has_cells_limit && !run.has_cycles_limit) {
        // Half of what is paid for goes into cells, if so many are of use; the cycles take the rest.
        const u64 cycles = limits.cycles, cells = limits.cells;
        limits.cells = 0;
        shrink(limits.cycles);
        limits.cycles = std::min<u64>(limits.cycles / 2, 1'000'000);
        limits.cells = cells;
        shrink(limits.cells);
        limits.cycles = cycles;
    } else if (!run.has_cells_limit) {
        shrink(limits.cells);
    }
    if (!run.has_cycles_limit) shrink(limits.cycles);
}

Result<Submitted, Problem> Core::impersonate(UnsignedTx run)
{
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    fill_limits(run);
    if (!run.tx.nonce) {
        const auto account = chain_->account(run.tx.from);
        run.tx.nonce = pool_.pending_nonce(run.tx.from).value_or(account ? account->nonce : 0);
    }
    Pooled pooled;
    pooled.impersonated = true;
    pooled.raw = encode_transaction(encode_body(genesis_.genesis.params.chain_id, run.tx), run.tx.from);
    if (auto problem = too_large(pooled.raw.size())) return *problem;
    pooled.tx = std::move(run.tx);
    pooled.tx.hash = keccak256(pooled.raw);
    return take_into_pool(std::move(pooled));
}

Result<u64, Problem> Core::advance_time(u64 ms)
{
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    clock_.advance(ms);
    if (auto error = save_dev()) return internal(*error);
    return head_.height + 1;
}

Result<u64, Problem> Core::set_next_time(u64 timestamp_ms)
{
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    if (timestamp_ms <= head_.timestamp_ms)
        return Problem{"time_not_later", "the head has the time " + std::to_string(head_.timestamp_ms) +
                                             "; the next block needs a later one, got " +
                                             std::to_string(timestamp_ms)};
    clock_.set_next(timestamp_ms);
    if (auto error = save_dev()) return internal(*error);
    return head_.height + 1;
}

Result<u64, Problem> Core::set_mining(const Mining& mining)
{
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    mining_ = mining;
    clock_.set_block_time(mining.block_time_ms);
    ticks_anew_ = true;
    wake_.notify_one();
    return head_.height;
}

Result<Core::Taken, Problem> Core::snapshot()
{
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    if (dev_.snapshots.size() >= DEV_SNAPSHOTS_MAX)
        return Problem{"busy", "there are " + std::to_string(DEV_SNAPSHOTS_MAX) +
                                   " snapshots; revert to one, or reset, to let the later ones go"};
    dev_.snapshots.push_back(
        {.number = dev_.next_snapshot++, .height = head_.height, .clock = clock_.state(), .mining = mining_});
    if (auto error = save_dev()) return internal(*error);
    return Taken{dev_.snapshots.back().id(), head_.height};
}

Result<u64, Problem> Core::revert(const std::string& id)
{
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    const auto found = std::find_if(dev_.snapshots.begin(), dev_.snapshots.end(),
                                    [&](const DevSnapshot& snapshot) { return snapshot.id() == id; });
    if (found == dev_.snapshots.end()) return Problem{"not_found", "no snapshot has this id"};
    const DevSnapshot to = *found;
    const u64 depth = head_.height - to.height;
    if (depth > std::min(REVERT_DEPTH_MAX, chain_->rollback_depth()))
        return Problem{"too_deep", "the snapshot is " + std::to_string(depth) + " blocks back; at most " +
                                       std::to_string(std::min(REVERT_DEPTH_MAX, chain_->rollback_depth())) +
                                       " can be undone"};
    if (to.height < oldest_to_go_back_to())
        return Problem{"too_deep", "the snapshot is of block " + std::to_string(to.height) +
                                       ", and blocks below " + std::to_string(oldest_to_go_back_to()) +
                                       " are no longer kept (keep_blocks)"};
    what_ifs_.end_all();  // they read what is cut
    dev_.snapshots.erase(found + 1, dev_.snapshots.end());
    dev_.waiting.clear();
    // From here on a crash leaves a revert that the next start finishes.
    dev_.reverting_to = to.height;
    clock_.restore(to.clock);
    auto error = save_dev();
    if (!error) error = undo_to(to.height);
    dev_.reverting_to.reset();
    if (!error) error = save_dev();
    if (error) {
        fail(*error);
        return internal(*error);
    }
    mining_ = to.mining;
    clock_.set_block_time(mining_.block_time_ms);
    ticks_anew_ = true;
    ++dev_generation_;
    wake_.notify_one();
    return head_.height;
}

std::optional<ExitError> Core::undo_to(u64 height)
{
    std::vector<OrderedJson> undone = transactions_above(height);
    if (const auto done = changing().rollback(head_.height - height); !done)
        return damaged(done.error().message);
    name_fork(*chain_, genesis_);
    if (height < log_->head())
        if (const auto done = log_->revert_to(height); !done) return damaged(done.error().message);
    if (auto error = revert_archive()) return error;
    if (auto error = take_head(height)) return error;
    index_ = {};
    chain_->each_entry([&](BytesView key, BytesView value) { index_.note(key, value); });
    recall_tips();
    last_ended_.clear();
    tell_reverted(height);
    pool_.block_done({}, pool_head(), host_now_ms(), false);
    note_undone(std::move(undone), DropReason::reverted);
    return keep_pool();
}

/// The latest transactions of the blocks above a height, oldest first, as many as are remembered.
std::vector<OrderedJson> Core::transactions_above(u64 height) const
{
    HistoryPage wanted;
    wanted.from_height = height + 1;
    wanted.limit = UNDONE_TOLD_MAX;
    wanted.bytes_max = U64_MAX;
    std::vector<OrderedJson> out;
    for (const ArchivedRow& row : archive_->list(Archive::Table::txs, {}, wanted).rows)
        out.push_back(OrderedJson::parse(row.json));
    std::reverse(out.begin(), out.end());
    return out;
}

void Core::note_undone(std::vector<OrderedJson> txs, DropReason reason)
{
    for (OrderedJson& json : txs) {
        for (const char* key : {"height", "index", "receipt", "events", "exits", "scheduled"})
            json.erase(key);
        json["status"] = "dropped";
        json["reason"] = name(reason);
        const auto hash = hash_from_hex(json["hash"].get<std::string>());
        if (!hash || pool_.find(*hash)) continue;
        metrics_.pool_dropped(reason);
        keep_dropped(*hash, std::move(json));
    }
}

Result<u64, Problem> Core::reset()
{
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    what_ifs_.end_all();  // they may still hold the directories
    std::vector<OrderedJson> undone = transactions_above(0);
    dev_.snapshots.clear();
    dev_.waiting.clear();
    clock_.restore({});
    dev_.resetting = true;
    auto error = save_dev();
    // While the archive is there, which is asked what became of a transaction.
    pool_.drop_all(DropReason::reset);
    if (!error) error = keep_pool();
    if (!error) error = wipe();
    if (!error) error = open_parts();
    dev_.resetting = false;
    if (!error) error = save_dev();
    if (error) {
        fail(*error);
        return internal(*error);
    }
    last_ended_.clear();
    tell_reverted(0);
    note_undone(std::move(undone), DropReason::reverted);
    ++dev_generation_;
    wake_.notify_one();
    return head_.height;
}

/// Tips of the last blocks, from the archive: the answers to /fees are the same after a restart or a revert.
void Core::recall_tips()
{
    tips_.clear();
    const u64 blocks = std::min<u64>(TIP_BLOCKS, head_.height);
    for (u64 height = head_.height - blocks + 1; height <= head_.height; ++height) {
        std::vector<std::pair<u128, u128>> tips;
        const auto block = archive_->block_json(height, false);
        const OrderedJson json = block ? OrderedJson::parse(*block) : OrderedJson::object();
        const u128 basefee = block ? amount_of(json["basefee"]["cycle"]) : 0;
        HistoryPage wanted;
        wanted.from_height = wanted.to_height = height;
        wanted.limit = UNDONE_TOLD_MAX;
        wanted.bytes_max = U64_MAX;
        for (const ArchivedRow& row : archive_->list(Archive::Table::txs, {}, wanted).rows) {
            const OrderedJson tx = OrderedJson::parse(row.json);
            if (amount_of(tx["receipt"]["fee"]) == 0) continue;
            chain::Transaction priced;
            priced.limits.max_fee_per_cycle = amount_of(tx["max_fee_per_cycle"]);
            priced.limits.tip_per_cycle = amount_of(tx["tip_per_cycle"]);
            tips.emplace_back(effective_tip(priced, basefee), amount_of(tx["tip_per_cell"]));
        }
        tips_.push_back(std::move(tips));
    }
}

}  // namespace lariat::node
