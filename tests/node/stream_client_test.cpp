// A stream's subscriptions over a chain in memory: what is queued, and when.
#include "node/stream_client.hpp"

#include <atomic>
#include <future>

#include <gtest/gtest.h>

namespace lariat::node {
namespace {

using nlohmann::json;

class StreamClients : public testing::Test {
protected:
    StreamClients()
    {
        Settings settings;
        settings.dev = true;
        settings.clock = Clock::step;
        settings.mine = Mine::manual;
        core_ = std::move(Core::open(settings)).value();
        hub_ = std::make_unique<StreamHub>(*core_, 2);
        core_->start();
    }
    ~StreamClients() override { core_->stop(); }

    void mine(u64 blocks)
    {
        std::promise<void> done;
        core_->mine({.blocks = blocks, .until_height = {}, .until_timer = {}, .step_ms = 1'000},
                    [&](const Result<Mined, Problem>&) { done.set_value(); });
        done.get_future().wait();
    }
    void revert(u64 height)
    {
        const auto held = core_->lock();
        hub_->reverted(height);
    }
    /// Everything that can be written now, shortened to "revert 3", "x item 4", "x mark 4".
    static std::vector<std::string> read(StreamSession& client)
    {
        // A long history is read in several turns. The client says when another is due.
        const auto again = std::make_shared<std::atomic<bool>>(true);
        client.on_wake([again] { *again = true; });
        while (again->exchange(false)) EXPECT_FALSE(client.fill());
        client.on_wake({});
        std::vector<std::string> out;
        while (const auto text = client.take()) {
            const json said = json::parse(*text);
            if (said.contains("revert"))
                out.push_back("revert " + said["revert"].dump());
            else if (said.contains("mark"))
                out.push_back(said["id"].get<std::string>() + " mark " + said["mark"].dump());
            else if (said.contains("item"))
                out.push_back(said["id"].get<std::string>() + " item " + said["height"].dump());
            EXPECT_FALSE(client.sent());
        }
        return out;
    }
    using Said = std::vector<std::string>;

    std::unique_ptr<Core> core_;
    std::unique_ptr<StreamHub> hub_;
};

TEST_F(StreamClients, NODE37_ARevertIsSaidBeforeWhatIsNew)
{
    const auto client = hub_->open();
    EXPECT_FALSE(client->received(R"({"subscribe": "x", "to": "blocks"})"));
    EXPECT_FALSE(client->received(R"({"subscribe": "far", "to": "blocks", "from_height": 9})"));
    mine(3);
    EXPECT_EQ(read(*client), (Said{"x item 1", "x mark 1", "x item 2", "x mark 2", "x item 3", "x mark 3"}));
    // The archive of this test keeps its blocks: from the place of the revert on they come again.
    revert(1);
    EXPECT_EQ(read(*client), (Said{"revert 1", "x item 2", "x mark 2", "x item 3", "x mark 3"}));
    EXPECT_EQ(read(*client), Said{});
}

TEST_F(StreamClients, NODE37_OfSeveralRevertsTheLowestIsSaid)
{
    const auto client = hub_->open(), bare = hub_->open();
    EXPECT_FALSE(client->received(R"({"subscribe": "x", "to": "events"})"));
    mine(4);
    read(*client);
    revert(2);
    revert(1);
    revert(3);
    EXPECT_EQ(read(*client), (Said{"revert 1", "x mark 2", "x mark 3", "x mark 4"}));
    EXPECT_EQ(read(*bare), Said{});
    // A subscription that comes later has nothing to take back.
    EXPECT_FALSE(bare->received(R"({"subscribe": "y", "to": "events", "from_height": 4})"));
    EXPECT_EQ(read(*bare), Said{"y mark 4"});
}

TEST_F(StreamClients, NODE37_WhatWaitsForAHeightThatWasNeverReachedGoesOnWaiting)
{
    const auto client = hub_->open();
    EXPECT_FALSE(client->received(R"({"subscribe": "far", "to": "events", "from_height": 4})"));
    mine(2);
    revert(1);
    EXPECT_EQ(read(*client), Said{"revert 1"});
    mine(2);
    EXPECT_EQ(read(*client), Said{"far mark 4"});
}

TEST_F(StreamClients, NODE38_HistoryIsQueuedAsItIsRead)
{
    mine(3'000);
    const auto client = hub_->open();
    EXPECT_FALSE(client->received(R"({"subscribe": "x", "to": "blocks", "from_height": 0})"));
    u64 queued = 0, items = 0;
    std::vector<std::string> texts;
    EXPECT_FALSE(client->fill());
    // Not written: nothing more is read.
    while (const auto text = client->take()) {
        queued += text->size();
        items += json::parse(*text).contains("item") ? 1 : 0;
    }
    EXPECT_GT(items, 100u);
    EXPECT_LT(items, 3'001u);
    EXPECT_LT(queued, u64{1} << 20);
}

TEST_F(StreamClients, NODE40_ThereAreAsManyStreamsAsMayBe)
{
    auto first = hub_->open(), second = hub_->open();
    EXPECT_TRUE(first && second);
    EXPECT_FALSE(hub_->open());
    second.reset();
    EXPECT_TRUE(hub_->open());
}

}  // namespace
}  // namespace lariat::node
