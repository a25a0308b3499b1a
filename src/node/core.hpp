// The chain with all that stands around it in one process: pool, clock, block log, archive, and the thread
// that makes blocks.
//
// One lock guards everything in here. Whoever holds it sees the state of one height. The producer holds it
// while it makes a block; readers hold it for a page of an answer at most, so that none delays a block for
// long (NODE-13).
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <unordered_map>

#include "chain/coming.hpp"
#include "chain/open_block.hpp"
#include "node/block_log.hpp"
#include "node/clock.hpp"
#include "node/data_dir.hpp"
#include "node/dump.hpp"
#include "node/exit_error.hpp"
#include "node/fed_archive.hpp"
#include "node/forked_runs.hpp"
#include "node/historic.hpp"
#include "node/judged_txs.hpp"
#include "node/metrics.hpp"
#include "node/node_genesis.hpp"
#include "node/pool.hpp"
#include "node/pool_file.hpp"
#include "node/problem.hpp"
#include "node/seal.hpp"
#include "node/settings.hpp"
#include "node/stored_chain.hpp"
#include "node/tx_codec.hpp"
#include "node/tx_json.hpp"
#include "scripted/engine.hpp"

namespace lariat::node {

/// The last block, as clients name it.
struct Head {
    u64 height = 0;
    u64 timestamp_ms = 0;
    Hash32 hash;
    Hash32 state_root;
};

/// What a client is told of a posted transaction that the pool took or knew.
struct Submitted {
    Hash32 hash;
    bool is_new = false;
};

/// TX, as text, and whether anything can still become of it.
struct ShownTx {
    std::string json;
    bool is_included = false;
    bool is_dropped = false;

    bool is_over() const noexcept { return is_included || is_dropped; }
};

/// Blocks to make by hand.
struct MineOrder {
    u64 blocks = 1;  ///< if neither of the next two is given
    std::optional<u64> until_height;
    std::optional<Hash32> until_timer;
    u64 step_ms = 1'000;
    u64 most = U64_MAX;  ///< it ends after so many blocks, whether it has reached what was asked for or not
};
struct Mined {
    u64 blocks = 0;
    bool reached = false;
    u64 height = 0;
};

/// Suggested tips are medians over so many blocks.
inline constexpr std::size_t TIP_BLOCKS = 20;

/// Versions of the rules of blocks that a program knows (CLU-19).
struct RulesRange {
    u64 first = 1, last = 1;
};

/// Told of what happens, under the core's lock: it must be quick, and must not take the lock.
class CoreListener {
public:
    virtual ~CoreListener() = default;
    virtual void block_made() = 0;                ///< head() is it
    virtual void reverted(u64 height) = 0;        ///< all blocks above are undone
    virtual bool wants_transactions() const = 0;  ///< tx_changed() is of use
    /// A transaction has another status. `arrival`: its place in the pool; 0 if it is not there.
    virtual void tx_changed(const Address& sender, u64 arrival, const OrderedJson& tx) = 0;
};

/// Where blocks come from.
enum class Blocks : u8 {
    made,  ///< by this process, at ticks and when there is work
    given  ///< by an engine outside: execute() and keep_executed()
};

class Core {
public:
    /// Opens or makes the chain that the settings name, and brings log, state and archive to the same height.
    static Result<std::unique_ptr<Core>, ExitError> open(const Settings& settings,
                                                         Blocks blocks = Blocks::made);
    /// In memory, what a stopped node's block log gives up to a height: `lariat archive check` looks at its
    /// archive. Runs every block again; where the log has lost its beginning, it takes the rows that the log
    /// has and the last state. Takes `stored.log`. `progress` gets the height.
    static Result<std::unique_ptr<Core>, ExitError> remake(StoredChain& stored, u64 to,
                                                           const std::function<void(u64)>& progress);
    ~Core();

    void start();
    /// Finishes the block under way and ends the thread. Waiting clients are answered as they stand.
    void stop();
    /// Called when the node cannot go on (a disk that is full or damaged): its argument is the exit status.
    void on_failure(std::function<void(int exit)> report) { failed_ = std::move(report); }

    /// Before start(). It must live until stop() has returned.
    void set_listener(CoreListener* listener) { listener_ = listener; }

    // From any thread, without the lock.
    /// Decodes a transaction of this chain and finds its sender.
    Result<WireTransaction, Problem> verified(BytesView raw) const;
    std::optional<Problem> too_large(u64 bytes) const;
    /// Decodes, verifies, and puts into the pool.
    Result<Submitted, Problem> submit(Bytes raw);
    /// None if this node has not seen the transaction, or has forgotten that it was dropped. All who wait for
    /// one share it: it may be large.
    using SharedTx = std::shared_ptr<const std::optional<ShownTx>>;
    /// `height`: of the head when it was looked at.
    using WaitReply = std::function<void(SharedTx tx, u64 height)>;
    /// Calls `reply` exactly once, without the lock, on the producer's thread or at once: when the
    /// transaction is included or dropped, or after `wait_ms` with the transaction as it is then.
    void wait_for(const Hash32& hash, u64 wait_ms, WaitReply reply);
    void mine(const MineOrder& order, std::function<void(Result<Mined, Problem>)> reply);

    /// Runs `work` in a forked child: there it has the lock and may make blocks, and nothing of it stays. The
    /// rules of ForkedRuns hold. False: too many run.
    bool what_if(std::function<std::string()> work, ForkedRuns::Done done);

    Metrics& metrics() noexcept { return metrics_; }

    // Blocks that an engine outside decides (core_given.cpp), where open() was told so. From any thread,
    // without the lock; who calls execute(), keep_executed() and undo_above() takes turns.
    struct GivenBlock {
        u64 height = 0;
        u64 timestamp_ms = 0;  ///< raised to the parent's + 1
        Address proposer;      ///< as the engine names it; the chain puts its payee there (CLU-7)
        std::vector<Bytes> txs;
        std::vector<Address> misbehaviour = {};
        RulesRange rules = {};
    };
    /// What became of a transaction of a given block.
    struct Outcome {
        ExecutionStatus status = ExecutionStatus::not_run;
        u64 cycles_limit = 0, cycles = 0;
        std::optional<Hash32> receipt;  ///< its hash; none where the bytes are no transaction of this chain
        std::string message;            ///< for people
    };
    struct Executed {
        Hash32 state_root;
        std::vector<Outcome> outcomes;    ///< one for each of GivenBlock::txs
        chain::Validators validators;     ///< those that changed
        std::optional<u64> next_version;  ///< of the rules, if the next block has others
    };
    /// Runs the next block and writes nothing. What is refused is no part of it. Until it is kept, everyone
    /// who wants the lock waits. A block that was run and not kept is dropped.
    Result<Executed, ExitError> execute(GivenBlock block);
    /// Why a program that knows these rules cannot run the next block; the lock is held.
    [[nodiscard]] std::optional<ExitError> wrong_rules(const RulesRange& known) const;
    /// Makes the block that was run durable and the head.
    [[nodiscard]] std::optional<ExitError> keep_executed();
    /// The engine has ended: nobody keeps the block that was run, and nobody may wait for that.
    void forget_executed();
    /// Undoes the blocks above a height, at most as many as the state keeps versions of.
    [[nodiscard]] std::optional<ExitError> undo_above(u64 height);
    /// Decodes, verifies and puts into the pool what another node sent; returns its limit of cycles. Does not
    /// wait for an executed block.
    Result<u64, Problem> take_from_outside(BytesView raw);
    /// The limit of cycles of one that is still in the pool. Does not wait either.
    std::optional<u64> pooled_cycles(BytesView raw) const;
    /// Of each of these bytes, what waits in the pool with them; the lock is taken once for all.
    std::vector<std::shared_ptr<const Pooled>> pooled(std::span<const BytesView> raws) const;
    /// The transaction of each with its sender; nothing for bytes that are none. Depends on the bytes alone.
    std::vector<std::optional<BlockTx>> read_given(std::span<const BytesView> raws) const;
    /// The limits of each. Where one is none, later ones may lack theirs: whoever judges stops there.
    struct Wanted {
        u64 cycles = 0, cells = 0;
        bool is_system = false;
    };
    std::vector<std::optional<Wanted>> wanted_by_given(std::span<const BytesView> raws) const;
    /// What other nodes have to be told of: new in the pool, or passed over by a block. Waits for some; empty
    /// after `wait_ms` and once the node stops.
    std::vector<Bytes> take_outbox(u64 wait_ms);

    // The verbs of dev chains (core_dev.cpp), from any thread, without the lock. Each returns the height that
    // its answer names.
    Result<u64, Problem> change(chain::DevChange change);
    /// Puts a transaction into the pool as if its sender had signed it. Nonce and limits that are missing are
    /// filled in.
    Result<Submitted, Problem> impersonate(UnsignedTx tx);
    Result<u64, Problem> advance_time(u64 ms);
    Result<u64, Problem> set_next_time(u64 timestamp_ms);
    Result<u64, Problem> set_mining(const Mining& mining);
    struct Taken {
        std::string id;
        u64 height = 0;
    };
    Result<Taken, Problem> snapshot();
    Result<u64, Problem> revert(const std::string& id);
    Result<u64, Problem> reset();
    /// The chain as one file, and the height of its head.
    struct Dumped {
        Bytes file;
        u64 height = 0;
    };
    Result<Dumped, Problem> dump();
    /// In place of this chain the one of a dump. The file is tried before anything is lost.
    Result<u64, Problem> load(const Bytes& file);

    // Everything below needs the lock.
    [[nodiscard]] std::unique_lock<std::mutex> lock() const
    {
        std::unique_lock held = hold();
        kept_.wait(held, [this] { return !given_ && !executing_; });
        return held;
    }
    const Settings& settings() const noexcept { return settings_; }
    const chain::Chain& chain() const noexcept { return *chain_; }
    const Pool& pool() const noexcept { return pool_; }
    const Archive& archive() const { return *archive_; }
    StatusOf<ArchiveError> forget_archive(u64 blocks_from, u64 states_from)
    {
        return archive_->forget(blocks_from, states_from);
    }
    const Head& head() const noexcept { return head_; }
    const Hash32& genesis_hash() const noexcept { return genesis_hash_; }
    const NodeClock& clock() const noexcept { return clock_; }
    const Mining& mining() const noexcept { return mining_; }
    /// The coming block as the head leaves it. What it has found out is kept until the head or what waits for
    /// the block changes.
    const chain::ComingBlock& coming() const;
    /// The transaction or fire that set a timer or operation which lives at the head, as JSON. Kept until the
    /// head changes.
    std::string cause_at_head(const Hash32& id) const;
    /// Limits that a client left out: the highest that a block and the sender's balance allow.
    void fill_limits(UnsignedTx& tx) const;
    const LiveIndex& index() const noexcept { return index_; }
    u64 oldest_block() const { return oldest_block_; }
    std::optional<ExitError> failure() const { return failure_; }
    /// What opening met that is no error and should be known.
    const std::vector<std::string>& remarks() const noexcept { return remarks_; }
    u64 oldest_state() const;
    /// The oldest state that the settings ask for.
    u64 oldest_wanted_state() const
    {
        return head_.height - std::min(head_.height, settings_.keep_states - 1);
    }
    /// The chain as after an earlier block that is kept; nullptr if its state cannot be read.
    std::shared_ptr<const HistoricChain> historic(u64 height);
    /// Time that a block made by a tick now would have.
    u64 coming_time() const;
    PoolHead pool_head() const;
    /// Changes with everything that an answer may show beside the head.
    u64 generation() const noexcept { return pool_.generation() + clock_.generation() + dev_generation_; }
    /// Of what changes with every block, every change of the pool and of the clock.
    std::string etag_of_now() const;
    /// A transaction in the pool, in the chain, or dropped; nothing if never seen.
    std::optional<ShownTx> tx(const Hash32& hash) const;
    OrderedJson pooled_json(const Pooled& tx, bool brief) const;
    struct Dropped {
        u64 number = 0;
        Hash32 hash;
        std::string from;  ///< the sender, as in the JSON
        std::string json;
    };
    /// Visits those that were dropped since the drop with this number, oldest first, while `visit` says so.
    void each_dropped(u64 after, const std::function<bool(const Dropped&)>& visit) const;
    /// Medians of the tips of the last blocks, per cycle and per cell.
    std::pair<u128, u128> median_tips() const;
    Metrics::Now metrics_now() const;
    u128 coming_lane_basefee() const;
    /// For the work of what_if() alone: runs the coming block with `tx` alone, then empty ones, at the times
    /// that ticks would give them. The blocks stay.
    struct Simulated {
        chain::Receipt receipt;
        chain::CallReport report;
        std::vector<chain::BlockResult> results;  ///< one for each block
    };
    Result<Simulated, Problem> simulate(UnsignedTx& run, u64 blocks);

private:
    explicit Core(const Settings& settings);
    /// The mutex, from whoever makes many blocks.
    [[nodiscard]] std::unique_lock<std::mutex> hold() const
    {
        ++wanting_;
        std::unique_lock held(mutex_);
        --wanting_;
        return held;
    }
    struct Waiting {
        std::chrono::steady_clock::time_point until;
        WaitReply reply;
    };
    struct MineJob {
        MineOrder order;
        u64 made = 0;
        std::function<void(Result<Mined, Problem>)> reply;
    };
    // Opening, in core_open.cpp.
    [[nodiscard]] std::optional<ExitError> open_all();
    [[nodiscard]] std::optional<ExitError> choose_genesis();
    [[nodiscard]] std::optional<ExitError> open_chain();
    [[nodiscard]] std::optional<ExitError> open_log();
    [[nodiscard]] std::optional<ExitError> open_archive();
    [[nodiscard]] std::optional<ExitError> open_dev();
    /// Chain, log and archive, new or as they lie in the directory, brought to the same height.
    [[nodiscard]] std::optional<ExitError> open_parts();
    /// Removes them.
    [[nodiscard]] std::optional<ExitError> wipe();
    /// The dump that the settings name, for a new chain.
    Result<std::optional<Dump>, ExitError> given_dump() const;
    Result<Dump, ExitError> dump_of_fork(const Bytes& file) const;
    /// Where the senders of a dump's transactions come from: recovered from the signatures, or from the dump.
    enum class Senders : u8 { recovered, as_written };
    /// Makes the chain of a dump where there is none.
    [[nodiscard]] std::optional<ExitError> install(const Dump& dump, Senders senders);
    [[nodiscard]] std::optional<ExitError> run_dump(const Dump& dump, Senders senders);
    [[nodiscard]] std::optional<ExitError> take_surroundings(const Dump& dump);
    void take_chain_of(Core& other);
    [[nodiscard]] std::optional<ExitError> run_again(const Dump::Block& block, Senders senders);
    Senders senders_of_dumps() const noexcept;
    /// Puts the state that a fork began with into an empty directory.
    [[nodiscard]] std::optional<ExitError> put_base(state::Directory& directory);
    void recall_tips();
    [[nodiscard]] std::optional<ExitError> seal_genesis();
    [[nodiscard]] std::optional<ExitError> catch_up();
    [[nodiscard]] std::optional<ExitError> replay_logged(u64 height);
    [[nodiscard]] std::optional<ExitError> run_logged(LoggedBlock logged, bool is_logged);
    /// An error if the log has a result of this block with another hash than the block that was run.
    [[nodiscard]] std::optional<ExitError> differs_from_told(const BlockLog& log, u64 height,
                                                             const Hash32& hash) const;
    [[nodiscard]] std::optional<ExitError> run_all(const BlockLog& log, u64 to,
                                                   const std::function<void(u64)>& progress);
    [[nodiscard]] std::optional<ExitError> fill_archive();
    [[nodiscard]] std::optional<ExitError> open_pool();
    [[nodiscard]] std::optional<ExitError> archive_from_log(u64 to);
    Result<u64, ExitError> archive_start(u64 height);
    [[nodiscard]] std::optional<ExitError> go_back_to_log();
    [[nodiscard]] std::optional<ExitError> revert_archive();
    Result<ArchivedBlock, ExitError> logged_rows(u64 height) const;
    /// `senders`: of its transactions, or empty: as their signatures say.
    Result<BlockTxs, ExitError> decode_txs(const LoggedBlock& block,
                                           std::span<const Address> senders = {}) const;
    [[nodiscard]] std::optional<ExitError> take_head(u64 height);
    [[nodiscard]] std::optional<ExitError> take_genesis_hash();
    /// Below it archive or log have no block that could be the head again.
    u64 oldest_to_go_back_to() const { return std::max(oldest_block_, log_->first()); }

    // The pool and its file, in core_pool.cpp. They need the lock.
    /// Where a waiting transaction is kept: what a client was told is in the file too, what another node
    /// brought is in that one's.
    enum class Keep : u8 { in_file, in_memory };
    Result<Submitted, Problem> take_into_pool(Pooled pooled, Keep keep = Keep::in_file);
    bool is_in_a_block(const chain::Transaction& tx) const;
    /// Writes to the pool's file who went since the last call, and what was noted there.
    std::optional<ExitError> keep_pool();

    void loop();
    /// Drops what has waited too long. False: the node cannot go on.
    bool let_pool_age();
    bool tick();
    bool is_anything_due(u64 timestamp_ms) const;
    void mine_one(MineJob& job);
    bool make_block(u64 timestamp_ms);
    /// No time is left for another block: they count to 2^53 - 1.
    bool is_time_up() const noexcept { return head_.timestamp_ms >= BLOCK_TIME_MAX; }
    /// The chain for whoever changes it: what was foreseen of the coming block is forgotten.
    chain::Chain& changing()
    {
        forget_answers();
        return *chain_;
    }
    void forget_answers()
    {
        coming_.reset();
        causes_.clear();
    }
    bool has_work() const noexcept { return pool_.has_ready() || !dev_.waiting.empty(); }
    [[nodiscard]] std::optional<ExitError> save_dev();
    /// Undoes the blocks above a height: state, log, archive, index, pool.
    [[nodiscard]] std::optional<ExitError> undo_to(u64 height);
    [[nodiscard]] std::optional<Problem> cannot_change() const;
    std::vector<OrderedJson> transactions_above(u64 height) const;
    void note_undone(std::vector<OrderedJson> txs, DropReason reason);
    void keep_dropped(const Hash32& hash, OrderedJson json);
    void forget_dropped(const Hash32& hash);
    std::deque<Dropped>::const_iterator find_dropped(const Hash32& hash) const;
    /// Ends an open block and keeps it.
    [[nodiscard]] std::optional<ExitError> finish(chain::OpenBlock& open, LoggedBlock logged, BlockTxs txs,
                                                  bool is_logged);
    /// What the archive keeps of a block that has ended and is not kept. Needs no lock while the block is the
    /// coming one.
    ArchivedBlock sealed(const chain::OpenBlock& ended, const chain::BlockResult& result,
                         const LoggedBlock& logged, const BlockTxs& txs) const;
    /// Whether the block log has a block: not yet, since just now, or from an earlier run that told of it.
    enum class InLog : u8 { not_yet, newly, from_before };
    /// Puts an ended block into log, state, log and archive, in this order, and makes it the head.
    [[nodiscard]] std::optional<ExitError> keep(chain::OpenBlock& ended, const chain::BlockResult& result,
                                                ArchivedBlock archived, LoggedBlock logged, BlockTxs txs,
                                                InLog in_log);
    /// A given block that was run and is not kept.
    struct Given;
    void drop_given();
    Result<std::shared_ptr<Given>, ExitError> begin_given(GivenBlock& block);
    void fail(const ExitError& error);
    void prune();
    /// Is the archive fed beside? In memory alone: a file must not be far behind (NODE-52).
    bool feeds() const noexcept { return makes_many_ && !data_; }
    void note_changed(const Pooled& tx);
    void note_dropped(const Pooled& tx, DropReason reason);
    /// The chain has gone back to this block; it may be above it again.
    void tell_reverted(u64 height)
    {
        if (listener_) listener_->reverted(height);
    }
    void answer_waiting(const Hash32& hash);
    void answer_late(std::chrono::steady_clock::time_point until);
    SharedTx shared_tx(const Hash32& hash) const;
    void note_due(WaitReply reply, SharedTx tx);
    /// Lets go of the lock meanwhile. False: there were none, and the lock was held throughout.
    bool send_due_replies(std::unique_lock<std::mutex>& held);

    const Settings settings_;
    std::unique_ptr<DataDir> data_;  ///< absent in memory
    NodeGenesis genesis_;
    Bytes base_;  ///< the state that a fork in memory began with
    std::unique_ptr<chain::Chain> chain_;
    mutable std::unique_ptr<chain::ComingBlock> coming_;  ///< nothing: not asked for yet
    mutable std::map<Hash32, std::string> causes_;        ///< those that were asked for
    scripted::Engine scripts_;
    std::unique_ptr<BlockLog> log_;
    FedArchive archive_;
    bool makes_many_ = false;  ///< blocks of an order or of a dump follow
    Pool pool_;
    mutable JudgedTxs judged_;
    std::unique_ptr<PoolFile> pool_file_;  ///< absent in memory, and until the chain is open
    std::vector<Hash32> gone_;             ///< out of the pool, and not yet in its file
    std::vector<std::string> remarks_;
    NodeClock clock_;
    Mining mining_;
    DevState dev_;
    u64 dev_generation_ = 0;       ///< raised by each change of what waits
    std::set<Hash32> last_ended_;  ///< timers that fired or left in the last block
    LiveIndex index_;
    HistoricChains historic_;
    Metrics metrics_;
    Head head_;
    Hash32 genesis_hash_;
    u64 forgotten_states_ = 0;  ///< states below are gone, or about to go
    u64 oldest_block_ = 0;

    mutable std::mutex mutex_;
    mutable std::atomic<u32> wanting_ = 0;  ///< threads that wait in hold()
    std::condition_variable wake_;
    std::thread thread_;
    bool stopping_ = false;
    std::chrono::steady_clock::time_point began_;    ///< of the block under way
    std::chrono::steady_clock::time_point kept_at_;  ///< of the last block
    bool ticks_anew_ = false;                        ///< the time between ticks has changed
    std::deque<MineJob> jobs_;
    std::multimap<Hash32, Waiting> waiting_;
    std::vector<std::function<void()>> due_replies_;  ///< to clients that wait no more
    std::deque<Dropped> dropped_;                     ///< oldest first
    std::map<Hash32, u64> dropped_numbers_;           ///< of those in dropped_, by hash
    u64 dropped_bytes_ = 0;                           ///< of their JSON
    u64 drops_ = 0;
    /// Tips of the transactions of each of the last blocks that paid a fee.
    std::deque<std::vector<std::pair<u128, u128>>> tips_;
    CoreListener* listener_ = nullptr;
    std::function<void(int)> failed_;
    std::optional<ExitError> failure_;
    ForkedRuns what_ifs_;  ///< whoever undoes blocks ends them first: they read the files of the state

    bool blocks_are_given_ = false;
    std::shared_ptr<Given> given_;
    bool executing_ = false;                ///< a given block runs, without the lock
    mutable std::condition_variable kept_;  ///< given_ is gone
    std::deque<Hash32> outbox_;
    std::condition_variable outbox_filled_;
};

}  // namespace lariat::node
