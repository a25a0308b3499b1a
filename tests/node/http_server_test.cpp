// The HTTP server over real sockets, with a service that answers what the test says: what all connections
// together may hold.
#include "node/http_server.hpp"

#include <gtest/gtest.h>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "node/held_bytes.hpp"

namespace lariat::node {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

/// Answers with as many bytes as the target says ("/70000"), and takes bodies of any length.
class LongAnswers : public HttpService {
public:
    void handle(HttpRequest request, HttpReply reply) override
    {
        reply([bytes = std::stoul(request.target.substr(1)), reads = request.method != "POST"] {
            return HttpResponse{200, {}, std::string(bytes, 'a'), reads};
        });
    }
    std::optional<StreamOpening> open_stream(const HttpRequest&) override { return std::nullopt; }
    HttpResponse refuse(int status, const std::string& detail) override
    {
        return {status, {}, detail, false};
    }
    std::size_t body_limit(const HttpRequest& head) const override
    {
        return head.method == "POST" && head.target == "/7" && head.header("Token") ? 2'000'000 : 0;
    }
};

class HttpServers : public testing::Test {
protected:
    static constexpr std::size_t HELD = 1'000'000;

    HttpServers()
    {
        HttpLimits limits;
        limits.held_bytes = HELD;
        limits.body_bytes = HELD;
        listen(limits);
    }
    /// In place of the one before.
    void listen(const HttpLimits& limits)
    {
        if (server_) server_->stop(0);
        server_ = std::move(HttpServer::listen("127.0.0.1", 0, service_, limits)).value();
        server_->run();
    }
    ~HttpServers() override { server_->stop(0); }

    tcp::socket connect()
    {
        tcp::socket socket(io_);
        socket.open(tcp::v4());
        // Small: what the server wrote and the client did not read stays with the server.
        socket.set_option(asio::socket_base::receive_buffer_size(4'096));
        socket.connect({asio::ip::make_address("127.0.0.1"), server_->port()});
        return socket;
    }
    static void send(tcp::socket& socket, const std::string& text)
    {
        asio::write(socket, asio::buffer(text));
    }
    /// The status of the answer that comes next.
    static int status(tcp::socket& socket)
    {
        std::string head(12, '\0');  // "HTTP/1.1 200"
        asio::read(socket, asio::buffer(head));
        return std::stoi(head.substr(9));
    }
    int status_of(const std::string& request)
    {
        tcp::socket socket = connect();
        send(socket, request);
        return status(socket);
    }
    /// Asks until the answer is `wanted`: others give back what they hold a moment after they are gone.
    bool answers(int wanted, const std::string& request)
    {
        for (int i = 0; i < 500; ++i) {
            if (status_of(request) == wanted) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }
    static std::string post(std::size_t length, std::size_t sent)
    {
        return "POST /1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(length) +
               "\r\n\r\n" + std::string(sent, 'b');
    }
    static std::string get(std::size_t bytes)
    {
        return "GET /" + std::to_string(bytes) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    LongAnswers service_;
    std::unique_ptr<HttpServer> server_;
    asio::io_context io_;
};

TEST(HeldBytes, NODE56_AShareCountsWhatIsAboveTheSmallRequestAndGivesItBack)
{
    HeldBytes held(100);
    {
        HeldShare one(held), other(held);
        EXPECT_TRUE(one.grow_to(HeldShare::SMALL_BYTES));
        EXPECT_TRUE(one.grow_to(HeldShare::SMALL_BYTES + 100));
        EXPECT_TRUE(other.grow_to(HeldShare::SMALL_BYTES));
        EXPECT_FALSE(other.grow_to(HeldShare::SMALL_BYTES + 1));
        EXPECT_TRUE(one.grow_to(1));  // what it held it keeps
        EXPECT_FALSE(other.grow_to(HeldShare::SMALL_BYTES + 1));
    }
    HeldShare next(held);
    EXPECT_TRUE(next.grow_to(HeldShare::SMALL_BYTES + 100));
    EXPECT_FALSE(next.grow_to(HeldShare::SMALL_BYTES + 101));
    EXPECT_FALSE(next.grow_to(~std::size_t{0}));
}

TEST(HeldBytes, NODE56_OneAloneMayHoldMoreThanAllAndWhatIsDoneIsNeverRefused)
{
    HeldBytes held(100);
    {
        HeldShare large(held), other(held);
        EXPECT_TRUE(large.grow_to(HeldShare::SMALL_BYTES + 500));  // a dump of a large chain
        EXPECT_FALSE(other.grow_to(HeldShare::SMALL_BYTES + 1));
        other.set(HeldShare::SMALL_BYTES + 50);
        other.set(10);
    }
    HeldShare one(held), other(held);
    one.set(HeldShare::SMALL_BYTES + 60);
    EXPECT_FALSE(other.grow_to(HeldShare::SMALL_BYTES + 41));
    EXPECT_TRUE(other.grow_to(HeldShare::SMALL_BYTES + 40));
}

TEST_F(HttpServers, NODE56_BodiesBeyondWhatAllConnectionsMayHoldAreBusyAndSmallOnesGoOn)
{
    tcp::socket first = connect();
    send(first, post(HELD, HELD - 200'000));
    while (server_->held_bytes() < HELD - 200'000 - HeldShare::SMALL_BYTES)  // else the other comes before it
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(status_of(post(400'000, 400'000)), 503);
    EXPECT_EQ(status_of(post(60'000, 60'000)), 200);
    send(first, std::string(200'000, 'b'));
    EXPECT_EQ(status(first), 200);
    EXPECT_TRUE(answers(200, post(400'000, 400'000)));
}

TEST_F(HttpServers, NODE56_ADeclaredLengthThatDoesNotComeHoldsNothing)
{
    tcp::socket first = connect();
    send(first, post(HELD, 10));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // its head is read
    EXPECT_EQ(status_of(post(900'000, 900'000)), 200);
}

TEST_F(HttpServers, NODE56_AnswersThatNobodyReadsCountUntilTheConnectionCloses)
{
    // The kernel takes some MiB of an answer: only what is longer stays with the server.
    HttpLimits limits;
    limits.held_bytes = 24'000'000;
    listen(limits);
    tcp::socket slow = connect();
    send(slow, get(20'000'000));
    ASSERT_EQ(status(slow), 200);  // it is being written
    ASSERT_TRUE(answers(503, get(10'000'000)));
    EXPECT_EQ(status_of(get(60'000)), 200);
    slow.close();
    EXPECT_TRUE(answers(200, get(10'000'000)));
}

TEST_F(HttpServers, NODE56_AnAnswerThatChangedSomethingIsGivenThoughThereIsNoRoom)
{
    tcp::socket slow = connect();
    send(slow, get(20'000'000));  // alone, so it may
    ASSERT_EQ(status(slow), 200);
    EXPECT_EQ(status_of(get(900'000)), 503);
    EXPECT_EQ(status_of("POST /900000 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nb"), 200);
}

TEST_F(HttpServers, NODE56_WhoIsLateOrGoesAwayGivesBackWhatItHeld)
{
    HttpLimits limits;
    limits.held_bytes = HELD;
    limits.body_ms = 700;
    limits.write_ms = 700;
    listen(limits);
    {
        tcp::socket late = connect(), gone = connect();
        send(late, post(HELD, HELD - 200'000));
        EXPECT_EQ(status(late), 408);
        EXPECT_TRUE(answers(200, post(400'000, 400'000)));
        send(gone, post(HELD, HELD - 200'000));
    }
    EXPECT_TRUE(answers(200, post(400'000, 400'000)));
    tcp::socket slow = connect();
    send(slow, get(20'000'000));  // alone, so it may; and it is not read
    EXPECT_TRUE(answers(200, get(400'000)));
}

/// The deadline ends what waits at that moment, and here nothing waits for long.
TEST_F(HttpServers, NODE56_WhoTricklesIsLateToo)
{
    HttpLimits limits;
    limits.body_ms = 500;
    listen(limits);
    tcp::socket trickle = connect();
    send(trickle, post(4'000'000, 0));
    boost::system::error_code cut;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(3);
    while (!cut && std::chrono::steady_clock::now() < until) {
        asio::write(trickle, asio::buffer("b", 1), cut);
        if (trickle.available() > 0) break;
    }
    ASSERT_LT(std::chrono::steady_clock::now(), until);
    EXPECT_EQ(status(trickle), 408);
}

TEST_F(HttpServers, NODE56_AnAnswerToHeadThatHasNoRoomHasNoBody)
{
    tcp::socket slow = connect();
    send(slow, get(20'000'000));
    ASSERT_EQ(status(slow), 200);
    tcp::socket head = connect();
    send(head, "HEAD /900000 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    std::string all;
    boost::system::error_code ended;
    asio::read(head, asio::dynamic_buffer(all), ended);
    EXPECT_TRUE(all.starts_with("HTTP/1.1 503")) << all;
    EXPECT_TRUE(all.ends_with("\r\n\r\n")) << all;
}

TEST_F(HttpServers, NODE56_ALimitOfItsOwnIsForWhoMayHaveIt)
{
    tcp::socket first = connect();
    send(first, "POST /7 HTTP/1.1\r\nHost: localhost\r\nToken: t\r\nContent-Length: 1900000\r\n\r\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_EQ(status_of("POST /7 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nb"), 200);
    EXPECT_EQ(status_of("POST /7 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1900000\r\n\r\n"), 413);
    send(first, std::string(1'900'000, 'b'));
    EXPECT_EQ(status(first), 200);
}

TEST_F(HttpServers, NODE56_ARequestForAWebSocketHasNoBody)
{
    EXPECT_EQ(status_of("GET /9 HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                        "Content-Length: 1\r\n\r\nb"),
              400);
}

TEST_F(HttpServers, NODE56_ABodyWithALimitOfItsOwnMayBeLongerThanAllOthersOneAtATime)
{
    tcp::socket first = connect();
    send(first, "POST /7 HTTP/1.1\r\nHost: localhost\r\nToken: t\r\nContent-Length: 1900000\r\n\r\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // else one of the others comes before it
    ASSERT_TRUE(
        answers(503, "POST /7 HTTP/1.1\r\nHost: localhost\r\nToken: t\r\nContent-Length: 1\r\n\r\nb"));
    send(first, std::string(1'900'000, 'b'));
    EXPECT_EQ(status(first), 200);
    EXPECT_EQ(status_of("POST /7 HTTP/1.1\r\nHost: localhost\r\nToken: t\r\nContent-Length: 1900000\r\n\r\n" +
                        std::string(1'900'000, 'b')),
              200);
}

}  // namespace
}  // namespace lariat::node
