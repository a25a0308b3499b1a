// Benchmark of the node without HTTP: signed bytes in, receipts and root out, durable, beside the ideal,
// which is the recovery of the signatures, the execution and the commit of the same transactions alone.
#include <filesystem>
#include <fstream>
#include <future>

#include <stdlib.h>

#include "../tests/support/program_arguments.hpp"
#include "base/hex.hpp"
#include "chain/open_block.hpp"
#include "measure.hpp"
#include "node/core.hpp"
#include "node/keys.hpp"
#include "state/log_store.hpp"

using namespace lariat;

namespace {

constexpr u64 BATCH = 512;
constexpr u64 BLOCKS = 20;  // of one repetition
constexpr u64 TIME_MS = 1'000'000;
constexpr const char* CHAIN_ID = "bench";
const bench::Unit PER_SECOND{"tx/s", true};
const bench::Unit EACH{"us/tx", false};

using Batch = std::vector<Bytes>;

/// A new folder, removed with all that is in it.
class Folder {
public:
    explicit Folder(const std::string& parent)
    {
        std::string pattern = parent + "/bench-node-XXXXXX";
        bench::require(::mkdtemp(pattern.data()) != nullptr, parent + " can hold a new folder");
        path_ = pattern;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// Rich accounts whose keys the benchmark has, and nothing else.
std::string genesis_text()
{
    nlohmann::json accounts = nlohmann::json::array();
    for (const node::PrivateKey& key : node::dev_keys())
        accounts.push_back({{"address", to_hex(*node::address_of(key))}, {"balance", "1000000000000000"}});
    return nlohmann::json{{"chain_id", CHAIN_ID}, {"timestamp_ms", TIME_MS}, {"accounts", accounts}}.dump();
}

/// Signed transfers of one base unit, to 64 accounts; each batch goes on with the nonces of the last.
std::vector<Batch> signed_batches(u64 blocks)
{
    std::vector<Batch> batches(blocks);
    u64 number = 0;
    for (Batch& batch : batches)
        for (u64 i = 0; i < BATCH; ++i, ++number) {
            const node::PrivateKey& key = node::dev_keys()[number % node::DEV_ACCOUNTS];
            chain::Transaction tx;
            tx.nonce = number / node::DEV_ACCOUNTS;
            tx.limits.cycles = 5'000;
            tx.limits.cells = 500;
            tx.limits.max_fee_per_cycle = tx.limits.max_fee_per_cell = 1'000;
            chain::TransferTx transfer;
            transfer.to.bytes[0] = 0x70;
            transfer.to.bytes[19] = static_cast<u8>(number % 64);
            transfer.amount = 1;
            tx.body = transfer;
            const Bytes body = node::encode_body(CHAIN_ID, tx);
            const auto signature = node::sign(node::digest_of_body(body), key);
            bench::require(signature.has_value(), "a dev account signs");
            batch.push_back(node::encode_transaction(body, *signature));
        }
    return batches;
}

// The node.

std::unique_ptr<node::Core> open_node(const std::filesystem::path& folder, node::Blocks blocks)
{
    std::filesystem::create_directory(folder);
    const std::filesystem::path genesis = folder / "given.json";
    std::ofstream(genesis) << genesis_text();
    node::Settings settings;
    settings.data = (folder / "chain").string();
    settings.genesis = genesis.string();
    settings.mine = node::Mine::manual;
    auto core = node::Core::open(settings, blocks);
    bench::require(core.ok(), "a node opens: " + (core.ok() ? "" : core.error().message));
    return std::move(core).value();
}

/// As clients do it: each transaction is submitted, a block is made, each receipt and the root are looked up.
void through_the_pool(node::Core& core, const Batch& batch)
{
    std::vector<Hash32> hashes;
    for (const Bytes& raw : batch) {
        const auto taken = core.submit(raw);
        bench::require(taken.ok() && taken.value().is_new, "the pool takes a transaction");
        hashes.push_back(taken.value().hash);
    }
    std::promise<bool> made;
    core.mine({}, [&](const Result<node::Mined, node::Problem>& mined) { made.set_value(mined.ok()); });
    bench::require(made.get_future().get(), "a block is made");
    const auto held = core.lock();
    for (const Hash32& hash : hashes) {
        const auto tx = core.tx(hash);
        bench::require(tx && tx->is_included && tx->json.find(R"("status":"ok")") != std::string::npos,
                       "a transaction has its receipt");
    }
}

/// As an engine outside does it (docs/cluster.md): the whole block is given, its outcomes are the answer.
void given(node::Core& core, const Batch& batch)
{
    node::Core::GivenBlock block;
    {
        const auto held = core.lock();
        block.height = core.head().height + 1;
        block.timestamp_ms = core.head().timestamp_ms + 1'000;
    }
    block.txs = batch;
    const auto done = core.execute(std::move(block));
    bench::require(done.ok(), "a given block runs");
    for (const node::Core::Outcome& outcome : done.value().outcomes)
        bench::require(outcome.status == ExecutionStatus::ok && outcome.receipt.has_value(),
                       "a given transaction succeeds");
    bench::require(!core.keep_executed(), "a given block is kept");
}

Hash32 root_of(node::Core& core)
{
    const auto held = core.lock();
    return core.head().state_root;
}

// The ideal.

struct Parts {
    double signature = 0, execution = 0, commit = 0;  ///< seconds
};

/// A chain on a store with its files, and nothing around it.
class BareChain {
public:
    explicit BareChain(const std::filesystem::path& folder)
    {
        std::filesystem::create_directory(folder);
        const auto genesis = node::read_genesis(genesis_text());
        bench::require(genesis.ok(), "the genesis is read");
        auto store = state::LogStore::open((folder / "state").string());
        bench::require(store.ok(), "a store opens");
        auto chain = chain::Chain::create(genesis.value().genesis, std::move(store).value());
        bench::require(chain.ok(), "a chain begins");
        chain_ = std::move(chain).value();
    }

    Parts run(const Batch& batch)
    {
        Parts spent;
        std::vector<chain::Transaction> txs;
        std::vector<std::pair<Hash32, node::Signature>> seals;
        for (const Bytes& raw : batch) {
            auto wire = node::decode_transaction(raw);
            bench::require(wire.ok(), "a transaction is decoded");
            seals.emplace_back(wire.value().digest, std::get<node::Signature>(wire.value().seal));
            txs.push_back(std::move(wire.value().tx));
        }
        spent.signature = bench::wall_seconds_of([&] {
            for (std::size_t i = 0; i < txs.size(); ++i)
                txs[i].from = node::recover(seals[i].first, seals[i].second).value();
        });
        std::unique_ptr<chain::OpenBlock> open;
        const chain::ChainState& state = chain_->state();
        spent.execution = bench::wall_seconds_of([&] {
            scripts_.begin_block();
            auto begun = chain_->begin({state.height + 1, state.timestamp_ms + 1'000, {}}, scripts_);
            bench::require(begun.ok(), "a block begins");
            open = std::move(begun).value();
            for (const chain::Transaction& tx : txs) {
                const auto tried = open->try_transaction(tx);
                bench::require(tried.ok() && tried.value()->status == ExecutionStatus::ok,
                               "a transaction succeeds");
            }
            bench::require(open->end().ok(), "a block ends");
        });
        spent.commit =
            bench::wall_seconds_of([&] { bench::require(open->commit().ok(), "a block is durable"); });
        return spent;
    }

private:
    std::unique_ptr<chain::Chain> chain_;
    scripted::Engine scripts_;
};

struct Figures {
    bench::Samples pool, pool_cpu, given, ideal, signature, execution, commit;
};

/// Everything once, in turns, on chains of their own.
void measure(const std::filesystem::path& folder, const std::vector<Batch>& batches, Figures& figures)
{
    auto pooled = open_node(folder / "pool", node::Blocks::made);
    pooled->start();
    auto ordered = open_node(folder / "given", node::Blocks::given);
    BareChain bare(folder / "bare");
    double through_pool = 0, pool_cpu = 0, as_given = 0;
    Parts alone;
    for (const Batch& batch : batches) {
        through_pool += bench::wall_seconds_of(
            [&] { pool_cpu += bench::cpu_seconds_of([&] { through_the_pool(*pooled, batch); }); });
        as_given += bench::wall_seconds_of([&] { given(*ordered, batch); });
        const Parts spent = bare.run(batch);
        alone.signature += spent.signature;
        alone.execution += spent.execution;
        alone.commit += spent.commit;
    }
    bench::require(root_of(*pooled) != Hash32{} && root_of(*ordered) != Hash32{}, "both have a root");
    pooled->stop();
    const auto count = static_cast<double>(batches.size() * BATCH);
    figures.pool.add(count / through_pool);
    figures.pool_cpu.add(pool_cpu / count * 1e6);
    figures.given.add(count / as_given);
    figures.ideal.add(count / (alone.signature + alone.execution + alone.commit));
    figures.signature.add(alone.signature / count * 1e6);
    figures.execution.add(alone.execution / count * 1e6);
    figures.commit.add(alone.commit / count * 1e6);
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures transactions through a node without HTTP, durable, in blocks of 512 transfers.",
        {{.name = "BLOCKS",
          .meaning = "of one repetition",
          .otherwise = std::to_string(BLOCKS),
          .number = true},
         {.name = "REPETITIONS", .meaning = "how often", .otherwise = "5", .number = true},
         {.name = "FOLDER",
          .meaning = "where the chains get a folder of their own, removed afterwards",
          .otherwise = std::filesystem::temp_directory_path().string()}});
    const std::vector<Batch> batches = signed_batches(arguments.number(0));
    bench::require(!batches.empty() && arguments.number(1) > 0, "at least one block");
    Figures figures;
    for (u64 i = 0; i < arguments.number(1); ++i) {
        const Folder folder(arguments.word(2));
        measure(folder.path(), batches, figures);
    }
    const std::string work = fmt::format("{} blocks of {} transfers", batches.size(), BATCH);
    bench::report("process_rate", figures.pool, PER_SECOND, work + ", from the pool; peer: the ideal",
                  figures.ideal);
    bench::report("process_cpu", figures.pool_cpu, EACH,
                  work + ", processor time of all threads, from the pool");
    bench::report("process_given_rate", figures.given, PER_SECOND,
                  work + ", blocks that an engine outside gives; peer: the ideal", figures.ideal);
    bench::report("process_signature", figures.signature, EACH, work + ", recovery of the sender alone");
    bench::report("process_execution", figures.execution, EACH, work + ", execution with the root alone");
    bench::report("process_commit", figures.commit, EACH, work + ", the synced commit of the state alone");
}
