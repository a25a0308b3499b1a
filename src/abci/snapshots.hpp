// Snapshots of the state for nodes that join: files in chunks, made in a forked child while blocks go on, and
// put together again from untrusted peers (CLU-21, CLU-22).
#pragma once

#include <condition_variable>
#include <map>

#include "abci/messages.hpp"
#include "node/core.hpp"

namespace lariat::abci {

inline constexpr u32 SNAPSHOT_FORMAT = 1;
inline constexpr std::size_t CHUNK_BYTES = std::size_t{8} << 20;
/// Of a snapshot that is taken: 32 bytes of metadata each.
inline constexpr u32 CHUNKS_MAX = 16'384;

/// The snapshots of this node, in files named by their heights.
class SnapshotFiles {
public:
    explicit SnapshotFiles(std::string folder);

    /// Begins one of the head, and returns once the child has its copy of the state. The next FinalizeBlock
    /// waits for no more than that. Does nothing while one is being made.
    void begin(node::Core& core);
    /// Ends the child.
    void end_all() { runs_.end_all(); }
    /// The same for good.
    void stop() { runs_.stop(); }

    /// A `Snapshot` message for each, oldest first.
    std::vector<Bytes> list() const;
    Bytes chunk(u64 height, u32 format, u32 number) const;
    /// The second newest; 0 if there are not two.
    u64 second_newest() const;

private:
    struct File {
        u64 bytes = 0;
        Hash32 hash;
        Bytes chunk_hashes;
    };
    std::string path_of(u64 height) const { return folder_ + "/" + std::to_string(height); }
    std::optional<File> read(u64 height) const;
    void made(u64 height);

    const std::string folder_;
    mutable std::mutex mutex_;
    std::condition_variable held_;
    bool has_lock_ = false;
    std::map<u64, File> files_;
    node::ForkedRuns runs_;  ///< last: its threads use the rest
};

/// A snapshot that comes in from peers.
class SnapshotIntake {
public:
    /// Results of ApplySnapshotChunk.
    enum class Result : u32 { accept = 1, abort = 2, retry = 3, reject_snapshot = 5 };

    SnapshotIntake(const Snapshot& offered, Hash32 app_hash, std::string path);
    ~SnapshotIntake();
    /// Why an offer cannot be tried, as far as it shows itself.
    static std::optional<std::string> fault_of(const OfferSnapshot& offer);

    /// `is_whole` becomes true with the last chunk. The caller holds the root against app_hash().
    Result take(u32 number, BytesView chunk);
    bool is_whole() const noexcept { return missing_ == 0; }
    /// Does the whole file have the hash of the offer?
    bool has_good_hash() const;

    u64 height() const noexcept { return height_; }
    const Hash32& app_hash() const noexcept { return app_hash_; }
    const std::string& path() const noexcept { return path_; }

private:
    const u64 height_;
    const Hash32 app_hash_;
    const std::string path_;
    Hash32 hash_;
    std::vector<Hash32> chunks_;
    std::vector<bool> taken_;
    u32 missing_ = 0;
    int file_ = -1;
};

}  // namespace lariat::abci
