// The files of templates/, embedded into the command at build time.
#pragma once

#include <string_view>
#include <vector>

namespace lariat::cli {

struct TemplateFile {
    std::string_view path;  ///< for instance counter/test_counter.py
    std::string_view content;
};

const std::vector<TemplateFile>& template_files();

}  // namespace lariat::cli
