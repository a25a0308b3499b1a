// What CPython says about a text that is no JSON.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/json_scan.hpp"

namespace lariat::pvm {

struct JsonComplaint {
    std::string_view message;  ///< empty: CPython has nothing against the text
    std::size_t at = 0;        ///< offset in bytes
};

/// Linear in the text. To be asked about texts whose nesting the scanner has accepted.
JsonComplaint json_complaint(std::string_view text, JsonControls controls);

}  // namespace lariat::pvm
