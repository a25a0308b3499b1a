// Which names a file of the store may have, in every kind of directory.
#pragma once

#include "state/disk/directory.hpp"

namespace lariat::state {

/// The file whose lock says that a directory is held.
inline constexpr const char* LOCK_NAME = "lock";

/// One name in the directory itself, and not the lock's.
StatusOf<StoreError> check_file_name(const std::string& directory, const std::string& name);

}  // namespace lariat::state
