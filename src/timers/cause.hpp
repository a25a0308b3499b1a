// Why something happened in a block: a transaction or a fire did it, or the block itself.
#pragma once

#include "lariat/types.hpp"

namespace lariat::timers {

struct Cause {
    enum class Kind : u8 { block, transaction, fire };
    Kind kind = Kind::block;
    u64 number = 0;  ///< the place of the transaction in the block, from 0; the deliver_seq of the fire

    static Cause of_transaction(u64 place) noexcept { return {Kind::transaction, place}; }
    static Cause of_fire(u64 deliver_seq) noexcept { return {Kind::fire, deliver_seq}; }
    bool operator==(const Cause&) const = default;
};

}  // namespace lariat::timers
