// What an operation at a timestamp is (SCH-1): the record that is kept in consensus state, and its codec.
#pragma once

#include "lariat/error.hpp"
#include "lariat/types.hpp"

namespace lariat::timers {

using OperationId = Hash32;

/// Its place in the order of the schedule (SCH-3).
struct OperationPlace {
    u64 timestamp_ms = 0;  ///< effective: above that of the block which scheduled it
    u64 sequence = 0;      ///< in which it was scheduled, over all accounts
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

/// The record; a long payload is no part of it.
Bytes encode(const Operation& operation);

/// A record of another codec version, or anything else that encode would not have written, is an
/// error that says so.
Result<Operation, std::string> decode_operation(BytesView bytes);

/// TMR-5. One nonce serves all that an owner schedules; the mark keeps the preimages of the kinds apart.
OperationId operation_id(const Address& account, u64 timestamp_ms, u64 nonce);

// Where it lies in the state (docs/state-layout.md).
inline constexpr u8 OPERATION_TABLE = 'T';
Bytes operation_key(const OperationId& id);
Bytes operation_payload_key(
    const OperationId& id);  ///< of a payload above INLINE_PAYLOAD_MAX, as of a timer's

}  // namespace lariat::timers
