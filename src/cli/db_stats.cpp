// lariat db stats and compact: prints sizes, and frees disk space.
#include "base/hex.hpp"
#include "cli/commands.hpp"
#include "cli/db.hpp"
#include "cli/db_held.hpp"

namespace lariat::cli {

namespace {

/// Of all files, the checkpoint's too.
Result<u64, state::StoreError> bytes_in(state::Directory& directory)
{
    const auto names = directory.list();
    if (!names) return names.error();
    u64 bytes = 0;
    for (const std::string& name : names.value()) {
        const auto file = directory.open(name);
        if (!file) return file.error();
        const auto size = file.value()->size();
        if (!size) return size.error();
        bytes += size.value();
    }
    return bytes;
}

}  // namespace

int db_stats(const DbOptions& options)
{
    if (is_held(options.directory)) return show_held(options);
    auto directory = db_directory(options);
    if (!directory) return EXIT_USAGE;
    const auto bytes = bytes_in(*directory->directory);
    if (!bytes) return db_failed(bytes.error().message, EXIT_USAGE);
    Progress progress(options.progress);
    const auto opened =
        state::LogStore::open(std::move(directory->directory), {.checkpoint = false},
                              [&](u64 done, u64 all) { progress.show("reading the log", done, all); });
    progress.end();
    if (!opened) return db_failed(opened.error().message, EXIT_DAMAGED);
    const state::LogStoreStats stats = opened.value()->stats();
    const u64 keys = stats.totals.live_count;
    db_print(options, {{"height", stats.version - std::min<u64>(stats.version, 1)},
                       {"version", stats.version},
                       {"root", to_hex(opened.value()->root())},
                       {"keys", keys},
                       {"live_bytes", stats.totals.live_bytes},
                       {"window_bytes", stats.totals.window_bytes},
                       {"log_bytes", stats.disk_bytes},
                       {"log_files", stats.files},
                       {"disk_bytes", bytes.value()},
                       {"rollback_depth", stats.rollback_depth},
                       {"memory_bytes", stats.index_memory + stats.tree_memory},
                       {"disk_bytes_per_key", db_ratio(bytes.value(), keys)},
                       {"memory_bytes_per_key", db_ratio(stats.index_memory + stats.tree_memory, keys)}});
    return 0;
}

int db_compact(const DbOptions& options)
{
    // Looked at first: opening to write would make a directory where there is none.
    if (!db_directory(options)) return EXIT_USAGE;
    auto directory = state::open_directory(options.directory);
    if (!directory) return db_failed(directory.error().message, EXIT_USAGE);
    Progress progress(options.progress);
    const auto opened = state::LogStore::open(std::move(directory).value(), {}, [&](u64 done, u64 all) {
        progress.show("reading the log", done, all);
    });
    progress.end();
    if (!opened) return db_failed(opened.error().message, EXIT_DAMAGED);
    state::LogStore& store = *opened.value();
    const state::LogStoreStats before = store.stats();
    if (const auto done = store.drop_history(); !done) return db_failed(done.error().message, EXIT_DAMAGED);
    const state::LogStoreStats after = store.stats();
    db_print(options, {{"version", after.version},
                       {"root", to_hex(store.root())},
                       {"log_bytes_before", before.disk_bytes},
                       {"log_bytes_after", after.disk_bytes},
                       {"log_files_before", before.files},
                       {"log_files_after", after.files},
                       {"rollback_depth_before", before.rollback_depth},
                       {"rollback_depth_after", after.rollback_depth}});
    return 0;
}

}  // namespace lariat::cli
