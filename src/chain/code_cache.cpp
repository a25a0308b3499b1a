// Least recently used goes first.
#include "chain/code_cache.hpp"

namespace lariat::chain {

CodeCache::Entry& CodeCache::use(const Hash32& code_hash)
{
    if (const auto it = index_.find(code_hash); it != index_.end()) {
        entries_.splice(entries_.begin(), entries_, it->second);
        return entries_.front();
    }
    if (entries_.size() == capacity_) {
        index_.erase(entries_.back().code_hash);
        entries_.pop_back();
    }
    entries_.push_front({code_hash, nullptr, nullptr});
    index_.emplace(code_hash, entries_.begin());
    return entries_.front();
}

std::shared_ptr<const pvm::Program> CodeCache::program(const Hash32& code_hash, const World& world)
{
    Entry& entry = use(code_hash);
    if (!entry.program) {
        auto compiled = pvm::compile(world.code(code_hash), limits_);
        LARIAT_ASSERT(compiled);
        entry.program = std::move(compiled).value();
    }
    return entry.program;
}

std::shared_ptr<const Script> CodeCache::script(const Hash32& code_hash, const World& world)
{
    Entry& entry = use(code_hash);
    if (!entry.script) {
        auto parsed = parse_script_source(world.code(code_hash));
        LARIAT_ASSERT(parsed);
        entry.script = std::make_shared<const Script>(std::move(parsed).value());
    }
    return entry.script;
}

}  // namespace lariat::chain
