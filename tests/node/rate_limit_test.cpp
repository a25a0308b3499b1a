// Requests of one client in a second.
#include "node/rate_limit.hpp"

#include <gtest/gtest.h>

namespace lariat::node {
namespace {

TEST(RateLimit, NODE56_AnIpv6ClientIsItsNetworkAndAnIpv4ClientItsAddress)
{
    EXPECT_EQ(client_of("192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(client_of("::ffff:192.0.2.7"), "::ffff:192.0.2.7");
    EXPECT_EQ(client_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    EXPECT_EQ(client_of("2001:db8:1:2::"), "2001:db8:1:2::/64");
    EXPECT_EQ(client_of("::1"), "::/64");
    EXPECT_EQ(client_of("fe80::7%eth0"), "fe80::%eth0/64");
    EXPECT_EQ(client_of(""), "");
}

TEST(RateLimit, NODE56_AllAddressesOfOneNetworkShareTheirRequests)
{
    RateLimit limit(2);
    EXPECT_TRUE(limit.admits("2001:db8::1", 1'000));
    EXPECT_TRUE(limit.admits("2001:db8::2", 1'000));
    EXPECT_FALSE(limit.admits("2001:db8::3", 1'000));
    EXPECT_TRUE(limit.admits("2001:db8:0:1::3", 1'000));
    EXPECT_TRUE(limit.admits("192.0.2.7", 1'000));
    EXPECT_TRUE(limit.admits("2001:db8::3", 1'500));
    EXPECT_FALSE(limit.admits("2001:db8::1", 1'500));
}

}  // namespace
}  // namespace lariat::node
