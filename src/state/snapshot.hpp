// A state as one file: what a store needs to go on from its last version with the same roots as every
// other store of that state. It follows from the commits alone, so any two stores with the same state give
// the same bytes, however their files lie. docs/store-format.md is the normative text.
#pragma once

#include "state/log_store.hpp"

namespace lariat::state {

struct SnapshotHeader {
    u64 version = 0;
    Totals totals;
    Hash32 root;
    bool operator==(const SnapshotHeader&) const = default;
};

/// Takes the next bytes.
using SnapshotSink = std::function<StatusOf<StoreError>(BytesView)>;
/// Fills the beginning of `into` and says how far; 0 at the end.
using SnapshotSource = std::function<Result<std::size_t, StoreError>(std::span<u8> into)>;

/// The last version, as it stands while nobody commits. Bounded memory.
StatusOf<StoreError> write_snapshot(const LogStore& store, const SnapshotSink& sink);

/// Makes a store of it in a directory that holds no file, opens that by reading all of it, and compares.
/// Any bytes may be given. After an error the directory is empty again. Memory: the index, and the largest
/// record. With a `root` it is refused if it has another. The store cannot be rolled back below the version
/// that it begins with.
Result<SnapshotHeader, StoreError> import_snapshot(const SnapshotSource& source, Directory& directory,
                                                   const LogStoreOptions& options = {},
                                                   const std::optional<Hash32>& root = {});

}  // namespace lariat::state
