// lariat db check: once from the log alone, once from the checkpoint, and both must be one state, in which
// holds what always does.
#include <iostream>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/state_check.hpp"
#include "cli/commands.hpp"
#include "cli/db.hpp"

namespace lariat::cli {

namespace {

/// What one opening found.
struct Reading {
    state::LogStoreStats stats;
    Hash32 root;
    Hash32 contents;  ///< digest of all pairs, in the log's order
    std::vector<std::string> withheld;
};

class Check {
public:
    explicit Check(const DbOptions& options) : options_(options), progress_(options.progress) {}

    int run()
    {
        auto directory = db_directory(options_);
        if (!directory) return EXIT_USAGE;
        const auto names = directory->directory->list();
        for (const std::string& name : names.value()) has_checkpoint_ |= name == "index";
        const auto from_log = read(std::move(*directory), false);
        if (!from_log) return damaged(from_log.error());
        std::string checkpoint = "none";
        if (has_checkpoint_) {
            directory = db_directory(options_);
            if (!directory) return EXIT_USAGE;
            const auto from_checkpoint = read(std::move(*directory), true);
            if (!from_checkpoint) return damaged({"with the checkpoint: " + from_checkpoint.error().message});
            checkpoint = "same";
            if (!from_checkpoint.value().stats.from_checkpoint)
                checkpoint = "not used: damaged, or of another version";
            else if (from_checkpoint.value().root != from_log.value().root ||
                     from_checkpoint.value().contents != from_log.value().contents)
                return damaged(
                    {options_.directory + "/index: the checkpoint is of another state than the log"});
        }
        progress_.end();
        const Reading& found = from_log.value();
        trace::OrderedJson facts{{"good", true},
                                 {"version", found.stats.version},
                                 {"root", to_hex(found.root)},
                                 {"keys", found.stats.totals.live_count},
                                 {"log_bytes", found.stats.disk_bytes},
                                 {"checkpoint", checkpoint}};
        // An opening would: what a power cut left is no damage.
        if (options_.json) {
            facts["next_opening"] = found.withheld;
            db_print(options_, facts);
        } else {
            std::cout << options_.directory << ": good\n";
            facts.erase("good");
            db_print(options_, facts);
            for (const std::string& change : found.withheld)
                std::cout << "the next opening will " << change << '\n';
        }
        return 0;
    }

private:
    Result<Reading, state::StoreError> read(state::UnchangedDirectory directory, bool checkpoint)
    {
        const std::string source = checkpoint ? "checking the checkpoint" : "reading the log";
        auto opened = state::LogStore::open(std::move(directory.directory),
                                            {.checkpoint = false, .read_checkpoint = checkpoint},
                                            [&](u64 done, u64 all) { progress_.show(source, done, all); });
        if (!opened) return opened.error();
        const state::LogStore& store = *opened.value();
        const auto bytes_checked = [&](u64 done, u64 all) {
            progress_.show("checking every record", done, all);
        };
        if (!checkpoint)
            if (const auto whole = store.verify_files(bytes_checked); !whole) return whole.error();
        Reading out{store.stats(), store.root(), {}, *directory.withheld};
        std::optional<std::string> lost;
        Sha256 digest;
        u64 keys = 0;
        store.for_each([&](BytesView key, BytesView value) {
            digest.update(Writer().put_bytes(key).put_bytes(value).bytes());
            if (!store.contains(key)) lost = to_hex(key);
            if (++keys % 4096 == 0) progress_.show(source + ", its keys", keys, out.stats.totals.live_count);
        });
        if (lost) return state::StoreError{"the index does not find the live key " + *lost};
        if (!checkpoint) {
            progress_.show("checking timers, lists and sums", 0, 1);
            if (const auto broken = chain::broken_invariants(store, store.version()); !broken.empty())
                return state::StoreError{"the state is not what a chain leaves: " + broken.front() +
                                         more(broken.size())};
        }
        out.contents = digest.finish();
        return out;
    }

    static std::string more(std::size_t broken)
    {
        return broken == 1 ? "" : " (and " + std::to_string(broken - 1) + " more)";
    }

    int damaged(const state::StoreError& error)
    {
        progress_.end();
        if (options_.json) db_print(options_, {{"good", false}, {"reason", error.message}});
        return db_failed(error.message, EXIT_DAMAGED);
    }

    const DbOptions& options_;
    Progress progress_;
    bool has_checkpoint_ = false;
};

}  // namespace

int db_check(const DbOptions& options)
{
    return Check(options).run();
}

}  // namespace lariat::cli
