// Problems of a node as failures, and what a person can do about each.
#pragma once

#include "client/failure.hpp"

namespace lariat::client {

/// Of an answer that is no success. A body that is no problem is shown as it is.
Failure problem_of(int status, std::string body);

/// What to do about a code; empty where nothing general can be said.
std::string_view advice(std::string_view code) noexcept;

}  // namespace lariat::client
