// Tests of the keyed table against a map, over random histories.
#include "lane/auction/keyed_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace lariat::lane {
namespace {

Address address_of(u64 number)
{
    Address a;
    for (std::size_t i = 0; i < 8; ++i) a.bytes[i] = static_cast<u8>(number >> 8 * i);
    return a;
}

TEST(KeyedTable, IsAMapOverAnyHistory)
{
    for (const u64 addresses : {3, 40, 5'000}) {
        std::mt19937_64 random(addresses);
        AddressTable<u64> table;
        std::map<Address, u64> model;
        for (int step = 0; step < 40'000; ++step) {
            const Address address = address_of(random() % addresses);
            const u32 number = table.number_of(address);
            const auto known = model.find(address);
            ASSERT_EQ(known == model.end(), number == table.NONE);
            if (number != table.NONE) {
                ASSERT_EQ(address, table.key(number));
                ASSERT_EQ(known->second, table[number]);
            }
            switch (random() % 4) {
                case 0:
                    if (number == table.NONE) break;
                    table.erase(number);
                    model.erase(known);
                    break;
                case 1:
                    if (number != table.NONE) break;
                    ASSERT_EQ(0U, table[table.add(address)]) << "one that came back begins anew";
                    model.emplace(address, 0);
                    break;
                default:
                    table.find_or_add(address) = model[address] = random();
            }
            ASSERT_EQ(model.size(), table.size());
        }
        std::map<Address, u64> visited;
        table.for_each([&](u32 n) { visited.emplace(table.key(n), table[n]); });
        EXPECT_EQ(model, visited);
    }
}

TEST(KeyedTable, TheOneThatIsVisitedMayBeErased)
{
    AddressTable<u64> table;
    for (u64 n = 0; n < 2'000; ++n) table.find_or_add(address_of(n)) = n;
    table.for_each([&](u32 number) {
        if (table[number] % 2 == 0) table.erase(number);
    });
    EXPECT_EQ(1'000U, table.size());
    for (u64 n = 0; n < 2'000; ++n) ASSERT_EQ(n % 2 == 1, table.find(address_of(n)) != nullptr);
    table.clear();
    EXPECT_EQ(0U, table.size());
    EXPECT_EQ(table.NONE, table.number_of(address_of(1)));
}

}  // namespace
}  // namespace lariat::lane
