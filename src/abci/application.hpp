// The chain as an application of ABCI 2.0: the one dispatcher behind the C interface and the socket.
//
// The engine calls consensus requests one after the other; the rest may come at any time, from any thread.
#pragma once

#include <set>
#include <shared_mutex>
#include <thread>

#include <nlohmann/json.hpp>

#include "abci/messages.hpp"
#include "abci/snapshots.hpp"
#include "node/api.hpp"
#include "node/core.hpp"
#include "node/log.hpp"

namespace lariat::abci {

/// Versions of the rules that this program can run blocks by. The last rises when rules change, the first
/// when old ones are dropped.
inline constexpr node::RulesRange KNOWN_RULES{1, 1};

struct Options {
    std::string home;    ///< of the validator: HOME/config/genesis.json is read, lariat/ is made
    std::string listen;  ///< of the HTTP API; empty: none
    std::vector<std::string> hosts, cors;
    u64 block_time_ms = 1'000;  ///< the engine's timeout_commit, shown to clients
    u64 keep_blocks = 0;        ///< blocks of history; 0: all
    u64 keep_states = 1;        ///< states kept for at_height
    u64 retain_blocks = 0;      ///< blocks that the engine keeps; 0: all
    u64 snapshot_every = 0;     ///< blocks between snapshots for nodes that join; 0: none
    node::LogLevel log_level = node::LogLevel::info;
    node::RulesRange rules = KNOWN_RULES;  ///< another in tests of upgrades: option `rules`, [first, last]
    /// How long the last block with known rules is told to the others before the process ends. No option.
    u64 last_words_ms = 10'000;
};
Result<Options, std::string> read_options(std::string_view json);

class Application {
public:
    static Result<std::unique_ptr<Application>, node::ExitError> open(const Options& options);
    /// Ends the API and the chain's thread. A block that was run and not committed is dropped.
    ~Application();

    /// Serves one request: bytes of `Request` in, of `Response` out.
    Bytes handle(BytesView request);

    /// The answer to check_tx.
    struct Checked {
        u32 code = 0;
        u64 cycles = 0;
        std::string log;
    };
    Checked check(BytesView raw, bool is_recheck);

    // The next ones wait while a snapshot takes the place of the chain.
    std::vector<Bytes> take_outbox(u64 wait_ms);
    std::optional<node::ExitError> undo_above(u64 height);
    /// The engine makes no more blocks; what it has run and not committed is dropped.
    void engine_ended();
    node::Head head() const;
    std::optional<std::string> block_json(u64 height) const;

    /// For tests: no snapshot may come in meanwhile.
    node::Core& core() noexcept { return *core_; }
    /// Where the API listens; empty: nowhere.
    const std::string& url() const noexcept { return url_; }
    u64 height() const { return head().height; }
    Hash32 root() const { return head().state_root; }

private:
    explicit Application(const Options& options)
        : options_(options), log_(options.log_level, {}), snapshots_(options.home + "/snapshots")
    {
    }
    [[nodiscard]] std::optional<node::ExitError> open_core();
    [[nodiscard]] std::optional<node::ExitError> begin_to_serve();
    void end_serving();
    [[noreturn]] void die(const node::ExitError& error);
    /// Ends the process if the coming block has rules that this program does not know. Proposals ask: they
    /// come when the others have had time to learn that the block before was decided, and before a vote for
    /// the new one.
    void need_known_rules();
    /// The same after some time: no proposal may come, as where all who could make one have ended.
    void end_later_without_rules();
    [[nodiscard]] std::optional<std::string> other_validators(const InitChain& request) const;

    Checked checked(BytesView raw, bool is_recheck);
    Bytes info();
    Bytes init_chain(const InitChain& request);
    Bytes check_tx(const CheckTx& request);
    Bytes prepare(const BlockRequest& request);
    Bytes process(const BlockRequest& request);
    Bytes finalize(const BlockRequest& request);
    Bytes commit();
    Bytes query(const Query& request);

    // Joining from a snapshot, in join.cpp.
    Bytes list_snapshots();
    Bytes offer_snapshot(const OfferSnapshot& request);
    Bytes load_chunk(const LoadChunk& request);
    Bytes apply_chunk(const ApplyChunk& request);
    SnapshotIntake::Result put_in_place();
    [[nodiscard]] std::optional<node::ExitError> put_new_chain(const std::string& snapshot);
    [[nodiscard]] std::optional<node::ExitError> finish_interrupted_join();
    std::string path_of(const char* name) const { return options_.home + "/" + name; }
    Bytes serve(const Request& request);

    const Options options_;
    node::Log log_;
    nlohmann::json genesis_;
    u64 evidence_blocks_ = 0;  ///< evidence may be of so old a block: the engine keeps it
    std::unique_ptr<node::Core> core_;
    std::unique_ptr<node::Api> api_;
    std::unique_ptr<node::HttpServer> server_;
    std::string url_;
    u16 port_ = 0;                        ///< once it listens
    mutable std::shared_mutex in_place_;  ///< held alone while a snapshot takes the place of the chain
    SnapshotFiles snapshots_;
    std::unique_ptr<SnapshotIntake> intake_;
    std::set<std::string> chunk_senders_;  ///< of the snapshot that comes in
    std::jthread last_words_;              ///< ends the process in a while; the last member: it ends first
};

}  // namespace lariat::abci
