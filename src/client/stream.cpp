// WebSockets on Boost.Beast. A node pings every 20 s, so silence for a minute means that it is gone.
#include "client/stream.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

#include "client/problem.hpp"

namespace lariat::client {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::chrono::seconds SILENCE_MAX(60);
constexpr unsigned BROKEN = 1006;

}  // namespace

class Stream::Socket {
public:
    asio::io_context io;
    websocket::stream<beast::tcp_stream> stream{io};
    beast::flat_buffer buffer;

    /// Starts an operation and waits for its end. Timers of the stream may go on behind it.
    template <class Start>
    error_code finish(const Start& start)
    {
        error_code error;
        bool done = false;
        start([&](error_code e, const auto&...) {
            error = e;
            done = true;
        });
        io.restart();
        while (!done) io.run_one();
        return error;
    }
    StreamEnd end_of(const error_code& error) const
    {
        if (error == websocket::error::closed)
            return {stream.reason().code, std::string(stream.reason().reason.c_str())};
        return {BROKEN, error.message()};
    }
};

Stream::Stream(const Url& url) : url_(url) {}
Stream::~Stream() = default;

StatusOf<Failure> Stream::open(std::chrono::milliseconds timeout)
{
    socket_ = std::make_unique<Socket>();
    error_code error;
    const auto failed = [&] {
        return no_answer("cannot reach a node at " + url_.text + ": " + error.message());
    };
    tcp::resolver resolver(socket_->io);
    const auto found = resolver.resolve(url_.host, url_.port, error);
    if (error) return failed();
    auto& lowest = beast::get_lowest_layer(socket_->stream);
    lowest.expires_after(timeout);
    error = socket_->finish([&](auto ended) { lowest.async_connect(found, ended); });
    if (error) return failed();
    lowest.expires_never();
    socket_->stream.set_option(websocket::stream_base::timeout{timeout, SILENCE_MAX, false});
    socket_->stream.read_message_max(0);
    websocket::response_type response;
    error = socket_->finish([&](auto ended) {
        socket_->stream.async_handshake(response, url_.authority(), "/v1/stream", ended);
    });
    if (error == websocket::error::upgrade_declined)
        return problem_of(static_cast<int>(response.result_int()), response.body());
    if (error) return failed();
    return {};
}

StatusOf<StreamEnd> Stream::say(const std::string& text)
{
    const error_code error =
        socket_->finish([&](auto ended) { socket_->stream.async_write(asio::buffer(text), ended); });
    if (error) return socket_->end_of(error);
    return {};
}

Result<std::string, StreamEnd> Stream::next()
{
    socket_->buffer.clear();
    const error_code error =
        socket_->finish([&](auto ended) { socket_->stream.async_read(socket_->buffer, ended); });
    if (error) return socket_->end_of(error);
    return beast::buffers_to_string(socket_->buffer.data());
}

}  // namespace lariat::client
