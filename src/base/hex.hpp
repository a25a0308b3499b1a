// Converts bytes to hexadecimal text with the prefix 0x, and back.
#pragma once

#include <optional>

#include "lariat/types.hpp"

namespace lariat {

std::string to_hex(BytesView bytes);  ///< lower case, with 0x
inline std::string to_hex(const Address& a)
{
    return to_hex(view(a));
}
inline std::string to_hex(const Hash32& h)
{
    return to_hex(view(h));
}

/// nullopt without the prefix 0x, with an odd number of digits, or with another number of bytes than the type
/// has. Digits may be of either case.
std::optional<Bytes> from_hex(std::string_view text);
std::optional<Address> address_from_hex(std::string_view text);
std::optional<Hash32> hash_from_hex(std::string_view text);

}  // namespace lariat
