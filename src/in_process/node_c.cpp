// The HTTP API without HTTP. Whatever could be thrown here is a broken invariant: noexcept ends the process.
#include "in_process/node_c.h"

#include <condition_variable>

#include "node/api.hpp"
#include "node/c_memory.hpp"
#include "node/http_head.hpp"

using namespace lariat;

/// The parts of a node in the order in which they are made; they end in the opposite one.
struct lariat_node {
    explicit lariat_node(std::unique_ptr<node::Core> opened)
        : core(std::move(opened)), api(*core, LARIAT_VERSION)
    {
        core->on_failure([this](int) {
            const std::lock_guard held(mutex);
            has_failed = true;
            answered.notify_all();
        });
        core->start();
    }

    ~lariat_node()
    {
        api.stop();
        core->stop();
        api.stop_streams();
    }

    std::unique_ptr<node::Core> core;
    node::Api api;
    std::mutex mutex;
    std::condition_variable answered;  ///< a request, or the node has failed
    bool has_failed = false;
};

namespace {

/// NAME=VALUE each.
Result<node::Settings, node::SettingError> settings_of(const char* const* settings, std::size_t count)
{
    node::SettingSources sources;
    for (const std::string_view setting : std::span(settings, count)) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string_view::npos)
            return node::SettingError{"a setting is NAME=VALUE, got \"" + std::string(setting) + "\""};
        sources.flags[std::string(setting.substr(0, equals))] = setting.substr(equals + 1);
    }
    return node::gather_settings(sources);
}

/// A line without a colon is passed over.
std::vector<std::pair<std::string, std::string>> headers_of(std::string_view lines)
{
    std::vector<std::pair<std::string, std::string>> out;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        if (const std::size_t colon = line.find(':'); colon != std::string_view::npos)
            out.emplace_back(node::trimmed(line.substr(0, colon)), node::trimmed(line.substr(colon + 1)));
    }
    return out;
}

/// Hands a request to the API and waits for the answer; nothing if the node fails meanwhile.
std::optional<node::HttpResponse> ask(lariat_node& node, node::HttpRequest request)
{
    // The answer may come after a failure, when nobody waits for it any more.
    const auto answer = std::make_shared<std::optional<node::HttpResponse>>();
    node.api.handle(std::move(request), [&node, answer](const node::MakeResponse& make) {
        node::HttpResponse response = make();
        const std::lock_guard held(node.mutex);
        *answer = std::move(response);
        node.answered.notify_all();
    });
    std::unique_lock held(node.mutex);
    node.answered.wait(held, [&] { return answer->has_value() || node.has_failed; });
    return std::move(*answer);
}

}  // namespace

int lariat_node_open(const char* const* settings, size_t count, lariat_node** node, char** message) noexcept
{
    const auto read = settings_of(settings, count);
    if (!read) return node::refuse_for_c({node::WRONG_SETTING, read.error().message}, message);
    auto opened = node::Core::open(read.value());
    if (!opened) return node::refuse_for_c(opened.error(), message);
    *node = new lariat_node(std::move(opened).value());
    return 0;
}

int lariat_node_ask(lariat_node* node, const char* method, const char* target, const char* request_headers,
                    const void* request_body, size_t request_size, char** headers, void** body,
                    size_t* size) noexcept
{
    node::HttpRequest request;
    request.method = method;
    request.target = target;
    request.headers = headers_of(request_headers);
    request.headers.emplace_back("Host", "127.0.0.1");
    request.body.assign(static_cast<const char*>(request_body), request_size);
    request.remote = "127.0.0.1";
    const auto answer = ask(*node, std::move(request));

    std::string lines, said;
    if (answer) {
        for (const auto& [name, value] : answer->headers) lines += name + ": " + value + "\n";
    } else {
        const auto why = node->core->failure();
        said = why ? why->message : "the node has failed";
    }
    const BytesView bytes = view(answer ? answer->body : said);
    *headers = node::text_for_c(lines);
    *body = node::copy_for_c(bytes);
    *size = bytes.size();
    return answer ? answer->status : 0;
}

void lariat_node_close(lariat_node* node) noexcept
{
    delete node;
}

void lariat_node_free(void* memory) noexcept
{
    std::free(memory);
}
