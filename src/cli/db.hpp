// What the commands of lariat db share.
#pragma once

#include <cmath>
#include <memory>

#include "cli/progress.hpp"
#include "state/log_store.hpp"
#include "trace/output.hpp"

namespace lariat::cli {

struct DbOptions {
    std::string directory;
    std::string file;  ///< of a snapshot
    std::string root;  ///< that a snapshot must have
    bool json = false;
    bool progress = false;
};

// Each returns the exit status.
int db_check(const DbOptions& options);
int db_stats(const DbOptions& options);
int db_compact(const DbOptions& options);
int db_export(const DbOptions& options);
int db_import(const DbOptions& options);

/// On standard error; returns `status`.
int db_failed(const std::string& message, int status);

/// The directory as it is; none when there is no state in it, and that was said.
std::optional<state::UnchangedDirectory> db_directory(const DbOptions& options);

/// Facts in an order: an object of JSON, or a line for each.
void db_print(const DbOptions& options, const trace::OrderedJson& facts);

/// One digit behind the point; null where there is nothing to divide by.
inline trace::OrderedJson db_ratio(u64 a, u64 b)
{
    if (b == 0) return nullptr;
    return std::round(10.0 * static_cast<double>(a) / static_cast<double>(b)) / 10.0;
}

}  // namespace lariat::cli
