// Benchmark of store commits, for each write: trees and hashes in memory, and the log with its sync.
#include <filesystem>

#include "../tests/support/program_arguments.hpp"
#include "measure.hpp"
#include "state/log_store.hpp"

using namespace lariat;

namespace {

constexpr u64 WRITES = 1'000;  // of one commit
constexpr u64 COMMITS = 10;    // of one repetition
constexpr int REPETITIONS = 5;
constexpr std::size_t VALUE_SIZE = 250;  // about a timer record
const bench::Unit NS_PER_WRITE{"ns/write", false};

using Batch = std::vector<state::Write>;

/// Keys as the chain has them: a table's letter and 32 bytes that look random.
Bytes key_of(u64 number)
{
    Bytes key{'t'};
    for (int i = 0; i < 4; ++i) {
        number = (number + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
        number ^= number >> 29;
        for (int shift = 56; shift >= 0; shift -= 8) key.push_back(static_cast<u8>(number >> shift));
    }
    return key;
}

/// Each stride-th of the `keys` keys, beginning at `first`, with a value that `salt` makes new.
Batch batch_of(u64 first, u64 count, u64 stride, u64 keys, u8 salt)
{
    Batch batch;
    for (u64 i = 0; i < count; ++i)
        batch.push_back({key_of((first + i * stride) % keys), Bytes(VALUE_SIZE, salt)});
    std::sort(batch.begin(), batch.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    return batch;
}

/// `waits`: for a disk, so that its time counts too.
void run(const std::string& name, std::unique_ptr<state::Store> store, u64 keys, bool waits)
{
    constexpr u64 FILL = 10'000;
    for (u64 done = 0; done < keys; done += FILL)
        bench::require(store->commit(batch_of(done, FILL, 1, keys, 1)).ok(), "the store is filled");

    bench::Samples samples;
    u8 salt = 2;
    for (int i = 0; i < REPETITIONS; ++i) {
        std::vector<Batch> batches;
        for (u64 c = 0; c < COMMITS; ++c, ++salt)
            batches.push_back(batch_of(c, WRITES, keys / WRITES, keys, salt));
        const Hash32 before = store->root();
        bool good = true;
        const double spent = (waits ? bench::wall_seconds_of : bench::cpu_seconds_of)([&] {
            for (const Batch& batch : batches) good = good && store->commit(batch).ok();
        });
        bench::require(good && store->root() != before, "each commit is taken and moves the root");
        samples.add(spent * 1e9 / static_cast<double>(WRITES * COMMITS));
    }
    bench::report(
        name, samples, NS_PER_WRITE,
        fmt::format("{} commits of {} writes of {} bytes over {} keys", COMMITS, WRITES, VALUE_SIZE, keys));
}

std::unique_ptr<state::Store> opened(state::LogStore::Opened store)
{
    bench::require(store.ok(), store.ok() ? "" : "the store opens: " + store.error().message);
    return std::move(store).value();
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(argc, argv,
                                              "Measures commits of the store in memory and on the disk that "
                                              "holds this program.");
    run("commit_memory_100k", opened(state::LogStore::open_in_memory({.keep_versions = 16})), 100'000, false);
    run("commit_memory_1m", opened(state::LogStore::open_in_memory({.keep_versions = 16})), 1'000'000, false);

    // Beside the program: on the disk that holds the build, not in a file system of memory.
    const std::filesystem::path directory = std::filesystem::path(argv[0]).concat("_state");
    std::filesystem::remove_all(directory);
    run("commit_disk_100k", opened(state::LogStore::open(directory, {.keep_versions = 16})), 100'000, true);
    std::filesystem::remove_all(directory);
}
