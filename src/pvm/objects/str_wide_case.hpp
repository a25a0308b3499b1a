// What str's methods about case and classes do with text that is not all ASCII.
#pragma once

#include <string>
#include <string_view>

#include "lariat/types.hpp"

namespace lariat::pvm::wide {

std::string upper(std::string_view text);
std::string lower(std::string_view text);
std::string folded(std::string_view text);
std::string swapped(std::string_view text);
/// Each word's first letter upper and the rest lower, or that of the whole text alone.
std::string titled(std::string_view text, bool first_alone);

bool all(std::string_view text, u32 wanted);  ///< classes of unicode.hpp, one of which each has; false of ""
bool identifier(std::string_view text);
bool in_case(std::string_view text, bool want_upper);
bool is_titled(std::string_view text);

}  // namespace lariat::pvm::wide
