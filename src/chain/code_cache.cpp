// Implements the cache of compiled code; the least recently used entry leaves first.
#include "chain/code_cache.hpp"

#include <algorithm>

#include "state/damage.hpp"

namespace lariat::chain {

namespace {

/// Whoever enters code pays for having it ready, whether or not this node's memory still has it: loading
/// takes as long as its image is, which for all but contrived source is less than eight times its length. A
/// short image takes no longer than entering does in any case.
constexpr u64 SOURCE_BYTES_PER_CYCLE = 4, IMAGE_BYTES_PER_CYCLE = 32, IMAGE_BYTES_FREE = 4096;

u32 entry_cycles(u64 source_bytes, u64 image_bytes) noexcept
{
    const u64 beyond = image_bytes - std::min(image_bytes, IMAGE_BYTES_FREE);
    return static_cast<u32>(std::max(source_bytes / SOURCE_BYTES_PER_CYCLE, beyond / IMAGE_BYTES_PER_CYCLE));
}

}  // namespace

CodeCache::Entry& CodeCache::use(const Key& key)
{
    if (const auto it = index_.find(key); it != index_.end()) {
        entries_.splice(entries_.begin(), entries_, it->second);
        return entries_.front();
    }
    entries_.push_front({key, nullptr, 0});
    index_.emplace(key, entries_.begin());
    return entries_.front();
}

/// The entry in front keeps so many bytes more: others go until there is room. An entry counts an overhead
/// too.
void CodeCache::keep(Entry& entry, u64 bytes)
{
    constexpr u64 ENTRY_BYTES = 1024;
    bytes += entry.bytes == 0 ? ENTRY_BYTES : 0;
    entry.bytes += bytes;
    bytes_ += bytes;
    while (bytes_ > bytes_max_ && entries_.size() > 1) {
        bytes_ -= entries_.back().bytes;
        index_.erase(entries_.back().key);
        entries_.pop_back();
    }
}

void CodeCache::keep(Entry& entry, Bytes image)
{
    entry.program = pvm::load(std::move(image));
    keep(entry, pvm::kept_bytes(*entry.program));
}

Result<CodeCache::Accepted, pvm::Refusal> CodeCache::accept(const Hash32& code_hash, std::string_view source)
{
    auto image = pvm::compile_actor_image(source, limits_);
    if (!image) return image.error();
    const u32 cycles = entry_cycles(source.size(), image.value().size());
    files_.keep(code_hash, image.value());
    Entry& entry = use({code_hash, pvm::gas::VERSION});
    if (!entry.program) keep(entry, std::move(image).value());
    return Accepted{pvm::handlers(*entry.program), cycles};
}

std::shared_ptr<const pvm::Program> CodeCache::program(const Hash32& code_hash, const World& world,
                                                       u32 gas_version)
{
    Entry& entry = use({code_hash, gas_version});
    if (!entry.program) {
        auto image = files_.find(code_hash);
        if (!image) {
            auto compiled = pvm::compile_image(world.code(code_hash), limits_);
            state::require_value(compiled.ok(), World::code_key(code_hash), "the source does not compile");
            image = std::move(compiled).value();
            files_.keep(code_hash, *image);
        }
        keep(entry, std::move(*image));
    }
    return entry.program;
}

}  // namespace lariat::chain
