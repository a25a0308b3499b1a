// The store on disk: a log of operations, an index from each live key to its operation, and two Merkle
// trees, over the operations and over the keys, that give the root and the proofs.
//
// A commit is one sequential write and one sync. A commit that has returned survives the end of the process
// and of the machine; before that, the previous version survives. A batch that is staged lies in memory alone
// until it is made durable. Damage on disk is found when the bytes are
// read, and reported with file and offset; damaged bytes are never returned as an answer.
//
// File format: docs/store-format.md. Root and proofs: docs/proofs.md. Rationale:
// docs/decisions/0007-root-over-the-log.md.
//
// Threads: one thread writes, and it alone calls the members of Store. Other threads read through a View.
//
// Processes: a forked child may call every member that writes no file, stage() and drop_staged() with them,
// and after detach() the commits too, if no other thread held a View or waited for one at the fork. It must
// end without destroying the store. The parent must roll back nothing that the child still reads.
#pragma once

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <shared_mutex>

#include "state/damage.hpp"
#include "state/index/key_index.hpp"
#include "state/log/recovery.hpp"
#include "state/proof/digest.hpp"
#include "state/tree/key_tree.hpp"
#include "state/tree/op_tree.hpp"

namespace lariat::state {

struct LogStoreOptions {
    /// Number of versions that can be rolled back. It may differ between openings: with a smaller number the
    /// next commit gives old versions up, with a larger one the store keeps more from then on.
    u64 keep_versions = 1024;
    /// Files of the log grow to a sixteenth of the live bytes, but at least to `segment_unit` and at most to
    /// `segment_bytes`. The unit is a power of two and not larger than it was when the log was begun.
    u64 segment_bytes = u64{64} << 20;
    u64 segment_unit = u64{256} << 10;
    /// Bytes that the window may have beyond a multiple of the live bytes before live records are moved up.
    /// Part of consensus: the same for all nodes of a chain and for every opening. Tests use a smaller value,
    /// so that small stores move records too.
    u64 window_slack = u64{32} << 20;
    /// Step in bytes by which a file with that much capacity is lengthened ahead of its writes, so that the
    /// system keeps it in large pages. 0: never.
    u64 room = u64{2} << 20;
    /// The unit in force: `segment_unit`, at most the largest power of two within `segment_bytes`.
    u64 unit() const noexcept { return std::min(segment_unit, std::bit_floor(segment_bytes)); }
    /// Capacity of a new file of the log, for a state with this many live bytes.
    u64 file_bytes(u64 live_bytes) const noexcept
    {
        return std::clamp(std::bit_floor(live_bytes / 16), unit(), segment_bytes);
    }
    /// Leave a copy of the index behind when the store is closed, so that opening need not read the log.
    bool checkpoint = true;
    /// Use such a copy if it fits the log. If false, everything is read from the log and checked.
    bool read_checkpoint = true;
};

struct LogStoreStats {
    u64 version = 0;
    Totals totals;
    u64 rollback_depth = 0;
    u64 disk_bytes = 0;
    u64 files = 0;
    u64 index_memory = 0;
    u64 tree_memory = 0;
    bool from_checkpoint = false;  ///< the store was opened from a checkpoint, not by reading the log
};

class LogStore final : public Store {
public:
    using Opened = Result<std::unique_ptr<LogStore>, StoreError>;
    /// Called from time to time during a long opening with the bytes read and the bytes in all.
    using Progress = std::function<void(u64 done, u64 all)>;

    /// Creates the directory (not its parents) if need be.
    static Opened open(const std::string& directory, const LogStoreOptions& options = {},
                       const Progress& progress = {});
    static Opened open(std::unique_ptr<Directory> directory, const LogStoreOptions& options = {},
                       const Progress& progress = {});
    static Opened open_in_memory(const LogStoreOptions& options = {});
    /// Writes the checkpoint. Later openings do not depend on it.
    ~LogStore() override;

    std::optional<Bytes> get(BytesView key) const override;
    bool read(BytesView key, Bytes& value) const override;
    bool contains(BytesView key) const override;
    void expect(std::span<const BytesView> keys) const override;
    using Store::commit;
    StatusOf<StoreError> commit(std::span<const WriteView> batch) override;
    using Store::stage;
    Result<Hash32, StoreError> stage(std::span<const WriteView> batch) override;
    StatusOf<StoreError> make_durable() override;
    StatusOf<StoreError> drop_staged() override;
    Hash32 root() const override { return root_; }
    Bytes prove(BytesView key) const override;
    bool is_quick_to_prove(BytesView key) const override;
    u64 version() const override { return versions_.back().number; }
    u64 rollback_depth() const override { return staged_ ? 0 : versions_.size() - 1; }
    StatusOf<StoreError> rollback(u64 versions) override;
    Result<std::unique_ptr<Store>, StoreError> reopen() override;
    void detach() override { directory_->detach(); }
    void for_each(const std::function<void(BytesView key, BytesView value)>& visit) const override;

    /// A consistent version for other threads. A commit waits until all views are gone before it takes
    /// effect, and new views wait for a waiting commit. No view shows a staged version: a new one waits until
    /// it is durable or dropped, so the writing thread takes none in between. Hold a view for one query; at
    /// most one view for each thread.
    class View {
    public:
        u64 version() const { return store_.version(); }
        const Hash32& root() const { return store_.root_; }
        std::optional<Bytes> get(BytesView key) const { return store_.get(key); }
        bool read(BytesView key, Bytes& value) const { return store_.read(key, value); }
        Bytes prove(BytesView key) const { return store_.prove(key); }

    private:
        friend class LogStore;
        explicit View(const LogStore& store) : store_(store)
        {
            std::unique_lock in_turn(store.turn_);
            store.nothing_staged_.wait(in_turn, [&] { return !store.staged_; });
            lock_ = std::shared_lock(store.mutex_);
        }
        const LogStore& store_;
        std::shared_lock<std::shared_mutex> lock_;
    };
    View view() const { return View(*this); }

    /// Bytes of live records.
    u64 live_bytes() const { return versions_.back().totals.live_bytes; }
    u64 live_count() const { return versions_.back().totals.live_count; }
    LogStoreStats stats() const;

    /// Gives up every version but the last, and removes the files that only the others need.
    StatusOf<StoreError> drop_history();

    // Reading the log itself: window.cpp.

    /// Reads every frame of every file to its last byte, also those that no version needs.
    StatusOf<StoreError> verify_files(const Progress& progress = {}) const;
    /// A commit of the window. The window begins with the floor's chunk, so the first commit may be partial.
    struct WindowCommit {
        u64 version = 0;
        u64 records = 0;
        u64 bytes = 0;  ///< of the records
    };
    /// Visits the commits of the window, oldest first, each followed by its operations. Stops at the first
    /// error that a visitor returns.
    StatusOf<StoreError> for_each_of_window(
        const std::function<StatusOf<StoreError>(const WindowCommit&)>& begin,
        const std::function<StatusOf<StoreError>(const Record&)>& operation) const;

private:
    /// Number of keys that are looked up together, so that their memory accesses overlap.
    static constexpr std::size_t LOOKUP_BLOCK = 64;

    /// A version that rollback can return to.
    struct Version {
        u64 number = 0;
        u64 frame = 0;  ///< offset of the frame that made it; 0: none did
        u64 end = 0;    ///< of that frame
        Totals totals;
        u64 floor_at = 0;
        u64 chunk_at = 0;
        Hash32 root;
    };
    /// One operation of a commit being made.
    struct Step {
        ItemKind kind = ItemKind::put;
        u64 hash = 0;                ///< in the index
        KeyIndex::Place place = {};  ///< in the index, of the record that a write supersedes
        u64 path = 0;                ///< in the tree of keys, where the set of keys changes
        u64 old_at = 0;              ///< offset of the record that it supersedes; 0: none
        u64 old_op = 0;
        u64 at = 0;  ///< offset of its own
        BytesView key;
        BytesView value;
    };
    struct Plan;

    LogStore(std::unique_ptr<Directory> directory, const LogStoreOptions& options);

    // Reading: log_store.cpp.
    struct Found {
        u64 at = 0;
        Record record;
        KeyIndex::Place place;
    };
    [[noreturn, gnu::cold, gnu::noinline]] void record_damaged(u64 at, const char* what) const;
    std::optional<Found> find(BytesView key, u64 hash) const;
    /// Offset of a record whose key has this hash: nearly always the wanted key.
    std::optional<u64> likely_place(u64 hash) const
    {
        const auto location = index_.find(hash, [](Location) { return true; });
        return location ? std::optional(offset_of(*location)) : std::nullopt;
    }
    Record read_record(u64 at) const;
    const u8* read_at_once(u64 at, RecordHeader& header) const;
    /// From a record of the staged frame to that frame's end; ends as damage if there is no such record.
    [[gnu::cold, gnu::noinline]] BytesView staged_or_damaged(u64 at) const;
    Record read_operation(u64 op, u64 at) const;
    u64 offset_of(Location location) const noexcept;
    static Location location_of(u64 offset) noexcept
    {
        return (offset / 8) & ((u64{1} << LOCATION_BITS) - 1);
    }
    u64 offset_of_op(u64 op) const;
    template <class Visit>
    void for_each_live(const Visit& visit) const;
    OpTree::LeafSource leaf_source() const;
    Hash32 compute_root(const Totals& totals);
    void close();

    // Committing: commit.cpp.
    StatusOf<StoreError> check(std::span<const WriteView> batch) const;
    /// Is the store able to take a batch, and is this one?
    StatusOf<StoreError> may_commit(std::span<const WriteView> batch) const;
    /// Plans a checked batch and builds its frame.
    Plan prepare(std::span<const WriteView> batch);
    void plan_writes(std::span<const WriteView> batch, Plan& plan);
    void plan_write(const WriteView& write, u64 hash, Plan& plan);
    void plan_moves(Plan& plan);
    bool superseded(u64 op) const { return (superseded_[op / 64 - superseded_base_] >> op % 64 & 1) != 0; }
    void build_frame(Plan& plan);
    void apply(const Plan& plan);
    StatusOf<StoreError> acknowledge();
    /// Forgets what no version that is kept needs, in memory and on disk.
    StatusOf<StoreError> give_up_old_versions();
    void forget_old_versions();
    void undo_staged();
    StatusOf<StoreError> drop_files_below(const Version& oldest);

    // Undoing: rollback.cpp.
    StatusOf<StoreError> begin_rollback(const Acknowledged& aim);
    StatusOf<StoreError> end_rollback(const Acknowledged& aim);
    StatusOf<StoreError> finish_interrupted_rollback();
    void undo_last_version();
    void forget_undone_ops();  ///< after undo_last_version(), once for several
    /// Brings the root up to date after undo_last_version().
    void return_to_last_root();

    // Opening and closing: open.cpp, replay.cpp, checkpoint.cpp.
    StatusOf<StoreError> recover(const Progress& progress);
    StatusOf<StoreError> adopt_files();
    /// Content of the file `committed`; `whole` if both of its slots are valid.
    struct Committed {
        std::optional<Acknowledged> last;
        bool whole = false;
    };
    Result<Committed, StoreError> read_committed();
    /// Writes this version into both slots, durably.
    StatusOf<StoreError> rewrite_committed(const Acknowledged& last);
    StatusOf<StoreError> load_versions(const Frame& last);
    StoreError damage_at(u64 offset, const std::string& what) const;
    struct Replay;
    Result<u64, StoreError> first_frame_with(u64 op) const;
    StatusOf<StoreError> replay(const Progress& progress);
    StatusOf<StoreError> replay_frame(const Frame& frame, Replay& replay);
    StatusOf<StoreError> replay_record(const Record& record, u64 at, Replay& replay);
    StatusOf<StoreError> take_up_versions();
    /// Returns false if there is no checkpoint, or none that fits the last frame.
    bool load_checkpoint(const Frame& last);
    StatusOf<StoreError> save_checkpoint();
    StatusOf<StoreError> remove_checkpoint();
    void forget_memory();

    LogStoreOptions options_;
    std::unique_ptr<Directory> directory_;
    Segments segments_;
    KeyIndex index_;
    OpTree ops_;
    KeyTree keys_;
    std::deque<u64> groups_;  ///< offset of the first record of each group of the tree, from its base on
    std::deque<Version> versions_;  ///< never empty
    StoreHead head_;                ///< preimage of the root
    Hash32 root_;
    u64 usual_record_bytes_ = 0;       ///< bytes of a record that are prefetched
    std::unique_ptr<File> committed_;  ///< none before the first commit
    std::optional<StoreError> failed_;
    bool from_checkpoint_ = false;
    bool checkpoint_there_ = false;  ///< a checkpoint file exists; the next commit makes it outdated

    // Scratch memory of commits, reused.
    std::vector<Step> steps_;
    std::vector<Hash32> leaves_;
    std::vector<u64>
        superseded_;           ///< a bit for each operation from the floor's word on; all 0 between commits
    u64 superseded_base_ = 0;  ///< number of the floor's word
    Bytes frame_;              ///< kept while it is staged

    /// Exclusive access, for changes that a View shows. Waits for the existing views, not for later ones.
    std::unique_lock<std::shared_mutex> alone()
    {
        const std::lock_guard in_turn(turn_);
        return std::unique_lock(mutex_);
    }
    mutable std::shared_mutex mutex_;  ///< held exclusively while a version takes effect in memory
    mutable std::mutex turn_;          ///< held while waiting for mutex_
    /// Where the frame of the staged version will be written. Changes under turn_.
    std::optional<Segments::Place> staged_;
    mutable std::condition_variable nothing_staged_;
};

}  // namespace lariat::state
