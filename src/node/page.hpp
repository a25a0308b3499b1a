// The dashboard: one page, built ahead from web/ and embedded, served at `/`.
#pragma once

#include <string_view>

#include "node/http_server.hpp"

namespace lariat::node {

struct BuiltInPage {
    std::string_view html;
    std::string_view packed;  ///< by gzip
    std::string_view policy;  ///< Content-Security-Policy: names script and style by their hashes
    std::string_view etag;
    bool is_built = false;  ///< false: npm was not there, and the page says so
};
/// In a source that tools/embed_page.py generates.
extern const BuiltInPage BUILT_IN_PAGE;

/// The page, or 304 if the client has it. `height` is the head's.
HttpResponse page_answer(const HttpRequest& request, u64 height);

}  // namespace lariat::node
