// Counts requests of each client; see rate_limit.hpp.
#include "node/rate_limit.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <arpa/inet.h>

namespace lariat::node {

std::string client_of(const std::string& address)
{
    const std::size_t scope = std::min(address.find('%'), address.size());  // of a link: fe80::1%eth0
    in6_addr parsed{};
    if (::inet_pton(AF_INET6, address.substr(0, scope).c_str(), &parsed) != 1 ||
        IN6_IS_ADDR_V4MAPPED(&parsed))
        return address;
    std::memset(parsed.s6_addr + 8, 0, 8);
    std::array<char, INET6_ADDRSTRLEN> text{};
    ::inet_ntop(AF_INET6, &parsed, text.data(), text.size());
    return text.data() + address.substr(scope) + "/64";
}

bool RateLimit::admits(const std::string& remote, u64 now_ms)
{
    if (per_second_ == 0) return true;
    constexpr u64 THOUSANDTHS = 1'000;  // of a request
    const std::string client = client_of(remote);
    const std::lock_guard held(mutex_);
    if (left_.size() >= CLIENTS_MAX)
        std::erase_if(left_, [&](const auto& entry) { return entry.second.at_ms + THOUSANDTHS <= now_ms; });
    if (left_.size() >= CLIENTS_MAX && !left_.contains(client)) left_.clear();
    const u64 full = per_second_ * THOUSANDTHS;
    Left& left = left_.try_emplace(client, Left{full, now_ms}).first->second;
    // After a second of silence all of it is there again; a clock that was set back gives nothing.
    const u64 passed_ms = std::min(now_ms - std::min(now_ms, left.at_ms), THOUSANDTHS);
    left = {std::min(full, left.thousandths + passed_ms * per_second_), now_ms};
    if (left.thousandths < THOUSANDTHS) return false;
    left.thousandths -= THOUSANDTHS;
    return true;
}

}  // namespace lariat::node
