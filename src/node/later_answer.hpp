// The answer of an HTTP service, which may come later and from another thread.
#pragma once

#include <memory>
#include <new>
#include <optional>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "node/held_bytes.hpp"
#include "node/http_server.hpp"

namespace lariat::node {

/// Awaitable operations that return their error instead of throwing it.
constexpr auto as_tuple = boost::asio::as_tuple(boost::asio::use_awaitable);

/// Belongs to one connection. give() may be called from any thread, wait() on the connection's.
class LaterAnswer : public std::enable_shared_from_this<LaterAnswer> {
public:
    /// `share` counts the answer and outlives the wait.
    LaterAnswer(boost::asio::any_io_executor executor, HeldShare& share) : timer_(executor), share_(share)
    {
        timer_.expires_at(timer_.expiry().max());
    }

    void give(MakeResponse make)
    {
        // The timer belongs to the connection's thread; the response must not be seen before it is whole.
        // At once where it is given on that thread already.
        boost::asio::dispatch(timer_.get_executor(), [self = shared_from_this(), make = std::move(make)] {
            if (self->is_given_) return;
            self->is_given_ = true;
            self->keep(make);
            self->timer_.cancel();
        });
    }
    /// Nothing: there is no room for it.
    boost::asio::awaitable<std::optional<HttpResponse>> wait()
    {
        while (!is_given_) co_await timer_.async_wait(as_tuple);
        co_return std::move(response_);
    }

private:
    void keep(const MakeResponse& make)
    {
        try {
            HttpResponse response = make();
            // A client repeats what was refused, so an answer that changed something is given in any case.
            if (!response.changed_nothing)
                share_.set(response.body.size());
            else if (!share_.grow_to(response.body.size()))
                return;
            response_ = std::move(response);
        } catch (const std::bad_alloc&) {
            response_.reset();  // there is no room indeed
        }
    }

    boost::asio::steady_timer timer_;
    HeldShare& share_;
    bool is_given_ = false;
    std::optional<HttpResponse> response_;
};

}  // namespace lariat::node
