// HTTP on Boost.Beast. Operations are asynchronous, because only those have a limit of time.
#include "client/http_client.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "client/problem.hpp"

namespace lariat::client {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t BODY_MAX = std::size_t{1} << 31;  // dumps are long

}  // namespace

class HttpClient::Connection {
public:
    asio::io_context io;
    beast::tcp_stream stream{io};
    beast::flat_buffer buffer;

    error_code connect(const Url& url, milliseconds timeout)
    {
        error_code error;
        tcp::resolver resolver(io);
        const auto found = resolver.resolve(url.host, url.port, error);
        if (error) return error;
        stream.expires_after(timeout);
        stream.async_connect(found, [&](error_code e, const tcp::endpoint&) { error = e; });
        run();
        if (!error) stream.socket().set_option(tcp::no_delay(true), error);
        return error;
    }
    error_code write(const http::request<http::string_body>& request)
    {
        error_code error;
        http::async_write(stream, request, [&](error_code e, std::size_t) { error = e; });
        run();
        return error;
    }
    error_code read(http::response_parser<http::string_body>& parser)
    {
        error_code error;
        http::async_read(stream, buffer, parser, [&](error_code e, std::size_t) { error = e; });
        run();
        return error;
    }

private:
    void run()
    {
        io.restart();
        io.run();
    }
};

HttpClient::HttpClient(Url url, milliseconds timeout) : url_(std::move(url)), timeout_(timeout) {}
HttpClient::~HttpClient() = default;

Outcome<HttpReply> HttpClient::send(const Request& wanted)
{
    const auto failed = [&](const char* doing, const error_code& error) {
        connection_.reset();
        const bool late = error == beast::error::timeout;
        return no_answer(
            std::string(doing) + url_.text + ": " +
            (late ? "no answer within " + std::to_string(timeout_.count() / 1000) + " s" : error.message()));
    };
    if (!connection_) {
        connection_ = std::make_unique<Connection>();
        if (const error_code error = connection_->connect(url_, timeout_))
            return failed("cannot reach a node at ", error);
    }
    constexpr unsigned VERSION = 11;
    http::request<http::string_body> request(http::string_to_verb(wanted.method), wanted.target, VERSION);
    request.set(http::field::host, url_.authority());
    request.set(http::field::user_agent, "lariat");
    if (!wanted.token.empty()) request.set(http::field::authorization, "Bearer " + wanted.token);
    if (wanted.method != "GET") {
        request.set(http::field::content_type, wanted.content_type);
        request.body() = wanted.body;
        request.prepare_payload();
    }
    connection_->stream.expires_after(timeout_ + wanted.patience);
    if (const error_code error = connection_->write(request)) return failed("no answer from ", error);
    http::response_parser<http::string_body> parser;
    parser.body_limit(BODY_MAX);
    if (const error_code error = connection_->read(parser)) return failed("no answer from ", error);
    auto response = parser.release();
    if (!response.keep_alive()) connection_.reset();
    HttpReply reply{static_cast<int>(response.result_int()), std::move(response.body())};
    constexpr int GOOD = 200, GOOD_END = 300;
    if (reply.status >= GOOD && reply.status < GOOD_END) return reply;
    return problem_of(reply.status, std::move(reply.body));
}

std::string url_encoded(const std::string& text)
{
    constexpr char DIGITS[] = "0123456789ABCDEF";
    constexpr unsigned NIBBLE = 4, MASK = 15;
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= '0' && byte <= '9') || c == '-' || c == '_' || c == '.' || c == '~';
        if (plain)
            out += c;
        else
            out += {'%', DIGITS[byte >> NIBBLE], DIGITS[byte & MASK]};
    }
    return out;
}

}  // namespace lariat::client
