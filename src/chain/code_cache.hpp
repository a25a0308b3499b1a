// Compiled code by code hash and version of the gas table: bounded, and never part of a result.
#pragma once

#include <list>

#include "chain/script.hpp"
#include "chain/world.hpp"
#include "pvm/gas.hpp"
#include "pvm/pvm.hpp"

namespace lariat::chain {

class CodeCache {
public:
    /// Bytes that compiled code may keep: what users deploy must not fill the memory of a node, and whoever
    /// wants its code to be compiled at every call must have deployed that much (decision 0016). The code
    /// used last stays, however long.
    explicit CodeCache(u64 bytes_max = u64{512} << 20) : bytes_max_(bytes_max) {}

    /// Code that was accepted when it was placed. Its instructions hold their prices: those of another table
    /// are other code.
    std::shared_ptr<const pvm::Program> program(const Hash32& code_hash, const World& world,
                                                u32 gas_version = pvm::gas::VERSION);
    std::shared_ptr<const Script> script(const Hash32& code_hash, const World& world);

    u64 bytes() const noexcept { return bytes_; }
    std::size_t size() const noexcept { return entries_.size(); }

    const pvm::Limits& limits() const noexcept { return limits_; }

private:
    struct Key {
        Hash32 code_hash;
        u32 gas_version;
        auto operator<=>(const Key&) const = default;
    };
    struct Entry {
        Key key;
        std::shared_ptr<const pvm::Program> program;
        std::shared_ptr<const Script> script;
        u64 bytes = 0;
    };
    Entry& use(const Key& key);
    void keep(Entry& entry, u64 bytes);

    u64 bytes_max_;
    u64 bytes_ = 0;  ///< of all entries
    pvm::Limits limits_;
    std::list<Entry> entries_;  ///< latest used first
    std::map<Key, std::list<Entry>::iterator> index_;
};

}  // namespace lariat::chain
