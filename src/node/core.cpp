// Submitting, waiting, and what became of a transaction.
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
using trace::number;

namespace {

constexpr std::size_t DROPPED_MAX = 10'000;
/// Of their texts: whoever lets large transactions expire pays nothing for them.
constexpr u64 DROPPED_BYTES_MAX = u64{64} << 20;

Problem malformed(const TxMalformed& why)
{
    Problem out{"tx_malformed", why.message};
    out.more["reason"] = name(why.reason);
    return out;
}

}  // namespace

// Submitting.

/// One that fits into no block would wait until its time is up.
std::optional<Problem> Core::too_large(u64 bytes) const
{
    const u64 most = std::min(settings_.max_tx_bytes, settings_.max_block_bytes);
    if (bytes <= most) return std::nullopt;
    Problem problem{"tx_malformed", "the transaction has " + std::to_string(bytes) + " bytes; at most " +
                                        std::to_string(most) + " are allowed"};
    problem.more["reason"] = name(TxFault::too_large);
    return problem;
}

Result<WireTransaction, Problem> Core::verified(BytesView raw) const
{
    if (auto problem = too_large(raw.size())) return *problem;
    auto decoded =
        decode_transaction(raw, genesis_.genesis.validators.empty() ? Kinds::standalone : Kinds::replicated);
    if (!decoded) return malformed(decoded.error());
    WireTransaction wire = std::move(decoded).value();
    const std::string& chain_id = genesis_.genesis.params.chain_id;
    if (wire.chain_id != chain_id) {
        const std::string given(utf8::head(wire.chain_id, 60));
        Problem problem{"wrong_chain",
                        "the transaction is for chain \"" + given + "\", this is \"" + chain_id + "\""};
        problem.more["got"] = given;
        problem.more["limit"] = chain_id;
        return problem;
    }
    const auto* signature = std::get_if<Signature>(&wire.seal);
    const auto sender = signature ? recover(wire.digest, *signature) : std::nullopt;
    if (!sender)
        return Problem{"bad_signature",
                       "nobody's key made this signature: r and s below the order of secp256k1, s at "
                       "most half of it, v 0 or 1"};
    wire.tx.from = *sender;
    return wire;
}

Result<Submitted, Problem> Core::submit(Bytes raw)
{
    auto checked = verified(raw);
    if (!checked) {
        metrics_.pool_refused(checked.error().code);
        return checked.error();
    }
    const WireTransaction& wire = checked.value();
    const auto held = lock();
    if (stopping_) return Problem{"stopping", "the node is stopping"};
    const Hash32 hash = *wire.tx.hash;
    if (is_in_a_block(wire.tx)) return Submitted{hash, false};
    Pooled pooled;
    pooled.tx = wire.tx;
    pooled.raw = std::move(raw);
    auto taken = take_into_pool(std::move(pooled));
    if (blocks_are_given_ && taken) {  // one that is sent again may be unknown to the others
        outbox_.push_back(hash);
        outbox_filled_.notify_all();
    }
    return taken;
}

/// The archive finds by their hash those that it has. For one that it has not it looks into every part of its
/// index, so it is asked only where a block may have the transaction: its nonce is used.
bool Core::is_in_a_block(const chain::Transaction& tx) const
{
    const auto account = pool_head().account(tx.from);
    return account && *tx.nonce < account->nonce && archive_->tx(*tx.hash);
}

const chain::ComingBlock& Core::coming() const
{
    if (!coming_) coming_ = std::make_unique<chain::ComingBlock>(*chain_, dev_.waiting);
    return *coming_;
}

std::string Core::cause_at_head(const Hash32& id) const
{
    constexpr std::size_t KEPT_MAX = 1'024;
    if (const auto known = causes_.find(id); known != causes_.end()) return known->second;
    std::string cause = archive_->cause(id, head_.height);
    if (causes_.size() == KEPT_MAX) causes_.clear();
    return causes_.emplace(id, std::move(cause)).first->second;
}

std::string Core::etag_of_now() const
{
    return to_hex(head_.hash).substr(2, 24) + "-" + std::to_string(generation());
}

PoolHead Core::pool_head() const
{
    const chain::ChainState& state = chain_->state();
    const chain::FeeParams& fees = chain_->params().fees;
    return {.height = state.height,
            .cycle_basefee = state.cycle_basefee,
            .cell_basefee = state.cell_basefee,
            .min_basefee = fees.min_basefee,
            .user_lane = fees.user_lane,
            .system_lane = fees.system_lane,
            .cell_capacity = fees.cell_capacity,
            .account = [this](const Address& of) -> std::optional<PoolHead::Account> {
                const auto account = blocks_are_given_ ? chain_->account_in_store(of) : chain_->account(of);
                if (!account) return std::nullopt;
                return PoolHead::Account{account->balance, account->nonce};
            }};
}

// Waiting.

void Core::wait_for(const Hash32& hash, u64 wait_ms, WaitReply reply)
{
    auto held = lock();
    const bool may_wait = wait_ms != 0 && !stopping_;
    if (!may_wait || !pool_.find(hash)) {  // of one in the pool that waits nothing has to be said yet
        SharedTx now = shared_tx(hash);
        const u64 height = head_.height;
        held.unlock();
        return reply(std::move(now), height);
    }
    waiting_.emplace(hash, Waiting{steady_clock::now() + milliseconds(wait_ms), std::move(reply)});
    wake_.notify_one();
}

void Core::answer_waiting(const Hash32& hash)
{
    const auto [first, last] = waiting_.equal_range(hash);
    if (first == last) return;
    const SharedTx now = shared_tx(hash);
    for (auto it = first; it != last; ++it) note_due(std::move(it->second.reply), now);
    waiting_.erase(first, last);
    wake_.notify_one();
}

void Core::answer_late(steady_clock::time_point until)
{
    std::pair<Hash32, SharedTx> last;  // those who wait for the same stand side by side
    std::erase_if(waiting_, [&](auto& entry) {
        auto& [hash, waiting] = entry;
        if (waiting.until > until) return false;
        if (!last.second || last.first != hash) last = {hash, shared_tx(hash)};
        note_due(std::move(waiting.reply), last.second);
        return true;
    });
}

Core::SharedTx Core::shared_tx(const Hash32& hash) const
{
    return std::make_shared<const std::optional<ShownTx>>(tx(hash));
}

void Core::note_due(WaitReply reply, SharedTx tx)
{
    due_replies_.emplace_back(
        [reply = std::move(reply), tx = std::move(tx), height = head_.height] { reply(tx, height); });
}

bool Core::send_due_replies(std::unique_lock<std::mutex>& held)
{
    if (due_replies_.empty()) return false;
    const auto due = std::exchange(due_replies_, {});
    held.unlock();
    for (const auto& send : due) send();
    held.lock();
    return true;
}

// What became of a transaction.

OrderedJson Core::pooled_json(const Pooled& tx, bool brief) const
{
    OrderedJson out{{"hash", to_hex(tx.hash())}};
    const OrderedJson fields = tx_fields(tx.tx, brief);  // items() refers to it
    for (const auto& [key, value] : fields.items()) out[key] = value;
    out["status"] = tx.is_ready() ? "pending" : "queued";
    if (tx.impersonated) out["impersonated"] = true;
    if (!tx.is_ready()) out["waits_for"] = name(tx.waits_for);
    return out;
}

void Core::note_changed(const Pooled& tx)
{
    if (listener_ && listener_->wants_transactions())
        listener_->tx_changed(tx.tx.from, tx.arrival, pooled_json(tx, false));
}

void Core::note_dropped(const Pooled& tx, DropReason reason)
{
    metrics_.pool_dropped(reason);
    gone_.push_back(tx.hash());
    OrderedJson json = pooled_json(tx, false);
    json.erase("waits_for");
    json["status"] = "dropped";
    json["reason"] = name(reason);
    keep_dropped(tx.hash(), std::move(json));
}

void Core::keep_dropped(const Hash32& hash, OrderedJson json)
{
    if (listener_ && listener_->wants_transactions())
        if (const auto sender = address_from_hex(json["from"].get<std::string>()))
            listener_->tx_changed(*sender, 0, json);
    forget_dropped(hash);
    Dropped dropped{++drops_, hash, json["from"].get<std::string>(), json.dump()};
    dropped_bytes_ += dropped.json.size();
    dropped_numbers_[hash] = dropped.number;
    dropped_.push_back(std::move(dropped));
    while (dropped_.size() > DROPPED_MAX || (dropped_bytes_ > DROPPED_BYTES_MAX && dropped_.size() > 1))
        forget_dropped(Hash32(dropped_.front().hash));
    answer_waiting(hash);
}

std::optional<ShownTx> Core::tx(const Hash32& hash) const
{
    if (const Pooled* pooled = pool_.find(hash)) return ShownTx{.json = pooled_json(*pooled, false).dump()};
    if (auto row = archive_->tx(hash)) return ShownTx{.json = std::move(row->json), .is_included = true};
    if (const auto dropped = find_dropped(hash); dropped != dropped_.end())
        return ShownTx{.json = dropped->json, .is_dropped = true};
    return std::nullopt;
}

void Core::forget_dropped(const Hash32& hash)
{
    const auto dropped = find_dropped(hash);
    if (dropped == dropped_.end()) return;
    dropped_bytes_ -= dropped->json.size();
    dropped_.erase(dropped);
    dropped_numbers_.erase(hash);
}

std::deque<Core::Dropped>::const_iterator Core::find_dropped(const Hash32& hash) const
{
    const auto number = dropped_numbers_.find(hash);
    if (number == dropped_numbers_.end()) return dropped_.end();
    return std::partition_point(dropped_.begin(), dropped_.end(),
                                [&](const Dropped& dropped) { return dropped.number < number->second; });
}

void Core::each_dropped(u64 after, const std::function<bool(const Dropped&)>& visit) const
{
    const auto begin = std::partition_point(dropped_.begin(), dropped_.end(),
                                            [&](const Dropped& dropped) { return dropped.number <= after; });
    for (auto it = begin; it != dropped_.end() && visit(*it); ++it) {}
}

std::pair<u128, u128> Core::median_tips() const
{
    std::vector<u128> cycle, cell;
    for (const auto& block : tips_)
        for (const auto& [per_cycle, per_cell] : block) {
            cycle.push_back(per_cycle);
            cell.push_back(per_cell);
        }
    return {lane::lower_median(std::move(cycle)), lane::lower_median(std::move(cell))};
}

Metrics::Now Core::metrics_now() const
{
    const chain::Chain::TimerCounts timers = chain_->timer_counts();
    return {.version = LARIAT_VERSION,
            .height = head_.height,
            .head_timestamp_ms = head_.timestamp_ms,
            .cycle_basefee = chain_->state().cycle_basefee,
            .cell_basefee = chain_->state().cell_basefee,
            .lane_basefee = coming_lane_basefee(),
            .timers_live = timers.live,
            .timers_waiting = timers.waiting,
            .timers_parked = timers.parked,
            .timers_dead = timers.dead,
            .operations = chain_->operations().count(),
            .pending = pool_.ready_count(),
            .queued = pool_.queued_count(),
            .pool_bytes = pool_.bytes(),
            .archive_height = archive_->head().value_or(0)};
}

u128 Core::coming_lane_basefee() const
{
    const auto discipline = timers::discipline_at(chain_->config(), head_.height + 1);
    return chain_->auction().lane_basefee(discipline, chain_->state().cycle_basefee);
}

// Running without consequences.

}  // namespace lariat::node
