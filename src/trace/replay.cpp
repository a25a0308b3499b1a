// A session over one chain: what each kind of line does.
#include "trace/replay.hpp"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <ostream>
#include <variant>

#include "chain/json_input.hpp"
#include "scripted/engine.hpp"
#include "state/log_store.hpp"
#include "trace/compare.hpp"
#include "trace/input.hpp"
#include "trace/query.hpp"

namespace lariat::trace {

namespace {

using chain::Chain;

constexpr u64 BLOCK_MS = 1'000;

/// Text of programs reaches lines: bytes that are no UTF-8 are shown as U+FFFD, they end nothing.
std::string one_line(const OrderedJson& json)
{
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

/// What ends a replay before its trace ends.
struct Stop {
    Verdict verdict;
    std::string message;
    bool of_state = false;  ///< the message names the state directory; no line of the trace is wrong
};

/// What a state directory contains. A directory that is missing is empty.
struct Contents {
    bool chain = false;
    std::optional<std::string> foreign;  ///< the first name that no chain has made
};

Contents contents_of(const std::string& directory)
{
    Contents found;
    std::error_code none;
    for (std::filesystem::directory_iterator at(directory, none), end; !none && at != end;
         at.increment(none)) {
        const std::string name = at->path().filename().string();
        if (name == "committed" || name.starts_with("log."))
            found.chain = true;
        else if (name != "lock" && name != "compiled" && (!found.foreign || name < *found.foreign))
            found.foreign = name;
    }
    return found;
}

class Session {
public:
    Session(std::ostream& results, const ReplayOptions& options, const LineCheck& check)
        : results_(results), options_(options), check_(check)
    {
    }

    std::optional<Stop> take(std::string_view text)
    {
        auto line = parse_line(text);
        if (!line) return refused(line.error().message);
        if (auto* genesis = std::get_if<chain::Genesis>(&line.value())) return begin(*genesis);
        if (!chain_) {
            // A mistyped directory must not become a new chain that answers null.
            const bool makes_block = std::holds_alternative<BlockLine>(line.value()) ||
                                     std::holds_alternative<BlocksLine>(line.value());
            if (!makes_block && !options_.state_dir.empty() && !contents_of(options_.state_dir).chain)
                return state_refused(
                    options_.state_dir +
                    " holds no chain: a trace for a new chain begins with a genesis or a block");
            if (auto stop = begin_without_genesis()) return stop;
        }
        return std::visit([&](const auto& l) { return run(l); }, line.value());
    }

    bool stop_requested() const { return options_.stop && options_.stop(); }

    /// Called at the end of the trace, unless the replay was stopped.
    std::optional<Stop> end_of_trace() const
    {
        if (options_.resume && !chain_) return refused("the trace is empty: there is nothing to resume");
        if (!is_skipping()) return std::nullopt;
        return state_refused(options_.state_dir + ": the chain is at height " +
                             std::to_string(height_at_begin_) + ", but " + trace_name() + " has only " +
                             blocks(skipped_) +
                             ": --resume needs the trace that made this chain, from its first block");
    }

    /// A trace without a line that needs a chain still shows that its genesis is good.
    void finish()
    {
        if (options_.quiet && !last_.is_null()) print(last_);
        results_.flush();
        if (options_.end && chain_) options_.end->height = chain_->state().height;
    }

private:
    static Stop refused(std::string message) { return {Verdict::refused, std::move(message)}; }

    static Stop state_refused(std::string message) { return {Verdict::refused, std::move(message), true}; }

    static Stop damaged(std::string message) { return {Verdict::damaged, std::move(message), true}; }

    /// Does the message begin with the state directory, as errors of its files do?
    bool names_state(const std::string& message) const
    {
        const std::string& directory = options_.state_dir;
        return !directory.empty() &&
               (message.starts_with(directory + "/") || message.starts_with(directory + ":"));
    }

    std::string named(const std::string& message) const
    {
        return options_.state_dir.empty() || names_state(message) ? message
                                                                  : options_.state_dir + ": " + message;
    }

    Stop refused_or_damaged(std::string message) const
    {
        return names_state(message) ? damaged(std::move(message)) : refused(std::move(message));
    }

    std::string trace_name() const { return options_.name.empty() ? "the trace" : options_.name; }

    static std::string blocks(u64 count)
    {
        return std::to_string(count) + (count == 1 ? " block" : " blocks");
    }

    bool is_skipping() const { return skipped_ < height_at_begin_; }

    /// The store, or why there is none: a directory that cannot be had is an error of the command, files that
    /// cannot be read are damage.
    std::variant<std::unique_ptr<state::LogStore>, Stop> open_store() const
    {
        const state::LogStoreOptions store_options{.keep_versions = options_.rollback_depth_max};
        if (options_.state_dir.empty())
            return std::move(state::LogStore::open_in_memory(store_options)).value();
        const Contents found = contents_of(options_.state_dir);
        if (!found.chain && found.foreign)
            return state_refused(options_.state_dir + " is not empty and holds no chain: it has " +
                                 *found.foreign);
        auto directory = state::open_directory(options_.state_dir);
        if (!directory) return state_refused(directory.error().message);
        auto store = state::LogStore::open(std::move(directory).value(), store_options);
        if (!store) return damaged(store.error().message);
        return std::move(store).value();
    }

    std::optional<Stop> begin(const chain::Genesis& genesis)
    {
        if (chain_) return refused("genesis must be the first line");
        auto opened = open_store();
        if (Stop* stop = std::get_if<Stop>(&opened)) return std::move(*stop);
        auto store = std::get<std::unique_ptr<state::LogStore>>(std::move(opened));
        if (store->version() == 0) return create(genesis, std::move(store));
        if (!options_.resume)
            return state_refused(
                options_.state_dir +
                " holds a chain already, but the trace begins with a genesis: give --resume to skip the "
                "blocks that the chain has, or name another directory");
        if (auto stop = open(std::move(store))) return stop;
        const std::string& id = chain_->params().chain_id;
        if (genesis.params.chain_id == id) return std::nullopt;
        return state_refused(options_.state_dir + " holds the chain \"" + id +
                             "\", but the genesis of the trace makes the chain \"" + genesis.params.chain_id +
                             "\"");
    }

    std::optional<Stop> begin_without_genesis()
    {
        auto opened = open_store();
        if (Stop* stop = std::get_if<Stop>(&opened)) return std::move(*stop);
        auto store = std::get<std::unique_ptr<state::LogStore>>(std::move(opened));
        return store->version() == 0 ? create({}, std::move(store)) : open(std::move(store));
    }

    std::optional<Stop> open(std::unique_ptr<state::Store> store)
    {
        auto code = open_code();
        if (!code) return state_refused(code.error().message);
        auto chain = Chain::open(std::move(store), std::move(code).value());
        if (!chain) return damaged(named(chain.error().message));
        if (auto stop = keep(std::move(chain))) return stop;
        if (!options_.resume) return std::nullopt;
        height_at_begin_ = chain_->state().height;
        if (options_.after_skipping) options_.after_skipping(height_at_begin_);
        return std::nullopt;
    }

    std::optional<Stop> create(const chain::Genesis& genesis, std::unique_ptr<state::Store> store)
    {
        auto code = open_code();
        if (!code) return state_refused(code.error().message);
        return keep(Chain::create(genesis, std::move(store), std::move(code).value()));
    }

    /// Beside the state, in a folder of its own.
    Result<chain::CodeFiles, state::StoreError> open_code() const
    {
        if (options_.state_dir.empty()) return chain::CodeFiles::in_memory();
        auto directory = state::open_directory(options_.state_dir + "/compiled");
        if (!directory) return directory.error();
        return chain::CodeFiles(std::move(directory).value());
    }

    std::optional<Stop> keep(Result<std::unique_ptr<Chain>, chain::ChainError> made)
    {
        if (!made) return refused_or_damaged(made.error().message);
        chain_ = std::move(made).value();
        return std::nullopt;
    }

    std::optional<Stop> run(const chain::Genesis&) { return std::nullopt; }  // taken before

    std::optional<Stop> run(const BlockLine& line)
    {
        if (is_skipping()) {
            ++skipped_;
            return std::nullopt;
        }
        chain::Block block;
        block.height = chain_->state().height + 1;
        block.timestamp_ms = line.timestamp_ms.value_or(chain_->state().timestamp_ms + BLOCK_MS);
        block.proposer = line.proposer;
        block.txs = line.txs;
        block.dev = line.dev;
        block.misbehaviour = line.misbehaviour;
        scripts_.begin_block();
        auto result = chain_->apply(block, scripts_, options_.observer);
        if (!result) return refused_or_damaged(result.error().message);
        auto stop = show(to_json(result.value(), scripts_.labels()));
        if (options_.after_block) options_.after_block(result.value());
        results_of_last_ = std::move(result).value();
        return stop;
    }

    std::optional<Stop> run(const BlocksLine& line)
    {
        for (u64 i = 0; i < line.count && !stop_requested(); ++i)
            if (auto stop =
                    run(BlockLine{.timestamp_ms = {}, .proposer = default_proposer(), .txs = {}, .dev = {}}))
                return stop;
        return std::nullopt;
    }

    std::optional<Stop> run(const RollbackLine& line)
    {
        if (is_skipping())
            return refused("a rollback before height " + std::to_string(height_at_begin_) +
                           ", the height of the state: --resume cannot tell which blocks the state has; "
                           "replay the trace into a new directory");
        const u64 height = chain_->state().height;
        if (line.blocks > height)
            return refused("rollback of " + std::to_string(line.blocks) + " blocks at height " +
                           std::to_string(height));
        if (const auto done = chain_->rollback(line.blocks); !done)
            return refused_or_damaged(done.error().message);
        scripts_.roll_back(line.blocks);
        if (line.blocks != 0) results_of_last_.reset();
        return std::nullopt;
    }

    std::optional<Stop> run(const RestartLine&)
    {
        if (is_skipping()) return std::nullopt;
        auto again = Chain::restart(std::move(chain_));
        if (!again) return damaged(named(again.error().message));
        return keep(std::move(again));
    }

    std::optional<Stop> run(const QueryLine& line)
    {
        if (is_skipping()) return std::nullopt;
        auto answered =
            answer(line.text, *chain_, scripts_.labels(), results_of_last_ ? &*results_of_last_ : nullptr);
        if (!answered) return refused(answered.error().message);
        return show(std::move(answered).value());
    }

    std::optional<Stop> run(const AssertLine& line)
    {
        // The line that a resumed replay would compare may be one that it skipped.
        if (is_skipping() || (last_.is_null() && height_at_begin_ != 0)) return std::nullopt;
        if (last_.is_null()) return refused("nothing was printed before the assert");
        OrderedJson got = last_;
        if (last_.contains("query")) {
            const OrderedJson& result = last_["result"];
            got = result.is_object() ? result : OrderedJson{{"result", result}};
        }
        const auto difference = first_difference(OrderedJson::parse(line.text), got);
        if (!difference) return std::nullopt;
        return Stop{Verdict::different, "assert failed: " + difference->field + ": expected " +
                                            difference->expected + ", got " + difference->got};
    }

    std::optional<Stop> show(OrderedJson line)
    {
        last_ = std::move(line);
        // The check has written its own message.
        if (check_)
            if (const Verdict verdict = check_(one_line(last_)); verdict != Verdict::good)
                return Stop{verdict, ""};
        if (options_.quiet) return std::nullopt;
        print(last_);
        // The command says itself that its output failed.
        if (!results_) return Stop{Verdict::refused, ""};
        return std::nullopt;
    }

    void print(const OrderedJson& line)
    {
        OrderedJson some = OrderedJson::object();
        for (const std::string& field : options_.fields)
            if (line.contains(field)) some[field] = line[field];
        results_ << one_line(options_.fields.empty() ? line : some) << '\n' << std::flush;
    }

    std::ostream& results_;
    const ReplayOptions& options_;
    const LineCheck& check_;
    std::unique_ptr<Chain> chain_;
    scripted::Engine scripts_;
    std::optional<chain::BlockResult> results_of_last_;  ///< none after a rollback
    OrderedJson last_;
    u64 height_at_begin_ = 0;  ///< of the chain that a resumed replay found
    u64 skipped_ = 0;          ///< blocks of the trace that this chain has
};

bool is_blank(const std::string& line)
{
    return line.find_first_not_of(" \t\r") == std::string::npos;
}

}  // namespace

Verdict replay(std::istream& trace, std::ostream& results, std::ostream& problems,
               const ReplayOptions& options, const LineCheck& check)
{
    Session session(results, options, check);
    const auto report = [&](const Stop& stop, const std::string& line) {
        if (stop.message.empty()) return stop.verdict;
        if (!stop.of_state) problems << options.name << (options.name.empty() ? "" : ": ") << line;
        problems << stop.message << '\n';
        return stop.verdict;
    };
    std::string text;
    bool stopped = false;
    for (u64 number = 1; std::getline(trace, text); ++number) {
        // Waiting input ends when the replay is stopped, perhaps in the middle of a line.
        stopped = session.stop_requested();
        if (stopped) break;
        if (is_blank(text)) continue;
        const auto stop = session.take(text);
        if (!stop) continue;
        session.finish();
        return report(*stop, "line " + std::to_string(number) + ": ");
    }
    session.finish();
    stopped = stopped || session.stop_requested();
    if (options.end) options.end->stopped = stopped;
    if (stopped) return Verdict::good;
    const auto stop = session.end_of_trace();
    return stop ? report(*stop, "") : Verdict::good;
}

const std::vector<std::string>& result_fields()
{
    static const std::vector<std::string> fields{
        "height",   "timestamp_ms", "state_root", "results_root", "discipline", "basefee",
        "used",     "burned",       "tips",       "receipts",     "fired",      "exits",
        "events",   "scheduled",    "live",       "due_waiting",  "dead",       "operations",
        "balances", "totals",       "supply",     "query",        "result"};
    return fields;
}

std::optional<std::string> Expectation::next_line()
{
    std::string text;
    while (std::getline(expected_, text)) {
        ++line_;
        if (!is_blank(text)) return text;
    }
    return std::nullopt;
}

Verdict Expectation::malformed(const std::string& why)
{
    problems_ << names_.expected << ": line " << line_ << ": " << why << '\n';
    return Verdict::different;
}

Verdict Expectation::check(const std::string& line)
{
    const auto text = next_line();
    if (!text) {
        problems_ << names_.trace << ": more result lines than " << names_.expected
                  << " has: " << line.substr(0, 120) << '\n';
        return Verdict::different;
    }
    OrderedJson expected;
    try {
        expected = chain::parse_ordered_json(*text);
    } catch (const chain::BadInput& bad) {
        return malformed(bad.error.message);
    }
    if (!expected.is_object())
        return malformed("an expected line must be an object, got " + text->substr(0, 120));
    const OrderedJson got = OrderedJson::parse(line);
    const auto difference = first_difference(expected, got);
    if (!difference) return Verdict::good;
    problems_ << names_.trace << ": "
              << (got.contains("height") ? "block " + got["height"].dump() : "query " + got["query"].dump())
              << ", field " << difference->field << ": expected " << difference->expected << ", got "
              << difference->got << '\n';
    return Verdict::different;
}

Verdict Expectation::finish()
{
    if (!next_line()) return Verdict::good;
    problems_ << names_.trace << ": fewer result lines than " << names_.expected << " has: its line " << line_
              << " is left over\n";
    return Verdict::different;
}

}  // namespace lariat::trace
