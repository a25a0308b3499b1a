// One stream: what the client asks, and what it gets.
#include "node/stream_client.hpp"

#include <algorithm>
#include <thread>

namespace lariat::node {

using std::chrono::steady_clock;

namespace {

// A filter may pass over many rows, and a page of them holds the core's lock for long. Others want the lock,
// the producer first. A mutex goes to whoever asks soonest, so they get it in a pause. Other clients want the
// thread, so the pages are read in turns.
constexpr std::chrono::milliseconds LONG_PAGE{1};
constexpr std::chrono::microseconds PAUSE{100};
constexpr std::chrono::milliseconds TURN{5};

}  // namespace

StreamClient::~StreamClient()
{
    leave();
}

void StreamClient::on_wake(std::function<void()> wake)
{
    hub_.set_wake(*this, std::move(wake));
}

void StreamClient::wake()
{
    if (wake_ && !is_woken_.exchange(true)) wake_();
}

void StreamClient::went_back(u64 height, u64 head)
{
    // Of several that were not said yet the lowest says all.
    if (!revert_)
        revert_ = {height, head};
    else
        revert_->height = std::min(revert_->height, height);
}

void StreamClient::ended(std::uint16_t code)
{
    core_.metrics().stream_closed(code);
    leave();
}

void StreamClient::leave()
{
    if (std::exchange(ended_, true)) return;
    hub_.leave(*this);
    if (pools_.empty()) return;
    const auto held = core_.lock();
    hub_.count_pool_readers(-static_cast<int>(pools_.size()));
    pools_.clear();
}

// What the client asks.

std::optional<StreamClose> StreamClient::received(const std::string& text)
{
    const ClientMessage message = read_client_message(text);
    if (const auto* bad = std::get_if<BadMessage>(&message))
        return StreamClose{stream_code::BAD_MESSAGE, "bad_message: " + bad->why};
    if (const auto* refused = std::get_if<RefusedMessage>(&message))
        queue_.push(error_message(refused->id, refused->code));
    else if (const auto* wanted = std::get_if<SubscribeMessage>(&message))
        subscribe(*wanted);
    else
        unsubscribe(std::get<UnsubscribeMessage>(message));
    return fill();
}

bool StreamClient::has(const std::string& id) const
{
    const auto is_it = [&](const auto& subscription) { return subscription.id() == id; };
    return std::any_of(histories_.begin(), histories_.end(), is_it) ||
           std::any_of(pools_.begin(), pools_.end(), is_it);
}

void StreamClient::subscribe(const SubscribeMessage& wanted)
{
    const auto refuse = [&](const char* code) { queue_.push(error_message(wanted.id, code)); };
    if (has(wanted.id)) return refuse("bad_request");
    if (histories_.size() + pools_.size() >= SUBSCRIPTIONS_MAX) return refuse("too_many_subscriptions");
    const auto held = core_.lock();
    say_revert();  // it is about what was subscribed before
    const u64 head = core_.head().height;
    if (wanted.from_height && *wanted.from_height < core_.oldest_block()) return refuse("pruned");
    queue_.push(ok_message(wanted.id, head));
    if (wanted.topic.history) {
        histories_.emplace_back(++numbers_, wanted, head);
    } else {
        hub_.count_pool_readers(1);
        pools_.emplace_back(wanted, core_, hub_.feed());
    }
}

void StreamClient::unsubscribe(const UnsubscribeMessage& message)
{
    if (!has(message.id)) return queue_.push(error_message(message.id, "not_found"));
    const auto is_it = [&](const auto& subscription) { return subscription.id() == message.id; };
    const auto held = core_.lock();
    histories_.remove_if(is_it);
    if (const auto removed = pools_.remove_if(is_it)) hub_.count_pool_readers(-static_cast<int>(removed));
    queue_.push(ok_message(message.id, core_.head().height));
}

// What it gets.

std::optional<StreamClose> StreamClient::fill()
{
    is_woken_ = false;
    auto now = steady_clock::now();
    for (const auto until = now + TURN; now < until;) {
        if (hub_.is_stopping()) return StreamClose{stream_code::STOPPING, "the node is stopping"};
        const auto began = now;
        const Round done = round();
        if (done == Round::too_slow) return too_slow();
        if (done == Round::nothing_left) return std::nullopt;
        now = steady_clock::now();
        if (now - began >= LONG_PAGE) std::this_thread::sleep_for(PAUSE);
    }
    lacks_live_ = false;  // there was room
    queue_.note(lacks_live_, now);
    hub_.wake(*this);
    return std::nullopt;
}

/// The next page of the first subscription that has one and for which there is room.
StreamClient::Round StreamClient::round()
{
    const auto held = core_.lock();
    say_revert();
    const bool room = queue_.has_room(), room_for_history = queue_.has_room_for_history();
    lacks_history_ = false;
    for (PoolSubscription& pool : pools_) {
        if (room) {
            const auto step = pool.step(core_, hub_.feed(), queue_, room_for_history);
            if (step == PoolSubscription::Step::lost_its_place) return Round::too_slow;
            if (step == PoolSubscription::Step::went_on) return Round::went_on;
        }
        lacks_history_ = lacks_history_ || !pool.has_given_the_pool();
    }
    // The last one that was served is at the end, so that all get their turn.
    for (auto it = histories_.begin(); it != histories_.end(); ++it) {
        if (!(it->is_live() ? room : room_for_history)) {
            lacks_history_ = lacks_history_ || !it->is_live();
            continue;
        }
        const auto step = it->step(core_, queue_);
        if (step == HistorySubscription::Step::nothing_left) continue;
        if (step == HistorySubscription::Step::pruned) {
            queue_.push(error_message(it->id(), "pruned"));
            histories_.erase(it);
        } else {
            histories_.splice(histories_.end(), histories_, it);
        }
        return Round::went_on;
    }
    lacks_live_ = is_behind();
    queue_.note(lacks_live_, steady_clock::now());
    return Round::nothing_left;
}

/// Is there anything that happened and has no room? Needs the core's lock.
bool StreamClient::is_behind() const
{
    const u64 head = core_.head().height;
    return std::any_of(histories_.begin(), histories_.end(),
                       [&](const HistorySubscription& one) { return one.is_live() && !one.is_at(head); }) ||
           std::any_of(pools_.begin(), pools_.end(),
                       [&](const PoolSubscription& one) { return one.is_behind(hub_.feed()); });
}

void StreamClient::say_revert()
{
    if (!revert_) return;
    const Revert revert = *std::exchange(revert_, std::nullopt);
    if (histories_.empty() && pools_.empty()) return;
    queue_.push(revert_message(revert.height));
    for (HistorySubscription& one : histories_) one.reverted(revert.height, revert.head);
}

std::optional<StreamClose> StreamClient::sent()
{
    if (const auto mark = queue_.sent())
        for (HistorySubscription& one : histories_)
            if (one.number() == mark->subscription) one.marked(mark->height);
    if ((lacks_live_ && queue_.has_room()) || (lacks_history_ && queue_.is_low())) return fill();
    queue_.note(lacks_live_, steady_clock::now());
    return std::nullopt;
}

std::optional<StreamClose> StreamClient::overdue()
{
    if (!queue_.is_overdue(steady_clock::now())) return std::nullopt;
    return too_slow();
}

/// With the height up to which the client can have read everything.
StreamClose StreamClient::too_slow() const
{
    std::optional<u64> mark;
    bool all = !histories_.empty();
    for (const HistorySubscription& one : histories_) {
        all = all && one.last_mark();
        if (one.last_mark()) mark = std::min(mark.value_or(*one.last_mark()), *one.last_mark());
    }
    return {stream_code::TOO_SLOW, all ? "too_slow " + std::to_string(*mark) : "too_slow"};
}

}  // namespace lariat::node
