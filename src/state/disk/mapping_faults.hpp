// Names the file when a mapped file of the store can no longer be read: somebody else cut it while it was
// open, or its disk failed. The system reports this by SIGBUS.
#pragma once

#include "lariat/types.hpp"

namespace lariat::state {

/// Handles SIGBUS from now on: a fault in a mapped file of a store names file and offset on standard error
/// and ends the process with DAMAGED_STATUS; any other one has its usual effect. For a program's main;
/// a library leaves the process's signals alone.
void name_files_of_mapping_faults();

// For files that map themselves. `path` stays valid until forget_mapping(). When more files are mapped than
// there are places, a fault in one of the others is not named.
void note_mapping(const void* begin, u64 bytes, const char* path) noexcept;
void forget_mapping(const void* begin) noexcept;

}  // namespace lariat::state
