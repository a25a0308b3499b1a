// The directory of a node (NODE-5, NODE-9): who holds it, what may be in it, and its small files.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "lariat/error.hpp"
#include "node/exit_error.hpp"

namespace lariat::node {

/// The whole of a file; nothing if it cannot be read.
std::optional<std::string> read_file(const std::string& path);

/// Held by one process at a time, for as long as the object lives.
class DataDir {
public:
    static constexpr std::string_view FORMAT = "1";

    /// Makes the directory (not its parents) if need be and takes its lock. Exit 3 if another process has it
    /// and keeps it for two seconds, 2 if it holds something else or another format.
    static Result<std::unique_ptr<DataDir>, ExitError> open(const std::string& path);
    /// The same for a directory that must be there already, for commands on a stopped node.
    static Result<std::unique_ptr<DataDir>, ExitError> open_existing(const std::string& path);
    ~DataDir();

    std::string path_of(const std::string& name) const { return path_ + "/" + name; }
    /// Is a chain in it? Its genesis is written first, its format last.
    bool is_new() const noexcept { return is_new_; }

    std::optional<std::string> read(const std::string& name) const;
    /// Replaces a file, durably, all of it or nothing.
    StatusOf<ExitError> write(const std::string& name, const std::string& content);
    /// For a forked child: it does not hold the directory, its parent does.
    void let_go() noexcept;
    StatusOf<ExitError> write_format() { return write("format", std::string(FORMAT) + "\n"); }

private:
    DataDir(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
    static Result<std::unique_ptr<DataDir>, ExitError> lock_and_check(const std::string& path);

    std::string path_;
    int lock_ = -1;
    bool is_new_ = false;
};

}  // namespace lariat::node
