// What holds for every route: hosts, origins, bodies, tokens, entity tags, compression.
#include "node/api.hpp"

#include <algorithm>

#include <arpa/inet.h>
#include <zlib.h>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "lariat/assert.hpp"
#include "node/openapi.hpp"
#include "node/page.hpp"
#include "trace/output.hpp"

namespace lariat::node {

namespace {

constexpr std::size_t GZIP_FROM_BYTES = 1'024;
/// Counts requests that have no route.
constexpr const char* NO_ROUTE = "none";

bool has_header(const HttpResponse& answer, std::string_view name)
{
    return std::any_of(answer.headers.begin(), answer.headers.end(),
                       [&](const auto& header) { return header.first == name; });
}

/// For metrics: clients make no labels.
std::string known_method(const std::string& method)
{
    for (const char* known : {"GET", "HEAD", "POST", "PUT", "OPTIONS"})
        if (method == known) return method;
    return "other";
}

std::string etag_of_text(const std::string& text)
{
    return to_hex(keccak256(view(text))).substr(2, 32);
}

std::string lower(std::string text)
{
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

/// A host without its port; IPv6 without brackets.
std::string without_port(const std::string& host)
{
    if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
    const std::size_t colon = host.rfind(':');
    return host.substr(0, colon);
}

bool is_ip_address(const std::string& host)
{
    in6_addr six{};
    in_addr four{};
    return inet_pton(AF_INET, host.c_str(), &four) == 1 || inet_pton(AF_INET6, host.c_str(), &six) == 1;
}

bool is_json(const std::string& content_type)
{
    const std::string type = lower(content_type.substr(0, content_type.find(';')));
    const std::size_t end = type.find_last_not_of(" \t");
    return type.substr(0, end == std::string::npos ? 0 : end + 1) == "application/json";
}

/// Of equal length whatever differs, so that time tells nothing.
bool same_secret(const std::string& a, const std::string& b)
{
    if (a.size() != b.size()) return false;
    unsigned char different = 0;
    for (std::size_t i = 0; i < a.size(); ++i) different |= static_cast<unsigned char>(a[i] ^ b[i]);
    return different == 0;
}

/// Is this `q=0`, whatever the digits?
bool is_refusal(const std::string& weight)
{
    return weight.starts_with("q=0") && weight.find_first_not_of("0.", 2) == std::string::npos;
}

using SyncHandler = Outcome (*)(Core&, const Call&);
using LaterHandler = void (*)(Core&, const Call&, LaterOutcome);

const std::map<std::string, SyncHandler>& sync_handlers()
{
    static const std::map<std::string, SyncHandler> all = {
        {"getStatus", answer_status},         {"getBlock", answer_block},
        {"listBlocks", answer_history},       {"listTransactions", answer_transactions},
        {"listFires", answer_history},        {"listExits", answer_history},
        {"listEvents", answer_history},       {"getFees", answer_fees},
        {"listFees", answer_fees_history},    {"getAccount", answer_account},
        {"listActors", answer_actors},        {"getActor", answer_actor},
        {"getActorCode", answer_actor},       {"listStorage", answer_storage_list},
        {"getStorage", answer_storage},       {"listTimers", answer_timers},
        {"getTimer", answer_timer},           {"getCalendar", answer_calendar},
        {"listQueue", answer_queue},          {"listOperations", answer_operations},
        {"getOperation", answer_operation},   {"getFairness", answer_fairness},
        {"getConfig", answer_config},         {"proveTimer", answer_proof},
        {"proveHeight", answer_proof},        {"proveOperation", answer_proof},
        {"proveStorage", answer_proof},       {"estimate", answer_estimate},
        {"devAccounts", answer_dev_accounts}, {"devSet", answer_dev_set},
        {"devFire", answer_dev_fire},         {"devPause", answer_dev_pause},
        {"devResume", answer_dev_pause},      {"devTime", answer_dev_time},
        {"devMining", answer_dev_mining},     {"devSnapshot", answer_dev_snapshot},
        {"devRevert", answer_dev_revert},     {"devReset", answer_dev_reset},
        {"devDump", answer_dev_dump},         {"devLoad", answer_dev_load},
    };
    return all;
}

const std::map<std::string, LaterHandler>& later_handlers()
{
    static const std::map<std::string, LaterHandler> all = {{"postTransaction", answer_post},
                                                            {"getTransaction", answer_transaction},
                                                            {"devMine", answer_mine},
                                                            {"devSend", answer_dev_send},
                                                            {"simulate", answer_simulate}};
    return all;
}

}  // namespace

Api::Api(Core& core, std::string version)
    : core_(core),
      settings_(core.settings()),
      version_(std::move(version)),
      streams_(core, core.settings().max_streams),
      rate_(core.settings().rate)
{
    for (const Route& route : routes()) {
        const bool handled = sync_handlers().contains(route.operation) ||
                             later_handlers().contains(route.operation) || (route.flags & (BARE | STREAM));
        LARIAT_ASSERT(handled);
    }
}

std::size_t Api::body_limit(const HttpRequest& head) const
{
    constexpr std::size_t DUMP_BYTES_MAX = std::size_t{1} << 30;
    const auto target = read_target(head.target);
    if (!target || check_origin(head, false)) return 0;
    const Matched found = match(head.method, target.value().segments);
    const bool takes_file = found.route && (found.route->flags & WITH_FILE);
    return takes_file && !check_token(head, *found.route) ? DUMP_BYTES_MAX : 0;
}

HttpResponse Api::refuse(int status, const std::string& detail)
{
    HttpResponse answer = problem_answer({std::string(code_of_status(status)), detail});
    core_.metrics().request(NO_ROUTE, "other", answer.status, 0);
    return answer;
}

bool Api::is_own_host(const std::string& host) const
{
    const std::string name = lower(without_port(host));
    return name == "localhost" || is_ip_address(name) ||
           std::any_of(settings_.hosts.begin(), settings_.hosts.end(),
                       [&](const std::string& known) { return lower(known) == name; });
}

/// Keeps web pages of others out: they can make a browser send requests here (NODE-56).
std::optional<Problem> Api::check_origin(const HttpRequest& request, bool is_stream) const
{
    const std::string* host = request.header("Host");
    if (!host || !is_own_host(*host))
        return Problem{"forbidden_host",
                       "Host is " + (host ? "\"" + host->substr(0, 100) + "\"" : std::string("missing")) +
                           "; this node answers to localhost, IP addresses and the setting hosts"};
    const std::string* origin = request.header("Origin");
    const bool only_reads = request.method == "GET" || request.method == "HEAD";
    if (!origin || (only_reads && !is_stream)) return std::nullopt;
    const bool own = *origin == "http://" + *host;
    if (own || std::find(settings_.cors.begin(), settings_.cors.end(), *origin) != settings_.cors.end())
        return std::nullopt;
    return Problem{"forbidden_origin", "pages of \"" + origin->substr(0, 100) +
                                           "\" may not use this node; the setting cors lets an origin in"};
}

std::optional<Problem> Api::check_body(const HttpRequest& request, const Route& route) const
{
    if (request.header("Content-Encoding"))
        return Problem{"unsupported_media_type", "a request is sent as it is, without Content-Encoding"};
    const std::string* type = request.header("Content-Type");
    if (route.flags & WITH_FILE && (!type || lower(*type) != "application/octet-stream"))
        return Problem{"unsupported_media_type", "Content-Type must be application/octet-stream"};
    if (!(route.flags & WITH_BODY)) return std::nullopt;
    if (!type || !is_json(*type))
        return Problem{"unsupported_media_type", "Content-Type must be application/json"};
    return std::nullopt;
}

std::optional<Problem> Api::check_token(const HttpRequest& request, const Route& route) const
{
    if (!(route.flags & DEV)) return std::nullopt;
    if (!settings_.dev) return Problem{"not_dev", "this chain is no dev chain: it has no verbs"};
    if (settings_.token.empty()) return std::nullopt;
    const std::string* given = request.header("Authorization");
    constexpr std::size_t SCHEME = 7;  // its letters may be of either case
    if (given && lower(given->substr(0, SCHEME)) == "bearer " &&
        same_secret(given->substr(SCHEME), settings_.token))
        return std::nullopt;
    return Problem{"unauthorized", "send Authorization: Bearer TOKEN with the token of this node"};
}

void Api::handle(HttpRequest request, HttpReply reply)
{
    const u64 height = streams_.head();
    const auto began = std::chrono::steady_clock::now();
    const auto complete = [this, height, began](const HttpRequest& asked, const std::string& operation,
                                                HttpResponse answer) {
        if (!has_header(answer, "Lariat-Height"))
            answer.headers.emplace_back("Lariat-Height", std::to_string(height));
        add_cors(asked, answer);
        core_.metrics().request(
            operation, known_method(asked.method), answer.status,
            std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        return answer;
    };
    std::string operation = NO_ROUTE;
    const auto tell = [&](HttpResponse answer) {
        reply([made = complete(request, operation, std::move(answer))] { return made; });
    };
    const auto fail = [&](const Problem& problem) { tell(problem_answer(problem)); };
    if (auto problem = check_origin(request, false)) return fail(*problem);
    if (!rate_.admits(request.remote, host_now_ms()))
        return fail(
            {"rate_limited", "more than " + std::to_string(settings_.rate) + " requests in a second"});
    const auto target = read_target(request.target);
    if (!target) return fail(target.error());
    const Matched found = match(request.method, target.value().segments);
    if (!found.path_exists)
        return fail({"not_found", "no route has this path; /openapi.json lists all routes"});
    if (request.method == "OPTIONS") return tell({204, {{"Allow", found.allow}}, {}});
    if (!found.route) {
        HttpResponse answer = problem_answer({"method_not_allowed", "this path takes " + found.allow});
        answer.headers.emplace_back("Allow", found.allow);
        return tell(std::move(answer));
    }
    const Route& route = *found.route;
    operation = route.operation;
    if (stopping_ && operation != "getLivez") return fail({"stopping", "the node is stopping"});
    if (auto problem = check_token(request, route)) return fail(*problem);
    if (auto problem = check_body(request, route)) return fail(*problem);
    auto params = check_params(route, found.path_params, target.value());
    if (!params) return fail(params.error());
    nlohmann::json body;
    if (route.flags & WITH_BODY) {
        auto read = read_body(request.body);
        if (!read) return fail(read.error());
        body = std::move(read).value();
        if (!body.is_object()) return fail(bad_request("the body must be a JSON object"));
    }
    if (route.flags & STREAM)
        return fail(bad_request("this path is a WebSocket: ask for an upgrade to version 13 with a key"));
    Call call(route, std::move(params).value(), std::move(body));
    if (route.flags & WITH_FILE) call.set_file(to_bytes(request.body));
    std::string().swap(request.body);  // clear() would keep its memory until the answer is there
    const bool only_reads = request.method == "GET" || request.method == "HEAD" || operation == "simulate" ||
                            operation == "estimate";
    // Whoever answers later makes blocks: writing and packing are not for its thread.
    const auto asked = std::make_shared<const HttpRequest>(std::move(request));
    const auto give = [this, complete, operation, only_reads, asked, reply](LaterOutcome::Make make) {
        reply([this, complete, operation, only_reads, asked, make = std::move(make)] {
            const Outcome outcome = make();
            HttpResponse answer =
                complete(*asked, operation,
                         operation == "getPage" ? page_answer(*asked, outcome.value().height)
                                                : finish(*asked, outcome));
            answer.changed_nothing = only_reads;
            return answer;
        });
    };
    dispatch(call, LaterOutcome(give));
}

void Api::dispatch(const Call& call, LaterOutcome reply)
{
    const std::string& operation = call.route().operation;
    if (const auto later = later_handlers().find(operation); later != later_handlers().end())
        return later->second(core_, call, std::move(reply));
    if (const auto sync = sync_handlers().find(operation); sync != sync_handlers().end())
        return reply(sync->second(core_, call));
    Answer answer;
    if (operation == "getOpenapi") {
        answer.text = openapi_text(version_);
        answer.content_type = "application/json";
        answer.etag = etag_of_text(answer.text);
    } else if (operation == "getDocs") {
        answer.text = docs_page(version_);
        answer.content_type = "text/html; charset=utf-8";
        answer.etag = etag_of_text(answer.text);
    } else if (operation == "getVersion") {
        answer.json = {{"version", version_}};
        answer.etag = etag_of_text(version_);
    } else if (operation == "getMetrics") {
        Metrics::Now now;
        {
            const auto held = core_.lock();
            now = core_.metrics_now();
        }
        now.streams = streams_.count();
        answer.text = core_.metrics().page(now);
        answer.content_type = "text/plain; version=0.0.4; charset=utf-8";
    } else {
        answer.text = "ok\n";
        answer.content_type = "text/plain; charset=utf-8";
    }
    {
        const auto held = core_.lock();
        answer.height = core_.head().height;
    }
    reply(answer);
}

HttpResponse Api::finish(const HttpRequest& request, const Outcome& outcome) const
{
    if (!outcome) return problem_answer(outcome.error());
    const Answer& made = outcome.value();
    HttpResponse answer;
    answer.status = made.status;
    const bool is_text = !made.content_type.empty();
    answer.body = is_text ? made.text : made.json.dump();
    answer.headers = {{"Content-Type", is_text ? made.content_type : "application/json"},
                      {"Lariat-Height", std::to_string(made.height)},
                      {"Cache-Control", "no-cache"},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Vary", "Accept-Encoding, Origin"}};
    if (!made.etag.empty()) {
        answer.headers.emplace_back("ETag", "\"" + made.etag + "\"");
        const std::string* known = request.header("If-None-Match");
        if (made.status == 200 && known && matches_etag(*known, "\"" + made.etag + "\"")) {
            answer.status = 304;
            answer.body.clear();
        }
    }
    if (answer.body.size() >= GZIP_FROM_BYTES && accepts_gzip(request))
        if (auto packed = gzip(answer.body)) {
            answer.body = std::move(*packed);
            answer.headers.emplace_back("Content-Encoding", "gzip");
        }
    return answer;
}

void Api::add_cors(const HttpRequest& request, HttpResponse& answer) const
{
    const std::string* origin = request.header("Origin");
    if (!origin || std::find(settings_.cors.begin(), settings_.cors.end(), *origin) == settings_.cors.end())
        return;
    answer.headers.emplace_back("Access-Control-Allow-Origin", *origin);
    answer.headers.emplace_back("Access-Control-Expose-Headers", "Lariat-Height, ETag, Retry-After");
    if (request.method == "OPTIONS") {
        answer.headers.emplace_back("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT");
        answer.headers.emplace_back("Access-Control-Allow-Headers",
                                    "Content-Type, Authorization, If-None-Match");
        answer.headers.emplace_back("Access-Control-Max-Age", "600");
    }
}

/// Takes the first of what commas separate off `rest`.
std::string_view take_listed(std::string_view& rest)
{
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view one = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    return one;
}

/// RFC 9110, section 12.5.3, for the one encoding that there is.
bool accepts_gzip(const HttpRequest& request)
{
    const std::string* accepted = request.header("Accept-Encoding");
    if (!accepted) return false;
    std::string list = lower(*accepted);
    std::erase_if(list, [](char c) { return c == ' ' || c == '\t'; });
    std::optional<bool> named, any;
    for (std::string_view rest = list; !rest.empty();) {
        const std::string_view one = take_listed(rest);
        const std::size_t semicolon = one.find(';');
        const std::string_view coding = one.substr(0, semicolon);
        const bool wanted =
            semicolon == std::string_view::npos || !is_refusal(std::string(one.substr(semicolon + 1)));
        if (coding == "gzip" || coding == "x-gzip") named = wanted;
        if (coding == "*") any = wanted;
    }
    return named.value_or(any.value_or(false));
}

bool matches_etag(const std::string& if_none_match, const std::string& etag)
{
    for (std::string_view rest = if_none_match; !rest.empty();) {
        std::string_view one = take_listed(rest);
        one.remove_prefix(std::min(one.find_first_not_of(" \t"), one.size()));
        one = one.substr(0, one.find_last_not_of(" \t") + 1);
        if (one.starts_with("W/")) one.remove_prefix(2);
        if (one == "*" || one == etag) return true;
    }
    return false;
}

std::optional<std::string> gzip(const std::string& body)
{
    constexpr int WINDOW_BITS = 15, GZIP_HEADER = 16, MEMORY_LEVEL = 8;
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, WINDOW_BITS + GZIP_HEADER, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return std::nullopt;
    std::string out(deflateBound(&stream, body.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    stream.avail_in = static_cast<uInt>(body.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int code = deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    if (code != Z_STREAM_END) return std::nullopt;
    return out;
}

}  // namespace lariat::node
