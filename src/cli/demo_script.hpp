// What happens in the demo: a trace over the actors of examples/, with the names of those in it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trace/output.hpp"

namespace lariat::cli {

struct DemoTx {
    trace::OrderedJson json;  ///< as a trace has it
    std::string who;
    std::string what;  ///< for people: "deploys heartbeat"
};

struct DemoScript {
    trace::OrderedJson genesis;
    std::map<u64, std::vector<DemoTx>> blocks;  ///< by height; the others are empty
    std::map<Address, std::string> names;       ///< people and actors
    std::vector<Address> actors;                ///< in order of deployment
};

DemoScript demo_script();

/// The lines of a trace over so many blocks.
std::vector<std::string> demo_trace(const DemoScript& script, u64 blocks);

}  // namespace lariat::cli
