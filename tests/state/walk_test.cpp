// Tests of a walk: which structure is shown which keys, and the order of the rest.
#include "state/walk.hpp"

#include <gtest/gtest.h>

namespace lariat::state::walk_test {
namespace {

Bytes b(std::string_view s)
{
    return to_bytes(s);
}

/// Counts how often it is gone through.
class Counted final : public Readable {
public:
    explicit Counted(std::vector<std::pair<Bytes, Bytes>> pairs) : pairs_(std::move(pairs)) {}
    std::optional<Bytes> get(BytesView) const override { return std::nullopt; }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        ++passes;
        for (const auto& [key, value] : pairs_) visit(key, value);
    }
    mutable int passes = 0;

private:
    std::vector<std::pair<Bytes, Bytes>> pairs_;
};

std::vector<std::string> shown(Walk& walk, u8 table, std::size_t key_bytes)
{
    std::vector<std::string> out;
    walk.on(table, key_bytes, [&](BytesView key, BytesView value) {
        out.push_back(std::string(text(key)) + "=" + std::string(text(value)));
    });
    EXPECT_TRUE(walk.run().ok());
    return out;
}

TEST(Walk, ShowsKeysOfATableAndALengthAndNoOthers)
{
    const Counted state(
        {{b("a"), b("0")}, {b("ab"), b("1")}, {b("bb"), b("2")}, {b("ac"), b("3")}, {{}, b("4")}});
    Walk two(state), one(state), none(state);
    EXPECT_EQ(shown(two, 'a', 2), (std::vector<std::string>{"ab=1", "ac=3"}));
    EXPECT_EQ(shown(one, 'a', 1), std::vector<std::string>{"a=0"});
    EXPECT_EQ(shown(none, 'a', 3), std::vector<std::string>{});
}

TEST(Walk, TMR7_HoweverManyReadTheStateIsGoneThroughOnce)
{
    const Counted state({{b("a1"), {}}, {b("b1"), {}}});
    Walk walk(state);
    int seen = 0;
    for (int i = 0; i < 3; ++i) {
        walk.on('a', 2, [&](BytesView, BytesView) { ++seen; });
        walk.on('b', 2, [&](BytesView, BytesView) { ++seen; });
    }
    EXPECT_TRUE(walk.run().ok());
    EXPECT_EQ(seen, 6);
    EXPECT_EQ(state.passes, 1);
}

TEST(Walk, StepsComeAfterThePassInTheOrderInWhichTheyWereNamed)
{
    const Counted state({{b("a"), {}}});
    Walk walk(state);
    std::string order;
    walk.then([&]() -> Walk::Status { return order += "1", Walk::Status{}; });
    walk.on('a', 1, [&](BytesView, BytesView) { order += "a"; });
    walk.then([&]() -> Walk::Status { return order += "2", Walk::Status{}; });
    EXPECT_TRUE(walk.run().ok());
    EXPECT_EQ(order, "a12");
}

TEST(Walk, TMR2_TheFirstThingThatCannotBeReadIsWhatItSaysAndNoStepIsTaken)
{
    const Counted state({{b("a"), b("first")}, {b("a"), b("second")}});
    Walk walk(state);
    bool stepped = false;
    walk.on('a', 1, [&](BytesView, BytesView value) { walk.refuse(std::string(text(value))); });
    walk.then([&]() -> Walk::Status { return stepped = true, Walk::Status{}; });
    const auto done = walk.run();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error(), "first");
    EXPECT_FALSE(stepped);
}

TEST(Walk, AStepThatFailsIsTheLast)
{
    const Counted state({});
    Walk walk(state);
    bool later = false;
    walk.then([]() -> Walk::Status { return std::string("counts differ"); });
    walk.then([&]() -> Walk::Status { return later = true, Walk::Status{}; });
    const auto done = walk.run();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error(), "counts differ");
    EXPECT_FALSE(later);
}

}  // namespace
}  // namespace lariat::state::walk_test
