// Runs actors in Python: the VM over the code cache.
#pragma once

#include "chain/code_cache.hpp"
#include "chain/handler_engine.hpp"

namespace lariat::chain {

class PythonEngine final : public HandlerEngine {
public:
    explicit PythonEngine(CodeCache& code) : code_(code) {}
    Result<Accepted> accept(World& world, const Hash32& code_hash, std::string_view source) override;
    Ending run(BlockContext& block, Execution& execution, const Actor& actor, const std::string& handler,
               BytesView payload) override;

private:
    CodeCache& code_;
};

}  // namespace lariat::chain
