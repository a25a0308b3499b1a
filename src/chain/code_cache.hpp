// Compiled code by code hash: bounded, and never part of a result.
#pragma once

#include <list>

#include "chain/script.hpp"
#include "chain/world.hpp"
#include "pvm/pvm.hpp"

namespace lariat::chain {

class CodeCache {
public:
    explicit CodeCache(std::size_t capacity = 1024) : capacity_(capacity) {}

    /// Code that was accepted when it was placed.
    std::shared_ptr<const pvm::Program> program(const Hash32& code_hash, const World& world);
    std::shared_ptr<const Script> script(const Hash32& code_hash, const World& world);

    const pvm::Limits& limits() const noexcept { return limits_; }

private:
    struct Entry {
        Hash32 code_hash;
        std::shared_ptr<const pvm::Program> program;
        std::shared_ptr<const Script> script;
    };
    Entry& use(const Hash32& code_hash);

    std::size_t capacity_;
    pvm::Limits limits_;
    std::list<Entry> entries_;  ///< latest used first
    std::map<Hash32, std::list<Entry>::iterator> index_;
};

}  // namespace lariat::chain
