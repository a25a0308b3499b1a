// Fuzz target (NODE-28): an arbitrary body is `bad_json`, or JSON that says the same when it is written and
// read again; as an unsigned transaction it is refused with words, or shown.
#include "lariat/assert.hpp"
#include "node/api_call.hpp"

extern "C" int LLVMFuzzerTestOneInput(const lariat::u8* data, std::size_t size)
{
    using namespace lariat;
    const auto body = node::read_body(std::string(reinterpret_cast<const char*>(data), size));
    if (!body) {
        LARIAT_ASSERT(body.error().code == "bad_json");
        return 0;
    }
    const auto again = node::read_body(body.value().dump());
    LARIAT_ASSERT(again && again.value() == body.value());
    if (!body.value().is_object()) return 0;
    const auto unsigned_tx = node::read_unsigned(body.value());
    if (unsigned_tx)
        LARIAT_ASSERT(!node::tx_fields(unsigned_tx.value().tx, true).dump().empty());
    else
        LARIAT_ASSERT(!unsigned_tx.error().empty());
    return 0;
}
