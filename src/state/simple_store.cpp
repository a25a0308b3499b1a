// Commits and rollbacks of the store in memory; its recovery is in simple_store_recovery.cpp.
#include "state/simple_store.hpp"

namespace lariat::state {

SimpleStore::Opened SimpleStore::open_in_memory(SimpleStoreOptions options)
{
    return std::unique_ptr<Store>(new SimpleStore(nullptr, options));
}

SimpleStore::Opened SimpleStore::open(const std::string& directory, SimpleStoreOptions options)
{
    auto file = open_log_file(directory, "state.log");
    if (!file) return file.error();
    return open(std::move(file).value(), options);
}

SimpleStore::Opened SimpleStore::open(std::unique_ptr<LogFile> file, SimpleStoreOptions options)
{
    std::unique_ptr<SimpleStore> store(new SimpleStore(std::move(file), options));
    if (const auto recovered = store->recover(); !recovered) return recovered.error();
    return std::unique_ptr<Store>(std::move(store));
}

std::optional<Bytes> SimpleStore::get(BytesView key) const
{
    const Bytes* value = trie_.find(key);
    return value == nullptr ? std::nullopt : std::optional<Bytes>{*value};
}

StatusOf<StoreError> SimpleStore::commit(std::span<const Write> batch)
{
    if (failed_) return *failed_;
    if (const auto checked = check_batch(batch); !checked) return checked.error();

    Undo undo = apply(batch);
    trie_.rehash();
    if (file_) {
        // undo_.size() < max first: the sum would wrap at a maximum of all ones
        const u64 depth =
            undo_.size() < options_.rollback_depth_max ? undo_.size() + 1 : options_.rollback_depth_max;
        const auto written = append(encode_commit(end_, version_ + 1, trie_.root(), depth, batch));
        if (!written) {
            apply(std::move(undo));
            trie_.rehash();
            return written.error();
        }
    }
    ++version_;
    keep_undo(std::move(undo), options_.rollback_depth_max);
    return {};
}

StatusOf<StoreError> SimpleStore::rollback(u64 versions)
{
    if (failed_) return *failed_;
    if (versions > undo_.size()) {
        return StoreError{"cannot roll back " + std::to_string(versions) + " versions: only " +
                          std::to_string(undo_.size()) + " are kept"};
    }
    if (versions == 0) return {};

    std::vector<Undo> redo = undo_versions(versions);
    trie_.rehash();
    if (file_) {
        const auto written = append(encode_rollback(end_, version_, trie_.root(), versions));
        if (!written) {
            for (; !redo.empty(); redo.pop_back()) {
                undo_.push_back(apply(std::move(redo.back())));
                ++version_;
            }
            trie_.rehash();
            return written.error();
        }
    }
    return {};
}

SimpleStore::Undo SimpleStore::apply(std::span<const Write> batch)
{
    return apply(Undo(batch.begin(), batch.end()));
}

/// Gives the batch that takes this one back.
SimpleStore::Undo SimpleStore::apply(Undo batch)
{
    for (Write& write : batch) {
        write.value = write.value ? trie_.put(write.key, std::move(*write.value)) : trie_.erase(write.key);
    }
    return batch;
}

void SimpleStore::keep_undo(Undo undo, u64 depth_max)
{
    undo_.push_back(std::move(undo));
    while (undo_.size() > depth_max) undo_.pop_front();
}

/// Gives what would bring the versions back, the earliest last.
std::vector<SimpleStore::Undo> SimpleStore::undo_versions(u64 versions)
{
    LARIAT_ASSERT(versions <= undo_.size() && versions <= version_);
    std::vector<Undo> redo;
    redo.reserve(versions);
    for (u64 i = 0; i < versions; ++i) {
        redo.push_back(apply(std::move(undo_.back())));
        undo_.pop_back();
    }
    version_ -= versions;
    return redo;
}

StatusOf<StoreError> SimpleStore::append(BytesView record)
{
    auto written = file_->write_at(end_, record);
    if (written) written = file_->sync();
    if (!written) {
        failed_ = StoreError{written.error().message +
                             "; the store takes no further commits until it is opened again"};
        return *failed_;
    }
    end_ += record.size();
    return {};
}

}  // namespace lariat::state
