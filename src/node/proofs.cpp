// Finds out what a proof would cost before it is made.
#include "node/proofs.hpp"

#include "timers/list_layout.hpp"
#include "timers/state_keys.hpp"

namespace lariat::node {

namespace {

u64 timers_of(const chain::Chain& chain, u64 height)
{
    const auto value = chain.store().get(timers::height_key(height));
    const auto head = value ? timers::decode_height_head(*value) : std::nullopt;
    return head ? head->list.count : 0;
}

}  // namespace

Result<trace::Proof, Problem> bounded_proof(const chain::Chain& chain, const chain::Subject& subject)
{
    if (const auto* at = std::get_if<chain::HeightSubject>(&subject)) {
        const u64 timers = timers_of(chain, at->height);
        if (timers > PROVED_TIMERS_MAX) {
            Problem problem{"limit_too_high",
                            "the height has " + std::to_string(timers) +
                                " timers, and a proof shows at most " + std::to_string(PROVED_TIMERS_MAX) +
                                ": prove each by its id, or all of them by the query of a trace"};
            problem.more["got"] = trace::number(timers);
            problem.more["limit"] = trace::number(PROVED_TIMERS_MAX);
            return problem;
        }
    }
    if (!chain.store().is_quick_to_prove(chain::first_key(subject)))
        return Problem{"limit_too_high",
                       "another key shares the first 64 bits of this one's hash, and a proof "
                       "that this one is absent needs a search through the whole state"};
    return trace::Proof{subject, chain.prove(subject)};
}

}  // namespace lariat::node
