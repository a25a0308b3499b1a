// Bytes as 0x… text and back.
#pragma once

#include <optional>

#include "lariat/types.hpp"

namespace lariat {

std::string to_hex(BytesView bytes);  ///< with 0x, lower case
inline std::string to_hex(const Address& a)
{
    return to_hex(view(a));
}
inline std::string to_hex(const Hash32& h)
{
    return to_hex(view(h));
}

/// Needs the 0x and an even number of digits of either case.
std::optional<Bytes> from_hex(std::string_view text);
std::optional<Address> address_from_hex(std::string_view text);
std::optional<Hash32> hash_from_hex(std::string_view text);

}  // namespace lariat
