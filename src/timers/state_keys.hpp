// Where timers lie in the state: the keys that an id, a height and an owner give. docs/state-layout.md is
// the normative text.
#pragma once

#include "timers/record.hpp"

namespace lariat::timers {

inline constexpr u8 RECORD_TABLE = 't', HEIGHT_TABLE = 'h', OWNER_TABLE = 'o';
inline constexpr u8 CALENDAR_KEY = 'q';  ///< a key of one byte

Bytes record_key(const TimerId& id);
Bytes payload_key(const TimerId& id);  ///< of a long payload
/// Of lists: their further chunks are at the same key with a number behind.
Bytes height_key(u64 height);
Bytes owner_key(const Address& owner);
Bytes chunk_key(BytesView list, u64 number);
inline constexpr std::size_t RECORD_KEY_BYTES = 1 + 32;
inline constexpr std::size_t HEIGHT_KEY_BYTES = 1 + 32;  ///< of the head of a height's list, not of a chunk
inline constexpr std::size_t NUMBERED_KEY_BYTES = 1 + 8;
inline constexpr std::size_t ADDRESS_KEY_BYTES = 1 + 20;
Bytes client_nonce_key(const Address& owner, const Address& target, u64 nonce);
Bytes target_count_key(const Address& target);
Bytes snapshot_key(const TimerId& id);
Bytes matched_key(const TimerId& id);  ///< how many keys matched; each of them under this ‖ its number
Bytes matched_key(const TimerId& id, u32 number);
Bytes kept_key(u64 position);  ///< of a modified key that is carried over
inline constexpr u8 KEPT_TABLE = 'K';
inline constexpr std::string_view MODIFIED_KEY = "u";  ///< keys that the end of the last block modified

}  // namespace lariat::timers
