// Least recently used goes first.
#include "chain/code_cache.hpp"

namespace lariat::chain {

CodeCache::Entry& CodeCache::use(const Hash32& code_hash)
{
    if (const auto it = index_.find(code_hash); it != index_.end()) {
        entries_.splice(entries_.begin(), entries_, it->second);
        return entries_.front();
    }
    entries_.push_front({code_hash, nullptr, nullptr, 0});
    index_.emplace(code_hash, entries_.begin());
    return entries_.front();
}

/// Reads the source of the entry in front, and lets go of others until it has room. An entry counts
/// an overhead too, so that many tiny sources are bounded as well.
std::string CodeCache::source(Entry& entry, const World& world)
{
    constexpr std::size_t ENTRY_BYTES = 1024;
    std::string text = world.code(entry.code_hash);
    source_bytes_ += text.size() + ENTRY_BYTES - entry.source_bytes;
    entry.source_bytes = text.size() + ENTRY_BYTES;
    while (source_bytes_ > source_bytes_max_ && entries_.size() > 1) {
        source_bytes_ -= entries_.back().source_bytes;
        index_.erase(entries_.back().code_hash);
        entries_.pop_back();
    }
    return text;
}

std::shared_ptr<const pvm::Program> CodeCache::program(const Hash32& code_hash, const World& world)
{
    Entry& entry = use(code_hash);
    if (!entry.program) {
        auto compiled = pvm::compile(source(entry, world), limits_);
        LARIAT_ASSERT(compiled);
        entry.program = std::move(compiled).value();
    }
    return entry.program;
}

std::shared_ptr<const Script> CodeCache::script(const Hash32& code_hash, const World& world)
{
    Entry& entry = use(code_hash);
    if (!entry.script) {
        auto parsed = parse_script_source(source(entry, world));
        LARIAT_ASSERT(parsed);
        entry.script = std::make_shared<const Script>(std::move(parsed).value());
    }
    return entry.script;
}

}  // namespace lariat::chain
