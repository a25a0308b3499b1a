// The JSON envelope that names a handler (API-9): {"_handler": name, "_payload": base64}.
#pragma once

#include <optional>

#include "lariat/types.hpp"

namespace lariat::timers {

inline constexpr std::size_t ENVELOPE_HANDLER_BYTES_MAX = 256;

struct Envelope {
    std::string handler;  ///< 1 to 256 bytes of UTF-8
    Bytes payload;        ///< what the base64 held
};

/// Reads an envelope; nullopt if the payload is not one and goes whole to the default handler. Work and
/// memory are bounded by the payload's size (times its logarithm, for the member names).
std::optional<Envelope> parse_envelope(BytesView payload);

}  // namespace lariat::timers
