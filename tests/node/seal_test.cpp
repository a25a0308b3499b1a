// The rows of a block as text: the same bytes from a result as from its JSON, whatever is in it.
#include <gtest/gtest.h>

#include "base/hex.hpp"
#include "node/seal.hpp"

namespace lariat::node {

namespace {

Hash32 hash(u8 fill)
{
    Hash32 out;
    out.bytes.fill(fill);
    return out;
}
Address address(u8 fill)
{
    Address out;
    out.bytes.fill(fill);
    return out;
}

timers::Cause by_tx(u64 number)
{
    return {timers::Cause::Kind::transaction, number};
}
timers::Cause by_fire(u64 seq)
{
    return {timers::Cause::Kind::fire, seq};
}

constexpr u64 ABOVE_EXACT = (u64{1} << 53) + 1;
const std::string ODD = "a \"quoted\" \\ text\n\x01 of \xc3\xa4 and \x7f";

BlockTxs transactions()
{
    chain::Transaction transfer{
        .from = address(1), .limits = {}, .body = chain::TransferTx{address(2), ~u128{0}}};
    transfer.hash = hash(0x11);
    transfer.nonce = ABOVE_EXACT;
    transfer.valid_until = 9;
    chain::Transaction call{
        .from = address(3), .limits = {}, .body = chain::CallTx{address(4), ODD, {1, 2, 3}}};
    call.hash = hash(0x22);
    chain::Transaction deploy{
        .from = address(5), .limits = {}, .body = chain::DeployTx{chain::CodeKind::python, ODD, {7}, {8, 9}}};
    deploy.hash = hash(0x33);
    chain::ScheduleAtTx at{address(6), {}};
    at.call.handler = ODD;
    at.call.gas_limit = 5;
    chain::Transaction schedule{.from = address(7), .limits = {}, .body = std::move(at)};
    schedule.hash = hash(0x44);
    chain::Transaction extend{
        .from = address(8), .limits = {}, .body = chain::ExtendTimerTx{{"", hash(0x55)}, ABOVE_EXACT}};
    extend.hash = hash(0x66);
    return {{transfer, false}, {call, true}, {deploy, false}, {schedule, false}, {extend, false}};
}

/// A block with every kind of row, each cause, and texts that need escapes.
chain::BlockResult result()
{
    chain::BlockResult r;
    r.height = 12;
    r.timestamp_ms = ABOVE_EXACT;
    r.state_root = hash(0xa1);
    r.results_root = hash(0xa2);
    r.cycle_basefee = ~u128{0};
    r.used.cycles = ABOVE_EXACT;
    for (u32 i = 0; i < 5; ++i) {
        chain::Receipt& receipt = r.receipts.emplace_back();
        receipt.tx = i;
        receipt.hash = hash(static_cast<u8>(i));
        receipt.cycles = i;
    }
    r.receipts[1].status = ExecutionStatus::revert;
    r.receipts[1].error = ODD;
    r.receipts[2].deployed = address(0x77);
    lane::Fired fired;
    fired.deliver_seq = 3;
    fired.handler = ODD;
    fired.owner = address(9);
    fired.target = address(10);
    fired.id = hash(0xb1);
    fired.fire_seq = 1;
    fired.terms.emplace();
    fired.matched = {{1}, {}};
    fired.cause = by_tx(1);
    r.fired.push_back(fired);
    lane::Fired& message = r.fired.emplace_back();
    message.deliver_seq = 4;
    message.kind = lane::FireKind::message;
    message.cause = by_fire(3);
    r.scheduled = {{hash(0xb1), timers::ScheduledKind::timer, by_tx(1)},
                   {hash(0xb2), timers::ScheduledKind::timer, by_fire(3)},
                   {hash(0xb3), timers::ScheduledKind::timer, by_tx(2)},
                   {hash(0xb4), timers::ScheduledKind::timer, {}}};
    r.exits = {{hash(0xb1), timers::ExitKind::fired, by_fire(3)},
               {hash(0xb3), timers::ExitKind::expired, {}},
               {hash(0xb9), timers::ExitKind::cancelled, by_tx(4)}};
    r.events = {{timers::TimerExpiredEvent{hash(0xb3), 1, ABOVE_EXACT}, {}},
                {timers::InsufficientFundsEvent{hash(0xb4), address(1), 5, 4}, {}},
                {timers::CancelledByGovernanceEvent{hash(0xb9)}, by_tx(4)},
                {timers::ExtendedByGovernanceEvent{hash(0xb1), 7}, by_tx(4)},
                {timers::ConfigUpdatedEvent{}, by_tx(4)},
                {timers::PriorityClampedEvent{hash(0xb1), 9, 8}, by_tx(1)},
                {timers::ArgIgnoredEvent{hash(0xb1), "tier"}, by_tx(1)},
                {timers::UnfittableEvent{hash(0xb2), 9, 8}, by_fire(3)},
                {timers::GbaFailedEvent{address(4), hash(0xb2), {}}, {}},
                {timers::ActorEvent{address(4), ODD, {1, 2}}, by_tx(1)},
                {timers::ActorEvent{address(4), "", {}}, by_tx(77)}};  // of no transaction of the block
    r.validators.push_back({{}, 10, address(2)});
    r.balances = {{address(1), 0}, {address(2), ~u128{0}}};
    return r;
}

ArchivedBlock sealed(const BlockRows& rows)
{
    const SealedHeader header{12,        ABOVE_EXACT, address(0xc1), hash(0xc2), hash_of_txs(transactions()),
                              hash(0xa1)};
    return seal(header, hash(0xc3), transactions(), rows);
}

TEST(Seal, NODE52_TextIsWhatTheJsonOfTheResultSays)
{
    const OrderedJson line = result_json(result(), transactions());
    const std::string text = sealed(rows_of(result(), transactions())).full();
    const OrderedJson block = OrderedJson::parse(text);
    EXPECT_EQ(block.dump(), text);
    for (const auto& [key, value] : line.items()) EXPECT_EQ(block[key].dump(), value.dump()) << key;
    EXPECT_EQ(block["scheduled"][0]["cause"]["tx"], to_hex(hash(0x22)));
    EXPECT_EQ(block["events"][10]["cause"]["tx"], 77);
}

TEST(Seal, NODE52_ABlockThatWasReadGivesTheSameRows)
{
    const ArchivedBlock made = sealed(rows_of(result(), transactions()));
    const ArchivedBlock read = sealed(rows_of(OrderedJson::parse(made.full())));
    EXPECT_EQ(made.full(), read.full());
    ASSERT_EQ(made.txs.size(), read.txs.size());
    for (std::size_t i = 0; i < made.txs.size(); ++i) EXPECT_EQ(made.txs[i].json, read.txs[i].json);
    ASSERT_EQ(made.fires.size(), read.fires.size());
    for (std::size_t i = 0; i < made.fires.size(); ++i) {
        const ArchivedBlock::Fire &a = made.fires[i], &b = read.fires[i];
        EXPECT_EQ(std::tie(a.timer, a.owner, a.actor, a.kind, a.status, a.json),
                  std::tie(b.timer, b.owner, b.actor, b.kind, b.status, b.json));
    }
    ASSERT_EQ(made.events.size(), read.events.size());
    for (std::size_t i = 0; i < made.events.size(); ++i) {
        const ArchivedBlock::Event &a = made.events[i], &b = read.events[i];
        EXPECT_EQ(std::tie(a.name, a.actor, a.topic, a.timer, a.json),
                  std::tie(b.name, b.actor, b.topic, b.timer, b.json));
    }
    ASSERT_EQ(made.exits.size(), read.exits.size());
    for (std::size_t i = 0; i < made.exits.size(); ++i) {
        const ArchivedBlock::Exit &a = made.exits[i], &b = read.exits[i];
        EXPECT_EQ(std::tie(a.timer, a.owner, a.exit, a.json), std::tie(b.timer, b.owner, b.exit, b.json));
    }
    ASSERT_EQ(made.origins.size(), read.origins.size());
    for (std::size_t i = 0; i < made.origins.size(); ++i)
        EXPECT_EQ(made.origins[i].cause, read.origins[i].cause);
}

TEST(Seal, NODE52_ATransactionHasWhatItCaused)
{
    const ArchivedBlock made = sealed(rows_of(result(), transactions()));
    const OrderedJson call = OrderedJson::parse(made.txs[1].json);
    EXPECT_EQ(call["call"]["handler"], ODD);
    EXPECT_EQ(call["impersonated"], true);
    EXPECT_EQ(call["receipt"]["error"], ODD);
    EXPECT_EQ(call["scheduled"].size(), 1u);
    EXPECT_EQ(call["events"].size(), 3u);
    const OrderedJson fields = tx_fields(transactions()[1].tx, false);
    for (const auto& [key, value] : fields.items()) EXPECT_EQ(call[key], value) << key;
    // Whose a timer is that came and went in the block: of the actor that was called, or deployed.
    EXPECT_EQ(made.exits[0].owner, address(4));
    EXPECT_EQ(made.exits[1].owner, address(0x77));
    EXPECT_EQ(made.exits[2].owner, std::nullopt);
}

}  // namespace

}  // namespace lariat::node
