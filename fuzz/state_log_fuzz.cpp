// Any bytes as state.log: opening gives a store or an error, and a store that opened works, keeps
// its word after reopening and has the root of its contents.
//
// The first byte chooses: the rest is the file as it is, or bodies of records that are sealed here,
// since no fuzzer guesses a SHA-256.
#include "../tests/state/memory_log_file.hpp"
#include "base/assert.hpp"
#include "base/codec.hpp"
#include "base/hash.hpp"
#include "state/log_record.hpp"
#include "state/simple_store.hpp"

namespace {

using namespace lariat;
using namespace lariat::state;

constexpr u64 DEPTH_MAX = 4;

void put_sealed(Bytes& log, u8 kind, BytesView body)
{
    Writer record;
    record.put_u8(kind).put_u64(body.size());
    const Hash32 head = sha256({Writer{}.put_u64(log.size()).bytes(), record.bytes()});
    record.put_raw(BytesView{head.bytes}.first(8)).put_raw(body);
    const Hash32 checksum = sha256(record.bytes());
    record.put_raw(view(checksum));
    log.insert(log.end(), record.bytes().begin(), record.bytes().end());
}

/// Kind, length of the body in two bytes, body; again and again.
Bytes sealed_log(BytesView input)
{
    Bytes log = log_format_header();
    for (Reader in(input); !in.done() && in.ok();) {
        const u8 kind = in.get_u8();
        const BytesView body = in.get_raw(in.get_u16());
        if (in.ok()) put_sealed(log, kind, body);
    }
    return log;
}

/// Commits and rollbacks through the store, then damage to one byte or a cut.
Bytes damaged_log(BytesView input)
{
    auto disk = std::make_shared<MemoryDisk>();
    Reader in(input);
    const u16 at = in.get_u16();
    const u8 flip = in.get_u8();
    auto store = SimpleStore::open(std::make_unique<MemoryLogFile>(disk), {DEPTH_MAX}).value();
    while (in.ok() && !in.done()) {
        const u8 what = in.get_u8();
        if (what >= 0xf0) {
            (void)store->rollback(what & 3U).ok();
            continue;
        }
        Write write{to_bytes(in.get_raw(what & 1U)), std::nullopt};
        if ((what & 2U) != 0) write.value = to_bytes(in.get_raw(what >> 4));
        LARIAT_ASSERT(store->commit(std::span<const Write>(&write, 1)).ok());
    }
    Bytes log = disk->bytes;
    if (flip == 0) {
        log.resize(at % (log.size() + 1));
    } else {
        log[at % log.size()] ^= flip;
    }
    return log;
}

Hash32 root_of(const Store& store)
{
    MerkleTrie trie;
    store.for_each([&](BytesView key, BytesView value) { trie.put(key, to_bytes(value)); });
    return trie.rehash();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    const BytesView rest(data + 1, size - 1);
    auto disk = std::make_shared<MemoryDisk>();
    disk->bytes = data[0] % 3 == 0 ? to_bytes(rest) : data[0] % 3 == 1 ? sealed_log(rest) : damaged_log(rest);

    auto opened = SimpleStore::open(std::make_unique<MemoryLogFile>(disk), {DEPTH_MAX});
    if (!opened.ok()) return 0;
    auto store = std::move(opened).value();
    LARIAT_ASSERT(store->root() == root_of(*store));

    const Write write{Bytes{1}, Bytes{2}};
    const Hash32 before = store->root();
    LARIAT_ASSERT(store->commit(std::span<const Write>(&write, 1)).ok());
    const Hash32 after = store->root();
    const u64 version = store->version();
    store = nullptr;

    auto again = SimpleStore::open(std::make_unique<MemoryLogFile>(disk), {DEPTH_MAX});
    LARIAT_ASSERT(again.ok());
    LARIAT_ASSERT(again.value()->root() == after && again.value()->version() == version);
    LARIAT_ASSERT(again.value()->rollback(1).ok());
    LARIAT_ASSERT(again.value()->root() == before);
    return 0;
}
