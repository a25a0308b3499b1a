// Benchmark of pending timers (P6, P7): the memory of each, and a restart against reading the files.
//
// The program writes a durable state with timers near or far, in the form that a chain writes: records,
// lists, calendar. Then it opens the state again. The memory is that of the process itself afterwards,
// without mapped files, less its memory before. The restart opens the store and rebuilds the calendar and the
// due set. The files of ten million timers take 5 GB.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <random>

#include "../tests/support/program_arguments.hpp"
#include "base/hash.hpp"
#include "measure.hpp"
#include "state/log_store.hpp"
#include "timers/due_set.hpp"
#include "timers/timer_store.hpp"

using namespace lariat;

namespace {

constexpr u64 NEAR = 3'600, FAR = 2'592'000;
constexpr double RESTART_TARGET = 3;  ///< of the time of reading the files (P7)
constexpr double MEMORY_TARGET = 48;  ///< bytes of a timer beside its record on disk (P6)
constexpr int IN_MEMORY_TIMES = 5;    ///< each less than a second beside what reading files varies by
constexpr u64 TIMERS_PER_OWNER = 1'000, TIMERS_PER_BLOCK = 8'192;

std::unique_ptr<state::Store> opened(const std::string& folder)
{
    auto store = state::LogStore::open(folder);
    bench::require(store.ok(), store.ok() ? "" : "the store opens: " + store.error().message);
    return std::move(store).value();
}

timers::Timer timer_of(u64 number, u64 height, timers::TimerStore& records)
{
    timers::Timer t;
    const u64 owner = number / TIMERS_PER_OWNER;
    std::memcpy(t.owner.bytes.data(), &owner, sizeof owner);
    t.owner.bytes.back() = 0xbe;
    t.target = t.fee_payer = t.owner;
    t.handler = "handle_timer";
    t.payload = to_bytes(std::string_view("sixteen bytes xx"));
    t.height = height;
    t.expires_at = height + FAR;
    t.sequence = number;
    t.id = timers::height_timer_id(t.owner, height, t.payload, records.take_nonce(t.owner));
    return t;
}

void fill(const std::string& folder, u64 timers, u64 horizon)
{
    const auto store = opened(folder);
    state::Overlay overlay(*store);
    timers::Calendar calendar(overlay, {});
    timers::TimerStore records(overlay, calendar);
    std::mt19937_64 random(horizon);
    calendar.begin_block(1, 65'536);
    for (u64 i = 0; i < timers; ++i) {
        records.insert(timer_of(i, 2 + random() % horizon, records));
        if ((i + 1) % TIMERS_PER_BLOCK != 0 && i + 1 != timers) continue;
        calendar.save();
        bench::require(store->commit(overlay.changes()).ok(), "a commit is taken");
        overlay.clear();
    }
}

/// In a process of its own: what others have freed would hide what it takes.
void apart(const std::function<void()>& work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        std::fflush(stdout);
        std::_Exit(0);
    }
    int status = 1;
    bench::require(child > 0 && ::waitpid(child, &status, 0) == child && status == 0,
                   "a part of the work is done");
}

/// Of this process, not of mapped files.
u64 own_memory()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("RssAnon:")) return std::stoull(line.substr(8)) * 1024;
    bench::require(false, "the system says how much memory this process has");
    return 0;
}

/// As after a boot: the files are read from the disk again.
void drop_from_memory(const std::string& folder)
{
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const int file = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
        bench::require(
            file >= 0 && ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 && ::close(file) == 0,
            "the system lets go of the files");
    }
}

u64 read_files(const std::string& folder)
{
    u64 bytes = 0;
    std::vector<char> buffer(1 << 20);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        std::ifstream file(entry.path(), std::ios::binary);
        while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || file.gcount() > 0)
            bytes += static_cast<u64>(file.gcount());
    }
    return bytes;
}

enum class Files { on_disk, in_memory };

/// What a scheduler has in memory when it has started.
struct Restarted {
    explicit Restarted(std::unique_ptr<state::Store> opened)
        : store(std::move(opened)), overlay(*store), calendar(overlay, {}), due(overlay)
    {
        state::Walk walk(*store);
        calendar.rebuild(walk);
        due.rebuild(walk, {});
        bench::require(walk.run().ok(), "calendar and due set are rebuilt");
    }

    std::unique_ptr<state::Store> store;
    state::Overlay overlay;
    timers::Calendar calendar;
    timers::DueSet due;
};

/// Opens the store and rebuilds calendar and due set, as the scheduler does when it starts, until it could
/// go on; beside it the time to read the files and do nothing with them.
void restart(const std::string& folder, const std::string& name, u64 timers, Files where)
{
    const auto put_files = [&] {
        where == Files::on_disk ? drop_from_memory(folder) : (void)read_files(folder);
    };
    u64 bytes = 0, heights = 0;
    bench::Samples reading, whole, opening, memory;
    for (int times = where == Files::on_disk ? 1 : IN_MEMORY_TIMES; times > 0; --times) {
        put_files();
        reading.add(bench::wall_seconds_of([&] { bytes = read_files(folder); }));
        put_files();
        const u64 before = own_memory();
        std::optional<Restarted> built;
        whole.add(bench::wall_seconds_of([&] {
            std::unique_ptr<state::Store> store;
            opening.add(bench::wall_seconds_of([&] { store = opened(folder); }));
            built.emplace(std::move(store));
        }));
        heights = built->calendar.heights();
        memory.add(static_cast<double>(own_memory() - before) / static_cast<double>(timers));
    }
    const std::string work =
        fmt::format("{} timers at {} heights, {} bytes of files", timers, heights, bytes);
    const std::string restart_name =
        fmt::format("restart_{}{}", name, where == Files::on_disk ? "_from_disk" : "");
    if (where == Files::on_disk)
        bench::report_within(fmt::format("pending_{}_memory", name), memory, {"bytes/timer"}, work,
                             MEMORY_TARGET);
    bench::report(restart_name, whole, {"s"}, work + "; peer: reading the files", reading, RESTART_TARGET);
    bench::report(fmt::format("{}_store", restart_name), opening, {"s"}, "of it: opening the store");
}

/// The folder is new or empty: main() has looked.
void run(const std::string& folder, const std::string& name, u64 timers, u64 horizon)
{
    std::filesystem::create_directories(folder);
    apart([&] { fill(folder, timers, horizon); });
    apart([&] { restart(folder, name, timers, Files::on_disk); });
    apart([&] { restart(folder, name, timers, Files::in_memory); });
    std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv)
{
    const std::string unused = "lariat-bench-pending-" + std::to_string(::getpid());
    const support::ProgramArguments arguments(
        argc, argv, "Measures the memory of a pending timer, and a restart against reading the files.",
        {{.name = "TIMERS", .meaning = "pending timers", .otherwise = "1000000", .number = true},
         {.name = "WHICH",
          .meaning = "how far ahead the timers are due",
          .otherwise = "both",
          .choices = {"near", "far", "both"}},
         {.name = "FOLDER",
          .meaning = "for the state: new or empty, removed afterwards",
          .otherwise = (std::filesystem::temp_directory_path() / unused).string()}},
        {{"--full", "ten million timers"}});
    const u64 timers = arguments.has("--full") ? 10'000'000 : arguments.number(0);
    const std::string which = arguments.word(1);
    const std::string folder = arguments.word(2);
    arguments.require_empty_folder(folder);
    if (which != "far") run(folder, "near", timers, NEAR);
    if (which != "near") run(folder, "far", timers, FAR);
}
