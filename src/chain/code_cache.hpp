// Cache of compiled code by code hash and gas table version: bounded, and never part of a result. Code
// without room in memory is loaded from CodeFiles, which takes a fiftieth of the time of compiling it.
#pragma once

#include <list>

#include "chain/code_files.hpp"
#include "chain/world.hpp"
#include "pvm/gas.hpp"
#include "pvm/pvm.hpp"

namespace lariat::chain {

class CodeCache {
public:
    static constexpr u64 BYTES_MAX = u64{512} << 20;

    /// `bytes_max`: limit of the bytes in memory, so that deployed code cannot fill a node's memory. The code
    /// used last stays, whatever its size.
    explicit CodeCache(CodeFiles files = CodeFiles::in_memory(), u64 bytes_max = BYTES_MAX)
        : files_(std::move(files)), bytes_max_(bytes_max)
    {
    }

    /// The facts that a chain stores about accepted Python source.
    struct Accepted {
        std::vector<std::string> handlers;
        u32 entry_cycles;
    };
    /// Compiles the source each time: nothing that enters the state comes from a node's own file.
    Result<Accepted, pvm::Refusal> accept(const Hash32& code_hash, std::string_view source);

    /// The program of accepted code. Its instructions contain their prices, so each gas table version has its
    /// own program.
    std::shared_ptr<const pvm::Program> program(const Hash32& code_hash, const World& world,
                                                u32 gas_version = pvm::gas::VERSION);

    u64 bytes() const noexcept { return bytes_; }
    std::size_t size() const noexcept { return entries_.size(); }
    const CodeFiles& files() const noexcept { return files_; }
    CodeFiles take_files() && { return std::move(files_); }
    void write_no_files() { files_.write_nothing(); }

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
