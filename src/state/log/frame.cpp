// Reads and writes the fixed parts of log files, field by field; see frame.hpp.
#include "state/log/frame.hpp"

#include "base/crc32c.hpp"
#include "lariat/assert.hpp"
#include "state/little_endian.hpp"
#include "state/log/record.hpp"

namespace lariat::state {

namespace {

constexpr u32 FRAME_MAGIC = 0x4d52464c;            // "LFRM"
constexpr u32 FOOTER_MAGIC = 0x444e454c;           // "LEND"
constexpr u64 SEGMENT_MAGIC = 0x474f4c5441495241;  // "ARIATLOG"
constexpr u32 ACKNOWLEDGED_MAGIC = 0x4b43414c;     // "LACK"

// The first 16 bytes of a header or footer; the checksum is set by seal.
void begin_item(u8* at, u64 size, ItemKind kind, u32 number, u32 magic)
{
    std::memset(at, 0, size);
    store_le(at + 4, shape_of(kind));
    store_le(at + 8, number);
    store_le(at + 12, magic);
}

void seal(u8* at, u64 size)
{
    store_le(at, crc32c({at + 4, size - 4}));
}

bool sealed(BytesView bytes, u64 size)
{
    return bytes.size() >= size && load_le<u32>(bytes.data()) == crc32c(bytes.subspan(4, size - 4));
}

bool is_item(BytesView bytes, u64 size, ItemKind kind, u32 magic)
{
    return sealed(bytes, size) && item_kind(bytes.data()) == kind && load_le<u32>(bytes.data() + 12) == magic;
}

}  // namespace

void write_segment_header(u8* at, const SegmentHeader& header)
{
    std::memset(at, 0, SEGMENT_HEADER_BYTES);
    store_le(at + 4, FORMAT_VERSION);
    store_le(at + 8, SEGMENT_MAGIC);
    store_le(at + 16, header.start);
    seal(at, SEGMENT_HEADER_BYTES);
}

std::optional<SegmentHeader> read_segment_header(BytesView bytes)
{
    if (!sealed(bytes, SEGMENT_HEADER_BYTES) || load_le<u64>(bytes.data() + 8) != SEGMENT_MAGIC ||
        load_le<u32>(bytes.data() + 4) != FORMAT_VERSION)
        return std::nullopt;
    return SegmentHeader{load_le<u64>(bytes.data() + 16)};
}

void write_frame_header(u8* at, const FrameHeader& header)
{
    begin_item(at, FRAME_HEADER_BYTES, ItemKind::frame_header, header.records, FRAME_MAGIC);
    store_le(at + 16, header.version);
    store_le(at + 24, header.length);
    store_le(at + 32, header.first_op);
    store_le(at + 40, header.previous);
    std::memcpy(at + 48, header.parent_root.bytes.data(), 32);
    seal(at, FRAME_HEADER_BYTES);
}

std::optional<FrameHeader> read_frame_header(BytesView bytes)
{
    if (!is_item(bytes, FRAME_HEADER_BYTES, ItemKind::frame_header, FRAME_MAGIC)) return std::nullopt;
    const u8* const at = bytes.data();
    FrameHeader header{.version = load_le<u64>(at + 16),
                       .length = load_le<u64>(at + 24),
                       .records = load_le<u32>(at + 8),
                       .first_op = load_le<u64>(at + 32),
                       .previous = load_le<u64>(at + 40),
                       .parent_root = {}};
    std::memcpy(header.parent_root.bytes.data(), at + 48, 32);
    return header;
}

void write_frame_footer(u8* at, const FrameFooter& footer)
{
    begin_item(at, FRAME_FOOTER_BYTES, ItemKind::frame_footer, footer.records_crc, FOOTER_MAGIC);
    const Totals& totals = footer.totals;
    const u64 fields[] = {totals.op_count,     totals.floor,    totals.live_count, totals.live_bytes,
                          totals.window_bytes, footer.floor_at, footer.chunk_at};
    static_assert(16 + sizeof fields == FRAME_FOOTER_BYTES);
    std::memcpy(at + 16, fields, sizeof fields);
    seal(at, FRAME_FOOTER_BYTES);
}

std::optional<FrameFooter> read_frame_footer(BytesView bytes)
{
    if (!is_item(bytes, FRAME_FOOTER_BYTES, ItemKind::frame_footer, FOOTER_MAGIC)) return std::nullopt;
    const u8* const at = bytes.data();
    const auto field = [&](u64 i) { return load_le<u64>(at + 16 + 8 * i); };
    return FrameFooter{.records_crc = load_le<u32>(at + 8),
                       .totals = {.op_count = field(0),
                                  .floor = field(1),
                                  .live_count = field(2),
                                  .live_bytes = field(3),
                                  .window_bytes = field(4)},
                       .floor_at = field(5),
                       .chunk_at = field(6)};
}

void write_acknowledged(u8* at, const Acknowledged& last)
{
    std::memset(at, 0, ACKNOWLEDGED_BYTES);
    store_le(at + 4, ACKNOWLEDGED_MAGIC);
    store_le(at + 8, last.version);
    store_le(at + 16, last.end);
    std::memcpy(at + 24, last.root.bytes.data(), 32);
    seal(at, ACKNOWLEDGED_BYTES);
}

std::optional<Acknowledged> read_acknowledged(BytesView bytes)
{
    if (!sealed(bytes, ACKNOWLEDGED_BYTES) || load_le<u32>(bytes.data() + 4) != ACKNOWLEDGED_MAGIC)
        return std::nullopt;
    Acknowledged last{load_le<u64>(bytes.data() + 8), load_le<u64>(bytes.data() + 16), {}};
    std::memcpy(last.root.bytes.data(), bytes.data() + 24, 32);
    return last;
}

}  // namespace lariat::state
