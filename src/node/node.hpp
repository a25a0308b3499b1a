// A running node: core, API and server, from start to the end of the process.
#pragma once

#include <string>

#include "node/settings.hpp"

namespace lariat::node {

/// Runs until SIGINT, SIGTERM or a failure; returns the exit status of the process (NODE-6, NODE-7). The
/// first line on standard output says where it listens, once requests are taken (NODE-2). `version` is shown
/// to clients.
int run_node(const Settings& settings, const std::string& version);

}  // namespace lariat::node
