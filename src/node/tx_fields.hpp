// Numbers of the wire form of transactions: fields of BODY and kinds (section 3 of the node's specification).
#pragma once

#include "lariat/types.hpp"

namespace lariat::node::wire {

enum Field : u64 {
    CHAIN_ID = 0,
    NONCE = 1,
    KIND = 2,
    ARGUMENTS = 3,
    CYCLES_LIMIT = 4,
    CELLS_LIMIT = 5,
    MAX_FEE_PER_CYCLE = 6,
    MAX_FEE_PER_CELL = 7,
    TIP_PER_CYCLE = 8,
    TIP_PER_CELL = 9,
    VALID_UNTIL = 10,
    FIELDS = 11,
};

enum Kind : u64 {
    CALL = 0,
    TRANSFER = 1,
    DEPLOY = 2,
    REMOVE_ACTOR = 3,
    SCHEDULE_AT = 4,
    DROP = 5,
    TRANSFER_CONTROL = 6,
    CANCEL_TIMER = 48,
    UPDATE_CONFIG = 49,
    EXTEND_TIMER = 50,
    // Of replicated chains alone: elsewhere they are unknown kinds.
    SET_VALIDATOR = 51,
    PLAN_VERSION = 52,
};

}  // namespace lariat::node::wire
