// Parses each script once and runs its steps.
#include "scripted/engine.hpp"

#include "chain/execution.hpp"
#include "scripted/script_runner.hpp"
#include "state/damage.hpp"

namespace lariat::scripted {

using chain::Ending;

namespace {

constexpr u64 PARSED_BYTES_MAX = u64{256} << 20;

Ending run_steps(Scaffold& scaffold, chain::BlockContext& block, chain::Execution& e, std::optional<u64> nth,
                 const Steps& steps)
{
    ScriptEnd end = ScriptRunner(scaffold, block, e, nth).run(steps);
    if (chain::wants_words(block, e)) e.message = std::move(end.message);
    return {end.status, std::move(end.error)};
}

}  // namespace

/// What was parsed is dropped whole when there is too much of it: parsing again gives the same.
std::shared_ptr<const Script> Engine::script(const Hash32& code_hash, const chain::World& world)
{
    std::shared_ptr<const Script>& kept = parsed_[code_hash];
    if (kept) return kept;
    const std::string source = world.code(code_hash);
    auto parsed = parse_script_source(source);
    state::require_value(parsed.ok(), chain::World::code_key(code_hash), "the script is malformed");
    auto made = std::make_shared<const Script>(std::move(parsed).value());
    constexpr u64 STEP_BYTES = sizeof(Step) + 64, STEP_TEXT = 8,
                  ENTRY_BYTES = 1024;  // no step is written shorter
    const u64 bytes = ENTRY_BYTES + source.size() + source.size() / STEP_TEXT * STEP_BYTES;
    if (parsed_bytes_ + bytes > PARSED_BYTES_MAX) {
        parsed_.clear();
        parsed_bytes_ = 0;
    }
    parsed_bytes_ += bytes;
    return parsed_[code_hash] = std::move(made);
}

Result<chain::HandlerEngine::Accepted> Engine::accept(chain::World&, const Hash32&, std::string_view source)
{
    const auto script = parse_script_source(source);
    if (!script) return Error{ErrorCode::CodeRefused, script.error().message};
    return Accepted{script.value().handlers.contains("deploy"), 0};
}

Ending Engine::run(chain::BlockContext& block, chain::Execution& e, const chain::Actor& actor,
                   const std::string& handler, BytesView)
{
    const auto called = script(actor.code_hash, block.world);
    const auto found = called->handlers.find(handler);
    if (found == called->handlers.end()) return chain::no_handler(block, e, handler);
    const u64 nth = scaffold_.count_start(e.actor, handler);
    return run_steps(scaffold_, block, e, nth, found->second);
}

Ending Engine::run_brought(chain::BlockContext& block, chain::Execution& e, const chain::BroughtCode& code)
{
    return run_steps(scaffold_, block, e, std::nullopt, static_cast<const BroughtSteps&>(code).steps);
}

std::optional<Hash32> Engine::find_label(const std::string& label) const
{
    return scaffold_.find(label);
}

void Engine::set_label(const std::string& label, const Hash32& id, state::Overlay& journal)
{
    scaffold_.set_label(label, id, journal);
}

}  // namespace lariat::scripted
