// Routes of the verbs of dev chains.
#include "node/routes.hpp"

namespace lariat::node {

namespace {

Route verb(std::string name, std::string operation, std::string about, std::string request,
           std::string answer, std::vector<std::string> codes = {})
{
    return {.method = "POST",
            .path = "/v1/dev/" + std::move(name),
            .operation = std::move(operation),
            .about = std::move(about),
            .flags = DEV | WITH_BODY,
            .params = {},
            .answer = std::move(answer),
            .request = std::move(request),
            .codes = std::move(codes)};
}

}  // namespace

std::vector<Route> dev_routes()
{
    Route send = verb("send", "devSend", "Gives the pool a transaction of anybody, unsigned", "SendRequest",
                      "Transaction", transaction_codes());
    send.params.push_back({.name = "wait",
                           .kind = ParamKind::number,
                           .about = "milliseconds to wait for the transaction to be included or dropped",
                           .most = 60'000,
                           .words = {}});
    return {
        {.method = "GET",
         .path = "/v1/dev/accounts",
         .operation = "devAccounts",
         .about = "The accounts of a dev chain, with their keys",
         .flags = DEV,
         .params = {},
         .answer = "DevAccounts",
         .request = {},
         .codes = {}},
        verb("mine", "devMine", "Makes blocks", "MineRequest", "Mined", {"not_found", "time_not_later"}),
        verb("set", "devSet", "Sets balances, storage, code and config in the next block, all or none",
             "SetRequest", "DevHeight"),
        std::move(send),
        verb("time", "devTime", "Moves the clock", "TimeRequest", "DevTime", {"time_not_later"}),
        verb("mining", "devMining", "Changes how blocks come", "MiningRequest", "DevMining"),
        verb("fire", "devFire", "Lets a timer be due in the next block", "FireRequest", "DevHeight",
             {"not_found"}),
        verb("pause", "devPause", "No timer fires from the next block on", "NoRequest", "DevHeight"),
        verb("resume", "devResume", "Timers fire again", "NoRequest", "DevHeight"),
        verb("snapshot", "devSnapshot", "Remembers chain, clock and mining as they are", "NoRequest",
             "DevSnapshot"),
        verb("revert", "devRevert", "Goes back to a snapshot", "RevertRequest", "DevHeight",
             {"not_found", "too_deep"}),
        {.method = "GET",
         .path = "/v1/dev/dump",
         .operation = "devDump",
         .about = "The chain as one file",
         .flags = DEV | TEXT,
         .params = {},
         .answer = {},
         .request = {},
         .codes = {"pruned"}},
        {.method = "PUT",
         .path = "/v1/dev/load",
         .operation = "devLoad",
         .about = "Puts the chain of a dump in place of this one",
         .flags = DEV | WITH_FILE,
         .params = {},
         .answer = "DevHeight",
         .request = {},
         .codes = {}},
        verb("reset", "devReset", "Goes back to genesis", "NoRequest", "DevHeight"),
    };
}

}  // namespace lariat::node
