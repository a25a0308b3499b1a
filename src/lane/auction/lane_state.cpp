// Codec of the auction's numbers.
#include "lane/auction/lane_state.hpp"

#include "base/codec.hpp"

namespace lariat::lane {

namespace {
constexpr u8 CODEC_VERSION = 2;
}

Bytes encode(const LaneState& s)
{
    Writer w;
    w.put_u8(CODEC_VERSION).put_u64(s.since).put_u128(s.lane_basefee).put_u128(s.median_priority);
    w.put_u64(s.last_cycles).put_u64(s.next_place).put_u64(s.askings).put_u64(s.outcome_cycles);
    w.put_u64(s.epoch).put_u64(s.outcome_from);
    return w.take();
}

std::optional<LaneState> decode_lane_state(BytesView bytes)
{
    Reader r(bytes);
    if (r.get_u8() != CODEC_VERSION) return std::nullopt;
    LaneState s;
    s.since = r.get_u64();
    s.lane_basefee = r.get_u128();
    s.median_priority = r.get_u128();
    s.last_cycles = r.get_u64();
    s.next_place = r.get_u64();
    s.askings = r.get_u64();
    s.outcome_cycles = r.get_u64();
    s.epoch = r.get_u64();
    s.outcome_from = r.get_u64();
    if (!r.done() || s.epoch > COUNTED_AT_MOST || s.outcome_from > s.epoch) return std::nullopt;
    return s;
}

}  // namespace lariat::lane
