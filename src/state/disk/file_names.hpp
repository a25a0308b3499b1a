// Rules for the names of store files, for every kind of directory.
#pragma once

#include "state/disk/directory.hpp"

namespace lariat::state {

/// The file whose lock marks a directory as held.
inline constexpr const char* LOCK_NAME = "lock";

/// A name under which only a store puts a file: there may be nothing else under it.
bool is_store_name(std::string_view name) noexcept;

/// Accepts a name in the directory itself that is not the lock file.
StatusOf<StoreError> check_file_name(const std::string& directory, const std::string& name);

}  // namespace lariat::state
