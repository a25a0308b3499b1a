// A socket's subscriptions: answers its messages and fills its queue from the archive and the pool.
#pragma once

#include <atomic>
#include <list>

#include "node/stream_history.hpp"
#include "node/stream_hub.hpp"

namespace lariat::node {

class StreamClient final : public StreamSession {
public:
    static constexpr std::size_t SUBSCRIPTIONS_MAX = 32;

    StreamClient(Core& core, StreamHub& hub) : core_(core), hub_(hub) {}
    ~StreamClient() override;

    void on_wake(std::function<void()> wake) override;
    std::optional<StreamClose> received(const std::string& text) override;
    std::optional<StreamClose> fill() override;
    std::optional<std::string> take() override { return queue_.take(); }
    std::optional<StreamClose> sent() override;
    std::optional<StreamClose> overdue() override;
    void ended(std::uint16_t code) override;

private:
    friend class StreamHub;
    /// By the hub, under its mutex.
    void wake();
    /// By the hub, under the core's lock: the chain went back from block `head` to block `height`.
    void went_back(u64 height, u64 head);

    void subscribe(const SubscribeMessage& wanted);
    void unsubscribe(const UnsubscribeMessage& message);
    bool has(const std::string& id) const;
    void say_revert();
    enum class Round { nothing_left, went_on, too_slow };
    Round round();
    bool is_behind() const;
    StreamClose too_slow() const;
    void leave();

    Core& core_;
    StreamHub& hub_;
    StreamQueue queue_;
    std::list<HistorySubscription> histories_;
    std::list<PoolSubscription> pools_;
    u64 numbers_ = 0;
    // The queue had no room for all of what happened, or of what is history.
    bool lacks_live_ = false, lacks_history_ = false;
    bool ended_ = false;

    std::function<void()> wake_;  ///< guarded by the hub's mutex
    std::atomic<bool> is_woken_ = false;
    // Guarded by the core's lock.
    struct Revert {
        u64 height = 0, head = 0;
    };
    std::optional<Revert> revert_;
};

}  // namespace lariat::node
