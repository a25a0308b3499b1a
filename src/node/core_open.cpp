// Opens a node's chain: genesis, state, log and archive, and brings them to the same height.
//
// A block goes to the log, the state, the log again (its result), and the archive. So after a crash the log
// is at most a block ahead of the state, and the archive may lack some. Where an engine gives the blocks, a
// loss of power may leave a log that is behind the state. Nothing else is ever true of undamaged files.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/hex.hpp"
#include "lariat/assert.hpp"
#include "node/core.hpp"
#include "node/fork_name.hpp"
#include "node/keys.hpp"
#include "node/seal.hpp"
#include "state/log_store.hpp"

namespace lariat::node {

namespace {

constexpr u64 DEV_VERSIONS = 16'384, VERSIONS = 1'024;

}  // namespace

Core::Core(const Settings& settings)
    : settings_(settings),
      pool_({.count = settings.pool_count,
             .bytes = settings.pool_bytes,
             .per_sender = settings.pool_per_sender,
             .ttl_ms = settings.pool_ttl_s * 1'000}),
      clock_(settings.clock, settings.block_time_ms),
      mining_{settings.mine, settings.block_time_ms, settings.empty_blocks}
{
    pool_.set_listener({.changed = [this](const Pooled& tx) { note_changed(tx); },
                        .dropped = [this](const Pooled& tx, DropReason why) { note_dropped(tx, why); }});
}

Core::~Core()
{
    stop();
}

Result<std::unique_ptr<Core>, ExitError> Core::open(const Settings& settings, Blocks blocks)
{
    std::unique_ptr<Core> core(new Core(settings));
    core->blocks_are_given_ = blocks == Blocks::given;
    if (auto error = core->open_all()) return *error;
    return core;
}

std::optional<ExitError> Core::open_all()
{
    if (!settings_.data.empty()) {
        auto data = DataDir::open(settings_.data);
        if (!data) return data.error();
        data_ = std::move(data).value();
    }
    const bool is_new = !data_ || (data_->is_new() && !data_->read("genesis.json"));
    // Where there is a chain already, it goes on: the same command starts a node again.
    const auto given = is_new ? given_dump() : Result<std::optional<Dump>, ExitError>(std::optional<Dump>());
    if (!given) return given.error();
    if (given.value()) {
        if (data_) {  // a crash from here on leaves a loading that the next start begins again
            dev_.loading = true;
            for (const auto& [name, content] :
                 {std::pair<std::string, std::string>{"load.new", std::string(text(encode(*given.value())))},
                  {"dev", encode(dev_)}})
                if (const auto done = data_->write(name, content); !done) return done.error();
        }
        return install(*given.value(), senders_of_dumps());
    }
    for (const auto step : {&Core::choose_genesis, &Core::open_dev})
        if (auto error = (this->*step)()) return error;
    if (!dev_.loading) {
        if (auto error = open_parts()) return error;
        return open_pool();
    }
    const auto kept = data_->read("load.new");
    const auto again =
        kept ? decode_dump(view(*kept)) : Result<Dump, std::string>(std::string("it is missing"));
    if (!again) return damaged(data_->path_of("load.new") + ": " + again.error());
    if (auto error = wipe()) return error;
    return install(again.value(), senders_of_dumps());
}

std::optional<ExitError> Core::open_parts()
{
    for (const auto step :
         {&Core::open_chain, &Core::open_log, &Core::open_archive, &Core::catch_up, &Core::fill_archive})
        if (auto error = (this->*step)()) return error;
    recall_tips();
    return std::nullopt;
}

/// What a dev chain keeps beside its blocks. A revert or reset that a crash interrupted is finished here and
/// in catch_up().
std::optional<ExitError> Core::open_dev()
{
    if (!data_ || !genesis_.is_dev()) return std::nullopt;
    const auto text = data_->read("dev");
    if (!text) return std::nullopt;
    auto read = decode_dev_state(*text);
    if (!read) return damaged(data_->path_of("dev") + ": " + read.error());
    dev_ = std::move(read).value();
    clock_.restore(dev_.clock);
    return dev_.resetting ? wipe() : std::nullopt;
}

std::optional<ExitError> Core::wipe()
{
    forget_answers();
    chain_.reset();
    log_.reset();
    historic_ = {};  // they read the archive
    archive_.reset();
    index_ = {};
    tips_.clear();
    oldest_block_ = 0;
    if (!data_) return std::nullopt;
    std::error_code error;
    std::vector<const char*> names = {"state",
                                      "blocks",
                                      "archive.sqlite",
                                      "archive.sqlite-wal",
                                      "archive.sqlite-shm",
                                      "archive.sqlite-journal"};
    if (!pool_file_) names.push_back("pool");  // else it is emptied as it is
    for (const char* name : names) {
        std::filesystem::remove_all(data_->path_of(name), error);
        if (error) return ExitError{1, "cannot remove " + data_->path_of(name) + ": " + error.message()};
    }
    return std::nullopt;
}

std::optional<ExitError> Core::choose_genesis()
{
    std::optional<NodeGenesis> given;
    if (!settings_.genesis.empty()) {
        const auto text = read_file(settings_.genesis);
        if (!text) return ExitError{WRONG_SETTING, "genesis: cannot read " + settings_.genesis};
        auto read = read_genesis(*text);
        if (!read) return ExitError{WRONG_SETTING, "genesis: " + settings_.genesis + ": " + read.error()};
        given = std::move(read).value();
        if (settings_.dev) given->make_dev();
    }
    // A process that ended while it made the directory left no `format`, but the genesis that it had chosen
    // is the chain's all the same.
    const auto text = data_ ? data_->read("genesis.json") : std::nullopt;
    if (text || (data_ && !data_->is_new())) {
        if (!text) return damaged(data_->path_of("genesis.json") + " is missing");
        auto kept = read_genesis(*text);
        if (!kept) return damaged(data_->path_of("genesis.json") + ": " + kept.error());
        genesis_ = std::move(kept).value();
        if (given && given->json != genesis_.json)
            return ExitError{WRONG_SETTING,
                             "genesis: " + settings_.genesis + " is not the genesis of " + settings_.data};
        if (settings_.dev != genesis_.is_dev())
            return ExitError{WRONG_SETTING, "dev: the chain in " + settings_.data +
                                                (genesis_.is_dev() ? " is a dev chain: add --dev"
                                                                   : " is no dev chain: leave --dev out")};
        return std::nullopt;
    }
    if (!given && !settings_.dev)
        return ExitError{WRONG_SETTING,
                         "genesis: a new chain needs one; give --genesis FILE, or --dev for a dev chain"};
    constexpr u64 STEP_GENESIS_MS = 1'000'000;
    genesis_ = given ? std::move(*given)
                     : dev_genesis(settings_.clock == Clock::step ? STEP_GENESIS_MS : host_now_ms());
    if (!data_) return std::nullopt;
    if (const auto written = data_->write("genesis.json", genesis_.json.dump(2) + "\n"); !written)
        return written.error();
    return std::nullopt;
}

std::optional<ExitError> Core::open_chain()
{
    const state::LogStoreOptions options{.keep_versions = genesis_.is_dev() ? DEV_VERSIONS : VERSIONS};
    auto directory =
        data_ ? state::open_directory(data_->path_of("state"))
              : Result<std::unique_ptr<state::Directory>, state::StoreError>(state::memory_directory());
    if (!directory) return damaged(directory.error().message);
    if (genesis_.is_fork)
        if (auto error = put_base(*directory.value())) return error;
    auto store = state::LogStore::open(std::move(directory).value(), options);
    if (!store) return damaged(store.error().message);
    chain::CodeFiles code = chain::CodeFiles::in_memory();
    if (data_) {
        auto compiled = state::open_directory(data_->path_of("state") + "/compiled");
        if (!compiled) return damaged(compiled.error().message);
        code = chain::CodeFiles(std::move(compiled).value());
    }
    const bool is_new = store.value()->version() == 0;
    if (is_new && genesis_.is_fork)
        return damaged(settings_.data + ": the state that the fork began with is lost");
    if (is_new && data_ && !data_->is_new() && !dev_.resetting)
        return damaged(data_->path_of("state") + " holds no chain");
    auto chain = is_new ? chain::Chain::create(genesis_.genesis, std::move(store).value(), std::move(code))
                        : chain::Chain::open(std::move(store).value(), std::move(code));
    if (!chain && is_new) return ExitError{WRONG_SETTING, "genesis: " + chain.error().message};
    if (!chain) return damaged(chain.error().message);
    chain_ = std::move(chain).value();
    name_fork(*chain_, genesis_);
    return std::nullopt;
}

std::optional<ExitError> Core::open_log()
{
    std::unique_ptr<state::Directory> directory = state::memory_directory();
    if (data_) {
        auto opened = state::open_directory(data_->path_of("blocks"));
        if (!opened) return damaged(opened.error().message);
        directory = std::move(opened).value();
    }
    auto log = BlockLog::open(std::move(directory));
    if (!log) return damaged(log.error().message);
    log_ = std::move(log).value();
    return std::nullopt;
}

std::optional<ExitError> Core::open_archive()
{
    if (archive_) return std::nullopt;
    const std::string path = data_ ? data_->path_of("archive.sqlite") : std::string();
    auto archive = Archive::open(path);
    if (!archive && archive.error().is_of_system) return damaged(archive.error().message);
    if (!archive && data_) {
        // It is made anew from the log (NODE-52).
        remarks_.push_back(archive.error().message + "; the archive is made anew from the block log");
        for (const char* suffix : {"", "-wal", "-shm"}) std::remove((path + suffix).c_str());
        archive = Archive::open(path);
    }
    if (!archive) return damaged(archive.error().message);
    archive_ = std::move(archive).value();
    return std::nullopt;
}

/// Block 0 and its result in the log, as far as they are missing. The result is the state that the genesis
/// made.
std::optional<ExitError> Core::seal_genesis()
{
    const u64 height = chain_->state().height;
    if (height != 0 && !genesis_.is_fork)
        return damaged((log_->lost() ? log_->lost()->message : settings_.data + "/blocks") +
                       ": the block log is behind the state");
    const LoggedBlock block{
        .height = height, .timestamp_ms = chain_->state().timestamp_ms, .proposer = {}, .txs = {}, .dev = {}};
    if (log_->empty())
        if (const auto done = log_->append(block); !done) return damaged(done.error().message);
    chain::BlockResult result;
    const chain::ChainState& state = chain_->state();
    result.height = height;
    result.timestamp_ms = state.timestamp_ms;
    result.state_root = chain_->root();
    result.cycle_basefee = state.cycle_basefee;
    result.cell_basefee = state.cell_basefee;
    result.lane_basefee = state.cycle_basefee;
    result.discipline = timers::discipline_at(chain_->config(), 0);
    result.supply_balances = state.balances;
    result.supply_locked = state.locked;
    const SealedHeader header{height, state.timestamp_ms, {}, {}, hash_of_txs(BlockTxs{}), result.state_root};
    const std::string line = seal(header, Hash32{}, {}, rows_of(result, {})).full();
    if (const auto done = log_->append_result({height, line, {}}); !done)
        return damaged(done.error().message);
    return std::nullopt;
}

/// After this the state is the log's head, and every block in the log has its result.
std::optional<ExitError> Core::catch_up()
{
    if (log_->empty() || (log_->head() == log_->first() && !log_->has_result(log_->first())))
        if (auto error = seal_genesis()) return error;
    if (data_ && data_->is_new())
        if (const auto done = data_->write_format(); !done) return done.error();
    if (const auto undone = dev_.reverting_to) {
        if (chain_->state().height > *undone)
            if (const auto done = changing().rollback(chain_->state().height - *undone); !done)
                return damaged(done.error().message);
        if (log_->head() > *undone)
            if (const auto done = log_->revert_to(*undone); !done) return damaged(done.error().message);
    }
    if (log_->head() < chain_->state().height)
        if (auto error = go_back_to_log()) return error;
    const u64 height = chain_->state().height;
    // Blocks whose result or rows of the archive were lost are made again, on the state before them. Who is
    // killed meanwhile leaves a state that is behind the log; the next start goes on.
    const auto start = archive_start(height);
    if (!start) return start.error();
    const u64 good = std::min(start.value(), log_->has_result(height) ? height : height - 1);
    if (good < height)
        if (const auto back = changing().rollback(height - good); !back) return damaged(back.error().message);
    name_fork(*chain_, genesis_);
    if (archive_->head() && *archive_->head() > chain_->state().height) return revert_archive();
    return std::nullopt;
}

/// The log ends before the state. Blocks of an engine are in the log without a sync of their own: after a
/// loss of power the chain goes back to the log, and the engine gives the blocks above again.
std::optional<ExitError> Core::go_back_to_log()
{
    const u64 height = chain_->state().height, last = log_->head();
    const std::string lost = log_->lost() ? log_->lost()->message : settings_.data + "/blocks";
    const std::string what = lost + ": the log ends with block " + std::to_string(last) +
                             ", and the state is of block " + std::to_string(height);
    if (!blocks_are_given_ || height - last > chain_->rollback_depth()) return damaged(what);
    remarks_.push_back(what + "; it goes back to block " + std::to_string(last));
    if (const auto back = changing().rollback(height - last); !back) return damaged(back.error().message);
    return std::nullopt;
}

/// Takes from the archive what is above the chain's head. Where the states of that height are forgotten, the
/// chain's is the first one again.
std::optional<ExitError> Core::revert_archive()
{
    const u64 height = chain_->state().height;
    auto done = archive_->revert_to(height);
    if (done && archive_->states_from() > height)
        done = archive_->begin_states_anew(height, [&](const auto& put) { chain_->each_entry(put); });
    return done ? std::nullopt : std::optional(damaged(done.error().message));
}

/// From which block on rows of the archive are missing. An archive of another chain, or one that lacks more
/// than the state can be rolled back, is emptied; then states begin as early as they are wanted and can be
/// had.
Result<u64, ExitError> Core::archive_start(u64 height)
{
    const u64 reachable = std::max(height - std::min(height, chain_->rollback_depth()), log_->first());
    if (const auto head = archive_->head()) {
        // Who was killed while rows were taken from the log left an archive that ends before its first state.
        bool is_good = *head >= reachable && *head >= archive_->states_from();
        // After a loss of power the archive may be above a block to which the chain went back.
        u64 both = std::min(*head, log_->head());
        if (!log_->has_result(both) && both > log_->first()) --both;  // the last one's may be lost
        if (is_good && log_->has_result(both)) {
            const auto result = log_->result(both);
            if (!result) return damaged(result.error().message);
            const std::string kept = archive_->block_json(both, false).value_or("");
            is_good = hash_member(kept, "hash") == hash_member(result.value().json, "hash");
        }
        if (is_good) return std::min(*head, height);
        remarks_.push_back(settings_.data +
                           "/archive.sqlite is of other blocks than the block log; it is made anew");
        if (const auto cleared = archive_->clear(); !cleared) return damaged(cleared.error().message);
    }
    const u64 wanted = height - std::min(height, settings_.keep_states - 1);
    return std::max(wanted, reachable);
}

/// Runs the blocks that are in the log and not in the state or the archive. A new archive begins with what
/// the log has.
std::optional<ExitError> Core::fill_archive()
{
    if (archive_->head() != std::optional(chain_->state().height))
        if (auto error = archive_from_log(chain_->state().height)) return error;
    if (auto error = take_head(chain_->state().height)) return error;
    chain_->each_entry([&](BytesView key, BytesView value) { index_.note(key, value); });
    while (log_->head() > chain_->state().height)
        if (auto error = replay_logged(chain_->state().height + 1)) return error;
    const bool still_waits = head_.height < dev_.waiting_for;
    if (still_waits) clock_.restore(dev_.clock);  // blocks that were made again have used nothing of it
    if (!dev_.resetting && !dev_.reverting_to && (dev_.waiting_for == 0 || still_waits)) return std::nullopt;
    // What was begun is finished, and what waited was used by the block that it waited for.
    dev_.resetting = false;
    dev_.reverting_to.reset();
    if (!still_waits) {
        dev_.waiting.clear();
        clock_.made(head_.timestamp_ms);
    }
    return save_dev();
}

/// Rows of history as the log has them, and the state as it is: the first state that the archive has.
std::optional<ExitError> Core::archive_from_log(u64 to)
{
    const auto first_hash = archive_->first_hash();
    if (const auto cleared = archive_->clear(); !cleared) return damaged(cleared.error().message);
    if (const auto begun = archive_->begin_states_at(to); !begun) return damaged(begun.error().message);
    if (first_hash)
        if (const auto kept = archive_->keep_first_hash(*first_hash); !kept)
            return damaged(kept.error().message);
    for (u64 height = log_->first(); height <= to; ++height) {
        if (!log_->has_result(height))
            return damaged(settings_.data + "/blocks: block " + std::to_string(height) + " has no result");
        auto rows = logged_rows(height);
        if (!rows) return rows.error();
        ArchivedBlock block = std::move(rows).value();
        if (height == to)
            chain_->each_entry([&](BytesView key, BytesView value) {
                block.writes.push_back({to_bytes(key), to_bytes(value)});
            });
        if (const auto added = archive_->add(std::move(block)); !added) return damaged(added.error().message);
    }
    return std::nullopt;
}

/// The rows of a block from its records in the log.
Result<ArchivedBlock, ExitError> Core::logged_rows(u64 height) const
{
    const auto block = log_->block(height);
    const auto result = log_->result(height);
    if (!block) return damaged(block.error().message);
    if (!result) return damaged(result.error().message);
    const OrderedJson full = OrderedJson::parse(result.value().json, nullptr, false);
    const auto hash_at = [&](const char* key) {
        const auto found = full.find(key);
        return found != full.end() && found->is_string() ? hash_from_hex(found->get<std::string>())
                                                         : std::nullopt;
    };
    const auto parent = hash_at("parent_hash"), context = hash_at("context_hash"), txs = hash_at("txs_hash"),
               root = hash_at("state_root");
    if (!full.is_object() || !parent || !context || !txs || !root)
        return damaged(settings_.data + "/blocks: the result of block " + std::to_string(height) +
                       " is malformed");
    const auto decoded = decode_txs(block.value());
    if (!decoded) return decoded.error();
    const SealedHeader header{height, block.value().timestamp_ms, block.value().proposer, *parent, *txs,
                              *root};
    const BlockRows line = rows_of(full);
    if (line.receipts.size() != decoded.value().size())
        return damaged(settings_.data + "/blocks: the result of block " + std::to_string(height) + " has " +
                       std::to_string(line.receipts.size()) + " receipts for " +
                       std::to_string(decoded.value().size()) + " transactions");
    ArchivedBlock rows = seal(header, *context, decoded.value(), line);
    const std::vector<std::string>& gone = result.value().gone;
    for (std::size_t i = 0; i < std::min(gone.size(), rows.gone.size()); ++i) rows.gone[i].json = gone[i];
    name_owners(rows);
    return rows;
}

Result<BlockTxs, ExitError> Core::decode_txs(const LoggedBlock& block, std::span<const Address> senders) const
{
    LARIAT_ASSERT(senders.empty() || senders.size() == block.txs.size());
    BlockTxs out;
    for (const Bytes& raw : block.txs) {
        auto tx = read_logged_tx(raw, senders.empty() ? nullptr : &senders[out.size()]);
        if (!tx)
            return damaged(settings_.data + "/blocks: a transaction of block " +
                           std::to_string(block.height) + ": " + tx.error());
        out.push_back(std::move(tx).value());
    }
    return out;
}

std::optional<ExitError> Core::take_head(u64 height)
{
    const auto block = archive_->block_json(height, false);
    if (!block) return damaged(settings_.data + "/archive.sqlite has no block " + std::to_string(height));
    const auto hash = hash_member(*block, "hash");
    if (!hash) return damaged(settings_.data + "/archive.sqlite: the text of a block has no hash");
    head_ = {height, chain_->state().timestamp_ms, *hash, chain_->root()};
    if (auto error = take_genesis_hash()) return error;
    oldest_block_ = archive_->oldest().value_or(height);
    forgotten_states_ = archive_->states_from();
    return std::nullopt;
}

/// That of the first block, which may be pruned since.
std::optional<ExitError> Core::take_genesis_hash()
{
    if (const auto kept = archive_->first_hash()) {
        genesis_hash_ = *kept;
        return std::nullopt;
    }
    const auto first = archive_->block_json(genesis_.is_fork ? log_->first() : 0, false);
    if (!first) return std::nullopt;
    const auto hash = hash_member(*first, "hash");
    if (!hash) return damaged(settings_.data + "/archive.sqlite: the text of a block has no hash");
    genesis_hash_ = *hash;
    const auto kept = archive_->keep_first_hash(*hash);
    return kept ? std::nullopt : std::optional(damaged(kept.error().message));
}

std::optional<ExitError> Core::replay_logged(u64 height)
{
    auto logged = log_->block(height);
    if (!logged) return damaged(logged.error().message);
    return run_logged(std::move(logged).value(), true);
}

std::optional<ExitError> Core::run_logged(LoggedBlock logged, bool is_logged)
{
    auto txs = decode_txs(logged);
    if (!txs) return txs.error();
    const auto changes = read_changes(logged.dev);
    if (!changes)
        return damaged(settings_.data + "/blocks: the dev changes of block " + std::to_string(logged.height) +
                       ": " + changes.error());
    auto open = changing().begin({logged.height, logged.timestamp_ms, logged.proposer, logged.misbehaviour},
                                 scripts_, nullptr, changes.value());
    if (!open) return damaged(open.error().message);
    for (const BlockTx& tx : txs.value()) {
        const auto tried = open.value()->try_transaction(tx.tx, chain::OpenBlock::Refused::list);
        if (!tried) return damaged(tried.error().message);
    }
    return finish(*open.value(), std::move(logged), std::move(txs).value(), is_logged);
}

}  // namespace lariat::node
