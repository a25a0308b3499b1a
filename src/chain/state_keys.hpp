// State keys of the chain's own values and of storage. Those of accounts and actors are beside their codecs.
#pragma once

#include "lariat/types.hpp"

namespace lariat::chain {

inline constexpr std::string_view PARAMS_KEY = "g";   ///< parameters fixed by genesis
inline constexpr std::string_view STATE_KEY = "m";    ///< height, time, base fees, sums
inline constexpr std::string_view RESULTS_KEY = "R";  ///< root over the results of the last block

inline constexpr u8 STORAGE_TABLE = 's';
/// The key of one entry of an actor's storage.
inline Bytes storage_key(const Address& actor, BytesView key)
{
    Bytes out;
    out.reserve(1 + actor.bytes.size() + key.size());
    out.push_back(STORAGE_TABLE);
    out.insert(out.end(), actor.bytes.begin(), actor.bytes.end());
    out.insert(out.end(), key.begin(), key.end());
    return out;
}

}  // namespace lariat::chain
