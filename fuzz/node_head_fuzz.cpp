// Fuzz target (NODE-56): a request's head that check_head() lets through has one end, and the parser sees it
// there too, or refuses the head.
#include <boost/asio/buffer.hpp>
#include <boost/beast/http.hpp>

#include "lariat/assert.hpp"
#include "lariat/types.hpp"
#include "node/http_head.hpp"

extern "C" int LLVMFuzzerTestOneInput(const lariat::u8* data, std::size_t size)
{
    namespace http = boost::beast::http;
    constexpr std::size_t TARGET_BYTES_MAX = 8'192, HEAD_BYTES_MAX = 16'384;
    constexpr std::string_view END = "\r\n\r\n";
    std::string head(reinterpret_cast<const char*>(data), size);
    const std::size_t end = head.find(END);
    if (end == std::string::npos || end + END.size() > HEAD_BYTES_MAX) return 0;
    head.resize(end + END.size());
    const auto verdict = lariat::node::check_head(head, TARGET_BYTES_MAX);
    LARIAT_ASSERT((verdict.status == 0) == verdict.detail.empty());
    if (verdict.status != 0) return 0;

    http::request_parser<http::string_body> parser;
    parser.header_limit(HEAD_BYTES_MAX);
    boost::system::error_code error;
    const std::size_t taken = parser.put(boost::asio::buffer(head), error);
    if (error) {
        LARIAT_ASSERT(error != http::error::need_more);
        return 0;
    }
    LARIAT_ASSERT(parser.is_header_done() && taken == head.size());
    const auto& message = parser.get();
    LARIAT_ASSERT(message.count("Content-Length") + message.count("Transfer-Encoding") <= 1);
    LARIAT_ASSERT(message.count("Host") <= 1);
    LARIAT_ASSERT(message.target().size() <= TARGET_BYTES_MAX);
    return 0;
}
