// Opens a store: finds the last committed version, finishes interrupted steps, builds the memory.
#include <algorithm>
#include <utility>

#include "lariat/assert.hpp"
#include "state/log_store.hpp"

namespace lariat::state {

LogStore::LogStore(std::unique_ptr<Directory> directory, const LogStoreOptions& options)
    : options_(options),
      directory_(std::move(directory)),
      segments_(*directory_, options.unit(), options.room),
      index_(random_secret())
{
    versions_.emplace_back();
    root_ = versions_.back().root = compute_root({});
}

LogStore::Opened LogStore::open(const std::string& directory, const LogStoreOptions& options,
                                const Progress& progress)
{
    auto opened = open_directory(directory);
    if (!opened) return opened.error();
    return open(std::move(opened).value(), options, progress);
}

LogStore::Opened LogStore::open(std::unique_ptr<Directory> directory, const LogStoreOptions& options,
                                const Progress& progress)
{
    std::unique_ptr<LogStore> store(new LogStore(std::move(directory), options));
    if (auto recovered = store->recover(progress); !recovered) {
        store->failed_ = recovered.error();
        return recovered.error();
    }
    return store;
}

LogStore::Opened LogStore::open_in_memory(const LogStoreOptions& options)
{
    LogStoreOptions in_memory = options;
    in_memory.checkpoint = false;
    in_memory.room = 0;  // no disk, no pages of a file to be large
    return open(memory_directory(), in_memory);
}

StatusOf<StoreError> LogStore::recover(const Progress& progress)
{
    if (auto adopted = adopt_files(); !adopted) return adopted;
    // What a process wrote that was killed is here, but perhaps on no disk yet: nothing may build on it
    // before.
    if (auto synced = directory_->sync(); !synced) return synced;
    if (auto finished = finish_interrupted_rollback(); !finished) return finished;
    const auto committed = read_committed();
    if (!committed) return committed.error();
    const std::optional<Acknowledged>& acknowledged = committed.value().last;
    if (acknowledged && acknowledged->version != 0 && segments_.empty())
        return file_error(committed_->path(), 0,
                          "version " + std::to_string(acknowledged->version) +
                              " had been committed, but no file of the log is there");
    const auto end = find_end(segments_, acknowledged);
    if (!end) return end.error();
    if (end.value().torn)
        if (auto synced = directory_->sync(); !synced) return synced;
    if (!segments_.empty()) {
        auto settled =
            end.value().torn ? segments_.cut(segments_.end()) : segments_.all().back().file->sync();
        if (!settled) return settled;
    }
    if (!end.value().last) return {};
    const auto came_back = forget_what_came_back(segments_);
    if (auto loaded = load_versions(*end.value().last); !loaded) return loaded;
    if (!load_checkpoint(*end.value().last))
        if (auto replayed = replay(progress); !replayed) return replayed;
    const bool known = acknowledged && acknowledged->version == version();
    if (known && (acknowledged->root != root_ || acknowledged->end != segments_.end()))
        return file_error(committed_->path(), 0,
                          "the state of version " + std::to_string(version()) +
                              " has another root than when it was committed");
    // Whatever else stood in it must not be taken for a later version once there are later ones.
    if (!known || !committed.value().whole) {
        auto written = rewrite_committed({.version = version(), .end = segments_.end(), .root = root_});
        if (!written) return written;
    }
    for (const std::string& name : came_back)
        if (auto removed = directory_->remove(name); !removed) return removed;
    return {};
}

StatusOf<StoreError> LogStore::adopt_files()
{
    const auto names = directory_->list();
    if (!names) return names.error();
    for (const std::string& name : names.value()) {
        if (const auto start = Segments::start_from_name(name)) {
            if (auto adopted = segments_.adopt(*start); !adopted) return adopted;
        } else if (name == "index") {
            checkpoint_there_ = true;
        } else if (name.ends_with(".new")) {  // was to be renamed when it was whole
            if (auto removed = directory_->remove(name); !removed) return removed;
        }
    }
    return {};
}

Result<LogStore::Committed, StoreError> LogStore::read_committed()
{
    const auto names = directory_->list();
    if (!names) return names.error();
    if (std::find(names.value().begin(), names.value().end(), "committed") == names.value().end())
        return Committed{};
    auto file = directory_->open("committed");
    if (!file) return file.error();
    committed_ = std::move(file).value();
    const auto size = committed_->size();
    if (!size) return size.error();
    Committed found;
    found.whole = size.value() == 2 * ACKNOWLEDGED_BYTES;
    for (u64 at = 0; at + ACKNOWLEDGED_BYTES <= std::min(size.value(), 2 * ACKNOWLEDGED_BYTES);
         at += ACKNOWLEDGED_BYTES) {
        std::array<u8, ACKNOWLEDGED_BYTES> bytes;
        if (auto read = committed_->read_at(at, bytes); !read) return read.error();
        const auto slot = read_acknowledged(bytes);
        if (!slot) found.whole = false;
        if (slot && (!found.last || slot->version > found.last->version)) found.last = slot;
    }
    return found;
}

StatusOf<StoreError> LogStore::rewrite_committed(const Acknowledged& last)
{
    auto file = directory_->create("committed");
    if (!file) return file.error();
    committed_ = std::move(file).value();
    std::array<u8, 2 * ACKNOWLEDGED_BYTES> slots;
    write_acknowledged(slots.data(), last);
    write_acknowledged(slots.data() + ACKNOWLEDGED_BYTES, last);
    if (auto written = committed_->write_at(0, slots); !written) return written;
    return committed_->sync();
}

StatusOf<StoreError> LogStore::load_versions(const Frame& last)
{
    const auto version_of = [](const Frame& frame) {
        return Version{.number = frame.header.version,
                       .frame = frame.offset,
                       .end = frame.end(),
                       .totals = frame.footer.totals,
                       .floor_at = frame.footer.floor_at,
                       .chunk_at = frame.footer.chunk_at,
                       .root = {}};
    };
    const auto reaches = [&](const Version& version) {
        return version.chunk_at == 0 || segments_.find(version.chunk_at) != nullptr;
    };
    const Version empty = versions_.front();
    versions_.clear();
    versions_.push_front(version_of(last));
    if (!reaches(versions_.front()))
        return damage_at(versions_.front().chunk_at, "the state reaches back to a record that is missing");
    FrameHeader header = last.header;
    while (versions_.size() <= options_.keep_versions) {
        Version before = empty;
        const u64 records = header.records;
        if (header.previous != 0) {
            const Segments::Segment* const segment = segments_.find(header.previous);
            if (segment == nullptr) break;  // given up when fewer were kept
            const auto frame = peek_frame(segments_, header.previous);
            if (!frame || frame->header.version + 1 != header.version)
                return file_error(segment->file->path(), header.previous - segment->start,
                                  "a frame is damaged");
            before = version_of(*frame);
            before.root = std::exchange(header, frame->header).parent_root;
        }
        if (before.totals.op_count != versions_.front().totals.op_count - records ||
            before.totals.floor > versions_.front().totals.floor)
            return damage_at(versions_.front().frame, "the frame does not follow the one before");
        if (!reaches(before)) break;
        versions_.push_front(before);
        if (before.number == 0) break;
    }
    return {};
}

}  // namespace lariat::state
