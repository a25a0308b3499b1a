// Opening a store's log: replays what is whole, cuts a torn end off, refuses damage.
#include <algorithm>

#include "state/simple_store.hpp"

namespace lariat::state {

namespace {

bool all_zero(BytesView bytes)
{
    return std::all_of(bytes.begin(), bytes.end(), [](u8 b) { return b == 0; });
}

}  // namespace

StatusOf<StoreError> SimpleStore::recover()
{
    const auto size = file_->size();
    if (!size) return size.error();

    const Bytes expected = log_format_header();
    Bytes found(std::min<u64>(size.value(), expected.size()));
    if (const auto read = file_->read_at(0, found); !read) return read.error();
    if (found == expected) return replay(size.value());

    // Creation that was interrupted left a part of the header, or length without contents.
    const bool torn_creation = size.value() <= expected.size() &&
                               (std::equal(found.begin(), found.end(), expected.begin()) || all_zero(found));
    if (torn_creation) return start_log(size.value());
    return log_error(file_->path(), 0, "not a state log, or of a format version other than 1");
}

StatusOf<StoreError> SimpleStore::start_log(u64 size)
{
    if (size > 0) {
        if (auto cut = file_->truncate(0); !cut) return cut;
    }
    const Bytes header = log_format_header();
    if (auto written = file_->write_at(0, header); !written) return written;
    if (auto synced = file_->sync(); !synced) return synced;
    end_ = header.size();
    return {};
}

StatusOf<StoreError> SimpleStore::replay(u64 size)
{
    Hash32 root = MerkleTrie::empty_root();
    u64 last = 0;
    end_ = log_format_header().size();
    while (end_ < size) {
        const u64 left = size - end_;
        if (left < RECORD_HEAD_SIZE) break;
        Bytes record(RECORD_HEAD_SIZE);
        if (auto read = file_->read_at(end_, record); !read) return read;
        const std::optional<u64> body = body_length(end_, record);
        if (!body) {
            // A crash can leave the file's new length without its contents.
            const auto zeros = zeros_from(end_, size);
            if (!zeros) return zeros.error();
            if (zeros.value()) break;
            return log_error(file_->path(), end_, "the head of the record is damaged");
        }
        constexpr u64 FRAME_SIZE = RECORD_HEAD_SIZE + RECORD_CHECKSUM_SIZE;
        if (left < FRAME_SIZE || *body > left - FRAME_SIZE) break;

        record.resize(FRAME_SIZE + *body);
        if (auto read = file_->read_at(end_, record); !read) return read;
        auto decoded = decode_record(record);
        if (!decoded) return log_error(file_->path(), end_, decoded.error().message);
        root = decoded.value().root;
        if (auto replayed = replay_record(std::move(decoded).value()); !replayed) return replayed;
        last = end_;
        end_ += record.size();
    }
    // Once, for the last record: each record's bytes are checked by its checksum, and hashing the
    // tree for every commit would make opening as slow as the history was.
    if (trie_.rehash() != root)
        return log_error(file_->path(), last, "the contents do not have the recorded root");
    while (undo_.size() > options_.rollback_depth_max) undo_.pop_front();
    return end_ < size ? cut_tail() : file_->sync();  // what is answered from now on is durable
}

StatusOf<StoreError> SimpleStore::replay_record(LogRecord record)
{
    if (record.kind == RecordKind::Commit) {
        if (record.version != version_ + 1 || record.rollback_depth > undo_.size() + 1) {
            return log_error(file_->path(), end_, "a commit that does not follow the one before");
        }
        ++version_;
        keep_undo(apply(std::move(record.batch)), record.rollback_depth);
        return {};
    }
    const u64 versions = record.versions_undone;
    if (versions == 0 || versions > undo_.size() || record.version != version_ - versions) {
        return log_error(file_->path(), end_, "a rollback of versions that are not kept");
    }
    undo_versions(versions);
    return {};
}

/// Synced, so that a later commit never stands behind bytes that come back.
StatusOf<StoreError> SimpleStore::cut_tail()
{
    if (auto cut = file_->truncate(end_); !cut) return cut;
    return file_->sync();
}

Result<bool, StoreError> SimpleStore::zeros_from(u64 offset, u64 size) const
{
    constexpr u64 CHUNK_SIZE = 65536;
    Bytes chunk;
    for (; offset < size; offset += chunk.size()) {
        chunk.resize(std::min(CHUNK_SIZE, size - offset));
        if (const auto read = file_->read_at(offset, chunk); !read) return read.error();
        if (!all_zero(chunk)) return false;
    }
    return true;
}

}  // namespace lariat::state
