// A snapshot: a state as one file, from which a new store goes on with the same roots as every other store of
// that state. It depends on the commits alone: any two stores with the same state give the same bytes.
// docs/store-format.md is the normative text.
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
/// Fills the beginning of `into` and returns the number of bytes; 0 at the end.
using SnapshotSource = std::function<Result<std::size_t, StoreError>(std::span<u8> into)>;

/// Writes the last version in bounded memory. No commit may run meanwhile.
StatusOf<StoreError> write_snapshot(const LogStore& store, const SnapshotSink& sink);

/// Makes a store from a snapshot in an empty directory, opens it by reading all of it, and compares it with
/// the header. The source is not trusted. After an error the directory is empty again. If `root` is given, a
/// snapshot with another root is refused. Memory: the index and the largest record. The new store cannot be
/// rolled back below the version that it begins with.
Result<SnapshotHeader, StoreError> import_snapshot(const SnapshotSource& source, Directory& directory,
                                                   const LogStoreOptions& options = {},
                                                   const std::optional<Hash32>& root = {});

}  // namespace lariat::state
