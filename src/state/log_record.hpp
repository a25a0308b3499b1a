// What state.log is made of: a format header, then one record for each commit and each rollback.
//
//   file    "lariat state log", u32 format version (1)
//   record  u8 kind, u64 length of the body, 8 bytes head check | body | 32 bytes checksum
//   commit  u64 version, 32 bytes root, u64 rollback depth,
//           u32 count, then for each write: bytes key, bool present, bytes value if present
//   rollback  u64 version, 32 bytes root, u64 versions undone
//
// Integers are big-endian, bytes have their length as u32 before them. Version, root and depth are
// as after the record. The head check is the start of SHA-256(u64 offset of the record, kind,
// length): a damaged length is seen as damage, not taken for a record that was cut short. The
// checksum is SHA-256 of the whole record before it.
#pragma once

#include "state/store.hpp"

namespace lariat::state {

enum class RecordKind : u8 { Commit = 1, Rollback = 2 };

struct LogRecord {
    RecordKind kind = RecordKind::Commit;
    u64 version = 0;
    Hash32 root;
    u64 rollback_depth = 0;    ///< of a commit
    std::vector<Write> batch;  ///< of a commit
    u64 versions_undone = 0;   ///< of a rollback
};

inline constexpr u64 RECORD_HEAD_SIZE = 1 + 8 + 8;
inline constexpr u64 RECORD_CHECKSUM_SIZE = 32;

/// The first bytes of every log.
Bytes log_format_header();

/// Keys, values and the count must each fit 32 bits.
Bytes encode_commit(u64 offset, u64 version, const Hash32& root, u64 rollback_depth,
                    std::span<const Write> batch);
Bytes encode_rollback(u64 offset, u64 version, const Hash32& root, u64 versions_undone);

/// Length of the body, when the head (RECORD_HEAD_SIZE bytes) is whole.
std::optional<u64> body_length(u64 offset, BytesView head);

/// A whole record whose head was checked.
Result<LogRecord, StoreError> decode_record(BytesView record);

/// Why a batch breaks the rules of Store::commit, if it does.
StatusOf<StoreError> check_batch(std::span<const Write> batch);

}  // namespace lariat::state
