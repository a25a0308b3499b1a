// A chain: state behind a store, and the way in: a block, whole with apply() or open with begin(). Everything
// consensus needs is in the state; what is kept in memory is rebuilt from it (TMR-7).
#pragma once

#include "chain/block.hpp"
#include "chain/claims.hpp"
#include "chain/code_cache.hpp"
#include "chain/handler_engine.hpp"
#include "chain/observer.hpp"
#include "lane/engine.hpp"
#include "state/store.hpp"
#include "timers/operations/operations.hpp"

namespace lariat::chain {

struct GenesisAccount {
    Address address;
    u128 balance = 0;
};
struct GenesisActor {
    Address address;
    u128 balance = 0;
    Address owner;
    CodeKind kind = CodeKind::script;
    std::string source;
};
struct Genesis {
    ChainParams params;
    u64 timestamp_ms = 1'000'000;
    timers::ConfigPatch config;
    std::vector<GenesisAccount> accounts;
    std::vector<GenesisActor> actors;
    Validators validators;  ///< of a replicated chain; by ascending key
};

/// Why a block, a genesis, a rollback or a state directory was not taken. Nothing has changed in the state;
/// after a failed commit the chain takes no more blocks until it is opened again.
struct ChainError {
    std::string message;
};

class Chain {
public:
    /// A new chain on an empty store. What it compiles is kept in `code`, which is no part of its state.
    static Result<std::unique_ptr<Chain>, ChainError> create(const Genesis& genesis,
                                                             std::unique_ptr<state::Store> store,
                                                             CodeFiles code = CodeFiles::in_memory());
    /// A chain that the store already holds.
    static Result<std::unique_ptr<Chain>, ChainError> open(std::unique_ptr<state::Store> store,
                                                           CodeFiles code = CodeFiles::in_memory());
    ~Chain();

    /// Applies the next block, or says which rule it breaks (docs/architecture.md, "Failure"). `scripts`
    /// runs what is not Python; its block has been begun. `observer` looks on.
    Result<BlockResult, ChainError> apply(const Block& block, ScriptEngine& scripts,
                                          ExecutionObserver* observer = nullptr);

    /// Opens the next block, or says which rule its header breaks: chain/open_block.hpp. One block at a time
    /// is open; until it is committed or dropped the chain refuses apply(), begin(), rollback() and
    /// restart(), and must not be destroyed. `scripts` and `observer` are as for apply() and live as long as
    /// the block. `dev` is for dev chains alone.
    Result<std::unique_ptr<class OpenBlock>, ChainError> begin(const BlockHeader& header,
                                                               ScriptEngine& scripts,
                                                               ExecutionObserver* observer = nullptr,
                                                               std::span<const DevChange> dev = {});
    /// Makes a dev chain with another name of this one, as long as it is open; the next block writes it into
    /// the state.
    void become_fork(std::string chain_id);
    /// Why the next block could not make this change now, if it made no other. Changes nothing.
    Status would_make(const DevChange& change);

    /// From now on this process writes no file of the chain: blocks that are committed and compiled code stay
    /// in its memory, and rollback() and restart() are refused. A forked child calls it before the blocks
    /// that it will throw away, and ends by _exit. docs/decisions/0040-what-if-in-a-forked-child.md says what
    /// else it must heed.
    void leave_files_alone();

    /// Undoes the last blocks, at most rollback_depth() (BLK-6).
    StatusOf<ChainError> rollback(u64 blocks);
    u64 rollback_depth() const;
    /// Forgets all memory and opens the store again from its files (docs/trace.md, "restart").
    static Result<std::unique_ptr<Chain>, ChainError> restart(std::unique_ptr<Chain> chain);

    // Reading, as the last block left it.
    const ChainParams& params() const noexcept { return params_; }
    const ChainState& state() const noexcept { return state_; }
    Hash32 root() const { return store_->root(); }
    const state::Store& store() const noexcept { return *store_; }
    timers::TimerConfig config() const;
    Validators validators() const;  ///< empty: the chain is not replicated
    RulesVersion rules_version() const;
    std::optional<Account> account(const Address& of) const;
    /// As the last block left it, while another is open too. Safe beside a thread that runs transactions or
    /// the rest of the open block (OpenBlock::run_rest), and not beside OpenBlock::end().
    std::optional<Account> account_in_store(const Address& of) const;
    std::optional<Actor> actor(const Address& of) const;
    std::string source(const Hash32& code_hash) const;  ///< of an actor that there is or was
    std::optional<Bytes> storage(const Address& of, BytesView key) const;
    std::map<Bytes, Bytes> storage_of(const Address& actor) const;  ///< all of it, in a walk over the state
    std::optional<timers::Timer> timer(const timers::TimerId& id) const;  ///< with its payload
    /// Without what lies beside the record: a long payload, of which it has the length, and long keys of a
    /// watch, which `with_watch_keys` reads.
    std::optional<timers::Timer> timer_record(const timers::TimerId& id) const;
    timers::Timer with_watch_keys(timers::Timer watch) const;
    std::vector<timers::TimerId> timers_at(u64 height) const;            ///< not yet taken in, in order
    std::vector<timers::TimerId> timers_of(const Address& owner) const;  ///< by creation
    /// An account's operations up to and with a time, in their order (SCH-8).
    std::vector<timers::OperationId> operations_until(const Address& account, u64 timestamp_ms) const;
    std::optional<timers::Operation> operation(const timers::OperationId& id) const;  ///< with its payload
    /// The earliest time from this one on, above the last block's, in whose second there is room for an
    /// operation with this gas limit (SCH-10).
    std::optional<u64> room_from(u64 timestamp_ms, u64 gas_limit) const;
    const timers::Operations& operations() const { return *operations_; }
    const timers::Watches& watches() const { return engine_->watches(); }
    const lane::Globalbox& globalbox() const { return engine_->globalbox(); }
    const lane::Auction& auction() const { return engine_->auction(); }
    /// Visits every key of the state and its value, in an unspecified order.
    void each_entry(const std::function<void(BytesView key, BytesView value)>& visit) const
    {
        store_->for_each(visit);
    }
    struct TimerCounts {
        u64 live = 0, waiting = 0, parked = 0, dead = 0;
    };
    TimerCounts timer_counts() const;
    /// The claims that prove what is there against root() (TMR-8); verify_claims in chain/claims.hpp takes
    /// them.
    std::vector<Claim> prove(const Subject& subject) const { return claims_of(subject, *store_); }
    /// Fairness of an owner in the coming block (FAIR-1).
    lane::Auction::Fairness fairness(const Address& owner) const;
    /// What estimate_timer says to an actor in the coming block (API-16).
    timers::Estimate estimate(const Address& actor, const ScheduleArgs& args) const;
    /// Rules under trial, for simulated chains alone (lane/auction/policy.hpp); they outlive the chain.
    void set_auction_policy(const lane::AuctionPolicy* policy) noexcept
    {
        auction_policy_ = policy;
        engine_->set_auction_policy(policy);
    }
    /// Does what is in memory equal what a restart would build? (TMR-7)
    bool memory_equals_state() const;

private:
    friend class ComingBlock;  // looks ahead, and leaves everything as it was
    friend class OpenBlock;
    static constexpr const char* LEAVES_FILES_ALONE = "this chain was told to leave its files alone";

    Chain(std::unique_ptr<state::Store> store, CodeFiles code);
    StatusOf<ChainError> load();
    StatusOf<ChainError> place_genesis(const Genesis& genesis);
    /// Why no block with this header can be begun.
    std::optional<ChainError> refuses(const BlockHeader& header, std::span<const DevChange> dev) const;
    u128 most_writes(const timers::TimerConfig& config) const;

    std::unique_ptr<state::Store> store_;
    mutable state::Overlay overlay_;  ///< reading through it changes nothing
    ChainParams params_;
    ChainState state_;
    const lane::AuctionPolicy* auction_policy_ = nullptr;
    std::unique_ptr<lane::Engine> engine_;
    std::unique_ptr<timers::Operations> operations_;
    CodeCache code_;
    class OpenBlock* open_ = nullptr;
    bool leaves_files_alone_ = false;
    std::optional<std::string> fork_;  ///< the name of a fork, until the state has it
    std::string failed_;  ///< the store refused a commit: memory and state may differ, nothing is applied
};

}  // namespace lariat::chain
