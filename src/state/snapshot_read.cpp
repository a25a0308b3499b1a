// Imports a snapshot into a log. The superseded record of each operation is searched for here, not taken
// from the file.
#include <algorithm>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "state/disk/borrowed_directory.hpp"
#include "state/log/log_writer.hpp"
#include "state/snapshot_format.hpp"

namespace lariat::state {

namespace {

constexpr std::size_t READ_BYTES = std::size_t{1} << 20;
constexpr u64 LOG_BYTES_MAX = u64{8} << (LOCATION_BITS - 2);
/// An import begins here of a log whose earlier part nobody has: versions before the last one point there.
constexpr u64 BEFORE_ALL = SEGMENT_HEADER_BYTES;

/// Reads piece by piece, hashing what it gives.
class Input {
public:
    explicit Input(const SnapshotSource& source) : source_(source) {}

    StoreError wrong(const std::string& what) const { return {"at " + std::to_string(taken_) + ": " + what}; }

    /// Appends exactly `count` bytes; grows with what is there, not with what was promised.
    StatusOf<StoreError> take(u64 count, Bytes& into)
    {
        while (count > 0) {
            if (at_ == buffer_.size())
                if (auto filled = fill(); !filled) return filled;
            const std::size_t part = std::min<u64>(count, buffer_.size() - at_);
            const BytesView bytes = BytesView{buffer_}.subspan(at_, part);
            if (hashing_) hash_.update(bytes);
            into.insert(into.end(), bytes.begin(), bytes.end());
            at_ += part;
            taken_ += part;
            count -= part;
        }
        return {};
    }

    /// The digest of all that was given, and then the end.
    StatusOf<StoreError> finish()
    {
        hashing_ = false;
        const Hash32 expected = hash_.finish();
        Bytes digest;
        if (auto taken = take(expected.bytes.size(), digest); !taken) return taken;
        if (!equal(digest, view(expected))) return wrong("the checksum does not fit: the file is damaged");
        buffer_.resize(1);
        const auto more = source_(buffer_);
        if (!more) return more.error();
        if (at_ != filled_ || more.value() != 0) return wrong("something follows the end");
        return {};
    }

private:
    StatusOf<StoreError> fill()
    {
        buffer_.resize(READ_BYTES);
        const auto got = source_(buffer_);
        if (!got) return got.error();
        if (got.value() == 0) return wrong("the file ends here");
        buffer_.resize(got.value());
        filled_ = got.value();
        at_ = 0;
        return {};
    }

    const SnapshotSource& source_;
    Bytes buffer_;
    std::size_t at_ = 0;
    std::size_t filled_ = 0;
    u64 taken_ = 0;
    Sha256 hash_;
    bool hashing_ = true;
};

class Import {
public:
    Import(const SnapshotSource& source, Directory& directory, const LogStoreOptions& options,
           const std::optional<Hash32>& root)
        : in_(source), expected_root_(root), directory_(directory), options_(options), index_(random_secret())
    {
    }

    Result<SnapshotHeader, StoreError> run()
    {
        if (auto read = read_header(); !read) return read.error();
        const u64 unit = options_.unit();
        LogWriter log(directory_, unit, unit, options_.file_bytes(header_.totals.live_bytes));
        for (;;) {
            item_.clear();
            if (auto taken = in_.take(1, item_); !taken) return taken.error();
            if (item_[0] == SNAPSHOT_END) break;
            if (item_[0] != SNAPSHOT_COMMIT) return in_.wrong("neither a commit nor the end");
            if (auto copied = copy_commit(log); !copied) return copied.error();
        }
        if (auto finished = in_.finish(); !finished) return finished.error();
        if (auto fits = check_end(); !fits) return fits.error();
        if (header_.version == 0) return header_;
        // First what tells a part of it from all of it, then the log.
        if (auto written = acknowledge(log.offset()); !written) return written.error();
        if (auto published = log.publish(); !published) return published.error();
        return header_;
    }

private:
    StatusOf<StoreError> read_header()
    {
        if (auto taken = in_.take(SNAPSHOT_HEADER_BYTES, item_); !taken) return taken;
        Reader r(item_);
        if (!equal(r.get_raw(SNAPSHOT_MAGIC.size()), view(SNAPSHOT_MAGIC)))
            return StoreError{"the file is not a snapshot (lariat db export writes one)"};
        if (const u32 version = r.get_u32(); version != SNAPSHOT_VERSION)
            return in_.wrong("a snapshot of format " + std::to_string(version) + ", this program reads " +
                             std::to_string(SNAPSHOT_VERSION));
        header_.version = r.get_u64();
        Totals& totals = header_.totals;
        for (u64* const field :
             {&totals.op_count, &totals.floor, &totals.live_count, &totals.live_bytes, &totals.window_bytes})
            *field = r.get_u64();
        header_.root = r.get_hash();
        if (expected_root_ && header_.root != *expected_root_)
            return StoreError{"expected the state root " + to_hex(*expected_root_) +
                              ", but the snapshot has " + to_hex(header_.root)};
        if (totals.op_count >= OP_LIMIT || totals.floor > totals.op_count ||
            totals.live_count > totals.op_count - totals.floor || totals.live_bytes > totals.window_bytes ||
            totals.window_bytes > LOG_BYTES_MAX)
            return in_.wrong("counts that no state has");
        op_ = totals.floor / CHUNK_OPS * CHUNK_OPS;
        return {};
    }

    StatusOf<StoreError> copy_commit(LogWriter& log)
    {
        item_.clear();
        if (auto taken = in_.take(SNAPSHOT_COMMIT_BYTES - 1, item_); !taken) return taken;
        Reader r(item_);
        const u64 version = r.get_u64();
        const u64 records = r.get_u32();
        const u64 bytes = r.get_u64();
        const Totals& totals = header_.totals;
        if (version == 0 || version > header_.version || (version_ != 0 && version != version_ + 1))
            return in_.wrong("a commit out of order");
        if (records > totals.op_count - op_ || bytes % 8 != 0 || bytes < records * SHORT_HEADER_BYTES ||
            bytes > LOG_BYTES_MAX - log_bytes_)
            return in_.wrong("a commit larger than the state");
        log_bytes_ += FRAME_BYTES + bytes;
        version_ = version;
        const FrameHeader header{.version = version,
                                 .length = 0,
                                 .records = static_cast<u32>(records),
                                 .first_op = op_,
                                 .previous = frame_ == 0 ? BEFORE_ALL : frame_,
                                 .parent_root = {}};
        if (auto begun = log.begin_frame(header, bytes); !begun) return begun;
        frame_ = log.offset() - FRAME_HEADER_BYTES;
        const u64 end = log.offset() + bytes;
        for (u64 left = records; left > 0; --left)
            if (auto copied = copy_operation(log, end); !copied) return copied;
        if (log.offset() != end) return in_.wrong("a commit whose operations do not have its size");
        // Of the versions before the last one only the frames are here, not all of their records.
        const bool last = version == header_.version;
        FrameFooter footer{.records_crc = 0, .totals = {}, .floor_at = floor_at_, .chunk_at = chunk_at_};
        if (last) {
            footer.totals = totals;
        } else {
            footer = {.records_crc = 0,
                      .totals = {.op_count = op_},
                      .floor_at = BEFORE_ALL,
                      .chunk_at = BEFORE_ALL};
        }
        return log.end_frame(footer);
    }

    StatusOf<StoreError> copy_operation(LogWriter& log, u64 end)
    {
        item_.clear();
        if (auto taken = in_.take(SNAPSHOT_OPERATION_BYTES, item_); !taken) return taken;
        Reader r(item_);
        const u8 kind = r.get_u8();
        const u64 key_bytes = r.get_u32();
        const u64 value_bytes = r.get_u32();
        const bool put = kind == static_cast<u8>(OpKind::Put);
        if (!put && (kind != static_cast<u8>(OpKind::Delete) || value_bytes != 0))
            return in_.wrong("an operation of no kind");
        const u64 size = record_size(key_bytes, value_bytes);
        if (key_bytes > KEY_BYTES_MAX || size > end - log.offset())
            return in_.wrong("an operation larger than its commit");
        item_.clear();
        if (auto taken = in_.take(key_bytes + value_bytes, item_); !taken) return taken;
        Record record{.kind = put ? ItemKind::put : ItemKind::remove,
                      .op = op_,
                      .distance = 0,
                      .key = BytesView{item_}.first(key_bytes),
                      .value = BytesView{item_}.subspan(key_bytes)};
        if (auto placed = place(log, record); !placed) return placed;
        if (chunk_at_ == 0) chunk_at_ = log.offset();
        if (op_ == header_.totals.floor) floor_at_ = log.offset();
        if (op_ >= header_.totals.floor) window_bytes_ += size;
        ++op_;
        return log.append(record);
    }

    /// Finds what it supersedes and takes its place in the index.
    StatusOf<StoreError> place(const LogWriter& log, Record& record)
    {
        const u64 floor = header_.totals.floor;
        const u64 hash = index_.hash(record.key);
        StatusOf<StoreError> status;
        u64 old_op = 0;
        const auto old = index_.find(hash, [&](Location location) {
            const auto written = log.look_at(location * 8, record.key, op_);
            if (!written) status = written.error();
            if (!written || !written.value().same_key) return false;
            old_op = written.value().op;
            return true;
        });
        if (!status) return status;
        const Location at = log.offset() / 8;
        const bool put = record.kind == ItemKind::put;
        if (old) {
            record.distance = log.offset() - *old * 8;
            if (old_op < floor) --live_below_floor_;
            if (put)
                index_.replace(hash, *old, at);
            else
                index_.erase(hash, *old);
        } else if (put) {
            index_.insert(hash, at);
        }
        if (put && record.op < floor) ++live_below_floor_;
        return {};
    }

    StatusOf<StoreError> check_end() const
    {
        const Totals& totals = header_.totals;
        if (op_ != totals.op_count || version_ != header_.version || live_below_floor_ != 0 ||
            index_.size() != totals.live_count || window_bytes_ != totals.window_bytes)
            return in_.wrong("the operations do not give the counts of the header");
        return {};
    }

    StatusOf<StoreError> acknowledge(u64 end)
    {
        auto file = directory_.create("committed");
        if (!file) return file.error();
        std::array<u8, ACKNOWLEDGED_BYTES> slot;
        write_acknowledged(slot.data(), {header_.version, end, header_.root});
        auto written = file.value()->write_at((header_.version & 1) * ACKNOWLEDGED_BYTES, slot);
        return written ? file.value()->sync() : written;
    }

    Input in_;
    std::optional<Hash32> expected_root_;
    Directory& directory_;
    const LogStoreOptions& options_;
    KeyIndex index_;
    SnapshotHeader header_;
    Bytes item_;
    u64 op_ = 0;
    u64 version_ = 0;  ///< of the last commit
    u64 frame_ = 0;    ///< of it
    u64 log_bytes_ = 0;
    u64 window_bytes_ = 0;
    u64 floor_at_ = 0;
    u64 chunk_at_ = 0;
    u64 live_below_floor_ = 0;
};

StatusOf<StoreError> compare(Directory& directory, const LogStoreOptions& options,
                             const SnapshotHeader& header)
{
    const auto opened = LogStore::open(std::make_unique<BorrowedDirectory>(directory), options);
    if (!opened) return opened.error();
    const LogStoreStats stats = opened.value()->stats();
    if (header != SnapshotHeader{stats.version, stats.totals, opened.value()->root()})
        return StoreError{"the operations do not give the root of the header"};
    return {};
}

}  // namespace

Result<SnapshotHeader, StoreError> import_snapshot(const SnapshotSource& source, Directory& directory,
                                                   const LogStoreOptions& options,
                                                   const std::optional<Hash32>& root)
{
    auto names = directory.list();
    if (!names) return names.error();
    if (!names.value().empty())
        return StoreError{directory.path() + " is not empty: it has " + names.value().front()};
    auto imported = Import(source, directory, options, root).run();
    if (imported)
        if (auto same = compare(directory, options, imported.value()); !same) imported = same.error();
    if (imported) return imported;
    if (names = directory.list(); names)
        for (const std::string& name : names.value()) static_cast<void>(directory.remove(name).ok());
    return imported;
}

}  // namespace lariat::state
