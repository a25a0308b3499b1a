// Over spdlog: levels, time stamps and locking are its.
#include "node/log.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

namespace lariat::node {

namespace {

spdlog::level::level_enum level_of(LogLevel level)
{
    switch (level) {
        case LogLevel::debug:
            return spdlog::level::debug;
        case LogLevel::info:
            return spdlog::level::info;
        case LogLevel::warn:
            return spdlog::level::warn;
        case LogLevel::error:
            return spdlog::level::err;
    }
    return spdlog::level::info;
}

/// As a JSON text: control characters are escaped, bytes that are no UTF-8 replaced.
std::string json_escaped(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string plain(const std::string& text)
{
    const std::string whole = json_escaped(text);
    return whole.substr(1, whole.size() - 2);
}

}  // namespace

class Log::Impl {
public:
    Impl(LogLevel level, LogFormat log_format) : format(log_format)
    {
        logger.set_level(level_of(level));
        const char* pattern = format == LogFormat::json
                                  ? "{\"ts\":\"%Y-%m-%dT%H:%M:%S.%eZ\",\"level\":\"%l\",%v}"
                                  : "%Y-%m-%dT%H:%M:%S.%eZ %l: %v";
        logger.set_formatter(
            std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::utc));
        logger.flush_on(spdlog::level::debug);
    }

    LogFormat format;
    spdlog::logger logger{"lariat", std::make_shared<spdlog::sinks::stderr_sink_mt>()};
};

Log::Log(LogLevel level, LogFormat format) : impl_(std::make_unique<Impl>(level, format)) {}
Log::~Log() = default;

void Log::write(LogLevel level, const std::string& message, const Fields& fields)
{
    const bool json = impl_->format == LogFormat::json;
    std::string line = json ? "\"msg\":" + json_escaped(message) : plain(message);
    for (const auto& [key, value] : fields)
        line += json ? "," + json_escaped(key) + ":" + json_escaped(value) : " " + key + "=" + plain(value);
    impl_->logger.log(level_of(level), "{}", line);
}

}  // namespace lariat::node
