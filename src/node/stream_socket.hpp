// A WebSocket on a connection whose request asked for one: frames, pings, limits, and how it ends. Used by
// the HTTP server alone.
#pragma once

#include <memory>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "node/stream_service.hpp"

namespace lariat::node {

using UpgradeRequest = boost::beast::http::request<boost::beast::http::string_body>;

/// Answers the request and serves the session until one side ends the stream.
boost::asio::awaitable<void> serve_stream(boost::beast::tcp_stream stream, UpgradeRequest request,
                                          std::shared_ptr<StreamSession> session);

}  // namespace lariat::node
