// Fuzz target (TMR-2): arbitrary bytes as timer records, configs and chain values are refused, or decode to
// a value with exactly this encoding.
#include "chain/params.hpp"
#include "lariat/assert.hpp"
#include "timers/config.hpp"
#include "timers/counters.hpp"
#include "timers/record.hpp"

namespace {

template <class Value>
void expect_canonical(const Value& value, lariat::BytesView bytes)
{
    LARIAT_ASSERT(lariat::equal(encode(value), bytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const lariat::u8* data, std::size_t size)
{
    const lariat::BytesView bytes(data, size);
    if (const auto timer = lariat::timers::decode_timer(bytes)) expect_canonical(timer.value(), bytes);
    if (const auto config = lariat::timers::decode_config(bytes)) expect_canonical(*config, bytes);
    if (const auto counters = lariat::timers::decode_counters(bytes)) expect_canonical(*counters, bytes);
    if (const auto params = lariat::chain::decode_params(bytes)) expect_canonical(*params, bytes);
    if (const auto state = lariat::chain::decode_state(bytes)) expect_canonical(*state, bytes);
    return 0;
}
