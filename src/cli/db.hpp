// Options and output functions that the commands of lariat db share.
#pragma once

#include <cmath>
#include <memory>

#include "cli/progress.hpp"
#include "state/log_store.hpp"
#include "trace/output.hpp"

namespace lariat::cli {

struct DbOptions {
    std::string directory;
    std::string file;  ///< the snapshot
    std::string root;  ///< the root that the snapshot must have; empty: any
    bool json = false;
    bool progress = false;
};

// Each returns the exit status.
int db_check(const DbOptions& options);
int db_stats(const DbOptions& options);
int db_compact(const DbOptions& options);
int db_export(const DbOptions& options);
int db_import(const DbOptions& options);

/// Writes the message on standard error and returns `status`.
int db_failed(const std::string& message, int status);

/// Opens the directory without changing it. Returns nullopt after a message if it holds no state.
std::optional<state::UnchangedDirectory> db_directory(const DbOptions& options);

/// Prints the facts in their order: as one JSON object, or one line for each.
void db_print(const DbOptions& options, const trace::OrderedJson& facts);

/// a / b, rounded to one decimal digit; null if b is 0.
inline trace::OrderedJson db_ratio(u64 a, u64 b)
{
    if (b == 0) return nullptr;
    return std::round(10.0 * static_cast<double>(a) / static_cast<double>(b)) / 10.0;
}

}  // namespace lariat::cli
