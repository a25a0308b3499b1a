// What runs the code of actors: Python in chain/python_engine.hpp, scripted handlers in src/scripted.
#pragma once

#include "chain/block.hpp"

namespace lariat::chain {

struct BlockContext;
struct Execution;

/// How a handler ended, before its meter is read.
struct Ending {
    ExecutionStatus status = ExecutionStatus::ok;
    std::string error;  ///< with `revert`
};

class HandlerEngine {
public:
    virtual ~HandlerEngine() = default;

    /// What the chain must know of an actor's source.
    struct Accepted {
        bool has_deploy = false;
        u32 entry_cycles = 0;
    };
    /// Checks the source of a new actor (CodeRefused) and adds to the state what the engine reads there.
    virtual Result<Accepted> accept(World& world, const Hash32& code_hash, std::string_view source) = 0;
    /// Runs a handler of a live actor within the execution's meter. The caller has paid for entering it and
    /// undoes its effects if it fails.
    virtual Ending run(BlockContext& block, Execution& execution, const Actor& actor,
                       const std::string& handler, BytesView payload) = 0;
};

/// The engine of actors that are not Python, and of what only traces have: code that a transaction brings
/// with it, and labels of timers and operations. None of it is in the state; the caller of Chain keeps it.
class ScriptEngine : public HandlerEngine {
public:
    virtual Ending run_brought(BlockContext& block, Execution& execution, const BroughtCode& code) = 0;
    /// The latest timer or operation that was given this label.
    virtual std::optional<Hash32> find_label(const std::string& label) const = 0;
    /// Sets a label; `journal` undoes it if the execution fails.
    virtual void set_label(const std::string& label, const Hash32& id, state::Overlay& journal) = 0;
};

}  // namespace lariat::chain
