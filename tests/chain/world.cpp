// Implementation of the test language of world.hpp.
#include "world.hpp"

#include "chain/open_block.hpp"

#include "state/log_store.hpp"
#include "trace/input.hpp"
#include "trace/output.hpp"

namespace lariat::chain::world {

Json list(std::initializer_list<Json> items)
{
    return Json(Json::array_t(items));
}

Address address(u8 number)
{
    Address a;
    a.bytes.front() = 0x77;
    a.bytes.back() = number;
    return a;
}

std::string at(u8 number)
{
    return to_hex(address(number));
}

Json person(u8 number, const std::string& balance)
{
    return {{"address", at(number)}, {"balance", balance}};
}

Json actor(u8 number, const std::string& balance, const Json& handlers, u8 owner)
{
    return {{"address", at(number)}, {"balance", balance}, {"owner", at(owner)}, {"handlers", handlers}};
}

Json genesis(const Json& actors, const Json& config, const Json& fees)
{
    return {{"accounts", list({person(ALICE, RICH), person(BOB, RICH), person(GOVERNOR, RICH)})},
            {"system_deployers", list({at(GOVERNOR)})},
            {"actors", actors},
            {"config", config},
            {"fees", fees}};
}

Json with(Json object, const Json& more)
{
    object.update(more);
    return object;
}

Json schedule(const Json& height, const std::string& label, const Json& more)
{
    return {{"schedule", with({{"height", height}, {"label", label}}, more)}};
}

Json cancel(const std::string& id)
{
    return {{"cancel", id}};
}

Json extend(const std::string& id, const Json& height)
{
    return {{"extend", list({id, height})}};
}

Json schedule_at(const Json& timestamp_ms, const std::string& label, const Json& more)
{
    return {{"schedule_at", with({{"timestamp_ms", timestamp_ms}, {"label", label}}, more)}};
}

Json drop(const std::string& id)
{
    return {{"drop", id}};
}

Json pay(u8 to, const std::string& amount)
{
    return {{"transfer", list({at(to), amount})}};
}

Json fail(const std::string& message)
{
    return {{"fail", message}};
}

Json loop()
{
    return {{"loop", true}};
}

Json burn(u64 cycles)
{
    return {{"burn", cycles}};
}

Json refused(Json step, const std::string& error)
{
    return with(std::move(step), {{"error", error}});
}

Json as(u8 actor, const Json& steps, const Json& more)
{
    return with({{"from", at(ALICE)}, {"as", at(actor)}, {"steps", steps}}, more);
}

Json call(u8 actor, const std::string& handler, const Json& more)
{
    return with({{"from", at(ALICE)}, {"call", {{"actor", at(actor)}, {"handler", handler}}}}, more);
}

Json governance(const Json& instruction)
{
    return {{"from", at(GOVERNOR)}, {"system", instruction}};
}

Json set_config(const Json& patch)
{
    return governance({{"update_config", patch}});
}

namespace {

template <class T>
T parsed(const Json& line)
{
    auto read = trace::parse_line(line.dump());
    if (!read) {
        ADD_FAILURE() << read.error().message << " in " << line.dump();
        std::abort();  // the test itself is wrong
    }
    return std::get<T>(std::move(read).value());
}

template <class Rows, class Show>
std::string listed(const Rows& rows, const Show& show)
{
    std::string out;
    for (const auto& row : rows) out += (out.empty() ? "" : ", ") + show(row);
    return out;
}

}  // namespace

TestChain::TestChain(const Json& genesis, u64 rollback_depth_max)
    : TestChain(genesis, state::LogStore::open_in_memory({.keep_versions = rollback_depth_max}).value())
{
}

TestChain::TestChain(const Json& genesis, std::unique_ptr<state::Store> store, CodeFiles code)
{
    store_ = store.get();
    auto made = Chain::create(parsed<Genesis>({{"genesis", genesis}}), std::move(store), std::move(code));
    if (!made) ADD_FAILURE() << made.error().message;
    chain_ = std::move(made).value();
}

BlockResult TestChain::block(const Json& txs, std::optional<u64> timestamp_ms)
{
    const auto line = parsed<trace::BlockLine>({{"block", {{"txs", txs}}}});
    Block b;
    b.height = chain_->state().height + 1;
    b.timestamp_ms = timestamp_ms.value_or(chain_->state().timestamp_ms + 1'000);
    b.proposer = line.proposer;
    b.txs = line.txs;
    scripts_.begin_block();
    auto result = chain_->apply(b, scripts_, observer);
    if (!result) ADD_FAILURE() << result.error().message;
    return std::move(result).value();
}

BlockResult TestChain::block_after_a_drop(const Json& txs, const Json& dropped, bool ends_first)
{
    const auto line = parsed<trace::BlockLine>({{"block", {{"txs", txs}}}});
    const auto other = parsed<trace::BlockLine>({{"block", {{"txs", dropped}}}});
    const BlockHeader header{chain_->state().height + 1, chain_->state().timestamp_ms + 1'000, line.proposer};
    const scripted::Engine before = scripts_;
    scripts_.begin_block();
    {
        auto open = chain_->begin(header, scripts_);
        for (const Transaction& tx : other.txs) static_cast<void>(open.value()->try_transaction(tx).ok());
        if (ends_first) {
            EXPECT_TRUE(open.value()->end());
        }
        EXPECT_TRUE(open.value()->drop());
    }
    scripts_ = before;
    scripts_.begin_block();
    auto open = chain_->begin(header, scripts_);
    for (const Transaction& tx : line.txs)
        EXPECT_TRUE(open.value()->try_transaction(tx, OpenBlock::Refused::list));
    auto result = open.value()->end();
    EXPECT_TRUE(result && open.value()->commit());
    return std::move(result).value();
}

BlockResult TestChain::blocks_to(u64 height)
{
    while (chain_->state().height + 1 < height) block();
    return block();
}

void TestChain::rollback(u64 blocks)
{
    ASSERT_TRUE(chain_->rollback(blocks));
    scripts_.roll_back(blocks);
}

void TestChain::restart()
{
    chain_ = std::move(Chain::restart(std::move(chain_))).value();
}

u128 TestChain::balance(u8 of) const
{
    return chain_->account(address(of)).value_or(Account{}).balance;
}

std::optional<timers::Timer> TestChain::timer(const std::string& label) const
{
    const auto id = labels().find(label);
    return id ? chain_->timer(*id) : std::nullopt;
}

std::string TestChain::label_of(const Hash32& id) const
{
    const std::string* label = labels().label_of(id);
    return label ? *label : to_hex(id);
}

std::string TestChain::exits(const BlockResult& result) const
{
    return listed(result.exits,
                  [&](const auto& e) { return label_of(e.id) + ' ' + std::string(name(e.kind)); });
}

std::string TestChain::fires(const BlockResult& result) const
{
    return listed(result.fired, [&](const lane::Fired& f) {
        return (f.id ? label_of(*f.id) : "message") + ' ' + std::string(status_name(f.status)) +
               (f.error.empty() ? "" : " " + f.error);
    });
}

std::string TestChain::receipts(const BlockResult& result)
{
    return listed(result.receipts, [](const Receipt& r) {
        return std::string(status_name(r)) + (r.status == ExecutionStatus::revert ? " " + r.error : "");
    });
}

std::string TestChain::line(const BlockResult& result) const
{
    return trace::to_json(result, labels()).dump();
}

}  // namespace lariat::chain::world
