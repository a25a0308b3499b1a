// What this node has compiled, in one file of its own: code that memory has no room for is loaded from there
// and not compiled again. No part of the state and of no result: without the file, or with a damaged one,
// code is compiled once more. docs/store-format.md says what is in it.
#pragma once

#include <map>
#include <memory>

#include "base/siphash.hpp"
#include "state/disk/directory.hpp"

namespace lariat::chain {

class CodeFiles {
public:
    /// Of the file. Memory knows each program's place: some hundred bytes for each, which has 700 at least.
    static constexpr u64 ON_DISK_MAX = u64{4} << 30, IN_MEMORY_MAX = u64{1} << 30;

    /// Reads which programs the directory has. A file that would grow beyond `bytes_max` begins anew.
    explicit CodeFiles(std::unique_ptr<state::Directory> directory, u64 bytes_max = ON_DISK_MAX);
    static CodeFiles in_memory() { return CodeFiles(state::memory_directory(), IN_MEMORY_MAX); }

    /// The image of a program, as it was kept by this build of the VM.
    std::optional<Bytes> find(const Hash32& code_hash);
    /// A wish: what cannot be written is compiled again some day.
    void keep(const Hash32& code_hash, BytesView image);

    u64 size() const noexcept { return places_.size(); }
    u64 bytes() const noexcept { return end_; }
    /// With the directory of this one, read again; this one is not used any more.
    CodeFiles reopened() && { return CodeFiles(std::move(directory_), bytes_max_); }

private:
    struct Place {
        u64 at;
        u64 size;
        u32 crc;
    };

    void begin_anew();
    bool read_head();
    void read_records(u64 file_size);

    std::unique_ptr<state::Directory> directory_;
    u64 bytes_max_;
    std::unique_ptr<state::File> file_;  ///< null: nothing can be kept
    SipSecret secret_;                   ///< of the file: who does not know it makes no record
    u64 end_ = 0;
    std::map<Hash32, Place> places_;
};

}  // namespace lariat::chain
