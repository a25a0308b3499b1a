// The block log: every block of a chain with its transactions and its result, in the order in which they were
// made, and which blocks were undone. The archive is made anew from it.
//
// Files are named by the number of their first record, in hex. A record is
//     length u32, CRC-32C u32 of type and payload, type u8, payload        (integers big-endian)
// A record cut short at the end of the last file, or not written whole there when the power went, was never
// told of and is dropped; any other one with a wrong sum is damage. What looks lost stays in the file until
// something is written: whoever knows that a block was told of (the state has it) can still say where the
// damage is.
#pragma once

#include <deque>
#include <map>
#include <optional>

#include "state/disk/directory.hpp"

namespace lariat::node {

/// A block as it was made: what a chain needs to make it again.
struct LoggedBlock {
    u64 height = 0;
    u64 timestamp_ms = 0;
    Address proposer;
    std::vector<Bytes> txs;                  ///< encoded, or for a genesis none
    std::string dev;                         ///< the dev changes of the block as JSON; empty: none
    std::vector<Address> misbehaviour = {};  ///< of validators, in a replicated chain
};

Bytes encode(const LoggedBlock& block);
std::optional<LoggedBlock> decode_block(BytesView bytes);

/// What came out, as the API shows it.
struct LoggedResult {
    u64 height = 0;
    std::string json;
    std::vector<std::string> gone;  ///< of each exit in it what the timer or operation was, for the archive
};

class BlockLog {
public:
    using Error = state::StoreError;

    /// Reads the log. `segment_bytes`: a file that has this many bytes gets no more records.
    static Result<std::unique_ptr<BlockLog>, Error> open(std::unique_ptr<state::Directory> directory,
                                                         u64 segment_bytes = u64{16} << 20);

    /// Appends a block. Its height must be head() + 1, or anything in an empty log. `later`: a loss of power
    /// may take it, with at most the BLOCKS_AT_RISK - 1 before it; for whoever can get these blocks
    /// elsewhere.
    enum class Durable : u8 { now, later };
    StatusOf<Error> append(const LoggedBlock& block, Durable durable = Durable::now);
    static constexpr u64 BLOCKS_AT_RISK = 64;
    /// Appends the result of the last block. Durable with the next block.
    StatusOf<Error> append_result(const LoggedResult& result);
    /// Says durably that the blocks above this height are undone.
    StatusOf<Error> revert_to(u64 height);

    bool empty() const noexcept { return blocks_.empty(); }
    u64 first() const noexcept { return first_; }  ///< height of the oldest block kept
    u64 head() const noexcept { return first_ + blocks_.size() - 1; }
    bool has_result(u64 height) const;

    Result<LoggedBlock, Error> block(u64 height) const;
    Result<LoggedResult, Error> result(u64 height) const;

    /// Where the last file ends before its bytes do; nothing: it does not.
    const std::optional<Error>& lost() const noexcept { return lost_; }

    /// Removes files whose blocks are all below this height.
    StatusOf<Error> forget_below(u64 height);
    u64 disk_bytes() const noexcept;

    /// For a forked child: this process changes no file any more and does not hold the directory.
    void leave_files_alone() { directory_->detach(); }

private:
    enum class Type : u8 { block = 1, result = 2, revert = 3 };
    struct Place {
        u64 segment = 0;  ///< number of the file's first record
        u64 offset = 0;
        u32 bytes = 0;  ///< of the payload
    };
    struct Kept {
        Place block;
        std::optional<Place> result;
    };
    struct Segment {
        std::unique_ptr<state::File> file;
        u64 bytes = 0;
        u64 top = 0;  ///< highest block in it
    };

    BlockLog(std::unique_ptr<state::Directory> directory, u64 segment_bytes);
    StatusOf<Error> read_all();
    StatusOf<Error> read_segment(u64 number, bool is_last);
    StatusOf<Error> note(Type type, BytesView payload, const Place& place);
    StatusOf<Error> write(Type type, BytesView payload, bool durable);
    StatusOf<Error> begin_segment();
    /// Cuts off what lost() names.
    StatusOf<Error> trim();
    Result<Bytes, Error> read(Type type, const Place& place) const;
    Error damage(u64 segment, u64 offset, const std::string& what) const;

    std::unique_ptr<state::Directory> directory_;
    u64 segment_bytes_;
    std::map<u64, Segment> segments_;  ///< by number of the first record
    std::optional<Error> lost_;
    u64 records_ = 0;
    u64 first_ = 0;
    std::deque<Kept> blocks_;  ///< from height first_ on
};

}  // namespace lariat::node
