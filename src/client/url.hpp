// The address of a node: http://HOST[:PORT].
#pragma once

#include <string>

#include "client/failure.hpp"

namespace lariat::client {

struct Url {
    std::string host, port;
    std::string text;  ///< as it was given, without a slash at its end
    /// What the header Host says.
    std::string authority() const { return (is_six ? "[" + host + "]" : host) + ":" + port; }
    bool is_six = false;
};

Outcome<Url> parse_url(const std::string& text);

}  // namespace lariat::client
