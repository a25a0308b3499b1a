// Fuzz target: importing arbitrary bytes as a snapshot gives a working store, or an error and an empty
// directory.
//
// The first byte chooses the input as it is, or a good snapshot with the input's changes (offset u16, byte);
// and whether the final checksum is made right, since no fuzzer guesses it.
#include <cstdio>
#include <cstdlib>

#include "base/hash.hpp"
#include "state/disk/borrowed_directory.hpp"
#include "state/snapshot.hpp"

namespace {

using namespace lariat;
using namespace lariat::state;

constexpr LogStoreOptions OPTIONS{
    .keep_versions = 4, .segment_bytes = 2048, .segment_unit = 512, .window_slack = 16384};

void require(bool holds, const char* what)
{
    if (holds) return;
    std::fputs(what, stderr);
    std::abort();
}

const Bytes& good_snapshot()
{
    static const Bytes made = [] {
        auto store = LogStore::open_in_memory(OPTIONS);
        for (u8 i = 0; i < 60; ++i) {
            std::vector<Write> batch{{{static_cast<u8>(i % 5)}, Bytes(i % 7 * 100, i)}, {{9}, Bytes{i}}};
            if (i % 6 == 3) batch[0].value.reset();
            require(store.value()->commit(batch).ok(), "a commit fails");
        }
        Bytes out;
        const auto written = write_snapshot(*store.value(), [&](BytesView bytes) -> StatusOf<StoreError> {
            out.insert(out.end(), bytes.begin(), bytes.end());
            return {};
        });
        require(written.ok(), "a snapshot cannot be written");
        return out;
    }();
    return made;
}

Bytes snapshot_of(BytesView input)
{
    const u8 choice = input.empty() ? 0 : input[0];
    BytesView rest = input.empty() ? input : input.subspan(1);
    Bytes out = (choice & 1) != 0 ? good_snapshot() : to_bytes(rest);
    if ((choice & 1) != 0)
        for (; rest.size() >= 3; rest = rest.subspan(3)) {
            const std::size_t at = (std::size_t{rest[0]} << 8 | rest[1]) % out.size();
            out[at] = rest[2];
        }
    if ((choice & 2) != 0 && out.size() >= 32) {
        const Hash32 digest = sha256(BytesView{out}.first(out.size() - 32));
        std::copy(digest.bytes.begin(), digest.bytes.end(), out.end() - 32);
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const Bytes bytes = snapshot_of({data, size});
    std::size_t at = 0;
    const auto directory = memory_directory();
    const auto imported = import_snapshot(
        [&](std::span<u8> into) -> Result<std::size_t, StoreError> {
            const std::size_t part = std::min(into.size(), bytes.size() - at);
            std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), part, into.begin());
            at += part;
            return part;
        },
        *directory, OPTIONS);
    if (!imported) {
        require(directory->list().value().empty(), "a refused import leaves files behind");
        return 0;
    }
    auto opened = LogStore::open(std::make_unique<BorrowedDirectory>(*directory), OPTIONS);
    require(opened.ok(), "an import cannot be opened again");
    LogStore& store = *opened.value();
    require(store.root() == imported.value().root, "an import has another root when it is opened again");
    const Hash32 root = store.root();
    require(store.commit(std::vector<Write>{{{1}, Bytes(50)}, {{9}, {}}}).ok(), "an import takes no commit");
    require(store.rollback(1).ok() && store.root() == root, "a rollback to the import gives another root");
    u64 keys = 0;
    store.for_each([&](BytesView key, BytesView) {
        require(store.contains(key), "a live key is not found");
        require(!store.prove(key).empty(), "a live key is not proved");
        ++keys;
    });
    require(keys == store.live_count(), "the count of keys is wrong");
    return 0;
}
