// Fuzz target: arbitrary bytes as CBOR are refused, or decode and encode to the same bytes.
#include "base/cbor.hpp"
#include "lariat/assert.hpp"

namespace {

using namespace lariat;

void put_big(CborWriter& out, bool negative, BytesView n)
{
    std::vector<u64> limbs((n.size() + 7) / 8 + 1);
    for (std::size_t i = 0; i < n.size(); ++i) limbs[i / 8] |= u64{n[n.size() - 1 - i]} << i % 8 * 8;
    if (negative)  // the encoding holds one less than the magnitude
        for (u64& limb : limbs)
            if (++limb != 0) break;
    out.put_integer(negative, limbs);
}

void put(CborWriter& out, const CborItem& item)
{
    using Kind = CborItem::Kind;
    switch (item.kind) {
        case Kind::unsigned_integer:
            out.put_uint(item.number);
            break;
        case Kind::negative_integer:
            out.put_negative(item.number);
            break;
        case Kind::big_positive:
        case Kind::big_negative:
            put_big(out, item.kind == Kind::big_negative, item.data);
            break;
        case Kind::bytes:
            out.put_bytes(item.data);
            break;
        case Kind::text:
            out.put_text(text(item.data));
            break;
        case Kind::boolean:
            out.put_bool(item.number != 0);
            break;
        case Kind::null:
            out.put_null();
            break;
        case Kind::array:
            out.put_array(item.number);
            break;
        case Kind::map:
            out.put_map(item.number);
            break;
        case Kind::end:
            break;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr u32 DEPTH_MAX = 64;
    const BytesView in{data, size};
    CborReader reader(in, DEPTH_MAX);
    CborWriter out;
    CborItem item;
    CborReader::Step step{};
    while ((step = reader.next(item)) == CborReader::Step::item) {
        LARIAT_ASSERT(reader.depth() <= DEPTH_MAX && reader.offset() <= size);
        put(out, item);
    }
    LARIAT_ASSERT((step == CborReader::Step::done) == (reader.fault() == CborFault::none));
    if (step == CborReader::Step::done) LARIAT_ASSERT(equal(out.bytes(), in));
    return 0;
}
