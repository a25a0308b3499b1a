// Keeps the policy of each thread.
#include "lane/auction/policy.hpp"

namespace lariat::lane {

namespace {
thread_local const AuctionPolicy* policy = nullptr;
}

void set_auction_policy(const AuctionPolicy* given) noexcept
{
    policy = given;
}

const AuctionPolicy* auction_policy() noexcept
{
    return policy;
}

}  // namespace lariat::lane
