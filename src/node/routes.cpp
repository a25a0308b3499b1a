// The list of routes.
#include "node/routes.hpp"

namespace lariat::node {

namespace {

Param path_param(std::string name, ParamKind kind, std::string about)
{
    return {.name = std::move(name), .kind = kind, .about = std::move(about), .in_path = true, .words = {}};
}
Param query(std::string name, ParamKind kind, std::string about)
{
    return {.name = std::move(name), .kind = kind, .about = std::move(about), .words = {}};
}
Param number(std::string name, std::string about, u64 least = 0, u64 most = U64_MAX)
{
    return {.name = std::move(name),
            .kind = ParamKind::number,
            .about = std::move(about),
            .least = least,
            .most = most,
            .words = {}};
}
Param word(std::string name, std::string about, std::vector<std::string> words)
{
    return {.name = std::move(name),
            .kind = ParamKind::word,
            .about = std::move(about),
            .words = std::move(words)};
}

Param account_in_path()
{
    return path_param("address", ParamKind::address, "an account's address");
}
Param actor_in_path()
{
    return path_param("address", ParamKind::address, "an actor's address");
}
Param id_in_path(const char* of)
{
    return path_param("id", ParamKind::id, of);
}
Param wait_param()
{
    return number("wait", "milliseconds to wait for the transaction to be included or dropped", 0, 60'000);
}

const std::vector<std::string> STATES = {"pending", "waiting", "parked", "standing", "dead", "idle", "gone"};
const std::vector<std::string> EXITS = {
    "fired", "expired", "insufficient_funds", "cancelled", "governance", "executed", "dropped", "blocked"};
const std::vector<std::string> ENDINGS = {
    "ok", "revert", "out_of_cycles", "out_of_cells", "out_of_memory", "no_handler", "no_actor"};
std::vector<Route> make_routes()
{
    using K = ParamKind;
    return {
        {"GET", "/v1/status", "getStatus", "The chain, its head, pool and timers", 0, {}, "Status", "", {}},
        {"GET", "/v1/blocks", "listBlocks", "Blocks", LIST | HISTORY, {}, "Block", "", {"pruned"}},
        {"GET",
         "/v1/blocks/{block}",
         "getBlock",
         "A block",
         0,
         {path_param("block", K::block, "a height, a hash, or head"),
          query("full", K::flag, "with all lists of its result")},
         "Block",
         "",
         {"not_found", "height_not_reached", "pruned"}},
        {"GET",
         "/v1/transactions",
         "listTransactions",
         "Transactions of blocks, or of the pool",
         LIST | HISTORY,
         {query("sender", K::address, "from this account"),
          word("status", "included [default], or of the pool", {"pending", "queued", "included", "dropped"})},
         "Transaction",
         "",
         {"pruned"}},
        {"GET",
         "/v1/transactions/{hash}",
         "getTransaction",
         "A transaction, wherever it is",
         0,
         {path_param("hash", K::id, "a transaction's hash"), wait_param()},
         "Transaction",
         "",
         {"not_found"}},
        {"POST",
         "/v1/transactions",
         "postTransaction",
         "Gives a signed transaction to the pool",
         WITH_BODY,
         {wait_param()},
         "Transaction",
         "RawTransaction",
         transaction_codes()},
        {"POST",
         "/v1/simulate",
         "simulate",
         "Runs a transaction in the coming block and keeps nothing",
         WITH_BODY,
         {},
         "Simulation",
         "SimulationRequest",
         {"tx_malformed", "wrong_chain", "bad_signature", "sender_unknown", "limit_too_high", "fee_too_low",
          "tx_expired", "insufficient_balance", "time_not_later"}},
        {"POST",
         "/v1/estimate",
         "estimate",
         "The price of a schedule, and what it would meet",
         WITH_BODY,
         {},
         "Estimate",
         "EstimateRequest",
         {}},
        {"GET",
         "/v1/accounts/{address}",
         "getAccount",
         "An account; an address never seen has known false",
         AT_HEIGHT,
         {account_in_path()},
         "Account",
         "",
         {}},
        {"GET",
         "/v1/actors",
         "listActors",
         "Actors",
         LIST,
         {query("owner", K::address, "of this owner")},
         "Actor",
         "",
         {}},
        {"GET",
         "/v1/actors/{address}",
         "getActor",
         "An actor",
         AT_HEIGHT,
         {actor_in_path()},
         "Actor",
         "",
         {"not_found"}},
        {"GET",
         "/v1/actors/{address}/code",
         "getActorCode",
         "Its source",
         AT_HEIGHT | TEXT,
         {actor_in_path()},
         "",
         "",
         {"not_found"}},
        {"GET",
         "/v1/actors/{address}/storage",
         "listStorage",
         "Its storage, by key",
         LIST | AT_HEIGHT,
         {actor_in_path(), query("prefix", K::bytes, "keys that begin with these bytes")},
         "StorageEntry",
         "",
         {"not_found"}},
        {"GET",
         "/v1/actors/{address}/storage/{key}",
         "getStorage",
         "An entry of its storage",
         AT_HEIGHT,
         {actor_in_path(), path_param("key", K::bytes, "the key")},
         "StorageEntry",
         "",
         {"not_found"}},
        {"GET",
         "/v1/timers",
         "listTimers",
         "Timers and watches that are live; with state gone, those that have left, in this order",
         LIST | AT_HEIGHT,
         {query("owner", K::address, "of this owner"), query("target", K::address, "of this target"),
          word("kind", "height or watch", {"height", "watch"}), word("state", "where it stands", STATES),
          number("due_from", "due at or above this height"), number("due_to", "due at or below this height"),
          word("sort", "by due height [default] or by creation", {"due", "created"})},
         "Timer",
         "",
         {}},
        {"GET",
         "/v1/timers/{id}",
         "getTimer",
         "A timer or watch",
         AT_HEIGHT,
         {id_in_path("a timer's id")},
         "Timer",
         "",
         {"not_found"}},
        {"GET",
         "/v1/calendar",
         "getCalendar",
         "Load of heights to come: live height timers by their due height",
         0,
         {number("from_height", "the first height [the next]", 0, U64_MAX),
          number("step", "heights that are counted together [1]", 1, 1'000'000'000),
          number("count", "how many such parts [100]", 1, 1'000)},
         "Calendar",
         "",
         {}},
        {"GET",
         "/v1/queue",
         "listQueue",
         "Timers in the order in which the coming block looks at them",
         0,
         {number("limit", "how many [100]", 1, 1'000)},
         "Queue",
         "",
         {}},
        {"GET",
         "/v1/operations",
         "listOperations",
         "Operations in the order of running",
         LIST | AT_HEIGHT,
         {query("account", K::address, "of this account"), number("until_ms", "due at or before this time")},
         "Operation",
         "",
         {}},
        {"GET",
         "/v1/operations/{id}",
         "getOperation",
         "An operation",
         AT_HEIGHT,
         {id_in_path("an operation's id")},
         "Operation",
         "",
         {"not_found"}},
        {"GET",
         "/v1/fires",
         "listFires",
         "Fires",
         LIST | HISTORY,
         {query("timer", K::id, "of this timer"), query("owner", K::address, "of this owner"),
          query("actor", K::address, "in this actor"),
          word("kind", "what fired", {"timestamp", "height", "watch", "message"}),
          word("status", "how it ended", ENDINGS)},
         "Fire",
         "",
         {"pruned"}},
        {"GET",
         "/v1/exits",
         "listExits",
         "Exits",
         LIST | HISTORY,
         {query("timer", K::id, "of this timer"), query("owner", K::address, "of this owner"),
          word("exit", "which exit", EXITS)},
         "Exit",
         "",
         {"pruned"}},
        {"GET",
         "/v1/events",
         "listEvents",
         "Events",
         LIST | HISTORY,
         {query("name", K::text, "of this name"), query("actor", K::address, "of this actor"),
          query("topic", K::text, "with this topic"), query("timer", K::id, "of this timer")},
         "Event",
         "",
         {"pruned"}},
        {"GET",
         "/v1/fees",
         "getFees",
         "Base fees of the coming block, suggested caps and tips",
         0,
         {},
         "Fees",
         "",
         {}},
        {"GET",
         "/v1/fees/history",
         "listFees",
         "Fees of past blocks",
         LIST | HISTORY,
         {number("step", "only heights that are multiples of this [1]", 1, 1'000'000)},
         "FeesAt",
         "",
         {"pruned"}},
        {"GET",
         "/v1/fairness/{address}",
         "getFairness",
         "Fairness weight of an owner in the coming block",
         0,
         {account_in_path()},
         "Fairness",
         "",
         {}},
        {"GET",
         "/v1/config",
         "getConfig",
         "The governed parameters and the fees of genesis",
         AT_HEIGHT,
         {},
         "Config",
         "",
         {}},
        {"GET",
         "/v1/proofs/timer/{id}",
         "proveTimer",
         "Proof of a timer or its absence",
         0,
         {id_in_path("a timer's id")},
         "Proof",
         "",
         {"limit_too_high"}},
        {"GET",
         "/v1/proofs/height/{height}",
         "proveHeight",
         "Proof of the timers that are due at a height",
         0,
         {Param{.name = "height", .kind = K::number, .about = "a height", .in_path = true, .words = {}}},
         "Proof",
         "",
         {"limit_too_high"}},
        {"GET",
         "/v1/proofs/operation/{id}",
         "proveOperation",
         "Proof of an operation or its absence",
         0,
         {id_in_path("an operation's id")},
         "Proof",
         "",
         {"limit_too_high"}},
        {"GET",
         "/v1/proofs/storage/{address}/{key}",
         "proveStorage",
         "Proof of an entry of storage or its absence",
         0,
         {actor_in_path(), path_param("key", K::bytes, "the key")},
         "Proof",
         "",
         {"limit_too_high"}},
        {"GET",
         "/v1/stream",
         "openStream",
         "A WebSocket with what happens",
         STREAM,
         {},
         "StreamMessage",
         "StreamRequest",
         {}},
        {"GET", "/", "getPage", "The dashboard: one page, for people", BARE | TEXT, {}, "", "", {}},
        {"GET", "/openapi.json", "getOpenapi", "This document", BARE, {}, "", "", {}},
        {"GET", "/docs", "getDocs", "The API for people", BARE | TEXT, {}, "", "", {}},
        {"GET",
         "/metrics",
         "getMetrics",
         "Metrics in the text format of Prometheus",
         BARE | TEXT,
         {},
         "",
         "",
         {}},
        {"GET", "/version", "getVersion", "Version of the program", BARE, {}, "Version", "", {}},
        {"GET", "/livez", "getLivez", "Is the process alive?", BARE | TEXT, {}, "", "", {}},
        {"GET", "/readyz", "getReadyz", "Does it take requests?", BARE | TEXT, {}, "", "", {}},
    };
}

std::vector<std::string> split(std::string_view path)
{
    std::vector<std::string> out;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::size_t slash = path.find('/');
        out.emplace_back(path.substr(0, slash));
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash);
    }
    return out;
}

bool fits(const std::vector<std::string>& pattern, const std::vector<std::string>& segments,
          std::map<std::string, std::string>& params)
{
    if (pattern.size() != segments.size()) return false;
    params.clear();
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::string& part = pattern[i];
        if (part.starts_with('{'))
            params[part.substr(1, part.size() - 2)] = segments[i];
        else if (part != segments[i])
            return false;
    }
    return true;
}

void fill_all_params(Route& route)
{
    std::vector<Param>& all = route.all_params = route.params;
    if (route.flags & HISTORY) {
        all.push_back(number("from_height", "at or above this height"));
        all.push_back(number("to_height", "at or below this height"));
        all.push_back(word("order", "the latest first [default] or last", {"desc", "asc"}));
    }
    if (route.flags & AT_HEIGHT) all.push_back(number("at_height", "as after this block [head]"));
    if (route.flags & LIST) {
        all.push_back(number("limit", "entries of a page [100]", 1, 1'000));
        all.push_back(query("cursor", ParamKind::text, "`next` of the page before"));
    }
}

}  // namespace

const std::vector<Route>& routes()
{
    static const std::vector<Route> all = [] {
        std::vector<Route> out = make_routes();
        for (Route& route : dev_routes()) out.push_back(std::move(route));
        for (Route& route : out) fill_all_params(route);
        return out;
    }();
    return all;
}

const std::vector<std::string>& transaction_codes()
{
    static const std::vector<std::string> codes = {"tx_malformed",
                                                   "wrong_chain",
                                                   "bad_signature",
                                                   "sender_unknown",
                                                   "nonce_too_low",
                                                   "nonce_gap",
                                                   "limit_too_high",
                                                   "fee_too_low",
                                                   "tx_expired",
                                                   "insufficient_balance",
                                                   "replacement_underpriced",
                                                   "sender_full",
                                                   "pool_full"};
    return codes;
}

const std::vector<std::string>& common_codes()
{
    static const std::vector<std::string> codes = {"bad_request",
                                                   "bad_json",
                                                   "bad_parameter",
                                                   "unknown_parameter",
                                                   "forbidden_host",
                                                   "forbidden_origin",
                                                   "method_not_allowed",
                                                   "timeout",
                                                   "body_too_large",
                                                   "uri_too_long",
                                                   "unsupported_media_type",
                                                   "rate_limited",
                                                   "headers_too_large",
                                                   "internal",
                                                   "starting",
                                                   "stopping",
                                                   "busy"};
    return codes;
}

Matched match(std::string_view method, const std::vector<std::string>& segments)
{
    static const std::vector<std::vector<std::string>> patterns = [] {
        std::vector<std::vector<std::string>> out;
        for (const Route& route : routes()) out.push_back(split(route.path));
        return out;
    }();
    Matched found;
    std::map<std::string, std::string> params;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        if (!fits(patterns[i], segments, params)) continue;
        const Route& route = routes()[i];
        found.path_exists = true;
        if (route.method == method || (route.method == "GET" && method == "HEAD")) {
            found.route = &route;
            found.path_params = std::move(params);
            return found;
        }
        found.allow +=
            (found.allow.empty() ? "" : ", ") + route.method + (route.method == "GET" ? ", HEAD" : "");
    }
    found.allow += ", OPTIONS";
    return found;
}

}  // namespace lariat::node
