// Logs on standard error, a line for each event (section 10 of the node's specification). Never given to it:
// keys, tokens, payloads, sources.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "node/settings.hpp"

namespace lariat::node {

class Log {
public:
    using Fields = std::vector<std::pair<std::string, std::string>>;

    Log(LogLevel level, LogFormat format);
    ~Log();

    void debug(const std::string& message, const Fields& fields = {})
    {
        write(LogLevel::debug, message, fields);
    }
    void info(const std::string& message, const Fields& fields = {})
    {
        write(LogLevel::info, message, fields);
    }
    void warn(const std::string& message, const Fields& fields = {})
    {
        write(LogLevel::warn, message, fields);
    }
    void error(const std::string& message, const Fields& fields = {})
    {
        write(LogLevel::error, message, fields);
    }

private:
    void write(LogLevel level, const std::string& message, const Fields& fields);

    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace lariat::node
