// The engine of scripted handlers, for traces and tests. Beside the chain it keeps the labels of timers and
// the counts of `if_nth`, which are in no state.
#pragma once

#include "chain/handler_engine.hpp"
#include "scripted/scaffold.hpp"
#include "scripted/script.hpp"

namespace lariat::scripted {

class Engine final : public chain::ScriptEngine {
public:
    /// Once for each block, before Chain::begin or apply; undone by roll_back().
    void begin_block() { scaffold_.begin_block(); }
    void roll_back(u64 blocks) { scaffold_.roll_back(blocks); }
    const Scaffold& labels() const noexcept { return scaffold_; }

    Result<Accepted> accept(chain::World& world, const Hash32& code_hash, std::string_view source) override;
    chain::Ending run(chain::BlockContext& block, chain::Execution& execution, const chain::Actor& actor,
                      const std::string& handler, BytesView payload) override;
    chain::Ending run_brought(chain::BlockContext& block, chain::Execution& execution,
                              const chain::BroughtCode& code) override;
    std::optional<Hash32> find_label(const std::string& label) const override;
    void set_label(const std::string& label, const Hash32& id, state::Overlay& journal) override;

private:
    std::shared_ptr<const Script> script(const Hash32& code_hash, const chain::World& world);

    Scaffold scaffold_;
    /// Parsed scripts, so many bytes that the code of actors cannot fill a node's memory.
    std::map<Hash32, std::shared_ptr<const Script>> parsed_;
    u64 parsed_bytes_ = 0;
};

}  // namespace lariat::scripted
