// Base64 (RFC 4648): the strict form that consensus reads, and the forms that Python's base64 reads.
#pragma once

#include "lariat/error.hpp"

namespace lariat {

enum class Base64Alphabet : u8 {
    standard,  ///< + and /
    url_safe,  ///< - and _
};

std::string base64_encode(BytesView bytes, Base64Alphabet alphabet = Base64Alphabet::standard);

/// One text for each value: padded, left-over bits zero, nothing outside the alphabet.
std::optional<Bytes> base64_decode(std::string_view text, Base64Alphabet alphabet = Base64Alphabet::standard);

enum class Base64Mode : u8 {
    lenient,   ///< b64decode(s): characters outside the alphabet are skipped
    validate,  ///< b64decode(s, validate=True): they are refused; left-over bits are not looked at
};

/// As CPython 3.11 decodes. The error is the text of its binascii.Error. With url_safe, + and / still
/// count as digits beside - and _, as in urlsafe_b64decode.
Result<Bytes, std::string> base64_decode_python(std::string_view text, Base64Mode mode = Base64Mode::lenient,
                                                Base64Alphabet alphabet = Base64Alphabet::standard);

}  // namespace lariat
