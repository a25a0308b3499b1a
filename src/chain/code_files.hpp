// A node's file of compiled code, from which code without room in memory is loaded instead of compiled again.
// It is part of neither state nor result: if it is missing or damaged, code is compiled again.
// docs/store-format.md describes the format.
#pragma once

#include <map>
#include <memory>

#include "base/siphash.hpp"
#include "state/disk/directory.hpp"

namespace lariat::chain {

class CodeFiles {
public:
    /// Limits of the file in bytes. Memory keeps about a hundred bytes for each program, which has at least
    /// 700 bytes in the file.
    static constexpr u64 ON_DISK_MAX = u64{4} << 30, IN_MEMORY_MAX = u64{1} << 30;

    /// Reads the index of the file in the directory. A file that would exceed `bytes_max` is begun anew.
    explicit CodeFiles(std::unique_ptr<state::Directory> directory, u64 bytes_max = ON_DISK_MAX);
    static CodeFiles in_memory() { return CodeFiles(state::memory_directory(), IN_MEMORY_MAX); }

    /// The image of a program, if this build of the VM wrote one.
    std::optional<Bytes> find(const Hash32& code_hash);
    /// Best effort: code that cannot be written is compiled again later.
    void keep(const Hash32& code_hash, BytesView image);
    /// From now on keep() does nothing. For a process that must not write to its parent's file.
    void write_nothing()
    {
        writes_ = false;
        directory_->detach();
    }

    u64 size() const noexcept { return places_.size(); }
    u64 bytes() const noexcept { return end_; }
    /// Reopens the directory of this object, which must not be used afterwards.
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
    SipSecret secret_;                   ///< of the file: without it nobody can forge a record
    bool writes_ = true;
    u64 end_ = 0;
    std::map<Hash32, Place> places_;
};

}  // namespace lariat::chain
