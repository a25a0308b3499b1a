// The script of the demo: a trace that uses the actors of examples/, and names for all addresses in it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trace/output.hpp"

namespace lariat::cli {

struct DemoTx {
    trace::OrderedJson json;  ///< the transaction in the form of a trace
    std::string who;
    std::string what;  ///< for people: "deploys heartbeat"
};

struct DemoScript {
    trace::OrderedJson genesis;
    std::map<u64, std::vector<DemoTx>> blocks;  ///< by height; all other blocks are empty
    std::map<Address, std::string> names;       ///< people and actors
    std::vector<Address> actors;                ///< in order of deployment
};

DemoScript demo_script();

/// The lines of a trace with this number of blocks.
std::vector<std::string> demo_trace(const DemoScript& script, u64 blocks);

}  // namespace lariat::cli
