// LZ4 with a known text, behind folded hexadecimal digits.
#include "node/block_text.hpp"

#include <algorithm>
#include <array>

#include <lz4.h>

#include "base/codec.hpp"
#include "base/hex.hpp"
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
/// More memory than this is not kept from call to call.
constexpr std::size_t KEPT_BYTES_MAX = 1'024 * 1'024;
constexpr u32 TEXT_BYTES_MAX = u32{1} << 30;
constexpr u32 IS_FOLDED = u32{1} << 31;
constexpr std::size_t LENGTH_BYTES = 4;

constexpr std::string_view HEX_BEGIN = "\"0x";
constexpr std::size_t HASH_BYTES = 32, ADDRESS_BYTES = 20;
constexpr char HASH_MARK = '\xff', ADDRESS_MARK = '\xfe';
/// An LZ4 block makes at most 255 bytes of one, and a folded hash 68 of 33.
constexpr u64 MOST_FROM_ONE = 255 * 3;

/// The value of a digit in lower case; anything else: NO_DIGIT.
constexpr u8 NO_DIGIT = 16;
constexpr std::array<u8, 256> VALUES = [] {
    std::array<u8, 256> values{};
    values.fill(NO_DIGIT);
    for (u8 i = 0; i < 10; ++i) values[static_cast<std::size_t>('0' + i)] = i;
    for (u8 i = 0; i < 6; ++i) values[static_cast<std::size_t>('a' + i)] = static_cast<u8>(10 + i);
    return values;
}();

u8 value_of(char c)
{
    return VALUES[static_cast<u8>(c)];
}

std::size_t digits_at_begin(std::string_view text)
{
    constexpr std::size_t MOST = 2 * HASH_BYTES;
    const std::string_view looked = text.substr(0, MOST);
    const auto end = std::ranges::find_if(looked, [](char c) { return value_of(c) == NO_DIGIT; });
    return static_cast<std::size_t>(end - looked.begin());
}

/// Appends `text`, folded.
void fold(std::string_view text, std::string& out)
{
    while (true) {
        const std::size_t at = text.find(HEX_BEGIN);
        if (at == std::string_view::npos) break;
        const std::string_view behind = text.substr(at + HEX_BEGIN.size());
        const std::size_t digits = digits_at_begin(behind);
        const bool is_hash = digits == 2 * HASH_BYTES;
        if (!(is_hash || digits == 2 * ADDRESS_BYTES) || !behind.substr(digits).starts_with('"')) {
            out.append(text.substr(0, at + HEX_BEGIN.size()));
            text = behind;
            continue;
        }
        out.append(text.substr(0, at)).push_back(is_hash ? HASH_MARK : ADDRESS_MARK);
        for (std::size_t i = 0; i < digits; i += 2)
            out.push_back(static_cast<char>(value_of(behind[i]) << 4 | value_of(behind[i + 1])));
        text = behind.substr(digits + 1);
    }
    out.append(text);
}

/// Nothing: it is not what fold() makes of a text of this size.
std::optional<std::string> unfold(std::string_view folded, std::size_t size)
{
    std::string out;
    out.reserve(size);
    while (!folded.empty()) {
        const auto mark =
            std::ranges::find_if(folded, [](char c) { return c == HASH_MARK || c == ADDRESS_MARK; });
        const auto plain = static_cast<std::size_t>(mark - folded.begin());
        out.append(folded.substr(0, plain));
        folded.remove_prefix(plain);
        if (folded.empty()) break;
        const std::size_t bytes = folded[0] == HASH_MARK ? HASH_BYTES : ADDRESS_BYTES;
        folded.remove_prefix(1);
        if (folded.size() < bytes || out.size() > size) return std::nullopt;
        out.append("\"").append(to_hex(view(folded.substr(0, bytes)))).append("\"");
        folded.remove_prefix(bytes);
    }
    if (out.size() != size) return std::nullopt;
    return out;
}

}  // namespace

struct BlockText::Stream {
    LZ4_stream_t state;
};

BlockText::BlockText() : stream_(std::make_unique<Stream>())
{
    fold(KNOWN, known_);
    LZ4_initStream(&stream_->state, sizeof stream_->state);
}

BlockText::~BlockText() = default;

std::string_view BlockText::known()
{
    return KNOWN;
}

BytesView BlockText::pack(std::string_view text)
{
    LARIAT_ASSERT(text.size() <= TEXT_BYTES_MAX);
    const bool is_folded =
        text.find(HASH_MARK) == std::string_view::npos && text.find(ADDRESS_MARK) == std::string_view::npos;
    folded_.clear();
    if (folded_.capacity() > KEPT_BYTES_MAX) folded_.shrink_to_fit();
    if (is_folded) fold(text, folded_);
    const std::string_view from = is_folded ? folded_ : text;
    const int bound = LZ4_compressBound(static_cast<int>(from.size()));
    const std::size_t room = LENGTH_BYTES + static_cast<std::size_t>(bound);
    if (packed_.size() > KEPT_BYTES_MAX) packed_ = Bytes();
    if (packed_.size() < room) packed_.resize(room);
    Writer head;
    head.put_u32(static_cast<u32>(text.size()) | (is_folded ? IS_FOLDED : 0));
    std::ranges::copy(head.bytes(), packed_.begin());
    LZ4_loadDict(&stream_->state, known_.data(), static_cast<int>(known_.size()));
    const int bytes = LZ4_compress_fast_continue(&stream_->state, from.data(),
                                                 reinterpret_cast<char*>(packed_.data() + LENGTH_BYTES),
                                                 static_cast<int>(from.size()), bound, 1);
    LARIAT_ASSERT(bytes > 0);
    return BytesView(packed_).first(LENGTH_BYTES + static_cast<std::size_t>(bytes));
}

std::optional<std::string> BlockText::unpack(BytesView packed)
{
    Reader r(packed);
    const u32 head = r.get_u32();
    const u32 size = head & ~IS_FOLDED;
    if (!r.ok() || size > TEXT_BYTES_MAX) return std::nullopt;
    const BytesView rest = packed.subspan(LENGTH_BYTES);
    if (rest.size() > TEXT_BYTES_MAX || size / MOST_FROM_ONE > rest.size()) return std::nullopt;
    // A folded text is at least a third as long, and LZ4 makes at most 255 bytes of one.
    std::string text(std::min<u64>(size, 255 * u64{rest.size()}), '\0');
    const int bytes = LZ4_decompress_safe_usingDict(
        reinterpret_cast<const char*>(rest.data()), text.data(), static_cast<int>(rest.size()),
        static_cast<int>(text.size()), known_.data(), static_cast<int>(known_.size()));
    if (bytes < 0) return std::nullopt;
    text.resize(static_cast<std::size_t>(bytes));
    if (head & IS_FOLDED) return size / 3 > text.size() ? std::nullopt : unfold(text, size);
    return text.size() == size ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace lariat::node
