// Writes lane::Why, and what only the node knows: whether blocks come by themselves.
#include "node/why.hpp"

#include "base/hex.hpp"
#include "node/core.hpp"
#include "trace/members.hpp"

namespace lariat::node {

using lane::Why;
using trace::TextMembers;

namespace {

/// Whether a block comes although nobody sends a transaction.
bool blocks_come(const Core& core, const chain::ComingBlock& coming)
{
    const Mining& mining = core.mining();
    if (mining.mode == Mine::manual) return false;
    return mining.empty_blocks == EmptyBlocks::always ||
           (mining.empty_blocks == EmptyBlocks::due && coming.is_anything_due(core.coming_time()));
}

void put_not_due(TextMembers& out, const Core& core, const chain::ComingBlock& coming, u64 height)
{
    const u64 head = core.head().height, blocks = height > head ? height - head : 0;
    const u64 block_ms = core.clock().block_time_ms();
    out.number("height", height).number("blocks", blocks);
    if (blocks_come(core, coming) && blocks <= BLOCK_TIME_MAX / block_ms)
        out.number("eta_ms", blocks * block_ms);
    else
        out.null("eta_ms");
}

void put_ahead(TextMembers& out, const std::optional<u64>& ahead)
{
    ahead ? out.number("ahead", *ahead) : out.null("ahead");
}

}  // namespace

std::string why_text(const Core& core, const chain::ComingBlock& coming, const timers::TimerId& id)
{
    const auto why = coming.why(id);
    if (!why) return "null";
    TextMembers out(128);
    const Mining& mining = core.mining();
    const bool has_no_blocks = why->reason == Why::Reason::next && mining.mode != Mine::manual &&
                               mining.empty_blocks == EmptyBlocks::never && !core.pool().has_ready();
    out.plain("reason", has_no_blocks ? "no_blocks" : lane::name(why->reason));
    switch (why->reason) {
        case Why::Reason::dead:
            out.plain("cause",
                      why->death->cause == timers::Death::Cause::expired ? "expired" : "insufficient_funds");
            out.amount("required", why->death->required).amount("available", why->death->available);
            break;
        case Why::Reason::not_due:
            put_not_due(out, core, coming, why->height);
            break;
        case Why::Reason::idle:
        case Why::Reason::paused:
        case Why::Reason::next:
            break;
        case Why::Reason::will_expire:
            out.number("expires_at", why->expires_at);
            break;
        case Why::Reason::intake_backlog:
            put_ahead(out, why->ahead);
            break;
        case Why::Reason::parked:
            out.number("gas_limit", why->gas_limit).number("cap", why->cap);
            break;
        case Why::Reason::below_lane_basefee:
            out.amount("max_fee", why->max_fee).amount("lane_basefee", why->lane_basefee);
            break;
        case Why::Reason::payer_short:
            out.plain("payer", to_hex(why->payer));
            out.amount("required", why->death ? why->death->required : 0);
            out.amount("available", why->death ? why->death->available : 0);
            break;
        case Why::Reason::behind:
            put_ahead(out, why->ahead);
            out.plain("limit", lane::name(why->limit));
            break;
    }
    return out.take();
}

}  // namespace lariat::node
