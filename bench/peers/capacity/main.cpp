// Benchmark of the store's capacity: fills a store with N keys and values of 32 bytes each, updates some of
// them, closes it, opens it again with and without its checkpoint, and prints the time of each step.
#include <chrono>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "../../../tests/support/program_arguments.hpp"
#include "state/log_store.hpp"

using namespace lariat;

namespace {

constexpr u64 BATCH = 262'144;
constexpr u64 UPDATES = 32'768;
constexpr u64 READS = 200'000;

double seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

u64 mixed(u64 x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

Bytes bytes_of(u64 number, u64 salt)
{
    Bytes out(32);
    for (u64 i = 0; i < 4; ++i) {
        const u64 word = mixed(number * 8 + i + 1 + salt * 0x9e3779b97f4a7c15);
        std::memcpy(out.data() + 8 * i, &word, sizeof word);
    }
    return out;
}

void require(bool holds, const std::string& what)
{
    if (holds) return;
    fmt::print(stderr, "capacity: {}\n", what);
    std::exit(1);
}

/// Gigabytes of the resident set that are not pages of mapped files.
double own_memory()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("RssAnon:")) return std::stod(line.substr(8)) / 1e6;
    return 0;
}

double commit(state::LogStore& store, std::vector<state::Write>& batch)
{
    std::sort(batch.begin(), batch.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    const double begin = seconds();
    const auto done = store.commit(batch);
    require(done.ok(), done.ok() ? "" : done.error().message);
    return seconds() - begin;
}

std::unique_ptr<state::LogStore> open(const std::string& folder)
{
    auto opened = state::LogStore::open(folder, {.keep_versions = 1});
    require(opened.ok(), opened.ok() ? "" : opened.error().message);
    return std::move(opened).value();
}

void check_reads(const state::LogStore& store, u64 keys, const std::string& when)
{
    double spent = 0;
    for (u64 i = 0; i < READS; ++i) {
        const u64 number = mixed(i + 1) % keys;
        const Bytes key = bytes_of(number, 0);
        const double begin = seconds();
        const auto value = store.get(key);
        spent += seconds() - begin;
        require(value && (*value == bytes_of(number, 1) || *value == bytes_of(number, 2)),
                "a value is wrong");
    }
    fmt::print("{}: {:.0f} ns for a read of a random key\n", when, spent / READS * 1e9);
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv,
        "Fills a store with N keys, updates some, and reopens it with and without its checkpoint.",
        {{.name = "N", .meaning = "keys", .number = true},
         {.name = "FOLDER", .meaning = "for the store: new or empty, removed afterwards"}});
    const u64 keys = arguments.number(0);
    const std::string folder = arguments.word(1);
    arguments.require_empty_folder(folder);
    auto store = open(folder);
    double spent = 0;
    double longest = 0;
    for (u64 first = 0; first < keys; first += BATCH) {
        std::vector<state::Write> batch;
        for (u64 i = first; i < std::min(keys, first + BATCH); ++i)
            batch.push_back({bytes_of(i, 0), bytes_of(i, 1)});
        const double took = commit(*store, batch);
        spent += took;
        longest = std::max(longest, took);
        if (first / BATCH % 32 == 0)
            fmt::print(stderr, "\r{:.1f} % ", 100.0 * static_cast<double>(first) / static_cast<double>(keys));
    }
    fmt::print(stderr, "\r");
    fmt::print("filled: {} keys, {:.0f} keys/s, longest batch of {} {:.2f} s\n", keys,
               static_cast<double>(keys) / spent, BATCH, longest);
    double updates = 0;
    u64 drawn = READS;
    constexpr int UPDATE_BATCHES = 32;
    for (int i = 0; i < UPDATE_BATCHES; ++i) {
        std::vector<state::Write> batch;
        for (u64 j = 0; j < UPDATES; ++j) {
            const u64 number = mixed(++drawn) % keys;
            batch.push_back({bytes_of(number, 0), bytes_of(number, 2)});
        }
        std::sort(batch.begin(), batch.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
        batch.erase(std::unique(batch.begin(), batch.end(),
                                [](const auto& a, const auto& b) { return a.key == b.key; }),
                    batch.end());
        updates += commit(*store, batch);
    }
    fmt::print("updates: {:.0f} keys/s, batches of {}\n", UPDATE_BATCHES * UPDATES / updates, UPDATES);
    check_reads(*store, keys, "reads");
    const auto stats = store->stats();
    const double per_key = 1.0 / static_cast<double>(keys);
    fmt::print(
        "memory: {:.1f} bytes a key in the index, {:.1f} in the trees, {:.2f} GB of the process's own\n",
        static_cast<double>(stats.index_memory) * per_key, static_cast<double>(stats.tree_memory) * per_key,
        own_memory());
    fmt::print("disk: {:.0f} bytes a key, {} files\n", static_cast<double>(stats.disk_bytes) * per_key,
               stats.files);
    const Hash32 root = store->root();
    double begin = seconds();
    store.reset();
    fmt::print("closed in {:.1f} s\n", seconds() - begin);
    begin = seconds();
    store = open(folder);
    fmt::print("opened in {:.1f} s\n", seconds() - begin);
    require(store->root() == root, "the root is another one after opening");
    check_reads(*store, keys, "reads after opening");
    store.reset();
    std::filesystem::remove(folder + "/index");
    begin = seconds();
    store = open(folder);
    fmt::print("opened without the checkpoint, every record read and hashed, in {:.1f} s\n",
               seconds() - begin);
    require(store->root() == root, "the root is another one after reading the log");
    store.reset();
    std::filesystem::remove_all(folder);
}
