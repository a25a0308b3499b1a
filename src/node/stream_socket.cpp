// Coroutines of one socket, all on its strand: one reads, one writes, one watches the time.
#include "node/stream_socket.hpp"

#include <deque>

#include <boost/beast/websocket.hpp>

namespace lariat::node {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

namespace {

constexpr std::size_t MESSAGE_BYTES_MAX = 16 * 1'024;
constexpr std::size_t MESSAGES_A_SECOND = 20;
constexpr seconds PING_EVERY(20), PONG_WITHIN(20);
/// How long a closing stream waits for the client's part in it.
constexpr seconds CLOSE_WITHIN(5), STOP_WITHIN(2);
constexpr milliseconds WATCH_EVERY(100);
/// Longer messages go out in several frames, so that a close need not wait for the whole message.
constexpr std::size_t FRAME_BYTES = 64 * 1'024;
/// Of the kernel. It is raised when a client is cut, which makes room for the rest of a frame and the close.
constexpr int SEND_BUFFER_BYTES = 128 * 1'024, LAST_SEND_BUFFER_BYTES = 1'024 * 1'024;

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

/// The connection below the WebSocket.
class Connection : public beast::tcp_stream {
public:
    explicit Connection(beast::tcp_stream&& stream) : beast::tcp_stream(std::move(stream)) {}
};

/// Found by Beast, by the type of the connection. That a client breaks the connection at the end does not
/// matter; Beast would report it in place of how the stream ended.
template <class Handler>
void async_teardown(beast::role_type role, Connection& connection, Handler&& handler)
{
    const auto executor = asio::get_associated_executor(handler, connection.get_executor());
    websocket::async_teardown(
        role, connection.socket(),
        asio::bind_executor(executor, [handler = std::decay_t<Handler>(std::forward<Handler>(handler))](
                                          const error_code&) mutable { std::move(handler)(error_code{}); }));
}

/// Messages of the last second.
class Rate {
public:
    /// False: this one is one too many.
    bool admits(steady_clock::time_point now)
    {
        while (!times_.empty() && now - times_.front() >= seconds(1)) times_.pop_front();
        if (times_.size() >= MESSAGES_A_SECOND) return false;
        times_.push_back(now);
        return true;
    }

private:
    std::deque<steady_clock::time_point> times_;
};

class StreamSocket : public std::enable_shared_from_this<StreamSocket> {
public:
    StreamSocket(beast::tcp_stream stream, std::shared_ptr<StreamSession> session)
        : ws_(Connection(std::move(stream))), session_(std::move(session)), bell_(ws_.get_executor())
    {
        bell_.expires_at(bell_.expiry().max());
        error_code ignored;
        tcp_socket().set_option(asio::socket_base::send_buffer_size(SEND_BUFFER_BYTES), ignored);
        ws_.set_option(websocket::stream_base::timeout{CLOSE_WITHIN, websocket::stream_base::none(), false});
        ws_.read_message_max(MESSAGE_BYTES_MAX);
        ws_.auto_fragment(true);
        ws_.write_buffer_bytes(FRAME_BYTES);
        ws_.text(true);
        ws_.control_callback([this](websocket::frame_type kind, beast::string_view) { on_control(kind); });
    }

    asio::awaitable<void> run(UpgradeRequest request)
    {
        const auto self = shared_from_this();
        const auto [refused] = co_await ws_.async_accept(request, as_result);
        if (refused) {
            report(stream_code::LOST);
            co_return;
        }
        last_ping_ = steady_clock::now();
        session_->on_wake([weak = weak_from_this(), executor = ws_.get_executor()] {
            asio::post(executor, [weak] {
                if (const auto socket = weak.lock()) socket->woken();
            });
        });
        spawn(&StreamSocket::read);
        spawn(&StreamSocket::watch);
        if (const auto close = session_->fill()) begin_close(*close);
        co_await write();
        while (!over_) co_await bell_.async_wait(as_result);
        // The wake call of the session refers to this socket weakly; the other coroutines end by themselves.
    }

private:
    tcp::socket& tcp_socket() { return beast::get_lowest_layer(ws_).socket(); }

    void spawn(asio::awaitable<void> (StreamSocket::*task)())
    {
        asio::co_spawn(
            ws_.get_executor(),
            [self = shared_from_this(), task]() -> asio::awaitable<void> { co_await (self.get()->*task)(); },
            asio::detached);
    }

    void woken()
    {
        if (over_ || closing_) return;
        if (const auto close = session_->fill()) begin_close(*close);
        bell_.cancel();
    }

    void report(std::uint16_t code)
    {
        if (reported_) return;
        reported_ = true;
        session_->ended(code);
    }

    void finish()
    {
        over_ = true;
        error_code ignored;
        tcp_socket().close(ignored);
        bell_.cancel();
    }

    void begin_close(StreamClose close)
    {
        if (closing_ || over_) return;
        closing_ = true;
        close_by_ = steady_clock::now() + (close.code == stream_code::STOPPING ? STOP_WITHIN : CLOSE_WITHIN);
        report(close.code);
        reason_ = websocket::close_reason(static_cast<websocket::close_code>(close.code),
                                          beast::string_view(close.reason));
        // A client that reads nothing has filled the kernel's buffer. With more room there the frame under
        // way and the close still go out, and the client finds them when it reads again. Waiting anew makes
        // the write that is stuck look at the room.
        error_code ignored;
        tcp_socket().set_option(asio::socket_base::send_buffer_size(LAST_SEND_BUFFER_BYTES), ignored);
        tcp_socket().async_wait(tcp::socket::wait_write, [](const error_code&) {});
        spawn(&StreamSocket::close);
        bell_.cancel();
    }

    asio::awaitable<void> close()
    {
        co_await ws_.async_close(reason_, as_result);
        finish();
    }

    asio::awaitable<void> write()
    {
        while (!over_ && !closing_) {
            const auto text = session_->take();
            if (!text) {
                co_await bell_.async_wait(as_result);
                continue;
            }
            const auto [error, count] =
                co_await ws_.async_write(asio::buffer(text->data(), text->size()), as_result);
            if (error) {
                // Beast ends the stream when read() finds a fault; then read() says how it ended.
                if (ws_.is_open()) finish();
                break;
            }
            if (const auto close = session_->sent()) begin_close(*close);
        }
    }

    asio::awaitable<void> read()
    {
        // With room beyond the limit: Beast says that a message is too large, the buffer would not.
        beast::flat_buffer buffer(2 * MESSAGE_BYTES_MAX);
        while (!over_ && !closing_) {
            const auto [error, count] = co_await ws_.async_read(buffer, as_result);
            if (error) {
                if (!closing_) {
                    report(code_of(error));
                    finish();
                }
                break;
            }
            if (closing_) break;
            if (!rate_.admits(steady_clock::now())) {
                begin_close({stream_code::TOO_MANY, "too_many_messages"});
            } else if (ws_.got_binary()) {
                begin_close({stream_code::BINARY, "messages are JSON text"});
            } else if (const auto close = session_->received(beast::buffers_to_string(buffer.data()))) {
                begin_close(*close);
            }
            buffer.consume(buffer.size());
            bell_.cancel();
        }
    }

    asio::awaitable<void> watch()
    {
        asio::steady_timer timer(ws_.get_executor());
        while (!over_) {
            timer.expires_after(WATCH_EVERY);
            co_await timer.async_wait(as_result);
            const auto now = steady_clock::now();
            if (over_) break;
            if (!closing_ && ws_.is_open()) {
                if (const auto close = session_->overdue())
                    begin_close(*close);
                else
                    keep_alive(now);
                continue;
            }
            // Closing, by this side or by Beast after a fault of the client.
            if (!close_by_) close_by_ = now + CLOSE_WITHIN;
            if (now < *close_by_) continue;
            report(stream_code::LOST);
            finish();
        }
    }

    void keep_alive(steady_clock::time_point now)
    {
        if (awaits_pong_ && now - last_ping_ >= PONG_WITHIN)
            return begin_close({stream_code::NO_PONG, "no_pong"});
        if (awaits_pong_ || now - last_ping_ < PING_EVERY) return;
        awaits_pong_ = true;
        last_ping_ = now;
        spawn(&StreamSocket::ping);
    }

    asio::awaitable<void> ping() { co_await ws_.async_ping({}, as_result); }

    /// Pings are answered by Beast; too many of them are as bad as too many messages.
    void on_control(websocket::frame_type kind)
    {
        if (kind == websocket::frame_type::pong) awaits_pong_ = false;
        if (kind == websocket::frame_type::ping && !rate_.admits(steady_clock::now()))
            begin_close({stream_code::TOO_MANY, "too_many_messages"});
    }

    static std::uint16_t code_of(const error_code& error)
    {
        if (error == websocket::error::closed) return stream_code::LEFT;
        if (error == websocket::error::message_too_big || error == websocket::error::buffer_overflow)
            return stream_code::TOO_LARGE;
        if (error == websocket::error::bad_frame_payload) return stream_code::NOT_UTF8;
        if (error == websocket::condition::protocol_violation) return stream_code::PROTOCOL;
        return stream_code::LOST;
    }

    websocket::stream<Connection> ws_;
    std::shared_ptr<StreamSession> session_;
    asio::steady_timer bell_;  ///< cancelled when there is something to do
    Rate rate_;
    websocket::close_reason reason_;
    bool closing_ = false;  ///< by this side
    bool over_ = false;
    bool reported_ = false;
    bool awaits_pong_ = false;
    steady_clock::time_point last_ping_;
    std::optional<steady_clock::time_point> close_by_;
};

}  // namespace

asio::awaitable<void> serve_stream(beast::tcp_stream stream, UpgradeRequest request,
                                   std::shared_ptr<StreamSession> session)
{
    stream.expires_never();
    const auto socket = std::make_shared<StreamSocket>(std::move(stream), std::move(session));
    co_await socket->run(std::move(request));
}

}  // namespace lariat::node
