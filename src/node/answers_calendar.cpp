// The calendar: how much is due at which heights to come.
#include "base/hex.hpp"
#include "node/api_call.hpp"
#include "timers/config.hpp"
#include "trace/output.hpp"

namespace lariat::node {

using trace::number;

namespace {

/// Timers that an answer looks at: what is beyond is left out, and the answer says so.
constexpr u64 LOOKED_AT_MAX = 20'000;

struct Part {
    u64 index = 0, timers = 0;
    u128 gas = 0;
};

}  // namespace

Outcome answer_calendar(Core& core, const Call& call)
{
    const auto held = core.lock();
    const u64 head = core.head().height;
    const u64 from = call.number("from_height", head + 1), step = call.number("step", 1),
              count = call.number("count", 100);
    const u64 span = step * count - 1;  // both have a limit
    const timers::TimerConfig& config = core.chain().config();
    const u64 default_gas = timers::gas_cap(config, timers::discipline_at(config, head + 1));
    LiveIndex::TimerFilter filter;
    filter.kind = timers::Kind::height;
    filter.due_from = from;
    filter.due_to = span > U64_MAX - from ? U64_MAX : from + span;
    std::vector<Part> parts;  // those with timers
    u64 looked = 0;
    const auto left = core.index().each_timer(LiveIndex::Sort::due, filter, std::nullopt, LOOKED_AT_MAX,
                                              [&](const timers::TimerId& id) {
                                                  const auto timer = core.chain().timer_record(id);
                                                  if (!timer) return true;
                                                  const u64 index = (timer->height - from) / step;
                                                  if (parts.empty() || parts.back().index != index)
                                                      parts.push_back({index, 0, 0});
                                                  ++parts.back().timers;
                                                  parts.back().gas += timer->gas_limit.value_or(default_gas);
                                                  return ++looked < LOOKED_AT_MAX;
                                              });
    OrderedJson items = OrderedJson::array();
    for (const Part& part : parts) {
        const u64 first = from + part.index * step;
        const u64 last = step - 1 > U64_MAX - first ? U64_MAX : first + step - 1;
        items.push_back({{"from", number(first)},
                         {"to", number(last)},
                         {"timers", number(part.timers)},
                         {"gas", amount(part.gas)}});
    }
    return Answer{
        .status = 200,
        .json = {{"items", std::move(items)}, {"complete", !left.has_value()}, {"height", number(head)}},
        .text = {},
        .content_type = {},
        .height = head,
        .etag = core.etag_of_now()};
}

}  // namespace lariat::node
