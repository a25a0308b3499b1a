// Writes to a store until it is killed, or checks what a killed writer left. test_kill_loop.py runs it.
//
// Which batch makes a version follows from the seed and the version's number alone, so a version has the
// same contents and the same root whenever it is made again. Each line is written before and after a
// call: `begin VERSION`, then `done VERSION ROOT`. The check prints `is VERSION ROOT`.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "../support/program_arguments.hpp"
#include "base/hex.hpp"
#include "contents.hpp"
#include "state/log_store.hpp"

namespace {

using namespace lariat;
using namespace lariat::state;

constexpr LogStoreOptions OPTIONS{
    .keep_versions = 8, .segment_bytes = 16384, .segment_unit = 4096, .window_slack = 16384};

std::vector<Write> batch_of(u64 seed, u64 version)
{
    std::mt19937_64 random(seed * 1'000'003 + version);
    std::map<Bytes, std::optional<Bytes>> writes;
    for (u64 left = random() % 12; left > 0; --left) {
        const u64 number = random() % 100;
        Bytes key(number % 24, static_cast<u8>(number));
        const bool erase = random() % 4 == 0;
        writes[std::move(key)] = erase ? std::nullopt : std::optional{random_bytes(random, 120)};
    }
    std::vector<Write> out;
    for (auto& [key, value] : writes) out.push_back({key, std::move(value)});
    return out;
}

/// In one write, so that the reader of the pipe gets whole lines or none.
void say(const std::string& line)
{
    if (::write(STDOUT_FILENO, line.data(), line.size()) != static_cast<ssize_t>(line.size())) std::exit(3);
}

std::string standing(const Store& store)
{
    return std::to_string(store.version()) + " " + to_hex(store.root()) + "\n";
}

[[noreturn]] void fail(const std::string& what)
{
    std::fprintf(stderr, "state_kill_writer: %s\n", what.c_str());
    std::exit(1);
}

std::unique_ptr<LogStore> open(const std::string& directory)
{
    auto opened = LogStore::open(directory, OPTIONS);
    if (!opened.ok()) fail(opened.error().message);
    return std::move(opened).value();
}

/// Whole, staged and made durable, or dropped once before that.
StatusOf<StoreError> commit(LogStore& store, const std::vector<Write>& batch, u64 way)
{
    if (way == 0) return store.commit(batch);
    if (const auto staged = store.stage(batch); !staged) return staged.error();
    if (way == 1) return store.make_durable();
    if (auto dropped = store.drop_staged(); !dropped) return dropped;
    return commit(store, batch, 1);
}

/// Rollbacks are drawn from a seed of their own and the clock has no part in it: the killing alone is random.
void write(const std::string& directory, u64 seed, u64 steps)
{
    const auto store = open(directory);
    say("done " + standing(*store));
    std::mt19937_64 random(seed ^ store->version() * 7919 ^ steps);
    for (; steps > 0; --steps) {
        const u64 depth = store->rollback_depth();
        const u64 back = depth > 0 && random() % 8 == 0 ? 1 + random() % depth : 0;
        say("begin " + std::to_string(back > 0 ? store->version() - back : store->version() + 1) + "\n");
        const auto done = back > 0 ? store->rollback(back)
                                   : commit(*store, batch_of(seed, store->version() + 1), random() % 3);
        if (!done.ok()) fail(done.error().message);
        say("done " + standing(*store));
    }
}

void check(const std::string& directory, u64 seed)
{
    const auto store = open(directory);
    Contents model;
    for (u64 version = 1; version <= store->version(); ++version)
        state::apply(model, batch_of(seed, version));
    if (contents_of(*store) != model)
        fail("the contents are not those of version " + std::to_string(store->version()));
    for (const auto& [key, value] : model) {
        if (store->get(key) != value) fail("a key has another value");
    }
    say("is " + standing(*store));
}

}  // namespace

int main(int count, char** words)
{
    const support::ProgramArguments arguments(
        count, words, "Commits to a store until it is killed, or compares a store with its model.",
        {{.name = "ACTION", .meaning = "what to do", .choices = {"write", "check"}},
         {.name = "DIRECTORY", .meaning = "of the store"},
         {.name = "SEED", .meaning = "of the batches", .number = true},
         {.name = "STEPS", .meaning = "commits and rollbacks of `write`", .otherwise = "0", .number = true}});
    if (arguments.word(0) == "write") {
        write(arguments.word(1), arguments.number(2), arguments.number(3));
    } else {
        check(arguments.word(1), arguments.number(2));
    }
    return 0;
}
