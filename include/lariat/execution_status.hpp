// How a handler, or a transaction, ended.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "lariat/types.hpp"

namespace lariat {

/// The same from the virtual machine to receipts and reports. The numbers stand under the results' root and
/// in the library's reports: append only.
enum class ExecutionStatus : u8 {
    ok,
    revert,         ///< the handler failed by itself, or a call of the host that it did not catch
    out_of_cycles,  ///< these three are limits, which no handler can catch
    out_of_cells,
    out_of_memory,
    no_handler,  ///< the actor has no handler of this name
    no_actor,    ///< there is no actor at the address
    not_run      ///< of a transaction that was refused before it started; no handler ends so
};

/// As results print it. A refused transaction's receipt has a name of its own for why.
constexpr std::string_view status_name(ExecutionStatus status) noexcept
{
    switch (status) {
        case ExecutionStatus::ok:
            return "ok";
        case ExecutionStatus::revert:
            return "revert";
        case ExecutionStatus::out_of_cycles:
            return "out_of_cycles";
        case ExecutionStatus::out_of_cells:
            return "out_of_cells";
        case ExecutionStatus::out_of_memory:
            return "out_of_memory";
        case ExecutionStatus::no_handler:
            return "no_handler";
        case ExecutionStatus::no_actor:
            return "no_actor";
        case ExecutionStatus::not_run:
            return "not_run";
    }
    return "";
}

}  // namespace lariat
