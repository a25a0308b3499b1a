// Metrics in the text format of Prometheus (NODE-55). No label has a value that a client chose.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <string>

#include "chain/block.hpp"
#include "node/pool.hpp"

namespace lariat::node {

/// What is counted as it happens. Gauges are read from the core when the page is asked for.
class Metrics {
public:
    void block_made(const chain::BlockResult& result, double seconds);
    void pool_refused(const std::string& code);
    void pool_dropped(DropReason reason);
    /// `code`: one that the node chose, or that says how the client left (stream_service.hpp).
    void stream_closed(u64 code);
    void request(const std::string& route, const std::string& method, int status, double seconds);

    /// Gauges of the moment.
    struct Now {
        std::string version;
        u64 height = 0, head_timestamp_ms = 0;
        u128 cycle_basefee = 0, cell_basefee = 0, lane_basefee = 0;
        u64 timers_live = 0, timers_waiting = 0, timers_parked = 0, timers_dead = 0;
        u64 operations = 0, pending = 0, queued = 0, pool_bytes = 0, archive_height = 0, streams = 0;
    };
    std::string page(const Now& now) const;

private:
    /// Upper bounds in seconds.
    static constexpr std::array<double, 11> APPLY_BUCKETS = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                             0.05,   0.1,   0.25,   0.5,   1.0};
    struct Duration {
        u64 count = 0;
        double sum = 0;
    };

    mutable std::mutex mutex_;
    u64 blocks_ = 0, cells_ = 0;
    std::map<std::string, u64> cycles_;                         ///< by lane
    std::map<std::string, u64> transactions_;                   ///< by status
    std::map<std::pair<std::string, std::string>, u64> fires_;  ///< by kind and status
    std::map<std::string, u64> exits_, refused_, dropped_;
    std::map<u64, u64> streams_closed_;  ///< by code
    std::map<std::array<std::string, 3>, u64> requests_;
    std::map<std::string, Duration> durations_;  ///< by route
    std::array<u64, APPLY_BUCKETS.size()> apply_{};
    Duration apply_all_;
};

}  // namespace lariat::node
