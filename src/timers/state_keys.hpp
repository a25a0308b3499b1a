// Where timers lie in the state: the keys that an id, a height and an owner give. docs/state-layout.md is
// the normative text.
#pragma once

#include "timers/record.hpp"

namespace lariat::timers {

inline constexpr u8 RECORD_TABLE = 't', HEIGHT_TABLE = 'h', OWNER_TABLE = 'o';
inline constexpr u8 PAYLOAD_TABLE = 'p', SECOND_PAYLOAD_TABLE = 'x';
inline constexpr u8 CALENDAR_KEY = 'q';  ///< a key of one byte

/// A key of any of these tables, on the stack: a block makes a dozen for each timer.
class Key {
public:
    explicit Key(u8 table) : size_(1) { bytes_[0] = table; }
    explicit Key(BytesView whole) : size_(0) { add(whole); }
    Key& add(BytesView part);
    Key& add_u32(u32 number);
    Key& add_u64(u64 number);
    operator BytesView() const noexcept { return {bytes_.data(), size_}; }

private:
    std::array<u8, 55> bytes_;
    u8 size_;
};

Key record_key(const TimerId& id);
std::vector<Key> record_keys(std::span<const TimerId> ids);
Key payload_key(const TimerId& id, PayloadSlot slot);  ///< of a long payload
Key watch_keys_key(const TimerId& id);                 ///< of long watch keys
inline constexpr u8 WATCH_KEYS_TABLE = 'W';
/// Of lists: their further chunks are at the same key with a number behind.
Key height_key(u64 height);
Key owner_key(const Address& owner);
Key chunk_key(const Key& list, u64 number);
inline constexpr std::size_t RECORD_KEY_BYTES = 1 + 32;
inline constexpr std::size_t HEIGHT_KEY_BYTES = 1 + 32;  ///< of the head of a height's list, not of a chunk
inline constexpr std::size_t NUMBERED_KEY_BYTES = 1 + 8;
inline constexpr std::size_t ADDRESS_KEY_BYTES = 1 + 20;
Key client_nonce_key(const Address& owner, const Address& target, u64 nonce);
Key target_count_key(const Address& target);
Key matched_key(const TimerId& id);  ///< how many keys matched; parts of their list under this ‖ number
Key matched_key(const TimerId& id, u32 number);
Key kept_key(u64 place, u64 position);  ///< of a modified key; place of its actor
inline constexpr u8 KEPT_TABLE = 'K';
inline constexpr u8 ENDING_TABLE = 'v';                ///< ‖ number of the era → how it ended
inline constexpr u8 EXPIRED_BLOCK_TABLE = 'd';         ///< ‖ number of death → bound of the expiries, era
inline constexpr std::string_view MODIFIED_KEY = "u";  ///< keys that the end of the last block modified

}  // namespace lariat::timers
