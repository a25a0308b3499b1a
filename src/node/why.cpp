// Writes lane::Why, and what only the node knows: whether blocks come by themselves.
#include "node/why.hpp"

#include "base/hex.hpp"
#include "node/core.hpp"
#include "trace/output.hpp"

namespace lariat::node {

using lane::Why;
using trace::number;

OrderedJson why_json(const Core& core, const chain::ComingBlock& coming, const timers::TimerId& id)
{
    const auto why = coming.why(id);
    if (!why) return nullptr;
    const Mining& mining = core.mining();
    OrderedJson out{{"reason", lane::name(why->reason)}};
    switch (why->reason) {
        case Why::Reason::dead:
            out["cause"] =
                why->death->cause == timers::Death::Cause::expired ? "expired" : "insufficient_funds";
            out["required"] = amount(why->death->required);
            out["available"] = amount(why->death->available);
            break;
        case Why::Reason::not_due: {
            const u64 head = core.head().height, blocks = why->height > head ? why->height - head : 0;
            const bool by_itself =
                mining.mode != Mine::manual &&
                (mining.empty_blocks == EmptyBlocks::always ||
                 (mining.empty_blocks == EmptyBlocks::due && coming.is_anything_due(core.coming_time())));
            const u64 block_ms = core.clock().block_time_ms();
            out["height"] = number(why->height);
            out["blocks"] = number(blocks);
            out["eta_ms"] =
                by_itself && blocks <= BLOCK_TIME_MAX / block_ms ? number(blocks * block_ms) : OrderedJson();
            break;
        }
        case Why::Reason::idle:
        case Why::Reason::paused:
            break;
        case Why::Reason::will_expire:
            out["expires_at"] = number(why->expires_at);
            break;
        case Why::Reason::intake_backlog:
            out["ahead"] = why->ahead ? number(*why->ahead) : OrderedJson();
            break;
        case Why::Reason::parked:
            out["gas_limit"] = number(why->gas_limit);
            out["cap"] = number(why->cap);
            break;
        case Why::Reason::below_lane_basefee:
            out["max_fee"] = amount(why->max_fee);
            out["lane_basefee"] = amount(why->lane_basefee);
            break;
        case Why::Reason::payer_short:
            out["payer"] = to_hex(why->payer);
            out["required"] = amount(why->death ? why->death->required : 0);
            out["available"] = amount(why->death ? why->death->available : 0);
            break;
        case Why::Reason::behind:
            out["ahead"] = why->ahead ? number(*why->ahead) : OrderedJson();
            out["limit"] = lane::name(why->limit);
            break;
        case Why::Reason::next:
            if (mining.mode != Mine::manual && mining.empty_blocks == EmptyBlocks::never &&
                !core.pool().has_ready())
                out["reason"] = "no_blocks";
            break;
    }
    return out;
}

}  // namespace lariat::node
