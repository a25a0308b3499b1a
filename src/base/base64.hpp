// Base64 (RFC 4648): a strict decoder for consensus data, and a decoder with the rules of Python's base64.
#pragma once

#include "lariat/error.hpp"

namespace lariat {

enum class Base64Alphabet : u8 {
    standard,  ///< + and /
    url_safe,  ///< - and _
};

std::string base64_encode(BytesView bytes, Base64Alphabet alphabet = Base64Alphabet::standard);

/// Accepts exactly one text for each value: with padding, unused bits zero, no character outside the
/// alphabet.
std::optional<Bytes> base64_decode(std::string_view text, Base64Alphabet alphabet = Base64Alphabet::standard);

enum class Base64Mode : u8 {
    lenient,   ///< b64decode(s): skips characters outside the alphabet
    validate,  ///< b64decode(s, validate=True): refuses them; ignores unused bits
};

/// Decodes as CPython 3.11 does. The error is the text of binascii.Error. With url_safe, + and / are accepted
/// beside - and _, as urlsafe_b64decode does.
Result<Bytes, std::string> base64_decode_python(std::string_view text, Base64Mode mode = Base64Mode::lenient,
                                                Base64Alphabet alphabet = Base64Alphabet::standard);

}  // namespace lariat
