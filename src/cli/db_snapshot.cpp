// lariat db export and import: writes a state to one file, and makes a state from such a file.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/hex.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/db.hpp"
#include "state/snapshot.hpp"

namespace lariat::cli {

namespace {

/// An open file outside of a state's directory.
class Descriptor {
public:
    Descriptor(int number, std::string path) : number_(number), path_(std::move(path)) {}
    ~Descriptor()
    {
        if (number_ > STDERR_FILENO) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    bool open() const { return number_ >= 0; }
    state::StoreError failure(const char* what) const
    {
        return {path_ + ": " + what + ": " + std::strerror(errno)};
    }

    StatusOf<state::StoreError> write(BytesView bytes)
    {
        while (!bytes.empty()) {
            const ssize_t put = ::write(number_, bytes.data(), bytes.size());
            if (put < 0 && errno == EINTR) continue;
            if (put <= 0) return failure("cannot write");
            bytes = bytes.subspan(static_cast<std::size_t>(put));
        }
        return {};
    }
    Result<std::size_t, state::StoreError> read(std::span<u8> into)
    {
        for (;;) {
            const ssize_t got = ::read(number_, into.data(), into.size());
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR) return failure("cannot read");
        }
    }
    StatusOf<state::StoreError> sync()
    {
        if (::fsync(number_) != 0 && errno != EINVAL && errno != EROFS) return failure("cannot sync");
        return {};
    }

private:
    int number_;
    std::string path_;
};

StatusOf<state::StoreError> write_to(Descriptor& out, const state::LogStore& store, Progress& progress,
                                     u64& bytes)
{
    const u64 expected = store.stats().totals.window_bytes;
    return state::write_snapshot(store, [&](BytesView piece) {
        bytes += piece.size();
        progress.show("writing the snapshot", bytes, std::max(bytes, expected));
        return out.write(piece);
    });
}

/// Its name shows it whole or not at all.
StatusOf<state::StoreError> write_file(const std::string& path, const state::LogStore& store,
                                       Progress& progress, u64& bytes)
{
    // A device or a pipe would be replaced by a file of its name.
    struct stat facts{};
    if (::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode))
        return state::StoreError{path + " is no regular file: name another FILE, or - for standard output"};
    const std::string unfinished = path + ".new";
    Descriptor out(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), unfinished);
    if (!out.open()) return out.failure("cannot create");
    auto written = write_to(out, store, progress, bytes);
    if (written) written = out.sync();
    if (written && ::rename(unfinished.c_str(), path.c_str()) != 0) written = out.failure("cannot rename");
    if (!written) ::unlink(unfinished.c_str());
    return written;
}

}  // namespace

int db_export(const DbOptions& options)
{
    auto directory = db_directory(options);
    if (!directory) return EXIT_USAGE;
    const bool to_stdout = options.file == "-";
    if (to_stdout && options.json)
        return db_failed("--json and the snapshot cannot both go to standard output", EXIT_USAGE);
    if (to_stdout && stdout_is_terminal())
        return db_failed("a snapshot is binary and standard output is a terminal: name a FILE, or use > FILE",
                         EXIT_USAGE);
    Progress progress(options.progress);
    const auto opened =
        state::LogStore::open(std::move(directory->directory), {.checkpoint = false},
                              [&](u64 done, u64 all) { progress.show("reading the log", done, all); });
    if (!opened) {
        progress.end();
        return db_failed(opened.error().message, EXIT_DAMAGED);
    }
    const state::LogStore& store = *opened.value();
    u64 bytes = 0;
    Descriptor standard_output(STDOUT_FILENO, "standard output");
    const auto written = to_stdout ? write_to(standard_output, store, progress, bytes)
                                   : write_file(options.file, store, progress, bytes);
    progress.end();
    if (!written) return db_failed(written.error().message, EXIT_USAGE);
    if (!to_stdout)
        db_print(options, {{"version", store.version()},
                           {"root", to_hex(store.root())},
                           {"keys", store.live_count()},
                           {"bytes", bytes}});
    return 0;
}

int db_import(const DbOptions& options)
{
    std::optional<Hash32> root;
    if (!options.root.empty()) {
        root = hash_from_hex(options.root);
        if (!root)
            return db_failed("--root must be 32 bytes as 0x…, got \"" + options.root + "\"", EXIT_USAGE);
    }
    Descriptor in(::open(options.file.c_str(), O_RDONLY | O_CLOEXEC), options.file);
    if (!in.open()) return db_failed(in.failure("cannot open").message, EXIT_USAGE);
    std::error_code none;
    const bool is_new = !std::filesystem::exists(options.directory, none);
    const u64 all = std::filesystem::is_regular_file(options.file, none)
                        ? std::filesystem::file_size(options.file, none)
                        : 0;
    if (std::filesystem::is_directory(options.file, none))
        return db_failed(options.file + " is a directory", EXIT_USAGE);
    auto directory = state::open_directory(options.directory);
    if (!directory) return db_failed(directory.error().message, EXIT_USAGE);
    const auto names = directory.value()->list();
    if (!names) return db_failed(names.error().message, EXIT_USAGE);
    if (!names.value().empty())
        return db_failed(options.directory + " is not empty: it has " + names.value().front(), EXIT_USAGE);
    Progress progress(options.progress);
    u64 bytes = 0;
    const auto imported = state::import_snapshot(
        [&](std::span<u8> into) {
            auto got = in.read(into);
            if (got) bytes += got.value();
            if (all != 0) progress.show("reading the snapshot", bytes, all);
            return got;
        },
        *directory.value(), {}, root);
    progress.end();
    if (!imported) {
        // Only what was made here; an error of removing would say nothing about the snapshot.
        if (is_new) std::filesystem::remove_all(options.directory, none);
        return db_failed(options.file + ": " + imported.error().message, EXIT_DIFFERENT);
    }
    const state::SnapshotHeader& header = imported.value();
    db_print(options, {{"version", header.version},
                       {"root", to_hex(header.root)},
                       {"keys", header.totals.live_count},
                       {"bytes", bytes}});
    return 0;
}

}  // namespace lariat::cli
