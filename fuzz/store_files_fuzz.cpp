// Fuzz target: opening arbitrary files as a store gives a store or an error and never ends the process. A
// store that opened answers, takes commits, and opens again unchanged or reports damage.
//
// The first byte chooses the files: the input alone, or a small store with the input's changes; and whether
// checksums are made right, since no fuzzer guesses them.
#include <cstdio>

#include "../tests/state/fault_directory.hpp"
#include "base/crc32c.hpp"
#include "state/little_endian.hpp"
#include "state/log/frame.hpp"
#include "state/log/record.hpp"
#include "state/log_store.hpp"

namespace {

using namespace lariat;
using namespace lariat::state;

constexpr LogStoreOptions OPTIONS{
    .keep_versions = 4, .segment_bytes = 1024, .segment_unit = 512, .window_slack = 16384};
constexpr u64 FILE_BYTES_MAX = 1 << 16;

struct Damage {};

/// What is left of the input, read in the smallest pieces that do.
class Input {
public:
    explicit Input(BytesView bytes) : bytes_(bytes) {}
    bool done() const { return bytes_.empty(); }
    u8 byte() { return take(1).empty() ? 0 : last_[0]; }
    u64 number(int bytes)
    {
        u64 out = 0;
        for (; bytes > 0; --bytes) out = out << 8 | byte();
        return out;
    }
    BytesView take(u64 size)
    {
        last_ = bytes_.first(std::min<u64>(size, bytes_.size()));
        bytes_ = bytes_.subspan(last_.size());
        return last_;
    }

private:
    BytesView bytes_;
    BytesView last_;
};

std::string name_from(Input& in)
{
    static const char* const NAMES[] = {"log.0000000000000000",
                                        "log.0000000000000200",
                                        "log.0000000000000400",
                                        "log.0000000000000600",
                                        "log.0000000000000a00",
                                        "log.ffffffffffffff00",
                                        "committed",
                                        "index",
                                        "rollback",
                                        "rollback.new",
                                        "index.new",
                                        "notes"};
    return NAMES[in.byte() % std::size(NAMES)];
}

/// Name, length in two bytes, bytes; again and again.
DiskImage files_from(Input& in)
{
    DiskImage image;
    while (!in.done()) {
        Bytes& file = image[name_from(in)];
        file = to_bytes(in.take(in.number(2)));
    }
    return image;
}

/// Two stores with several files each: closed, and killed after a rollback and a commit.
const std::array<DiskImage, 2>& samples()
{
    static const std::array<DiskImage, 2> made = [] {
        std::array<DiskImage, 2> out;
        const auto disk = fault_disk();
        auto store = LogStore::open(disk->directory(), OPTIONS).value();
        const auto commit = [&](u8 number, std::size_t size) {
            std::vector<Write> batch{{{number}, Bytes(size, number)}, {{'x'}, Bytes{number}}};
            if (number % 3 == 0) batch.insert(batch.begin(), {Bytes{}, std::nullopt});
            LARIAT_ASSERT(store->commit(batch).ok());
        };
        for (u8 i = 0; i < 6; ++i) commit(i, u64{40} * i);
        store = nullptr;
        out[0] = disk->now();
        store = LogStore::open(disk->directory(), OPTIONS).value();
        LARIAT_ASSERT(store->rollback(2).ok());
        commit(9, 10);
        out[1] = disk->now();
        return out;
    }();
    return made;
}

void change(DiskImage& image, Input& in)
{
    auto place = image.begin();
    std::advance(place, in.byte() % image.size());
    Bytes& file = place->second;
    const u8 what = in.byte() % 8;
    const u64 at = file.empty() ? 0 : in.number(2) % file.size();
    if (what == 0 && !file.empty()) file[at] ^= in.byte();
    if (what == 1) {
        const BytesView bytes = in.take(1 + in.byte() % 16);
        for (std::size_t i = 0; i < bytes.size() && at + i < file.size(); ++i) file[at + i] = bytes[i];
    }
    if (what == 2) file.resize(at);
    if (what == 3) file.resize(std::min(file.size() + in.number(2), FILE_BYTES_MAX), in.byte());
    if (what == 4) image.erase(place);
    if (what == 5) image[name_from(in)] = file;
    if (what == 6) {  // a part of it once more
        const u64 size = std::min<u64>(in.number(2), file.size() - at);
        const Bytes part(file.begin() + static_cast<std::ptrdiff_t>(at),
                         file.begin() + static_cast<std::ptrdiff_t>(at + size));
        if (file.size() + size <= FILE_BYTES_MAX) file.insert(file.end(), part.begin(), part.end());
    }
    if (what == 7 && file.size() >= at + 8) store_le<u64>(file.data() + at, in.number(8));
}

void seal(u8* at, u64 size)
{
    store_le(at, crc32c({at + 4, size - 4}));
}

/// Walks the items of a file of the log as far as their lengths lead, making their checksums right.
void seal_log(Bytes& file)
{
    if (file.size() < SEGMENT_HEADER_BYTES) return;
    seal(file.data(), SEGMENT_HEADER_BYTES);
    u32 records_crc = 0;
    for (u64 at = SEGMENT_HEADER_BYTES; file.size() - at >= FRAME_FOOTER_BYTES;) {
        u8* const item = file.data() + at;
        u64 size = FRAME_HEADER_BYTES;
        if (item_kind(item) == ItemKind::frame_footer) {
            size = FRAME_FOOTER_BYTES;
            store_le(item + 8, records_crc);
        } else if (item_kind(item) != ItemKind::frame_header) {
            const auto record = peek_record(item, file.size() - at, 0);
            if (!record) return;
            size = record->size();
        }
        if (size > file.size() - at) return;
        seal(item, size);
        const bool is_record =
            item_kind(item) != ItemKind::frame_header && item_kind(item) != ItemKind::frame_footer;
        records_crc = is_record ? crc32c({item, 4}, records_crc) : 0;
        at += size;
    }
}

void seal_all(DiskImage& image, bool checkpoint_too)
{
    for (auto& [name, file] : image) {
        if (name.starts_with("log.")) seal_log(file);
        if (name == "committed" || name == "rollback") {
            for (u64 at = 0; at + ACKNOWLEDGED_BYTES <= file.size(); at += ACKNOWLEDGED_BYTES) {
                seal(file.data() + at, ACKNOWLEDGED_BYTES);
            }
        }
        if (name == "index" && checkpoint_too && file.size() >= 4) {
            const u64 covered = file.size() - 4;
            store_le(file.data() + covered, crc32c(BytesView{file}.first(covered)));
        }
    }
}

std::map<Bytes, Bytes> contents(const LogStore& store)
{
    std::map<Bytes, Bytes> out;
    store.for_each([&](BytesView key, BytesView value) { out[to_bytes(key)] = to_bytes(value); });
    return out;
}

/// `forged`: checksums hold over wrong content, so that only not crashing can be asked for.
void use(const DiskImage& image, bool forged)
{
    const auto disk = fault_disk(image);
    auto opened = LogStore::open(disk->directory(), OPTIONS);
    if (!opened.ok()) return;
    auto store = std::move(opened).value();
    const auto before = contents(*store);
    for (const auto& [key, value] : before) {
        LARIAT_ASSERT(forged || store->get(key) == value);
        (void)store->prove(key);
    }
    (void)store->prove(view("absent"));
    const Hash32 root = store->root();
    const Write write{{'x'}, Bytes(50)};
    if (!store->commit(std::span<const Write>(&write, 1)).ok()) return;
    const Hash32 after = store->root();
    const u64 version = store->version();
    store = nullptr;

    auto again = LogStore::open(disk->directory(), OPTIONS);
    if (!again.ok()) {
        if (!forged) std::fprintf(stderr, "it does not open again: %s\n", again.error().message.c_str());
        LARIAT_ASSERT(forged);
        return;
    }
    store = std::move(again).value();
    LARIAT_ASSERT(forged || (store->root() == after && store->version() == version));
    if (store->rollback_depth() == 0) return;
    const bool undone = store->rollback(1).ok();
    LARIAT_ASSERT(forged || (undone && store->root() == root && contents(*store) == before));
    while (store->rollback_depth() > 0 && store->rollback(1).ok()) (void)contents(*store);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    set_damage_handler([](const StoreError&) { throw Damage{}; });
    const u8 way = data[0];
    Input in({data + 1, size - 1});
    DiskImage image = way % 2 == 0 ? files_from(in) : samples()[way / 4 % 2];
    while (!in.done() && !image.empty()) change(image, in);
    const bool forged = way / 2 % 2 == 1;
    const bool checkpoint_forged = forged && way / 8 % 2 == 1;
    if (forged) seal_all(image, checkpoint_forged);
    // A checkpoint spares the reading of the log, so what was forged in there would go unseen.
    if (forged && !checkpoint_forged) image.erase("index");
    try {
        if (checkpoint_forged) {
            // It is taken at its word but for what opening checks, so that nothing more is asked of it.
            (void)LogStore::open(fault_disk(image)->directory(), OPTIONS).ok();
        } else {
            use(image, forged);
        }
    } catch (const Damage&) {
    }
    return 0;
}
