// zlib with a preset dictionary.
#include "node/block_text.hpp"

#include <algorithm>

#include <zlib.h>

#include "base/codec.hpp"
#include "lariat/assert.hpp"

namespace lariat::node {

namespace {

/// A change of this text is a change of the archive's format. What is most frequent stands last.
constexpr std::string_view KNOWN =
    R"(,"txs_hash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","txs":[],"state_root":"0x)"
    R"(","results_root":"0x","discipline":"globalbox","discipline":"auction","discipline":"fifo","basefee":{"cycle":"1",)"
    R"("cell":"1","lane":"1"},"used":{"cycles":0,"cells":0,"lane":0,"lane_cells":0,"gc":0,"gba":0,"sch":0,"looks":0,)"
    R"("intake":0,"moves":0,"hits":0},"burned":{"cycle":"0","cell":"0","lane":"0"},"tips":"0","live":0,"due_waiting":0,)"
    R"("dead":0,"operations":0,"totals":{"scheduled":0,"fired":0,"insufficient_funds":0,"expired":0,"cancelled":0,)"
    R"("governance":0},"supply":{"balances":"100000000000000","locked":"0","burned":"0"}}{"height":,"hash":"0x)"
    R"(","context_hash":"0x","parent_hash":"0x","timestamp_ms":1,"proposer":"0x00000000000000000000000000000000000000ff")";
constexpr int WINDOW_BITS = 12, MEMORY_LEVEL = 4;
/// A longer text is hashes of transactions for the most part: to halve them costs more than it is worth.
constexpr std::size_t PACKED_BYTES_MAX = 64 * 1'024;
/// More memory than this is not kept from call to call.
constexpr std::size_t KEPT_BYTES_MAX = 1'024 * 1'024;
constexpr u32 TEXT_BYTES_MAX = u32{1} << 30;

Bytef* bytes_of(std::string_view text)
{
    return reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib 1.2 takes no const
}

}  // namespace

struct BlockText::Streams {
    z_stream in{}, in_as_it_is{}, out{};
};

BlockText::BlockText() : streams_(std::make_unique<Streams>())
{
    const int packs =
        deflateInit2(&streams_->in, Z_BEST_SPEED, Z_DEFLATED, -WINDOW_BITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
    const int stores = deflateInit2(&streams_->in_as_it_is, Z_NO_COMPRESSION, Z_DEFLATED, -WINDOW_BITS,
                                    MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
    const int unpacks = inflateInit2(&streams_->out, -WINDOW_BITS);
    LARIAT_ASSERT(packs == Z_OK && stores == Z_OK && unpacks == Z_OK);
}

BlockText::~BlockText()
{
    deflateEnd(&streams_->in);
    deflateEnd(&streams_->in_as_it_is);
    inflateEnd(&streams_->out);
}

std::string_view BlockText::known()
{
    return KNOWN;
}

BytesView BlockText::pack(std::string_view text)
{
    LARIAT_ASSERT(text.size() <= TEXT_BYTES_MAX);
    z_stream& stream = text.size() <= PACKED_BYTES_MAX ? streams_->in : streams_->in_as_it_is;
    deflateReset(&stream);
    deflateSetDictionary(&stream, bytes_of(KNOWN), KNOWN.size());
    constexpr std::size_t HEAD = 4;
    const std::size_t room = HEAD + deflateBound(&stream, text.size());
    if (packed_.size() > KEPT_BYTES_MAX) packed_ = Bytes();
    if (packed_.size() < room) packed_.resize(room);
    Writer head;
    head.put_u32(static_cast<u32>(text.size()));
    std::ranges::copy(head.bytes(), packed_.begin());
    stream.next_in = bytes_of(text);
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = packed_.data() + HEAD;
    stream.avail_out = static_cast<uInt>(room - HEAD);
    const int code = deflate(&stream, Z_FINISH);
    LARIAT_ASSERT(code == Z_STREAM_END);
    return BytesView(packed_).first(HEAD + stream.total_out);
}

std::optional<std::string> BlockText::unpack(BytesView packed)
{
    Reader r(packed);
    const u32 size = r.get_u32();
    if (!r.ok() || size > TEXT_BYTES_MAX) return std::nullopt;
    const BytesView rest = packed.subspan(packed.size() - r.left());
    // Deflate makes at most some 1,032 bytes of one.
    if (size / 1'100 > rest.size()) return std::nullopt;
    z_stream& stream = streams_->out;
    inflateReset(&stream);
    inflateSetDictionary(&stream, bytes_of(KNOWN), KNOWN.size());
    std::string text(size, '\0');
    stream.next_in = const_cast<Bytef*>(rest.data());
    stream.avail_in = static_cast<uInt>(rest.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = size;
    const int code = inflate(&stream, Z_FINISH);
    if (code != Z_STREAM_END || stream.total_out != size || stream.avail_in != 0) return std::nullopt;
    return text;
}

}  // namespace lariat::node
