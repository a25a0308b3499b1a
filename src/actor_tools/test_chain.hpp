// The chain on which `pvm run` and `pvm test` run actors. It is a real chain::Chain in memory, with one block
// for each action, so the tools show the same results as a chain.
#pragma once

#include <functional>

#include "actor_tools/failures.hpp"
#include "actor_tools/test_usage.hpp"
#include "chain/chain.hpp"
#include "scripted/engine.hpp"

namespace lariat::actor_tools {

/// The account that deploys, calls and pays unless a test names another one.
Address test_account();
/// The balance of an actor that was just deployed, and of an account that signs for the first time.
inline constexpr u64 TEST_FUNDS = 1'000'000'000'000;
/// The highest balance that the test account gives.
inline constexpr u64 TEST_BALANCE_MAX = ~u64{0};
/// The highest limit of a transaction. A block has room for more, so that transfers fit beside it.
inline constexpr u64 TEST_LIMIT_MAX = ~u64{0} >> 1;
/// Number of blocks after which a snapshot cannot be restored any more.
inline constexpr u64 TEST_REVERT_BLOCKS_MAX = 16'384;

/// The text of a print() in an actor.
struct Printed {
    Address actor;
    std::string handler, text;
};

/// The outcome of a transaction: its receipt, and the effects of the execution that it began.
struct TestOutcome {
    chain::Receipt receipt;
    std::string message, traceback;  ///< empty unless it failed
    std::optional<u64> cycles_left;  ///< only if it failed
    Bytes returned;
    std::vector<timers::ActorEvent> events;
    std::vector<timers::Timer> timers;
    std::vector<timers::Operation> operations;
    std::vector<lane::Delivery> messages;
    std::vector<FailureReport> failed;  ///< other failures in its block
    bool ok() const { return receipt.status == ExecutionStatus::ok; }
};

struct TestDeployment {
    std::string file, source;
    Bytes payload;
    Address sender = test_account();
    u128 balance = TEST_FUNDS;
};
struct TestCall {
    Address actor;
    std::string handler;
    Bytes payload;
    Address sender = test_account();
};

class TestChain : private FailureObserver {
public:
    /// Base fees are always 1, and every transaction fits into a block. TimerConfig has its defaults.
    TestChain();

    /// Called with each print() of an actor, as it happens.
    std::function<void(const Printed&)> on_print;
    /// If there is one, it is told of each execution.
    TestUsage* usage = nullptr;

    /// Returns the address of the actor, also if its `deploy` failed.
    std::pair<Address, TestOutcome> deploy(const TestDeployment& d, const chain::TxLimits& limits,
                                           pvm::Watch* watch = nullptr);
    TestOutcome call(const TestCall& c, const chain::TxLimits& limits, pvm::Watch* watch = nullptr);
    /// Transfers the difference from or to the test account.
    void set_balance(const Address& actor, u128 amount);
    /// Changes the config as governance does; it takes effect in the next block.
    TestOutcome configure(timers::ConfigPatch patch);
    /// Applies an empty block, one second after the last one or at the given later time. Returns its
    /// failures.
    std::vector<FailureReport> next_block(std::optional<u64> timestamp_ms = {});

    /// Remembers the present state of the chain. Returns a number that is never used twice.
    u64 snapshot();
    /// Rolls the chain back to a snapshot and forgets later ones. Returns the reason if that is not possible.
    [[nodiscard]] std::optional<std::string> revert_to(u64 snapshot);

    const chain::Chain& chain() const { return *chain_; }
    bool knows(const Address& actor) const { return sources_.contains(actor); }
    u128 balance(const Address& of) const;
    // Events, messages and failures of all blocks so far.
    const std::vector<timers::ActorEvent>& events() const { return events_; }
    const std::vector<lane::Delivery>& messages() const { return messages_; }
    /// All failures except those of transactions.
    const std::vector<FailureReport>& failures() const { return failed_; }

private:
    void entering(const chain::BlockContext& block, const chain::Execution& e, pvm::Call& call) override;
    void left(const chain::BlockContext& block, const chain::Execution& e, const pvm::Call& call,
              const pvm::Outcome& outcome) override;
    void printed(const chain::BlockContext& block, const chain::Execution& e, std::string_view text) override;
    std::string file_of(const Address& actor) const override;
    TestOutcome send(std::vector<chain::Transaction> txs, pvm::Watch* watch = nullptr,
                     std::optional<u64> timestamp_ms = {});
    void keep_failures(const chain::BlockResult& result);
    /// The transfers that the signer needs in order to pay; they go before its transaction.
    std::vector<chain::Transaction> funded(const Address& sender, const chain::TxLimits& limits) const;

    struct Snapshot {
        u64 height = 0;
        std::size_t events = 0, messages = 0, failed = 0;
    };

    std::unique_ptr<chain::Chain> chain_;
    scripted::Engine scripts_;
    struct Source {
        std::string file;
        u64 height = 0;  ///< of the deployment
    };
    std::map<Address, Source> sources_;
    std::vector<timers::ActorEvent> events_;
    std::vector<lane::Delivery> messages_;
    std::vector<FailureReport> failed_;
    u64 deployed_ = 0;
    std::map<u64, Snapshot> snapshots_;
    u64 next_snapshot_ = 1;

    // State of the block that is being applied.
    pvm::Watch* watch_ = nullptr;
    TestOutcome now_;
    std::string running_;  ///< the handler that runs
    std::size_t events_before_ = 0;
    std::vector<Hash32> known_;  ///< timers and operations that the actor had before
};

}  // namespace lariat::actor_tools
