// Dumps, loading them, and forks (section 8 of the node's specification).
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>

#include "base/hex.hpp"
#include "node/core.hpp"
#include "state/log_store.hpp"
#include "state/snapshot.hpp"

namespace lariat::node {

namespace {

constexpr const char* BASE_FILE = "base.new";  ///< in a node's directory: what a fork began with
constexpr const char* LOAD_FILE = "load.new";  ///< a dump that is being loaded

state::SnapshotSource source_of(const Bytes& file)
{
    return
        [&file, at = std::size_t{0}](std::span<u8> into) mutable -> Result<std::size_t, state::StoreError> {
            const std::size_t count = std::min(into.size(), file.size() - at);
            std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(at), count, into.begin());
            at += count;
            return count;
        };
}

/// Reads a file piece by piece: a state may be larger than memory.
state::SnapshotSource source_of(const std::string& path)
{
    const auto in = std::make_shared<std::ifstream>(path, std::ios::binary);
    return [in, path](std::span<u8> into) -> Result<std::size_t, state::StoreError> {
        in->read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
        if (in->bad() || !in->is_open()) return state::StoreError{path + " cannot be read"};
        return static_cast<std::size_t>(in->gcount());
    };
}

Settings in_memory(Settings settings)
{
    settings.data.clear();
    settings.load.clear();
    settings.fork.clear();
    settings.genesis.clear();
    settings.dev = true;
    return settings;
}

}  // namespace

Result<std::optional<Dump>, ExitError> Core::given_dump() const
{
    const bool is_fork = !settings_.fork.empty();
    const std::string& path = is_fork ? settings_.fork : settings_.load;
    if (path.empty()) return std::optional<Dump>();
    const char* setting = is_fork ? "fork" : "load";
    const auto content = read_file(path);
    if (!content) return ExitError{WRONG_SETTING, std::string(setting) + ": cannot read " + path};
    const Bytes file = to_bytes(*content);
    if (is_fork) {
        auto fork = dump_of_fork(file);
        if (!fork) return ExitError{WRONG_SETTING, "fork: " + path + ": " + fork.error().message};
        return std::optional(std::move(fork).value());
    }
    auto dump = decode_dump(file);
    if (!dump) return ExitError{WRONG_SETTING, "load: " + path + ": " + dump.error()};
    return std::optional(std::move(dump).value());
}

/// A dump without blocks, that begins with the state of a file: a snapshot, or a dump whose blocks are run.
Result<Dump, ExitError> Core::dump_of_fork(const Bytes& file) const
{
    Dump out;
    out.base = file;
    if (is_dump(file)) {
        const auto dump = decode_dump(file);
        if (!dump) return ExitError{WRONG_SETTING, dump.error()};
        Core other(in_memory(settings_));
        if (auto error = other.install(dump.value(), senders_of_dumps())) return *error;
        out.base.clear();
        const auto written =
            state::write_snapshot(dynamic_cast<const state::LogStore&>(other.chain_->store()),
                                  [&](BytesView piece) -> StatusOf<state::StoreError> {
                                      out.base.insert(out.base.end(), piece.begin(), piece.end());
                                      return {};
                                  });
        if (!written) return ExitError{1, written.error().message};
    }
    auto directory = state::memory_directory();
    const auto header = state::import_snapshot(source_of(out.base), *directory);
    if (!header) return ExitError{WRONG_SETTING, header.error().message};
    auto store = state::LogStore::open(std::move(directory));
    if (!store) return ExitError{WRONG_SETTING, store.error().message};
    const auto chain = chain::Chain::open(std::move(store).value());
    if (!chain) return ExitError{WRONG_SETTING, chain.error().message};
    const chain::Chain& from = *chain.value();
    out.genesis = {{"chain_id", from.params().chain_id + "-fork"},
                   {"timestamp_ms", from.state().timestamp_ms},
                   {"dev", true},
                   {"fork", {{"height", from.state().height}, {"state_root", to_hex(from.root())}}}};
    return out;
}

std::optional<ExitError> Core::put_base(state::Directory& directory)
{
    const auto names = directory.list();
    if (!names) return damaged(names.error().message);
    if (!names.value().empty()) return std::nullopt;
    // It may be a stranger's: whoever reads a state takes what is odd in it for damage, so nobody opens one
    // that is not of the block.
    const auto fork = genesis_.json.find("fork");
    const auto root = fork != genesis_.json.end() ? hash_from_hex(fork->value("state_root", std::string()))
                                                  : std::optional<Hash32>();
    const auto imported =
        state::import_snapshot(data_ ? source_of(data_->path_of(BASE_FILE)) : source_of(base_), directory,
                               {.keep_versions = REVERT_DEPTH_MAX}, root);
    if (!imported) return damaged(imported.error().message);
    return std::nullopt;
}

/// A chain in memory takes the dump's word for who sent a transaction, as it does for one that a dev verb
/// impersonated. What lies on the disk outlives this process, and whoever reads it recovers the senders.
Core::Senders Core::senders_of_dumps() const noexcept
{
    return data_ ? Senders::recovered : Senders::as_written;
}

std::optional<ExitError> Core::install(const Dump& dump, Senders senders)
{
    if (auto error = run_dump(dump, senders)) return error;
    return take_surroundings(dump);
}

/// Makes chain, log and archive.
std::optional<ExitError> Core::run_dump(const Dump& dump, Senders senders)
{
    auto genesis = read_genesis(dump.genesis.dump());
    if (!genesis) return ExitError{WRONG_SETTING, "the genesis of the dump: " + genesis.error()};
    if (!genesis.value().is_dev()) return ExitError{WRONG_SETTING, "the dump is not of a dev chain"};
    if (genesis.value().is_fork == dump.base.empty())
        return ExitError{WRONG_SETTING, "the dump has a base and no fork, or a fork and no base"};
    genesis_ = std::move(genesis).value();
    if (data_) {
        if (!dump.base.empty())
            if (const auto done = data_->write(BASE_FILE, std::string(text(dump.base))); !done)
                return done.error();
        if (const auto done = data_->write("genesis.json", genesis_.json.dump(2) + "\n"); !done)
            return done.error();
    } else {
        base_ = dump.base;
    }
    dev_.resetting = true;  // an empty state is no damage
    if (auto error = open_parts()) return error;
    makes_many_ = true;
    std::optional<ExitError> error;
    for (std::size_t i = 0; i < dump.blocks.size() && !error; ++i) error = run_again(dump.blocks[i], senders);
    makes_many_ = false;
    if (!error) error = failure_;
    if (const auto fed = archive_.finish(); !fed && !error) error = damaged(fed.error().message);
    return error;
}

/// Takes what stands around the chain: pool, clock, snapshots.
std::optional<ExitError> Core::take_surroundings(const Dump& dump)
{
    if (!pool_file_)
        if (auto error = open_pool()) return error;
    pool_.drop_all(DropReason::reset);
    for (const Dump::Pooled& tx : dump.pool) {
        auto read = read_logged_tx(tx.raw);
        if (!read) return ExitError{WRONG_SETTING, "a waiting transaction of the dump: " + read.error()};
        Pooled pooled;
        pooled.tx = std::move(read.value().tx);
        pooled.impersonated = read.value().impersonated;
        pooled.raw = tx.raw;
        pooled.arrived_ms = tx.arrived_ms;
        const Hash32 hash = pooled.hash();
        if (pool_.find(hash) || archive_->tx(hash) || pool_.add(std::move(pooled), pool_head())) continue;
        if (pool_file_) pool_file_->came(hash, tx.arrived_ms, tx.raw);
    }
    if (auto error = keep_pool()) return error;
    const u64 next_snapshot = std::max(dev_.next_snapshot, dump.dev.next_snapshot);
    dev_ = dump.dev;
    dev_.next_snapshot = next_snapshot;
    dev_.resetting = dev_.loading = false;
    dev_.reverting_to.reset();
    std::erase_if(dev_.snapshots, [&](const DevSnapshot& s) { return s.height > head_.height; });
    clock_.restore(dump.dev.clock);
    if (dump.mining) {
        mining_ = *dump.mining;
        clock_.set_block_time(mining_.block_time_ms);
    }
    if (auto error = save_dev()) return error;
    if (data_) std::remove(data_->path_of(LOAD_FILE).c_str());
    return std::nullopt;
}

std::optional<ExitError> Core::run_again(const Dump::Block& from, Senders senders)
{
    const LoggedBlock& block = from.block;
    const auto wrong = [&](const std::string& why) {
        return ExitError{WRONG_SETTING, "block " + std::to_string(block.height) + " of the dump: " + why};
    };
    const auto txs = decode_txs(block, senders == Senders::as_written ? std::span<const Address>(from.senders)
                                                                      : std::span<const Address>());
    if (!txs) return wrong(txs.error().message);
    for (std::size_t i = 0; i < from.senders.size(); ++i)
        if (txs.value()[i].tx.from != from.senders[i])
            return wrong("a transaction of it was not signed by its sender");
    const auto changes = read_changes(block.dev);
    if (!changes) return wrong(changes.error());
    auto open = changing().begin({block.height, block.timestamp_ms, block.proposer}, scripts_, nullptr,
                                 changes.value());
    if (!open) return wrong(open.error().message);
    for (const BlockTx& tx : txs.value()) {
        const auto tried = open.value()->try_transaction(tx.tx);
        if (!tried) return wrong(tried.error().message);
        if (tried.value()->refusal) return wrong("it has a transaction that cannot be run");
    }
    if (auto error = finish(*open.value(), block, txs.value(), false)) return error;
    if (head_.state_root != from.state_root) return wrong("its state root is not that of the dump");
    return std::nullopt;
}

/// In memory: what another one made is as good as what this one would make.
void Core::take_chain_of(Core& other)
{
    genesis_ = std::move(other.genesis_);
    base_ = std::move(other.base_);
    forget_answers();
    chain_ = std::move(other.chain_);
    log_ = std::move(other.log_);
    archive_ = other.archive_.take();
    index_ = std::move(other.index_);
    tips_ = std::move(other.tips_);
    head_ = other.head_;
    genesis_hash_ = other.genesis_hash_;
    oldest_block_ = other.oldest_block_;
    forgotten_states_ = other.forgotten_states_;
}

Result<Core::Dumped, Problem> Core::dump()
{
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    const u64 first = log_->first();
    if (first != 0 && !genesis_.is_fork)
        return Problem{"pruned", "a dump has all blocks, and those below " + std::to_string(first) +
                                     " are no longer kept"};
    Dump out;
    out.genesis = genesis_.json;
    out.dev = dev_;
    out.dev.clock = clock_.state();
    out.dev.waiting_for = head_.height + 1;
    out.mining = mining_;
    out.base = base_;
    if (genesis_.is_fork && data_) {
        const auto kept = data_->read(BASE_FILE);
        if (!kept) return Problem{"internal", data_->path_of(BASE_FILE) + " is missing"};
        out.base = to_bytes(*kept);
    }
    for (const Pooled* tx : pool_.all()) out.pool.push_back({tx->arrived_ms, tx->raw});
    auto archived = archive_->roots_and_senders(first + 1, head_.height);
    for (u64 height = first + 1; height <= head_.height; ++height) {
        const u64 at = out.blocks.size();
        auto block = log_->block(height);
        if (!block || at >= archived.size() || archived[at].senders.size() != block.value().txs.size())
            return Problem{"internal", "block " + std::to_string(height) + " cannot be read"};
        out.blocks.push_back(
            {std::move(block).value(), archived[at].state_root, std::move(archived[at].senders)});
    }
    return Dumped{encode(out), head_.height};
}

Result<u64, Problem> Core::load(const Bytes& file)
{
    const auto dump = decode_dump(file);
    if (!dump) return Problem{"bad_request", "the dump: " + dump.error()};
    const auto held = lock();
    if (auto problem = cannot_change()) return *problem;
    Core trial(in_memory(settings_));
    if (auto error = trial.install(dump.value(), senders_of_dumps()))
        return Problem{"bad_request", error->message};
    std::vector<OrderedJson> undone = transactions_above(0);
    dev_.loading = true;
    std::optional<ExitError> error;
    if (data_)
        if (const auto done = data_->write(LOAD_FILE, std::string(text(file))); !done)
            return Problem{"internal", done.error().message};
    error = save_dev();
    // Before the blocks of the dump: each of them is told to streams as a new one.
    if (!error) tell_reverted(0);
    if (!error) error = wipe();
    if (!error && !data_) {
        take_chain_of(trial);
        error = take_surroundings(dump.value());
        if (listener_) listener_->block_made();
    } else if (!error) {
        error = install(dump.value(), Senders::as_written);  // the trial has recovered them
    }
    if (error) {
        fail(*error);
        return Problem{"internal", error->message};
    }
    last_ended_.clear();
    note_undone(std::move(undone), DropReason::reverted);
    ticks_anew_ = true;
    ++dev_generation_;
    wake_.notify_one();
    return head_.height;
}

}  // namespace lariat::node
