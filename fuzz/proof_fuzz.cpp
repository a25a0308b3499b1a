// Fuzz target: arbitrary bytes as a proof are refused with a reason, for every question.
#include "lariat/assert.hpp"
#include "state/proof/verify.hpp"

extern "C" int LLVMFuzzerTestOneInput(const lariat::u8* data, std::size_t size)
{
    using namespace lariat;
    const BytesView proof{data, size};
    // Nobody knows what has this root.
    const Hash32 root;
    const auto value = state::verify_value(proof, root, view("key"), view("value"));
    LARIAT_ASSERT(!value.ok() && !value.error().message.empty());
    const auto absent = state::verify_absent(proof, root, view("key"));
    LARIAT_ASSERT(!absent.ok() && !absent.error().message.empty());
    const auto range = state::verify_range(proof, root);
    LARIAT_ASSERT(!range.ok() && !range.error().message.empty());
    return 0;
}
