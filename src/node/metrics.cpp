// Counts and writes the metrics page.
#include "node/metrics.hpp"

#include <charconv>
#include <fstream>
#include <sstream>

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <filesystem>

namespace lariat::node {

namespace {

/// Writes families one after the other: each has its help and type once.
class Page {
public:
    Page& family(const char* name, const char* type, const char* help)
    {
        name_ = name;
        out_ << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n';
        return *this;
    }
    template <class T>
    Page& row(const std::string& labels, const T& value, const char* suffix = "")
    {
        out_ << name_ << suffix;
        if (!labels.empty()) out_ << '{' << labels << '}';
        out_ << ' ';
        put(value);
        out_ << '\n';
        return *this;
    }
    template <class T>
    Page& row(const T& value)
    {
        return row(std::string(), value);
    }
    std::string take() { return out_.str(); }

private:
    void put(u64 value) { out_ << value; }
    void put(int value) { out_ << value; }
    /// With as many digits as it takes to read the same number again: a counter must not stand still.
    void put(double value)
    {
        char digits[32];
        const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
        out_ << std::string_view(digits, static_cast<std::size_t>(end - digits));
    }

    std::string name_;
    std::ostringstream out_;
};

std::string label(const char* name, const std::string& value)
{
    return std::string(name) + "=\"" + value + "\"";
}

/// An amount as a floating-point number: a metric has no other.
double approximate(u128 value)
{
    return static_cast<double>(value);
}

struct ProcessFacts {
    double cpu_seconds = 0, start_seconds = 0;
    u64 resident_bytes = 0, virtual_bytes = 0, open_fds = 0, max_fds = 0;
};

ProcessFacts process_facts()
{
    ProcessFacts out;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    out.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    u64 pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    const u64 page_bytes = static_cast<u64>(sysconf(_SC_PAGESIZE));
    out.virtual_bytes = pages * page_bytes;
    out.resident_bytes = resident * page_bytes;
    std::error_code ignored;
    for (auto it = std::filesystem::directory_iterator("/proc/self/fd", ignored);
         !ignored && it != std::filesystem::directory_iterator(); it.increment(ignored))
        ++out.open_fds;
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    out.max_fds = limit.rlim_cur;
    return out;
}

double now_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Taken when the program is loaded.
const double START_SECONDS = now_seconds();

}  // namespace

void Metrics::block_made(const chain::BlockResult& result, double seconds)
{
    const std::lock_guard held(mutex_);
    ++blocks_;
    apply_all_.sum += seconds;
    ++apply_all_.count;
    for (std::size_t i = 0; i < apply_.size(); ++i)
        if (seconds <= APPLY_BUCKETS[i]) ++apply_[i];
    const timers::Used& used = result.used;
    cycles_["timers"] += used.lane;
    cycles_["operations"] += used.sch;
    cycles_["all"] += used.cycles;
    cells_ += used.cells;
    for (const chain::Receipt& receipt : result.receipts)
        ++transactions_[std::string(chain::status_name(receipt))];
    for (const lane::Fired& fired : result.fired)
        ++fires_[{std::string(lane::name(fired.kind)), std::string(status_name(fired.status))}];
    for (const timers::Exit& exit : result.exits) ++exits_[std::string(timers::name(exit.kind))];
}

void Metrics::pool_refused(const std::string& code)
{
    const std::lock_guard held(mutex_);
    ++refused_[code];
}

void Metrics::pool_dropped(DropReason reason)
{
    const std::lock_guard held(mutex_);
    ++dropped_[std::string(name(reason))];
}

void Metrics::stream_closed(u64 code)
{
    const std::lock_guard held(mutex_);
    ++streams_closed_[code];
}

void Metrics::request(const std::string& route, const std::string& method, int status, double seconds)
{
    const std::lock_guard held(mutex_);
    ++requests_[{route, method, std::to_string(status)}];
    Duration& duration = durations_[route];
    ++duration.count;
    duration.sum += seconds;
}

std::string Metrics::page(const Now& now) const
{
    const ProcessFacts process = process_facts();
    const std::lock_guard held(mutex_);
    Page page;
    page.family("lariat_build_info", "gauge", "The version of the program.")
        .row(label("version", now.version), 1);
    page.family("lariat_height", "gauge", "Height of the head.").row(now.height);
    page.family("lariat_head_timestamp_seconds", "gauge", "Time of the head.")
        .row(static_cast<double>(now.head_timestamp_ms) / 1e3);
    page.family("lariat_blocks_total", "counter", "Blocks made since the process began.").row(blocks_);
    page.family("lariat_block_apply_seconds", "histogram",
                "Time from the beginning of a block to its end in all files.");
    for (std::size_t i = 0; i < apply_.size(); ++i) {
        std::ostringstream bound;
        bound << APPLY_BUCKETS[i];
        page.row(label("le", bound.str()), apply_[i], "_bucket");
    }
    page.row(label("le", "+Inf"), apply_all_.count, "_bucket")
        .row("", apply_all_.sum, "_sum")
        .row("", apply_all_.count, "_count");
    page.family("lariat_cycles_used_total", "counter", "Cycles used, by lane.");
    for (const auto& [lane, cycles] : cycles_) page.row(label("lane", lane), cycles);
    page.family("lariat_cells_used_total", "counter", "Cells used.").row(cells_);
    page.family("lariat_basefee", "gauge", "Base fees of the coming block, in base units.")
        .row(label("meter", "cycle"), approximate(now.cycle_basefee))
        .row(label("meter", "cell"), approximate(now.cell_basefee))
        .row(label("meter", "lane"), approximate(now.lane_basefee));
    page.family("lariat_transactions_total", "counter", "Transactions of blocks, by status.");
    for (const auto& [status, count] : transactions_) page.row(label("status", status), count);
    page.family("lariat_fires_total", "counter", "Fires, by kind and status.");
    for (const auto& [key, count] : fires_)
        page.row(label("kind", key.first) + "," + label("status", key.second), count);
    page.family("lariat_exits_total", "counter", "Exits of timers and operations.");
    for (const auto& [exit, count] : exits_) page.row(label("exit", exit), count);
    page.family("lariat_timers", "gauge", "Timers and watches, by state.")
        .row(label("state", "live"), now.timers_live)
        .row(label("state", "waiting"), now.timers_waiting)
        .row(label("state", "parked"), now.timers_parked)
        .row(label("state", "dead"), now.timers_dead);
    page.family("lariat_operations", "gauge", "Operations that are scheduled.").row(now.operations);
    page.family("lariat_pool_transactions", "gauge", "Transactions in the pool, by status.")
        .row(label("status", "pending"), now.pending)
        .row(label("status", "queued"), now.queued);
    page.family("lariat_pool_bytes", "gauge", "Bytes of the pool's transactions.").row(now.pool_bytes);
    page.family("lariat_pool_refused_total", "counter", "Transactions that the pool refused, by code.");
    for (const auto& [code, count] : refused_) page.row(label("code", code), count);
    page.family("lariat_pool_dropped_total", "counter", "Transactions that the pool dropped, by reason.");
    for (const auto& [reason, count] : dropped_) page.row(label("reason", reason), count);
    page.family("lariat_archive_height", "gauge", "Height of the archive.").row(now.archive_height);
    page.family("lariat_http_requests_total", "counter", "Requests answered, by route, method and status.");
    for (const auto& [key, count] : requests_)
        page.row(label("route", key[0]) + "," + label("method", key[1]) + "," + label("status", key[2]),
                 count);
    page.family("lariat_http_request_duration_seconds", "summary",
                "Time from a whole request to its answer, by route.");
    for (const auto& [route, duration] : durations_)
        page.row(label("route", route), duration.sum, "_sum")
            .row(label("route", route), duration.count, "_count");
    page.family("lariat_streams", "gauge", "Open streams.").row(now.streams);
    page.family("lariat_stream_closed_total", "counter",
                "Streams that ended, by code; 1000: the client closed it, 1006: the connection broke.");
    for (const auto& [code, count] : streams_closed_) page.row(label("code", std::to_string(code)), count);
    page.family("process_cpu_seconds_total", "counter", "Processor time of the process.")
        .row(process.cpu_seconds);
    page.family("process_start_time_seconds", "gauge", "Start of the process.").row(START_SECONDS);
    page.family("process_resident_memory_bytes", "gauge", "Resident memory.").row(process.resident_bytes);
    page.family("process_virtual_memory_bytes", "gauge", "Virtual memory.").row(process.virtual_bytes);
    page.family("process_open_fds", "gauge", "Open file descriptors.").row(process.open_fds);
    page.family("process_max_fds", "gauge", "File descriptors at most.").row(process.max_fds);
    return page.take();
}

}  // namespace lariat::node
