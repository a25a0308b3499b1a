// Facts about a state that another process has open.
#pragma once

#include "cli/db.hpp"

namespace lariat::cli {

/// Does another process hold the directory? False if that cannot be told.
bool is_held(const std::string& directory);

/// Prints the last durable height and the sizes of the files. Reads the small file `committed` and no record,
/// so the process that holds the state is not disturbed and may commit meanwhile. Returns the exit status.
int show_held(const DbOptions& options);

}  // namespace lariat::cli
