// Runs one execution, a handler or the steps of a transaction, under its limits in an overlay of its own
// (BLK-4, FEE-6, LIF-6).
#pragma once

#include "chain/block_context.hpp"

namespace lariat::chain {

/// The parties of an execution, its limits, and what it has used.
struct Execution {
    Address actor;  ///< executing actor: its storage, its timers
    Address sender;
    std::optional<Address> paying_sender;  ///< API-8: the signer, in the handler it calls directly
    lane::Paid paid;                       ///< its limits; its messages have their payer and price from here
    Hash32 origin;  ///< deliver_id, or hash of the transaction: the root of its messages' ids
    pvm::Context context;
    bool read_only = false;                       ///< an agent's call: every effect is refused
    const lane::BidQuestion* question = nullptr;  ///< in getGasBid

    // What it has done so far. The meter starts at the limits; a transaction takes the cells of its payload
    // from it before the handler is entered.
    Meter meter{};
    u64 aside_cycles = 0;  ///< set aside for messages; counted as used
    u64 aside_cells = 0;
    std::vector<lane::Delivery> sent{};
    std::optional<pvm::BidOffer> bid{};  ///< what getGasBid returned

    // Why it failed, for an observer or a report; both stay empty without one.
    std::string message{};
    std::string traceback{};
    CallReport* report = nullptr;  ///< of a transaction's own execution, where it is asked for

    /// From now on it is this actor that executes.
    void act_as(const Address& executing) { actor = context.actor = executing; }
};

/// An execution with its meter begun and a context of what holds for the block; the caller adds what is its
/// own.
Execution begin_execution(const BlockContext& block, const lane::Paid& paid, const Address& sender);

/// Enters a handler of `execution.actor` by name: 10 cycles, found or not. Names that API-9 forbids are not
/// found, except `deploy` when `deploying`, and getGasBid of an agent that is asked. Nothing that a read-only
/// execution does stays.
lane::FireOutcome run_handler(BlockContext& block, Execution& execution, const std::string& handler,
                              BytesView payload, bool deploying = false);

/// Shows the watches each storage key whose value differs from its value at the mark.
void note_modified(BlockContext& block, state::Overlay::Checkpoint mark);

/// Runs code that a transaction brings, as a handler of the actor that it calls directly.
lane::FireOutcome run_brought(BlockContext& block, Execution& execution, const BroughtCode& code);

/// FEE-6: what was used, whichever way out. What a failed execution set aside was not used, except that a
/// meter that ran out is used whole (FEE-10).
lane::Usage usage_of(const Execution& execution, ExecutionStatus status);

/// Tells the block's observer of a failure; does nothing without an observer.
void tell_failure(const BlockContext& block, const Execution& execution, std::string_view handler,
                  const lane::FireOutcome& outcome);

// For engines.
/// Whether somebody wants to know in words why an execution fails.
bool wants_words(const BlockContext& block, const Execution& execution) noexcept;
/// Ends an execution that could not go on. `message` makes the text for who wants words.
template <class Message>
Ending stop(const BlockContext& block, Execution& execution, ExecutionStatus status, const Message& message)
{
    if (wants_words(block, execution)) execution.message = message();
    return {status, {}};
}
Ending no_handler(const BlockContext& block, Execution& execution, const std::string& handler);
/// "`what` takes 10 cycles, 3 left"
std::string left_of(std::string_view what, u64 wanted, std::string_view unit, u64 left);

/// API-9: `_…`, `deploy` and `getGasBid` are never callable from outside.
bool is_callable_name(std::string_view handler) noexcept;

}  // namespace lariat::chain
