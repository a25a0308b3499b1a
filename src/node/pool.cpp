// Checks, order and limits of the pool.
#include "node/pool.hpp"

#include <algorithm>
#include <cstring>

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "chain/host_prices.hpp"
#include "chain/transactions.hpp"
#include "lariat/assert.hpp"

namespace lariat::node {

using chain::Transaction;

namespace {

PoolRefusal refusal(PoolCode code, const std::string& message, u128 got, u128 limit)
{
    return {code, message, to_decimal(got), to_decimal(limit)};
}

/// nullopt: beyond 2^128.
std::optional<u128> plus(std::optional<u128> a, std::optional<u128> b)
{
    return a && b ? checked_add(*a, *b) : std::nullopt;
}

u128 price_at(u128 cap, u128 basefee, u128 tip)
{
    return std::min(cap, checked_add(basefee, tip).value_or(cap));
}

}  // namespace

std::string_view name(PoolCode code) noexcept
{
    constexpr std::string_view NAMES[] = {"sender_unknown",
                                          "nonce_too_low",
                                          "nonce_gap",
                                          "limit_too_high",
                                          "fee_too_low",
                                          "tx_expired",
                                          "insufficient_balance",
                                          "replacement_underpriced",
                                          "sender_full",
                                          "pool_full"};
    return NAMES[static_cast<u8>(code)];
}
std::string_view name(DropReason reason) noexcept
{
    constexpr std::string_view NAMES[] = {"replaced", "nonce_used", "expired", "ttl",
                                          "evicted",  "reverted",   "reset"};
    return NAMES[static_cast<u8>(reason)];
}
std::string_view name(WaitsFor waits) noexcept
{
    constexpr std::string_view NAMES[] = {"", "nonce", "fee", "balance"};
    return NAMES[static_cast<u8>(waits)];
}

std::optional<u128> most_it_costs(const Transaction& tx, u128 cycle_basefee, u128 cell_basefee)
{
    const chain::TxLimits& l = tx.limits;
    const auto cycles =
        checked_mul<u128>(l.cycles, price_at(l.max_fee_per_cycle, cycle_basefee, l.tip_per_cycle));
    const auto cells = checked_mul<u128>(l.cells, price_at(l.max_fee_per_cell, cell_basefee, l.tip_per_cell));
    const auto* transfer = std::get_if<chain::TransferTx>(&tx.body);
    return plus(plus(cycles, cells), transfer ? transfer->amount : 0);
}

namespace {

/// Bytes that a transaction brings and that its cells must pay for before it runs.
u64 brought_bytes(const Transaction& tx)
{
    if (const auto* call = std::get_if<chain::CallTx>(&tx.body)) return call->payload.size();
    if (const auto* deploy = std::get_if<chain::DeployTx>(&tx.body))
        return deploy->source.size() + deploy->payload.size();
    return 0;
}

}  // namespace

u128 tip_that_counts(const Transaction& tx, u128 cycle_basefee)
{
    const bool can_run = tx.limits.cycles >= chain::FLAT_CYCLES && tx.limits.cells >= brought_bytes(tx);
    return can_run ? effective_tip(tx, cycle_basefee) : 0;
}

u128 effective_tip(const Transaction& tx, u128 cycle_basefee)
{
    const u128 cap = tx.limits.max_fee_per_cycle;
    return cap <= cycle_basefee ? 0 : std::min(tx.limits.tip_per_cycle, cap - cycle_basefee);
}

std::size_t Pool::HashOfHash::operator()(const Hash32& h) const noexcept
{
    std::size_t out;  // the hash is one of keccak: its bytes are as good as random
    std::memcpy(&out, h.bytes.data(), sizeof out);
    return out;
}

bool Pool::Tail::operator<(const Tail& other) const
{
    if (tip != other.tip) return tip < other.tip;
    return arrival > other.arrival;  // of equal ones the latest goes first
}

// Adding.

std::optional<PoolRefusal> Pool::add(Pooled tx, const PoolHead& head)
{
    LARIAT_REQUIRE(tx.tx.nonce.has_value() && tx.tx.hash.has_value() && !by_hash_.contains(tx.hash()),
                   "Pool::add: a transaction with nonce and hash that the pool does not have");
    if (auto refused = check(tx, head)) return refused;
    return insert(std::move(tx), head);
}

void Pool::restore(Pooled tx, const PoolHead& head, u64 now_ms)
{
    if (by_hash_.contains(tx.hash())) return;
    const auto account = head.account(tx.tx.from);
    auto why = has_ended(tx, account ? account->nonce : 0, head, now_ms);
    const auto kept = why ? nullptr : std::make_unique<Pooled>(tx);  // insert() takes it even if it refuses
    if (!why) {
        const auto refused = insert(std::move(tx), head);
        if (!refused) return;
        why = DropReason::evicted;
    }
    if (listener_.dropped) listener_.dropped(kept ? *kept : tx, *why);
}

std::optional<DropReason> Pool::has_ended(const Pooled& tx, u64 next_nonce, const PoolHead& head,
                                          u64 now_ms) const
{
    if (tx.nonce() < next_nonce) return DropReason::nonce_used;
    if (tx.tx.valid_until && *tx.tx.valid_until <= head.height) return DropReason::expired;
    if (now_ms > tx.arrived_ms && now_ms - tx.arrived_ms > limits_.ttl_ms) return DropReason::ttl;
    return std::nullopt;
}

std::optional<PoolRefusal> Pool::insert(Pooled tx, const PoolHead& head)
{
    const auto sender = senders_.find(tx.tx.from);
    const Pooled* old = nullptr;
    if (sender != senders_.end())
        if (const auto same = sender->second.find(tx.nonce()); same != sender->second.end())
            old = same->second.get();
    if (old) {
        if (auto refused = check_replaced(tx, *old)) return refused;
    } else if (sender != senders_.end() && sender->second.size() >= limits_.per_sender) {
        return refusal(PoolCode::sender_full,
                       "the sender has as many transactions in the pool as it may have",
                       sender->second.size() + 1, limits_.per_sender);
    }
    tx.arrival = ++arrivals_;
    if (auto refused = make_room(tx, old ? old->raw.size() : 0, old ? 1 : 0, head)) return refused;

    if (old) remove(*old, DropReason::replaced);
    bytes_ += tx.raw.size();
    const Address from = tx.tx.from;
    const auto kept = std::make_shared<Pooled>(std::move(tx));
    kept->waits_for = WaitsFor::nonce;
    by_hash_.emplace(kept->hash(), kept);
    if (!kept->impersonated) by_raw_.emplace(text(kept->raw), kept);
    senders_[from].emplace(kept->nonce(), kept);
    note_tail(from);
    ++generation_;
    judge(from, head);
    if (listener_.changed && !kept->is_ready()) listener_.changed(*kept);
    return std::nullopt;
}

std::optional<PoolRefusal> Pool::check(const Pooled& tx, const PoolHead& head) const
{
    const auto account = head.account(tx.tx.from);
    if (!account)
        return PoolRefusal{PoolCode::sender_unknown,
                           "the sender " + to_hex(tx.tx.from) + " has no account: it never received anything",
                           to_hex(tx.tx.from), "0"};
    if (tx.nonce() < account->nonce)
        return refusal(PoolCode::nonce_too_low, "the nonce was used already; the next one is the limit",
                       tx.nonce(), account->nonce);
    if (tx.nonce() - account->nonce > NONCES_AHEAD_MAX)
        return refusal(PoolCode::nonce_gap, "the nonce is too far ahead of the account's", tx.nonce(),
                       u128{account->nonce} + NONCES_AHEAD_MAX);
    const chain::TxLimits& limits = tx.tx.limits;
    const u64 lane = chain::is_system(tx.tx) ? head.system_lane : head.user_lane;
    if (limits.cycles > lane)
        return refusal(PoolCode::limit_too_high, "cycles_limit is above the lane of a block", limits.cycles,
                       lane);
    if (limits.cells > head.cell_capacity)
        return refusal(PoolCode::limit_too_high, "cells_limit is above the capacity of a block", limits.cells,
                       head.cell_capacity);
    for (const u128 cap : {limits.max_fee_per_cycle, limits.max_fee_per_cell})
        if (cap < head.min_basefee)
            return refusal(PoolCode::fee_too_low, "a fee cap is below the least base fee of the chain", cap,
                           head.min_basefee);
    if (tx.tx.valid_until && *tx.tx.valid_until <= head.height)
        return refusal(PoolCode::tx_expired, "valid_until is not above the head", *tx.tx.valid_until,
                       head.height);

    auto needed = most_it_costs(tx.tx, head.cycle_basefee, head.cell_basefee);
    const auto judged = judged_.find(tx.tx.from);
    if (judged != judged_.end() && judged->second.is_of(head, *account) && tx.nonce() > judged->second.last) {
        needed = plus(needed, judged->second.needed);
    } else if (const auto sender = senders_.find(tx.tx.from); sender != senders_.end()) {
        for (const auto& [nonce, other] : sender->second) {
            if (nonce >= tx.nonce()) break;
            needed = plus(needed, most_it_costs(other->tx, head.cycle_basefee, head.cell_basefee));
        }
    }
    if (!needed || *needed > account->balance)
        return refusal(PoolCode::insufficient_balance,
                       "the balance does not pay for the limits of this transaction and of those before it",
                       needed.value_or(U128_MAX), account->balance);
    return std::nullopt;
}

std::optional<PoolRefusal> Pool::check_replaced(const Pooled& tx, const Pooled& old) const
{
    const chain::TxLimits &now = tx.tx.limits, &was = old.tx.limits;
    // A tenth more, rounded up, at least 1; was.tip_per_cycle has at most 16 bytes and may be near the top.
    const u128 step = std::max<u128>(1, was.tip_per_cycle / 10 + (was.tip_per_cycle % 10 != 0 ? 1 : 0));
    const auto wanted = plus(was.tip_per_cycle, step);
    if (!wanted || now.tip_per_cycle < *wanted)
        return refusal(PoolCode::replacement_underpriced,
                       "a replacement needs a tip_per_cycle that is a tenth higher", now.tip_per_cycle,
                       wanted.value_or(U128_MAX));
    const std::pair<u128, u128> others[] = {{now.max_fee_per_cycle, was.max_fee_per_cycle},
                                            {now.max_fee_per_cell, was.max_fee_per_cell},
                                            {now.tip_per_cell, was.tip_per_cell}};
    for (const auto& [is, before] : others)
        if (is < before)
            return refusal(PoolCode::replacement_underpriced, "a replacement may lower no cap and no tip", is,
                           before);
    return std::nullopt;
}

/// Drops last transactions of senders until `tx` fits, or refuses it and drops nothing.
std::optional<PoolRefusal> Pool::make_room(const Pooled& tx, u64 freed_bytes, u64 freed_count,
                                           const PoolHead& head)
{
    u64 bytes = bytes_ - freed_bytes + tx.raw.size(), count = by_hash_.size() - freed_count + 1;
    const auto fits = [&] { return bytes <= limits_.bytes && count <= limits_.count; };
    if (fits()) return std::nullopt;

    order_tails(head.cycle_basefee);
    const Address& from = tx.tx.from;
    std::vector<const Pooled*> own;  // the sender's queue with the newcomer in its place
    if (const auto found = senders_.find(from); found != senders_.end())
        for (const auto& [nonce, entry] : found->second)
            if (nonce != tx.nonce()) own.push_back(entry.get());
    own.insert(std::upper_bound(own.begin(), own.end(), &tx,
                                [](const Pooled* a, const Pooled* b) { return a->nonce() < b->nonce(); }),
               &tx);
    // Beside the stored tails: the sender's, and those that come forward as others go.
    std::set<Tail> shown{tail_of(*own.back(), head.cycle_basefee)};
    std::map<Address, Queue::const_reverse_iterator> next;
    auto stored = tails_.begin();
    const auto first_tail = [&]() -> const Tail* {
        if (stored != tails_.end() && stored->sender == from) ++stored;
        if (stored == tails_.end()) return shown.empty() ? nullptr : &*shown.begin();
        return shown.empty() || *stored < *shown.begin() ? &*stored : &*shown.begin();
    };

    std::vector<const Pooled*> going;
    while (!fits()) {
        const Tail tail = *first_tail();  // there is one: the newcomer is refused before it goes
        if (shown.erase(tail) == 0) ++stored;
        const Pooled* last = nullptr;
        if (tail.sender == from) {
            last = own.back();
            if (last == &tx) {
                const Tail* other = first_tail();
                return PoolRefusal{PoolCode::pool_full,
                                   "the pool is full, and every other last transaction tips more",
                                   to_decimal(tail.tip), other ? to_decimal(other->tip) : "0"};
            }
            own.pop_back();
            shown.insert(tail_of(*own.back(), head.cycle_basefee));
        } else {
            const Queue& queue = senders_.at(tail.sender);
            const auto place = next.try_emplace(tail.sender, queue.rbegin()).first;
            last = (place->second++)->second.get();
            if (place->second != queue.rend())
                shown.insert(tail_of(*place->second->second, head.cycle_basefee));
        }
        going.push_back(last);
        bytes -= last->raw.size();
        --count;
    }
    std::set<Address> touched;
    for (const Pooled* gone : going) {
        touched.insert(gone->tx.from);
        remove(*gone, DropReason::evicted);
    }
    for (const Address& sender : touched) judge(sender, head);
    return std::nullopt;
}

Pool::Tail Pool::tail_of(const Pooled& last, u128 cycle_basefee)
{
    return {tip_that_counts(last.tx, cycle_basefee), last.arrival, last.tx.from};
}

void Pool::order_tails(u128 cycle_basefee)
{
    if (tails_basefee_ == cycle_basefee) return;
    tails_basefee_ = cycle_basefee;
    tails_.clear();
    tail_of_sender_.clear();
    for (const auto& [sender, queue] : senders_) note_tail(sender);
}

void Pool::note_tail(const Address& sender)
{
    if (!tails_basefee_) return;
    if (const auto before = tail_of_sender_.find(sender); before != tail_of_sender_.end()) {
        tails_.erase(before->second);
        tail_of_sender_.erase(before);
    }
    const auto queue = senders_.find(sender);
    if (queue == senders_.end()) return;
    const Tail tail = tail_of(*queue->second.rbegin()->second, *tails_basefee_);
    tails_.insert(tail);
    tail_of_sender_.emplace(sender, tail);
}

// Leaving.

void Pool::remove(const Pooled& tx, std::optional<DropReason> reason)
{
    const auto kept = by_hash_.at(tx.hash());
    bytes_ -= kept->raw.size();
    if (kept->is_ready()) --ready_;
    by_hash_.erase(kept->hash());
    if (!kept->impersonated) by_raw_.erase(text(kept->raw));
    judged_.erase(kept->tx.from);
    const auto sender = senders_.find(kept->tx.from);
    sender->second.erase(kept->nonce());
    if (sender->second.empty()) senders_.erase(sender);
    note_tail(kept->tx.from);
    ++generation_;
    if (reason && listener_.dropped) listener_.dropped(*kept, *reason);
}

void Pool::block_done(const std::vector<Hash32>& included, const PoolHead& head, u64 now_ms,
                      bool counts_passed_over)
{
    for (const Hash32& hash : included)
        if (const auto found = by_hash_.find(hash); found != by_hash_.end())
            remove(*found->second, std::nullopt);
    if (counts_passed_over)
        for (const auto& [hash, tx] : by_hash_)
            if (tx->is_ready()) ++tx->passed_over;
    std::vector<std::pair<std::shared_ptr<Pooled>, DropReason>> going;
    for (const auto& [sender, queue] : senders_) {
        const auto account = head.account(sender);
        const u64 next = account ? account->nonce : 0;
        for (const auto& [nonce, tx] : queue) {
            if (const auto why = has_ended(*tx, next, head, now_ms)) going.emplace_back(tx, *why);
        }
    }
    for (const auto& [tx, reason] : going) remove(*tx, reason);
    std::vector<Address> senders;
    for (const auto& [sender, queue] : senders_) senders.push_back(sender);
    for (const Address& sender : senders) judge(sender, head);
}

void Pool::drop_old(const PoolHead& head, u64 now_ms)
{
    std::vector<std::shared_ptr<Pooled>> going;
    for (const auto& [hash, tx] : by_hash_)
        if (now_ms > tx->arrived_ms && now_ms - tx->arrived_ms > limits_.ttl_ms) going.push_back(tx);
    std::sort(going.begin(), going.end(),
              [](const auto& a, const auto& b) { return a->arrival < b->arrival; });
    std::set<Address> touched;
    for (const auto& tx : going) {
        touched.insert(tx->tx.from);
        remove(*tx, DropReason::ttl);
    }
    for (const Address& sender : touched) judge(sender, head);
}

void Pool::drop_all(DropReason reason)
{
    for (const Pooled* tx : all()) remove(*tx, reason);
}

// Ready or queued.

void Pool::set_waits(Pooled& tx, WaitsFor waits)
{
    if (tx.waits_for == waits) return;
    const bool was_ready = tx.is_ready();
    if (was_ready) --ready_;
    tx.waits_for = waits;
    if (tx.is_ready())
        ++ready_;
    else
        tx.passed_over = 0;
    ++generation_;
    if (listener_.changed && was_ready != tx.is_ready()) listener_.changed(tx);
}

void Pool::judge(const Address& sender, const PoolHead& head)
{
    const auto found = senders_.find(sender);
    if (found == senders_.end()) return;
    const Queue& queue = found->second;
    const auto account = head.account(sender).value_or(PoolHead::Account{});
    const auto known = judged_.find(sender);
    if (known != judged_.end() && known->second.is_of(head, account)) {  // one came: behind the last, or not
        const auto last = std::prev(queue.end());
        if (last != queue.begin() && std::prev(last)->first == known->second.last)
            return judge_next(known->second, *last->second, head);
    }
    Judged& judged = judged_[sender] = {.cycle_basefee = head.cycle_basefee,
                                        .cell_basefee = head.cell_basefee,
                                        .account = account,
                                        .next = account.nonce};
    for (const auto& [nonce, tx] : queue) judge_next(judged, *tx, head);
}

void Pool::judge_next(Judged& judged, Pooled& tx, const PoolHead& head)
{
    const chain::TxLimits& limits = tx.tx.limits;
    WaitsFor waits = judged.those_after;
    if (waits == WaitsFor::nothing && tx.nonce() != judged.next) waits = WaitsFor::nonce;
    if (waits == WaitsFor::nothing &&
        (limits.max_fee_per_cycle < head.cycle_basefee || limits.max_fee_per_cell < head.cell_basefee))
        waits = WaitsFor::fee;
    judged.needed = plus(judged.needed, most_it_costs(tx.tx, head.cycle_basefee, head.cell_basefee));
    if (waits == WaitsFor::nothing && (!judged.needed || *judged.needed > judged.account.balance))
        waits = WaitsFor::balance;
    set_waits(tx, waits);
    if (waits != WaitsFor::nothing) judged.those_after = WaitsFor::nonce;
    judged.last = tx.nonce();
    judged.next = tx.nonce() + 1;
}

// Reading.

const Pooled* Pool::find(const Hash32& hash) const
{
    const auto found = by_hash_.find(hash);
    return found == by_hash_.end() ? nullptr : found->second.get();
}

std::shared_ptr<const Pooled> Pool::find_signed(BytesView raw) const
{
    const auto found = by_raw_.find(text(raw));
    return found == by_raw_.end() ? nullptr : found->second;
}

std::optional<u64> Pool::pending_nonce(const Address& sender) const
{
    const auto found = senders_.find(sender);
    if (found == senders_.end()) return std::nullopt;
    std::optional<u64> next;
    for (const auto& [nonce, tx] : found->second) {
        if (!tx->is_ready()) break;
        next = nonce + 1;
    }
    return next;
}

std::vector<const Pooled*> Pool::all() const
{
    std::vector<const Pooled*> out;
    out.reserve(by_hash_.size());
    for (const auto& [hash, tx] : by_hash_) out.push_back(tx.get());
    std::sort(out.begin(), out.end(),
              [](const Pooled* a, const Pooled* b) { return a->arrival < b->arrival; });
    return out;
}

std::vector<const Pooled*> Pool::of_sender(const Address& sender) const
{
    std::vector<const Pooled*> out;
    if (const auto found = senders_.find(sender); found != senders_.end())
        for (const auto& [nonce, tx] : found->second) out.push_back(tx.get());
    return out;
}

}  // namespace lariat::node
