// Starts the parts in order and stops them in the opposite one.
#include "node/node.hpp"

#include <csignal>
#include <iostream>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/hex.hpp"
#include "base/kept_memory.hpp"
#include "node/api.hpp"
#include "node/log.hpp"
#include "node/sqlite_memory.hpp"

namespace lariat::node {

namespace {

constexpr int SECOND_SIGNAL = 130;
constexpr int STOP_WAIT_MS = 5'000;

sigset_t ending_signals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM}) sigaddset(&set, signal);
    return set;
}

/// Threads that are made afterwards inherit the mask: only sigwait() sees the signals.
void block_signals()
{
    const sigset_t set = ending_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

/// As many descriptors as the system lets this process have: each connection takes one, and the usual limit
/// leaves no room for `max_connections` beside the files.
void raise_descriptor_limit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void greet(const Settings& settings, const std::string& url)
{
    std::string out = "\n  lariat node, listening on " + url + "\n";
    if (settings.dev) {
        out +=
            "\n  Accounts of this dev chain. The whole world has their keys: use them for play money "
            "alone.\n\n";
        for (const PrivateKey& key : dev_keys())
            out += "    " + to_hex(*address_of(key)) + "  " + to_hex(BytesView(key)) + "\n";
    }
    out += "\n  The API for people: " + url + "/docs\n\n  Try:\n    curl " + url + "/v1/status\n    curl " +
           url + "/v1/blocks/head\n    curl " + url + "/v1/accounts/" + to_hex(*address_of(dev_keys()[0])) +
           "\n\n";
    std::cerr << out << std::flush;
}

}  // namespace

int run_node(const Settings& settings, const std::string& version)
{
    block_signals();
    raise_descriptor_limit();
    keep_memory();
    keep_sqlite_pages_apart();
    Log log(settings.log_level, settings.log_format);
    const auto refuse = [&](const ExitError& error) {
        log.error(error.message);
        return error.exit;
    };
    auto opened = Core::open(settings);
    if (!opened) return refuse(opened.error());
    Core& core = *opened.value();
    Api api(core, version);

    HttpLimits limits;
    limits.connections = settings.max_connections;
    const Endpoint endpoint = *endpoint_of(settings.listen);
    auto listening = HttpServer::listen(endpoint.address, endpoint.port, api, limits);
    if (!listening)
        return refuse({listening.error().address_in_use ? ADDRESS_TAKEN : 1, listening.error().message});
    HttpServer& server = *listening.value();
    api.set_port(server.port());

    int failure = 0;
    core.on_failure([&](int exit) {
        failure = exit;
        ::kill(::getpid(), SIGTERM);
    });
    server.run();
    core.start();
    const std::string url = url_of(endpoint, server.port());
    u64 height = 0;
    {
        const auto held = core.lock();
        height = core.head().height;
    }
    for (const std::string& remark : core.remarks()) log.warn(remark);
    const OrderedJson first{{"listen", url},
                            {"chain_id", core.chain().params().chain_id},
                            {"height", height},
                            {"dev", settings.dev}};
    std::cout << first.dump() << std::endl;
    if (::isatty(STDERR_FILENO) && settings.log_format != LogFormat::json) greet(settings, url);
    log.info("listening on " + url);

    const sigset_t set = ending_signals();
    int signal = 0;
    sigwait(&set, &signal);
    // A second signal ends at once, with nothing lost that a client was told of.
    std::thread([set] {
        int second = 0;
        sigwait(&set, &second);
        ::_exit(SECOND_SIGNAL);
    }).detach();
    log.info(failure ? "stopping after a failure" : "stopping");
    api.stop();
    core.stop();
    api.stop_streams();
    server.stop(STOP_WAIT_MS);
    if (const auto why = core.failure()) return refuse(*why);
    return failure;
}

}  // namespace lariat::node
