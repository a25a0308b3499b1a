// Memory that a C interface hands out: made by malloc(), with a NUL behind the bytes, so that text can be
// read as a C string.
#pragma once

#include <cstdlib>
#include <cstring>

#include "lariat/assert.hpp"
#include "lariat/types.hpp"
#include "node/exit_error.hpp"

namespace lariat::node {

inline void* copy_for_c(BytesView bytes)
{
    void* out = std::malloc(bytes.size() + 1);
    LARIAT_ASSERT(out);
    if (!bytes.empty()) std::memcpy(out, bytes.data(), bytes.size());
    static_cast<char*>(out)[bytes.size()] = '\0';
    return out;
}

inline char* text_for_c(std::string_view text)
{
    return static_cast<char*>(copy_for_c(view(text)));
}

/// Says why in *message, and returns the status.
inline int refuse_for_c(const ExitError& error, char** message)
{
    *message = text_for_c(error.message);
    return error.exit;
}

}  // namespace lariat::node
