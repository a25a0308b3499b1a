// Writes and reads the checkpoint: a copy of the store's memory, written at a clean close so that opening
// need not read the log. It is used only if it fits the last frame byte for byte; otherwise the log is read.
// Layout: docs/store-format.md.
#include <utility>

#include "base/crc32c.hpp"
#include "lariat/assert.hpp"
#include "state/little_endian.hpp"
#include "state/log_store.hpp"

namespace lariat::state {

namespace {

constexpr u64 CHECKPOINT_MAGIC = 0x5845444e49524c00;  // "\0LRINDEX"
constexpr u64 HEADER_BYTES = 72;
constexpr std::size_t SECTIONS = 4;  // index, operations, keys, places of groups
constexpr u64 TRAILER_BYTES = 8 * SECTIONS + 4;
/// A record has at least 16 bytes in the log; what the checkpoint keeps of it, in all sections, is below 16
/// times that.
constexpr u64 CHECKPOINT_BYTES_FREE = u64{4} << 20, CHECKPOINT_BYTES_PER_LOG_BYTE = 16;
constexpr std::size_t WRITE_BYTES = std::size_t{1} << 20;

/// Which frame a checkpoint is of: its version and end, and the checksums of its header and footer.
std::array<u8, HEADER_BYTES> header_of(const Frame& frame, const u8* frame_bytes, const Hash32& root)
{
    std::array<u8, HEADER_BYTES> header{};
    store_le(header.data(), CHECKPOINT_MAGIC);
    store_le(header.data() + 8, FORMAT_VERSION);
    store_le(header.data() + 16, frame.header.version);
    store_le(header.data() + 24, frame.end());
    std::memcpy(header.data() + 32, frame_bytes, 4);
    std::memcpy(header.data() + 36, frame_bytes + frame.header.length - FRAME_FOOTER_BYTES, 4);
    std::memcpy(header.data() + 40, root.bytes.data(), root.bytes.size());
    return header;
}

/// Writes a file from its beginning in large pieces; keeps the first error.
class Sink {
public:
    explicit Sink(File& file) : file_(file) {}
    void put(BytesView bytes)
    {
        crc_ = crc32c(bytes, crc_);
        size_ += bytes.size();
        buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
        if (buffer_.size() >= WRITE_BYTES) flush();
    }
    u64 size() const noexcept { return size_; }
    StatusOf<StoreError> finish()
    {
        std::array<u8, 4> crc;
        store_le(crc.data(), crc_);
        put(crc);
        flush();
        return status_ ? file_.sync() : status_;
    }

private:
    void flush()
    {
        if (status_) status_ = file_.write_at(written_, buffer_);
        written_ += buffer_.size();
        buffer_.clear();
    }

    File& file_;
    Bytes buffer_;
    u64 written_ = 0;
    u64 size_ = 0;
    u32 crc_ = 0;
    StatusOf<StoreError> status_;
};

}  // namespace

StatusOf<StoreError> LogStore::save_checkpoint()
{
    const Version& last = versions_.back();
    const auto frame = peek_frame(segments_, last.frame);
    LARIAT_ASSERT(frame);
    auto created = directory_->create("index.new");
    if (!created) return created.error();
    Sink sink(*created.value());
    sink.put(header_of(*frame, segments_.at(last.frame), root_));
    std::array<u8, 8 * SECTIONS> lengths;
    u64 begin = sink.size();
    const auto end_section = [&](std::size_t i) {
        store_le(lengths.data() + 8 * i, sink.size() - std::exchange(begin, sink.size()));
    };
    const auto put = [&](BytesView bytes) { sink.put(bytes); };
    index_.save(put);
    end_section(0);
    ops_.save(put);
    end_section(1);
    keys_.save(put);
    end_section(2);
    for (const u64 at : groups_) {
        std::array<u8, 8> bytes;
        store_le(bytes.data(), at);
        sink.put(bytes);
    }
    end_section(3);
    sink.put(lengths);
    if (auto done = sink.finish(); !done) return done;
    if (auto renamed = directory_->rename("index.new", "index"); !renamed) return renamed;
    if (auto synced = directory_->sync(); !synced) return synced;
    return committed_ ? committed_->sync() : StatusOf<StoreError>{};
}

bool LogStore::load_checkpoint(const Frame& last)
{
    if (!checkpoint_there_ || !options_.read_checkpoint) return false;
    const auto opened = directory_->open("index");
    if (!opened) return false;
    File& file = *opened.value();
    const auto size = file.size();
    // An index of more bytes for each byte of the log was not written by a store: do not read all of it.
    const u64 bytes_max = CHECKPOINT_BYTES_FREE + CHECKPOINT_BYTES_PER_LOG_BYTE * segments_.disk_bytes();
    if (!size || size.value() < HEADER_BYTES + TRAILER_BYTES || size.value() > bytes_max) return false;
    const auto mapped = file.map(size.value());
    if (!mapped) return false;
    const BytesView all{mapped.value(), size.value()};
    if (load_le<u32>(all.last(4).data()) != crc32c(all.first(all.size() - 4))) return false;
    Hash32 root;
    std::memcpy(root.bytes.data(), all.data() + 40, root.bytes.size());
    const auto header = header_of(last, segments_.at(last.offset), root);
    if (!equal(header, all.first(HEADER_BYTES))) return false;

    const u8* const lengths = all.data() + all.size() - TRAILER_BYTES;
    BytesView left = all.subspan(HEADER_BYTES, all.size() - HEADER_BYTES - TRAILER_BYTES);
    std::array<BytesView, SECTIONS> sections;
    for (std::size_t i = 0; i < SECTIONS; ++i) {
        const u64 length = load_le<u64>(lengths + 8 * i);
        if (length > left.size()) return false;
        sections[i] = left.first(length);
        left = left.subspan(length);
    }
    auto index = KeyIndex::load(sections[0]);
    auto ops = OpTree::load(sections[1]);
    auto keys = KeyTree::load(sections[2]);
    if (!index || !ops || !keys || !left.empty()) return false;
    const Totals& totals = versions_.back().totals;
    const u64 groups = ops->groups();
    if (ops->size() != totals.op_count || ops->floor() != totals.floor || keys->size() != totals.live_count ||
        index.value().size() != totals.live_count || sections[3].size() != 8 * groups ||
        ops->base() > versions_.front().totals.floor)
        return false;
    index_ = std::move(index).value();
    ops_ = std::move(*ops);
    keys_ = std::move(*keys);
    groups_.clear();
    for (u64 i = 0; i < groups; ++i) groups_.push_back(load_le<u64>(sections[3].data() + 8 * i));
    if (compute_root(totals) != root || !take_up_versions()) {
        forget_memory();
        return false;
    }
    return from_checkpoint_ = true;
}

StatusOf<StoreError> LogStore::remove_checkpoint()
{
    return std::exchange(checkpoint_there_, false) ? directory_->remove("index") : StatusOf<StoreError>{};
}

void LogStore::forget_memory()
{
    index_ = KeyIndex(random_secret());
    ops_ = OpTree();
    keys_ = KeyTree();
    groups_.clear();
}

void LogStore::close()
{
    // Without a checkpoint the next opening reads the log: slower, not wrong. So no error is reported here.
    if (staged_) static_cast<void>(drop_staged().ok());
    if (failed_ || !directory_) return;
    static_cast<void>(segments_.give_room_back().ok());
    if (options_.checkpoint && !checkpoint_there_ && versions_.back().frame != 0) {
        static_cast<void>(save_checkpoint().ok());
    } else if (committed_) {
        static_cast<void>(committed_->sync().ok());
    }
}

LogStore::~LogStore()
{
    close();
}

Result<std::unique_ptr<Store>, StoreError> LogStore::reopen()
{
    close();
    failed_ = StoreError{"the store was closed"};
    segments_.close();
    committed_.reset();
    auto again = open(std::move(directory_), options_);
    if (!again) return again.error();
    return std::unique_ptr<Store>(std::move(again).value());
}

}  // namespace lariat::state
