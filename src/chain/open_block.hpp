// A block that is open: Chain::begin, then transactions one by one, then end, then commit or drop.
//
//   open ── try_transaction ──► open ── end ──► ended ── commit ──► the chain is one block longer
//    └────────────── drop ───────┴─── drop ──────┴────────────────► the chain is as before begin
//
// The changes of a dev chain are made first, before the config is read (chain/dev_changes.hpp).
//
// Until commit() nothing of the block is in a file of the state. While a block is open, what the chain says
// of accounts, timers and the like has the block's writes so far; Chain::state() is the parent's.
#pragma once

#include "chain/block_context.hpp"
#include "chain/chain.hpp"

namespace lariat::chain {

class OpenBlock {
public:
    OpenBlock(const OpenBlock&) = delete;
    OpenBlock& operator=(const OpenBlock&) = delete;
    /// Drops the block unless it was committed or dropped. The chain is still there.
    ~OpenBlock();

    const BlockHeader& header() const noexcept { return header_; }
    /// What the programs of this block see as block_hash.
    const Hash32& block_hash() const noexcept { return context_.block_hash; }
    /// What the ended block changes in the state, by ascending key. Valid until commit() or drop().
    std::span<const state::WriteView> writes() const noexcept { return writes_; }

    /// What becomes of a transaction whose receipt is `invalid` or `block_full`. Neither has an effect.
    enum class Refused : u8 {
        leave_out,  ///< it is no part of the block: for whoever makes one
        list        ///< its receipt is in the result, as with apply(): for a block that was given
    };
    /// Runs a transaction behind those before it and returns its receipt, valid until the next call. Fails if
    /// the transaction names a label that nothing was given; the block is then as before. `report` is filled
    /// if given.
    Result<const Receipt*, ChainError> try_transaction(const Transaction& tx,
                                                       Refused refused = Refused::leave_out,
                                                       CallReport* report = nullptr);

    /// Runs timers and messages and gathers what the block writes; no transaction can follow. end() does it,
    /// unless it was done. Until end() others may read what the store has (Chain::account_in_store).
    StatusOf<ChainError> run_rest();
    /// Behind run_rest(): the result has the root that the chain has after commit(). If the store fails, the
    /// chain takes no more blocks, as after a failed commit.
    Result<BlockResult, ChainError> end();
    /// Makes the ended block durable with one sync.
    StatusOf<ChainError> commit();
    /// Leaves state and memory as they were before the block. Memory is built anew from the state: that takes
    /// as long as opening the chain on an open store, one walk over all of the state. The caller undoes what
    /// its script engine noted.
    StatusOf<ChainError> drop();

private:
    friend class Chain;
    enum class Stage : u8 { open, ran, ended, closed };

    /// The chain must take the header. run_first_phases() follows, once the block is whole and drops itself
    /// if something throws.
    OpenBlock(Chain& chain, const BlockHeader& header, std::span<const DevChange> dev, ScriptEngine& scripts,
              ExecutionObserver* observer);
    BlockContext begin(std::span<const DevChange> dev, ScriptEngine& scripts, ExecutionObserver* observer);
    SupplyChange make_changes(std::span<const DevChange> dev, World& world);
    void run_first_phases();
    void close();
    ChainError fail(const state::StoreError& error);
    BlockResult take_result();

    Chain& chain_;
    const BlockHeader header_;
    std::vector<DevRow> dev_;
    BlockContext context_;
    Hash32 results_;   ///< root over the results of this block, once it has ended
    ChainState next_;  ///< of the chain after this block, once it has ended
    Receipt left_out_;
    std::vector<state::WriteView> writes_;
    Stage stage_ = Stage::open;
};

}  // namespace lariat::chain
