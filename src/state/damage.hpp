// Reports damage of a committed state that is found while the state is in use, where no caller could go on.
#pragma once

#include <functional>
#include <string>

#include "lariat/types.hpp"

namespace lariat::state {

struct StoreError;

/// The exit status of a process that found a damaged or unreadable state (EX_IOERR of <sysexits.h>).
inline constexpr int DAMAGED_STATUS = 74;

/// Called with the file and offset, or the key, of the damage. It must not return: the default handler prints
/// the message and ends the process with DAMAGED_STATUS; the handler of a test throws.
using DamageHandler = std::function<void(const StoreError&)>;
void set_damage_handler(DamageHandler handler);

/// Calls the handler; ends the process if the handler returns.
[[noreturn]] void damage_found(const StoreError& error);

/// A key for a message: 0x and hex digits, cut when it is long.
std::string shown_key(BytesView key);

/// The value under `key` is not what this program writes there, though its file is intact: the state was
/// made or changed by somebody else.
[[noreturn]] void value_damaged(BytesView key, std::string_view what);

/// Checks a value that was read from the state: `what` says what is wrong with it, e.g. "the account is
/// malformed".
inline void require_value(bool good, BytesView key, std::string_view what)
{
    if (!good) [[unlikely]]
        value_damaged(key, what);
}

}  // namespace lariat::state
