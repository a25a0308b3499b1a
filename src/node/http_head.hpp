// Checks the head of an HTTP request before the parser sees it: everything on which two programs could
// disagree about where a request ends is refused (NODE-56).
#pragma once

#include <string>
#include <string_view>

namespace lariat::node {

/// Why a head is refused, and the HTTP status that says so; `status` 0: it is fine.
struct HeadVerdict {
    int status = 0;
    std::string detail;
};

/// `head` is all bytes up to and with the empty line. Refused with 400: a NUL or another control character, a
/// line end without CR, a folded line, a space before a colon, two Content-Length or Host fields,
/// Content-Length beside Transfer-Encoding, a Transfer-Encoding other than "chunked". With 414: a target
/// above `target_max` bytes.
HeadVerdict check_head(std::string_view head, std::size_t target_max);

/// Without spaces and tabs at its ends, as the value of a field counts.
std::string_view trimmed(std::string_view s);

/// Names of fields and their words, whatever their case.
bool same_name(std::string_view a, std::string_view b);

}  // namespace lariat::node
