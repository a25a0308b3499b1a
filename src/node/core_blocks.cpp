// Makes blocks: the thread, ticks, and the way of a block into log, state and archive.
#include "node/core.hpp"

#include <algorithm>

#include "base/hex.hpp"
#include "base/utf8.hpp"
#include "lane/auction/pricing.hpp"
#include "node/keys.hpp"
#include "timers/state_keys.hpp"
#include "trace/output.hpp"

namespace lariat::node {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

/// Blocks that follow each other sooner go to the archive's file together.
constexpr milliseconds SETTLES_AFTER{5};
/// An order that has made so many blocks is worth a thread beside.
constexpr u64 MANY_BLOCKS = 1'000;

}  // namespace

void Core::start()
{
    thread_ = std::thread([this] { loop(); });
}

void Core::stop()
{
    {
        const auto held = hold();
        drop_given();
        stopping_ = true;
        wake_.notify_all();
        outbox_filled_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
    what_ifs_.stop();
    auto held = lock();
    // The waiting blocks go to the file. Rows that a revert cut off may stay there for the next start. An
    // error costs nothing: the log has all blocks.
    if (archive_ && !archive_->is_settled()) (void)archive_->settle();
    answer_late(steady_clock::time_point::max());
    (void)send_due_replies(held);
    for (MineJob& job : std::exchange(jobs_, {})) job.reply(Problem{"stopping", "the node is stopping"});
}

void Core::loop()
{
    auto held = lock();
    const auto period = [&] { return milliseconds(clock_.block_time_ms()); };
    auto next_tick = steady_clock::now() + period();
    while (!stopping_) {
        if (const auto failed = archive_->failed_read()) {
            fail({DAMAGED, failed->message});
            break;
        }
        answer_late(steady_clock::now());
        if (send_due_replies(held) && stopping_) break;
        if (!jobs_.empty()) {
            MineJob job = std::move(jobs_.front());
            jobs_.pop_front();
            mine_one(job);
        } else if (mining_.mode == Mine::automatic && has_work() && !is_time_up() &&
                   make_block(coming_time())) {
            // made
        } else if (std::exchange(ticks_anew_, false)) {
            next_tick = steady_clock::now() + period();
        } else if (steady_clock::now() >= next_tick) {
            if (!blocks_are_given_ && let_pool_age() && mining_.mode != Mine::manual) tick();
            while (next_tick <= steady_clock::now()) next_tick += period();
        } else if (!archive_->is_settled() && steady_clock::now() >= kept_at_ + SETTLES_AFTER) {
            // Blocks that an engine gives come at its pace: its Commit does not wait for the archive's file.
            if (blocks_are_given_) held.unlock();
            const auto done = archive_->settle();
            if (blocks_are_given_) held.lock();
            if (!done) fail({DAMAGED, done.error().message});
        } else {
            auto until = next_tick;
            if (!archive_->is_settled()) until = std::min(until, kept_at_ + SETTLES_AFTER);
            for (const auto& [hash, waiting] : waiting_) until = std::min(until, waiting.until);
            wake_.wait_until(held, until);
            continue;
        }
        // Readers that wait for the lock get it between two blocks.
        held.unlock();
        if (wanting_ != 0) std::this_thread::yield();
        held.lock();
    }
}

u64 Core::coming_time() const
{
    return clock_.next(head_.timestamp_ms, host_now_ms());
}

bool Core::let_pool_age()
{
    pool_.drop_old(pool_head(), host_now_ms());
    const auto error = keep_pool();
    if (error) fail(*error);
    return !error;
}

bool Core::tick()
{
    if (is_time_up()) return false;
    const u64 timestamp_ms = coming_time();
    const bool wanted = has_work() || mining_.empty_blocks == EmptyBlocks::always ||
                        (mining_.empty_blocks == EmptyBlocks::due && is_anything_due(timestamp_ms));
    return wanted && make_block(timestamp_ms);
}

bool Core::is_anything_due(u64 timestamp_ms) const
{
    return coming().is_anything_due(timestamp_ms);
}

/// Tries the pool's transactions in their order. False: the node cannot go on.
bool Core::make_block(u64 timestamp_ms)
{
    began_ = steady_clock::now();
    const u64 height = head_.height + 1;
    auto begun =
        changing().begin({height, timestamp_ms, settings_.proposer}, scripts_, nullptr, dev_.waiting);
    if (!begun) {
        fail({DAMAGED, begun.error().message});
        return false;
    }
    chain::OpenBlock& open = *begun.value();
    BlockTxs txs;
    LoggedBlock logged{
        .height = height, .timestamp_ms = timestamp_ms, .proposer = settings_.proposer, .txs = {}, .dev = {}};
    if (!dev_.waiting.empty()) logged.dev = changes_text(dev_.waiting);
    u64 bytes = 0;
    Pool::Picker picker = pool_.pick(pool_head());
    while (const Pooled* next = picker.next()) {
        if (bytes + next->raw.size() > settings_.max_block_bytes) {
            picker.took(false);
            continue;
        }
        const auto tried = open.try_transaction(next->tx);
        if (!tried || tried.value()->refusal) {
            picker.took(false);
            continue;
        }
        txs.push_back({next->tx, next->impersonated});
        logged.txs.push_back(next->raw);
        bytes += next->raw.size();
        picker.took(true);
    }
    if (auto error = finish(open, std::move(logged), std::move(txs), false)) {
        fail(*error);
        return false;
    }
    return true;
}

std::optional<ExitError> Core::finish(chain::OpenBlock& open, LoggedBlock logged, BlockTxs txs,
                                      bool is_logged)
{
    const auto ended = open.end();
    if (!ended) return damaged(ended.error().message);
    ArchivedBlock archived = sealed(open, ended.value(), logged, txs);
    return keep(open, ended.value(), std::move(archived), std::move(logged), std::move(txs),
                is_logged ? InLog::from_before : InLog::not_yet);
}

ArchivedBlock Core::sealed(const chain::OpenBlock& ended, const chain::BlockResult& result,
                           const LoggedBlock& logged, const BlockTxs& txs) const
{
    const SealedHeader header{logged.height, logged.timestamp_ms, logged.proposer,
                              head_.hash,    hash_of_txs(txs),    result.state_root};
    ArchivedBlock archived =
        seal(header, ended.block_hash(), txs, rows_of(result, txs), archive_.spare_text());
    for (const state::WriteView& write : ended.writes())
        archived.writes.push_back(
            {to_bytes(write.key), write.value ? std::optional(to_bytes(*write.value)) : std::nullopt});
    if (!feeds()) describe_gone(archived, removed_records(archived, index_), *archive_);
    return archived;
}

std::optional<ExitError> Core::differs_from_told(const BlockLog& log, u64 height, const Hash32& hash) const
{
    if (!log.has_result(height)) return std::nullopt;
    const auto told = log.result(height);
    if (!told) return damaged(told.error().message);
    const OrderedJson line = OrderedJson::parse(told.value().json, nullptr, false);
    if (line.is_object() && line.value("hash", std::string()) == to_hex(hash)) return std::nullopt;
    const std::string where = settings_.data.empty() ? "" : settings_.data + "/blocks: ";
    return damaged(where + "block " + std::to_string(height) +
                   " has another result in the log than when it is run again");
}

std::optional<ExitError> Core::keep(chain::OpenBlock& open, const chain::BlockResult& result,
                                    ArchivedBlock archived, LoggedBlock logged, BlockTxs txs, InLog in_log)
{
    const bool is_logged = in_log == InLog::from_before;
    std::vector<Hash32> hashes;
    for (const BlockTx& tx : txs) hashes.push_back(*tx.tx.hash);
    if (is_logged)
        if (auto error = differs_from_told(*log_, logged.height, archived.hash)) return error;
    if (in_log == InLog::not_yet)
        if (const auto done = log_->append(logged); !done) return damaged(done.error().message);
    if (const auto done = open.commit(); !done) return damaged(done.error().message);
    // In memory nobody reads it: a block's rows are in the archive.
    if (data_ && !log_->has_result(logged.height)) {
        LoggedResult row{logged.height, archived.full(), {}};
        for (const ArchivedBlock::Gone& gone : archived.gone) row.gone.push_back(gone.json);
        if (const auto done = log_->append_result(row); !done) return damaged(done.error().message);
    }
    std::vector<RemovedRecord> removed;
    if (feeds()) removed = removed_records(archived, index_);
    for (const ArchivedBlock::Write& write : archived.writes)
        index_.note(write.key, write.value ? std::optional<BytesView>(*write.value) : std::nullopt);
    const Hash32 hash = archived.hash;
    const bool is_told = listener_ && listener_->wants_transactions();
    const std::vector<ArchivedBlock::Tx> told = is_told ? archived.txs : std::vector<ArchivedBlock::Tx>();
    if (feeds()) {
        if (const auto done = archive_.feed(std::move(archived), std::move(removed)); !done)
            return damaged(done.error().message);
    } else if (const auto done = archive_.add(
                   std::move(archived), blocks_are_given_ ? Archive::Write::later : Archive::Write::soon);
               !done) {
        return damaged(done.error().message);
    }
    std::vector<std::pair<u128, u128>> tips;
    for (std::size_t i = 0; i < txs.size(); ++i)
        if (result.receipts[i].fee > 0)
            tips.emplace_back(effective_tip(txs[i].tx, result.cycle_basefee), txs[i].tx.limits.tip_per_cell);
    tips_.push_back(std::move(tips));
    if (tips_.size() > TIP_BLOCKS) tips_.pop_front();
    head_ = {logged.height, logged.timestamp_ms, hash, result.state_root};
    kept_at_ = steady_clock::now();
    metrics_.block_made(result, std::chrono::duration<double>(kept_at_ - began_).count());
    clock_.made(logged.timestamp_ms);
    last_ended_.clear();
    for (const lane::Fired& fire : result.fired)
        if (fire.id) last_ended_.insert(*fire.id);
    for (const timers::Exit& exit : result.exits) last_ended_.insert(exit.id);
    if (!logged.dev.empty() && !is_logged) {
        dev_.waiting.clear();
        ++dev_generation_;
        if (auto error = save_dev()) return error;
    }
    for (const ArchivedBlock::Tx& tx : told) listener_->tx_changed(tx.sender, 0, OrderedJson::parse(tx.json));
    pool_.block_done(hashes, pool_head(), host_now_ms(), !is_logged);
    gone_.insert(gone_.end(), hashes.begin(), hashes.end());
    if (auto error = keep_pool()) return error;
    prune();
    if (listener_) listener_->block_made();
    for (const Hash32& tx_hash : hashes) answer_waiting(tx_hash);
    if (blocks_are_given_) wake_.notify_one();  // the archive has something to settle
    return std::nullopt;
}

/// Forgets history beyond `keep_blocks` and states beyond `keep_states`: now and then, since it costs a walk,
/// and a few heights at a time, also where a setting was lowered, since blocks wait for it.
void Core::prune()
{
    constexpr u64 EVERY = 16, HEIGHTS_MAX = 2 * EVERY;
    const u64 blocks_wanted = settings_.keep_blocks != 0 && head_.height >= settings_.keep_blocks
                                  ? head_.height - settings_.keep_blocks + 1
                                  : oldest_block_;
    const bool is_far_behind = blocks_wanted > oldest_block_ + HEIGHTS_MAX ||
                               oldest_wanted_state() > forgotten_states_ + HEIGHTS_MAX;
    if (head_.height % EVERY != 0 && !is_far_behind) return;
    const u64 blocks_from = std::min(blocks_wanted, oldest_block_ + HEIGHTS_MAX);
    forgotten_states_ =
        std::max(forgotten_states_, std::min(oldest_wanted_state(), forgotten_states_ + HEIGHTS_MAX));
    const auto forgotten = feeds() ? archive_.feed_forget(blocks_from, forgotten_states_)
                                   : archive_->forget(blocks_from, forgotten_states_);
    if (!forgotten) return fail({DAMAGED, forgotten.error().message});
    if (const auto done = log_->forget_below(blocks_from); !done)
        return fail({DAMAGED, done.error().message});
    oldest_block_ = std::max(oldest_block_, blocks_from);
}

std::shared_ptr<const HistoricChain> Core::historic(u64 height)
{
    const auto block = archive_->block_json(height, false);
    if (!block) return nullptr;
    const auto hash = hash_member(*block, "hash"), root = hash_member(*block, "state_root");
    return hash && root ? historic_.at(*archive_, height, *hash, *root) : nullptr;
}

u64 Core::oldest_state() const
{
    return std::max(archive_->states_from(), oldest_wanted_state());
}

void Core::fail(const ExitError& error)
{
    stopping_ = true;
    failure_ = error;
    if (failed_) failed_(error.exit);
}

// By hand.

void Core::mine(const MineOrder& order, std::function<void(Result<Mined, Problem>)> reply)
{
    const auto held = lock();
    if (stopping_) return reply(Problem{"stopping", "the node is stopping"});
    jobs_.push_back({order, 0, std::move(reply)});
    wake_.notify_one();
}

/// One block of an order; the rest goes back to the front of the queue.
void Core::mine_one(MineJob& job)
{
    const MineOrder& order = job.order;
    const auto is_there = [&] {
        if (order.until_height) return head_.height >= *order.until_height;
        if (order.until_timer)
            return (job.made > 0 && last_ended_.contains(*order.until_timer)) ||
                   !(chain_->timer(*order.until_timer) || chain_->operation(*order.until_timer));
        return job.made >= order.blocks;
    };
    if (!is_there() && job.made < order.most) {
        if (is_time_up())
            return job.reply(Problem{"time_not_later",
                                     "the head is of 2^53 - 1 ms, and no block can be later: "
                                     "revert or reset"});
        const u64 wanted = std::min(BLOCK_TIME_MAX, head_.timestamp_ms + order.step_ms);
        const u64 timestamp_ms = clock_.asked()
                                     ? coming_time()
                                     : std::clamp(std::min(BLOCK_TIME_MAX, wanted + clock_.advance_once()),
                                                  head_.timestamp_ms + 1, BLOCK_TIME_MAX);
        makes_many_ = job.made >= MANY_BLOCKS;
        const bool is_made = make_block(timestamp_ms);
        makes_many_ = false;
        if (!is_made)
            return job.reply(
                Problem{"internal", failure_ ? failure_->message : "the block could not be made"});
        clock_.go_on_from(timestamp_ms, host_now_ms());
        ++job.made;
        if (!is_there() && job.made < order.most) {
            jobs_.push_front(std::move(job));
            return;
        }
    }
    if (job.made > 0)
        if (auto error = save_dev()) {
            fail(*error);
            return job.reply(Problem{"internal", error->message});
        }
    if (const auto fed = archive_.finish(); !fed) {
        fail({DAMAGED, fed.error().message});
        return job.reply(Problem{"internal", fed.error().message});
    }
    job.reply(Mined{job.made, is_there(), head_.height});
}

}  // namespace lariat::node
