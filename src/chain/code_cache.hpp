// Code that is ready to run, by code hash and version of the gas table: bounded, and never part of a result.
// What has no room in memory is loaded from CodeFiles, which takes a fiftieth of compiling it.
#pragma once

#include <list>

#include "chain/code_files.hpp"
#include "chain/script.hpp"
#include "chain/world.hpp"
#include "pvm/gas.hpp"
#include "pvm/pvm.hpp"

namespace lariat::chain {

class CodeCache {
public:
    static constexpr u64 BYTES_MAX = u64{512} << 20;

    /// `bytes_max`: bytes that code in memory may keep, since what users deploy must not fill the memory of a
    /// node. The code used last stays, however long.
    explicit CodeCache(CodeFiles files = CodeFiles::in_memory(), u64 bytes_max = BYTES_MAX)
        : files_(std::move(files)), bytes_max_(bytes_max)
    {
    }

    /// What a chain keeps of Python source that it accepts.
    struct Accepted {
        std::vector<std::string> handlers;
        u32 entry_cycles;
    };
    /// Compiled each time: what enters the state is never taken from a node's own file.
    Result<Accepted, pvm::Refusal> accept(const Hash32& code_hash, std::string_view source);

    /// Code that was accepted when it was placed. Its instructions hold their prices: those of another table
    /// are other code.
    std::shared_ptr<const pvm::Program> program(const Hash32& code_hash, const World& world,
                                                u32 gas_version = pvm::gas::VERSION);
    std::shared_ptr<const Script> script(const Hash32& code_hash, const World& world);

    u64 bytes() const noexcept { return bytes_; }
    std::size_t size() const noexcept { return entries_.size(); }
    const CodeFiles& files() const noexcept { return files_; }
    CodeFiles take_files() && { return std::move(files_); }

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
    void keep(Entry& entry, Bytes image);

    CodeFiles files_;
    u64 bytes_max_;
    u64 bytes_ = 0;  ///< of all entries
    pvm::Limits limits_;
    std::list<Entry> entries_;  ///< latest used first
    std::map<Key, std::list<Entry>::iterator> index_;
};

}  // namespace lariat::chain
