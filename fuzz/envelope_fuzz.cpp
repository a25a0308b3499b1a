// Fuzz target (API-9): an envelope found in an arbitrary payload can be written and found again.
#include "base/base64.hpp"
#include "base/utf8.hpp"
#include "lariat/assert.hpp"
#include "timers/envelope.hpp"

namespace {

using namespace lariat;

/// Every character as an escape, so that no quoting rule is needed.
std::string escaped(std::string_view utf8_text)
{
    static constexpr char DIGITS[] = "0123456789abcdef";
    std::string out;
    const auto unit = [&](u32 u) {
        out += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) out.push_back(DIGITS[u >> shift & 15]);
    };
    for (BytesView left = view(utf8_text); !left.empty();) {
        const auto point = utf8::decode(left);
        LARIAT_ASSERT(point.has_value());
        left = left.subspan(point->length);
        if (point->value < 0x10000) {
            unit(point->value);
        } else {
            unit(0xd800 + ((point->value - 0x10000) >> 10));
            unit(0xdc00 + ((point->value - 0x10000) & 0x3ff));
        }
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto envelope = timers::parse_envelope({data, size});
    if (!envelope) return 0;
    LARIAT_ASSERT(!envelope->handler.empty() &&
                  envelope->handler.size() <= timers::ENVELOPE_HANDLER_BYTES_MAX);
    const std::string written = "{\"_payload\":\"" + base64_encode(envelope->payload) + "\",\"_handler\":\"" +
                                escaped(envelope->handler) + "\"}";
    const auto again = timers::parse_envelope(view(written));
    LARIAT_ASSERT(again && again->handler == envelope->handler && again->payload == envelope->payload);
    return 0;
}
