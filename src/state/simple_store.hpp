// A store that holds all of its state in memory, with a log of commits to recover it from.
//
// With a directory, a commit or rollback that returned without an error is there after a crash of
// the process or of the machine, as far as the disk keeps what it acknowledged in fdatasync. One
// whose write failed may or may not be there after the next opening; until then the store refuses
// further commits and rollbacks and answers as of the last good version.
//
// What it does not promise: the log grows with every commit and is never compacted; opening
// replays all of it; the whole state must fit in memory; there are no proofs. A log damaged
// anywhere but by a cut end is refused, not repaired: this includes a last record that has its full
// length but not its contents, which a power cut can leave when the disk reorders writes, because
// it looks the same as a committed record that has rotted. A file cut short from outside at any
// point looks like a torn write: the commits that are gone are not missed. The durable
// authenticated store replaces this one.
#pragma once

#include <deque>

#include "state/log_file.hpp"
#include "state/log_record.hpp"
#include "state/merkle_trie.hpp"
#include "state/store.hpp"

namespace lariat::state {

struct SimpleStoreOptions {
    /// How many of the last versions can be rolled back. It may differ from opening to opening: a
    /// smaller one gives versions up for good with the next commit, a larger one fills up again.
    u64 rollback_depth_max = 256;
};

class SimpleStore final : public Store {
public:
    using Opened = Result<std::unique_ptr<Store>, StoreError>;

    static Opened open_in_memory(SimpleStoreOptions options = {});
    /// The log is `state.log` in the directory.
    static Opened open(const std::string& directory, SimpleStoreOptions options = {});
    static Opened open(std::unique_ptr<LogFile> file, SimpleStoreOptions options = {});

    std::optional<Bytes> get(BytesView key) const override;
    StatusOf<StoreError> commit(std::span<const Write> batch) override;
    Hash32 root() const override { return trie_.root(); }
    u64 version() const override { return version_; }
    u64 rollback_depth() const override { return undo_.size(); }
    StatusOf<StoreError> rollback(u64 versions) override;
    void for_each(const std::function<void(BytesView key, BytesView value)>& visit) const override
    {
        trie_.for_each(visit);
    }

private:
    /// Writes that take back a version, each key once.
    using Undo = std::vector<Write>;

    SimpleStore(std::unique_ptr<LogFile> file, SimpleStoreOptions options)
        : options_(options), file_(std::move(file))
    {
    }

    Undo apply(std::span<const Write> batch);
    Undo apply(Undo batch);
    void keep_undo(Undo undo, u64 depth_max);
    std::vector<Undo> undo_versions(u64 versions);

    StatusOf<StoreError> recover();
    StatusOf<StoreError> start_log(u64 size);
    StatusOf<StoreError> replay(u64 size);
    StatusOf<StoreError> replay_record(LogRecord record);
    StatusOf<StoreError> cut_tail();
    Result<bool, StoreError> zeros_from(u64 offset, u64 size) const;
    StatusOf<StoreError> append(BytesView record);

    SimpleStoreOptions options_;
    MerkleTrie trie_;
    u64 version_ = 0;
    std::deque<Undo> undo_;  ///< the latest version last

    std::unique_ptr<LogFile> file_;  ///< none: in memory only
    u64 end_ = 0;                    ///< where the next record goes
    std::optional<StoreError> failed_;
};

}  // namespace lariat::state
