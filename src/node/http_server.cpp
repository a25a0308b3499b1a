// The server on Boost.Asio and Beast: one coroutine for each connection.
#include "node/http_server.hpp"

#include <array>
#include <atomic>
#include <optional>
#include <thread>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "node/deadline.hpp"
#include "node/held_bytes.hpp"
#include "node/http_head.hpp"
#include "node/later_answer.hpp"
#include "node/stream_socket.hpp"

namespace lariat::node {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

namespace {

constexpr std::string_view END_OF_HEAD = "\r\n\r\n";

/// The head of an answer. Names and values come from this program: none has a line break.
std::string head_of(const HttpResponse& response, bool keep)
{
    const bool has_body = response.status != 204 && response.status != 304;
    const auto reason = http::obsolete_reason(static_cast<http::status>(response.status));
    std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
    head.append(reason.data(), reason.size()).append("\r\n");
    if (!keep) head += "Connection: close\r\n";
    for (const auto& [key, value] : response.headers)
        head.append(key).append(": ").append(value).append("\r\n");
    if (has_body) head += "Content-Length: " + std::to_string(response.body.size()) + "\r\n";
    return head + "\r\n";
}

/// Is there a line that ends with LF alone?
bool has_bare_lf(std::string_view text, std::size_t from = 0)
{
    for (std::size_t at = text.find('\n', from); at != text.npos; at = text.find('\n', at + 1))
        if (at == 0 || text[at - 1] != '\r') return true;
    return false;
}

std::string_view seen_in(const beast::flat_buffer& buffer)
{
    return {static_cast<const char*>(buffer.data().data()), buffer.size()};
}

}  // namespace

const std::string* HttpRequest::header(std::string_view name) const
{
    for (const auto& [key, value] : headers)
        if (same_name(key, name)) return &value;
    return nullptr;
}

class HttpServer::Impl {
public:
    Impl(HttpService& service, const HttpLimits& limits) : service_(service), limits_(limits) {}

    Result<tcp::endpoint, ListenError> open(const std::string& address, std::uint16_t port)
    {
        error_code error;
        const auto parsed = asio::ip::make_address(address, error);
        if (error) return ListenError{false, address + " is no IP address"};
        const tcp::endpoint endpoint(parsed, port);
        acceptor_.open(endpoint.protocol(), error);
        if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
        if (!error) acceptor_.bind(endpoint, error);
        if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
        if (error)
            return ListenError{
                error == asio::error::address_in_use,
                "cannot listen on " + address + ":" + std::to_string(port) + ": " + error.message()};
        return acceptor_.local_endpoint();
    }

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    std::size_t held_bytes() const { return held_.now(); }

    void run()
    {
        asio::co_spawn(acceptor_.get_executor(), accept(), asio::detached);
        for (int i = 0; i < limits_.threads; ++i) threads_.emplace_back([this] { io_.run(); });
    }

    void stop(int wait_ms)
    {
        stopping_ = true;
        asio::post(acceptor_.get_executor(), [this] {
            error_code ignored;
            acceptor_.close(ignored);
        });
        const auto deadline = std::chrono::steady_clock::now() + milliseconds(wait_ms);
        while ((answering_ > 0 || streams_ > 0) && std::chrono::steady_clock::now() < deadline)
            std::this_thread::sleep_for(milliseconds(5));
        work_.reset();
        io_.stop();
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

private:
    using Stream = beast::tcp_stream;
    using Parser = http::request_parser<http::string_body>;

    asio::awaitable<void> accept()
    {
        for (;;) {
            auto [error, socket] = co_await acceptor_.async_accept(asio::make_strand(io_), as_tuple);
            if (stopping_) co_return;
            if (error) {
                // Out of descriptors, or a client that went away: go on after a moment instead of spinning.
                asio::steady_timer pause(acceptor_.get_executor(), milliseconds(50));
                co_await pause.async_wait(as_tuple);
                continue;
            }
            const auto executor = socket.get_executor();
            if (connections_ >= limits_.connections)
                asio::co_spawn(executor, turn_away(std::move(socket)), asio::detached);
            else
                asio::co_spawn(executor, serve(std::move(socket)), asio::detached);
        }
    }

    /// One counter for as long as a coroutine lives, whichever way it ends.
    struct Counted {
        explicit Counted(std::atomic<std::size_t>& of) : count(of) { ++count; }
        ~Counted() { --count; }
        Counted(const Counted&) = delete;
        Counted& operator=(const Counted&) = delete;
        std::atomic<std::size_t>& count;
    };

    /// Holds a flag that one coroutine may have at a time, as long as this lives. nullptr: none is wanted.
    class Slot {
    public:
        explicit Slot(std::atomic<bool>* of) : of_(of != nullptr && !of->exchange(true) ? of : nullptr) {}
        ~Slot() { give_back(); }
        Slot(const Slot&) = delete;
        Slot& operator=(const Slot&) = delete;
        bool is_ours() const { return of_ != nullptr; }
        /// Lets go of the flag early.
        void give_back()
        {
            if (of_ != nullptr) *of_ = false;
            of_ = nullptr;
        }

    private:
        std::atomic<bool>* of_;
    };

    asio::awaitable<void> turn_away(tcp::socket socket)
    {
        if (turned_away_ >= TURNED_AWAY_MAX) co_return;  // the socket closes
        const Counted counted(turned_away_);
        Stream stream(std::move(socket));
        Deadline deadline(stream);
        const HeadVerdict full{503, "all connections are taken"};
        co_await refuse(stream, deadline, full);
        co_await close(stream);
    }

    asio::awaitable<void> serve(tcp::socket socket)
    {
        const Counted counted(connections_);
        error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        const auto remote = socket.remote_endpoint(ignored).address().to_string();
        Stream stream(std::move(socket));
        Deadline deadline(stream);
        beast::flat_buffer buffer(limits_.head_bytes + limits_.body_bytes);
        while (!stopping_) {
            const auto refused = co_await read_head(stream, deadline, buffer);
            if (!refused) break;  // closed, or idle for too long
            if (refused->status != 0) {
                deadline.never();
                co_await refuse(stream, deadline, *refused);
                break;
            }
            const Next next = co_await answer_one(stream, deadline, buffer, remote);
            if (next == Next::is_stream) co_return;
            if (next == Next::close) break;
        }
        co_await close(stream);
    }

    /// Reads until a whole head is in the buffer. Nullopt: the client said nothing, or closed.
    asio::awaitable<std::optional<HeadVerdict>> read_head(Stream& stream, Deadline& deadline,
                                                          beast::flat_buffer& buffer)
    {
        stream.expires_never();
        deadline.after(buffer.size() == 0 ? limits_.idle_ms : limits_.head_ms);
        std::size_t searched = 0;
        for (;;) {
            const std::string_view seen = seen_in(buffer);
            const std::size_t end = seen.find(END_OF_HEAD, searched < 3 ? 0 : searched - 3);
            if (end != std::string_view::npos) {
                if (end + END_OF_HEAD.size() > limits_.head_bytes) co_return too_large(seen);
                co_return check_head(seen.substr(0, end + END_OF_HEAD.size()), limits_.target_bytes);
            }
            // A line that ends with LF alone would be waited for in vain.
            if (has_bare_lf(seen, searched))
                co_return HeadVerdict{400, "a line of the request's head does not end with CR and LF"};
            if (seen.size() >= limits_.head_bytes || has_long_target(seen)) co_return too_large(seen);
            searched = seen.size();
            const bool first = seen.empty();
            const auto [error, count] = co_await stream.async_read_some(
                buffer.prepare(std::min<std::size_t>(8'192, limits_.head_bytes - seen.size())), as_tuple);
            if (deadline.passed() && !first)
                co_return HeadVerdict{408, "the head of the request is not whole after " +
                                               std::to_string(limits_.head_ms / 1'000) + " s"};
            if (error || deadline.passed()) co_return std::nullopt;
            buffer.commit(count);
            if (first) deadline.after(limits_.head_ms);
        }
    }

    /// Is the target above its limit already, though its end has not come?
    bool has_long_target(std::string_view seen) const
    {
        const std::size_t begin = seen.find(' ');
        return begin != seen.npos && seen.find_first_of(" \n", begin + 1) == seen.npos &&
               seen.size() - begin - 1 > limits_.target_bytes;
    }

    HeadVerdict too_large(std::string_view seen) const
    {
        const std::size_t line = seen.substr(0, limits_.head_bytes).find('\n');
        if (line == std::string_view::npos || line > limits_.target_bytes + 32)
            return {414, "the target of the request has more than " + std::to_string(limits_.target_bytes) +
                             " bytes"};
        return {431,
                "the head of the request has more than " + std::to_string(limits_.head_bytes) + " bytes"};
    }

    /// What becomes of a connection after a request.
    enum class Next { request, close, is_stream };

    /// Reads the body, asks the service, writes the answer; or serves a stream to its end.
    asio::awaitable<Next> answer_one(Stream& stream, Deadline& deadline, beast::flat_buffer& buffer,
                                     const std::string& remote)
    {
        Parser parser;
        parser.header_limit(static_cast<std::uint32_t>(limits_.head_bytes));
        const std::size_t special = special_limit(buffer, remote);
        parser.body_limit(special != 0 ? special : limits_.body_bytes);
        HeldShare share(held_);
        // A special limit is above what all others hold together, so one request has it at a time.
        const bool is_special = special != 0;
        Slot slot(is_special ? &special_taken_ : nullptr);
        if (is_special && !slot.is_ours()) {
            const HeadVerdict busy{503, "another request with as large a body is being answered"};
            co_await refuse(stream, deadline, busy);
            co_return Next::close;
        }
        deadline.after(limits_.body_ms);
        std::optional<HeadVerdict> refused =
            co_await read_rest(stream, deadline, buffer, parser, is_special ? nullptr : &share);
        if (refused && deadline.passed()) refused = late_body();
        deadline.never();
        if (refused) {
            // A conditional in the place of the argument is destroyed twice: GCC 12 and coroutines.
            co_await refuse(stream, deadline, *refused);
            co_return Next::close;
        }
        if (beast::websocket::is_upgrade(parser.get())) {
            if (!parser.get().body().empty()) {  // it would be held as long as the stream
                const HeadVerdict full{400, "a request for a WebSocket has no body"};
                co_await refuse(stream, deadline, full);
                co_return Next::close;
            }
            if (const auto next = co_await answer_upgrade(stream, deadline, buffer, parser, remote))
                co_return *next;
        }
        const bool keep = parser.get().keep_alive() && !stopping_;
        const bool head_only = parser.get().method() == http::verb::head;
        const Counted counted(answering_);
        auto later = std::make_shared<LaterAnswer>(stream.get_executor(), share);
        service_.handle(request_of(parser.release(), remote),
                        [later](MakeResponse make) { later->give(std::move(make)); });
        const std::optional<HttpResponse> response = co_await later->wait();
        slot.give_back();  // before the client has the answer: its next request may be another such one
        if (!response) {
            const HeadVerdict full = no_room();
            co_await refuse(stream, deadline, full, head_only);
            co_return Next::close;
        }
        if (!co_await write(stream, deadline, *response, keep && !stopping_, head_only))
            co_return Next::close;
        co_return keep ? Next::request : Next::close;
    }

    /// Reads what follows a head that is in the buffer; `share`, if any, counts the body. Nullopt: the
    /// request is whole.
    asio::awaitable<std::optional<HeadVerdict>> read_rest(Stream& stream, Deadline& deadline,
                                                          beast::flat_buffer& buffer, Parser& parser,
                                                          HeldShare* share)
    {
        constexpr std::size_t PIECE_BYTES = 65'536;
        parser.eager(true);
        for (bool first = true;; first = false) {
            error_code error;
            if (buffer.size() > 0) buffer.consume(parser.put(buffer.cdata(), error));
            if (error && error != http::error::need_more) co_return verdict_of(error);
            if (share && !share->grow_to(parser.get().body().size())) co_return no_room();
            if (parser.is_done()) co_return std::nullopt;
            // What the parser leaves is the beginning of the head of a chunk: it waits for CR.
            if (has_bare_lf(seen_in(buffer)) || buffer.size() > limits_.head_bytes)
                co_return HeadVerdict{400, "the head of a chunk does not end with CR and LF"};
            if (first && expects_continue(parser.get())) {
                static constexpr std::string_view GO_ON = "HTTP/1.1 100 Continue\r\n\r\n";
                const auto [unread, written] =
                    co_await asio::async_write(stream, asio::buffer(GO_ON), as_tuple);
                if (unread) co_return HeadVerdict{};
            }
            const auto [failed, count] =
                co_await stream.async_read_some(buffer.prepare(PIECE_BYTES), as_tuple);
            if (failed || deadline.passed()) co_return HeadVerdict{};  // the client closed, or it is too late
            buffer.commit(count);
        }
    }

    /// Nothing: the service answers it as any other request.
    asio::awaitable<std::optional<Next>> answer_upgrade(Stream& stream, Deadline& deadline,
                                                        const beast::flat_buffer& buffer, Parser& parser,
                                                        const std::string& remote)
    {
        auto opening = service_.open_stream(request_of(parser.get(), remote));
        if (!opening) co_return std::nullopt;
        if (buffer.size() > 0 && opening->session)
            opening = StreamOpening{{}, service_.refuse(400, "frames came before the stream was open")};
        if (!opening->session) {
            co_await write(stream, deadline, opening->refusal, false, false);
            co_return Next::close;
        }
        const Counted counted(streams_);
        co_await serve_stream(std::move(stream), parser.release(), std::move(opening->session));
        co_return Next::is_stream;
    }

    /// Asks the service for the limit of the request whose head is in the buffer. GET and HEAD, which most
    /// requests are, have no body and are not asked about.
    std::size_t special_limit(const beast::flat_buffer& buffer, const std::string& remote) const
    {
        const std::string_view seen = seen_in(buffer);
        if (seen.starts_with("GET ") || seen.starts_with("HEAD ")) return 0;
        http::request_parser<http::empty_body> parser;
        parser.header_limit(static_cast<std::uint32_t>(limits_.head_bytes));
        parser.body_limit(boost::none);
        error_code ignored;
        parser.put(asio::buffer(seen.data(), seen.find(END_OF_HEAD) + END_OF_HEAD.size()), ignored);
        if (!parser.is_header_done()) return 0;
        return service_.body_limit(request_of(parser.release(), remote));
    }

    static bool expects_continue(const http::request<http::string_body>& message)
    {
        return beast::iequals(message[http::field::expect], "100-continue");
    }

    HeadVerdict late_body() const
    {
        return {408, "the body of the request is not whole after " + std::to_string(limits_.body_ms / 1'000) +
                         " s"};
    }

    HeadVerdict no_room() const
    {
        return {503, "all connections together hold " + std::to_string(held_.most()) +
                         " bytes of requests and answers, and there is no room for this one: try again"};
    }

    HeadVerdict verdict_of(const error_code& error) const
    {
        if (error == http::error::body_limit)
            return {413,
                    "the body of the request has more than " + std::to_string(limits_.body_bytes) + " bytes"};
        if (error == http::error::header_limit)
            return {431,
                    "the head of the request has more than " + std::to_string(limits_.head_bytes) + " bytes"};
        return {400, "the request is malformed: " + error.message()};
    }

    template <class Body>
    static HttpRequest request_of(http::request<Body> message, const std::string& remote)
    {
        HttpRequest request;
        request.method = message.method_string();
        request.target = message.target();
        for (const auto& field : message) request.headers.emplace_back(field.name_string(), field.value());
        if constexpr (std::is_same_v<Body, http::string_body>) request.body = std::move(message.body());
        request.remote = remote;
        return request;
    }

    asio::awaitable<void> refuse(Stream& stream, Deadline& deadline, HeadVerdict verdict,
                                 bool head_only = false)
    {
        if (verdict.status == 0) co_return;
        const HttpResponse answer = service_.refuse(verdict.status, verdict.detail);
        co_await write(stream, deadline, answer, false, head_only);
        // The client may still be sending. Closing now would reset the connection before it reads the answer.
        error_code ignored;
        stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
        stream.expires_after(milliseconds(LINGER_MS));
        std::array<char, 4'096> waste;
        for (std::size_t left = LINGER_BYTES; left > 0;) {
            const auto [error, count] = co_await stream.async_read_some(asio::buffer(waste), as_tuple);
            if (error) break;
            left -= std::min(left, count);
        }
    }

    asio::awaitable<bool> write(Stream& stream, Deadline& deadline, const HttpResponse& response, bool keep,
                                bool head_only)
    {
        const std::string head = head_of(response, keep);
        const std::array<asio::const_buffer, 2> parts = {
            asio::buffer(head), head_only ? asio::const_buffer() : asio::buffer(response.body)};
        deadline.after(limits_.write_ms);
        const auto [failed, count] = co_await asio::async_write(stream, parts, as_tuple);
        deadline.never();
        co_return !failed;
    }

    static asio::awaitable<void> close(Stream& stream)
    {
        error_code ignored;
        stream.socket().shutdown(tcp::socket::shutdown_both, ignored);
        stream.socket().close(ignored);
        co_return;
    }

    static constexpr std::size_t TURNED_AWAY_MAX = 1'024;
    static constexpr int LINGER_MS = 500;
    static constexpr std::size_t LINGER_BYTES = 256 * 1'024;

    HttpService& service_;
    const HttpLimits limits_;
    HeldBytes held_{limits_.held_bytes};
    asio::io_context io_;
    std::optional<asio::executor_work_guard<asio::io_context::executor_type>> work_{io_.get_executor()};
    tcp::acceptor acceptor_{asio::make_strand(io_)};
    std::vector<std::thread> threads_;
    std::atomic<bool> stopping_ = false;
    std::atomic<std::size_t> connections_ = 0, turned_away_ = 0, answering_ = 0, streams_ = 0;
    std::atomic<bool> special_taken_ = false;
};

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() = default;

Result<std::unique_ptr<HttpServer>, ListenError> HttpServer::listen(const std::string& address,
                                                                    std::uint16_t port, HttpService& service,
                                                                    const HttpLimits& limits)
{
    auto impl = std::make_unique<Impl>(service, limits);
    if (const auto opened = impl->open(address, port); !opened) return opened.error();
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

std::size_t HttpServer::held_bytes() const
{
    return impl_->held_bytes();
}

std::uint16_t HttpServer::port() const
{
    return impl_->port();
}
void HttpServer::run()
{
    impl_->run();
}
void HttpServer::stop(int wait_ms)
{
    impl_->stop(wait_ms);
}

}  // namespace lariat::node
