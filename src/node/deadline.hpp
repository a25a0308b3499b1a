// The time by which a connection has to be done with what it waits for.
#pragma once

#include <chrono>
#include <memory>

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>

namespace lariat::node {

/// Ends what a connection waits for when its time is up, and what it begins to wait for after that. Unlike
/// the timeouts of boost::beast::tcp_stream it leaves the connection open, so that an answer can be sent, and
/// a new time costs nothing while the timer would wake up early enough: most requests end long before their
/// time does.
class Deadline {
public:
    explicit Deadline(boost::beast::tcp_stream& stream) : state_(std::make_shared<State>(stream)) {}
    ~Deadline()
    {
        state_->stream = nullptr;
        ++state_->turn;
        state_->timer.cancel();
    }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    void after(int ms)
    {
        state_->passed = false;
        state_->due = Clock::now() + std::chrono::milliseconds(ms);
        if (!state_->is_set || state_->timer.expiry() > state_->due) set(state_, state_->due);
    }
    void never()
    {
        state_->passed = false;
        state_->due = Clock::time_point::max();
    }
    bool passed() const { return state_->passed; }

private:
    using Clock = std::chrono::steady_clock;
    struct State {
        explicit State(boost::beast::tcp_stream& of) : stream(&of), timer(of.get_executor()) {}
        boost::beast::tcp_stream* stream;
        boost::asio::steady_timer timer;
        Clock::time_point due = Clock::time_point::max();
        std::size_t turn = 0;  ///< of the last set(); an earlier one has no effect any more
        bool is_set = false;
        bool passed = false;
    };
    /// A cancel ends what waits at that moment and nothing else: one that has just got its bytes goes on.
    static constexpr std::chrono::milliseconds CANCEL_EVERY{50};

    static void set(const std::shared_ptr<State>& state, Clock::time_point at)
    {
        state->timer.expires_at(at);
        state->is_set = true;
        state->timer.async_wait([state, turn = ++state->turn](boost::system::error_code) {
            if (state->turn != turn) return;
            state->is_set = false;
            if (!state->stream || state->due == Clock::time_point::max()) return;
            if (Clock::now() < state->due) return set(state, state->due);
            state->passed = true;
            state->stream->cancel();
            set(state, Clock::now() + CANCEL_EVERY);
        });
    }

    std::shared_ptr<State> state_;
};

}  // namespace lariat::node
