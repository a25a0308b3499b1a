// How many requests one client may send in a second (setting `rate`).
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "lariat/types.hpp"

namespace lariat::node {

/// Whose requests count together: an IPv4 address, or the 64 bits of an IPv6 address that name a network,
/// since whoever has one address of it has 2^64. `address` is an address as text; other text is its own.
std::string client_of(const std::string& address);

/// Requests of each client: so many at once, and so many a second. Bounded: when there are more clients than
/// it can count, all begin anew.
class RateLimit {
public:
    /// 0: any number.
    explicit RateLimit(u64 per_second) : per_second_(per_second) {}
    bool admits(const std::string& remote, u64 now_ms);

private:
    static constexpr std::size_t CLIENTS_MAX = 65'536;
    struct Left {
        u64 thousandths = 0;  ///< of requests that may come at once
        u64 at_ms = 0;
    };
    u64 per_second_;
    std::mutex mutex_;
    std::map<std::string, Left> left_;  ///< by client
};

}  // namespace lariat::node
