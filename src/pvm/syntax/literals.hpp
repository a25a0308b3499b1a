// The values of number and string tokens.
#pragma once

#include <optional>

#include "pvm/syntax/token.hpp"

namespace lariat::pvm::syntax {

/// What an integer of the VM may have.
inline constexpr std::size_t INTEGER_LIMBS_MAX = 64;

/// The magnitude of a number token, least limb first, no leading zero limb; nothing: it is wider than an
/// integer may be.
std::optional<std::vector<u64>> integer_value(std::string_view token);

/// A string token without its prefix and quotes.
struct StringToken {
    bool raw = false;
    bool bytes = false;
    bool formatted = false;
    bool unicode = false;  ///< prefix u
    std::string_view body;
};
StringToken split_string(std::string_view token);

/// Appends the value of (a part of) a string's body; the reason when it is refused.
[[nodiscard]] std::optional<std::string> decode_text(std::string_view body, bool raw, std::string& to);
[[nodiscard]] std::optional<std::string> decode_bytes(std::string_view body, bool raw, std::string& to);

}  // namespace lariat::pvm::syntax
