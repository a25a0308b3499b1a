// Encoding and checking the records of state.log; see log_record.hpp.
#include "state/log_record.hpp"

#include <algorithm>
#include <limits>

#include "base/codec.hpp"
#include "base/hash.hpp"

namespace lariat::state {

namespace {

constexpr u32 FORMAT_VERSION = 1;
constexpr std::size_t HEAD_CHECK_SIZE = 8;

Bytes head_check(u64 offset, BytesView kind_and_length)
{
    const Hash32 hash = sha256({Writer{}.put_u64(offset).bytes(), kind_and_length});
    return to_bytes(BytesView{hash.bytes}.first(HEAD_CHECK_SIZE));
}

Bytes seal(u64 offset, RecordKind kind, u64 body_size, const std::function<void(Writer&)>& put_body)
{
    Writer out;
    out.put_u8(static_cast<u8>(kind)).put_u64(body_size);
    out.put_raw(head_check(offset, out.bytes()));
    put_body(out);
    LARIAT_ASSERT(out.bytes().size() == RECORD_HEAD_SIZE + body_size);
    const Hash32 checksum = sha256(out.bytes());
    return out.put_raw(view(checksum)).take();
}

std::vector<Write> read_batch(Reader& in)
{
    std::vector<Write> batch;
    for (u32 left = in.get_u32(); left > 0 && in.ok(); --left) {
        Write write{to_bytes(in.get_bytes()), std::nullopt};
        if (in.get_bool()) write.value = to_bytes(in.get_bytes());
        batch.push_back(std::move(write));
    }
    return batch;
}

}  // namespace

Bytes log_format_header()
{
    return Writer{}.put_raw(view(std::string_view{"lariat state log"})).put_u32(FORMAT_VERSION).take();
}

Bytes encode_commit(u64 offset, u64 version, const Hash32& root, u64 rollback_depth,
                    std::span<const Write> batch)
{
    u64 size = 8 + 32 + 8 + 4;
    for (const Write& write : batch)
        size += 4 + write.key.size() + 1 + (write.value ? 4 + write.value->size() : 0);
    return seal(offset, RecordKind::Commit, size, [&](Writer& out) {
        out.put_u64(version)
            .put_raw(view(root))
            .put_u64(rollback_depth)
            .put_u32(static_cast<u32>(batch.size()));
        for (const Write& write : batch) {
            out.put_bytes(write.key).put_bool(write.value.has_value());
            if (write.value) out.put_bytes(*write.value);
        }
    });
}

Bytes encode_rollback(u64 offset, u64 version, const Hash32& root, u64 versions_undone)
{
    return seal(offset, RecordKind::Rollback, 8 + 32 + 8,
                [&](Writer& out) { out.put_u64(version).put_raw(view(root)).put_u64(versions_undone); });
}

std::optional<u64> body_length(u64 offset, BytesView head)
{
    LARIAT_ASSERT(head.size() == RECORD_HEAD_SIZE);
    const BytesView covered = head.first(head.size() - HEAD_CHECK_SIZE);
    if (!equal(head.last(HEAD_CHECK_SIZE), head_check(offset, covered))) return std::nullopt;
    Reader in(covered.subspan(1));
    return in.get_u64();
}

Result<LogRecord, StoreError> decode_record(BytesView record)
{
    LARIAT_ASSERT(record.size() >= RECORD_HEAD_SIZE + RECORD_CHECKSUM_SIZE);
    const BytesView covered = record.first(record.size() - RECORD_CHECKSUM_SIZE);
    const Hash32 checksum = sha256(covered);
    if (!equal(record.last(RECORD_CHECKSUM_SIZE), view(checksum)))
        return StoreError{"the checksum does not match"};

    const u8 kind = covered[0];
    if (kind != static_cast<u8>(RecordKind::Commit) && kind != static_cast<u8>(RecordKind::Rollback)) {
        return StoreError{"unknown kind of record " + std::to_string(kind)};
    }
    Reader in(covered.subspan(RECORD_HEAD_SIZE));
    LogRecord out;
    out.kind = static_cast<RecordKind>(kind);
    out.version = in.get_u64();
    out.root = in.get_hash();
    if (out.kind == RecordKind::Commit) {
        out.rollback_depth = in.get_u64();
        out.batch = read_batch(in);
    } else {
        out.versions_undone = in.get_u64();
    }
    if (!in.done()) return StoreError{"the record is malformed"};
    if (const auto checked = check_batch(out.batch); !checked) return checked.error();
    return out;
}

StatusOf<StoreError> check_batch(std::span<const Write> batch)
{
    constexpr u64 SIZE_MAX_32 = std::numeric_limits<u32>::max();
    if (batch.size() > SIZE_MAX_32) {
        return StoreError{"a batch has more writes than 4294967295: " + std::to_string(batch.size())};
    }
    const Write* before = nullptr;
    for (const Write& write : batch) {
        if (before != nullptr && !(before->key < write.key)) {
            return StoreError{"the keys of a batch are not in ascending order, each once"};
        }
        const u64 longest = std::max<u64>(write.key.size(), write.value ? write.value->size() : 0);
        if (longest > SIZE_MAX_32) {
            return StoreError{"a key or value is longer than 4294967295 bytes: " + std::to_string(longest)};
        }
        before = &write;
    }
    return {};
}

}  // namespace lariat::state
