// Applies a block for each transaction and collects the effects of its executions as the chain's observer.
#include "actor_tools/test_chain.hpp"

#include <algorithm>

#include "actor_tools/shown.hpp"
#include "chain/execution.hpp"
#include "chain/transactions.hpp"
#include "scripted/script.hpp"
#include "state/log_store.hpp"

namespace lariat::actor_tools {

namespace {

using chain::Transaction;

constexpr u64 BLOCK_MS = 1'000;  // as lariat replay counts it

u128 ten_to_the(u32 n)
{
    u128 power = 1;
    while (n-- > 0) power *= 10;
    return power;
}

Transaction from_test_account(decltype(Transaction::body) body)
{
    return {.from = test_account(), .limits = {}, .nonce = {}, .body = std::move(body)};
}

std::vector<Hash32> waiting_of(const chain::BlockContext& block, const Address& actor)
{
    std::vector<Hash32> ids = block.timers.store.of_owner(actor);
    const auto operations = block.operations.until(actor, ~u64{0}, [] { return true; });
    ids.insert(ids.end(), operations.begin(), operations.end());
    return ids;
}

}  // namespace

Address test_account()
{
    Address a;
    a.bytes.fill(0xad);
    return a;
}

TestChain::TestChain()
{
    chain::Genesis genesis;
    chain::FeeParams& fees = genesis.params.fees;
    fees.cycle_capacity = fees.cell_capacity = fees.cycle_target = fees.cell_target = ~u64{0};
    fees.user_lane = ~u64{0};
    genesis.params.system_deployers = {test_account()};
    genesis.accounts = {{test_account(), ten_to_the(30)}};
    auto store = state::LogStore::open_in_memory({.keep_versions = TEST_REVERT_BLOCKS_MAX});
    LARIAT_ASSERT(store);
    auto made = chain::Chain::create(genesis, std::move(store).value());
    LARIAT_ASSERT(made);
    chain_ = std::move(made).value();
}

u128 TestChain::balance(const Address& of) const
{
    const auto account = chain_->account(of);
    return account ? account->balance : 0;
}

std::vector<Transaction> TestChain::funded(const Address& sender, const chain::TxLimits& limits) const
{
    const u128 cost = u128{limits.cycles} + limits.cells;  // base fees are 1
    if (balance(sender) >= cost) return {};
    return {from_test_account(chain::TransferTx{sender, cost + TEST_FUNDS})};
}

std::pair<Address, TestOutcome> TestChain::deploy(const TestDeployment& d, const chain::TxLimits& limits,
                                                  pvm::Watch* watch)
{
    const Bytes salt = to_bytes(view(std::to_string(++deployed_)));  // one file may be deployed twice
    const Address actor = chain::deployed_address(d.sender, salt, d.source);
    sources_[actor] = {d.file, chain_->state().height + 1};
    std::vector<Transaction> txs = funded(d.sender, limits);
    if (d.balance > 0) txs.push_back(from_test_account(chain::TransferTx{actor, d.balance}));
    txs.push_back({.from = d.sender,
                   .limits = limits,
                   .nonce = {},
                   .body = chain::DeployTx{chain::CodeKind::python, d.source, salt, d.payload}});
    return {actor, send(std::move(txs), watch)};
}

TestOutcome TestChain::call(const TestCall& c, const chain::TxLimits& limits, pvm::Watch* watch)
{
    std::vector<Transaction> txs = funded(c.sender, limits);
    txs.push_back({.from = c.sender,
                   .limits = limits,
                   .nonce = {},
                   .body = chain::CallTx{c.actor, c.handler, c.payload}});
    return send(std::move(txs), watch);
}

void TestChain::set_balance(const Address& actor, u128 amount)
{
    const u128 now = balance(actor);
    if (amount > now) send({from_test_account(chain::TransferTx{actor, amount - now})});
    if (amount >= now) return;
    scripted::Steps steps(1);
    steps.front().op = scripted::TransferStep{test_account(), now - amount};
    const auto brought = std::make_shared<const scripted::BroughtSteps>(std::move(steps));
    send({from_test_account(chain::AsTx{actor, brought, {}})});
}

TestOutcome TestChain::configure(timers::ConfigPatch patch)
{
    return send({from_test_account(chain::UpdateConfigTx{std::move(patch)})});
}

std::vector<FailureReport> TestChain::next_block(std::optional<u64> timestamp_ms)
{
    return send({}, nullptr, timestamp_ms).failed;
}

u64 TestChain::snapshot()
{
    snapshots_[next_snapshot_] = {chain_->state().height, events_.size(), messages_.size(), failed_.size()};
    return next_snapshot_++;
}

std::optional<std::string> TestChain::revert_to(u64 snapshot)
{
    const auto at = snapshots_.find(snapshot);
    if (at == snapshots_.end()) return "there is no snapshot " + std::to_string(snapshot);
    const Snapshot then = at->second;
    const u64 blocks = chain_->state().height - then.height;
    if (blocks > TEST_REVERT_BLOCKS_MAX)
        return "snapshot " + std::to_string(snapshot) + " is " + std::to_string(blocks) +
               " blocks ago, at most " + std::to_string(TEST_REVERT_BLOCKS_MAX) + " can be undone";
    if (blocks > 0) {
        LARIAT_ASSERT(chain_->rollback(blocks));
        scripts_.roll_back(blocks);
    }
    events_.resize(then.events);
    messages_.resize(then.messages);
    failed_.resize(then.failed);
    snapshots_.erase(std::next(at), snapshots_.end());
    std::erase_if(sources_, [&](const auto& source) { return source.second.height > then.height; });
    return {};
}

/// The outcome is that of the last transaction.
TestOutcome TestChain::send(std::vector<Transaction> txs, pvm::Watch* watch, std::optional<u64> timestamp_ms)
{
    const chain::Block block{.height = chain_->state().height + 1,
                             .timestamp_ms = timestamp_ms.value_or(chain_->state().timestamp_ms + BLOCK_MS),
                             .proposer = {},
                             .txs = std::move(txs)};
    watch_ = watch;
    now_ = {};
    scripts_.begin_block();
    auto applied = chain_->apply(block, scripts_, this);
    LARIAT_ASSERT(applied);
    const chain::BlockResult& result = applied.value();
    for (const timers::Event& e : result.events)
        if (const auto* emitted = std::get_if<timers::ActorEvent>(&e.body)) events_.push_back(*emitted);
    if (!result.receipts.empty()) now_.receipt = result.receipts.back();
    keep_failures(result);
    return std::move(now_);
}

/// Of the transactions only the last is the author's: its failure is part of the outcome.
void TestChain::keep_failures(const chain::BlockResult& result)
{
    for (FailureReport& report : take(result)) {
        if (report.kind != "transaction") {
            now_.failed.push_back(report);
            failed_.push_back(std::move(report));
        } else if (report.tx == result.receipts.back().tx) {
            now_.message = std::move(report.message);
            now_.traceback = std::move(report.traceback);
            now_.cycles_left = report.cycles_left;
        }
    }
}

std::string TestChain::file_of(const Address& actor) const
{
    const auto at = sources_.find(actor);
    return at == sources_.end() ? FailureObserver::file_of(actor) : at->second.file;
}

void TestChain::printed(const chain::BlockContext&, const chain::Execution& e, std::string_view text)
{
    if (on_print) on_print({e.actor, running_, std::string(text)});
}

void TestChain::entering(const chain::BlockContext& block, const chain::Execution& e, pvm::Call& call)
{
    FailureObserver::entering(block, e, call);
    running_ = call.handler;
    if (usage) call.watch = usage->watch(file_of(e.actor));
    if (!e.paying_sender) return;  // only the execution that the transaction began
    if (watch_) call.watch = watch_;
    events_before_ = block.timers.report.events.size();
    known_ = waiting_of(block, e.actor);
}

void TestChain::left(const chain::BlockContext& block, const chain::Execution& e, const pvm::Call& call,
                     const pvm::Outcome& outcome)
{
    FailureObserver::left(block, e, call, outcome);
    if (usage)
        usage->add_run(file_of(e.actor), std::string(call.handler), e.paid.cycles - e.meter.cycles_left,
                       e.paid.cells - e.meter.cells_left);
    const bool ok = outcome.status == ExecutionStatus::ok;
    if (ok) messages_.insert(messages_.end(), e.sent.begin(), e.sent.end());
    if (!e.paying_sender || !ok) return;
    now_.returned = outcome.returned;
    now_.messages = e.sent;
    const auto& events = block.timers.report.events;
    for (std::size_t i = events_before_; i < events.size(); ++i)
        if (const auto* emitted = std::get_if<timers::ActorEvent>(&events[i].body))
            now_.events.push_back(*emitted);
    for (const Hash32& id : waiting_of(block, e.actor)) {
        if (std::find(known_.begin(), known_.end(), id) != known_.end()) continue;
        if (auto timer = block.timers.store.find(id)) {
            timer->payload = block.timers.store.payload_of(*timer);
            if (timer->kind == timers::Kind::watch)
                timer->watch_keys = block.timers.store.watch_keys_of(*timer);
            now_.timers.push_back(std::move(*timer));
        } else if (auto operation = block.operations.find(id)) {
            operation->payload = block.operations.payload_of(*operation);
            now_.operations.push_back(std::move(*operation));
        }
    }
}

}  // namespace lariat::actor_tools
