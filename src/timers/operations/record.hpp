// The record of an operation at a timestamp in consensus state, and its codec (SCH-1).
#pragma once

#include "lariat/error.hpp"
#include "lariat/types.hpp"

namespace lariat::timers {

using OperationId = Hash32;

/// The place of an operation in the order of the schedule (SCH-3).
struct OperationPlace {
    u64 timestamp_ms = 0;  ///< effective timestamp: above that of the scheduling block
    u64 sequence = 0;      ///< order of scheduling over all accounts
    auto operator<=>(const OperationPlace&) const = default;
};

struct Operation {
    OperationId id;
    Address account;  ///< scheduled it, pays for it, is its sender
    Address target;   ///< the actor whose handler runs
    OperationPlace place;
    std::string handler;        ///< 1 to 256 bytes
    Bytes payload;              ///< empty here when kept beside the record
    bool long_payload = false;  ///< kept beside the record: Operations::payload_of reads it
    u64 gas_limit = 0;          ///< cycles
    u128 deposit = 0;           ///< locked for it, in base units
    bool operator==(const Operation&) const = default;
};

/// Encodes the record without a long payload.
Bytes encode(const Operation& operation);

/// Refuses a record of another codec version and anything else that encode would not have written.
Result<Operation, std::string> decode_operation(BytesView bytes);

/// The id of an operation (TMR-5). All kinds share one nonce; a mark keeps their preimages apart.
OperationId operation_id(const Address& account, u64 timestamp_ms, u64 nonce);

// State keys (docs/state-layout.md).
inline constexpr u8 OPERATION_TABLE = 'T';
Bytes operation_key(const OperationId& id);
Bytes operation_payload_key(
    const OperationId& id);  ///< of a payload above INLINE_PAYLOAD_MAX, as of a timer's

}  // namespace lariat::timers
