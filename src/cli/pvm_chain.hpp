// The chain that an author's tools run actors on: the chain itself, in memory, with a block for each thing
// that is done. Nothing of it is imitated: what a tool says of an actor is what a chain would.
#pragma once

#include "chain/block_context.hpp"
#include "chain/chain.hpp"

namespace lariat::cli {

/// Who calls and deploys where nobody else is named, and whose money it is.
Address test_account();
/// What an actor has on its account when it is deployed, and who signs for the first time has too.
inline constexpr u64 TEST_FUNDS = 1'000'000'000'000;
/// What a transaction may be given. Blocks have more, for the transfers beside it.
inline constexpr u64 TEST_LIMIT_MAX = ~u64{0} >> 1;

/// A transaction: its receipt, and what the execution did that it began.
struct TestOutcome {
    chain::Receipt receipt;
    std::string traceback;
    Bytes returned;
    std::vector<timers::ActorEvent> events;
    std::vector<timers::Timer> timers;
    std::vector<timers::Operation> operations;
    std::vector<chain::Message> messages;
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

class TestChain : private chain::ExecutionObserver {
public:
    /// Base fees stay at 1 and blocks hold whatever a transaction asks for; timers have the chain's defaults.
    TestChain();

    /// Where it stands, or would stand had its `deploy` not failed.
    std::pair<Address, TestOutcome> deploy(const TestDeployment& d, const chain::TxLimits& limits,
                                           pvm::Watch* watch = nullptr);
    TestOutcome call(const TestCall& c, const chain::TxLimits& limits, pvm::Watch* watch = nullptr);
    /// Money comes from the test account, or goes there.
    void set_balance(const Address& actor, u128 amount);
    /// As governance would, from the next block on.
    TestOutcome configure(timers::ConfigPatch patch);
    /// An empty one. What failed in it.
    std::vector<std::string> next_block();

    const chain::Chain& chain() const { return *chain_; }
    bool knows(const Address& actor) const { return sources_.contains(actor); }
    u128 balance(const Address& of) const;
    // Of all blocks so far.
    const std::vector<timers::ActorEvent>& events() const { return events_; }
    const std::vector<chain::Message>& messages() const { return messages_; }
    const std::vector<std::string>& failed() const { return failed_; }

private:
    void entering(const chain::BlockContext& block, const chain::Execution& e, pvm::Call& call) override;
    void left(const chain::BlockContext& block, const chain::Execution& e, const pvm::Call& call,
              const pvm::Outcome& outcome) override;
    TestOutcome send(std::vector<chain::Transaction> txs, pvm::Watch* watch = nullptr);
    /// Its transfers stand before it, so that whoever signs it can pay.
    std::vector<chain::Transaction> funded(const Address& sender, const chain::TxLimits& limits) const;

    struct Source {
        std::string file, text;
    };
    std::unique_ptr<chain::Chain> chain_;
    chain::Scaffold scaffold_;
    std::map<Address, Source> sources_;
    std::vector<timers::ActorEvent> events_;
    std::vector<chain::Message> messages_;
    std::vector<std::string> failed_;
    u64 deployed_ = 0;

    // Of the block in the making.
    pvm::Watch* watch_ = nullptr;
    TestOutcome now_;
    std::size_t events_before_ = 0;
    std::vector<Hash32> known_;  ///< timers and operations that the actor had before
};

}  // namespace lariat::cli
