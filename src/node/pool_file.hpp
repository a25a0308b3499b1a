// The file `pool` of a node's directory: which transactions wait, so that a process that is killed forgets
// none of them (NODE-21).
//
// A record is
//     CRC-32C u32 of length and type, length u32 of the payload, type u8, payload, CRC-32C u32 of the payload
// with integers big-endian. Type 1: a transaction came; milliseconds u64 when, its bytes. Type 2: it waits no
// longer; its hash. All that one call of the pool brings about is written at once, the newcomer first:
// whoever it replaces or pushes out goes only when the newcomer is there.
//
// Nothing is synced but a file written anew: a process that dies loses nothing, a machine that loses power
// may lose what came last. So a record that is cut short at the end, and what the system left as zeros, is no
// damage, it was lost; everything else that is not as it was written is.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>

#include "state/disk/directory.hpp"

namespace lariat::node {

class PoolFile {
public:
    using Error = state::StoreError;

    /// Reads the file `pool` of the directory, or makes it. The error names file and offset.
    static Result<std::unique_ptr<PoolFile>, Error> open(std::unique_ptr<state::Directory> directory);

    /// A transaction that waits.
    struct Waiting {
        u64 arrived_ms = 0;
        Bytes raw;
    };
    /// Those that the file has, in the order in which they came.
    Result<std::vector<Waiting>, Error> waiting() const;
    /// What the end of the file lost, for people; nothing: it was whole.
    const std::optional<Error>& lost() const noexcept { return lost_; }

    // Noted, and written by the next write(). One that is there need not come, one that is not need not go.
    void came(const Hash32& hash, u64 arrived_ms, BytesView raw);
    void gone(const Hash32& hash);
    /// Writes what was noted. When most of the file is of those that are gone it is written anew. After an
    /// error the file takes nothing more.
    StatusOf<Error> write();

    u64 disk_bytes() const noexcept { return bytes_; }
    u64 live_bytes() const noexcept { return live_bytes_; }

    /// A file smaller than this is not written anew.
    static constexpr u64 SMALL_BYTES = u64{256} << 10;

private:
    enum class Type : u8 { came = 1, gone = 2 };
    struct Place {
        u64 number = 0;  ///< counts up: the order in which they came
        u64 offset = 0;
        u64 bytes = 0;  ///< of the whole record
    };
    struct Record {
        Type type = Type::came;
        Bytes payload;
        u64 bytes = 0;  ///< of the whole record
    };
    struct HashOfHash {
        std::size_t operator()(const Hash32& h) const noexcept;
    };

    explicit PoolFile(std::unique_ptr<state::Directory> directory) : directory_(std::move(directory)) {}
    StatusOf<Error> begin_empty();
    StatusOf<Error> read_all();
    /// Nothing: here the file ends, `lost_` says what stands behind.
    Result<std::optional<Record>, Error> read_record(u64 at, u64 size);
    StatusOf<Error> note(const Record& record, u64 at);
    std::vector<Place> in_order() const;
    StatusOf<Error> write_anew();
    Error at(u64 offset, const std::string& what) const;

    std::unique_ptr<state::Directory> directory_;
    std::unique_ptr<state::File> file_;
    std::unordered_map<Hash32, Place, HashOfHash> live_;
    std::optional<Error> lost_, failed_;
    Bytes noted_;  ///< records that are not written yet; they belong at bytes_
    u64 bytes_ = 0, live_bytes_ = 0, records_ = 0;
};

}  // namespace lariat::node
