// Implements the values that every block writes; see block_values.hpp.
#include "node/block_values.hpp"

#include <algorithm>

#include "base/codec.hpp"
#include "chain/state_keys.hpp"
#include "lariat/assert.hpp"
#include "timers/counters.hpp"

namespace lariat::node {

namespace {

constexpr std::array KEYS{chain::RESULTS_KEY, timers::COUNTERS_KEY, chain::STATE_KEY};
static_assert(std::ranges::is_sorted(KEYS));

}  // namespace

std::size_t BlockValues::place_of(BytesView key)
{
    static_assert(KEYS.size() == COUNT);
    const auto found = std::ranges::find(KEYS, text(key));
    LARIAT_ASSERT(found != KEYS.end());
    return static_cast<std::size_t>(found - KEYS.begin());
}

bool BlockValues::has(BytesView key)
{
    return std::ranges::find(KEYS, text(key)) != KEYS.end();
}

void BlockValues::set(BytesView key, std::optional<BytesView> value)
{
    std::optional<Bytes>& at = values_[place_of(key)];
    if (!value)
        at.reset();
    else if (at)
        at->assign(value->begin(), value->end());
    else
        at = to_bytes(*value);
}

std::vector<std::pair<Bytes, Bytes>> BlockValues::pairs() const
{
    std::vector<std::pair<Bytes, Bytes>> out;
    for (std::size_t i = 0; i < COUNT; ++i)
        if (values_[i]) out.emplace_back(to_bytes(view(KEYS[i])), *values_[i]);
    return out;
}

Bytes BlockValues::encoded() const
{
    Writer w;
    for (const auto& value : values_) {
        w.put_bool(value.has_value());
        if (value) w.put_bytes(*value);
    }
    return w.take();
}

std::optional<BlockValues> BlockValues::decoded(BytesView bytes)
{
    BlockValues out;
    Reader r(bytes);
    for (auto& value : out.values_)
        if (r.get_bool()) value = to_bytes(r.get_bytes());
    return r.done() ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace lariat::node
