// The chain on which the author's tools run actors: the chain itself, in memory, with a block for each thing
// that is done. Nothing of it is imitated, so a tool shows of an actor what a chain would do.
#pragma once

#include <functional>

#include "chain/chain.hpp"
#include "cli/failures.hpp"

namespace lariat::cli {

/// The account that calls and deploys where no other is named, and that gives the money.
Address test_account();
/// The balance of an actor that was just deployed, and of an account that signs for the first time.
inline constexpr u64 TEST_FUNDS = 1'000'000'000'000;
/// The highest balance that the test account gives.
inline constexpr u64 TEST_BALANCE_MAX = ~u64{0};
/// The highest limit of a transaction. Blocks have room for more, for the transfers beside it.
inline constexpr u64 TEST_LIMIT_MAX = ~u64{0} >> 1;
/// A snapshot can be returned to for so many blocks.
inline constexpr u64 TEST_REVERT_BLOCKS_MAX = 16'384;

/// The text of a print() in an actor.
struct Printed {
    Address actor;
    std::string handler, text;
};

/// The outcome of a transaction: its receipt, and the effects of the execution that it began.
struct TestOutcome {
    chain::Receipt receipt;
    std::string message, traceback;  ///< of a failure
    std::optional<u64> cycles_left;  ///< of a failure
    Bytes returned;
    std::vector<timers::ActorEvent> events;
    std::vector<timers::Timer> timers;
    std::vector<timers::Operation> operations;
    std::vector<chain::Message> messages;
    std::vector<FailureReport> failed;  ///< what else failed in its block
    bool ok() const { return receipt.status == chain::TxStatus::ok; }
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
    /// Base fees stay at 1 and blocks hold whatever a transaction asks for; timers have the chain's defaults.
    TestChain();

    /// Called with each print() of an actor, as it happens.
    std::function<void(const Printed&)> on_print;

    /// The address at which the actor stands, or would stand if its `deploy` had not failed.
    std::pair<Address, TestOutcome> deploy(const TestDeployment& d, const chain::TxLimits& limits,
                                           pvm::Watch* watch = nullptr);
    TestOutcome call(const TestCall& c, const chain::TxLimits& limits, pvm::Watch* watch = nullptr);
    /// Money comes from the test account, or goes there.
    void set_balance(const Address& actor, u128 amount);
    /// As governance would, from the next block on.
    TestOutcome configure(timers::ConfigPatch patch);
    /// Makes an empty block, a second after the last one or at a time above it. Returns what failed in it.
    std::vector<FailureReport> next_block(std::optional<u64> timestamp_ms = {});

    /// Remembers the chain as it is, under a number that is never given twice.
    u64 snapshot();
    /// Makes the chain what it was; later snapshots are forgotten. Returns why that is not possible.
    std::optional<std::string> revert_to(u64 snapshot);

    const chain::Chain& chain() const { return *chain_; }
    bool knows(const Address& actor) const { return sources_.contains(actor); }
    u128 balance(const Address& of) const;
    // Of all blocks so far.
    const std::vector<timers::ActorEvent>& events() const { return events_; }
    const std::vector<chain::Message>& messages() const { return messages_; }
    /// Everything but transactions that failed.
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
    /// Its transfers stand before it, so that the signer can pay.
    std::vector<chain::Transaction> funded(const Address& sender, const chain::TxLimits& limits) const;

    struct Snapshot {
        u64 height = 0;
        std::size_t events = 0, messages = 0, failed = 0;
    };

    std::unique_ptr<chain::Chain> chain_;
    chain::Scaffold scaffold_;
    struct Source {
        std::string file;
        u64 height = 0;  ///< of the deployment
    };
    std::map<Address, Source> sources_;
    std::vector<timers::ActorEvent> events_;
    std::vector<chain::Message> messages_;
    std::vector<FailureReport> failed_;
    u64 deployed_ = 0;
    std::map<u64, Snapshot> snapshots_;
    u64 next_snapshot_ = 1;

    // Of the block in the making.
    pvm::Watch* watch_ = nullptr;
    TestOutcome now_;
    std::string running_;  ///< the handler that runs
    std::size_t events_before_ = 0;
    std::vector<Hash32> known_;  ///< timers and operations that the actor had before
};

}  // namespace lariat::cli
