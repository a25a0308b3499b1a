// Codec of the counters: eight bytes each, in the order of the struct.
#include "timers/counters.hpp"

#include "base/codec.hpp"

namespace lariat::timers {

namespace {

template <class C, class Visit>
void each(C& c, const Visit& visit)
{
    visit(c.totals.scheduled);
    visit(c.totals.fired);
    visit(c.totals.insufficient_funds);
    visit(c.totals.expired);
    visit(c.totals.cancelled);
    visit(c.totals.governance);
    visit(c.live);
    visit(c.next_sequence);
    visit(c.next_arrival);
    visit(c.next_death);
    visit(c.next_deliver_seq);
    visit(c.intake_height);
    visit(c.judged_height);
    visit(c.era);
    visit(c.last_discipline);
    visit(c.reign);
    visit(c.next_watch);
    for (auto& part : c.clock) visit(part);
}

}  // namespace

Bytes encode(const Counters& counters)
{
    Writer w;
    each(counters, [&](u64 v) { w.put_u64(v); });
    return w.take();
}

std::optional<Counters> decode_counters(BytesView bytes)
{
    Counters counters;
    Reader r(bytes);
    each(counters, [&](u64& v) { v = r.get_u64(); });
    if (!r.done()) return std::nullopt;
    return counters;
}

}  // namespace lariat::timers
