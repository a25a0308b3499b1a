// Serves an application on a Unix socket as CometBFT's own client speaks to one: requests and responses, each
// behind its length as a varint. For tests: a node that runs the chain in its own process is faster.
#pragma once

#include "abci/application.hpp"

namespace lariat::abci {

/// Serves until `stop` becomes readable; returns why it cannot go on.
std::optional<std::string> serve_socket(Application& application, const std::string& path, int stop);

}  // namespace lariat::abci
