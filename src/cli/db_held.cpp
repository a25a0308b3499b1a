// The slots of `committed` are written in turn and carry a checksum, so one of them is always whole.
#include "cli/db_held.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/hex.hpp"
#include "cli/commands.hpp"
#include "state/log/frame.hpp"

namespace lariat::cli {

namespace {

std::optional<state::Acknowledged> last_acknowledged(const std::string& path)
{
    std::array<u8, 2 * state::ACKNOWLEDGED_BYTES> slots{};
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(slots.data()), slots.size());
    std::optional<state::Acknowledged> last;
    const auto bytes = static_cast<std::size_t>(file.gcount());
    for (std::size_t at = 0; at + state::ACKNOWLEDGED_BYTES <= bytes; at += state::ACKNOWLEDGED_BYTES) {
        const auto slot = state::read_acknowledged(BytesView(slots).subspan(at, state::ACKNOWLEDGED_BYTES));
        if (slot && (!last || slot->version > last->version)) last = slot;
    }
    return last;
}

}  // namespace

bool is_held(const std::string& directory)
{
    const int lock = ::open((directory + "/lock").c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (lock < 0) return false;
    const bool held = ::flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(lock);
    return held;
}

int show_held(const DbOptions& options)
{
    const auto last = last_acknowledged(options.directory + "/committed");
    if (!last)
        return db_failed(options.directory + ": another process has it open and has committed nothing yet",
                         EXIT_USAGE);
    u64 log_bytes = 0, log_files = 0, disk_bytes = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator at(options.directory, error), end; !error && at != end;
         at.increment(error)) {
        std::error_code gone;  // the process may remove a file between the listing and this look
        if (!at->is_regular_file(gone)) continue;
        const u64 bytes = at->file_size(gone);
        if (gone) continue;
        disk_bytes += bytes;
        if (!at->path().filename().string().starts_with("log.")) continue;
        log_bytes += bytes;
        ++log_files;
    }
    if (error)
        return db_failed(options.directory + ": cannot list the directory: " + error.message(), EXIT_DAMAGED);
    db_print(options, {{"height", last->version - std::min<u64>(last->version, 1)},
                       {"version", last->version},
                       {"root", to_hex(last->root)},
                       {"log_bytes", log_bytes},
                       {"log_files", log_files},
                       {"disk_bytes", disk_bytes},
                       {"open_in_another_process", true}});
    return EXIT_GOOD;
}

}  // namespace lariat::cli
