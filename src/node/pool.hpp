// Pool: transactions that wait for a block (section 4 of the node's specification). A plain data structure:
// no clock, no file, no lock. The node gives it the head and the time.
//
// A sender's transactions stand by nonce. Those that could run in the coming block are ready: they start at
// the account's nonce without a gap, their caps are at or above the base fees, and the balance pays for all
// of them. What a call costs is bounded by the pool's limits, which the operator sets.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>

#include "base/keyed_map.hpp"
#include "chain/block.hpp"

namespace lariat::node {

struct PoolLimits {
    u64 count = 10'000;
    u64 bytes = 64 * 1'024 * 1'024;
    u64 per_sender = 64;
    u64 ttl_ms = 10'800'000;
};

/// The codes of section 4 that the pool gives.
enum class PoolCode : u8 {
    sender_unknown,
    nonce_too_low,
    nonce_gap,
    limit_too_high,
    fee_too_low,
    tx_expired,
    insufficient_balance,
    replacement_underpriced,
    sender_full,
    pool_full,
};
std::string_view name(PoolCode code) noexcept;

/// `got`: what the transaction has or needs. `limit`: what is allowed or there. Decimal.
struct [[nodiscard]] PoolRefusal {
    PoolCode code = PoolCode::pool_full;
    std::string message;
    std::string got, limit;
};

enum class DropReason : u8 { replaced, nonce_used, expired, ttl, evicted, reverted, reset };
std::string_view name(DropReason reason) noexcept;

enum class WaitsFor : u8 { nothing, nonce, fee, balance };
std::string_view name(WaitsFor waits) noexcept;

/// A transaction with what the pool knows of it.
struct Pooled {
    chain::Transaction tx;  ///< has sender, nonce and hash
    Bytes raw;
    bool impersonated = false;  ///< on a dev chain: nobody signed it
    u64 arrived_ms = 0;
    u64 arrival = 0;      ///< counts up; set by the pool
    u32 passed_over = 0;  ///< blocks in a row in which it was ready and left out
    WaitsFor waits_for = WaitsFor::nonce;

    u64 nonce() const { return *tx.nonce; }
    const Hash32& hash() const { return *tx.hash; }
    bool is_ready() const { return waits_for == WaitsFor::nothing; }
};

/// What the pool asks about the chain: the head, and the base fees of the coming block.
struct PoolHead {
    u64 height = 0;
    u128 cycle_basefee = 0, cell_basefee = 0, min_basefee = 0;
    u64 user_lane = 0, system_lane = 0, cell_capacity = 0;
    struct Account {
        u128 balance = 0;
        u64 nonce = 0;
        bool operator==(const Account&) const = default;
    };
    std::function<std::optional<Account>(const Address&)> account;
};

/// The most that a transaction may cost in a block with these base fees, its transferred amount included;
/// nullopt: beyond 2^128.
std::optional<u128> most_it_costs(const chain::Transaction& tx, u128 cycle_basefee, u128 cell_basefee);
/// min(tip_per_cycle, cap - base fee); 0 when the cap is below the base fee.
u128 effective_tip(const chain::Transaction& tx, u128 cycle_basefee);
/// The tip by which a transaction goes before others. 0 where its limits cannot pay for what it brings: such
/// a one fails and pays next to nothing, whatever it promises.
u128 tip_that_counts(const chain::Transaction& tx, u128 cycle_basefee);

class Pool {
public:
    explicit Pool(const PoolLimits& limits) : limits_(limits) {}

    /// Called for each transaction that begins or stops to wait, or changes between ready and queued.
    struct Listener {
        std::function<void(const Pooled&)> changed;
        std::function<void(const Pooled&, DropReason)> dropped;
    };
    void set_listener(Listener listener) { listener_ = std::move(listener); }

    /// Takes a transaction or says which check it fails; then nothing has changed. One that the pool has
    /// already must not be given again.
    [[nodiscard]] std::optional<PoolRefusal> add(Pooled tx, const PoolHead& head);

    /// Takes one that waited when the process ended: its nonce, its age and the pool's limits are looked at,
    /// not whether the balance pays now. One that does not wait any more is dropped at once.
    void restore(Pooled tx, const PoolHead& head, u64 now_ms);

    const Pooled* find(const Hash32& hash) const;
    /// The signed one with these bytes: what find() gives for their Keccak-256, for a tenth of its price. Its
    /// transaction and bytes never change: whoever keeps it may read them while the pool changes.
    std::shared_ptr<const Pooled> find_signed(BytesView raw) const;

    /// By the order in which a producer tries them.
    struct Candidate {
        bool overdue = false;
        u128 tip = 0;
        u64 arrival = 0;
        const Pooled* tx = nullptr;
        bool operator<(const Candidate& other) const;
    };
    /// What a producer tries, in order: those passed over for 32 blocks, oldest first, then by effective tip,
    /// then by arrival, each sender by nonce.
    class Picker {
    public:
        /// The next candidate; nullptr at the end.
        const Pooled* next();
        /// Says of the last candidate whether it went into the block. If not, no later one of its sender
        /// comes.
        void took(bool into_block);

    private:
        friend class Pool;
        using Queue = std::map<u64, std::shared_ptr<Pooled>>;
        void offer(const Queue& queue, u64 nonce);

        u128 cycle_basefee_ = 0;
        const Pool* pool_ = nullptr;
        std::set<Candidate> best_;
        const Pooled* last_ = nullptr;
    };
    Picker pick(const PoolHead& head) const;
    /// The same, of a pool that may change meanwhile: for whoever must not keep the lock so long.
    class PickerApart {
    public:
        const Pooled* next();  ///< valid until took()
        void took(bool into_block);

    private:
        friend class Pool;
        struct Ready {
            Candidate candidate;
            std::shared_ptr<const Pooled> tx;
        };
        std::vector<std::vector<Ready>> senders_;  ///< each backwards, by nonce; never empty but for `last_`
        std::set<std::pair<Candidate, std::size_t>> best_;
        std::optional<std::size_t> last_;
    };
    PickerApart pick_apart(const PoolHead& head) const;
    bool has_ready() const noexcept { return ready_ > 0; }

    /// After a block: included ones leave, expired ones and those whose nonce is used are dropped, the others
    /// become ready or queued anew. `counts_passed_over`: the block was made from this pool.
    void block_done(const std::vector<Hash32>& included, const PoolHead& head, u64 now_ms,
                    bool counts_passed_over = true);
    /// Drops what has waited for longer than allowed.
    void drop_old(const PoolHead& head, u64 now_ms);
    void drop_all(DropReason reason);

    /// The nonce after the ready ones of a sender; nullopt if it has none in the pool.
    std::optional<u64> pending_nonce(const Address& sender) const;
    u64 ready_count() const noexcept { return ready_; }
    u64 queued_count() const noexcept { return by_hash_.size() - ready_; }
    u64 bytes() const noexcept { return bytes_; }
    /// Raised by every change.
    u64 generation() const noexcept { return generation_; }
    /// All, by arrival.
    std::vector<const Pooled*> all() const;
    std::vector<const Pooled*> of_sender(const Address& sender) const;

    static constexpr u32 PASSED_OVER_MAX = 32;
    static constexpr u64 NONCES_AHEAD_MAX = 1'023;

private:
    using Queue = Picker::Queue;  ///< one sender's, by nonce
    struct HashOfHash {
        std::size_t operator()(const Hash32& h) const noexcept;
    };
    /// A sender's last transaction, the first to go in front.
    struct Tail {
        u128 tip = 0;
        u64 arrival = 0;
        Address sender;
        bool operator<(const Tail& other) const;
    };

    [[nodiscard]] std::optional<PoolRefusal> check(const Pooled& tx, const PoolHead& head) const;
    /// The reason to drop one that waits, whatever its fees.
    std::optional<DropReason> has_ended(const Pooled& tx, u64 next_nonce, const PoolHead& head,
                                        u64 now_ms) const;
    /// Takes one that passed the checks of its own, if replacement and limits allow it.
    [[nodiscard]] std::optional<PoolRefusal> insert(Pooled tx, const PoolHead& head);
    [[nodiscard]] std::optional<PoolRefusal> check_replaced(const Pooled& tx, const Pooled& old) const;
    [[nodiscard]] std::optional<PoolRefusal> make_room(const Pooled& tx, u64 freed_bytes, u64 freed_count,
                                                       const PoolHead& head);
    static Candidate candidate_of(const Pooled& tx, u128 cycle_basefee);
    static Tail tail_of(const Pooled& last, u128 cycle_basefee);
    /// Puts the tails in the order that they have under this base fee: for a full pool, once in a block.
    void order_tails(u128 cycle_basefee);
    /// A sender's queue has changed.
    void note_tail(const Address& sender);
    void remove(const Pooled& tx, std::optional<DropReason> reason);
    void judge(const Address& sender, const PoolHead& head);
    void set_waits(Pooled& tx, WaitsFor waits);

    /// What judge() found of a sender's whole queue. A newcomer behind its last one is judged from here, so
    /// that it costs the same however many wait before it.
    struct Judged {
        u128 cycle_basefee = 0, cell_basefee = 0;
        PoolHead::Account account;
        u64 last = 0;                              ///< the nonce of its last one
        u64 next = 0;                              ///< the nonce that would follow without a gap
        std::optional<u128> needed = 0;            ///< by all of them; none: beyond 2^128
        WaitsFor those_after = WaitsFor::nothing;  ///< what keeps whoever comes behind
        bool is_of(const PoolHead& head, const PoolHead::Account& now) const
        {
            return cycle_basefee == head.cycle_basefee && cell_basefee == head.cell_basefee && account == now;
        }
    };
    /// Puts the next one of a queue behind those judged.
    void judge_next(Judged& judged, Pooled& tx, const PoolHead& head);

    PoolLimits limits_;
    Listener listener_;
    std::map<Address, Queue> senders_;
    std::map<Address, Judged> judged_;  ///< of senders whose queue is as it was judged
    std::unordered_map<Hash32, std::shared_ptr<Pooled>, HashOfHash> by_hash_;
    /// Of those that somebody signed; the bytes are Pooled::raw.
    KeyedMap<std::string_view, std::shared_ptr<const Pooled>> by_raw_;
    // The senders' last transactions, the first to go in front; none until the pool was full.
    std::optional<u128> tails_basefee_;
    std::set<Tail> tails_;
    std::map<Address, Tail> tail_of_sender_;
    u64 bytes_ = 0, ready_ = 0, arrivals_ = 0, generation_ = 0;
};

}  // namespace lariat::node
