// What a socket has to write: messages in order, how much of it is unread, and for how long too much.
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "lariat/types.hpp"

namespace lariat::node {

class StreamQueue {
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Unread, of what happens now. Who leaves it so for UNREAD_WITHIN is cut (NODE-38).
    static constexpr u64 UNREAD_MAX = u64{4} << 20;
    static constexpr std::chrono::seconds UNREAD_WITHIN{5};
    /// History is read while less than this is unread: so the client's reading paces it.
    static constexpr u64 HISTORY_MAX = u64{256} << 10;

    /// All of a block was said to a subscription when its message is written.
    struct Mark {
        u64 subscription = 0;
        u64 height = 0;
    };

    void push(std::string text, std::optional<Mark> mark = {})
    {
        unread_ += text.size();
        messages_.push_back({std::move(text), mark});
    }
    bool has_room() const noexcept { return unread_ < UNREAD_MAX; }
    bool has_room_for_history() const noexcept { return unread_ < HISTORY_MAX; }
    /// Time to read more history: not after every message.
    bool is_low() const noexcept { return unread_ < HISTORY_MAX / 2; }

    /// The next message. It counts as unread until sent().
    std::optional<std::string> take()
    {
        if (messages_.empty()) return std::nullopt;
        Message& next = messages_.front();
        writing_ = next.text.size();
        mark_ = next.mark;
        std::string text = std::move(next.text);
        messages_.pop_front();
        return text;
    }
    std::optional<Mark> sent()
    {
        unread_ -= writing_;
        writing_ = 0;
        return std::exchange(mark_, std::nullopt);
    }

    /// `is_behind`: there is more that happened, which has no room.
    void note(bool is_behind, Time now)
    {
        if (has_room() && !is_behind)
            full_since_.reset();
        else if (!full_since_)
            full_since_ = now;
    }
    bool is_overdue(Time now) const { return full_since_ && now - *full_since_ >= UNREAD_WITHIN; }

private:
    struct Message {
        std::string text;
        std::optional<Mark> mark;
    };
    std::deque<Message> messages_;
    u64 unread_ = 0, writing_ = 0;
    std::optional<Mark> mark_;  ///< of the message that is written
    std::optional<Time> full_since_;
};

}  // namespace lariat::node
