// Compiled code by code hash: bounded, and never part of a result.
#pragma once

#include <list>

#include "chain/script.hpp"
#include "chain/world.hpp"
#include "pvm/pvm.hpp"

namespace lariat::chain {

class CodeCache {
public:
    /// Bytes of source that stay compiled: what users deploy must not fill the memory of a node.
    explicit CodeCache(std::size_t source_bytes_max = 8u << 20) : source_bytes_max_(source_bytes_max) {}

    /// Code that was accepted when it was placed.
    std::shared_ptr<const pvm::Program> program(const Hash32& code_hash, const World& world);
    std::shared_ptr<const Script> script(const Hash32& code_hash, const World& world);

    const pvm::Limits& limits() const noexcept { return limits_; }

private:
    struct Entry {
        Hash32 code_hash;
        std::shared_ptr<const pvm::Program> program;
        std::shared_ptr<const Script> script;
        std::size_t source_bytes = 0;
    };
    Entry& use(const Hash32& code_hash);
    std::string source(Entry& entry, const World& world);

    std::size_t source_bytes_max_;
    std::size_t source_bytes_ = 0;  ///< of all entries
    pvm::Limits limits_;
    std::list<Entry> entries_;  ///< latest used first
    std::map<Hash32, std::list<Entry>::iterator> index_;
};

}  // namespace lariat::chain
