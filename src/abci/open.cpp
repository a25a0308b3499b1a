// Opens the application in a validator's home, and ends it.
#include <charconv>
#include <fstream>
#include <sstream>

#include "abci/application.hpp"
#include "base/hex.hpp"

namespace lariat::abci {

namespace {

constexpr int STOP_WAIT_MS = 5'000;

/// In blocks, as CometBFT's genesis says; its own default where that is silent.
u64 evidence_age(const nlohmann::json& document)
{
    constexpr u64 DEFAULT = 100'000;
    const auto at = nlohmann::json::json_pointer("/consensus_params/evidence/max_age_num_blocks");
    const nlohmann::json age = document.contains(at) ? document[at] : nlohmann::json();
    if (age.is_number_unsigned()) return age.get<u64>();
    if (!age.is_string()) return DEFAULT;
    u64 out = 0;
    const std::string& text = age.get_ref<const std::string&>();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size() ? out : DEFAULT;
}

}  // namespace

Result<Options, std::string> read_options(std::string_view given)
{
    const auto json = nlohmann::json::parse(given, nullptr, false);
    if (!json.is_object()) return std::string("the options are no JSON object");
    Options out;
    std::string level = "info";
    try {
        for (const auto& [key, value] : json.items()) {
            if (key == "home")
                out.home = value.get<std::string>();
            else if (key == "listen")
                out.listen = value.get<std::string>();
            else if (key == "hosts")
                out.hosts = value.get<std::vector<std::string>>();
            else if (key == "cors")
                out.cors = value.get<std::vector<std::string>>();
            else if (key == "block_time_ms")
                out.block_time_ms = value.get<u64>();
            else if (key == "keep_blocks")
                out.keep_blocks = value.get<u64>();
            else if (key == "keep_states")
                out.keep_states = value.get<u64>();
            else if (key == "snapshot_every")
                out.snapshot_every = value.get<u64>();
            else if (key == "retain_blocks")
                out.retain_blocks = value.get<u64>();
            else if (key == "rules")
                out.rules = {value.at(0).get<u64>(), value.at(1).get<u64>()};
            else if (key == "stall_seconds")
                (void)value.get<u32>();  // cluster/stall.go takes it
            else if (key == "log_level")
                level = value.get<std::string>();
            else
                return "unknown option " + key;
        }
    } catch (const nlohmann::json::exception& wrong) {
        return std::string("the options: ") + wrong.what();
    }
    const auto known = node::log_level_from_name(level);
    if (!known) return "log_level must be debug, info, warn or error, got " + level;
    out.log_level = *known;
    if (out.home.empty()) return std::string("home is missing");
    if (!out.listen.empty() && !node::endpoint_of(out.listen))
        return "listen must be ADDRESS:PORT, got " + out.listen;
    return out;
}

Result<std::unique_ptr<Application>, node::ExitError> Application::open(const Options& options)
{
    std::unique_ptr<Application> application(new Application(options));
    if (auto error = application->finish_interrupted_join()) return *error;
    if (auto error = application->open_core()) return *error;
    {
        const auto held = application->core_->lock();
        if (auto error = application->core_->wrong_rules(options.rules)) return *error;
    }
    if (auto error = application->begin_to_serve()) return *error;
    return application;
}

std::optional<node::ExitError> Application::open_core()
{
    const auto wrong = [](const std::string& why) { return node::ExitError{node::WRONG_SETTING, why}; };
    const std::string path = options_.home + "/config/genesis.json";
    std::ifstream in(path);
    const auto document = nlohmann::json::parse(in, nullptr, false);
    if (!document.is_object() || !document.contains("app_state"))
        return wrong(path + " is no genesis of a cluster: it has no app_state");
    genesis_ = document["app_state"];
    evidence_blocks_ = evidence_age(document);
    if (genesis_.is_object() && genesis_.value("dev", nlohmann::json(false)) != nlohmann::json(false))
        return wrong(path + ": a dev chain is not replicated; leave dev out of app_state");
    const std::string kept = options_.home + "/config/lariat-genesis.json";
    {
        std::ofstream out(kept, std::ios::trunc);
        out << genesis_.dump(2) << '\n';
        if (!out.flush()) return node::ExitError{1, "cannot write " + kept};
    }

    node::Settings settings;
    settings.data = options_.home + "/lariat";
    // A chain that began with a snapshot says so in its own copy of the genesis.
    std::ifstream own(settings.data + "/genesis.json");
    auto made_from = nlohmann::json::parse(own, nullptr, false);
    const bool has_joined = made_from.is_object() && made_from.erase("fork") > 0;
    if (has_joined && made_from != genesis_) return wrong(path + " is not the genesis of " + settings.data);
    if (!has_joined) settings.genesis = kept;
    settings.block_time_ms = options_.block_time_ms;
    settings.keep_blocks = options_.keep_blocks;
    settings.keep_states = options_.keep_states;
    settings.hosts = options_.hosts;
    settings.cors = options_.cors;
    settings.log_level = options_.log_level;
    if (!options_.listen.empty()) settings.listen = options_.listen;
    auto core = node::Core::open(settings, node::Blocks::given);
    if (!core) return core.error();
    core_ = std::move(core).value();
    for (const std::string& remark : core_->remarks()) log_.warn(remark);
    core_->on_failure([](int) {});  // whoever meets the error ends the process
    return std::nullopt;
}

std::optional<node::ExitError> Application::begin_to_serve()
{
    if (!options_.listen.empty()) {
        api_ = std::make_unique<node::Api>(*core_, LARIAT_VERSION);
        node::HttpLimits limits;
        limits.connections = core_->settings().max_connections;
        node::Endpoint endpoint = *node::endpoint_of(options_.listen);
        if (port_ != 0) endpoint.port = port_;  // the same again
        auto listening = node::HttpServer::listen(endpoint.address, endpoint.port, *api_, limits);
        if (!listening)
            return node::ExitError{listening.error().address_in_use ? node::ADDRESS_TAKEN : 1,
                                   listening.error().message};
        server_ = std::move(listening).value();
        port_ = server_->port();
        api_->set_port(port_);
        url_ = node::url_of(endpoint, server_->port());
        server_->run();
    }
    core_->start();
    return std::nullopt;
}

void Application::end_serving()
{
    if (api_) api_->stop();
    if (core_) core_->stop();
    if (api_) api_->stop_streams();
    if (server_) server_->stop(STOP_WAIT_MS);
    server_.reset();
    api_.reset();
    core_.reset();
}

Application::~Application()
{
    snapshots_.stop();
    end_serving();
}

}  // namespace lariat::abci
