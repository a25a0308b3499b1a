// The one way to a store's file: read, write, cut and sync, each with an error that names the file
// and the offset. Behind an interface, so that a test can lose, tear and refuse writes.
#pragma once

#include <memory>
#include <string>

#include "state/store.hpp"

namespace lariat::state {

class LogFile {
public:
    virtual ~LogFile() = default;

    virtual const std::string& path() const noexcept = 0;
    virtual Result<u64, StoreError> size() const = 0;

    /// Fills all of `into`, or fails.
    virtual StatusOf<StoreError> read_at(u64 offset, std::span<u8> into) const = 0;

    /// Writes all of `bytes`, or fails with any part of it written. Extends the file.
    virtual StatusOf<StoreError> write_at(u64 offset, BytesView bytes) = 0;

    virtual StatusOf<StoreError> truncate(u64 size) = 0;

    /// What was written before is durable when this returns without an error.
    virtual StatusOf<StoreError> sync() = 0;
};

StoreError log_error(const std::string& path, u64 offset, const std::string& what);

/// Opens or creates `name` in `directory`, creating the directory (not its parents) if need be,
/// both durable on return. Refused when it is open elsewhere, in this process or another.
Result<std::unique_ptr<LogFile>, StoreError> open_log_file(const std::string& directory,
                                                           const std::string& name);

}  // namespace lariat::state
