// Converts the report of a block into the structs of the public header.
#pragma once

#include "lane/ports.hpp"
#include "lariat/scheduler.hpp"

namespace lariat {

BlockReport report_view(const std::vector<lane::Fired>& fired, const timers::Report& report);

}  // namespace lariat
