// Routes of the API: the one list from which requests are matched and checked and the OpenAPI document is
// made, so that no route, parameter or code can be missing from it (NODE-24).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/types.hpp"

namespace lariat::node {

/// What a parameter may be.
enum class ParamKind : u8 {
    number,   ///< decimal, from `least` to `most`
    flag,     ///< true or false
    word,     ///< one of `words`
    address,  ///< 0x and 40 hex digits
    id,       ///< 0x and 64 hex digits
    block,    ///< a height, a hash, or "head"
    bytes,    ///< 0x hex, or the UTF-8 of a text
    text,
};

struct Param {
    std::string name;
    ParamKind kind = ParamKind::text;
    std::string about;
    bool in_path = false;
    u64 least = 0, most = U64_MAX;
    std::vector<std::string> words;
};

/// Which parameters a route has beside its own, and how its answer may be kept by clients.
enum RouteFlags : u32 {
    LIST = 1,         ///< limit, cursor; the answer is a page
    HISTORY = 2,      ///< from_height, to_height, order
    AT_HEIGHT = 4,    ///< at_height
    DEV = 8,          ///< a verb of dev chains
    TEXT = 16,        ///< the answer is no JSON
    BARE = 32,        ///< not under /v1
    WITH_BODY = 64,   ///< takes a JSON body of the schema `request`
    WITH_FILE = 128,  ///< takes a body of bytes
    STREAM = 256,     ///< a WebSocket: it takes `request`, it says `answer`
};

struct Route {
    std::string method;
    std::string path;       ///< with {parameters}
    std::string operation;  ///< its name in the document and of its handler
    std::string about;
    u32 flags = 0;
    std::vector<Param> params;  ///< in the order of the document
    std::string answer;         ///< schema of the answer; of an item, for a list
    std::string request;
    std::vector<std::string> codes;      ///< problems beside those that every route may give
    std::vector<Param> all_params = {};  ///< `params` and those of its flags; routes() fills it
};

const std::vector<Route>& routes();
/// Those of the verbs of dev chains (routes_dev.cpp); part of routes().
std::vector<Route> dev_routes();
/// Problems of whoever gives a transaction to the pool.
const std::vector<std::string>& transaction_codes();
/// Problems that every route may give.
const std::vector<std::string>& common_codes();

struct Matched {
    const Route* route = nullptr;  ///< null: no such path, or not this method
    bool path_exists = false;
    std::string allow;  ///< the methods that the path has, if it does not have this one
    std::map<std::string, std::string> path_params;
};
/// `path` is decoded segment by segment; it begins with '/'.
Matched match(std::string_view method, const std::vector<std::string>& segments);

}  // namespace lariat::node
